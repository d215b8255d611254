import { useFormatter } from 'use-intl';
import classes from './date-block.module.css';
import { dayParts } from './webinar-time.ts';

/** The day of a webinar as a leaf of a calendar; the text beside it says the same in words. */
export function DateBlock({ starts_at, faded }: { starts_at: string; faded?: boolean }) {
  const { dateTime } = useFormatter();
  const { day, month } = dayParts(starts_at);
  return (
    <span className={classes.block} data-faded={faded || undefined} aria-hidden>
      <span className={classes.weekday}>{dateTime(new Date(starts_at), { weekday: 'short' })}</span>
      <span className={classes.day}>{day}</span>
      <span className={classes.month}>{month}</span>
    </span>
  );
}
