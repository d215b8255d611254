import { IconMail } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useListState } from '../../../lib/form/list-state.ts';
import { useMay } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { withRows } from '../../../lib/api/whole-list.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { SelectionBar } from '../../../ui/list/selection-bar.tsx';
import { useSelection } from '../../../ui/list/selection.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { PersonLine } from '../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { RowActions } from './row-actions.tsx';
import { lastReminder, Message, Reminded, RowSince, RowThings } from './row-words.tsx';
import {
  isReminded,
  LISTS,
  nameOf,
  rowPath,
  rowsWith,
  type List,
  type TodayRow,
  type OverviewProps,
} from './today.ts';

type Row = TodayRow & { id: number };
interface Page {
  results: TodayRow[];
  count: number;
  total_pages: number;
}

/** One section as a list: searched, sorted, paged, and rows chosen to be reminded. */
export default function TodayList({
  section,
  onRemind,
  onRetake,
  onDecline,
}: OverviewProps & { section: List }) {
  const t = useTranslations('today');
  const common = useTranslations('common.list');
  const viewsUsers = useMay()('viewUser');
  const endpoint = LISTS[section];
  const list = useListState(endpoint);
  const page = useData(endpoint, {
    query: { ...list.query, ...(section === 'silent' && { by_person: 'true' }) },
    keep: true,
  });
  const query = useNumbered(page);
  const selection = useSelection<Row>(JSON.stringify([section, list.search]));
  const chosen = [...selection.rows.values()];
  return (
    <>
      <PageHeader
        title={t(`sections.${section}.title`)}
        description={t(`sections.${section}.text`)}
        back={{ to: '/today', label: t('title') }}
        actions={
          isReminded(section) && (
            <Button
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
              disabled={!page.data?.count}
              onClick={() => onRemind({ section })}
            >
              {t('remind_all')}
            </Button>
          )
        }
      />
      <ListBar list={list} query={page} />
      <DataTable
        label={t(`sections.${section}.title`)}
        columns={useColumns(section)}
        query={query}
        list={list}
        rowKey={({ key }) => key}
        rowHref={(row) => rowPath(row, viewsUsers)}
        {...(isReminded(section) && { choice: { selection, nameOf } })}
        rowMenu={(row) => (
          <RowActions
            row={row}
            onRemind={isReminded(section) && (() => onRemind({ section, rows: rowsWith(row) }))}
            onRetake={onRetake}
            onDecline={onDecline}
          />
        )}
        empty={
          list.search ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t(`sections.${section}.nothing`)} text={t('nothing_text')} />
          )
        }
      />
      {isReminded(section) && chosen.length > 0 && (
        <SelectionBar
          label={t('chosen_label')}
          count={t('chosen', { count: chosen.length })}
          clear={t('clear')}
          onClear={selection.clear}
        >
          <Button
            leftSection={<IconMail size={18} aria-hidden />}
            onClick={() => onRemind({ section, rows: chosen.flatMap(rowsWith) })}
          >
            {t('remind')}
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

/** Rows with the number that a selection knows them by: the same for the same key. */
function useNumbered(query: UseQueryResult<Page>) {
  const [numbers] = useState(() => new Map<string, number>());
  const numberOf = (key: string) => {
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key)!;
  };
  return withRows(query, (row) => ({ ...row, id: numberOf(row.key) }));
}

function useColumns(section: List): Column<Row>[] {
  const t = useTranslations('today');
  const isAsked = section === 'retake_asked';
  const since = isAsked || isReminded(section) ? 'since' : 'until';
  return [
    {
      key: 'user',
      label: t('columns.person'),
      sort: 'last_name',
      primary: true,
      render: ({ user }) => <PersonLine person={user} />,
    },
    {
      key: 'thing',
      grow: true,
      label: t('columns.thing'),
      sort: 'course_name',
      render: (row) => <RowThings row={row} />,
    },
    {
      key: 'since',
      label: t(`columns.${section === 'certificate_expiring' ? 'valid' : since}`),
      sort: 'since',
      render: (row) => <RowSince row={row} bare />,
    },
    ...(isAsked
      ? [
          {
            key: 'message',
            minor: true,
            label: t('columns.message'),
            render: (row: Row) => (row.message === '' ? '—' : <Message row={row} />),
          },
        ]
      : []),
    ...(isReminded(section)
      ? [
          {
            key: 'reminded',
            minor: true,
            label: t('columns.reminded'),
            render: (row: Row) => {
              const reminded = lastReminder(row);
              return reminded ? <Reminded reminded={reminded} /> : '—';
            },
          },
        ]
      : []),
  ];
}
