import { beforeAll, expect } from 'vitest';
import type { UserType } from '../../../worker/access/contract.ts';
import type { Page } from 'playwright-core';
import { startAttempt } from '../../factories/attempt.ts';
import { aCompany, type Company } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

interface Route {
  path: string;
  reads?: readonly (string | { who: UserType; path: string })[];
}
// By a name that the compiler does not follow: these tests know no JSX.
const ROUTES_FILE: string = '../../../web/app/routes.ts';
const { PRIVATE_ROUTES } = (await import(ROUTES_FILE)) as { PRIVATE_ROUTES: readonly Route[] };

let company: Company;
/** Numbers of what stands behind the parameters of paths, by the path's beginning. */
let numbers: Record<string, (number | string)[]>;
beforeAll(async () => {
  company = await aCompany(productWorld());
  const exam = await company.anExam();
  const { body } = await company.as('owner').post('/educational_program/educational_program/', {
    name: 'Програма',
    course_ids: [exam.course.id],
  });
  numbers = {
    company: [company.id],
    course: [exam.course.id, exam.material_id, exam.form_id],
    group: [exam.course.group.id],
    program: [body.id as number],
    user: [company.people.student.id],
  };
});

function addressOf(path: string): string {
  const [, first] = path.split('/');
  let place = 0;
  return path.replaceAll(/:\w+/g, () => {
    const number = numbers[first!]?.[place++];
    if (number === undefined) throw new Error(`no number for ${path}`);
    return String(number);
  });
}

const READING = PRIVATE_ROUTES.filter(({ reads }) => reads).map(({ path, reads }) => {
  const [only] = reads!.flatMap((read) => (typeof read === 'string' ? [] : [read.who]));
  return [path, only ?? 'owner'] as const;
});

test('screens name what they read first', () => {
  expect(READING.length).toBeGreaterThan(10);
});

test.for(READING)('%s reads what its page has asked for, and once', async ([path, who], { page }) => {
  await signIn(page, company.people[who]);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1/') && !pathname.includes('/media/')) asked.push(pathname + search);
  });
  await page.goto(addressOf(path));
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.evaluate('Object.keys(window.early.answers)')).toEqual([]);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter((one, place) => asked.indexOf(one) !== place)).toEqual([]);
});

test('a screen whose answers were there before its code is drawn with them at once', async ({ page }) => {
  const { name } = await company.aGroup();
  await signIn(page, company.people.owner);
  await page.addInitScript({
    content: `new MutationObserver(() => {
      if (document.querySelector('main [aria-busy=true]')) document.documentElement.dataset.waited = '';
    }).observe(document, { subtree: true, childList: true });`,
  });
  await codeAfter(page, ['/api/v1/accounts/user_info/', '/api/v1/study_group/study_group/']);
  await page.goto('/group');
  await page.locator('main').getByText(name).waitFor();
  expect(await page.locator('html').getAttribute('data-waited')).toBeNull();
});

/** Lets the code of the page come only when these have been answered. */
async function codeAfter(page: Page, paths: readonly string[]): Promise<void> {
  const answered = Promise.all(
    paths.map(async (path) =>
      (await page.waitForResponse((response) => new URL(response.url()).pathname === path)).finished(),
    ),
  );
  await page.route('**/assets/*.js', async (route) => {
    await answered;
    await route.continue();
  });
}

test('a test on the page of its material is introduced by what the page has asked for', async ({ page }) => {
  const exam = await company.anExam();
  await signIn(page, company.people.student);
  await codeAfter(page, [`/api/v1/course/form_introduction/${exam.form_id}/`]);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
  await expect.poll(() => page.evaluate('Object.keys(window.early.answers)')).toEqual([]);
});

test('whoever was at a test before is told of it beside its material, and of another one that stands there now', async ({
  page,
  allowErrors,
}) => {
  const exam = await company.anExam();
  const address = `/course/${exam.course.id}/education-materials/${exam.material_id}`;
  const introduced = (form: number) =>
    page.waitForRequest((request) => request.url().endsWith(`/form_introduction/${form}/`));
  await signIn(page, company.people.student);
  await page.goto(address);
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
  // The material tells nothing before that.
  const asked = introduced(exam.form_id);
  await page.route(`**/educational_material/${exam.material_id}/`, async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
  await page.unrouteAll();

  await page.evaluate(
    ([material, form]) => localStorage.setItem('osnova.recent.tests', JSON.stringify([[material, form]])),
    [exam.material_id, exam.form_id + 1000],
  );
  allowErrors(/status of 40[34]/);
  const anew = introduced(exam.form_id);
  await page.reload();
  await anew;
  await page.getByRole('button', { name: 'Розпочати' }).waitFor();
});

test('a reload in the middle of an attempt goes on with it before the code has come, and once', async ({
  page,
}) => {
  const exam = await company.anExam();
  const { body } = await startAttempt(company.as('student'), exam);
  const held = JSON.stringify({ attempt_id: body.attempt_id, holder: body.holder });
  await signIn(page, company.people.student);
  await page.addInitScript({
    content: `sessionStorage.setItem('osnova.attempt.${exam.form_id}', '${held}')`,
  });
  const START = '/api/v1/course/start_form_passing/';
  let starts = 0;
  page.on('request', (request) => (starts += Number(new URL(request.url()).pathname === START)));
  await codeAfter(page, [START]);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await page.getByText('One', { exact: true }).waitFor();
  expect(starts).toBe(1);
});

test('what was asked for another login is not used', async ({ page, allowErrors }) => {
  allowErrors(/status of 40[13]/);
  await signIn(page, company.people.student);
  await page.goto('/support');
  await page.locator('h1').first().waitFor();
  const answers = await page.evaluate(`(() => {
    const [address, text] = ['/api/v1/course/course/', '{"results":[]}'];
    const answers = { [address]: Promise.resolve(new Response(text)) };
    window.early = { access: 'another', answers, texts: { [address]: text } };
    const link = document.querySelector('a[href="/course"]');
    link.click();
    return true;
  })()`);
  expect(answers).toBe(true);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Курси' }).waitFor();
  await page.locator('main').getByRole('link').first().waitFor();
});

/** Opens the list of groups and lets everything come that it fetches by itself. */
async function openGroups(page: Page) {
  const { name } = await company.aGroup();
  await signIn(page, company.people.owner);
  await page.clock.install();
  await page.goto('/group');
  await page.getByRole('link', { name }).waitFor();
  await page.mouse.move(700, 5);
  // What waits for a page that stands: the bell, the palette's keys, the listening for links.
  const news = page.waitForResponse('**/notifications/unread/');
  await page.clock.runFor(4000);
  await news;
  await settled(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const scripts = () => asked.filter((path) => path.endsWith('.js')).length;
  return { name, asked, scripts };
}

test('a screen is fetched while its link is pointed at or focused, but not its data', async ({ page }) => {
  const { name, asked, scripts } = await openGroups(page);
  await page.getByRole('link', { name }).hover();
  await expect.poll(scripts).toBeGreaterThan(0);
  await settled(page);
  const before = scripts();
  await page.getByRole('link', { name: 'Вебінари' }).focus();
  await expect.poll(scripts).toBeGreaterThan(before);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('nothing is fetched ahead where data is to be saved', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const { name, scripts } = await openGroups(page);
  await page.getByRole('link', { name }).hover();
  await page.getByRole('link', { name: 'Вебінари' }).focus();
  await settled(page);
  expect(scripts()).toBe(0);
});
