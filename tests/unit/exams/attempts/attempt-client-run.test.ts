import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  GRACE_MS,
  AttemptRun,
  OVERTAKE_AFTER_MS,
  type Started,
} from '../../../../web/features/exams/attempts/run/attempt-run.ts';
import type { Failure, Finished, World } from '../../../../web/features/exams/attempts/run/world.ts';
import type { SavedAnswer } from '../../../../web/features/exams/attempts/run/outbox.ts';

const EPOCH = Date.parse('2026-01-01T09:00:00Z');
const iso = (milliseconds: number) => new Date(EPOCH + milliseconds).toISOString();
const MINUTES_10 = 600_000;

type Sent = Parameters<World['finish']>[0]['answers'][number];

interface Call {
  at: number;
  event: string;
  answers: readonly Sent[];
  events?: { began_at_ms_ago: number; ended_at_ms_ago: number }[];
}

/** A server that the test commands; the local clock runs an hour off, as clocks do. */
function aServer() {
  const calls: Call[] = [];
  let kept: readonly SavedAnswer[] = [];
  const server = {
    calls,
    kept: () => kept,
    saves: () => calls.filter((call) => call.event === 'save'),
    deadline: MINUTES_10,
    status: 1,
    failing: null as Failure | null,
    latency: 20,
    storage: true,
    /** Checks settle the answer. */
    settles: false,
    papers: [] as { marked: number[]; closed: number[]; answers: readonly Sent[] }[],
    /** Milliseconds that the page's clock did not count. */
    ahead: 0,
  };
  const respond = async (event: string, answers: readonly Sent[], more: object = {}) => {
    calls.push({ at: Date.now() - EPOCH, event, answers, ...more });
    await new Promise((resolve) => setTimeout(resolve, server.latency));
    if (server.failing) throw server.failing;
  };
  const world: World = {
    now: () => Date.now() - EPOCH + 3_600_000,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    check: async ({ answer }) => {
      await respond('check', [answer]);
      const now = iso(Date.now() - EPOCH + server.ahead);
      const { question_id, seq } = answer;
      const check = { question_id, seq, tries: 1, settled: server.settles, outcome: 'wrong' as const };
      return { server_time: now, deadline: iso(server.deadline), check };
    },
    report: async ({ event, answers = [], events, marked, closed }) => {
      if (marked && closed) server.papers.push({ marked, closed, answers });
      await respond(event ?? 'save', answers, events ? { events } : {});
      const now = iso(Date.now() - EPOCH + server.ahead);
      return {
        server_time: now,
        deadline: iso(server.deadline),
        status: server.status,
        saved_at: answers.length ? now : null,
      };
    },
    finish: async ({ answers }) => {
      await respond('finish', answers);
      return {
        receipt: { finished_at: iso(0), answers: 1, checksum: 'abc' },
        status: 2,
        can_download_certificate: false,
      } satisfies Finished;
    },
    failureOf: (error) => error as Failure,
    missingOf: () => [3],
    keep: (_, answers) => {
      if (server.storage) kept = answers;
      return server.storage;
    },
  };
  return { server, world };
}

function aRun(saved: SavedAnswer[] = [], kept: SavedAnswer[] = [], essays: readonly number[] = []) {
  const { server, world } = aServer();
  const started: Started = {
    attempt_id: 7,
    holder: 'tab',
    server_time: iso(0),
    started_at: iso(0),
    deadline: iso(MINUTES_10),
    form_name: 'Exam',
    timed: true,
    forbid_copying: false,
    questions: essays.map((id) => ({
      id,
      title: '',
      description: '',
      type: 'essay' as const,
      required: false,
      multiple_right_answers: false,
      files: [],
      answers: [],
    })),
    saved,
    handed: [],
    paper: { pages: 'all', one_way: false, sections: [], marked: [], closed: [] },
  };
  const run = new AttemptRun(started, { sent: world.now(), received: world.now() }, kept, world);
  run.attach();
  return { run, server };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(EPOCH);
});
afterEach(() => vi.useRealTimers());

test('a change goes out after 800 ms', async () => {
  const { run, server } = aRun();
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(799);
  expect(server.calls).toEqual([]);
  expect(run.snapshot().waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(30);
  expect(server.saves()).toEqual([
    { at: 800, event: 'save', answers: [{ question_id: 1, answer_ids: [10], seq: 1 }] },
  ]);
  expect(run.snapshot()).toMatchObject({ waiting: 0, saved_at: iso(820) });
});

test('saves leave at least a second between them however fast one clicks', async () => {
  const { run, server } = aRun();
  for (let click = 0; click < 100; click += 1) {
    run.choose(1, { answer_ids: [click % 2 === 0 ? 10 : 11] });
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  const times = server.saves().map(({ at }) => at);
  expect(times.length).toBeGreaterThan(3);
  for (const [index, at] of times.entries())
    if (index > 0) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(1_000);
  expect(server.saves().at(-1)?.answers).toEqual([{ question_id: 1, answer_ids: [11], seq: 100 }]);
});

test('answers wait in the browser while offline and go out on reconnect', async () => {
  const { run, server } = aRun();
  server.failing = 'offline';
  run.choose(1, { answer_ids: [10] });
  run.choose(2, { answer_ids: [20] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run.snapshot()).toMatchObject({ waiting: 2, offline: true, phase: 'running' });
  expect(server.kept()).toHaveLength(2);
  server.failing = null;
  run.wake();
  await vi.advanceTimersByTimeAsync(50);
  expect(run.snapshot()).toMatchObject({ waiting: 0, offline: false });
  expect(server.kept()).toEqual([]);
});

test('what waited from before a crash goes out at once, with its number', async () => {
  const { server } = aRun([], [{ question_id: 3, answer_ids: [30], seq: 9 }]);
  await vi.advanceTimersByTimeAsync(900);
  expect(server.saves()[0]?.answers).toEqual([{ question_id: 3, answer_ids: [30], seq: 9 }]);
});

test('a heartbeat every 20 s brings extra minutes to the screen', async () => {
  const { run, server } = aRun();
  server.deadline = MINUTES_10 + 300_000;
  await vi.advanceTimersByTimeAsync(20_100);
  expect(server.calls.map(({ event }) => event)).toEqual(['heartbeat']);
  expect(run.remaining()).toBeGreaterThan(MINUTES_10);
});

test('at the deadline it stops, sends what it has and waits for the server to end the attempt', async () => {
  const { run, server } = aRun();
  await vi.advanceTimersByTimeAsync(MINUTES_10 - 300);
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(400);
  expect(run.snapshot().phase).toBe('time_up');
  expect(server.saves().at(-1)?.answers).toHaveLength(1);
  run.choose(2, { answer_ids: [20] });
  expect(run.snapshot().waiting).toBe(0);
  await vi.advanceTimersByTimeAsync(4_000);
  server.status = 2;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(run.snapshot().phase).toBe('ended');
});

test('minutes granted after the deadline reopen the attempt', async () => {
  const { run, server } = aRun();
  await vi.advanceTimersByTimeAsync(MINUTES_10 + 100);
  expect(run.snapshot().phase).toBe('time_up');
  server.deadline = MINUTES_10 + 300_000;
  await vi.advanceTimersByTimeAsync(GRACE_MS + 1_000);
  expect(run.snapshot().phase).toBe('running');
});

test('a tab that lost the attempt becomes read-only and falls silent', async () => {
  const { run, server } = aRun();
  server.failing = 'taken_over';
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run.snapshot().phase).toBe('taken_over');
  const before = server.calls.length;
  run.choose(1, { answer_ids: [11] });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.calls).toHaveLength(before);
});

test('a text of this browser that another device wrote over is offered once, and taken as an answer of now', () => {
  const text = (response: string, seq: number) => ({ question_id: 1, answer_ids: [], response, seq });
  const { run } = aRun([text('of the phone', 4)], [text('of the laptop', 3)], [1]);
  expect(run.snapshot()).toMatchObject({ waiting: 0, overwritten: new Map([[1, 'of the laptop']]) });
  run.settleText(1, true);
  expect(run.snapshot().overwritten.size).toBe(0);
  expect(run.snapshot().outbox.get(1)).toMatchObject({ response: 'of the laptop', seq: 5 });
});

test('finishing twice hands in once, with what waits', async () => {
  const { run, server } = aRun();
  run.choose(1, { answer_ids: [10] });
  await Promise.all([run.finish(), run.finish(), vi.advanceTimersByTimeAsync(100)]);
  const finishes = server.calls.filter(({ event }) => event === 'finish');
  expect(finishes).toHaveLength(1);
  expect(finishes[0]?.answers).toEqual([{ question_id: 1, answer_ids: [10], seq: 1 }]);
  expect(run.snapshot()).toMatchObject({ phase: 'ended', finished: { receipt: { checksum: 'abc' } } });
});

test('handing in lets the save under way arrive first, and sends what was given since', async () => {
  const { run, server } = aRun();
  server.latency = 500;
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(900);
  run.choose(2, { answer_ids: [20] });
  const done = run.finish();
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
  expect(server.calls.map(({ at, event, answers }) => [at, event, answers.length])).toEqual([
    [800, 'save', 1],
    [1_300, 'finish', 1],
  ]);
  expect(server.calls.at(-1)!.answers[0]).toMatchObject({ question_id: 2 });
});

test('handing in waits for no save that hangs, and sends all of it; none is planned behind it', async () => {
  const { run, server } = aRun();
  server.latency = 60_000;
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(900);
  run.choose(2, { answer_ids: [20] });
  void run.finish();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls.map(({ at, event, answers }) => [at, event, answers.length])).toEqual([
    [800, 'save', 1],
    [900 + OVERTAKE_AFTER_MS, 'finish', 2],
  ]);
});

test('an answer that waits for its save goes with the end, and no save follows', async () => {
  const { run, server } = aRun();
  server.latency = 2_000;
  run.choose(1, { answer_ids: [10] });
  void run.finish();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls.map(({ event }) => event)).toEqual(['finish']);
});

test('a finish that did not get through leaves the attempt running and its answers waiting', async () => {
  const { run, server } = aRun();
  run.choose(1, { answer_ids: [10] });
  server.failing = 'offline';
  const [failure] = await Promise.all([run.finish(), vi.advanceTimersByTimeAsync(100)]);
  expect(failure).toBe('offline');
  expect(run.snapshot()).toMatchObject({ phase: 'running', waiting: 1 });
});

test('a required question without an answer leaves the attempt running; the answers sent count as saved', async () => {
  const { run, server } = aRun();
  run.choose(1, { answer_ids: [10] });
  server.failing = 'required_unanswered';
  const [failure] = await Promise.all([run.finish(), vi.advanceTimersByTimeAsync(100)]);
  expect(failure).toBe('required_unanswered');
  expect(run.snapshot()).toMatchObject({ phase: 'running', waiting: 0 });
});

test('closing the page sends what waits in the same call', async () => {
  const { run, server } = aRun();
  run.choose(1, { answer_ids: [10] });
  void run.close();
  await vi.advanceTimersByTimeAsync(50);
  expect(server.calls[0]).toMatchObject({
    event: 'close',
    answers: [{ question_id: 1, answer_ids: [10], seq: 1 }],
  });
});

test('minutes given while it runs are told, an even deadline is not', async () => {
  const { run, server } = aRun();
  await vi.advanceTimersByTimeAsync(20_100);
  expect(run.snapshot().granted).toBeNull();
  server.deadline = MINUTES_10 + 300_000;
  await vi.advanceTimersByTimeAsync(20_100);
  expect(run.snapshot()).toMatchObject({ granted: 5, deadline: EPOCH + MINUTES_10 + 300_000 });
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run.snapshot().granted).toBe(5);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(run.snapshot().granted).toBeNull();
});

test('how long the page was out of sight is told by its age, and again until it got through', async () => {
  const { run, server } = aRun();
  run.hide();
  await vi.advanceTimersByTimeAsync(15_000);
  server.failing = 'offline';
  run.show();
  await vi.advanceTimersByTimeAsync(4_000);
  server.failing = null;
  run.wake();
  await vi.advanceTimersByTimeAsync(100);
  run.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(server.calls.map(({ events }) => events)).toEqual([
    [{ kind: 'left_page', began_at_ms_ago: 15_000, ended_at_ms_ago: 0 }],
    [{ kind: 'left_page', began_at_ms_ago: 19_000, ended_at_ms_ago: 4_000 }],
    undefined,
  ]);
});

test('a page out of sight for less than a second was not left', async () => {
  const { run, server } = aRun();
  run.hide();
  await vi.advanceTimersByTimeAsync(900);
  run.show();
  await vi.advanceTimersByTimeAsync(100);
  expect(server.calls).toEqual([expect.not.objectContaining({ events: expect.anything() })]);
});

test('answers that the browser cannot keep are said to be in danger, until they are saved', async () => {
  const { run, server } = aRun();
  server.storage = false;
  server.failing = 'offline';
  run.choose(1, { answer_ids: [10] });
  expect(run.snapshot().unkept).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run.snapshot()).toMatchObject({ unkept: true, waiting: 1 });
  server.failing = null;
  server.storage = true;
  run.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(run.snapshot()).toMatchObject({ unkept: false, waiting: 0 });
});

test('a server that fails for minutes is asked ever more rarely, and gets everything in the end', async () => {
  const { run, server } = aRun();
  server.failing = 'other';
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(120_000);
  const times = server.saves().map(({ at }) => at);
  expect(times.length).toBeLessThan(14);
  for (const [index, at] of times.entries())
    if (index > 3) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(15_000);
  run.choose(2, { answer_ids: [20] });
  server.failing = null;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(
    server
      .saves()
      .at(-1)
      ?.answers.map(({ question_id }) => question_id),
  ).toEqual([1, 2]);
  expect(run.snapshot()).toMatchObject({ waiting: 0, phase: 'running' });
});

test('after a sleep that stopped its clock the page takes the server’s time', async () => {
  const { run, server } = aRun();
  await vi.advanceTimersByTimeAsync(20_100);
  // The computer sleeps for five minutes: the server's clock goes on, the page's stood still.
  server.ahead = 300_000;
  run.show();
  await vi.advanceTimersByTimeAsync(100);
  expect(Math.abs(run.remaining() - (server.deadline - 20_200 - server.ahead))).toBeLessThan(100);
});

test('a refused finish keeps what the server names as missing', async () => {
  const { run, server } = aRun();
  server.failing = 'required_unanswered';
  void run.finish();
  await vi.advanceTimersByTimeAsync(100);
  expect(run.snapshot()).toMatchObject({ phase: 'running', missing: [3] });
});

test('an essay goes out once in two seconds while it is written, and a choice beside it at its own pace', async () => {
  const { run, server } = aRun([], [], [5]);
  for (let at = 0; at < 8_000; at += 100) {
    run.choose(5, { answer_ids: [], response: 'a'.repeat(1 + at / 100) });
    await vi.advanceTimersByTimeAsync(100);
  }
  const times = server.saves().map(({ at }) => at);
  expect(times.length).toBeLessThanOrEqual(4);
  for (const [place, at] of times.entries())
    if (place > 0) expect(at - times[place - 1]!).toBeGreaterThanOrEqual(2_000);

  run.choose(5, { answer_ids: [], response: 'b' });
  await vi.advanceTimersByTimeAsync(2_900);
  const before = server.saves().length;
  run.choose(5, { answer_ids: [], response: 'c' });
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.saves().length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run.snapshot().waiting).toBe(0);
  const sent = server.saves().flatMap(({ answers }) => answers);
  expect(sent.findLast(({ question_id }) => question_id === 5)).toMatchObject({ response: 'c' });
});

test('a text too long for a closing page stays in the browser, and the choices beside it go', async () => {
  const { run, server } = aRun([], [], [5]);
  run.choose(5, { answer_ids: [], response: 'a'.repeat(40_000) });
  run.choose(1, { answer_ids: [10] });
  const closing = run.close();
  await vi.advanceTimersByTimeAsync(100);
  await closing;
  const close = server.calls.find(({ event }) => event === 'close');
  expect(close!.answers.map(({ question_id }) => question_id)).toEqual([1]);
  expect(server.kept().map(({ question_id }) => question_id)).toEqual([5, 1]);
});

test('marks go out with the next save, alone where nothing else waits', async () => {
  const { run, server } = aRun();
  run.keepPaper({ marked: [2], closed: [] });
  await vi.advanceTimersByTimeAsync(830);
  expect(server.papers).toEqual([{ marked: [2], closed: [], answers: [] }]);
  run.keepPaper({ marked: [2], closed: [] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.papers).toHaveLength(1);
});

test('a question is left for good with its answer, never before it', async () => {
  const { run, server } = aRun([], [], [5]);
  run.choose(5, { answer_ids: [], response: 'First' });
  await vi.advanceTimersByTimeAsync(900);
  run.choose(5, { answer_ids: [], response: 'First words' });
  run.keepPaper({ marked: [], closed: [5] });
  run.choose(1, { answer_ids: [10] });
  await vi.advanceTimersByTimeAsync(20_000);
  const closing = server.papers.findIndex(({ closed }) => closed.includes(5));
  expect(closing).toBeGreaterThan(0);
  expect(server.papers[closing]!.answers).toMatchObject([{ question_id: 5, response: 'First words' }]);
});

test('a checked answer counts as saved, and what is settled changes no more', async () => {
  const { run, server } = aRun();
  run.choose(1, { answer_ids: [10] });
  const checking = run.check(1);
  // While it is being checked it stays as it is.
  run.choose(1, { answer_ids: [11] });
  await vi.advanceTimersByTimeAsync(30);
  expect(await checking).toBe(null);
  expect(run.snapshot()).toMatchObject({ waiting: 0, checking: null });
  expect(run.snapshot().checks.get(1)).toMatchObject({ seq: 1, outcome: 'wrong' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(server.saves()).toEqual([]);

  server.settles = true;
  run.choose(1, { answer_ids: [11] });
  const again = run.check(1);
  await vi.advanceTimersByTimeAsync(30);
  await again;
  run.choose(1, { answer_ids: [12] });
  expect(run.snapshot().outbox.get(1)!.answer_ids).toEqual([11]);
});

test('without a connection a check says so, and its answer waits as any other', async () => {
  const { run, server } = aRun();
  run.choose(1, { answer_ids: [10] });
  server.failing = 'offline';
  const checking = run.check(1);
  await vi.advanceTimersByTimeAsync(30);
  expect(await checking).toBe('offline');
  expect(run.snapshot()).toMatchObject({ offline: true, waiting: 1, checking: null });
  server.failing = null;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(run.snapshot()).toMatchObject({ offline: false, waiting: 0 });
});
