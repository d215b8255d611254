import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import * as model from '../../models/group-rules.ts';
import { productWorld } from '../../support/product-world.ts';

/** Who is in groups that fill themselves, against a plain look at everybody, whatever happens and in what order. */
let client: pg.Client;
let company: number;
let people: number[];
let groups: number[];
beforeAll(async () => {
  const made = await aCompany(productWorld());
  company = made.id;
  people = Object.values(made.people).map(({ id }) => id);
  groups = [];
  for (let n = 0; n < 2; n += 1) groups.push((await made.aGroup({ managers: [], students: [] })).id);
  client = new pg.Client({ connectionString: inject('stack').ownerUrl });
  await client.connect();
});
afterAll(() => client.end());

interface Drawn {
  person: number;
  group: number;
  place: model.Place;
  rule: model.Rule;
}
interface Happening {
  sql: (it: Drawn) => [query: string, params: unknown[]];
  means: (known: model.Company, it: Drawn) => void;
}

const SOMEBODY = 'where company_id = $1 and user_id = $2';
const MEMBER = 'where company_id = $1 and group_id = $2 and user_id = $3';
const WRITTEN = { blocked: 'blocked_at', declined: 'declined_at' } as const;

const switched = (state: keyof typeof WRITTEN): Happening => ({
  sql: ({ person }) => [
    `update memberships set ${WRITTEN[state]} = case when ${WRITTEN[state]} is null then now() end ${SOMEBODY}`,
    [company, person],
  ],
  means: (known, { person }) =>
    model.changePerson(known, person, { [state]: !known.people.get(person)?.[state] }),
});

const HAPPENINGS: Happening[] = [
  switched('blocked'),
  switched('declined'),
  {
    sql: ({ person }) => [
      `update memberships set deleted_at = case when deleted_at is null then now() end ${SOMEBODY}`,
      [company, person],
    ],
    means: (known, { person }) =>
      model.changePerson(known, person, { there: !known.people.get(person)?.there }),
  },
  {
    sql: ({ person, place }) => [
      `update memberships set position = $3, subdivision = $4, comment = comment || '.' ${SOMEBODY}`,
      [company, person, place.position, place.subdivision],
    ],
    means: (known, { person, place }) => model.changePerson(known, person, place),
  },
  {
    sql: ({ place }) => [
      'update memberships set position = $2 where company_id = $1',
      [company, place.position],
    ],
    means: (known, { place: { position } }) => {
      for (const id of known.people.keys()) model.changePerson(known, id, { position });
    },
  },
  {
    sql: ({ person }) => [`delete from memberships ${SOMEBODY}`, [company, person]],
    means: (known, { person }) => model.dropPerson(known, person),
  },
  {
    sql: ({ person, place }) => [
      `insert into memberships (company_id, user_id, user_types, position, subdivision)
         values ($1, $2, '{student}', $3, $4) on conflict do nothing`,
      [company, person, place.position, place.subdivision],
    ],
    means: (known, { person, place }) => model.addPerson(known, person, place),
  },
  {
    sql: ({ group, person }) => [`delete from group_members ${MEMBER}`, [company, group, person]],
    means: (known, { group, person }) => model.takeOut(known, group, person),
  },
  {
    sql: ({ group, person }) => [
      `insert into group_members (company_id, group_id, user_id, role)
         select company_id, $2, user_id, 'student' from memberships where company_id = $1 and user_id = $3
         on conflict do nothing`,
      [company, group, person],
    ],
    means: (known, { group, person }) => model.putIn(known, group, person),
  },
  {
    sql: ({ group, rule }) => [
      `update study_groups set rule_positions = rule_values($3), rule_subdivisions = rule_values($4)
         where company_id = $1 and id = $2 and deleted_at is null`,
      [company, group, JSON.stringify(rule.positions), JSON.stringify(rule.subdivisions)],
    ],
    means: (known, { group, rule }) => model.setRule(known, group, rule),
  },
  {
    sql: ({ group }) => [
      `update study_groups set deleted_at = case when deleted_at is null then now() end
         where company_id = $1 and id = $2`,
      [company, group],
    ],
    means: (known, { group }) => model.hideGroup(known, group, !known.groups.get(group)!.deleted),
  },
];

/** Written as people write the same. */
const position = fc.constantFrom('Комірник', ' комірник', 'КАСИР ', 'Касир', '');
const subdivision = fc.constantFrom('Склад', 'склад ', 'Магазин', '');
const chosen = <T extends string>(one: fc.Arbitrary<T>) =>
  fc.array(
    one.filter((it) => it !== ''),
    { maxLength: 2 },
  );
/** Most other things forget who was taken out. */
const TAKING_OUT = 7;
const happening = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.nat(HAPPENINGS.length - 1), weight: 3 },
    { arbitrary: fc.constant(TAKING_OUT), weight: 2 },
  ),
  person: fc.nat(2),
  group: fc.nat(1),
  place: fc.record({ position, subdivision }),
  rule: fc.record({ positions: chosen(position), subdivisions: chosen(subdivision) }),
});

const sorted = (rows: string[]): string[] => rows.toSorted();
async function found(query: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query, [company]);
  return sorted(rows.map(({ line }) => line));
}

test('a group with a rule has whom a look at everybody finds, after any changes', async () => {
  let [byRule, out] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 60 }), async (drawn) => {
      const somebody = { position: '', subdivision: '', there: true, blocked: false, declined: false };
      const known: model.Company = {
        people: new Map(people.map((id) => [id, { ...somebody }])),
        groups: new Map(
          groups.map((id) => [
            id,
            {
              rule: { positions: [], subdivisions: [] },
              deleted: false,
              students: new Map(),
              exceptions: new Set(),
            },
          ]),
        ),
      };
      await client.query('begin');
      try {
        await client.query('set local role osnova_system');
        await client.query(`select set_config('app.consenting', '*', true)`);
        for (const { kind, ...it } of drawn) {
          const meant = { ...it, person: people[it.person]!, group: groups[it.group]! };
          await client.query(...HAPPENINGS[kind]!.sql(meant));
          HAPPENINGS[kind]!.means(known, meant);
        }
        const students = [...known.groups].flatMap(([id, group]) =>
          [...group.students].map(([one, by]) => `${id} ${one} ${by}`),
        );
        const exceptions = [...known.groups].flatMap(([id, group]) =>
          [...group.exceptions].map((one) => `${id} ${one}`),
        );
        expect(
          await found(
            `select group_id || ' ' || user_id || ' ' || by_rule as line from group_members where company_id = $1`,
          ),
        ).toEqual(sorted(students));
        expect(
          await found(
            `select group_id || ' ' || user_id as line from group_exceptions where company_id = $1`,
          ),
        ).toEqual(sorted(exceptions));
        byRule += students.filter((line) => line.endsWith('true')).length;
        out += exceptions.length;
      } finally {
        await client.query('rollback');
      }
    }),
    { numRuns: 150 },
  );
  expect(byRule).toBeGreaterThan(20);
  expect(out).toBeGreaterThan(5);
});

test('a rule and somebody who matches it, come at once, find each other', async () => {
  const [other, watcher] = [0, 1].map(() => new pg.Client({ connectionString: inject('stack').ownerUrl }));
  await Promise.all([other!.connect(), watcher!.connect()]);
  const { pid } = (await other!.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!;
  const itWaits = () =>
    vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`;
      expect((await watcher!.query(waiting, [pid])).rowCount).toBe(1);
    });
  const ruled = `update study_groups set rule_positions = '{Комірник}' where company_id = $1 and id = $2`;
  const moved = `update memberships set position = 'комірник' ${SOMEBODY}`;
  const member = `select from group_members ${MEMBER} and role = 'student' and by_rule`;
  const [first, second] = people;
  for (const one of [client, other!]) await one.query('set role osnova_system');

  await client.query('begin');
  await client.query(moved, [company, first]);
  const rule = other!.query(ruled, [company, groups[0]]);
  await itWaits();
  await client.query('commit');
  await rule;
  expect((await client.query(member, [company, groups[0], first])).rowCount).toBe(1);

  await client.query('begin');
  await client.query(ruled, [company, groups[1]]);
  const move = other!.query(moved, [company, second]);
  await itWaits();
  await client.query('commit');
  await move;
  expect((await client.query(member, [company, groups[1], second])).rowCount).toBe(1);
  await Promise.all([other!.end(), watcher!.end()]);
  await client.query('reset role');
});
