import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Commits } from '../../../../web/player/commits.ts';
import type { FromPlayer } from '../../../../web/player/words.ts';

/** Requests in their order, each answered by the test. */
let asked: { address: string; sequence: number; answer: (status: number) => void }[];
let told: FromPlayer[];

beforeEach(() => {
  asked = [];
  told = [];
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', (address: string, { body }: { body: Uint8Array }) => {
    const { sequence } = JSON.parse(new TextDecoder().decode(body)) as { sequence: number };
    return new Promise<Response>((resolve) => {
      const answer = (status: number) => resolve(Response.json({ sequence, done: false }, { status }));
      asked.push({ address, sequence, answer });
    });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const someCommits = () => new Commits('/commit', 1, 0, (message) => told.push(message));

test('who waits for what is kept waits for what was on its way before, and for what came meanwhile', async () => {
  const commits = someCommits();
  commits.take('one', {});
  void commits.send();
  commits.take('one', {});
  let isKept = false;
  const kept = commits.send().then(() => (isKept = true));
  asked[0]!.answer(200);
  await expect.poll(() => asked.length).toBe(2);
  expect(isKept).toBe(false);
  asked[1]!.answer(200);
  await kept;
  expect(asked.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(commits.unsent).toBeNull();
  expect(told.filter(({ kind }) => kind === 'saved')).toHaveLength(2);
});

test('who waits for what is kept is let go by a refusal and by an outage, and nothing is lost by the latter', async () => {
  const commits = someCommits();
  commits.take('one', {});
  const tried = commits.send();
  asked[0]!.answer(503);
  await tried;
  expect(commits.unsent).not.toBeNull();
  const again = commits.send();
  asked[1]!.answer(409);
  await again;
  expect(told.at(-1)).toEqual({ kind: 'trouble', what: 'elsewhere' });
  await commits.send();
  expect(asked).toHaveLength(2);
});

test('what is taken while the material is closed or the address has expired is kept, and goes when it may', async () => {
  const commits = someCommits();
  commits.take('one', {});
  const tried = commits.send();
  asked[0]!.answer(403);
  await tried;
  expect(told.at(-1)).toEqual({ kind: 'trouble', what: 'closed' });
  commits.take('two', {});
  expect(told.at(-1)).toMatchObject({ kind: 'state', sequence: 2 });
  const again = commits.send();
  asked[1]!.answer(401);
  await again;
  expect(told.at(-1)).toEqual({ kind: 'trouble', what: 'expired' });
  commits.renew('/renewed/commit');
  expect(asked[2]).toMatchObject({ address: '/renewed/commit', sequence: 2 });
  asked[2]!.answer(200);
  await expect.poll(() => told.at(-1)).toEqual({ kind: 'saved', sequence: 2, done: false });
  expect(commits.unsent).toBeNull();
});

test('a window that says nothing asks whether it still has the try, and stops when it has not', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const commits = someCommits();
  commits.watch();
  await vi.advanceTimersByTimeAsync(20_000);
  asked[0]!.answer(200);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked.map(({ sequence }) => sequence)).toEqual([0, 0]);
  expect(told).toEqual([]);
  asked[1]!.answer(409);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ kind: 'trouble', what: 'elsewhere' }]);
  expect(asked).toHaveLength(2);
  vi.useRealTimers();
});
