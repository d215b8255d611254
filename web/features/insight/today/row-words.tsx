import { useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { TwoLines } from '../../../ui/table/two-lines.tsx';
import classes from './today.module.css';
import { daysSince, type TodayRow } from './today.ts';
import { personName } from '../../../lib/words/person-name.ts';

/** What a row is about: the thing, and what is known of it. */
export function RowThing({ row }: { row: TodayRow }) {
  const t = useTranslations('today');
  const { number } = useNumbers();
  const share = (percent: number) => number(percent / 100, { style: 'percent', maximumFractionDigits: 0 });
  const { kind, form, course, program, webinar, percent, progress, attempts_used, attempts_allowed } = row;
  const isTest = form !== null;
  const notes = [
    isTest ? course?.name : program?.name,
    isTest && percent !== null && t('last_result', { percent: share(percent) }),
    isTest &&
      attempts_used !== null &&
      (attempts_allowed === null
        ? t('attempts', { used: attempts_used })
        : t('attempts_of', { used: attempts_used, allowed: attempts_allowed })),
    kind === 'silent' && progress !== null && t('done', { percent: share(progress) }),
  ].filter((note) => typeof note === 'string');
  return (
    <TwoLines note={notes.join(' · ')}>
      {form?.name ?? course?.name ?? webinar?.name ?? program?.name}
    </TwoLines>
  );
}

/** What somebody says who asks. */
export function Message({ row: { message } }: { row: Pick<TodayRow, 'message'> }) {
  return message === '' ? null : <span className={classes.quote}>{message}</span>;
}

/** Since when, in days and as a date, with what else has to be known before anything is done. */
export function RowSince({ row }: { row: TodayRow }) {
  const t = useTranslations('today');
  const { kind, since, retake_granted, reminded } = row;
  const late = kind === 'step_overdue' || kind === 'retake_overdue';
  return (
    <span className={`${classes.since} stack`}>
      <TwoLines note={t(`since.${kind}`, { date: dateText(since) })}>
        <span className="row gap-2">
          <StatusBadge tone={late ? 'bad' : 'warning'}>{t('days', { count: daysSince(since) })}</StatusBadge>
          {kind === 'never_began' && <StatusBadge tone="neutral">{t('never_began')}</StatusBadge>}
          {kind === 'failed_twice' && retake_granted && (
            <StatusBadge tone="active">{t('retake_granted')}</StatusBadge>
          )}
          {row.refusal === 'course_locked' && <StatusBadge tone="neutral">{t('closed')}</StatusBadge>}
        </span>
      </TwoLines>
      {reminded && <Reminded reminded={reminded} />}
    </span>
  );
}

export function Reminded({ reminded: { at, author } }: { reminded: NonNullable<TodayRow['reminded']> }) {
  const t = useTranslations('today');
  const date = dateText(at);
  return (
    <span className="quiet">
      {author ? t('reminded_by', { date, name: personName(author) }) : t('reminded', { date })}
    </span>
  );
}
