import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../factories/company.ts';
import { signIn, test } from '../support/browser.ts';
import { productWorld } from '../support/product-world.ts';

/** Kilobytes of JavaScript over the wire, gzip, on opening a screen first. */
const SIGN_IN_BUDGET = 150;
const SCREEN_BUDGET = 260;

let company: Company;
let course: Awaited<ReturnType<Company['aCourse']>>;
let exam: Awaited<ReturnType<Company['anExam']>>;
let program: number;
beforeAll(async () => {
  company = await aCompany(productWorld());
  course = await company.aCourse({ materials: 1 });
  exam = await company.anExam({ course });
  const { body } = await company.as('owner').post('/educational_program/educational_program/', {
    name: 'Програма',
    course_ids: [course.id],
  });
  program = body.id as number;
});

async function scriptsOf(page: Page, path: string): Promise<number> {
  // By address: a preloaded module answers once more from the cache when it runs.
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || new URL(response.url()).pathname.endsWith('.js')) {
      const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
      sizes.set(response.url(), size);
    }
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  return Math.ceil(total / 1000);
}

test('the sign-in screen stays within its budget', async ({ page }) => {
  const size = await scriptsOf(page, '/login');
  expect(size).toBeGreaterThan(20);
  expect(size).toBeLessThanOrEqual(SIGN_IN_BUDGET);
});

const SCREENS: readonly [who: 'owner' | 'student', path: () => string][] = [
  ['owner', () => '/profile'],
  ['owner', () => '/user'],
  ['owner', () => '/user/import'],
  ['owner', () => `/group/${course.group.id}`],
  ['owner', () => '/course'],
  ['owner', () => '/course/create'],
  ['owner', () => `/course/${course.id}/edit`],
  ['owner', () => `/course/${course.id}#settings`],
  ['owner', () => `/course/${course.id}#analytics`],
  ['owner', () => `/course/${course.id}/education-materials/constructor`],
  ['owner', () => `/course/${course.id}/education-materials/${exam.material_id}/constructor`],
  ['owner', () => `/course/${course.id}#questions`],
  ['owner', () => `/course/${course.id}#revision`],
  ['owner', () => '/library'],
  ['owner', () => '/program'],
  ['owner', () => '/program/create'],
  ['owner', () => `/program/${program}#chronology`],
  ['owner', () => `/program/${program}/chronology`],
  ['owner', () => '/webinar'],
  ['owner', () => '/webinar/create'],
  ['owner', () => `/course/${course.id}#webinars`],
  ['owner', () => '/profile/edit'],
  ['student', () => '/course'],
  ['student', () => `/course/${course.id}/education-materials/${course.materials[0]}`],
  ['student', () => `/course/${course.id}/education-materials/${exam.material_id}`],
];

test.for(SCREENS)('a first screen of %s stays within its budget', async ([who, path], { page }) => {
  await signIn(page, company.people[who]);
  const size = await scriptsOf(page, path());
  expect({ path: path(), size: size <= SCREEN_BUDGET ? 'within' : size }).toEqual({
    path: path(),
    size: 'within',
  });
});
