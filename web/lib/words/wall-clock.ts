/**
 * Whether a date field holds a day or a moment as they are sent. Text that somebody has not finished is held as it is typed,
 * since it is neither a date nor none.
 */
export const readsAsDate = (held: string): boolean => /^\d{4}-\d{2}-\d{2}(T|$)/.test(held);

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offsetOf(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const there = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return there - Math.floor(instant / 1000) * 1000;
}

/** The instant of a wall clock in a zone (`2026-11-21T14:00`) as ISO UTC; '' for what is no time. */
export function instantOf(local: string, zone: string): string {
  // Of unfinished text `Date.parse` makes a day by the rules of another country.
  const wall = readsAsDate(local) ? Date.parse(`${local}Z`) : NaN;
  if (Number.isNaN(wall)) return '';
  try {
    // Twice, since the clocks may change between the first guess and the answer.
    const near = wall - offsetOf(wall, zone);
    return new Date(wall - offsetOf(near, zone)).toISOString();
  } catch {
    return '';
  }
}

/** Whether the clocks of a zone leave this time out when they go forward: it then stands for a later one. */
export const isLeftOut = (local: string, zone: string): boolean => {
  const instant = instantOf(local, zone);
  return instant !== '' && wallClockOf(instant, zone) !== local.slice(0, 16);
};

/** What a clock in a zone shows at an instant: `2026-11-21T14:00`. */
export function wallClockOf(instant: string, zone: string): string {
  const time = Date.parse(instant);
  return new Date(time + offsetOf(time, zone)).toISOString().slice(0, 16);
}
