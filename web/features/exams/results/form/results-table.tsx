import type { listResults } from '#contract/exams/results';
import type { ResponseOf } from '#contract/platform';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconEye } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { withRows } from '../../../../lib/api/whole-list.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import type { Selection } from '../../../../ui/list/selection.ts';
import { TwoLines } from '../../../../ui/table/two-lines.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { ACTION_ICONS, isDanger } from '../action-icons.ts';
import { FinishedCell } from '../finished-cell.tsx';
import { minuteText } from '../../../../lib/words/dates.ts';
import { GradeCell } from '../grade-cell.tsx';
import { ResultState } from '../result-state.tsx';
import type { Asked, ResultRow } from '../result.ts';
import { personName } from '../../../../lib/words/person-name.ts';
import { resultPath } from '../../../../lib/paths/result-paths.ts';

type Page = ResponseOf<typeof listResults>;

interface Props {
  course_id: number;
  query: UseQueryResult<Page>;
  list: ListState<typeof listResults>;
  selection: Selection<ResultRow>;
  onAsk: (asked: Asked) => void;
}

export const FILTERS = ['state', 'passed', 'group', 'user'] as const;

/** Attempt by attempt: who, how it went, and the menu of what may be decided about it. */
export function ResultsTable({ course_id, query, list, selection, onAsk }: Props) {
  const t = useTranslations('results');
  const common = useTranslations('common.list');
  const columns = useColumns(query.data?.form);
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      query={withRows(query, withId)}
      list={list}
      rowKey={({ id }) => id}
      rowHref={({ attempt_id }) => (attempt_id === null ? null : resultPath(course_id, attempt_id))}
      choice={{ selection, nameOf }}
      rowMenu={(row) => <ResultMenu course_id={course_id} row={row} onAsk={onAsk} />}
      empty={
        list.isNarrowed(FILTERS) ? (
          <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
        ) : (
          <EmptyState title={t('empty')} text={t('empty_text')} />
        )
      }
    />
  );
}

const nameOf = ({ user }: ResultRow) => personName(user);

const withId = (row: Page['results'][number]): ResultRow => ({ ...row, id: row.attempt_id ?? -row.user.id });

function useColumns(form: Page['form'] | undefined): Column<ResultRow>[] {
  const t = useTranslations('results');
  return [
    {
      key: 'user',
      label: t('student'),
      sort: 'last_name',
      primary: true,
      grow: true,
      render: ({ user, groups }) => <PersonLine person={user} note={groups.join(', ')} />,
    },
    {
      key: 'number',
      label: t('attempt'),
      minor: true,
      numeric: true,
      render: ({ number, counts }) =>
        number === null ? '—' : <TwoLines note={counts && t('counts')}>{number}</TwoLines>,
    },
    { key: 'state', label: t('state'), render: (row) => <ResultState row={row} /> },
    {
      key: 'result',
      label: t('result'),
      sort: 'percent',
      numeric: true,
      render: (row) => <GradeCell row={row} rating_system={form?.rating_system ?? 'percentages'} />,
    },
    {
      key: 'finished',
      label: t('finished'),
      sort: 'finished_at',
      render: (row) => (row.running ? <RunningCell running={row.running} /> : <FinishedCell row={row} />),
    },
  ];
}

/** Until when an attempt runs, and how far it is. */
function RunningCell({ running }: { running: NonNullable<ResultRow['running']> }) {
  const t = useTranslations('results.running');
  const { deadline, answered, questions, online } = running;
  return (
    <TwoLines note={[t('answered', { answered, questions }), ...(online ? [] : [t('offline')])].join(' · ')}>
      {t('until', { time: minuteText(deadline) })}
    </TwoLines>
  );
}

function ResultMenu({
  course_id,
  row,
  onAsk,
}: {
  course_id: number;
  row: ResultRow;
  onAsk: (asked: Asked) => void;
}) {
  const t = useTranslations('results');
  if (row.attempt_id === null && row.actions.length === 0) return null;
  return (
    <RowMenu name={nameOf(row)}>
      {row.attempt_id !== null && (
        <Menu.Item
          component={Link}
          to={resultPath(course_id, row.attempt_id)}
          leftSection={<IconEye size={18} aria-hidden />}
        >
          {t(row.finished_at ? 'open' : 'open_running')}
        </Menu.Item>
      )}
      {row.actions.map((action) => {
        const Icon = ACTION_ICONS[action];
        return (
          <Menu.Item
            key={action}
            leftSection={<Icon size={18} aria-hidden />}
            {...(isDanger(action) && { color: 'var(--osn-error)' })}
            onClick={() => onAsk({ action, rows: [row] })}
          >
            {t(`actions.${action}`)}
          </Menu.Item>
        );
      })}
    </RowMenu>
  );
}
