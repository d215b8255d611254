import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { recount } from '../../../tools/vendor/recount.ts';
import { aCompany } from '../../factories/company.ts';
import { productWorld } from '../../support/product-world.ts';

/**
 * The stored course states against a slow, obvious recount: whatever changes in groups, programs, courses, materials,
 * progress and attempts, in whatever order, the two say the same. So do the sums of them that groups and courses keep.
 */
let client: pg.Client;
let company: number;
let people: number[];
beforeAll(async () => {
  const made = await aCompany(productWorld());
  company = made.id;
  people = [made.people.student.id, made.people.trainer.id, made.people.manager.id];
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

/** Two groups, two programs, two courses of three materials each, of which one is an exam that everybody may take. */
async function aScene() {
  const made = async (query: string, params: unknown[]) => {
    const { rows } = await client.query(query, params);
    return rows.map((row: { id: number }) => row.id);
  };
  const groups = await made(
    `insert into study_groups (company_id, name) select $1, 'g' || n from generate_series(1, 2) n returning id`,
    [company],
  );
  const programs = await made(
    `insert into programs (company_id, name) select $1, 'p' || n from generate_series(1, 2) n returning id`,
    [company],
  );
  const courses = await made(
    `insert into courses (company_id, name) select $1, 'c' || n from generate_series(1, 2) n returning id`,
    [company],
  );
  const materials = await made(
    `insert into materials (company_id, course_id, name, type, position)
       select $1, c, 'm' || n, (array['theory', 'exam', 'additional'])[n], n
         from unnest($2::integer[]) c, generate_series(1, 3) n returning id`,
    [company, courses],
  );
  // Everybody studies something to begin with: the first course through a group, the second through a program.
  await client.query(
    `insert into group_members (company_id, group_id, user_id, role)
       select $1, g, u, 'student' from unnest($2::integer[]) g, unnest($3::integer[]) u`,
    [company, groups, people],
  );
  await client.query('insert into course_groups (company_id, course_id, group_id) values ($1, $2, $3)', [
    company,
    courses[0],
    groups[0],
  ]);
  await client.query('insert into program_courses (company_id, program_id, course_id) values ($1, $2, $3)', [
    company,
    programs[0],
    courses[1],
  ]);
  await client.query('insert into program_groups (company_id, program_id, group_id) values ($1, $2, $3)', [
    company,
    programs[0],
    groups[1],
  ]);
  const forms = await made(
    `with made as (
       insert into forms (company_id, material_id, form_type, name)
         select $1, id, 2, name from materials where id = any ($2) and type = 'exam' returning id
     ), published as (
       insert into form_versions (company_id, form_id, number, settings, questions, max_score)
         select $1, id, 1, '{"name": "f", "result_counts": "best"}', '[]', 10 from made
     ), given as (
       insert into assignments (company_id, form_id, user_id) select $1, id, unnest($3::integer[]) from made
     )
     select id from made`,
    [company, materials, people],
  );
  return { groups, programs, courses, materials, forms };
}

type Scene = Awaited<ReturnType<typeof aScene>>;
type Pick = (list: readonly number[]) => number;

/** What happens to attempts, and what the product does about their progress then. */
const attempted =
  (change: string) =>
  ({ forms }: Scene, pick: Pick): [query: string, params: unknown[]] => [
    `with moved as (${change}) select settle_progress(array_agg(id), true) from moved having count(*) > 0`,
    [pick(forms), pick(people)],
  ];
const ended = (status: string, by: string) =>
  attempted(
    `update attempts set status = '${status}', finished_at = clock_timestamp(), finished_by = '${by}'
       where form_id = $1 and user_id = $2 and status = 'running' returning id`,
  );
const BEGUN = attempted(
  `insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at,
                         deadline, due_at)
     select a.company_id, a.id, a.form_id, v.id, a.user_id, 1 + (select count(*) from attempts where assignment_id = a.id),
            '', 1, clock_timestamp(), now(), now()
       from assignments a join form_versions v on v.form_id = a.form_id where a.form_id = $1 and a.user_id = $2
     on conflict do nothing returning id`,
);
const ATTEMPTS = [
  BEGUN,
  // Often enough that one of them ends in its turn.
  BEGUN,
  ended('completed', 'user'),
  ended('completed', 'timer'),
  ended('annulled', 'trainer'),
  attempted(
    `update attempts set status = case status when 'completed' then 'annulled' else 'completed' end
       where form_id = $1 and user_id = $2 and status <> 'running' and finished_by <> 'trainer' returning id`,
  ),
  // Its mark, at some later time.
  attempted(
    `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, created_at)
       select company_id, id, 10, 10, 100, 'A', id % 3 > 0, '[]', clock_timestamp() from attempts
         where form_id = $1 and user_id = $2 and status = 'completed' returning attempt_id as id`,
  ),
];

const CHANGES: ((scene: Scene, pick: Pick) => [query: string, params: unknown[]])[] = [
  ({ groups }, pick) => [
    `insert into group_members (company_id, group_id, user_id, role, created_at) values ($1, $2, $3, 'student', clock_timestamp()) on conflict do nothing`,
    [company, pick(groups), pick(people)],
  ],
  ({ groups }, pick) => [
    'delete from group_members where company_id = $1 and group_id = $2 and user_id = $3',
    [company, pick(groups), pick(people)],
  ],
  ({ groups, courses }, pick) => [
    'insert into course_groups (company_id, course_id, group_id, created_at) values ($1, $2, $3, clock_timestamp()) on conflict do nothing',
    [company, pick(courses), pick(groups)],
  ],
  ({ groups, courses }, pick) => [
    'delete from course_groups where company_id = $1 and course_id = $2 and group_id = $3',
    [company, pick(courses), pick(groups)],
  ],
  ({ programs, courses }, pick) => [
    'insert into program_courses (company_id, program_id, course_id, created_at) values ($1, $2, $3, clock_timestamp()) on conflict do nothing',
    [company, pick(programs), pick(courses)],
  ],
  ({ programs, courses }, pick) => [
    'delete from program_courses where company_id = $1 and program_id = $2 and course_id = $3',
    [company, pick(programs), pick(courses)],
  ],
  ({ programs, groups }, pick) => [
    'insert into program_groups (company_id, program_id, group_id, created_at) values ($1, $2, $3, clock_timestamp()) on conflict do nothing',
    [company, pick(programs), pick(groups)],
  ],
  ({ programs, groups }, pick) => [
    'delete from program_groups where company_id = $1 and program_id = $2 and group_id = $3',
    [company, pick(programs), pick(groups)],
  ],
  ({ courses }, pick) => [
    `insert into course_members (company_id, course_id, user_id, role, created_at) values ($1, $2, $3, 'student', clock_timestamp()) on conflict do nothing`,
    [company, pick(courses), pick(people)],
  ],
  ({ courses }, pick) => [
    'delete from course_members where company_id = $1 and course_id = $2 and user_id = $3',
    [company, pick(courses), pick(people)],
  ],
  ({ groups }, pick) => [
    'update study_groups set deleted_at = case when deleted_at is null then now() end where id = $1',
    [pick(groups)],
  ],
  ({ programs }, pick) => [
    'update programs set deleted_at = case when deleted_at is null then now() end where id = $1',
    [pick(programs)],
  ],
  ({ courses }, pick) => [
    'update courses set published_at = case when published_at is null then now() end where id = $1',
    [pick(courses)],
  ],
  ({ courses }, pick) => [
    'update courses set deleted_at = case when deleted_at is null then now() end where id = $1',
    [pick(courses)],
  ],
  ({ materials }, pick) => [
    'update materials set archived_at = case when archived_at is null then clock_timestamp() end where id = $1',
    [pick(materials)],
  ],
  ({ materials }, pick) => [
    'update materials set deleted_at = case when deleted_at is null then now() end where id = $1',
    [pick(materials)],
  ],
  ({ materials }, pick) => [
    `insert into material_progress (company_id, material_id, user_id, opened_at) values ($1, $2, $3, clock_timestamp()) on conflict do nothing`,
    [company, pick(materials), pick(people)],
  ],
  ({ materials }, pick) => [
    'update material_progress set done_at = coalesce(done_at, clock_timestamp()) where material_id = $1 and user_id = $2',
    [pick(materials), pick(people)],
  ],
  () => ['select join_course_sums()', []],
  ...ATTEMPTS,
];

const STORED = `
  select course_id, user_id, total, done, opened_at, last_activity, done_at, given_at from course_states
    where company_id = $1 order by 1, 2`;
const RECOUNTED = `
  select e.course_id, e.user_id,
         (count(*) filter (where m.type <> 'additional'))::integer as total,
         (count(p.done_at) filter (where m.type <> 'additional'))::integer as done,
         min(p.opened_at) as opened_at,
         max(greatest(p.opened_at, case when m.type <> 'exam' then p.done_at end, (
           select max(case when t.status = 'running' or t.finished_by = 'trainer' then t.started_at else t.finished_at end)
             from attempts t join forms f on f.id = t.form_id
             where f.material_id = m.id and t.user_id = e.user_id))) as last_activity,
         max(case when m.type <> 'additional' then p.done_at end) as done_at,
         (select min(g.at) from (
            select cm.created_at as at from course_members cm
              where cm.course_id = e.course_id and cm.user_id = e.user_id and cm.role = 'student'
            union all
            select greatest(cg.created_at, gm.created_at) from course_groups cg
              join group_members gm on gm.group_id = cg.group_id and gm.user_id = e.user_id and gm.role = 'student'
              join study_groups g on g.id = cg.group_id and g.deleted_at is null
              where cg.course_id = e.course_id
            union all
            select greatest(pc.created_at, pg.created_at, gm.created_at) from program_courses pc
              join programs p on p.id = pc.program_id and p.deleted_at is null
              join program_groups pg on pg.program_id = pc.program_id
              join group_members gm on gm.group_id = pg.group_id and gm.user_id = e.user_id and gm.role = 'student'
              join study_groups g on g.id = pg.group_id and g.deleted_at is null
              where pc.course_id = e.course_id) g) as given_at
    from enrolments e
    left join materials m on m.course_id = e.course_id and m.deleted_at is null and (m.archived_at is null or exists (
      select from material_progress earlier join materials sibling on sibling.id = earlier.material_id
        where earlier.user_id = e.user_id and sibling.course_id = e.course_id and earlier.opened_at < m.archived_at))
    left join material_progress p on p.material_id = m.id and p.user_id = e.user_id
    where e.company_id = $1 group by e.course_id, e.user_id order by 1, 2`;

const SUMMED = `
  select group_id, user_id, courses, begun, finished, percents from group_progress
    where company_id = $1 order by 1, 2`;
const RESUMMED = `
  select gm.group_id, gm.user_id, count(s.user_id)::integer as courses, count(s.opened_at)::integer as begun,
         (count(*) filter (where s.opened_at is not null and s.done = s.total))::integer as finished,
         coalesce(sum(case when s.total = 0 then 0 else floor(100.0 * s.done / s.total) end), 0)::integer as percents
    from group_members gm
    join study_groups g on g.id = gm.group_id and g.deleted_at is null
    left join course_states s on s.user_id = gm.user_id
      and exists (select from courses c
        where c.id = s.course_id and c.deleted_at is null and c.published_at is not null)
      and (exists (select from course_groups cg where cg.group_id = gm.group_id and cg.course_id = s.course_id)
        or exists (select from program_groups pg
          join programs p on p.id = pg.program_id and p.deleted_at is null
          join program_courses pc on pc.program_id = pg.program_id
          where pg.group_id = gm.group_id and pc.course_id = s.course_id))
    where gm.company_id = $1 and gm.role = 'student' group by gm.group_id, gm.user_id order by 1, 2`;

const TOTALS = `
  select course_id, students, begun, finished, percents from course_totals where company_id = $1 order by 1`;
const RETOTALLED = `
  select course_id, count(*)::integer as students, count(opened_at)::integer as begun,
         (count(*) filter (where opened_at is not null and done = total))::integer as finished,
         sum(case when total = 0 then 0 else floor(100.0 * done / total) end)::integer as percents
    from course_states where company_id = $1 group by course_id order by 1`;

test('course states, their totals and the progress of groups are what a recount says after any changes', async () => {
  const change = fc.record({ kind: fc.nat(CHANGES.length - 1), picks: fc.tuple(fc.nat(5), fc.nat(5)) });
  let seen = 0;
  let summed = 0;
  const rowsOf = async (query: string) => (await client.query<{ courses?: number }>(query, [company])).rows;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 40 }), async (changes) => {
      await client.query('begin');
      try {
        await client.query('set local role osnova_system');
        const scene = await aScene();
        for (const { kind, picks } of changes) {
          let turn = 0;
          const pick: Pick = (list) => list[picks[turn++ % 2]! % list.length]!;
          const [query, params] = CHANGES[kind]!(scene, pick);
          await client.query(query, params);
        }
        const rows = await rowsOf(STORED);
        expect(rows).toEqual(await rowsOf(RECOUNTED));
        const sums = await rowsOf(SUMMED);
        expect(sums).toEqual(await rowsOf(RESUMMED));
        expect(await rowsOf(TOTALS)).toEqual(await rowsOf(RETOTALLED));
        seen += rows.length;
        summed += sums.filter(({ courses }) => courses! > 0).length;
      } finally {
        await client.query('rollback');
      }
    }),
    { numRuns: 120 },
  );
  expect(Math.min(seen, summed)).toBeGreaterThan(100);
});

test('the many parts that changes leave of a total are made one, and say the same', async () => {
  await client.query('begin');
  try {
    await client.query('set local role osnova_system');
    const { courses } = await aScene();
    for (let turn = 0; turn < 25; turn += 1) {
      await client.query(
        'update course_states set opened_at = case when opened_at is null then now() end where course_id = $1',
        [courses[0]],
      );
    }
    const parts = async () =>
      (await client.query('select from course_sums where course_id = $1', [courses[0]])).rowCount;
    const before = (await client.query(TOTALS, [company])).rows;
    expect(await parts()).toBeGreaterThan(20);
    await client.query('select join_course_sums()');
    expect(await parts()).toBe(1);
    expect((await client.query(TOTALS, [company])).rows).toEqual(before);
  } finally {
    await client.query('rollback');
  }
});

test('what was spoilt by hand is mended by a recount', async () => {
  await client.query('begin');
  await client.query('set local role osnova_system');
  const { groups, courses } = await aScene();
  const kept = async () => [
    (await client.query(STORED, [company])).rows,
    (await client.query(SUMMED, [company])).rows,
    (await client.query(TOTALS, [company])).rows,
  ];
  const before = await kept();
  await client.query('commit');
  await client.query('set role osnova_system');
  await client.query(
    `update course_states set total = total + 1, last_activity = '2020-01-01', given_at = '2020-01-01' where company_id = $1`,
    [company],
  );
  await client.query('delete from group_progress where group_id = $1', [groups[0]]);
  await client.query('update course_sums set begun = begun + 1 where course_id = $1', [courses[0]]);
  expect(await kept()).not.toEqual(before);
  const told = await recount(client, company);
  expect(await kept()).toEqual(before);
  expect(told).toMatch(
    /course_states: 6 rows, 6 mended[^]*course_totals: 2 rows, 1 mended[^]*group_progress: 6 rows, [1-9]\d* mended/,
  );
  expect(await recount(client, company)).toMatch(
    /course_states: 6 rows, 0 mended[^]*course_totals: 2 rows, 0 mended[^]*group_progress: 6 rows, 0 mended/,
  );
  await client.query('reset role');
});
