import { listAppointedForms } from '#contract/attempts';
import type { ResponseOf } from '#contract/platform';
import { useFormatter, useTranslations } from 'use-intl';
import { dateText } from '../../lib/dates.ts';
import { useListState } from '../../lib/list-state.ts';
import { useProfile } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

type Row = ResponseOf<typeof listAppointedForms>['results'][number];

const TONES = {
  in_progress: 'active',
  passed: 'good',
  failed: 'bad',
  not_published: 'warning',
  assigned: 'neutral',
  reopened: 'active',
  rejected: 'bad',
  canceled: 'neutral',
} as const satisfies Record<string, Tone>;

/** The tests and exams appointed to a person, with status and best result; a row opens the last attempt. */
export function PersonExams({ id }: { id: number }) {
  const t = useTranslations('learning');
  const { number } = useFormatter();
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
      render: (row) => (row.form_type === 2 ? t('exams.exam') : t('exams.test')),
    },
    { key: 'course', label: t('exams.course'), render: (row) => row.course.name },
    {
      key: 'status',
      label: t('exams.status'),
      render: (row) => (
        <StatusBadge tone={TONES[statusOf(row)]}>{t(`exams.statuses.${statusOf(row)}`)}</StatusBadge>
      ),
    },
    {
      key: 'result',
      label: t('exams.result'),
      numeric: true,
      render: (row) =>
        row.percent !== null &&
        `${number(row.percent / 100, { style: 'percent', maximumFractionDigits: 0 })}${row.ects ? ` · ${row.ects}` : ''}`,
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
    <DataTable
      label={t('exams.label')}
      columns={columns}
      query={exams}
      list={list}
      rowKey={(row) => row.form_id}
      rowHref={(row) => hrefOf(row, own)}
      empty={<EmptyState title={t('no_exams')} />}
    />
  );
}

/** One's own leads to where it is taken while it still can be; otherwise to the result of the last attempt. */
function hrefOf(
  { course, material_id, last_attempt_id, passed_form_status }: Row,
  own: boolean,
): string | null {
  if (own && [1, 3, 4].includes(passed_form_status))
    return `/course/${course.id}/education-materials/${material_id}`;
  return last_attempt_id === null ? null : `/course/${course.id}/statistic/${last_attempt_id}`;
}

/** The state in the words of the appointed forms (decisions, "Assignment and attempt"). */
function statusOf({ passed_form_status, passed_successfully }: Row): keyof typeof TONES {
  if (passed_form_status === 2) {
    if (passed_successfully === null) return 'not_published';
    return passed_successfully ? 'passed' : 'failed';
  }
  const states = { 1: 'in_progress', 3: 'assigned', 4: 'reopened', 5: 'rejected', 6: 'canceled' } as const;
  return states[passed_form_status as keyof typeof states] ?? 'assigned';
}
