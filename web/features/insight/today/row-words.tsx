import { useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { TwoLines } from '../../../ui/table/two-lines.tsx';
import classes from './today.module.css';
import { daysSince, daysUntil, isComing, rowsWith, type TodayRow } from './today.ts';
import { personName } from '../../../lib/words/person-name.ts';

/** What a row is about, and what else stands with it, each with its own date. */
export function RowThings({ row }: { row: TodayRow }) {
  const rows = rowsWith(row);
  if (rows.length === 1) return <RowThing row={row} />;
  return (
    <ul className="plain stack gap-2">
      {rows.map((each) => (
        <li key={each.key}>
          <RowThing row={each} dated />
        </li>
      ))}
    </ul>
  );
}

function RowThing({ row, dated = false }: { row: TodayRow; dated?: boolean }) {
  const t = useTranslations('today');
  const { result, share } = useNumbers();
  const { kind, form, course, program, webinar, percent, progress, attempts_used, attempts_allowed } = row;
  const isTest = form !== null;
  const notes = [
    isTest ? course?.name : program?.name,
    isTest && percent !== null && t('last_result', { percent: result(percent) }),
    isTest &&
      attempts_used !== null &&
      (attempts_allowed === null
        ? t('attempts', { used: attempts_used })
        : t('attempts_of', { used: attempts_used, allowed: attempts_allowed })),
    dated &&
      (kind === 'silent'
        ? t('from_day', { date: dateText(row.since) })
        : t(`since.${kind}`, { date: dateText(row.since) })),
    kind === 'silent' && progress !== null && t('done', { percent: share(progress / 100) }),
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
export function RowSince({
  row,
  bare = false,
}: {
  row: TodayRow;
  /** Without the last reminder. */ bare?: boolean;
}) {
  const t = useTranslations('today');
  const { kind, since, retake_granted, activated, has_email } = row;
  const rows = rowsWith(row);
  const reminded = lastReminder(row);
  const late = kind.endsWith('_overdue') || kind === 'certificate_expired';
  return (
    <span className={`${classes.since} stack`}>
      <TwoLines note={rows.length === 1 && t(`since.${kind}`, { date: dateText(since) })}>
        <span className="wraps gap-2">
          <StatusBadge tone={late ? 'bad' : 'warning'}>
            {isComing(row)
              ? t('in_days', { count: daysUntil(since) })
              : t('days', { count: daysSince(since) })}
          </StatusBadge>
          {rows.every((each) => each.kind === 'never_began') && (
            <StatusBadge tone="neutral">{t('never_began')}</StatusBadge>
          )}
          {!activated && (
            <StatusBadge tone="neutral">{t(has_email ? 'not_activated' : 'by_sheet')}</StatusBadge>
          )}
          {kind === 'failed_twice' && retake_granted && (
            <StatusBadge tone="active">{t('retake_granted')}</StatusBadge>
          )}
          {rows.every(({ refusal }) => refusal === 'course_locked') && (
            <StatusBadge tone="neutral">{t('closed')}</StatusBadge>
          )}
        </span>
      </TwoLines>
      {reminded && !bare && <Reminded reminded={reminded} />}
    </span>
  );
}

/** The last one about anything that the row stands for. */
export const lastReminder = (row: TodayRow): TodayRow['reminded'] =>
  rowsWith(row)
    .map(({ reminded }) => reminded)
    .reduce((last, each) => (!last || (each && each.at > last.at) ? each : last), null);

export function Reminded({ reminded: { at, author } }: { reminded: NonNullable<TodayRow['reminded']> }) {
  const t = useTranslations('today');
  const date = dateText(at);
  return (
    <span className="quiet">
      {author ? t('reminded_by', { date, name: personName(author) }) : t('reminded', { date })}
    </span>
  );
}
