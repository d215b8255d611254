import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { directionProblem, SLICES } from '../../../tools/lint/directions.ts';
import { expressionProblem } from '../../../tools/lint/expressions.ts';
import { runProblem } from '../../../tools/lint/runs.ts';
import { nameProblem } from '../../../tools/lint/vocabulary.ts';
import { ROOT } from '../../../tools/stack/paths.ts';

const FORBIDDEN = [
  ['worker/platform/http/serve.ts', 'worker/learning/courses/service.ts', 'the platform knows no slice'],
  ['worker/access/authorize.ts', 'worker/people/users/queries.ts', 'nor does access'],
  ['worker/errors/app-error.ts', 'worker/people/users/contract.ts', 'nor do errors'],
  [
    'worker/learning/courses/contract.ts',
    'worker/learning/courses/tables.ts',
    'a contract takes contracts only',
  ],
  ['worker/learning/courses/contract.ts', 'worker/platform/database/database.ts', 'also of the platform'],
  ['worker/learning/courses/contract.ts', 'drizzle-orm', 'and zod'],
  ['worker/learning/courses/routes.ts', 'drizzle-orm/pg-core', 'routes hold no SQL'],
  ['worker/learning/courses/routes-materials.ts', 'worker/learning/courses/tables.ts', 'nor tables'],
  ['worker/learning/courses/queries.ts', 'worker/learning/courses/service.ts', 'reads stand below writes'],
  ['worker/learning/courses/tables.ts', 'worker/learning/courses/queries.ts', 'tables stand below reads'],
  ['worker/learning/courses/service.ts', 'worker/people/groups/routes.ts', 'routes are for app.ts'],
  ['worker/learning/courses/service.ts', 'worker/app.ts', 'a slice does not know its mount'],
  ['worker/exams/forms/service.ts', 'worker/exams/attempts/queries.ts', 'attempts stand above forms'],
  ['worker/people/users/contract.ts', 'worker/learning/courses/contract.ts', 'their contracts too'],
  ['worker/learning/courses/routes.ts', 'worker/learning/courses/functions.ts', 'routes hold no SQL'],
  [
    'worker/exams/attempts/attempt.ts',
    'worker/platform/database/database.ts',
    'a pure file takes types only',
  ],
  ['worker/identity/companies/company.ts', 'node:crypto', 'from anywhere'],
  ['worker/learning/courses/service.ts', '#contract/people/groups', 'the alias is for the web'],
  ['worker/learning/courses/service.ts', 'web/lib/api/api.ts', 'the worker does not know the web'],
  ['worker/index.ts', 'tools/stack/product.ts', 'tools are never shipped'],
  ['web/main.tsx', 'tools/demo/people.ts', 'nor to the web'],
  [
    'web/features/learning/courses/list.tsx',
    'worker/learning/courses/contract.ts',
    'the web takes #contract',
  ],
  [
    'web/features/learning/courses/list.tsx',
    'web/features/people/groups/picker.tsx',
    'features do not know each other',
  ],
  ['web/features/learning/courses/list.tsx', 'web/app/routes.ts', 'features stand below the app'],
  ['web/ui/page/page-header.tsx', 'web/features/learning/courses/list.tsx', 'ui knows no feature'],
  ['web/lib/api/api.ts', 'web/ui/state/toasts.tsx', 'lib knows no ui'],
] as const;

const ALLOWED = [
  ['worker/learning/courses/contract.ts', 'zod/mini'],
  ['worker/learning/courses/contract.ts', 'worker/people/groups/contract.ts'],
  ['worker/learning/courses/contract.ts', 'worker/access/contract.ts'],
  ['worker/learning/courses/routes.ts', 'worker/learning/courses/service.ts'],
  ['worker/learning/courses/service.ts', 'worker/people/groups/service.ts'],
  ['worker/learning/courses/tables.ts', 'worker/identity/companies/tables.ts'],
  ['worker/learning/courses/queries.ts', 'worker/people/groups/tables.ts'],
  ['worker/app.ts', 'worker/learning/courses/routes.ts'],
  ['web/app/router.tsx', 'web/features/learning/courses/list.tsx'],
  ['web/features/learning/courses/list.tsx', 'web/ui/page/page-header.tsx'],
  ['web/features/learning/courses/list.tsx', '#contract/learning/courses'],
  ['tests/api/learning/courses/courses.test.ts', 'worker/learning/courses/tables.ts'],
] as const;

test.each(FORBIDDEN)('%s may not import %s: %s', (from, to) => {
  expect(directionProblem(from, to, false)).not.toBeNull();
});

test.each(ALLOWED)('%s may import %s', (from, to) => {
  expect(directionProblem(from, to, false)).toBeNull();
});

test('every slice has its place in the order, and architecture.md draws it', () => {
  const drawn = /```order\n([^`]+)```/.exec(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'))![1]!;
  expect(drawn.trim().split(/\s+/)).toEqual(SLICES);
  const folders = globSync('worker/*/*/contract.ts', { cwd: ROOT })
    .map((path) => path.split('/'))
    .flatMap(([, wing, slice]) => (wing === 'errors' ? [] : [slice]));
  expect(new Set(folders)).toEqual(new Set(SLICES));
});

test('a pure file may import types', () => {
  expect(directionProblem('worker/exams/attempts/attempt.ts', 'worker/errors/contract.ts', true)).toBeNull();
});

test.each([
  'worker/learning/courses/course-utils.ts',
  'worker/learning/courses/utils.ts',
  'worker/learning/courses/index.ts',
  'worker/learning/courses/queries/list.ts',
  'worker/exams/exchange/qti/gift.ts',
  'worker/exams/exchange/qti/more/qti.ts',
  'worker/learning/service.ts',
  'worker/platform/helpers.ts',
  'web/lib/utils.ts',
  'web/ui/index.ts',
  'web/ui/PageHeader.tsx',
])('%s is no name of the house', (path) => {
  expect(nameProblem(path)).not.toBeNull();
});

test.each([
  'worker/index.ts',
  'worker/jobs.ts',
  'worker/learning/courses/course.ts',
  'worker/identity/companies/company.ts',
  'worker/learning/courses/service-materials.ts',
  'worker/identity/accounts/common-passwords.ts',
  'worker/exams/exchange/qti/qti-item.ts',
  'worker/platform/database/database.ts',
  'web/ui/page/page-header.module.css',
  'web/features/learning/courses/course-list.tsx',
])('%s is a name of the house', (path) => {
  expect(nameProblem(path)).toBeNull();
});

/** The folders of tests below one of tests/. */
const foldersOf = (kind: string) =>
  globSync(`tests/${kind}/**/*.test.ts`, { cwd: ROOT }).map((file) =>
    dirname(file.slice(`tests/${kind}/`.length)),
  );
const slices = new Set(
  globSync('worker/*/*/contract.ts', { cwd: ROOT }).map((file) => dirname(file.slice('worker/'.length))),
);
const wings = new Set([...slices].map((slice) => dirname(slice)));
/** Beside the slices: what concerns all of them, and what stands below or beside. */
const BESIDE = /^(whole|access|errors|platform|web|tools)(\/|$)/;

test('tests of calls stand as the slices do, and every slice that answers calls has its own', () => {
  const tested = foldersOf('api');
  const answering = globSync('worker/*/*/routes.ts', { cwd: ROOT }).map((file) =>
    dirname(file.slice('worker/'.length)),
  );
  expect(answering.filter((slice) => !tested.includes(slice))).toEqual([]);
  expect(tested.filter((folder) => !slices.has(folder) && !BESIDE.test(folder))).toEqual([]);
});

test('tests of pure rules stand as the slices do, those of screens as the wings', () => {
  expect(foldersOf('unit').filter((folder) => !slices.has(folder) && !BESIDE.test(folder))).toEqual([]);
  expect(foldersOf('e2e').filter((folder) => !wings.has(folder) && folder !== 'whole')).toEqual([]);
});

test('no test is longer than 80 lines', () => {
  const files = globSync('tests/**/*.test.ts', { cwd: ROOT });
  const lengths = files.flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    return lines.flatMap((line, begin) => {
      const [, indent] = /^( *)test\b/.exec(line) ?? [];
      if (indent === undefined) return [];
      const end = new RegExp(`^${indent}[)}\\]]*\\);$`);
      const length = line.endsWith(');') ? 1 : lines.slice(begin).findIndex((each) => end.test(each)) + 1;
      return [{ where: `${file}:${begin + 1}`, length }];
    });
  });
  expect(lengths.length).toBeGreaterThan(1000);
  expect(lengths.filter(({ length }) => length > 80)).toEqual([]);
});

const QUERIES = 'worker/people/groups/queries.ts';

test.each([
  [QUERIES, 'exists (select from groups where name = '],
  [QUERIES, '(select count(*) from own_invitations())'],
  [QUERIES, 'update groups set name = '],
  [QUERIES, "case\nwhen a then 'b'\nwhen c then 'd'\nwhen e then 'f'\nend"],
  [QUERIES, 'is_online('],
  ['worker/access/authorize.ts', 'in (select groups_in_reach())'],
])('in %s no expression of SQL says: %s', (file, text) => {
  expect(expressionProblem(file, [text, ')'])).not.toBeNull();
});

test.each([
  [QUERIES, 'coalesce('],
  [QUERIES, ' is distinct from '],
  [QUERIES, ' in (select '],
  [QUERIES, ' <= app_now('],
  ['worker/people/groups/tables.ts', 'search_text(name) gin_trgm_ops'],
  ['worker/platform/database/queries.ts', '(select to_jsonb(row) from '],
])('in %s an expression of SQL may say: %s', (file, text) => {
  expect(expressionProblem(file, [text, ')'])).toBeNull();
});

test.each([
  /\s*%/,
  /=+$/,
  /[^\S\n]*\n/g,
  /(\\*)\[/g,
  /([a-z-]+)\s*=/i,
  /(?<name>\d+)\./,
  /\p{L}{2,}!/u,
  /.*?x/,
])('%s reads a long run from each of its signs', ({ source, flags }) => {
  expect(runProblem(source, flags)).not.toBeNull();
});

test.each([/\s+/g, /(\d+)/, /^\s*%/, /(?<!=)=+$/, /\s*%/y, /-\s*$/, /[0-9]?x/, /\s{1,3}x/])(
  '%s looks at each sign of a run once',
  ({ source, flags }) => {
    expect(runProblem(source, flags)).toBeNull();
  },
);

test('no field says by itself how much it takes: the contract does, which refuses more', () => {
  const own = globSync('web/**/*.tsx', { cwd: ROOT }).filter((file) =>
    /maxLength=(\{\d|")/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(own).toEqual([]);
});
