import type { CourseColumn, FormColumn, PackageColumn } from '#contract/insight/statistics';
import { writtenNumber } from '#contract/platform';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { dateText, dateTimeText } from '../../../../lib/words/dates.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { LongText } from '../../../../ui/table/long-text.tsx';
import { StatusBadge, type Tone } from '../../../../ui/state/status-badge.tsx';
import { PackageBadge } from '../../../../ui/step/package-badge.tsx';
import classes from './statistic-cell.module.css';
import { type FormStanding, formStanding } from './form-standing.ts';
import type { StatisticColumn } from './use-columns.ts';
import type { StudentRow } from '../statistic.ts';
import { personName } from '../../../../lib/words/person-name.ts';
import { COURSE_TONES } from '../../../../ui/step/course-tones.ts';

type FormResult = StudentRow['forms'][number];
type PackageResult = StudentRow['packages'][number];

const NOTHING = '—';

/** One figure of a student. */
export function StatisticCell({ row, column }: { row: StudentRow; column: StatisticColumn }) {
  const { form_id, package_id, field } = column;
  if (package_id !== null) {
    const one = row.packages.find(({ material_id }) => material_id === package_id);
    return one ? <PackageCell one={one} field={field as PackageColumn} /> : NOTHING;
  }
  if (form_id === null) return <CourseCell row={row} field={field as CourseColumn} />;
  const form = row.forms.find((each) => each.form_id === form_id);
  return form ? <FormCell form={form} field={field as FormColumn} /> : NOTHING;
}

function CourseCell({ row, field }: { row: StudentRow; field: CourseColumn }): ReactNode {
  const t = useTranslations('statistics');
  const { duration, number } = useNumbers();
  switch (field) {
    case 'last_name':
      return personName(row.user);
    case 'email':
    case 'position':
    case 'subdivision':
      return row[field] ? <LongText>{row[field]}</LongText> : NOTHING;
    case 'groups':
      return <LongText>{row.groups.join(', ')}</LongText>;
    case 'state':
      return <StatusBadge tone={COURSE_TONES[row.state]}>{t(`states.${row.state}`)}</StatusBadge>;
    case 'progress':
      return <Percent value={row.progress} />;
    case 'materials_done':
      return t('of', { done: row.materials_done, total: row.materials_total });
    case 'time_spent':
      return row.time_spent === 0 ? NOTHING : duration(row.time_spent);
    case 'started_at':
    case 'last_activity':
    case 'completed_at': {
      const instant = row[field];
      return instant === null ? NOTHING : dateTimeText(instant);
    }
    case 'due_at':
      return row.due_at === null ? NOTHING : dateText(row.due_at);
    case 'late_days':
      return row.late_days === null ? NOTHING : row.late_days === 0 ? t('in_time') : number(row.late_days);
    case 'certificate_number':
      return row.certificate_number === null ? NOTHING : writtenNumber(row.certificate_number);
    default:
      return row[field] ? t('yes') : t('no');
  }
}

function FormCell({ form, field }: { form: FormResult; field: FormColumn }): ReactNode {
  const t = useTranslations('statistics');
  const { number } = useNumbers();
  const { duration } = useNumbers();
  switch (field) {
    case 'status':
      return <FormStatus form={form} />;
    case 'attempts_used':
      return form.attempts_allowed === null
        ? number(form.attempts_used)
        : t('of', { done: form.attempts_used, total: form.attempts_allowed });
    case 'passed':
      return form.passed === null ? NOTHING : form.passed ? t('yes') : t('no');
    case 'duration':
      return form.duration === null ? NOTHING : duration(form.duration);
    case 'finished_by':
      if (form.finished_by === null) return NOTHING;
      // What staff typed in took nobody knows how long.
      return t(
        `finished_by.${form.finished_by === 'trainer' && form.duration === null ? 'paper' : form.finished_by}`,
      );
    case 'ects':
      return form.ects ?? NOTHING;
    case 'first_score':
    case 'last_score':
    case 'best_score': {
      const score = form[field];
      return score === null ? NOTHING : number(score);
    }
    default:
      return <Percent value={form[field]} strong={field === 'percent'} />;
  }
}

function PackageCell({ one, field }: { one: PackageResult; field: PackageColumn }): ReactNode {
  const { number } = useNumbers();
  const { duration } = useNumbers();
  switch (field) {
    case 'standing':
      return <PackageBadge standing={one.standing} />;
    case 'score':
      return <Percent value={one.score} strong />;
    case 'tries':
      return number(one.tries);
    default:
      return one.time === 0 ? NOTHING : duration(one.time);
  }
}

function Percent({ value, strong = false }: { value: number | null; strong?: boolean }) {
  const { result } = useNumbers();
  if (value === null) return NOTHING;
  const text = result(value);
  return strong ? <strong>{text}</strong> : text;
}

const TONES = {
  running: 'active',
  reopened: 'warning',
  rejected: 'bad',
  canceled: 'neutral',
  to_mark: 'warning',
  passed: 'good',
  failed: 'bad',
  assigned: 'neutral',
} as const satisfies Record<FormStanding, Tone>;

function FormStatus({ form }: { form: FormResult }) {
  const t = useTranslations('statistics');
  const standing = formStanding(form);
  return (
    <span className={classes.status}>
      <StatusBadge tone={TONES[standing]}>{t(`statuses.${standing}`)}</StatusBadge>
      {form.in_review && standing !== 'to_mark' && <span className="fine">{t('in_review')}</span>}
    </span>
  );
}
