import { globSync, readFileSync } from 'node:fs';
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { objectsOf, readSources, sourceFiles } from '../../../tools/migrate/sources.ts';
import { statementsOf } from '../../../tools/migrate/statements.ts';

const keysOf = (text: string) => objectsOf([{ file: 'a.sql', text }]);

beforeAll(loadModule);

/** It knows no type of ours, and takes a row of one for a record. */
const UNKNOWN_TYPE = /^record variable cannot be part of|cannot return type record/;

interface FunctionRead {
  CreateFunctionStmt?: {
    options: {
      DefElem: {
        defname: string;
        arg: { String: { sval: string }; List: { items: [{ String: { sval: string } }] } };
      };
    }[];
  };
}

/** What Postgres' own parser cannot read of a statement, and of the body that it gives a function. */
function faultOf(sql: string): string | null {
  try {
    for (const { stmt } of parseSync(sql).stmts ?? []) {
      const made = (stmt as FunctionRead).CreateFunctionStmt;
      if (!made) continue;
      const option = (name: string) =>
        made.options.find(({ DefElem }) => DefElem.defname === name)?.DefElem.arg;
      if (option('language')?.String.sval === 'plpgsql') parsePlPgSQLSync(sql);
      else if (option('as')) parseSync(option('as')!.List.items[0].String.sval);
    }
    return null;
  } catch (error) {
    const { message } = error as Error;
    return UNKNOWN_TYPE.test(message) ? null : message;
  }
}

test('every statement, and every body of a function, is read by the parser of Postgres', () => {
  const statements = [
    ...sourceFiles(),
    ...globSync('migrations/*.sql').map((file) => ({ file, text: readFileSync(file, 'utf8') })),
  ].flatMap(({ file, text }) =>
    statementsOf(text).map((statement) => ({ place: `${file}:${statement.line}`, text: statement.text })),
  );
  expect(statements.length).toBeGreaterThan(1500);
  const unread = statements.flatMap(({ place, text }) => {
    const fault = faultOf(text);
    return fault ? [`${place} ${fault}`] : [];
  });
  expect(unread).toEqual([]);
});

test.each([
  'selec 1',
  'create function f() returns integer language sql as $$ select 1 where $$',
  'create function f() returns void language plpgsql as $$ begin perform 1 where; end $$',
  'create function f() returns void language plpgsql as $$ begin if true then return; end $$',
])('what it cannot read is a fault: %s', (sql) => {
  expect(faultOf(sql)).toMatch(/^syntax error/);
});

/** A plan kept from calls for few people reads everybody of a large company for one: 14 s of a course's page. */
test('a function of the people, courses or attempts given, or of all, says which plans it keeps', () => {
  const head = /^create or replace function (\w+)\(([^]*?)\$\$([^]*?)\$\$/gm;
  const functions = sourceFiles().flatMap(({ text }) => [...text.matchAll(head)]);
  const ofGiven = functions.filter(([, , , body]) =>
    /(p_\w+) is null\s+or\s+[\w.]+ = any \(\1\)/.test(body!),
  );
  expect(ofGiven.length).toBeGreaterThan(10);
  // What is inlined has no plan of its own.
  const kept = ofGiven.filter(([, , given]) => /plpgsql|security definer|\bset \w/.test(given!));
  const silent = kept.filter(([, , given]) => !given!.includes('set plan_cache_mode = '));
  expect(silent.map(([, name]) => name)).toEqual([]);
});

test('no line of SQL is longer than 120 characters', () => {
  const long = sourceFiles().flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => ([...line].length > 120 ? [`${file}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test('above each function and each view stands what it is for', () => {
  const silent = sourceFiles().flatMap(({ file, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, index) =>
      /^create or replace (function|view) /.test(line) && !lines[index - 1]?.startsWith('--')
        ? [`${file}:${index + 1}`]
        : [],
    );
  });
  expect(silent).toEqual([]);
});

test('no body of a function has more than 60 lines', () => {
  const long = readSources()
    .filter(
      ({ kind, create }) => kind === 'function' && create.slice(create.indexOf('$')).split('\n').length > 60,
    )
    .map(({ identity }) => identity);
  expect(long).toEqual([]);
});

test('the old and the new rows of a statement are not joined, which a plan kept from one row does in a square', () => {
  const joined = readSources()
    .filter(({ create }) => /\b(join|,)\s+(was_rows|now_rows)\b/.test(create))
    .map(({ identity }) => identity);
  expect(joined).toEqual([]);
});

test('what a statement graded is looked up, and not joined with all attempts', () => {
  const joined = readSources()
    .filter(({ create }) => /\bfrom changed \w+\s+join attempts\b/.test(create))
    .map(({ identity }) => identity);
  expect(joined).toEqual([]);
});

test('no comment speaks of a migration or of an earlier body', () => {
  const told = sourceFiles().flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /--.*\b([Aa]s in 0|00\d\d\b|[Aa]s before)/.test(line) ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(told).toEqual([]);
});

test('statements end where no quote, comment or body goes on', () => {
  const sql = `-- a; b
select ';', "a;b" /* ; */ from t; -- c;

create function f() returns text language sql as $body$ select $$;$$; -- ;
$body$;
select 'it''s;';
reset role`;
  expect(statementsOf(sql).map(({ text, line }) => [line, text.split('\n')[0]])).toEqual([
    [2, `select ';', "a;b" /* ; */ from t`],
    [4, 'create function f() returns text language sql as $body$ select $$;$$; -- ;'],
    [6, `select 'it''s;'`],
    [7, 'reset role'],
  ]);
});

test('an object is named as the catalogue names it, and takes along the grants right below it', () => {
  const objects = keysOf(`
set role osnova_system;
create or replace function f(p_a int, p_b timestamptz default now(), out p_c text, p_d float8[] default '{1,2}', text = ',')
  returns text language sql as $$ select 1 $$;
grant execute on function f(integer, timestamptz, float8[], text) to osnova_worker;
comment on function f(integer, timestamp with time zone, double precision[], text) is 'why';
reset role;
create or replace view v as select 1;
grant select on v to osnova_worker;
create policy tenant on courses using (true);
grant select on courses to osnova_worker;
grant update (name) on courses to osnova_worker;
grant usage on sequence courses_id_seq to osnova_system;
create trigger told after update of name on courses for each row execute function f();`);
  expect(
    objects.map(({ kind, identity, role, attached }) => [kind, identity, role, attached.length]),
  ).toEqual([
    ['function', 'f(integer, timestamp with time zone, double precision[], text)', 'osnova_system', 2],
    ['view', 'v', null, 1],
    ['policy', 'tenant on courses', null, 0],
    ['grants', 'courses', null, 2],
    ['grants', 'sequence courses_id_seq', null, 1],
    ['trigger', 'told on courses', null, 0],
  ]);
});

test.each([
  ['update courses set name = 1;', /a\.sql:1: "update courses/],
  ['alter table courses add column a text;', /changed in migrations/],
  [
    'grant execute on function f(integer) to osnova_worker;',
    /nothing on what stands right above it|on what stands right above/,
  ],
  ['create view v as select 1; create view v as select 2;', /view v stands twice/],
])('refuses %s', (text, message) => {
  expect(() => keysOf(text)).toThrow(message);
});

/** Erasing leaves no entry behind and derives nothing anew: what fires on a company's rows asks first. */
test('every trigger asks whether something is being erased', () => {
  // What keeps accounts and records apart holds at any time.
  const guards = ['consent on memberships', 'record on users', 'record on credentials'];
  const exempt = [
    'keep_erased on memberships',
    'keep_erased on users',
    'choices on form_versions',
    ...guards,
    'record on sessions',
    'record on social_links',
    // What a certificate or a name was is forgotten by the trigger itself; a last mail is judged like any other.
    'devices on users',
    'keep_own_test on materials',
    'limits on mails',
    // Of whoever is erased a name stays nowhere.
    'listed on memberships',
    'listed on users',
    'note_former_name on certificates',
    'note_rename on users',
    // Who is erased counts no more.
    'sums_update on memberships',
  ];
  const silent = readSources().filter(
    ({ kind, create }) => kind === 'trigger' && !create.includes('not erasing()'),
  );
  expect(silent.map(({ identity }) => identity).sort()).toEqual(exempt.sort());
});
