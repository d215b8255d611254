import {
  type CourseColumn,
  courseStatistic,
  type FormColumn,
  type PackageColumn,
  statisticColumns,
  statisticExport,
} from '#contract/insight/statistics';
import { IconColumns3, IconDownload, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { printPage } from '../../../../lib/page/print.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatisticCell } from './statistic-cell.tsx';
import { FILTERS, StudentFilters } from './student-filters.tsx';
import { hasActions, StudentMenu, triesPath } from './student-menu.tsx';
import { type StatisticColumn, useColumns } from './use-columns.ts';
import type { Asked, StudentRow } from '../statistic.ts';
import { later } from '../../../../lib/page/later.tsx';
import { resultPath } from '../../../../lib/paths/result-paths.ts';

const ColumnsDialog = later(() => import('./columns-dialog.tsx'));

interface Props {
  course_id: number;
  groups: readonly { id: number; name: string }[];
  list: ListState<typeof courseStatistic>;
  certificate: (row: StudentRow) => ReactNode;
  onAsk: (asked: Asked) => void;
}

/** Every student with the columns chosen; a row opens the last attempt. */
export function StudentTable(props: Props) {
  const columns = useData(statisticColumns, { params: { id: props.course_id } });
  return <Loaded query={columns}>{(answer) => <Table {...props} columns={answer.columns} />}</Loaded>;
}

function Table({
  course_id,
  groups,
  list,
  certificate,
  onAsk,
  columns,
}: Props & { columns: StatisticColumn[] }) {
  const t = useTranslations('statistics');
  const common = useTranslations('common.list');
  const [choosing, setChoosing] = useState(false);
  const choice = useColumns(course_id, columns);
  const query = useData(courseStatistic, { params: { id: course_id }, query: list.query, keep: true });
  const download = useAction(statisticExport, { onDone: saveFile });
  const shown = choice.chosen.map((column) => columnFor(t, column));
  const { page: _, page_size: __, ...filters } = list.query;
  return (
    <section className="stack" aria-label={t('label')}>
      <ListBar
        list={list}
        query={query}
        names={FILTERS}
        end={
          <div className="cluster gap-4 off-paper">
            <Button
              variant="default"
              leftSection={<IconColumns3 size={18} aria-hidden />}
              onClick={() => setChoosing(true)}
            >
              {t('choose.open')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={download.busy}
              onClick={() =>
                void download.run({
                  params: { id: course_id },
                  query: { ...filters, columns: choice.chosen.map(({ key }) => key).join(',') },
                })
              }
            >
              {t('export')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => void printPage()}
            >
              {t('print')}
            </Button>
          </div>
        }
      >
        <StudentFilters
          groups={groups}
          forms={partsOf(columns, 'form_id')}
          packages={partsOf(columns, 'package_id')}
        />
      </ListBar>
      <DataTable
        wide
        label={t('label')}
        columns={shown}
        query={query}
        list={list}
        rowKey={({ user }) => user.id}
        rowHref={(row) => hrefOf(course_id, row)}
        rowMenu={(row) =>
          hasActions(row) && (
            <StudentMenu course_id={course_id} row={row} certificate={certificate(row)} onAsk={onAsk} />
          )
        }
        empty={
          list.isNarrowed(FILTERS) ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          )
        }
      />
      <Suspense fallback={null}>
        {choosing && <ColumnsDialog columns={columns} choice={choice} onClose={() => setChoosing(false)} />}
      </Suspense>
    </section>
  );
}

const NUMERIC = new Set<StatisticColumn['type']>(['number', 'percent', 'duration']);
type Translate = ReturnType<typeof useTranslations<'statistics'>>;
function columnFor(t: Translate, column: StatisticColumn): Column<StudentRow> {
  const { key, part_name, sortable, type } = column;
  const field = column.field as CourseColumn | FormColumn | PackageColumn;
  return {
    key,
    label: t(`columns.${field}`),
    ...(part_name !== null && { over: part_name }),
    ...(field === 'time_spent' && { hint: t('tips.time_spent') }),
    ...((field === 'percent' || field === 'score') && { hint: t(`tips.${field}`) }),
    ...(sortable && { sort: key }),
    ...(key === 'last_name' && { primary: true }),
    numeric: NUMERIC.has(type),
    render: (row) =>
      key === 'last_name' ? <PersonLine person={row.user} /> : <StatisticCell row={row} column={column} />,
  };
}

/** The tests and exams, or the packages, that the columns tell of. */
function partsOf(columns: readonly StatisticColumn[], part: 'form_id' | 'package_id') {
  const names = new Map(
    columns.flatMap(({ [part]: id, part_name }) => (id === null ? [] : [[id, part_name ?? ''] as const])),
  );
  return [...names].map(([id, name]) => ({ id, name }));
}

/** The last attempt of the last test or exam that was taken, else the tries at the last package. */
function hrefOf(course_id: number, { user, forms, packages }: StudentRow): string | null {
  const last = forms.findLast(({ last_attempt_id }) => last_attempt_id !== null)?.last_attempt_id;
  if (last) return resultPath(course_id, last);
  const played = packages.findLast(({ tries }) => tries > 0);
  return played ? triesPath(course_id, played.material_id, user) : null;
}
