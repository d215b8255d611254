import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startAttempt, takeExam } from '../factories/attempt.ts';
import { aCompany, type Company } from '../factories/company.ts';
import { asSystem, type World } from '../factories/world.ts';
import { productWorld, together } from '../support/product-world.ts';
import type { ChosenAnswers } from '../../worker/exams/attempts/attempt.ts';
import { earnedShare, type Key } from '../../worker/exams/questions/question.ts';
import { gradeMended, type KeyRepair } from '../models/attempt.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;

let world: World;
let company: Company;
let client: pg.Client;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

const retake = (exam: Exam) =>
  company.as('trainer').post(`/course/course/${exam.course.id}/retake_form/`, {
    form_id: exam.form_id,
    user_ids: [company.people.student.id],
    extra_attempts: 1,
    reason: 'Again',
  });

const swapFirst = ({ questions }: Exam) => ({
  question_id: questions[0]!.id,
  right_answer_ids: questions[0]!.answers.filter((each) => !each.is_right_answer).map((each) => each.id),
});

test('a retake asked for ten times at once is granted once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const exam = await company.anExam({ settings: { is_one_attempt_allowed: true } });
    await takeExam(company.as('student'), exam);
    const answers = await together(10, () => retake(exam));
    expect(answers.filter(({ body }) => body.granted?.length === 1)).toHaveLength(1);
    const rows = await asSystem(world, [
      `select a.status, a.extra_attempts, (select count(*)::integer from assignment_decisions d where d.assignment_id = a.id) as decisions
         from assignments a where a.form_id = $1`,
      [exam.form_id],
    ]);
    expect(rows).toEqual([{ status: 'reopened', extra_attempts: 1, decisions: 1 }]);
  }
});

test('of an annulment and a finish at once the attempt is annulled, and graded if it was finished before', async () => {
  for (let round = 0; round < 15; round += 1) {
    const exam = await company.anExam();
    const { attempt_id, finish } = await startAttempt(company.as('student'), exam);
    const [finished, annulled] = await together(2, (index) =>
      index === round % 2
        ? finish()
        : company.as('trainer').post(`/course/course/${exam.course.id}/passed_form_status/`, {
            form_id: exam.form_id,
            user_ids: [company.people.student.id],
            action: 'annul',
            reason: 'Why',
          }),
    );
    expect([finished!.status, annulled!.status]).toEqual([200, 200]);
    const [row] = await asSystem<Record<string, unknown>>(world, [
      `select t.status, a.status as assignment, t.finished_by,
              (select count(*)::integer from gradings g where g.attempt_id = t.id) as gradings,
              (select done_at from material_progress p where p.material_id = $2 and p.user_id = t.user_id) as done_at
         from attempts t join assignments a on a.id = t.assignment_id where t.id = $1`,
      [attempt_id, exam.material_id],
    ]);
    expect(row).toMatchObject({ status: 'annulled', assignment: 'rejected', done_at: null });
    expect([row!['finished_by'], row!['gradings']]).toEqual(
      row!['gradings'] === 1 ? ['user', 1] : ['trainer', 0],
    );
  }
});

test('a finish at the same time as a repair of the key is graded by it', async () => {
  for (let round = 0; round < 25; round += 1) {
    const exam = await company.anExam();
    const { attempt_id, finish } = await startAttempt(company.as('student'), exam);
    const answers = await together(2, (index) =>
      index === round % 2
        ? finish()
        : company.as('trainer').post(`/course/course/${exam.course.id}/form/${exam.form_id}/repairs/`, {
            changes: [swapFirst(exam)],
            only_raise: false,
            reason: 'Why',
          }),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 201]);
    const [row] = await asSystem<{ score: number }>(world, [
      'select score::float8 as score from gradings where attempt_id = $1 order by id desc limit 1',
      [attempt_id],
    ]);
    expect(row).toEqual({ score: 2 });
  }
});

test('a finish that waits for a repair holds nothing that the repair asks for', async () => {
  const exam = await company.anExam();
  // Whose result counts beside that of the attempt that ends.
  await takeExam(company.as('student'), exam);
  const { finish } = await startAttempt(company.as('student'), exam);
  await client.query('begin');
  await enterAsOwner();
  await client.query('select lock_key($1, true)', [exam.form_id]);
  const finished = finish();
  await client.query(
    `do $$ begin
       while not exists (select from pg_locks where locktype = 'advisory' and not granted and objid = ${exam.form_id})
         loop perform pg_sleep(0.01); end loop;
     end $$`,
  );
  await client.query('select from assignments where form_id = $1 for no key update nowait', [exam.form_id]);
  await client.query(`select repair_key($1, $2, $3, false, 'Why')`, [
    exam.course.id,
    exam.form_id,
    JSON.stringify([swapFirst(exam)]),
  ]);
  await client.query('commit');
  expect((await finished).status).toBe(200);
  const rows = await asSystem(world, [
    `select g.reason, g.score::float8 as score from gradings g join attempts t on t.id = g.attempt_id
       where t.form_id = $1 order by g.id`,
    [exam.form_id],
  ]);
  expect(rows).toEqual([
    { reason: 'finished', score: 4 },
    { reason: 'repair', score: 2 },
    { reason: 'finished', score: 2 },
  ]);
});

const choice = fc.constantFrom<readonly number[]>([], [0], [1], [0, 1], [1, 2], [2]);
const change = fc.record({
  question: fc.nat(2),
  key: fc.constantFrom<readonly number[] | null>([0], [1], [0, 1], [2], null),
});
const step = fc.oneof(
  fc.record({
    kind: fc.constant('repair' as const),
    only_raise: fc.boolean(),
    changes: fc.uniqueArray(change, { minLength: 1, maxLength: 3, selector: (each) => each.question }),
  }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('grade' as const), attempt: fc.nat(2) }),
);

type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

/** The mended key: one answer of a question for one, and none that it does not have. */
function keysOf(questions: Exam['questions'], changes: readonly Change[]): Record<number, number[] | null> {
  const keys: Record<number, number[] | null> = {};
  for (const { question, key } of changes) {
    const { id, answers } = questions[question]!;
    // One answer of a question for one, and none that it does not have.
    const right = key?.filter((place) => place < answers.length).slice(0, question === 1 ? 2 : 1) ?? null;
    keys[id] = right === null ? null : right.map((place) => answers[place]!.id).sort((a, b) => a - b);
    if (right?.length === 0) keys[id] = [answers[0]!.id];
  }
  return keys;
}

/** Repairs the key by the database's function; null where it refuses to leave no question. */
async function repair(
  { course, form_id }: Exam,
  keys: Record<number, number[] | null>,
  only_raise: boolean,
): Promise<{ id: number; repair: KeyRepair } | null> {
  const changes = Object.entries(keys).map(([id, right]) =>
    right === null
      ? { question_id: Number(id), annulled: true }
      : { question_id: Number(id), right_answer_ids: right },
  );
  await client.query('savepoint repair');
  try {
    const made = await client.query('select repair_key($1, $2, $3, $4, $5) as id', [
      course.id,
      form_id,
      JSON.stringify(changes),
      only_raise,
      'Why',
    ]);
    return { id: made.rows[0].id, repair: { keys, only_raise } };
  } catch (error) {
    if ((error as Error).message !== 'repair_leaves_nothing') throw error;
    await client.query('rollback to savepoint repair');
    return null;
  }
}

const grade = (attempts: number[]) =>
  client.query(
    `select settle_progress($1, false) from (select write_gradings($1, 'finished', null, false)) graded`,
    [attempts],
  );

async function enterAsOwner(): Promise<void> {
  await client.query('set local role osnova_system');
  await client.query(
    `select set_config('app.company', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'owner', true)`,
    [String(company.id), String(company.people.owner.id)],
  );
}

async function expectDoneAsPassed(exam: Exam): Promise<void> {
  const { rows: done } = await client.query(
    'select done_at is not null as done from material_progress where material_id = $1 and user_id = $2',
    [exam.material_id, company.people.student.id],
  );
  const { rows: passes } = await client.query(
    'select bool_or(r.passed) as passed from attempts t join results r on r.attempt_id = t.id where t.form_id = $1',
    [exam.form_id],
  );
  expect(done[0].done).toBe(passes[0].passed);
}

/** What a grading leaves as it is. */
const GRADED = `
  select to_jsonb(t) - 'percent' - 'passed' as attempt,
         (select jsonb_agg(s order by s.question_id) from attempt_answers s where s.attempt_id = t.id) as answers
    from attempts t where t.form_id = $1 order by t.id`;

/** The database's gradings against the pure model, after any repairs and undos. */
test('random repairs and undos leave every attempt with the grade of the model, and its answers as they were', async () => {
  const exam = await company.anExam({ settings: { passing_score: 60 } });
  const questions = exam.questions;
  const seen = { raised: 0, kept: 0, annulled: 0, undone: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(choice, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
      fc.array(step, { minLength: 1, maxLength: 7 }),
      fc.constantFrom('points' as const, 'percentages' as const),
      async (papers, steps, passing_score_type) => {
        await client.query('begin');
        try {
          await enterAsOwner();
          const passing = { passing_score_type, passing_score: passing_score_type === 'points' ? 2 : 60 };
          await client.query(
            `update form_versions set settings = settings || jsonb_build_object('passing_score_type', $2::text, 'passing_score', $3::integer) where form_id = $1`,
            [exam.form_id, passing_score_type, passing.passing_score],
          );
          const { rows: versions } = await client.query(
            'select questions from form_versions where form_id = $1',
            [exam.form_id],
          );
          const asked = versions[0].questions as { id: number; score: number; right: number[] }[];
          const attempts: { id: number; answers: ChosenAnswers }[] = [];
          for (const [index, paper] of papers.entries()) {
            const given = chosenBy(exam, paper);
            const answers = Object.fromEntries(
              Object.entries(given).map(([question, each]) => [question, { ...each, seq: 1 }]),
            );
            attempts.push({ id: await anEndedAttempt(exam, given, index + 1), answers });
          }
          const rows = () => client.query(GRADED, [exam.form_id]);
          await grade(attempts.map(({ id }) => id));
          const before = (await rows()).rows;
          const repairs: { id: number; repair: KeyRepair; undone: boolean }[] = [];
          for (const each of steps) {
            if (each.kind === 'repair') {
              const made = await repair(exam, keysOf(questions, each.changes), each.only_raise);
              if (made) repairs.push({ ...made, undone: false });
              if (made && Object.values(made.repair.keys).includes(null)) seen.annulled += 1;
            } else if (each.kind === 'undo' && repairs.length) {
              const taken = repairs[each.which % repairs.length]!;
              await client.query('select undo_repair($1, $2, $3)', [exam.course.id, exam.form_id, taken.id]);
              taken.undone = true;
              seen.undone += 1;
            } else if (each.kind === 'grade') {
              await grade([attempts[each.attempt]!.id]);
            }
            const active = repairs.filter(({ undone }) => !undone).map((made) => made.repair);
            for (const { id, answers } of attempts) {
              const expected = gradeMended(asked, answers, passing, active);
              if (active.some(({ only_raise }) => only_raise)) {
                const all = active.map((mend) => ({ ...mend, only_raise: false }));
                const plain = gradeMended(asked, answers, passing, all);
                seen[plain.percent < expected.percent ? 'kept' : 'raised'] += 1;
              }
              const { rows: graded } = await client.query(
                `select score::float8 as score, max_score::float8 as max_score, percent::float8 as percent, ects, passed, explanation
                   from gradings where attempt_id = $1 order by id desc limit 1`,
                [id],
              );
              expect(graded[0]).toEqual({ ...expected, percent: expect.closeTo(expected.percent, 1) });
            }
          }
          await expectDoneAsPassed(exam);
          expect((await rows()).rows).toEqual(before);
        } finally {
          await client.query('rollback');
        }
      },
    ),
    { numRuns: 120 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});

const TITLES = ['a', 'b', 'c'];
const PUZZLES = [
  { type: 'ordering', answers: TITLES.map((title) => ({ title, is_right_answer: true })) },
  {
    type: 'matching',
    answers: ['A', 'B', 'C', 'D'].map((match, at) => ({
      title: TITLES[at] ?? '',
      match,
      is_right_answer: at < 3,
    })),
  },
].map((question) => ({ title: question.type, score: 6, credit: 'parts' as const, ...question }));

const mends = fc.record({
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }),
  pairs: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
  both: fc.boolean(),
});

type Mend = typeof mends extends fc.Arbitrary<infer Each> ? Each : never;

interface Puzzle {
  id: number;
  type: 'ordering' | 'matching';
  right: Key;
  answers: { id: number; title: string; match: string; match_id: number }[];
}

/** What was put in order and matched, by places. */
const madeOf = ([ordering, matching]: [Puzzle, Puzzle], placed: number[], matched: number[]): Given => ({
  [ordering.id]: { answer_ids: placed.map((at) => ordering.answers[at]!.id) },
  [matching.id]: {
    answer_ids: [],
    response: Object.fromEntries(
      matching.answers.slice(0, 3).flatMap(({ id }, at) => {
        const match = matching.answers[matched[at]!];
        return match ? [[id, match.match_id]] : [];
      }),
    ),
  },
});

/** What a step asks to be mended, and the keys that it leaves. */
function mendOf([ordering, matching]: [Puzzle, Puzzle], { order, pairs, both }: Mend) {
  const right_answer_ids = order.map((at) => ordering.answers[at]!.id);
  const made = TITLES.map((_, at) => [matching.answers[at]!, matching.answers[pairs[at]!]!] as const);
  const keys: Record<number, Key> = { [ordering.id]: right_answer_ids };
  const changes: object[] = [{ question_id: ordering.id, right_answer_ids }];
  if (both) {
    keys[matching.id] = Object.fromEntries(made.map(([{ id }, { match_id }]) => [id, match_id]));
    const told = made.map(([{ id }, { match }]) => ({ answer_id: id, match }));
    changes.push({ question_id: matching.id, pairs: told });
  }
  return { keys, changes: JSON.stringify(changes) };
}

const ask = (text: string, values: unknown[]) => client.query(text, values).then(({ rows }) => rows);

/** The score that holds, and the key that the draft says. */
async function standing(exam: Exam, attempt: number) {
  const [graded] = await ask(
    'select score::float8 as score from gradings where attempt_id = $1 order by id desc limit 1',
    [attempt],
  );
  const draft = await ask('select id, question_key(type, answers) as key from questions where form_id = $1', [
    exam.form_id,
  ]);
  return { score: graded.score as number, keys: Object.fromEntries(draft.map(({ id, key }) => [id, key])) };
}

test('random orders and pairs that are mended grade as the model and as they were previewed, until undone', async () => {
  const exam = await company.anExam({ questions: PUZZLES });
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2]),
      fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
      fc.array(mends, { minLength: 1, maxLength: 4 }),
      async (placed, matched, steps) => {
        await client.query('begin');
        try {
          await enterAsOwner();
          const [version] = await ask('select questions from form_versions where form_id = $1', [
            exam.form_id,
          ]);
          const puzzles = version.questions as [Puzzle, Puzzle];
          const given = madeOf(puzzles, placed, matched);
          const id = await anEndedAttempt(exam, given, 1);
          await grade([id]);
          const before = await standing(exam, id);
          let keys: Record<number, Key> = before.keys;
          const repairs: number[] = [];
          for (const each of steps) {
            const { keys: mended, changes } = mendOf(puzzles, each);
            keys = { ...keys, ...mended };
            const expected = puzzles.reduce(
              (sum, puzzle) =>
                sum + 6 * earnedShare({ ...puzzle, credit: 'parts' }, keys[puzzle.id]!, given[puzzle.id]!)!,
              0,
            );
            const was = await standing(exam, id);
            const call = [exam.course.id, exam.form_id, changes, false];
            const [previewed] = await ask('select after from preview_repair($1, $2, $3, $4)', call);
            expect(previewed?.after.score ?? was.score).toBe(expected);
            const [made] = await ask(`select repair_key($1, $2, $3, $4, 'Why') as id`, call);
            repairs.push(made.id);
            expect(await standing(exam, id)).toEqual({ score: expected, keys });
            if (was.score !== expected) changed += 1;
          }
          for (const each of repairs)
            await client.query('select undo_repair($1, $2, $3)', [exam.course.id, exam.form_id, each]);
          expect(await standing(exam, id)).toEqual(before);
        } finally {
          await client.query('rollback');
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(changed).toBeGreaterThan(10);
});

type Given = Record<number, { answer_ids: number[]; response?: Record<string, number> }>;

/** What is chosen by places of answers, one of a question for one. */
const chosenBy = ({ questions }: Exam, paper: readonly (readonly number[])[]): Given =>
  Object.fromEntries(
    paper.map((places, index) => {
      const { id, answers } = questions[index]!;
      const chosen = places.filter((place) => place < answers.length).slice(0, index === 1 ? 2 : 1);
      return [id, { answer_ids: chosen.map((place) => answers[place]!.id).sort((a, b) => a - b) }];
    }),
  );

/** An attempt of the student that ended with these answers. */
async function anEndedAttempt({ form_id }: Exam, given: Given, number: number): Promise<number> {
  const user = company.people.student.id;
  await client.query(
    `insert into assignments (company_id, form_id, user_id, status) values ($1, $2, $3, 'completed') on conflict do nothing`,
    [company.id, form_id, user],
  );
  const { rows } = await client.query(
    `insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at, deadline, due_at)
       select $1, a.id, $2, v.id, $3, $4, 'tab', 1, now(), now(), now() + interval '1 day' from assignments a
         join form_versions v on v.form_id = a.form_id where a.form_id = $2 and a.user_id = $3 returning id`,
    [company.id, form_id, user, number],
  );
  const id = rows[0].id as number;
  for (const [question, { answer_ids, response }] of Object.entries(given))
    await client.query(
      'insert into attempt_answers (company_id, attempt_id, question_id, answer_ids, response, seq, saved_at) values ($1, $2, $3, $4, $5, 1, now())',
      [company.id, id, question, answer_ids, response ?? null],
    );
  await client.query(
    `update attempts set status = 'completed', finished_at = now(), finished_by = 'user', result_published_at = now() where id = $1`,
    [id],
  );
  return id;
}
