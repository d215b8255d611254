import { listGroupStandings, listProgramStandings } from '#contract/insight/dashboard';
import type { ResponseOf } from '#contract/platform';
import { IconPrinter } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { printPage } from '../../../../lib/page/print.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { Shares } from '../shares.tsx';
import classes from './standing-list.module.css';

type Row = ResponseOf<typeof listGroupStandings>['results'][number];

/** Groups or programs by how far their students are, furthest behind first. */
export default function StandingList({ id, of }: { id: number; of: 'groups' | 'programs' }) {
  const t = useTranslations('dashboard.list');
  const common = useTranslations('common.list');
  const endpoint = of === 'groups' ? listGroupStandings : listProgramStandings;
  const list = useListState(endpoint);
  const query = useData(endpoint, { params: { id }, query: list.query, keep: true });
  const columns = useColumns();
  return (
    <>
      <div className="off-paper">
        <ListBar
          list={list}
          query={query}
          end={
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => void printPage()}
            >
              {t('print')}
            </Button>
          }
        />
      </div>
      <DataTable
        label={t(of)}
        columns={columns}
        query={query}
        list={list}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${of === 'groups' ? 'group' : 'program'}/${row.id}`}
        empty={
          list.search ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t(`empty_${of}`)} text={t(`empty_${of}_text`)} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('dashboard.list');
  const { number } = useFormatter();
  return [
    { key: 'name', label: t('name'), sort: 'name', primary: true, render: ({ name }) => name },
    {
      key: 'students',
      label: t('students'),
      sort: 'students',
      numeric: true,
      render: ({ students }) => number(students),
    },
    {
      key: 'standing',
      label: t('standing'),
      sort: 'finished',
      render: (row) => <Standing row={row} />,
    },
    {
      key: 'progress',
      label: t('progress'),
      sort: 'progress',
      render: ({ progress, students }) =>
        progress === null ? (
          <span className="dim">{t(students === 0 ? 'no_students' : 'no_courses')}</span>
        ) : (
          <ProgressLine value={progress} label={t('progress')} />
        ),
    },
    {
      key: 'overdue',
      label: t('overdue'),
      numeric: true,
      render: ({ overdue }) => (overdue > 0 ? <StatusBadge tone="bad">{number(overdue)}</StatusBadge> : '—'),
    },
  ];
}

function Standing({ row }: { row: Row }) {
  const t = useTranslations('dashboard.list');
  const { finished, in_progress, new: fresh } = row;
  if (finished + in_progress + fresh === 0) return '—';
  return (
    <span className={classes.standing} title={t('standing_label', { finished, in_progress, new: fresh })}>
      <span className="unseen">{t('standing_label', { finished, in_progress, new: fresh })}</span>
      <Shares
        parts={[
          { key: 'finished', count: finished, tone: 'good' },
          { key: 'in_progress', count: in_progress, tone: 'active' },
          { key: 'new', count: fresh, tone: 'quiet' },
        ]}
      />
      <span className={classes.counts} aria-hidden>
        {finished} / {in_progress} / {fresh}
      </span>
    </span>
  );
}
