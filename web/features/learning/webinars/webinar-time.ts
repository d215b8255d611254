import { JOIN_BEFORE, type WebinarState } from '#contract/learning/webinars';
import { useEffect, useState } from 'react';
import { createFormatter } from 'use-intl';
import { countdownText } from '../../../lib/words/dates.ts';
import { ownZone } from '../../../lib/words/zones.ts';

export interface Timed {
  starts_at: string;
  time_zone: string;
  /** Minutes. */
  duration: number;
  state: WebinarState;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const startOf = ({ starts_at }: Timed) => Date.parse(starts_at);
export const endOf = (webinar: Timed) => startOf(webinar) + webinar.duration * MINUTE;
export const opensAt = (webinar: Timed) => startOf(webinar) - JOIN_BEFORE * MINUTE;

/** The state at a moment of the server's time: what was read a while ago has begun or ended since. */
export function stateAt(webinar: Timed, now: number): WebinarState {
  const { state } = webinar;
  if (state !== 'scheduled' && state !== 'live') return state;
  if (now < startOf(webinar)) return 'scheduled';
  return now < endOf(webinar) ? 'live' : 'ended';
}

/** Whether it can be joined now, cannot yet, or not any more. */
export function joiningAt(webinar: Timed, now: number): 'before' | 'open' | 'over' {
  if (webinar.state === 'canceled' || now >= endOf(webinar)) return 'over';
  return now < opensAt(webinar) ? 'before' : 'open';
}

/**
 * The server's time, ticking: each second while a countdown may be on screen.
 * @param server_time what the last answer said
 * @param read_at local milliseconds at which it came
 */
export function useServerNow(server_time: string, read_at: number): number {
  const offset = Date.parse(server_time) - read_at;
  const [local, setLocal] = useState(() => Math.max(Date.now(), read_at));
  useEffect(() => {
    const timer = setInterval(() => setLocal(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(local, read_at) + offset;
}

/** What is left until the moment, or null when that is more than a day. */
export const shortCountdown = (left: number): string | null => (left > DAY ? null : countdownText(left));

// Dates are day.month.year in every language (§9), as in lib/words/dates.ts; here also in the webinar's own zone.
const formatter = createFormatter({ locale: 'uk', timeZone: ownZone() });
const minute = { hour: '2-digit', minute: '2-digit' } as const;
const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** 14:03–15:03 in the person's zone. */
export function spanText(webinar: Timed): string {
  return spanIn(webinar, ownZone());
}

function spanIn(webinar: Timed, timeZone: string): string {
  const [from, to] = [startOf(webinar), endOf(webinar)].map((time) =>
    formatter.dateTime(new Date(time), { ...minute, timeZone }),
  );
  return `${from}–${to}`;
}

/** The webinar's own time where it differs from the person's: the span and, on another day, the date. */
export function otherZoneText(webinar: Timed): string | null {
  const zone = webinar.time_zone;
  const at = new Date(startOf(webinar));
  const [own, there] = [ownZone(), zone].map((timeZone) =>
    formatter.dateTime(at, { ...day, ...minute, timeZone }),
  );
  if (own === there) return null;
  const sameDay = own!.slice(0, 10) === there!.slice(0, 10);
  const span = spanIn(webinar, zone);
  return sameDay ? span : `${formatter.dateTime(at, { ...day, timeZone: zone })}, ${span}`;
}

/** The parts of a date block: 21, 11.2026. */
export function dayParts(starts_at: string): { day: string; month: string } {
  const [date, month, year] = formatter.dateTime(new Date(starts_at), day).split('.');
  return { day: date!, month: `${month}.${year}` };
}
