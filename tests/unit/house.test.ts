import { expect, test } from 'vitest';
import { directionProblem } from '../../tools/lint/directions.ts';
import { nameProblem } from '../../tools/lint/vocabulary.ts';

const FORBIDDEN = [
  ['worker/platform/serve.ts', 'worker/courses/service.ts', 'the platform knows no slice'],
  ['worker/access/authorize.ts', 'worker/users/queries.ts', 'nor does access'],
  ['worker/errors/app-error.ts', 'worker/users/contract.ts', 'nor do errors'],
  ['worker/courses/contract.ts', 'worker/courses/tables.ts', 'a contract takes contracts only'],
  ['worker/courses/contract.ts', 'worker/platform/database.ts', 'also of the platform'],
  ['worker/courses/contract.ts', 'drizzle-orm', 'and zod'],
  ['worker/courses/routes.ts', 'drizzle-orm/pg-core', 'routes hold no SQL'],
  ['worker/courses/routes-materials.ts', 'worker/courses/tables.ts', 'nor tables'],
  ['worker/courses/queries.ts', 'worker/courses/service.ts', 'reads stand below writes'],
  ['worker/courses/tables.ts', 'worker/courses/queries.ts', 'tables stand below reads'],
  ['worker/courses/service.ts', 'worker/groups/routes.ts', 'routes are for app.ts'],
  ['worker/courses/service.ts', 'worker/app.ts', 'a slice does not know its mount'],
  ['worker/courses/queries.ts', 'worker/groups/tables.ts', 'tables of another slice are its own'],
  ['worker/attempts/attempt.ts', 'worker/platform/database.ts', 'a pure file takes types only'],
  ['worker/companies/company.ts', 'node:crypto', 'from anywhere'],
  ['worker/courses/service.ts', '#contract/groups', 'the alias is for the web'],
  ['worker/courses/service.ts', 'web/lib/api.ts', 'the worker does not know the web'],
  ['worker/index.ts', 'tools/stack/product.ts', 'tools are never shipped'],
  ['web/main.tsx', 'tools/demo/people.ts', 'nor to the web'],
  ['web/features/courses/list.tsx', 'worker/courses/contract.ts', 'the web takes #contract'],
  ['web/features/courses/list.tsx', 'web/features/groups/picker.tsx', 'features do not know each other'],
  ['web/features/courses/list.tsx', 'web/app/routes.ts', 'features stand below the app'],
  ['web/ui/page-header.tsx', 'web/features/courses/list.tsx', 'ui knows no feature'],
  ['web/lib/api.ts', 'web/ui/toasts.tsx', 'lib knows no ui'],
] as const;

const ALLOWED = [
  ['worker/courses/contract.ts', 'zod/mini'],
  ['worker/courses/contract.ts', 'worker/groups/contract.ts'],
  ['worker/courses/contract.ts', 'worker/access/contract.ts'],
  ['worker/courses/routes.ts', 'worker/courses/service.ts'],
  ['worker/courses/service.ts', 'worker/groups/service.ts'],
  ['worker/courses/tables.ts', 'worker/companies/tables.ts'],
  ['worker/statistics/queries.ts', 'worker/attempts/tables.ts'],
  ['worker/app.ts', 'worker/courses/routes.ts'],
  ['web/app/router.tsx', 'web/features/courses/list.tsx'],
  ['web/features/courses/list.tsx', 'web/ui/page-header.tsx'],
  ['web/features/courses/list.tsx', '#contract/courses'],
  ['tests/api/courses.test.ts', 'worker/courses/tables.ts'],
] as const;

test.each(FORBIDDEN)('%s may not import %s: %s', (from, to) => {
  expect(directionProblem(from, to, false)).not.toBeNull();
});

test.each(ALLOWED)('%s may import %s', (from, to) => {
  expect(directionProblem(from, to, false)).toBeNull();
});

test('a pure file may import types', () => {
  expect(directionProblem('worker/attempts/attempt.ts', 'worker/errors/contract.ts', true)).toBeNull();
});

test.each([
  'worker/courses/course-utils.ts',
  'worker/courses/utils.ts',
  'worker/courses/index.ts',
  'worker/courses/queries/list.ts',
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
  'worker/courses/course.ts',
  'worker/companies/company.ts',
  'worker/courses/service-materials.ts',
  'worker/accounts/password.ts',
  'worker/platform/database.ts',
  'web/ui/page-header.module.css',
  'web/features/courses/course-list.tsx',
])('%s is a name of the house', (path) => {
  expect(nameProblem(path)).toBeNull();
});
