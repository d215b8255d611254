import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { recount } from '../../../tools/vendor/recount.ts';
import { aCompany } from '../../factories/company.ts';
import { productWorld } from '../../support/product-world.ts';

/** The kept sums of a company's people against a plain count of them, whatever happens to people and in what order. */
let client: pg.Client;
let company: number;
let people: number[];
beforeAll(async () => {
  const made = await aCompany(productWorld());
  company = made.id;
  people = Object.values(made.people).map(({ id }) => id);
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

const KEPT = `
  select user_types, given_types, has_email, activated, blocked, declined, people from people_totals
    where company_id = $1 order by 1, 2, 3, 4, 5, 6`;
const COUNTED = `
  select user_types, given_types, has_email, activated, blocked_at is not null as blocked,
         declined_at is not null as declined, count(*)::integer as people
    from memberships where company_id = $1 and deleted_at is null group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`;
const LICENCES = `select used, pending from licences($1)`;
const SEATS = `
  select (count(*) filter (where activated and blocked_at is null))::integer as used,
         (count(*) filter (where not activated and blocked_at is null and declined_at is null))::integer as pending
    from memberships where company_id = $1 and deleted_at is null`;

const TYPES = ['{student}', '{trainer,student}', '{admin,trainer,student}'];
const SOMEBODY = 'where company_id = $1 and user_id = $2';
const SWITCHED = ['blocked_at', 'deleted_at', 'declined_at'];

/** What happens: to one person of the company, or to all of them at once. */
const CHANGES: ((person: number, type: string) => [query: string, params: unknown[]])[] = [
  ...SWITCHED.map((column) => (person: number): [string, unknown[]] => [
    `update memberships set ${column} = case when ${column} is null then now() end ${SOMEBODY}`,
    [company, person],
  ]),
  (person, type) => [`update memberships set user_types = $3 ${SOMEBODY}`, [company, person, type]],
  (person) => [
    'update users set activated_at = case when activated_at is null then now() end where id = $1',
    [person],
  ],
  (person) => [`update users set last_name = last_name || 'а' where id = $1`, [person]],
  (person) => [`delete from memberships ${SOMEBODY}`, [company, person]],
  (person, type) => [
    `insert into memberships (company_id, user_id, user_types) values ($1, $2, $3) on conflict do nothing`,
    [company, person, type],
  ],
  () => [`update memberships set position = 'Касир' where company_id = $1`, [company]],
  () => ['select join_people_sums()', []],
];

const rowsOf = async (query: string) => (await client.query(query, [company])).rows;

test('the kept sums of people are what a count says after any changes', async () => {
  const change = fc.record({
    kind: fc.nat(CHANGES.length - 1),
    person: fc.nat(people.length - 1),
    type: fc.constantFrom(...TYPES),
  });
  let parts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 80 }), async (changes) => {
      await client.query('begin');
      try {
        await client.query('set local role osnova_system');
        await client.query(`select set_config('app.consenting', '*', true)`);
        for (const { kind, person, type } of changes) {
          await client.query(...CHANGES[kind]!(people[person]!, type));
        }
        expect(await rowsOf(KEPT)).toEqual(await rowsOf(COUNTED));
        expect(await rowsOf(LICENCES)).toEqual(await rowsOf(SEATS));
        parts = Math.max(parts, (await rowsOf('select from people_sums where company_id = $1')).length);
      } finally {
        await client.query('rollback');
      }
    }),
    { numRuns: 100 },
  );
  expect(parts).toBeGreaterThan(20);
});

test('many parts are made one of each kind, and a recount mends what was spoilt by hand', async () => {
  await client.query('set role osnova_system');
  const told = await rowsOf(KEPT);
  for (let turn = 0; turn < 60; turn += 1) {
    await client.query(
      `update memberships set blocked_at = case when blocked_at is null then now() end ${SOMEBODY}`,
      [company, people.at(-1)],
    );
  }
  await client.query('select join_people_sums()');
  expect(await rowsOf(KEPT)).toEqual(told);
  expect(await rowsOf('select from people_sums where company_id = $1')).toHaveLength(told.length);

  await client.query('update people_sums set people = people + 3 where company_id = $1', [company]);
  expect(await rowsOf(KEPT)).not.toEqual(told);
  expect(await recount(client, company)).toMatch(/people_totals: \d+ rows, [1-9]\d* mended/);
  expect(await rowsOf(KEPT)).toEqual(told);
  expect(await recount(client, company)).toMatch(/people_totals: \d+ rows, 0 mended/);
  await client.query('reset role');
});
