import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { aCompany, type ExamQuestion } from '../factories/company.ts';
import { productWorld } from '../support/product-world.ts';
import { advance, begin, type Attempt, type AttemptEvent, type Outcome } from '../models/attempt.ts';

/**
 * The database's functions against the pure model: the same random events at the same instants, with the database's
 * clock set by hand, leave the same attempt.
 */
let client: pg.Client;
let setting: {
  company: number;
  user: number;
  owner: number;
  course: number;
  form_id: number;
  questions: ExamQuestion[];
};
beforeAll(async () => {
  const company = await aCompany(productWorld());
  const exam = await company.anExam({ settings: { time_limit: 10 } });
  setting = {
    company: company.id,
    user: company.people.student.id,
    owner: company.people.owner.id,
    course: exam.course.id,
    form_id: exam.form_id,
    questions: exam.questions,
  };
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

const T0 = Date.UTC(2026, 0, 5, 9);
const OUTCOMES: Record<string, Outcome> = { running: 'accepted', finished: 'accepted', over: 'over' };

/** Runs one step at an instant as the student; an error of the catalogue is its outcome. */
async function step<R>(now: number, query: string, params: unknown[]): Promise<R> {
  await client.query('savepoint step');
  await client.query(`select set_config('app.now', $1, true)`, [new Date(now).toISOString()]);
  const { rows } = await client.query(query, params);
  return rows[0] as R;
}

const actAs = (user: number, user_type: string) =>
  client.query(`select set_config('app.user', $1, true), set_config('app.user_type', $2, true)`, [
    String(user),
    user_type,
  ]);

async function apply(attempt_id: number, event: AttemptEvent, now: number): Promise<Outcome> {
  // Nobody gives time to themselves.
  await (event.kind === 'extend' ? actAs(setting.owner, 'owner') : actAs(setting.user, 'student'));
  try {
    if (event.kind === 'tick') {
      await step(now, 'select end_due_attempts()', []);
      return 'accepted';
    }
    if (event.kind === 'take_over') {
      // Starting again is what takes over; once the attempt has ended it would start another, so the look comes first.
      await step(now, 'select end_due_attempts()', []);
      const { rows } = await client.query('select status from attempts where id = $1', [attempt_id]);
      if (rows[0].status !== 'running') return 'over';
      await step(now, 'select start_attempt($1, $2, 1, true)', [setting.form_id, event.holder]);
      return 'accepted';
    }
    if (event.kind === 'extend') {
      const { attempt_id: reached } = await step<{ attempt_id: number | null }>(
        now,
        `select attempt_id from give_time($1, $2, array[$3::integer], null, $4, null, 'Noise', 'batch')`,
        [setting.course, setting.form_id, setting.user, event.minutes],
      );
      return reached === null ? 'over' : 'accepted';
    }
    const answers = JSON.stringify(event.answers);
    const { outcome } =
      event.kind === 'finish'
        ? await step<{ outcome: string }>(now, 'select finish_attempt($1, $2, $3) as outcome', [
            attempt_id,
            event.holder,
            answers,
          ])
        : await step<{ outcome: string }>(now, 'select outcome from save_attempt($1, $2, $3, $4)', [
            attempt_id,
            event.holder,
            event.kind,
            answers,
          ]);
    return OUTCOMES[outcome] ?? (outcome as Outcome);
  } catch (error) {
    if ((error as Error).message !== 'attempt_taken_over') throw error;
    await client.query('rollback to savepoint step');
    return 'taken_over';
  }
}

async function stored(attempt_id: number): Promise<Attempt> {
  const { rows } = await client.query(
    `select t.*, coalesce((select jsonb_object_agg(s.question_id, jsonb_build_object('answer_ids', s.answer_ids, 'seq', s.seq))
       from attempt_answers s where s.attempt_id = t.id), '{}') as answers from attempts t where t.id = $1`,
    [attempt_id],
  );
  const { status, holder, started_at, deadline, close_due_at, finished_at, finished_by, answers } = rows[0];
  return {
    status,
    holder,
    finished_by,
    answers,
    started_at: started_at.getTime(),
    deadline: deadline.getTime(),
    close_due_at: close_due_at?.getTime() ?? null,
    finished_at: finished_at?.getTime() ?? null,
  };
}

test('random interleavings leave the same attempt in the database as in the model', async () => {
  const choice = fc.record({ question: fc.nat(2), answer: fc.nat(1), seq: fc.integer({ min: 1, max: 12 }) });
  const given = fc.record({
    wait: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 40_000, max: 400_000 })),
    kind: fc.constantFrom('save', 'save', 'heartbeat', 'close', 'finish', 'take_over', 'extend', 'tick'),
    holder: fc.constantFrom('tab', 'tab', 'tab', 'other'),
    minutes: fc.integer({ min: 1, max: 3 }),
    answers: fc.uniqueArray(choice, { maxLength: 3, selector: (each) => each.question }),
  });
  let ended = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 14 }), async (events) => {
      await client.query('begin');
      try {
        await client.query('set local role osnova_system');
        await client.query(
          `select set_config('app.company', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'student', true)`,
          [String(setting.company), String(setting.user)],
        );
        const { id } = await step<{ id: number }>(T0, `select start_attempt($1, 'tab', 1, false) as id`, [
          setting.form_id,
        ]);
        let model = begin('tab', 10, T0);
        let now = T0;
        for (const { wait, kind, holder, minutes, answers } of events) {
          now += wait;
          const event = {
            kind,
            holder,
            minutes,
            required: [setting.questions[2]!.id],
            answers: answers.map(({ question, answer, seq }) => {
              const { id: question_id, answers: possible } = setting.questions[question]!;
              return { question_id, answer_ids: [possible[answer]!.id], seq };
            }),
          } as AttemptEvent;
          const expected = advance(model, event, now);
          const outcome = await apply(id, event, now);
          expect({ event, outcome }).toEqual({ event, outcome: expected.outcome });
          // A refused call rolls back what it ended on the way; the model ends it with the next event.
          model = outcome === 'taken_over' ? model : expected.attempt;
          expect(await stored(id)).toEqual(model);
        }
        if (model.status === 'completed') ended += 1;
      } finally {
        await client.query('rollback');
      }
    }),
    { numRuns: 150 },
  );
  expect(ended).toBeGreaterThan(20);
});
