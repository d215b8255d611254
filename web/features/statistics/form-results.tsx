import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import type { StudentRow } from './course-analytics.tsx';
import classes from './course-analytics.module.css';

type FormResult = StudentRow['forms'][number];

/** The best result of each test and exam, with its attempts and how the last one ended. */
export function FormResults({ course_id, forms }: { course_id: number; forms: readonly FormResult[] }) {
  if (forms.length === 0) return '—';
  return (
    <ul className={classes.forms}>
      {forms.map((form) => (
        <li key={form.form_id} className={classes.form}>
          <One course_id={course_id} form={form} />
        </li>
      ))}
    </ul>
  );
}

function One({ course_id, form }: { course_id: number; form: FormResult }) {
  const t = useTranslations('statistics');
  const format = useFormatter();
  const { best_percent, ects, attempts_used, attempts_allowed, finished_by, last_attempt_id } = form;
  const [tone, label] = verdictOf(t, form);
  const attempts =
    attempts_allowed === null
      ? t('attempts_unlimited', { used: attempts_used })
      : t('attempts', { used: attempts_used, allowed: attempts_allowed });
  const name = last_attempt_id ? (
    <Link to={`/course/${course_id}/statistic/${last_attempt_id}`}>{form.form_name}</Link>
  ) : (
    form.form_name
  );
  return (
    <>
      <span className={classes.formName}>{name}</span>
      <span className={classes.verdict}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        {best_percent !== null && (
          <strong>
            {format.number(best_percent / 100, { style: 'percent', maximumFractionDigits: 1 })} {ects}
          </strong>
        )}
      </span>
      {attempts_used > 0 && (
        <span className={classes.note}>
          {attempts}
          {finished_by && ` · ${t(`by_${finished_by as 'user' | 'timer' | 'page_closed' | 'trainer'}`)}`}
        </span>
      )}
    </>
  );
}

function verdictOf(
  t: ReturnType<typeof useTranslations<'statistics'>>,
  { status, passed }: FormResult,
): [Tone, string] {
  if (status === 1) return ['active', t('status_in_progress')];
  if (status === 4) return ['warning', t('status_reopened')];
  if (status === 5) return ['bad', t('status_rejected')];
  if (status === 6) return ['neutral', t('status_canceled')];
  if (passed === true) return ['good', t('passed')];
  if (passed === false) return ['bad', t('failed')];
  return ['neutral', t('status_assigned')];
}
