import { EXPIRY_WINDOWS, listExpiringCertificates } from '#contract/insight/dashboard';
import type { ResponseOf } from '#contract/platform';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { useListState } from '../../../../lib/form/list-state.ts';
import { printPage } from '../../../../lib/page/print.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { personName } from '../../../../lib/words/person-name.ts';

type Row = ResponseOf<typeof listExpiringCertificates>['results'][number];

const FILTERS = ['within'] as const;

/** Certificates that have expired and were not renewed, and that will expire; printed as a list. */
export default function ExpiringList({ id }: { id: number }) {
  const t = useTranslations('dashboard.expiry');
  const common = useTranslations('common.list');
  const print = useTranslations('dashboard.list')('print');
  const list = useListState(listExpiringCertificates);
  const query = useData(listExpiringCertificates, { params: { id }, query: list.query, keep: true });
  const columns = useColumns();
  return (
    <>
      <div className="off-paper">
        <ListBar
          list={list}
          query={query}
          names={FILTERS}
          end={
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => void printPage()}
            >
              {print}
            </Button>
          }
        >
          <FilterSelect
            name="within"
            label={t('within')}
            any={t('any')}
            choices={[
              { value: 'expired', label: t('only_expired') },
              ...EXPIRY_WINDOWS.map((days) => ({ value: days, label: t('in_days', { days }) })),
            ]}
          />
        </ListBar>
      </div>
      <DataTable
        label={t('label')}
        columns={columns}
        query={query}
        list={list}
        rowKey={(row) => row.id}
        rowHref={({ user }) => `/user/${user.id}#certificates`}
        empty={
          list.isNarrowed(FILTERS) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('dashboard.expiry');
  return [
    {
      key: 'person',
      label: t('person'),
      sort: 'name',
      primary: true,
      render: ({ user }) => personName(user),
    },
    { key: 'course', label: t('course'), sort: 'course', render: ({ course }) => course.name },
    {
      key: 'until',
      label: t('until'),
      sort: 'expires_at',
      render: ({ expires_at }) => dateText(expires_at),
    },
    {
      key: 'state',
      label: t('state'),
      render: ({ expired }) => (
        <StatusBadge tone={expired ? 'bad' : 'warning'}>{t(expired ? 'expired' : 'expires')}</StatusBadge>
      ),
    },
    {
      key: 'reminded',
      label: t('reminded'),
      render: ({ reminded_at }) =>
        reminded_at ? t('reminded_at', { date: dateText(reminded_at) }) : t('not_reminded'),
    },
  ];
}
