import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openOutbox } from '../../tools/stack/mail/outbox.ts';
import { freePort } from '../../tools/stack/ports.ts';
import { startProduct } from '../../tools/stack/product.ts';
import { grade } from '../../worker/exams/attempts/attempt.ts';
import { answersOf, startAttempt } from '../factories/attempt.ts';
import { aCompany, type Company } from '../factories/company.ts';
import { asSystem, Client, type Answer, type World } from '../factories/world.ts';
import { startFaultyProxy, type Fault } from '../support/faulty-proxy.ts';
import { productWorld, together } from '../support/product-world.ts';

const START = '/course/start_form_passing/';
const SAVE = '/course/student_passed_form/';
const FINISH = '/course/send_student_answers/';

/** The same database behind a product of its own at another address. */
const worldAt = (url: string): World => ({
  ...productWorld(),
  fetch: (path, init) => fetch(`${url}${path}`, init),
});

interface StoredAttempt {
  attempts: number;
  status: string;
  score: number;
  questions: { id: number; score: number; right: number[] }[];
  answers: Record<number, { answer_ids: number[]; seq: number }>;
}

async function storedOf(form_id: number, user_id: number): Promise<StoredAttempt> {
  const rows = await asSystem<StoredAttempt>(productWorld(), [
    `select count(*) over ()::integer as attempts, t.status, g.score::float8 as score, v.questions,
            coalesce((select jsonb_object_agg(s.question_id, jsonb_build_object('answer_ids', s.answer_ids, 'seq', s.seq))
               from attempt_answers s where s.attempt_id = t.id), '{}') as answers
       from attempts t join form_versions v on v.id = t.form_version_id left join gradings g on g.attempt_id = t.id
       where t.form_id = $1 and t.user_id = $2`,
    [form_id, user_id],
  ]);
  return rows[0]!;
}

/** What an exam has to be after everything: one attempt, graded as its stored answers say. */
function expectGraded({ attempts, status, score, questions, answers }: StoredAttempt): void {
  const recount = grade(questions, answers, { passing_score_type: 'points', passing_score: 1 });
  expect({ attempts, status, score }).toEqual({ attempts: 1, status: 'completed', score: recount.score });
}

describe('a database connection that is cut', () => {
  let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
  let world: World;
  let company: Company;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const stack = inject('stack');
    proxy = await startFaultyProxy(stack.proxyUrl);
    const folder = mkdtempSync(join(tmpdir(), 'osnova-faults-'));
    const product = await startProduct({
      ...stack,
      proxyUrl: proxy.url,
      port: await freePort(),
      folder,
      outbox: openOutbox(null),
    });
    stop = async () => {
      await product.stop();
      await proxy.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    world = worldAt(product.url);
    company = await aCompany(productWorld());
  });
  afterAll(() => stop());

  /** The call with its database request lost, and then again, as the client does. */
  async function repeated(fault: Fault, call: () => Promise<Answer>): Promise<Answer> {
    proxy.next(fault);
    const lost = await call();
    expect([lost.status, proxy.isSpent()]).toEqual([500, true]);
    return call();
  }

  test.each<[call: 'start' | 'save' | 'finish', Fault]>([
    ['start', 'refused'],
    ['start', 'cut'],
    ['save', 'refused'],
    ['save', 'cut'],
    ['finish', 'refused'],
    ['finish', 'cut'],
  ])('at a %s, %s, loses no answer and uses no second attempt', async (place, fault) => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const exam = await company.anExam({
      course: await company.aCourse({ group }),
      settings: { is_one_attempt_allowed: true },
    });
    const client = new Client(world, student.client.token);
    const at = (here: typeof place, call: () => Promise<Answer>) =>
      here === place ? repeated(fault, call) : call();
    const start = (take_over = false) => client.post(START, { form_id: exam.form_id, take_over });

    let started = await at('start', () => start());
    // The first one did start: the client goes on with it.
    if (started.status === 409) started = await start(true);
    expect(started.status).toBe(201);
    const { attempt_id, holder } = started.body;
    const answers = answersOf(exam.questions);
    const saved = await at('save', () => client.post(SAVE, { attempt_id, holder, event: 'save', answers }));
    expect(saved.status).toBe(200);
    const finished = await at('finish', () => client.post(FINISH, { attempt_id, holder, answers: [] }));
    expect(finished.status).toBe(200);
    expect((await client.post(FINISH, { attempt_id, holder, answers: [] })).body.receipt).toEqual(
      finished.body.receipt,
    );
    const stored = await storedOf(exam.form_id, student.id);
    expectGraded(stored);
    for (const { question_id, answer_ids } of answers)
      expect(stored.answers[question_id]!.answer_ids).toEqual(answer_ids.toSorted((a, b) => a - b));
  });

  test.each<Fault>(['refused', 'cut'])('under saves of a crowd, %s, is noticed by nobody', async (fault) => {
    const { exam, crowd } = await aCrowd(company, world, 20);
    proxy.next(fault, 'save_attempts');
    const saved = await together(crowd.length, (place) => crowd[place]!.save(1));
    expect(saved.map(({ status }) => status)).toEqual(crowd.map(() => 200));
    expect(proxy.isSpent()).toBe(true);
    for (const { student, answer } of crowd)
      expect((await storedOf(exam.form_id, student.id)).answers[answer(1).question_id]).toMatchObject({
        answer_ids: answer(1).answer_ids,
        seq: 1,
      });
  });
});

/** People in the middle of an exam, each of whom answers in their own way. */
async function aCrowd(company: Company, world: World, size: number) {
  const students = await together(size, () => company.aPerson('student'));
  const course = await company.aCourse({ group: await company.aGroup({ students }) });
  const exam = await company.anExam({ course });
  const crowd = await together(size, async (place) => {
    const student = students[place]!;
    const client = new Client(world, student.client.token);
    const { body } = await client.post(START, { form_id: exam.form_id });
    const { attempt_id, holder } = body as { attempt_id: number; holder: string };
    const answer = (seq: number) => {
      const { id: question_id, answers } = exam.questions[(place + seq) % exam.questions.length]!;
      return { question_id, answer_ids: [answers[(place + seq) % answers.length]!.id], seq };
    };
    return {
      student,
      attempt_id,
      answer,
      save: (seq: number, changed: object = {}) =>
        client.post(SAVE, { attempt_id, holder, event: 'save', answers: [answer(seq)], ...changed }),
    };
  });
  return { exam, crowd };
}

test('a crowd that saves at once, two companies of it, is answered each as if alone', async () => {
  const world = productWorld();
  const halls = await Promise.all(['one', 'other'].map(async () => aCrowd(await aCompany(world), world, 24)));
  const [one, other] = halls.map(({ crowd }) => crowd) as [
    (typeof halls)[0]['crowd'],
    (typeof halls)[0]['crowd'],
  ];
  for (let seq = 1; seq <= 5; seq += 1) {
    const answers = await together(one.length, async (place) => {
      const [mine, theirs, next] = [one[place]!, other[place]!, one[(place + 1) % one.length]!];
      return Promise.all([
        mine.save(seq),
        theirs.save(seq),
        // Another tab, a question that is not asked, and attempts of somebody else, here and elsewhere.
        mine.save(seq, { holder: crypto.randomUUID() }),
        mine.save(seq, { answers: [theirs.answer(seq)] }),
        mine.save(seq, { attempt_id: next.attempt_id }),
        theirs.save(seq, { attempt_id: mine.attempt_id }),
      ]);
    });
    for (const [mine, theirs, ...refused] of answers) {
      expect([mine, theirs]).toMatchObject([
        { status: 200, body: { status: 1 } },
        { status: 200, body: { status: 1 } },
      ]);
      expect(refused.map(({ status, body }) => [status, body.code ?? Object.keys(body)])).toEqual([
        [409, 'attempt_taken_over'],
        [400, ['answers']],
        [404, 'not_found'],
        [404, 'not_found'],
      ]);
    }
  }
  // In the midst of the others: kept out of the course, and of the company.
  const [kept, blocked] = [one[5]!, one[6]!];
  await asSystem(
    world,
    [
      `insert into course_blocks (company_id, course_id, user_id)
         select company_id, $1, user_id from memberships where user_id = $2`,
      [halls[0]!.exam.course.id, kept.student.id],
    ],
    ['update memberships set blocked_at = now() where user_id = $1', [blocked.student.id]],
  );
  const last = await together(one.length, (place) => one[place]!.save(6));
  expect(last.map(({ status, body }) => [status, body.code])).toEqual(
    one.map((person) =>
      person === kept
        ? [403, 'blocked_in_course']
        : person === blocked
          ? [403, 'account_blocked']
          : [200, undefined],
    ),
  );
  for (const { exam, crowd } of halls)
    for (const { student, answer } of crowd) {
      const lastSaved = crowd === one && student !== kept.student && student !== blocked.student ? 6 : 5;
      const expected: StoredAttempt['answers'] = {};
      for (let seq = 1; seq <= lastSaved; seq += 1) {
        const { question_id, answer_ids } = answer(seq);
        expected[question_id] = { answer_ids, seq };
      }
      expect((await storedOf(exam.form_id, student.id)).answers).toEqual(expected);
    }
});

/** The product in a process of its own, launched, which a test kills. */
async function aMortalProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'osnova-killed-'));
  const port = await freePort();
  const options = JSON.stringify({ ...inject('stack'), port, folder });
  let running: ChildProcess | null = null;
  const launch = async (): Promise<void> => {
    const script = new URL('../support/product-process.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, options], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => text.includes('ready') && resolve());
      child.once('exit', () => reject(new Error('the product did not start')));
    });
  };
  // The whole group: the runtime is a process of its own.
  const kill = (): void => {
    if (running?.pid) process.kill(-running.pid, 'SIGKILL');
    running = null;
  };
  onTestFinished(() => {
    kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await launch();
  return { port, launch, kill };
}

test(
  'a runtime that is killed again and again during an exam of fifty loses no acknowledged answer',
  { timeout: 120_000 },
  async () => {
    const STUDENTS = 50;
    const company = await aCompany(productWorld());
    const students = await Promise.all(Array.from({ length: STUDENTS }, () => company.aPerson('student')));
    const course = await company.aCourse({ group: await company.aGroup({ students }) });
    const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: true } });

    const { port, launch, kill } = await aMortalProduct();

    const world = worldAt(`http://localhost:${port}`);
    const persistently = async (call: () => Promise<Answer>): Promise<Answer> => {
      for (;;) {
        const answer = await call().catch(() => null);
        if (answer && answer.status < 500) return answer;
        await sleep(100);
      }
    };
    const exams = new AbortController();
    let saved_answers = 0;
    const answered = () => saved_answers;
    const acknowledged = students.map(() => new Map<number, { answer_ids: number[]; seq: number }>());
    const taking = students.map(async (student, place) => {
      const client = new Client(world, student.client.token);
      const start = (take_over = false) => client.post(START, { form_id: exam.form_id, take_over });
      let started = await persistently(() => start());
      if (started.status === 409) started = await persistently(() => start(true));
      const { attempt_id, holder } = started.body;
      for (let seq = 1; !exams.signal.aborted; seq += 1) {
        const { id: question_id, answers } = exam.questions[(place + seq) % exam.questions.length]!;
        const answer = { question_id, answer_ids: [answers[seq % 2]!.id], seq };
        const saved = await persistently(() =>
          client.post(SAVE, { attempt_id, holder, event: 'save', answers: [answer] }),
        );
        expect(saved.status).toBe(200);
        acknowledged[place]!.set(question_id, { answer_ids: answer.answer_ids, seq });
        saved_answers += 1;
        await sleep(100);
      }
      // The required question is answered by everybody before the end.
      const required = answersOf(exam.questions.slice(2), 1, 1_000_000);
      const finished = await persistently(() =>
        client.post(FINISH, { attempt_id, holder, answers: required }),
      );
      expect(finished.status).toBe(200);
      acknowledged[place]!.set(required[0]!.question_id, required[0]!);
    });
    for (let time = 0; time < 3; time += 1) {
      // In the middle of some save, wherever that is.
      const saves = answered() + 2 * STUDENTS;
      await expect.poll(answered, { interval: 5 }).toBeGreaterThan(saves);
      kill();
      await launch();
    }
    const saves = answered() + STUDENTS;
    await expect.poll(answered, { interval: 20 }).toBeGreaterThan(saves);
    exams.abort();
    await Promise.all(taking);

    for (const [place, student] of students.entries()) {
      const stored = await storedOf(exam.form_id, student.id);
      expectGraded(stored);
      for (const [question_id, { answer_ids, seq }] of acknowledged[place]!)
        expect(stored.answers[question_id]).toMatchObject({ answer_ids, seq });
    }
  },
);

test('a sweep that was missing for half an hour, and then runs twice at once, ends each attempt once', async () => {
  const company = await aCompany(productWorld());
  const students = await Promise.all(Array.from({ length: 30 }, () => company.aPerson('student')));
  const course = await company.aCourse({ group: await company.aGroup({ students }) });
  const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: true } });
  for (const { client } of students) {
    const { save } = await startAttempt(client, exam);
    await save(answersOf(exam.questions));
  }
  await asSystem(productWorld(), [
    `update attempts set started_at = started_at - interval '40 minutes', deadline = deadline - interval '40 minutes',
            due_at = due_at - interval '40 minutes' where form_id = $1`,
    [exam.form_id],
  ]);
  const clients = await Promise.all(
    [0, 1].map(async () => {
      const client = new pg.Client({ connectionString: inject('stack').workerUrl });
      await client.connect();
      return client;
    }),
  );
  await Promise.all(clients.map((client) => client.query('select sweep()')));
  await Promise.all(clients.map((client) => client.end()));
  const [row] = await asSystem(productWorld(), [
    `select count(*)::integer as attempts, count(*) filter (where t.status = 'completed')::integer as ended,
            count(*) filter (where t.finished_at = t.deadline and t.finished_by = 'timer')::integer as in_time,
            count(g.id)::integer as gradings, min(g.percent)::float8 as percent
       from attempts t left join gradings g on g.attempt_id = t.id where t.form_id = $1`,
    [exam.form_id],
  ]);
  expect(row).toEqual({ attempts: 30, ended: 30, in_time: 30, gradings: 30, percent: 100 });
  // Nothing is accepted late.
  const { client } = students[0]!;
  const [late] = await asSystem<{ id: number; holder: string }>(productWorld(), [
    'select id, holder from attempts where form_id = $1 and user_id = $2',
    [exam.form_id, students[0]!.id],
  ]);
  const answers = answersOf(exam.questions, 3, 99).map((answer) => ({ ...answer, answer_ids: [] }));
  const saved = await client.post(SAVE, {
    attempt_id: late!.id,
    holder: late!.holder,
    event: 'save',
    answers,
  });
  expect(saved.status).toBe(409);
  expect((await storedOf(exam.form_id, students[0]!.id)).score).toBe(4);
});
