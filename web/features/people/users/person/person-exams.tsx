import { listAppointedForms } from '#contract/exams/attempts';
import { EXAM } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { dateText } from '../../../../lib/words/dates.ts';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { TestBadge } from '../../../../ui/step/test-badge.tsx';
import { FILTERS, NoExams, PersonExamFilters } from './person-exam-filters.tsx';
import { testHref } from './person-test-state.ts';

type Row = ResponseOf<typeof listAppointedForms>['results'][number];

/** The tests and exams appointed to a person, with status and best result; a row opens the last attempt. */
export function PersonExams({ id }: { id: number }) {
  const t = useTranslations('learning');
  const { number, result } = useNumbers();
  const own = useProfile().id === id;
  const list = useListState(listAppointedForms);
  const exams = useData(listAppointedForms, { query: { ...list.query, user: id }, keep: true });

  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('exams.name'),
      sort: 'form_name',
      primary: true,
      render: (row) => row.form_name,
    },
    {
      key: 'type',
      label: t('exams.type'),
      render: (row) => (row.form_type === EXAM ? t('exams.exam') : t('exams.test')),
    },
    {
      key: 'course',
      label: t('exams.course'),
      sort: 'course_name',
      render: (row) => row.course.name,
    },
    {
      key: 'status',
      label: t('exams.status'),
      render: (row) => <TestBadge state={row.state} />,
    },
    {
      key: 'result',
      label: t('exams.result'),
      sort: 'percent',
      numeric: true,
      render: (row) => row.percent !== null && `${result(row.percent)}${row.ects ? ` · ${row.ects}` : ''}`,
    },
    {
      key: 'attempts',
      label: t('exams.attempts'),
      numeric: true,
      render: (row) =>
        row.attempts_allowed === null
          ? number(row.attempts_used)
          : t('exams.attempts_of', { used: row.attempts_used, allowed: row.attempts_allowed }),
    },
    {
      key: 'date',
      label: t('exams.date'),
      sort: 'exam_time_end',
      render: (row) => row.exam_time_end && dateText(row.exam_time_end),
    },
  ];

  return (
    <div className="shrinks">
      <ListBar list={list} query={exams} names={FILTERS}>
        <PersonExamFilters />
      </ListBar>
      <DataTable
        label={t('exams.label')}
        columns={columns}
        query={exams}
        list={list}
        rowKey={(row) => row.form_id}
        rowHref={(row) => testHref({ ...row, course_id: row.course.id }, own)}
        empty={<NoExams id={id} list={list} />}
      />
    </div>
  );
}
