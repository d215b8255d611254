import { beforeAll, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../factories/attempt.ts';
import { aCompany, type Company } from '../factories/company.ts';
import { asSystem, type World } from '../factories/world.ts';
import { productWorld, together } from '../support/product-world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

type Exam = Awaited<ReturnType<Company['anExam']>>;

async function start(exam: Exam) {
  const attempt = await startAttempt(company.as('student'), exam);
  return { ...attempt, deadline: Date.parse(attempt.body.deadline) };
}

const grant = (exam: Exam, extra_minutes: number) =>
  company.as('trainer').post(`/course/course/${exam.course.id}/grants/`, {
    form_id: exam.form_id,
    user_ids: [company.people.student.id],
    extra_minutes,
    reason: 'Noise',
  });

async function stored(attempt_id: number) {
  const [row] = await asSystem<{
    status: string;
    deadline: Date;
    finished_at: Date | null;
    gradings: number;
  }>(world, [
    `select status, deadline, finished_at, (select count(*)::integer from gradings g where g.attempt_id = t.id) as gradings
       from attempts t where id = $1`,
    [attempt_id],
  ]);
  return row!;
}

/** Moves an attempt into the past. */
const age = (attempt_id: number, seconds: number) =>
  asSystem(world, [
    `update attempts set started_at = started_at - make_interval(secs => $2::float8),
       deadline = deadline - make_interval(secs => $2::float8), due_at = due_at - make_interval(secs => $2::float8),
       last_seen_at = last_seen_at - make_interval(secs => $2::float8) where id = $1`,
    [attempt_id, seconds],
  ]);

test('minutes given as the attempt ends reopen it or come too late, and say which', async () => {
  const exam = await company.anExam({ settings: { is_one_attempt_allowed: false } });
  const outcomes = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const attempt = await start(exam);
    // The form's ten minutes, what was given before, and all but the last moments of the grace.
    const left = (attempt.deadline - Date.now()) / 1000 + 4.99;
    await age(attempt.attempt_id, left + (round % 2 === 0 ? -0.1 : 0.02));
    const before = await stored(attempt.attempt_id);
    const [given] = await together(6, (index) =>
      index === 0 ? grant(exam, 1) : attempt.save([answersOf(exam.questions, 3, index)[0]]),
    );
    expect(given!.status).toBe(200);
    const [{ attempt_id }] = given!.body.granted as [{ attempt_id: number | null }];
    const after = await stored(attempt.attempt_id);
    const moved = after.deadline.getTime() - before.deadline.getTime();
    expect({ attempt_id, moved, status: after.status }).toEqual(
      attempt_id === null
        ? { attempt_id: null, moved: 0, status: 'completed' }
        : { attempt_id: attempt.attempt_id, moved: 60_000, status: 'running' },
    );
    outcomes.add(after.status);
    if (after.status === 'running') await attempt.finish();
  }
  expect([...outcomes].sort()).toEqual(['completed', 'running']);
});

test('minutes given by several at once all count, and none is lost to a save or a finish', async () => {
  const exam = await company.anExam({ settings: { is_one_attempt_allowed: false } });
  for (let round = 0; round < 10; round += 1) {
    const attempt = await start(exam);
    const answers = await together(10, (index) => {
      if (index < 4) return grant(exam, 1);
      if (index === 9 && round % 2 === 1) return attempt.finish();
      const first = answersOf(exam.questions, 3, index)[0];
      return attempt.call(index === 8 ? 'close' : 'save', { answers: [first] });
    });
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const given = answers
      .slice(0, 4)
      .filter(({ body }) => body.granted[0].attempt_id === attempt.attempt_id).length;
    const after = await stored(attempt.attempt_id);
    expect(after.deadline.getTime() - attempt.deadline).toBe(given * 60_000);
    if (round % 2 === 0) {
      expect({ given, status: after.status }).toEqual({ given: 4, status: 'running' });
      await attempt.finish();
    } else expect(after).toMatchObject({ status: 'completed', gradings: 1 });
  }
  const [row] = await asSystem<{ extra_minutes: number }>(world, [
    'select extra_minutes from assignments where form_id = $1',
    [exam.form_id],
  ]);
  expect(row).toEqual({ extra_minutes: 40 });
});

test('the minutes of an outage are given once, whoever gives them at once', async () => {
  const exam = await company.anExam();
  const attempt = await start(exam);
  await age(attempt.attempt_id, 90);
  const before = await stored(attempt.attempt_id);
  const now = Date.now();
  const answers = await together(8, () =>
    company.as('manager').post(`/course/course/${exam.course.id}/outage_minutes/`, {
      from: new Date(now - 60_000).toISOString(),
      to: new Date(now).toISOString(),
      reason: 'Power cut',
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(answers.flatMap(({ body }) => body.given)).toHaveLength(1);
  const after = await stored(attempt.attempt_id);
  expect(after.deadline.getTime() - before.deadline.getTime()).toBe(60_000);
});
