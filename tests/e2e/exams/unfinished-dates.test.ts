import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
import { aCompany, type Company } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { openFilter } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const WRONG_DAY = 'У вигляді дд.мм.рррр';
const WRONG_MOMENT = 'У вигляді дд.мм.рррр гг:хх';

/** What the page sends to an address. */
function sentTo(page: Page, path: RegExp): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(request.url())) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('a closing without an hour leaves the one that is set, and publishing names the field', async ({
  page,
}) => {
  const exam = await company.anExam();
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
  const closes_at = '2031-12-01T08:00:00.000Z';
  const owner = company.as('owner');
  expect((await owner.patch(form, { closes_at })).status).toBe(200);
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByText('Коли й де').click();
  const closes = page.getByRole('textbox', { name: 'Закривається' });
  await closes.fill('24.12.2026');
  await closes.blur();
  await page.getByText(WRONG_MOMENT).waitFor();
  await page.getByText('Збережено все, крім позначеного: виправте його').waitFor();
  await page.getByRole('textbox', { name: 'Назва' }).fill('Нова назва');
  await expect.poll(async () => (await owner.get(form)).body.name).toBe('Нова назва');
  expect((await owner.get(form)).body.closes_at).toBe(closes_at);
  // Also when the section was folded away meanwhile.
  await page.getByText('Коли й де').click();
  await page.getByRole('button', { name: 'Опублікувати', exact: true }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Закривається' }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => closes.inputValue()).toBe('24.12.2026');
  await page.getByText(WRONG_MOMENT).first().waitFor();
  await closes.fill('24.12.2031 10:00');
  await expect.poll(async () => (await owner.get(form)).body.closes_at).toMatch(/^2031-12-24T/);
});

test('a package with an unfinished end is not made, and the focus goes to the field', async ({ page }) => {
  const course = await company.aCourse({ materials: 1 });
  const sent = sentTo(page, /\/dispatch/);
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#dispatches`);
  await page.getByRole('button', { name: 'Створити пакет', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Для кого').fill('Партнер');
  const ends = dialog.getByRole('textbox', { name: 'Діє до' });
  await ends.fill('31.12');
  await dialog.getByRole('button', { name: 'Створити' }).click();
  await dialog.getByText(WRONG_DAY).waitFor();
  await expect.poll(() => ends.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
});

test('a retake is not granted with an unfinished date, nor by when it is over', async ({ page }) => {
  const student = await company.aPerson('student');
  const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
  const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: true } });
  await takeExam(student.client, exam, 0);
  const sent = sentTo(page, /retake_form/);
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${course.id}/results/${exam.form_id}`);
  await page.getByRole('row').filter({ hasText: '%' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: /^(Дії|Призначити перескладання)$/ }).click();
  const dialog = page.getByRole('dialog');
  const item = page.getByRole('menuitem', { name: 'Призначити перескладання' });
  await item.or(dialog).first().waitFor();
  if (await item.isVisible()) await item.click();
  const due = dialog.getByRole('textbox', { name: 'Скласти до' });
  await dialog.getByLabel('Причина').fill('Хворів');
  await due.fill('20.11.2026');
  await dialog.getByRole('button', { name: 'Призначити' }).click();
  await dialog.getByText(WRONG_MOMENT).waitFor();
  await expect.poll(() => due.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
  await due.fill('20.11.2020 10:00');
  await dialog.getByRole('button', { name: 'Призначити' }).click();
  await dialog.getByText('Термін уже минув').waitFor();
  await expect.poll(() => due.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
  await due.fill('20.11.2031 10:00');
  await dialog.getByRole('button', { name: 'Призначити' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toMatchObject([{ due_at: expect.stringMatching(/^2031-11-20T/) }]);
});

test('a filter whose date is unfinished filters nothing, and keeps what is typed', async ({ page }) => {
  const course = await company.aCourse({ materials: 1 });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#analytics`);
  const panel = await openFilter(page, 'Початок');
  const from = panel.getByRole('textbox').first();
  await from.fill('01.12.2031');
  await page.waitForURL(/started_from=2031-12-01/);
  await from.fill('01.12.20');
  await page.waitForURL((url) => !url.searchParams.has('started_from'));
  await expect.poll(() => from.inputValue()).toBe('01.12.20');
});
