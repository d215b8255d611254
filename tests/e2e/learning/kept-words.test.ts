import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company, type Course, unique } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
let course: Course;
beforeAll(async () => {
  company = await aCompany(productWorld());
  course = await company.aCourse();
});

const api = () => `/course/course/${course.id}/educational_material/`;
const materials = () => `/course/${course.id}/education-materials`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('osnova.words.')).length);

/** As when a browser falls over: nobody is asked, and nothing of the page goes on. */
async function lose(page: Page): Promise<void> {
  await expect.poll(() => kept(page)).toBe(1);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
}

async function aText(): Promise<{ id: number; path: string; stored: () => Promise<string> }> {
  const { body } = await company.as('owner').post(api(), { name: unique('Текст'), type: 'theory' });
  const { id } = body;
  return {
    id,
    path: `${materials()}/${id}/constructor`,
    stored: async () => (await company.as('owner').get(`${api()}${id}/`)).body.text,
  };
}

test('what was typed and not saved comes back after the page was lost, and asks where another has saved since', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  await signIn(page, company.people.owner);
  const { id, path, stored } = await aText();
  const field = page.getByRole('textbox', { name: 'Текст' });
  await page.goto(path);
  await field.click();
  await page.locator('.ProseMirror').click();
  await page.keyboard.type('Mine');
  await company.as('owner').patch(`${api()}${id}/`, { text: '<p>Theirs</p>' });
  await lose(page);
  await field.getByText('Mine').waitFor();
  await page.getByText('Повернуто незбережене').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Зберегти').click();
  await page.getByRole('dialog', { name: 'Текст змінено в іншому вікні' }).waitFor();
  expect(await stored()).toBe('<p>Theirs</p>');
  await button(page, 'Зберегти мій текст').click();
  await page.waitForURL(/education-materials$/);
  expect(await stored()).toBe('<p>Mine</p>');
  expect(await kept(page)).toBe(0);
});

test('what has come back is discarded by one press, which can be taken back', async ({ page }) => {
  await signIn(page, company.people.owner);
  const { path } = await aText();
  await page.goto(path);
  await page.getByLabel('Назва').fill('Інша назва');
  await lose(page);
  await expect.poll(() => page.getByLabel('Назва').inputValue()).toBe('Інша назва');
  await button(page, 'Відкинути').click();
  await expect.poll(() => page.getByLabel('Назва').inputValue()).toMatch(/^Текст/);
  await expect.poll(() => kept(page)).toBe(0);
  // By mistake, and that is noticed on the next screen.
  await page.getByRole('link', { name: 'Навчальні матеріали' }).first().click();
  await page.waitForURL(/education-materials$/);
  await button(page, 'Повернути').click();
  await expect.poll(() => kept(page)).toBe(1);
  await page.goto(path);
  await expect.poll(() => page.getByLabel('Назва').inputValue()).toBe('Інша назва');
  await page.getByText('Повернуто лише тексти').waitFor();
  await button(page, 'Відкинути').click();
  await button(page, 'Повернути').click();
  await expect.poll(() => page.getByLabel('Назва').inputValue()).toBe('Інша назва');
  await page.getByLabel('Назва').fill('Ще інша');
  await expect.poll(() => kept(page)).toBe(1);
});

test('what is left unsaved on purpose does not come back, however long the next screen takes', async ({
  page,
}) => {
  await signIn(page, company.people.owner);
  const { path } = await aText();
  await page.goto(path);
  await page.getByLabel('Назва').fill('Інша назва');
  // Longer than the rest after which what is typed is kept.
  await page.route('**/*.js', async (route) => {
    await page.waitForTimeout(1500);
    await route.continue();
  });
  await button(page, 'Скасувати').click();
  await button(page, 'Продовжити').click();
  await page.waitForURL(/education-materials$/);
  await page.getByRole('heading', { name: 'Навчальні матеріали' }).waitFor();
  expect(await kept(page)).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a course that is not made yet comes back to its form, and to nobody after signing out', async ({
  page,
}) => {
  await signIn(page, company.people.owner);
  await page.goto('/course/create');
  await page.getByLabel('Назва').fill('Пожежна безпека');
  await lose(page);
  await expect.poll(() => page.getByLabel('Назва').inputValue()).toBe('Пожежна безпека');
  await page.goto('/profile');
  expect(await kept(page)).toBe(1);
  await button(page, 'Вийти').click();
  await page.waitForURL(/\/login/);
  expect(await kept(page)).toBe(0);
});
