import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company, type Course, unique } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { at } from '../../support/api/dispatches.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { foreignSystem } from '../../support/foreign-system.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
let course: Course;
beforeAll(async () => {
  company = await aCompany(productWorld());
  course = await company.aCourse({ materials: 1 });
});

const button = (page: Page | Frame, name: string) => page.getByRole('button', { name, exact: true });

/** The product, in the package, in the other system. */
async function courseFrame(page: Page): Promise<Frame> {
  const outer = await (await page.waitForSelector('iframe')).contentFrame();
  const inner = await (await outer!.waitForSelector('iframe')).contentFrame();
  return inner!;
}

/** What the other system was told. */
const told = (page: Page, ...elements: string[]) =>
  page.evaluate((names) => {
    const { API, API_1484_11 } = window as unknown as Record<
      string,
      Record<string, (name: string) => string>
    >;
    return names.map((name) => (API ? API['lmsGetValue']!(name) : API_1484_11!['lmsGetValue']!(name)));
  }, elements);

test('a package is made and downloaded, and opens the course in another system, which is told how it went', async ({
  page,
}) => {
  const name = unique('Партнер');
  await signIn(page, company.people.owner);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/course/${course.id}#dispatches`);
  await button(page, 'Створити пакет').click();
  await page.getByLabel('Для кого').fill(name);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Створити' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `Завантажити: ${name}` }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${name}.zip`);
  const bytes = await readFile(await download.path());
  expect(await accessibilityProblems(page)).toEqual([]);

  const system = await foreignSystem(new Uint8Array(bytes).buffer, '1.2');
  const there = await page.context().newPage();
  await there.setViewportSize({ width: 360, height: 740 });
  await there.goto(system.url);
  const frame = await courseFrame(there);
  await frame.getByRole('heading', { name: course.name, level: 1 }).waitFor();
  await expect.poll(() => told(there, 'cmi.core.lesson_status')).toEqual(['incomplete']);
  await frame.getByRole('link').first().click();
  await button(frame, 'Прочитано').click();
  await expect.poll(() => told(there, 'cmi.core.lesson_status')).toEqual(['completed']);
  // Nothing of the person who is signed in to the product in this browser.
  expect(await frame.evaluate(() => localStorage.getItem('access'))).toBeNull();

  await page.bringToFront();
  await page.reload();
  await page.getByRole('button', { name: '1 людина' }).click();
  await page.getByRole('dialog').getByText('Шевченко Олена').waitFor();
  await page.getByRole('dialog').getByText('1 з 1').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  system.close();
});

test('an exam in the course is a score and a success of SCORM 2004, and a withdrawn package says so', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/401|403/);
  const question = {
    title: 'One',
    answers: [
      { title: 'right', is_right_answer: true },
      { title: 'wrong', is_right_answer: false },
    ],
  };
  const exam = await company.anExam({
    course: await company.aCourse({ materials: 0 }),
    questions: [question],
  });
  const owner = company.as('owner');
  const made = await owner.post(at(exam.course), { name: 'Партнер', standard: '2004' });
  const dispatch = made.body.id as number;
  const answer = await productWorld().fetch(`/api/v1${at(exam.course, dispatch)}package/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
  });
  const system = await foreignSystem(await answer.arrayBuffer(), '2004');
  // It is told when the exam ends, and not when it would be told now and then.
  await page.addInitScript(() => {
    const often = window.setInterval.bind(window);
    const seldom = (what: () => void, ms?: number) => (ms === 20_000 ? 0 : often(what, ms));
    Object.assign(window, { setInterval: seldom });
  });
  await page.goto(system.url);
  const frame = await courseFrame(page);
  await frame.getByRole('heading', { name: exam.course.name, level: 1 }).waitFor();
  await frame.getByRole('link').first().click();
  await button(frame, 'Розпочати').click();
  await frame.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await frame.getByText('right', { exact: true }).click();
  await frame.getByRole('button', { name: 'Завершити' }).last().click();
  await frame.getByRole('dialog').getByRole('button', { name: 'Завершити' }).click();
  const elements = ['cmi.completion_status', 'cmi.success_status', 'cmi.score.scaled'];
  await expect.poll(() => told(page, ...elements)).toEqual(['completed', 'passed', '1']);

  await owner.patch(at(exam.course, dispatch), { withdrawn: true });
  await page.reload();
  const closed = await courseFrame(page);
  await closed.getByRole('heading', { name: 'Курс зараз не відкривається' }).waitFor();
  await closed.getByText('Курс звідси більше не відкривається').waitFor();

  // Who is refused has no profile: the browser says their language.
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'de-DE' }));
  await page.reload();
  await (await courseFrame(page)).getByText('Der Kurs öffnet sich von hier nicht mehr').waitFor();
  system.close();
});
