import { GRACE_SECONDS } from '../../worker/exams/attempts/contract.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../factories/attempt.ts';
import { aCompany, type Company } from '../factories/company.ts';
import { asSystem } from '../factories/world.ts';
import { productWorld } from '../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const until = (instant: number) => new Promise((resolve) => setTimeout(resolve, instant - Date.now()));

// Both wait for a minute to pass, which they may do together: nothing is asked of the product meanwhile.
describe.concurrent('with nobody online', { timeout: 120_000 }, () => {
  test('the exam clock ends what is due, with what was saved', async () => {
    const [timed, closed] = await Promise.all([
      company.anExam({ settings: { time_limit: 1 } }),
      company.anExam({ settings: { time_limit: 30 } }),
    ]);
    const [byTimer, byPage] = await Promise.all([
      startAttempt(company.as('student'), timed),
      startAttempt(company.as('student'), closed),
    ]);
    const saved = await byTimer.save(answersOf(timed.questions).slice(0, 1));
    const left = await byPage.call('close', { answers: answersOf(closed.questions) });
    expect([saved.status, left.status]).toEqual([200, 200]);
    await until(Date.now() + 69_000);
    const rows = await asSystem<Record<string, unknown>>(productWorld(), [
      `select t.id, t.status, t.finished_by, g.score::float8 as score, t.finished_at <= t.deadline as in_time,
              extract(epoch from g.created_at - t.due_at)::float8 as late
         from attempts t left join gradings g on g.attempt_id = t.id where t.id in ($1, $2) order by t.id`,
      [byTimer.attempt_id, byPage.attempt_id],
    ]);
    console.log(`seconds after being due: ${rows.map((row) => row['late']).join(', ')}`);
    expect(rows).toEqual(
      [
        { id: byTimer.attempt_id, finished_by: 'timer', score: 2 },
        { id: byPage.attempt_id, finished_by: 'page_closed', score: 4 },
      ]
        .sort((a, b) => a.id - b.id)
        .map((row) => ({ ...row, status: 'completed', in_time: true, late: expect.any(Number) })),
    );
  });

  test('an attempt ends at the deadline that was given, not at the old one', async () => {
    const exam = await company.anExam({ settings: { time_limit: 1 } });
    const { attempt_id } = await startAttempt(company.as('student'), exam);
    // Two seconds of the minute are left; then the clock of the new deadline has to ring.
    await asSystem(productWorld(), [
      `update attempts set started_at = started_at - interval '58 seconds', deadline = deadline - interval '58 seconds',
              due_at = due_at - interval '58 seconds' where id = $1`,
      [attempt_id],
    ]);
    await company.as('trainer').post(`/course/course/${exam.course.id}/grants/`, {
      form_id: exam.form_id,
      user_ids: [company.people.student.id],
      extra_minutes: 1,
      reason: 'Noise',
    });
    const stored = async () => {
      const [row] = await asSystem<{ status: string; deadline: Date; finished_at: Date | null }>(
        productWorld(),
        ['select status, deadline, finished_at from attempts where id = $1', [attempt_id]],
      );
      return row!;
    };
    const { deadline } = await stored();
    await until(deadline.getTime() - 2_000);
    expect(await stored()).toMatchObject({ status: 'running' });
    await until(deadline.getTime() + GRACE_SECONDS * 1000 + 3_000);
    expect(await stored()).toMatchObject({ status: 'completed', finished_at: deadline });
  });
});
