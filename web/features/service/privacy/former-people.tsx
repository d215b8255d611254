import { eraseFormerUser, listFormerUsers } from '#contract/service/erasure';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { LongText } from '../../../ui/table/long-text.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { PersonLine } from '../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { type Confirmed, useConfirmedOptions } from './confirmed.ts';
import { personName } from '../../../lib/words/person-name.ts';

type Row = ResponseOf<typeof listFormerUsers>['results'][number];

const contactOf = ({ email, phone }: Row) => email ?? phone ?? '';
const nameOf = (row: Row) => personName(row) || '—';

/** Who has left the company, and the way to erase what names them. */
export function FormerPeople({ confirmed }: { confirmed: Confirmed }) {
  const t = useTranslations();
  const list = useListState(listFormerUsers);
  const people = useData(listFormerUsers, { query: list.query, keep: true });
  const [asked, setAsked] = useState<Row | null>(null);
  const erase = useAction(eraseFormerUser, {
    ...useConfirmedOptions(confirmed),
    onDone: () => {
      setAsked(null);
      showSuccess(t('privacy.former.done'));
    },
  });
  const nobody = people.data?.count === 0 && list.search === '';

  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('privacy.former.name'),
      sort: 'last_name',
      primary: true,
      render: (row) => <PersonLine person={row} />,
    },
    {
      key: 'contact',
      label: t('privacy.former.contact'),
      render: (row) => <LongText>{contactOf(row)}</LongText>,
    },
    {
      key: 'left_at',
      label: t('privacy.former.left_at'),
      sort: 'left_at',
      render: (row) => dateText(row.left_at),
    },
  ];
  return (
    <Section title={t('privacy.former.title')}>
      <p className="lead">{t(nobody ? 'privacy.former.empty' : 'privacy.former.text')}</p>
      {!nobody && (
        <>
          <ListBar list={list} query={people} />
          <DataTable
            label={t('privacy.former.title')}
            columns={columns}
            query={people}
            list={list}
            rowKey={(row) => row.id}
            rowMenu={(row) => (
              <Button
                variant="default"
                size="sm"
                aria-label={t('privacy.former.erase_named', { name: nameOf(row) })}
                onClick={() => setAsked(row)}
              >
                {t('privacy.former.erase')}
              </Button>
            )}
            empty={
              <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
            }
          />
        </>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={t('privacy.former.ask')}
        text={asked && t('privacy.former.ask_text', { name: nameOf(asked) })}
        confirmLabel={t('privacy.former.confirm')}
        danger
        busy={erase.busy}
        onConfirm={() => asked && void erase.run({ params: { id: asked.id }, body: { understood: true } })}
        onCancel={() => setAsked(null)}
      />
    </Section>
  );
}
