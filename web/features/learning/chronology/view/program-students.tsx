import { exportChronologyStudents, listChronologyStudents } from '#contract/learning/chronology';
import type { ResponseOf } from '#contract/platform';
import { IconFileExport } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useAction } from '../../../../lib/api/use-action.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { DueCell } from '../../../../ui/step/due-cell.tsx';
import { STATE_TONES } from '../item-words.ts';
import classes from './program-students.module.css';

type Student = ResponseOf<typeof listChronologyStudents>['results'][number];

/** Who takes the program, how far they are, and where they are now. */
export default function ProgramStudents({ program_id }: { program_id: number }) {
  const t = useTranslations();
  const may = useMay();
  const list = useListState(listChronologyStudents);
  const students = useData(listChronologyStudents, {
    params: { id: program_id },
    query: list.query,
    keep: true,
  });
  const exporting = useAction(exportChronologyStudents, { onDone: saveFile });
  const columns = useColumns();
  return (
    <>
      <ListBar
        list={list}
        query={students}
        end={
          <Button
            variant="default"
            leftSection={<IconFileExport size={18} aria-hidden />}
            loading={exporting.busy}
            disabled={students.data?.count === 0}
            onClick={() => void exporting.run({ params: { id: program_id }, query: list.query })}
          >
            {t('chronology.students.export')}
          </Button>
        }
      />
      <DataTable
        label={t('chronology.students.label')}
        columns={columns}
        query={students}
        list={list}
        rowKey={({ id }) => id}
        rowHref={({ id }) => (may('viewUser') ? `/user/${id}` : null)}
        empty={
          list.search ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState title={t('chronology.students.empty')} text={t('chronology.students.empty_text')} />
          )
        }
      />
    </>
  );
}

/** The next step was due before now. */
const isPast = ({ due_at, finished_at }: Student): boolean =>
  due_at !== null && finished_at === null && Date.parse(due_at) < Date.now();

function useColumns(): Column<Student>[] {
  const t = useTranslations('chronology');
  return [
    {
      key: 'name',
      label: t('students.student'),
      sort: 'last_name',
      primary: true,
      render: (student) => <PersonLine person={student} />,
    },
    {
      key: 'progress',
      label: t('students.progress'),
      render: ({ done, total }) => (
        <span className={classes.progress}>
          <ProgressLine
            value={total === 0 ? 0 : Math.floor((100 * done) / total)}
            label={t('students.progress')}
          />
          <span className="fine">{t('done_of', { done, total })}</span>
        </span>
      ),
    },
    {
      key: 'current',
      label: t('students.current'),
      render: ({ current, done, total }) =>
        current ? (
          <span className={classes.current}>
            {current.name}
            <StatusBadge tone={STATE_TONES[current.state]}>{t(`states.${current.state}`)}</StatusBadge>
          </span>
        ) : total > 0 && done === total ? (
          t('students.done_all')
        ) : (
          '—'
        ),
    },
    {
      key: 'due',
      label: t('students.due'),
      render: (student) => (
        <DueCell
          due={{ ...student, overdue: isPast(student) }}
          note={student.late_steps > 0 && t('students.late_steps', { count: student.late_steps })}
        />
      ),
    },
    {
      key: 'overdue',
      label: t('students.overdue'),
      numeric: true,
      render: ({ overdue }) => (overdue > 0 ? <strong className="bad">{overdue}</strong> : '—'),
    },
    {
      key: 'assigned_at',
      minor: true,
      below: true,
      label: t('students.assigned_at'),
      sort: 'assigned_at',
      render: ({ assigned_at }) => dateText(assigned_at),
    },
  ];
}
