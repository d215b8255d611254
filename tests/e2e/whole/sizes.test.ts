import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { aPdf, aPptx, aVideo, type TestFile } from '../../fixtures/files.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { WORKER_LIMIT, workerBytes } from '../../../tools/bench/sizes.ts';
import { productWorld } from '../../support/product-world.ts';

/** Kilobytes of JavaScript over the wire, gzip, on opening a screen first. */
const SIGN_IN_BUDGET = 95;
/** A student's hold what cleans the text of a material, and keeps it for when there is no connection. */
const SCREEN_BUDGETS = { owner: 162, student: 164 };
/** With all that asks and saves, before anything starts: nothing of it may be wanted later on a lost connection. */
const TEST_BUDGET = 151;
/** Editors of texts, with what cleans what is written before their code has come, and of questions and their draws. */
const BUILDER_BUDGET = 178;
const HAS_EDITOR = /\/constructor$|^\/(course|webinar)\/(create$|.*\/edit$)/;
/** A tab comes after the screen it stands on, by which most of it is there already. */
const TAB_BUDGET = 176;

let company: Company;
let course: Awaited<ReturnType<Company['aCourse']>>;
let exam: Awaited<ReturnType<Company['anExam']>>;
const shown: Record<'video' | 'pdf' | 'presentation', number> = { video: 0, pdf: 0, presentation: 0 };
let program: number;
beforeAll(async () => {
  company = await aCompany(productWorld());
  course = await company.aCourse({ materials: 1 });
  exam = await company.anExam({ course });
  shown.video = await aMaterialOf('video', aVideo());
  shown.pdf = await aMaterialOf('pdf', await aPdf(2));
  shown.presentation = await aMaterialOf('presentation', await aPptx(['One', 'Two']));
  const { body } = await company.as('owner').post('/educational_program/educational_program/', {
    name: 'Програма',
    course_ids: [course.id],
  });
  program = body.id as number;
});

/** A material that shows a file. */
async function aMaterialOf(type: string, { name, mimeType, buffer }: TestFile): Promise<number> {
  const owner = company.as('owner');
  const { body } = await owner.post(`/course/course/${course.id}/educational_material/`, { name, type });
  const path = `/api_uploader/v1/course/course/${course.id}/educational_material/${body.id}/upload_file/`;
  const answer = await productWorld().fetch(`${path}?kind=main&name=${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': mimeType },
    body: new Uint8Array(buffer),
  });
  expect(answer.status).toBe(201);
  return body.id as number;
}

/** Bytes by address, which names what stands there; packed once for all screens. */
const packed = new Map<string, Promise<number>>();

async function sizeOf(response: Response): Promise<number> {
  return gzipSync(await response.body(), { level: 9 }).length;
}

/** Runs in the page. What it fetches by itself two seconds after it stands is no part of opening it, on however slow a machine. */
function withoutLater(): void {
  const set = window.setTimeout.bind(window);
  const soon = (run: () => void, ms?: number) => ((ms ?? 0) < 2000 ? set(run, ms) : 0);
  window.setTimeout = soon as typeof window.setTimeout;
}

/** What a screen asks for, whether or not the browser has it from another one. */
async function scriptsOf(page: Page, path: string): Promise<number> {
  // By address: a preloaded module answers once more from the cache when it runs.
  const asked = new Set<string>();
  const hear = (response: Response) => {
    const url = response.url();
    if (response.request().resourceType() !== 'script' && !new URL(url).pathname.endsWith('.js')) return;
    asked.add(url);
    if (!packed.has(url)) packed.set(url, sizeOf(response));
  };
  page.on('response', hear);
  await page.addInitScript(withoutLater);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  // What comes now, such as a dialog for later, may come while the page is closed.
  page.off('response', hear);
  const sizes = await Promise.all([...asked].map((url) => packed.get(url)!));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return Math.ceil(total / 1000);
}

test('the Worker stays within its budget', () => {
  expect(workerBytes() / 1024).toBeGreaterThan(500);
  expect(workerBytes() / 1024).toBeLessThanOrEqual(WORKER_LIMIT);
});

test('the sign-in screen stays within its budget', async ({ page }) => {
  const size = await scriptsOf(page, '/login');
  expect(size).toBeGreaterThan(20);
  expect(size).toBeLessThanOrEqual(SIGN_IN_BUDGET);
});

test('the page that checks a certificate stays within its budget', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  expect(await scriptsOf(page, '/certificate/2222-2222-2222')).toBeLessThanOrEqual(SIGN_IN_BUDGET);
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
  ['owner', () => `/course/${course.id}#certificates`],
  ['owner', () => '/profile#certificates'],
  ['owner', () => '/profile#notifications'],
  ['owner', () => '/notification'],
  ['owner', () => `/course/${course.id}/results/${exam.form_id}`],
  ['owner', () => `/course/${course.id}/results/${exam.form_id}/key`],
  ['owner', () => `/course/${course.id}/results/${exam.form_id}/questions`],
  ['owner', () => `/course/${course.id}/education-materials/constructor`],
  ['owner', () => `/course/${course.id}/education-materials/${exam.material_id}/constructor`],
  ['owner', () => `/course/${course.id}#questions`],
  ['owner', () => `/course/${course.id}#revision`],
  ['owner', () => '/support'],
  ['owner', () => '/today'],
  ['owner', () => '/today?section=silent'],
  ['owner', () => '/results'],
  ['owner', () => '/certificates'],
  ['owner', () => `/company/${company.id}/dashboard`],
  ['owner', () => `/company/${company.id}/dashboard#groups`],
  ['owner', () => `/company/${company.id}/dashboard#certificates`],
  ['owner', () => `/company/${company.id}/history`],
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
  ['student', () => `/course/${course.id}/education-materials/${shown.video}`],
];

test.for(SCREENS)('a first screen of %s stays within its budget', async ([who, path], { page }) => {
  await signIn(page, company.people[who]);
  const size = await scriptsOf(page, path());
  const budget = path().includes('#')
    ? TAB_BUDGET
    : HAS_EDITOR.test(path())
      ? BUILDER_BUDGET
      : SCREEN_BUDGETS[who];
  expect({ path: path(), size: size <= budget ? 'within' : size }).toEqual({
    path: path(),
    size: 'within',
  });
});

test('the screen of a test stays within its budget', async ({ page }) => {
  await signIn(page, company.people.student);
  const path = `/course/${course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
  const size = await scriptsOf(page, path);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(TEST_BUDGET);
});

// The chart comes after the figures.
test('the analytics of a course stay within their budget', async ({ page }) => {
  await signIn(page, company.people.owner);
  // Of what is fetched ahead while nothing else is, some comes with it on a slow machine.
  expect(await scriptsOf(page, `/course/${course.id}#analytics`)).toBeLessThanOrEqual(TAB_BUDGET + 18);
});

// What shows documents and slides comes after the screen, and with no other material.
test.for([
  ['pdf', SCREEN_BUDGETS.student + 546],
  ['presentation', SCREEN_BUDGETS.student + 22],
] as const)('a %s is shown within its budget', async ([type, budget], { page }) => {
  await signIn(page, company.people.student);
  const size = await scriptsOf(page, `/course/${course.id}/education-materials/${shown[type]}`);
  expect(size).toBeLessThanOrEqual(budget);
});
