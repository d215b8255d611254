import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { recount } from '../../../tools/vendor/recount.ts';
import { aCompany } from '../../factories/company.ts';
import { productWorld } from '../../support/product-world.ts';
import { aBareForm, insertingIn } from './bare-form.ts';

/**
 * What the attempts of an assignment come to, as it is kept, against a slow, obvious recount: whatever is graded,
 * graded anew, published, annulled and taken back, and whichever result a form counts.
 */
let client: pg.Client;
let company: number;
let people: number[];
beforeAll(async () => {
  const made = await aCompany(productWorld());
  company = made.id;
  people = [made.people.student.id, made.people.trainer.id];
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

/** An exam with a first version, which two people have, each with three attempts of which none has ended. */
async function aScene() {
  const idOf = insertingIn(client, company);
  const form = await aBareForm(idOf);
  const [version] = await idOf(VERSION, [form, 'best']);
  const assignments = await idOf(
    `insert into assignments (company_id, form_id, user_id, status) select $1, $2, unnest($3::integer[]), 'completed' returning id`,
    [form, people],
  );
  const attempts = await idOf(
    `insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, status, holder, seed, started_at,
                           deadline, due_at, finished_at, finished_by)
       select $1, a.id, a.form_id, $2, a.user_id, n, 'completed', '', 1, now(), now(), now(),
              now() + make_interval(secs => n), 'user'
         from assignments a, generate_series(1, 3) n where a.id = any ($3) returning id`,
    [version, assignments],
  );
  return { form, attempts };
}

const VERSION = `
  insert into form_versions (company_id, form_id, number, settings, questions, max_score)
    select $1, $2, 1 + count(*), jsonb_build_object('name', 'f', 'result_counts', $3::text), '[]', 10
      from form_versions where form_id = $2 returning id`;

type Scene = Awaited<ReturnType<typeof aScene>>;
type Change = { kind: number; attempt: number; score: number };

const CHANGES: ((scene: Scene, attempt: number, score: number) => [query: string, params: unknown[]])[] = [
  (_, attempt, score) => [
    `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, created_at)
       values ($1, $2, $3::integer, 10, 10 * $3::integer, ects(10 * $3::integer), $3::integer >= 6,
               case when $3::integer % 3 = 0 then '[{"outcome": "in_review"}]' else '[]' end::jsonb, now())`,
    [company, attempt, score],
  ],
  (_, attempt) => [
    `update attempts set status = case status when 'completed' then 'annulled' else 'completed' end where id = $1`,
    [attempt],
  ],
  (_, attempt) => [
    'update attempts set result_published_at = case when result_published_at is null then now() end where id = $1',
    [attempt],
  ],
  ({ form }, _, score) => [VERSION, [company, form, score % 2 === 0 ? 'best' : 'last']],
];

const KEPT = 'select * from form_results where company_id = $1 order by assignment_id';
const RECOUNTED = `
  select a.company_id, a.id as assignment_id, a.form_id, a.user_id, c.attempt_id, e.first_score, e.last_score, e.best_score,
         e.first_percent, e.last_percent, e.best_percent, c.percent, c.ects, c.passed, t.finished_by,
         extract(epoch from t.finished_at - t.started_at)::integer as duration, e.in_review,
         (select max(g.id) from gradings g where g.attempt_id = t.id) as grading_id, t.form_version_id
    from assignments a
    cross join lateral (
      select (array_agg(r.score order by t.number))[1] as first_score,
             (array_agg(r.score order by t.number desc))[1] as last_score, max(r.score) as best_score,
             (array_agg(r.percent order by t.number))[1] as first_percent,
             (array_agg(r.percent order by t.number desc))[1] as last_percent,
             max(r.percent) as best_percent, bool_or(t.result_published_at is null) as in_review
        from attempts t
        join (
          select g.attempt_id, case when w.is_over then g.score::float8 end as score,
                 case when w.is_over then g.percent::float8 end as percent
            from results g join attempts a on a.id = g.attempt_id
            cross join lateral (
              select a.result_published_at is not null or strpos(g.explanation::text, 'in_review') = 0 as is_over) w
        ) r on r.attempt_id = t.id
        where t.assignment_id = a.id and t.status = 'completed') e
    cross join lateral counted_result(a.company_id, a.id, (
      select v.settings->>'result_counts' from form_versions v where v.form_id = a.form_id
        order by v.number desc limit 1), false) c
    join attempts t on t.id = c.attempt_id
    where a.company_id = $1 order by a.id`;

/** What each attempt comes to, which is kept with it. */
const OUTCOMES = `
  select id, percent::float8 as percent, passed from attempts where company_id = $1 order by id`;
const RECOUNTED_OUTCOMES = `
  select t.id, case when w.is_over then g.percent::float8 end as percent, case when w.is_over then g.passed end as passed
    from attempts t left join results g on g.attempt_id = t.id
    cross join lateral (select strpos(g.explanation::text, 'in_review') = 0 as is_over) w
    where t.company_id = $1 order by t.id`;

const rowsOf = async (query: string) => (await client.query<Record<string, unknown>>(query, [company])).rows;

async function changed(scene: Scene, changes: readonly Change[]): Promise<void> {
  for (const { kind, attempt, score } of changes) {
    const [query, params] = CHANGES[kind]!(scene, scene.attempts[attempt]!, score);
    await client.query(query, params);
  }
}

test('what attempts come to is what a recount says after any changes, and a recount mends it', async () => {
  const change = fc.record({ kind: fc.nat(CHANGES.length - 1), attempt: fc.nat(5), score: fc.nat(10) });
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), async (changes) => {
      await client.query('begin');
      try {
        await client.query('set local role osnova_system');
        await client.query(`select set_config('app.company', $1, true)`, [String(company)]);
        await changed(await aScene(), changes);
        const rows = await rowsOf(KEPT);
        expect(rows).toEqual(await rowsOf(RECOUNTED));
        expect(await rowsOf(OUTCOMES)).toEqual(await rowsOf(RECOUNTED_OUTCOMES));
        seen += rows.length;
      } finally {
        await client.query('rollback');
      }
    }),
    { numRuns: 80 },
  );
  expect(seen).toBeGreaterThan(50);
  await client.query('set role osnova_system');
  const grades = [0, 3].map((attempt) => ({ kind: 0, attempt, score: 7 }));
  await changed(await aScene(), grades);
  const kept = async () => [await rowsOf(KEPT), await rowsOf(OUTCOMES)];
  const before = await kept();
  await client.query('update form_results set percent = 1 where company_id = $1', [company]);
  await client.query('update attempts set percent = 1 where company_id = $1 and passed', [company]);
  expect(await recount(client, company)).toMatch(
    /attempts: 6 rows, 2 mended[^]*form_results: 2 rows, 2 mended/,
  );
  expect(await kept()).toEqual(before);
  await client.query('reset role');
});
