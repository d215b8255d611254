import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../tools/stack/paths.ts';
import { migrationProblems } from '../../tools/deploy-check/migrations.ts';

/** The first migration that may meet a product that is serving. */
const SINCE = 37;
/** Made side by side before anything was deployed, when these tables held no rows yet: by how each begins. */
const BEFORE_THE_FIRST_RELEASE = [
  'alter table users add column search_words',
  'create index users_search',
  'create index study_groups_search',
  'create index courses_search',
  'create index programs_search',
  'create index webinars_search',
  'create index feedback_screenshot',
];

const folder = join(ROOT, 'migrations');
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.sql') && Number(name.slice(0, 4)) >= SINCE,
);
const problemsOf = (name: string) => migrationProblems(readFileSync(join(folder, name), 'utf8'));
const isExempt = (problem: string) =>
  BEFORE_THE_FIRST_RELEASE.some((begins) => problem.startsWith(`"${begins} `));

test.each(files)('%s can run while the version before it serves', (name) => {
  expect(problemsOf(name).filter((problem) => !isExempt(problem))).toEqual([]);
});

test('nothing is exempt that needs it no more', () => {
  expect(files.flatMap(problemsOf).filter(isExempt)).toHaveLength(BEFORE_THE_FIRST_RELEASE.length);
});

test.each([
  'drop table courses;',
  'alter table courses drop column name;',
  'ALTER TABLE "courses" DROP COLUMN "name";',
  'alter table courses alter column name type integer;',
  'alter table courses alter column name set data type text;',
  'alter table courses rename column name to title;',
  'alter table courses rename to lessons;',
  'alter table courses add column place integer not null;',
  'alter table courses alter column name set not null;',
  'alter table courses add constraint positive check (id > 0);',
  'create index courses_place on courses (place);',
  'create unique index courses_place on attempts (place);',
  'drop function enter(uuid);',
  'truncate courses;',
  'alter table courses\n  add column a integer,\n  drop column b;',
])('refuses %s', (statement) => {
  expect(migrationProblems(statement)).toHaveLength(1);
  expect(migrationProblems(`-- safe: nothing reads it\n${statement}`)).toEqual([]);
});

test.each([
  'alter table courses add column place integer;',
  "alter table courses add column place text not null default '';",
  'create table places (id integer primary key, name text not null);\ncreate index places_name on places (name);',
  'create or replace function f() returns void language plpgsql as $$ begin drop table t; truncate x; end $$;',
  '-- drop table courses;',
  'alter table courses add constraint positive check (id > 0) not valid;',
  "comment on table courses is 'drop table';",
])('lets %s pass', (statement) => {
  expect(migrationProblems(statement)).toEqual([]);
});
