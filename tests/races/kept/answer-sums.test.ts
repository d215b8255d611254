import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { recount } from '../../../tools/vendor/recount.ts';
import { aCompany } from '../../factories/company.ts';
import { productWorld } from '../../support/product-world.ts';
import { aBareForm, insertingIn } from './bare-form.ts';

/** What gradings say question by question, as it is kept, against a slow, obvious recount of them and of what was answered. */
let client: pg.Client;
let company: number;
let student: number;
beforeAll(async () => {
  const made = await aCompany(productWorld());
  company = made.id;
  student = made.people.student.id;
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

const OUTCOMES = ['right', 'partly', 'wrong', 'not_answered', 'in_review', 'annulled'] as const;
/** Of a question the first four of these are counted. */
const COUNTED = ['right', 'partly', 'not_answered', 'in_review'];

interface Question {
  kind: 'choice' | 'gaps' | 'number';
  options: number;
}
interface Attempt {
  outcomes: { outcome: number; hundredths: number; chosen: number }[];
  /** Not asked the last question, as where questions are drawn. */
  is_short: boolean;
}

const SCENE = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Question['kind']>('choice', 'gaps', 'number'),
      options: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((questions) =>
    fc.record({
      questions: fc.constant(questions),
      attempts: fc.array(
        fc.record({
          outcomes: fc.array(
            fc.record({ outcome: fc.nat(5), hundredths: fc.nat(99_999), chosen: fc.nat(15) }),
            { minLength: questions.length, maxLength: questions.length },
          ),
          is_short: fc.nat(9).map((n) => n === 0),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  );

const ANSWER = 7;
const optionsOf = ({ kind, options }: Question) =>
  kind === 'number' ? [] : Array.from({ length: options }, (_, n) => n + ANSWER);
const chosenOf = (question: Question, bits: number) =>
  optionsOf(question).filter((_, n) => (bits >> n) % 2 === 1);

/** Questions have the numbers 1, 2, …, and the same answers have the same numbers in each. */
const asked = (questions: readonly Question[]) =>
  questions.map((question, n) => ({
    id: n + 1,
    ...(question.kind === 'choice' ? {} : { type: question.kind }),
    answers: optionsOf(question).map((id) => ({ id })),
  }));

const explained = ({ outcomes, is_short }: Attempt) =>
  outcomes.slice(0, is_short ? -1 : undefined).map(({ outcome, hundredths }, n) => ({
    id: n + 1,
    maximum: 1000,
    outcome: OUTCOMES[outcome]!,
    earned: outcome < 2 ? hundredths / 100 : 0,
  }));

const answered = (questions: readonly Question[], { outcomes }: Attempt) =>
  outcomes.map(({ chosen }, n) => {
    const ids = chosenOf(questions[n]!, chosen);
    const { kind } = questions[n]!;
    if (kind === 'choice') return { id: n + 1, answer_ids: ids, response: null };
    const gaps = Object.fromEntries([...ids.map((id, gap) => [gap + 1, id]), ['99', 'typed']]);
    return { id: n + 1, answer_ids: [], response: kind === 'gaps' ? gaps : '12' };
  });

/** The number as it reads from its left. */
const digitsOf = (questions: readonly Question[], attempt: Attempt): string => {
  const of = (count: number, width = 8) => String(count).padStart(width, '0');
  const told = explained(attempt).map(
    ({ outcome, earned }) =>
      COUNTED.map((each) => of(each === outcome ? 1 : 0)).join('') + of(Math.round(earned * 100), 12),
  );
  const chosen = questions.map((question, n) => {
    const ids = chosenOf(question, attempt.outcomes[n]!.chosen);
    return optionsOf(question)
      .map((id) => of(ids.includes(id) ? 1 : 0))
      .join('');
  });
  return [...told, ...chosen].join('');
};

async function aScene(questions: readonly Question[], attempts: readonly Attempt[]) {
  const idOf = insertingIn(client, company);
  const form = await aBareForm(idOf);
  const [version] = await idOf(
    `insert into form_versions (company_id, form_id, number, settings, questions, max_score)
       values ($1, $2, 1, '{"name": "f"}', $3, 10) returning id`,
    [form, JSON.stringify(asked(questions))],
  );
  const [assignment] = await idOf(
    `insert into assignments (company_id, form_id, user_id, status) values ($1, $2, $3, 'completed') returning id`,
    [form, student],
  );
  const gradings: number[] = [];
  for (const [n, attempt] of attempts.entries()) {
    const [id] = await idOf(
      `insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at, deadline, due_at)
         values ($1, $2, $3, $4, $5, $6, '', 1, now(), now(), now()) returning id`,
      [assignment, form, version, student, n + 1],
    );
    await client.query(
      `insert into attempt_answers (company_id, attempt_id, question_id, answer_ids, response, seq, saved_at)
         select $1, $2, id, answer_ids, response, 1, now()
           from jsonb_to_recordset($3) as q(id integer, answer_ids integer[], response jsonb)`,
      [company, id, JSON.stringify(answered(questions, attempt))],
    );
    await client.query(
      `update attempts set status = 'completed', finished_at = now(), finished_by = 'user' where id = $1`,
      [id],
    );
    gradings.push(
      ...(await idOf(
        `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, created_at)
           values ($1, $2, 1, 10, 10, 'F', false, $3, now()) returning id`,
        [id, JSON.stringify(explained(attempt))],
      )),
    );
  }
  return { version: version!, gradings };
}

const enter = async () => {
  await client.query('set role osnova_system');
  await client.query(`select set_config('app.company', $1, false)`, [String(company)]);
};

test('what is kept of gradings is what a recount of them says', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(SCENE, async ({ questions, attempts }) => {
      await client.query('begin');
      try {
        await enter();
        const { version, gradings } = await aScene(questions, attempts);
        const expected = attempts.flatMap((attempt, n) =>
          attempt.is_short
            ? []
            : [{ grading_id: gradings[n]!, sums: String(BigInt(digitsOf(questions, attempt))) }],
        );
        await client.query('select keep_answer_sums($1, $2)', [version, gradings]);
        const kept = 'select grading_id, sums from answer_sums where form_version_id = $1 order by 1';
        expect((await client.query(kept, [version])).rows).toEqual(expected);
        const { rows } = await client.query<{ field: string }>(
          `select sum(digits(lpad(s.sums::text, $2, '0'), f.begins)) as field from answer_sums s, sum_fields($1) f
             where s.form_version_id = $1 and f.answer_id is null group by f.question_id order by f.question_id`,
          [version, Math.max(0, ...attempts.map((attempt) => digitsOf(questions, attempt).length))],
        );
        const whole = attempts.filter(({ is_short }) => !is_short);
        if (whole.length > 0)
          expect(rows.map(({ field }) => Number(field))).toEqual(
            questions.map((_, n) => whole.filter(({ outcomes }) => outcomes[n]!.outcome === 0).length),
          );
        seen += expected.length;
      } finally {
        await client.query('rollback');
        await client.query('reset role');
      }
    }),
    { numRuns: 60 },
  );
  expect(seen).toBeGreaterThan(60);
});

test('a recount mends what was spoilt by hand', async () => {
  await enter();
  const attempt = { outcomes: [{ outcome: 0, hundredths: 100, chosen: 1 }], is_short: false };
  const { version, gradings } = await aScene([{ kind: 'choice', options: 2 }], [attempt, attempt]);
  await client.query('select keep_answer_sums($1, $2)', [version, gradings]);
  const rows = async () =>
    (await client.query('select * from answer_sums where company_id = $1 order by grading_id', [company]))
      .rows;
  const before = await rows();
  await client.query('update answer_sums set sums = sums + 1, form_version_id = 1 where company_id = $1', [
    company,
  ]);
  expect(await recount(client, company)).toMatch(/answer_sums: 2 rows, 2 mended/);
  expect(await rows()).toEqual(before);
  expect(await recount(client, company)).toMatch(/answer_sums: 2 rows, 0 mended/);
  await client.query('reset role');
});
