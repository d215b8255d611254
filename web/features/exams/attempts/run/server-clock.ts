/** What is known of the server's clock against a clock of the browser that nobody can set. Milliseconds. */
export interface ServerClock {
  /** Server time minus local time. */
  offset: number;
  /** The round trip of the answer it comes from: its error is at most half of it. */
  round_trip: number;
}

/**
 * The clock after an answer of the server. A sample that fits what is known and is less exact changes nothing;
 * one that contradicts it (the computer slept) replaces it.
 * @param server_time instant the server names
 * @param sent_at, received_at local milliseconds
 */
export function synchronized(
  known: ServerClock | null,
  server_time: string,
  sent_at: number,
  received_at: number,
): ServerClock {
  const server = Date.parse(server_time);
  const round_trip = received_at - sent_at;
  const fits = known !== null && known.offset >= server - received_at && known.offset <= server - sent_at;
  if (fits && known.round_trip <= round_trip) return known;
  return { offset: server - (sent_at + received_at) / 2, round_trip };
}

export function serverTime(clock: ServerClock, local: number): number {
  return local + clock.offset;
}

/** The remaining times at which a countdown is spoken, in seconds (30, 5, 1 minutes and 10 seconds). */
export const SPOKEN_SECONDS = [1800, 300, 60, 10] as const;
export type SpokenSeconds = (typeof SPOKEN_SECONDS)[number];

/** The announcement due when the remaining seconds fall from one value to another, or null; the latest one if several. */
export function announcementBetween(before: number, now: number): SpokenSeconds | null {
  return SPOKEN_SECONDS.findLast((seconds) => before > seconds && now <= seconds) ?? null;
}
