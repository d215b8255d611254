import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getViewConfig, PgView, type PgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { objectsInCatalogue } from '../../tools/migrate/catalogue.ts';
import { ROOT } from '../../tools/stack/paths.ts';
import { migrateDatabase } from '../../tools/migrate/migrate.ts';
import { declaredFunctions, type Result } from '../../worker/platform/database/functions.ts';
import { keyOf, objectsOf, readSources, sourceFiles } from '../../tools/migrate/sources.ts';
import { catalogueOf } from '../support/catalogue.ts';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** An empty database of the owner's. */
async function anEmptyDatabase(): Promise<string> {
  const { adminUrl, ownerUrl } = inject('stack');
  const name = `migrated_${randomUUID().replaceAll('-', '')}`;
  const admin = await connect(adminUrl);
  await admin.query(`create database ${name} owner osnova_owner`);
  onTestFinished(() => admin.query(`drop database ${name} with (force)`).then(() => {}));
  return ownerUrl.replace(/\/osnova$/, `/${name}`);
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = await connect(url);
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

/** The sources, one of them changed; refuses a change that changes nothing. */
function sourcesWith(changes: [file: string, from: string | RegExp, to: string][]) {
  const sources = sourceFiles();
  for (const [file, from, to] of changes) {
    const source = sources.find((each) => each.file === file)!;
    const changed = source.text.replace(from, () => to);
    if (changed === source.text) throw new Error(`${file} has no ${from}`);
    source.text = changed;
  }
  return objectsOf(sources);
}

const END = /$/;
/** The release before: other bodies, settings, signatures, results, views, rules and grants, and things since removed. */
const before = () =>
  sourcesWith([
    ['worker/platform/sql/mails.sql', "hashtext('take_mails'), 0", "hashtext('take_mails'), 1"],
    [
      'worker/exams/attempts/sql/grading.sql',
      'ects(p_percent numeric) returns text',
      'ects(p_percent numeric) returns varchar',
    ],
    [
      'worker/exams/results/sql/deciding.sql',
      'set plan_cache_mode = force_custom_plan',
      "set work_mem = '8MB'",
    ],
    [
      'worker/platform/sql/settings.sql',
      'app_user_type() returns text\n  language sql\n  stable',
      'app_user_type() returns text\n  language sql\n  volatile',
    ],
    [
      'worker/identity/accounts/sql/sessions.sql',
      /end_other_sessions\(\)/g,
      'end_other_sessions(p_reason text)',
    ],
    [
      'worker/identity/accounts/sql/sessions.sql',
      /on function end_other_sessions\(p_reason text\)/,
      'on function end_other_sessions(text)',
    ],
    [
      'worker/learning/courses/sql/enrolment.sql',
      'bool_or(individual) as individual',
      'bool_or(individual) as individual, 1 as more',
    ],
    ['worker/learning/media/sql/tables.sql', 'app_company()) and removed_at is null)', 'app_company()))'],
    [
      'worker/platform/sql/tables.sql',
      'grant select on job_heartbeats',
      'grant select, insert on job_heartbeats',
    ],
    [
      'worker/exams/attempts/sql/keeping.sql',
      'before update or delete\n  on gradings',
      'before update\n  on gradings',
    ],
    [
      'worker/learning/courses/sql/blocking.sql',
      'grant\n  execute\n  on\n    function block_in_course',
      "comment on function block_in_course(integer, integer, boolean) is 'It says';\ngrant execute on function block_in_course",
    ],
    [
      'worker/platform/sql/jobs.sql',
      END,
      `
create or replace function gone(p_a integer default 1) returns integer language sql as 'select p_a';
comment on function gone(integer) is 'A comment';
grant execute on function gone(integer) to osnova_worker;
reset role;
create or replace view gone_rows with (security_invoker = true) as select id, gone() as one from courses;
grant select on gone_rows to osnova_worker;
create or replace function gone_trigger() returns trigger language plpgsql as 'begin return new; end';
create trigger gone before insert on courses for each row execute function gone_trigger();
create policy gone on courses for select to osnova_worker using (false);
grant usage on sequence mails_id_seq to osnova_worker;
`,
    ],
  ]);
/** What follows upon the present. */
const after = () =>
  sourcesWith([
    [
      'worker/service/health/sql/health.sql',
      END,
      "create function later() returns text language sql as 'select 1';",
    ],
  ]);

test('a database of the release before becomes like one from nothing, and keeps for one release what that called', async () => {
  const [grown, fresh] = [await anEmptyDatabase(), await anEmptyDatabase()];
  await migrateDatabase(grown, before());
  const old = await catalogueOf(grown);
  await migrateDatabase(grown);
  const kept = ['end_other_sessions(text)', 'gone(integer)', 'gone_rows', 'gone_trigger()'];
  const retired = `select identity from drizzle.schema_objects where retired_in is not null order by identity`;
  expect((await ask<{ identity: string }>(grown, retired)).map(({ identity }) => identity)).toEqual(kept);
  await migrateDatabase(fresh);
  const present = await catalogueOf(fresh);
  expect(present).not.toEqual(old);
  // All that is kept is more than there is in a new one: nothing that stayed differs.
  const grownNow = new Set(await catalogueOf(grown));
  expect(present.filter((line) => !grownNow.has(line))).toEqual([]);

  // The same release again is no later one.
  await migrateDatabase(grown);
  expect(await ask(grown, retired)).toHaveLength(kept.length);
  await migrateDatabase(grown, after());
  await migrateDatabase(fresh, after());
  expect(await ask(grown, retired)).toEqual([]);
  expect(await catalogueOf(grown)).toEqual(await catalogueOf(fresh));
});

test('what a long query holds is given up, so that nobody waits behind it, and is done when it runs again', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url, before());
  const reader = await connect(url);
  await reader.query('begin; select from courses');
  await expect(migrateDatabase(url, undefined, 50)).rejects.toThrow(/long query held .* Run it again/);
  expect(await ask(url, "select from pg_locks where mode = 'AccessExclusiveLock'")).toEqual([]);
  await reader.query('commit');
  await migrateDatabase(url, undefined, 50);
  expect(await ask(url, "select from pg_trigger where tgname = 'gone'")).toEqual([]);
});

test('what goes back to the release before is as it was', async () => {
  const [there, fresh] = [await anEmptyDatabase(), await anEmptyDatabase()];
  await migrateDatabase(there, before());
  await migrateDatabase(there);
  await migrateDatabase(there, before());
  await migrateDatabase(fresh, before());
  const again = new Set(await catalogueOf(there));
  expect((await catalogueOf(fresh)).filter((line) => !again.has(line))).toEqual([]);
});

test('everything in the catalogue has one source, and every source its object', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const found = await objectsInCatalogue(await connect(url));
  expect([...found].sort()).toEqual(readSources().map(keyOf).sort());
});

const typeNames = (types: Record<string, { name: string }>) =>
  Object.entries(types).map(([name, type]) => `${name} ${type.name}`);

const shown = (result: Result): string => {
  if (result.kind === 'nothing') return 'void';
  if (result.kind === 'rows') return `rows ${typeNames(result.columns).join(', ')}`;
  return result.type.name;
};

/** Functions of the catalogue as they are declared: parameters without their `p_`, rows by their columns. */
const SIGNATURES = `
  select p.proname as name,
         array(select regexp_replace(coalesce(p.proargnames[i], ''), '^p_', '') || ' ' || format_type(t, null)
                 from unnest(p.proargtypes) with ordinality a(t, i)) as params,
         case
           when p.proretset and p.proallargtypes is not null then 'rows ' || (
             select string_agg(p.proargnames[i] || ' ' || format_type(t, null), ', ' order by i)
               from unnest(p.proallargtypes, p.proargmodes) with ordinality a(t, mode, i) where mode in ('t', 'o'))
           when r.typrelid <> 0 then 'rows ' || (
             select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
               from pg_attribute a where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped)
           else case when p.proretset then 'setof ' else '' end || format_type(p.prorettype, null)
         end as result
    from pg_proc p join pg_type r on r.oid = p.prorettype where p.pronamespace = 'public'::regnamespace`;

test('the functions that the Worker calls are in the catalogue as it declares them', async () => {
  for (const file of globSync(
    [
      'worker/*/*/functions.ts',
      'worker/access/authorize.ts',
      'worker/platform/{mail,database/database,http/operations}.ts',
    ],
    {
      cwd: ROOT,
    },
  ))
    await import(join(ROOT, file));
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const found = await ask<{ name: string; params: string[]; result: string }>(url, SIGNATURES);
  const signatures = new Map(found.map((each) => [each.name, each]));
  expect(declaredFunctions.length).toBeGreaterThan(100);
  expect(
    declaredFunctions.map(({ name, params, result }) => ({
      name,
      params: typeNames(params),
      result: shown(result),
    })),
  ).toEqual(declaredFunctions.map(({ name }) => signatures.get(name)));
});

test('the views that queries read are in the catalogue as the tables declare them', async () => {
  const files = globSync('worker/*/*/tables.ts', { cwd: ROOT });
  const modules = await Promise.all(
    files.map((file) => import(join(ROOT, file)) as Promise<Record<string, unknown>>),
  );
  const views = modules.flatMap((each) => Object.values(each).filter((thing) => is(thing, PgView)));
  expect(views.length).toBeGreaterThan(4);
  const declared = views.flatMap((view) => {
    const { name, selectedFields } = getViewConfig(view);
    return Object.values(selectedFields as Record<string, PgColumn>).map(
      (column) => `${name} ${column.name} ${column.getSQLType()}`,
    );
  });
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const found = await ask<{ line: string }>(
    url,
    `select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as line
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`,
  );
  const lines = new Set(found.map(({ line }) => line));
  expect(declared.filter((line) => !lines.has(line))).toEqual([]);
});

test('what refers to its own table may come before it, and goes with it', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const own = await ask<{ name: string; fits: boolean }>(
    url,
    `select conname as name, condeferrable and confdeltype in ('c', 'n') as fits
       from pg_constraint where contype = 'f' and conrelid = confrelid`,
  );
  expect(own.length).toBeGreaterThan(1);
  expect(own.filter(({ fits }) => !fits)).toEqual([]);
});

/** Of each of these there are few rows: the planner guesses no worse without. */
const FEW =
  'user author assignment attempt question bank_question run try change origin parent token directory external'
    .split(' ')
    .map((it) => `${it}_id`);

test('the planner knows that rows of a course, a form, a group are of one company', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const indexed = await ask<{ line: string; column: string; known: boolean }>(
    url,
    `select distinct c.relname || ' ' || a.attname as line, a.attname as column,
            exists (select from pg_statistic_ext s
              where s.stxrelid = c.oid and s.stxkeys::int2[] @> array[o.attnum, a.attnum] and 'f' = any (s.stxkind)) as known
       from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute o on o.attrelid = c.oid and o.attnum = i.indkey[0] and o.attname = 'company_id'
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[1] and a.attname like '%\\_id'
       where c.relnamespace = 'public'::regnamespace and not (i.indisunique and i.indnkeyatts = 2)`,
  );
  const many = indexed.filter(({ column }) => !FEW.includes(column));
  expect(many.length).toBeGreaterThan(40);
  expect(many.filter(({ known }) => !known)).toEqual([]);
});

test('each function fits the tables and functions that it asks, and hides no name behind another', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const functions = await ask<{ name: string; owner: string; text: string }>(
    url,
    `select p.oid::regprocedure::text as name, p.proowner::regrole::text as owner, pg_get_functiondef(p.oid) as text
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  expect(functions.length).toBeGreaterThan(500);
  const client = await connect(url);
  const wrong: string[] = [];
  await client.query(`begin; set local check_function_bodies = on; set local search_path = public;
    set local plpgsql.extra_errors = 'shadowed_variables'`);
  for (const { name, owner, text } of functions) {
    await client.query(`savepoint one; set local role ${owner}`);
    await client.query(text).catch((error: Error) => wrong.push(`${name}: ${error.message}`));
    await client.query('rollback to savepoint one');
  }
  await client.query('rollback');
  await client.end();
  expect(wrong).toEqual([]);
});

test('three at once are one', async () => {
  const [url, fresh] = [await anEmptyDatabase(), await anEmptyDatabase()];
  await Promise.all([
    migrateDatabase(url),
    migrateDatabase(url),
    migrateDatabase(url),
    migrateDatabase(fresh),
  ]);
  expect(await ask(url, 'select from drizzle.schema_releases')).toHaveLength(1);
  expect(await catalogueOf(url)).toEqual(await catalogueOf(fresh));
});

test.each([
  ['before the tables', 'create function app_now() returns integer language sql as $$ select 1 $$'],
  ['among the tables', 'create table gradings (id integer)'],
  ['among the functions', 'create function ects(numeric) returns integer language sql as $$ select 1 $$'],
])('cut off %s it goes on when it is run again', async (_where, inItsWay) => {
  const [url, fresh] = [await anEmptyDatabase(), await anEmptyDatabase()];
  await migrateDatabase(fresh);
  const other = await connect(url);
  await other.query('begin');
  await other.query(inItsWay);
  const watcher = await connect(url);
  const first = migrateDatabase(url).catch((error: unknown) => error);
  await vi.waitFor(
    async () => {
      const { rows } = await watcher.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ ended: true }]);
    },
    { timeout: 20_000, interval: 20 },
  );
  expect(await first).toBeInstanceOf(Error);
  await other.query('rollback');
  await migrateDatabase(url);
  expect(await catalogueOf(url)).toEqual(await catalogueOf(fresh));
});

test('what cannot be made leaves everything as it was, and says where it stands', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const was = await catalogueOf(url);
  const broken = sourcesWith([
    ['worker/service/health/sql/health.sql', END, 'create view nothing as select missing from courses;\n'],
    ['worker/platform/sql/mails.sql', "hashtext('take_mails'), 0", "hashtext('take_mails'), 1"],
  ]);
  await expect(migrateDatabase(url, broken)).rejects.toThrow(
    /health\.sql:\d+: view nothing: column "missing" does not/,
  );
  expect(await catalogueOf(url)).toEqual(was);
});

test('what changes together is made in whatever order it needs', async () => {
  const [url, fresh] = [await anEmptyDatabase(), await anEmptyDatabase()];
  const chain = (type: string, column: string) =>
    sourcesWith([
      [
        'worker/service/health/sql/health.sql',
        END,
        `
create or replace function chained(p_row ${type}) returns text language sql as $$ select 'x' $$;
create or replace view third with (security_invoker = true) as select *, 3 as c from second;
create or replace view second with (security_invoker = true) as select *, 2 as b from first_one;
create or replace view first_one with (security_invoker = true) as select id as ${column} from courses;
create type ${type} as (n integer);
`,
      ],
    ]);
  await migrateDatabase(url, chain('one_type', 'a'));
  await migrateDatabase(url, chain('other_type', 'z'));
  await migrateDatabase(url, after());
  await migrateDatabase(fresh, after());
  const names = `select relname from pg_class where relname in ('first_one', 'second', 'third', 'other_type') order by 1`;
  // They stay for the release after, and go with the next.
  expect(await ask(url, names)).toHaveLength(4);
  await migrateDatabase(url);
  await migrateDatabase(fresh);
  await migrateDatabase(url, after());
  await migrateDatabase(fresh, after());
  expect(await ask(url, names)).toHaveLength(0);
  expect(await catalogueOf(url)).toEqual(await catalogueOf(fresh));
});

test('what was dropped by hand comes back', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const was = await catalogueOf(url);
  await ask(
    url,
    'drop view enrolments cascade; drop trigger history on courses; drop policy tenant on courses',
  );
  await migrateDatabase(url);
  expect(await catalogueOf(url)).toEqual(was);
});

test('a function that a column hangs on is not taken away', async () => {
  const url = await anEmptyDatabase();
  await migrateDatabase(url);
  const was = await catalogueOf(url);
  const other = sourcesWith([
    ['worker/platform/sql/before-tables.sql', 'app_now() returns timestamptz', 'app_now() returns text'],
  ]);
  await expect(migrateDatabase(url, other)).rejects.toThrow(/hangs on a function/);
  expect(await catalogueOf(url)).toEqual(was);
});

test('a database from before the baseline is refused', async () => {
  const url = await anEmptyDatabase();
  await ask(url, 'create schema drizzle; create table drizzle.__drizzle_migrations (id integer)');
  await expect(migrateDatabase(url)).rejects.toThrow(/before migrations began with one baseline/);
});
