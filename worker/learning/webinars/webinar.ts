import type { WebinarAction, WebinarState } from './contract.ts';

/** What a webinar's state and reminders follow from; instants as Dates. */
export interface Timed {
  starts_at: Date;
  /** Minutes. */
  duration: number;
  canceled_at: Date | null;
  recording_url: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Where a webinar stands at a moment (decisions, "Webinar"); the same rule as `webinar_state` in SQL. */
export function webinarState(webinar: Timed, now: Date): WebinarState {
  if (webinar.canceled_at) return 'canceled';
  const start = webinar.starts_at.getTime();
  if (now.getTime() < start) return 'scheduled';
  if (now.getTime() < start + webinar.duration * MINUTE) return 'live';
  return webinar.recording_url ? 'recorded' : 'ended';
}

/**
 * The reminder due at a moment, or null (decisions, "Webinar": 1 day and 1 hour before); the same rule as `remind_of_webinars`.
 * Within the last hour there is only that hour's reminder; none once it has begun or is canceled.
 */
export function dueReminder(
  webinar: Timed & { day_reminded_at: Date | null; hour_reminded_at: Date | null },
  now: Date,
): 'day' | 'hour' | null {
  const left = webinar.starts_at.getTime() - now.getTime();
  if (webinar.canceled_at || left <= 0 || left > DAY) return null;
  if (left <= HOUR) return webinar.hour_reminded_at ? null : 'hour';
  return webinar.day_reminded_at ? null : 'day';
}

/** What whoever edits webinars may do with one in this state: a canceled one stays as it was. */
export function actionsIn(state: WebinarState): WebinarAction[] {
  if (state === 'canceled') return ['delete'];
  return state === 'scheduled' || state === 'live' ? ['edit', 'cancel', 'delete'] : ['edit', 'delete'];
}
