import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { USER_TYPES, type UserType } from '../../../worker/access/contract.ts';
import { createApp } from '../../../worker/app.ts';
import type { Company, Person } from '../../factories/company.ts';
import { CALLS, someThings, type Things } from './access/access-calls.ts';
import { ACCESS } from './access/access-table.ts';
import { read } from './answers.ts';
import { aCompany, asSystem, givePasswords } from '../../support/api/world.ts';

const SEED = inject('seed');
const ROUNDS = 4;
const CALLS_A_ROUND = 150;

/** In lower case, since e-mail addresses hold it as well. */
const CANARY = `kanarka${crypto.randomUUID().slice(0, 8)}`;

/** Columns whose text is a word of ours, an address of something or a key: whoever reads them expects just that. */
const NOT_PROSE = `(_types?|_by|_id|_kind|_access|_counts|_system|_rule|_zone|_color|_when)$|^(type|status|kind|credit|role|language|action|
  section|object_model|relation|ects|provider|opens|at_close|pages|due|after_due|source|category|number|key|holder|batch|endpoint|path|reason)$`;

/**
 * Writes the canary into every text that a company has, wherever no rule of the table forbids it; every other name stays
 * as it is, so that another company can have the same.
 */
const PLANT = (company: number) => `
  do $plant$
  declare c record;
  begin
    for c in
      select t.table_name, t.column_name, t.data_type from information_schema.columns t
        join information_schema.columns o using (table_schema, table_name)
        join pg_class k on k.relname = t.table_name and k.relkind = 'r' and k.relnamespace = 'public'::regnamespace
        where t.table_schema = 'public' and o.column_name = 'company_id' and (t.data_type in ('text', 'jsonb') or t.column_name = 'tags')
          and t.column_name !~ '${NOT_PROSE.replaceAll(/\s/g, '')}'
    loop
      begin
        execute format(case c.data_type
            when 'text' then 'update %1$I set %2$I = %2$I || %3$L where company_id = ${company}' || case c.column_name when 'name' then ' and id %% 2 = 0' else '' end
            when 'ARRAY' then 'update %1$I set %2$I = array_append(%2$I, %3$L) where company_id = ${company}'
            else 'update %1$I set %2$I = regexp_replace(%2$I::text, ''"(title|name|full_name|label|description|feedback|text|student|course|company|program)": "'', ''"\\1": "'' || %3$L, ''g'')::jsonb
                    where company_id = ${company}'
          end, c.table_name, c.column_name, '${CANARY}');
      -- What may not be changed any more, or takes certain values only.
      exception when others then null;
      end;
    end loop;
    update companies set name = name || '${CANARY}', description = '${CANARY}' where id = ${company};
    update users set first_name = '${CANARY}', last_name = '${CANARY}', email = '${CANARY}.' || email
      where id in (select user_id from memberships where company_id = ${company});
  end $plant$`;

/** Every row of a company in every table, in one number a table; what sending mails moves is left out. */
async function checksums(company: number): Promise<Record<string, string>> {
  const tables = await asSystem<{ name: string }>([
    `select k.relname as name from pg_class k join pg_attribute a on a.attrelid = k.oid and a.attname = 'company_id'
       where k.relkind = 'r' and k.relnamespace = 'public'::regnamespace order by 1`,
  ]);
  const sums = [
    ...tables.map(
      ({ name }) =>
        `select '${name}' as name, to_jsonb(t) as row from ${name} t where company_id = ${company}`,
    ),
    `select 'companies', to_jsonb(t) from companies t where id = ${company}`,
    `select 'users', to_jsonb(t) from users t where id in (select user_id from memberships where company_id = ${company})`,
  ];
  const rows = await asSystem<{ name: string; rows: number; sum: string }>([
    `select name, count(*)::integer as rows, md5(string_agg((row - array['sent_at', 'tries', 'next_try_at', 'mailed_at'])::text, '|'
              order by row::text collate "C")) as sum
       from (${sums.join(' union all ')}) all_rows group by name order by name`,
  ]);
  return Object.fromEntries(rows.map(({ name, rows: count, sum }) => [name, `${count} ${sum}`]));
}

/** Rows outside of the company that hold its canary. */
async function strayCanaries(company: number): Promise<unknown[]> {
  const tables = await asSystem<{ name: string }>([
    `select k.relname as name from pg_class k join pg_attribute a on a.attrelid = k.oid and a.attname = 'company_id'
       where k.relkind = 'r' and k.relnamespace = 'public'::regnamespace order by 1`,
  ]);
  const searches = tables.map(
    ({ name }) =>
      `select '${name}' as name, to_jsonb(t) as row from ${name} t where company_id is distinct from ${company} and t::text like '%${CANARY}%'`,
  );
  return asSystem([
    `select * from (${searches.join(' union all ')}) stray
       where not (name = 'mails' and row->>'recipient' like '${CANARY}.%') and not (name = 'sessions' and row->>'company_id' is null)
         -- Somebody of several companies has one name in all of them.
         and not (name = 'memberships' and (row - 'surname')::text not like '%${CANARY}%')`,
  ]);
}

const NAMES = ['study_groups', 'courses', 'programs', 'webinars', 'materials', 'course_categories', 'forms'];

/** Makes a company's things bear the names of another's, as they were before the canary, in the order of their making. */
async function nameAlike(own: number, other: number): Promise<void> {
  for (const table of NAMES) {
    await asSystem([
      `update ${table} t set name = replace(alike.name, '${CANARY}', '')
         from (select a.id, o.name from (select id, row_number() over (order by id) as place from ${table} where company_id = $1) a
                 join (select name, row_number() over (order by id) as place from ${table} where company_id = $2) o using (place)) alike
         where t.id = alike.id and t.company_id = $1`,
      [own, other],
    ]);
  }
}

/** The calls that take nothing away. */
const keys = Object.keys(ACCESS);
const lasting = keys.slice(0, keys.indexOf('DELETE /directory/course_category/:id'));

let other: Company;
let theirs: Things;
beforeAll(async () => {
  other = await aCompany();
  await givePasswords(other);
  theirs = await someThings(other, other.people);
  // Whatever the product itself writes about them is there as well.
  for (const call of lasting) {
    const place = [...ACCESS[call]!.own].indexOf('+');
    const who = other.people[USER_TYPES[place] ?? 'owner'];
    if (call.startsWith('GET') || call === 'POST /accounts/change_current_user_type') continue;
    await read(who.client, call, CALLS[call]!(theirs, who));
  }
  await env.FILES.put(`${CANARY}-file`, CANARY);
  await asSystem(
    [
      `insert into feedback (company_id, user_id, user_type, category, text, created_at) values ($1, $2, 'owner', 'idea', 'x', now())`,
      [other.id, other.people.owner.id],
    ],
    [
      `update media set key = '${CANARY}-file', size = ${CANARY.length} where company_id = $1 and uploading_since is null`,
      [other.id],
    ],
    [PLANT(other.id)],
  );
}, 120_000);

test('the canary is in what its own company reads', async () => {
  const heard: string[] = [];
  for (const call of lasting.filter((each) => each.startsWith('GET'))) {
    const place = [...ACCESS[call]!.own].indexOf('+');
    if (place < 0) continue;
    const who = other.people[USER_TYPES[place]!];
    const { text } = await read(who.client, call, CALLS[call]!(theirs, who));
    if (text.includes(CANARY)) heard.push(call);
  }
  console.log(`${heard.length} reads of its own company hold the canary`);
  expect(heard.length).toBeGreaterThan(50);
  // In a workbook, in a PDF, in a file's bytes.
  for (const call of [
    'GET /accounts/user_data/:id',
    'GET /course/course/:id/statistic_export',
    'GET /course/course/:id/download_certificate',
    'GET /media/:id',
    'GET /history/history',
  ])
    expect(heard).toContain(call);
});

test(
  'nothing of a company reaches another, whatever its people ask for in whatever order',
  { timeout: 300_000 },
  async () => {
    const before = await checksums(other.id);
    expect(Object.keys(before).length).toBeGreaterThan(35);
    const heard: string[] = [];
    const statuses: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      const company = await aCompany();
      await givePasswords(company);
      const own = await someThings(company, company.people);
      await nameAlike(company.id, other.id);
      const people: Record<UserType, Person> = { ...company.people };
      const step = fc.record({
        call: fc.constantFrom(...Object.keys(CALLS)),
        user_type: fc.constantFrom(...USER_TYPES),
        // Which of the things are the other company's.
        foreign: fc.array(
          fc.nat(3).map((drawn) => drawn === 0),
          { minLength: 40, maxLength: 40 },
        ),
      });
      for (const { call, user_type, foreign } of fc.sample(step, {
        numRuns: CALLS_A_ROUND,
        seed: SEED + round,
      })) {
        const mixed = Object.fromEntries(
          Object.entries(own).map(([name, value], place) => [
            name,
            foreign[place % 40] ? theirs[name as keyof Things] : value,
          ]),
        ) as unknown as Things;
        const { status, text } = await read(
          people[user_type].client,
          call,
          CALLS[call]!(mixed, people[user_type]),
        );
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (text.includes(CANARY) || status >= 500)
          heard.push(`${user_type} ${call}: ${status} ${text.slice(0, 300)}`);
        // Signed out, or taken out of the company: somebody else goes on.
        if (status !== 401) continue;
        people[user_type] = await company.aPerson(user_type);
        await givePasswords(company);
      }
    }
    console.log(`answers by status: ${JSON.stringify(statuses)}`);
    expect(heard).toEqual([]);
    expect(await strayCanaries(other.id)).toEqual([]);
    expect(await checksums(other.id)).toEqual(before);
  },
);

test('every call about a thing has its row for things of another company', () => {
  const served = new Set(
    createApp().endpoints.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
  );
  const missing = Object.entries(CALLS)
    .filter(([call]) => served.has(call))
    .filter(([call, make]) => {
      let isAboutThing = false;
      const seen = new Proxy(theirs, {
        get(things, name) {
          isAboutThing = true;
          return things[name as keyof Things];
        },
      });
      make(seen, other.people.owner);
      return isAboutThing && ACCESS[call]?.other === undefined;
    });
  expect(missing.map(([call]) => call)).toEqual([]);
});
