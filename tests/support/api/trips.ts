import { afterEach, beforeEach, expect, vi } from 'vitest';
import { world } from './world.ts';

/**
 * What runs after an answer or by the clock, in this isolate for whatever test and as nobody: no part of what a caller
 * waits for.
 */
const AFTERWARDS =
  /^(?!.*\benter\().*\b(end_due_attempts|end_due_share|mail_certificates|mails_sent|queue_result_mails|take_mails|take_result_mails)\(/s;

interface Answer {
  status: number;
  text: string;
}

/** Counts requests to the database while a test of the file runs: of a call that goes well, how many it takes. */
export function countTrips(): (call: () => Promise<Answer>) => Promise<number> {
  const count = countAnyTrips();
  return async (call) => {
    const { trips, answer } = await count(call);
    const { status, text } = answer;
    expect({ status, text }).toMatchObject(status < 300 ? {} : { status: 200, text: '' });
    return trips;
  };
}

/** The same, whatever the answer. */
export function countAnyTrips(): <A extends Answer>(
  call: () => Promise<A>,
) => Promise<{ trips: number; answer: A }> {
  let trips = 0;
  const original = globalThis.fetch;
  beforeEach(() => {
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const isAfterwards = typeof init?.body === 'string' && AFTERWARDS.test(init.body);
      if (url === world.proxyUrl && !isAfterwards) trips += 1;
      return original(input, init);
    });
  });
  afterEach(() => vi.restoreAllMocks());
  return async (call) => {
    trips = 0;
    const answer = await call();
    return { trips, answer };
  };
}
