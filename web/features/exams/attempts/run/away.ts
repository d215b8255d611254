import { EVENTS_MOST, type studentPassedForm } from '#contract/exams/attempts';
import type { BodyInputOf } from '#contract/platform';

/** The page was out of sight: local milliseconds. */
export interface Away {
  began: number;
  ended: number;
}

/** What is told of absences, by their age: the browser's clock says nothing. */
export function eventsFrom(
  away: readonly Away[],
  now: number,
): Pick<BodyInputOf<typeof studentPassedForm>, 'events'> {
  if (away.length === 0) return {};
  const age = (at: number) => Math.min(Math.max(0, Math.round(now - at)), 86_400_000);
  return {
    events: away.slice(0, EVENTS_MOST).map(({ began, ended }) => ({
      kind: 'left_page',
      began_at_ms_ago: age(began),
      ended_at_ms_ago: age(ended),
    })),
  };
}
