import { beforeAll, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../factories/attempt.ts';
import { clockBehind } from '../factories/clock.ts';
import { aCompany } from '../factories/company.ts';
import { asSystem } from '../factories/world.ts';
import { productWorld } from '../support/product-world.ts';

/** In which more is asked of the product than a slow machine needs before an attempt ends by itself. */
const LEFT_SECONDS = 20;

type Started = Awaited<ReturnType<typeof startAttempt>>;
let byTimer: Started;
let byPage: Started;
let given: Started;

/** What is stored of attempts, in the order of their ids; `late` are seconds from being due until it was ended. */
const stored = (...attempts: Started[]) =>
  asSystem<Record<string, unknown>>(productWorld(), [
    `select t.id, t.status, t.finished_by, g.score::float8 as score, t.finished_at <= t.deadline as in_time,
            t.finished_at = t.deadline as at_deadline, t.deadline > clock_timestamp() as has_time,
            extract(epoch from g.created_at - t.due_at)::float8 as late
       from attempts t left join gradings g on g.attempt_id = t.id where t.id = any ($1) order by t.id`,
    [attempts.map(({ attempt_id }) => attempt_id)],
  ]);

/** Nobody but the exam clock ends them: the minute's job is not run here. */
const ended = (...attempts: Started[]) =>
  expect.poll(async () => (await stored(...attempts)).map(({ status }) => status)).not.toContain('running');

// Minutes that began before the tests did; all of them end within the same seconds.
beforeAll(async () => {
  const world = productWorld();
  const company = await aCompany(world);
  const [timed, closed, appointed] = await Promise.all([
    company.anExam({ settings: { time_limit: 1 } }),
    company.anExam({ settings: { time_limit: 30 } }),
    company.anExam({ settings: { time_limit: 1 } }),
  ]);
  const student = company.as('student');
  let setRight = await clockBehind(world, 120 - LEFT_SECONDS);
  given = await startAttempt(student, appointed);
  const granted = await company.as('trainer').post(`/course/course/${appointed.course.id}/grants/`, {
    form_id: appointed.form_id,
    user_ids: [company.people.student.id],
    extra_minutes: 1,
    reason: 'Noise',
  });
  await setRight();
  setRight = await clockBehind(world, 60 - LEFT_SECONDS);
  [byTimer, byPage] = await Promise.all([startAttempt(student, timed), startAttempt(student, closed)]);
  const saved = await byTimer.save(answersOf(timed.questions).slice(0, 1));
  const left = await byPage.call('close', { answers: answersOf(closed.questions) });
  await setRight();
  expect([granted.status, saved.status, left.status]).toEqual([200, 200, 200]);
});

test('an attempt ends at the deadline that was given, not at the old one', async () => {
  // As the clock of the old deadline does, by now long past, whenever it rings.
  await asSystem(productWorld(), ['select end_due_attempts()']);
  expect(await stored(given)).toMatchObject([{ status: 'running', has_time: true }]);
  await ended(given);
  const [row] = await stored(given);
  expect(row).toMatchObject({ status: 'completed', at_deadline: true });
  expect(row!['late']).toBeGreaterThanOrEqual(0);
});

test('with nobody online the exam clock ends what is due, with what was saved', async () => {
  await ended(byTimer, byPage);
  const rows = await stored(byTimer, byPage);
  console.log(`seconds after being due: ${rows.map((row) => row['late']).join(', ')}`);
  expect(rows).toMatchObject(
    [
      { id: byTimer.attempt_id, finished_by: 'timer', score: 2 },
      { id: byPage.attempt_id, finished_by: 'page_closed', score: 4 },
    ]
      .sort((a, b) => a.id - b.id)
      .map((row) => ({ ...row, status: 'completed', in_time: true, late: expect.any(Number) })),
  );
});
