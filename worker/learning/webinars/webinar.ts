import type { WebinarAction, WebinarState } from './contract.ts';

/** What a webinar's state follows from; instants as Dates. */
export interface Timed {
  starts_at: Date;
  /** Minutes. */
  duration: number;
  canceled_at: Date | null;
  recording_url: string;
}

const MINUTE = 60_000;

/** Where a webinar stands at a moment (decisions, "Webinar"); the same rule as `webinar_state` in SQL. */
export function webinarState(webinar: Timed, now: Date): WebinarState {
  if (webinar.canceled_at) return 'canceled';
  const start = webinar.starts_at.getTime();
  if (now.getTime() < start) return 'scheduled';
  if (now.getTime() < start + webinar.duration * MINUTE) return 'live';
  return webinar.recording_url ? 'recorded' : 'ended';
}

/** What whoever edits webinars may do with one in this state: a canceled one stays as it was. */
export function actionsIn(state: WebinarState): WebinarAction[] {
  if (state === 'canceled') return ['delete'];
  return state === 'scheduled' || state === 'live' ? ['edit', 'cancel', 'delete'] : ['edit', 'delete'];
}
