import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany, unique } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Пошук і команди' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Пошук і команди' });

interface Key {
  key: string;
  code: string;
  shiftKey?: boolean;
  ctrlKey?: boolean;
}

/** Keys as a Ukrainian layout gives them, one at once after the other. */
const pressCyrillic = (page: Page, ...keys: Key[]) =>
  page.evaluate((pressed) => {
    for (const key of pressed) {
      const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }
  }, keys);

test('a person is found and opened by the keyboard alone, and offered again', async ({
  page,
  allowErrors,
}) => {
  // The bell may be asking while the session ends.
  allowErrors(/401.*notifications\/unread/);
  const world = productWorld();
  const company = await aCompany(world);
  const name = unique('Їжак').replaceAll(/[^\p{L}]/gu, '');
  await asSystem(world, [
    "update users set last_name = $2, first_name = 'Дем’ян' where id = $1",
    [company.people.student.id, name],
  ]);
  await signIn(page, company.people.owner);
  await page.goto('/course');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });

  await pressCyrillic(page, { key: 'л', code: 'KeyK', ctrlKey: true });
  await field(page).waitFor();
  await page.keyboard.type(`${name.toLowerCase()} дем'ян`);
  // Before the answer is there.
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/user/${company.people.student.id}`);
  await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor();

  await page.goto('/course');
  await heading.waitFor();
  await page.keyboard.press('Control+k');
  const first = palette(page).getByRole('option').first();
  await first.getByText(name).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('option', { name: 'Вийти', selected: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: new RegExp(name), selected: true }).waitFor();
  await page.keyboard.type('нічого такого');
  await page.getByText('За запитом «нічого такого»').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await field(page).fill('вийти');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent'))),
  ).toEqual([]);
});

test('the palette fills a phone, opens from its bar, and says when the search failed', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED|Failed to load/);
  const company = await aCompany(productWorld());
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, company.people.student);
  await page.goto('/course');
  await page.getByRole('button', { name: 'Пошук і команди' }).first().click();
  await field(page).waitFor();
  const box = await palette(page).boundingBox();
  expect([box!.width, box!.height]).toEqual([320, 640]);
  await page.route('**/api/v1/search**', (route) => route.abort());
  await field(page).fill('курс');
  await page.getByRole('option', { name: /^Курси/ }).waitFor();
  await page.getByText('Немає з’єднання').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute('**/api/v1/search**');
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByText('Немає з’єднання').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Закрити пошук' }).click();
  await palette(page).waitFor({ state: 'detached' });
});

test('what is typed before the palette has come is typed into it', async ({ page }) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.owner);
  await page.goto('/course');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.fallback();
  });
  await page.keyboard.press('Control+k');
  // Of which the first two would lead to a list of people.
  await page.keyboard.type('gux');
  await page.keyboard.press('Backspace');
  resolve();
  await field(page).waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('gu');
  await page.keyboard.type('ides');
  await expect.poll(() => field(page).inputValue()).toBe('guides');
  expect(new URL(page.url()).pathname).toBe('/course');
});

test('keys work on a Cyrillic layout, not while typing, and can be turned off', async ({ page }) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.owner);
  await page.goto('/course');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const list = page.getByRole('dialog', { name: 'Гарячі клавіші' });

  await pressCyrillic(page, { key: 'п', code: 'KeyG' }, { key: 'г', code: 'KeyU' });
  await page.waitForURL('**/user');
  await page.getByRole('heading', { level: 1, name: 'Користувачі' }).waitFor();
  await pressCyrillic(page, { key: '.', code: 'Slash' });
  const search = page.getByRole('searchbox');
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('gc?n');
  await expect.poll(() => search.inputValue()).toBe('gc?n');
  expect(await list.count()).toBe(0);
  await page.waitForURL(/search=gc/);
  await search.blur();
  await pressCyrillic(page, { key: 'т', code: 'KeyN' });
  await page.waitForURL('**/user/create');

  await page.goto('/group');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await pressCyrillic(page, { key: ',', code: 'Slash', shiftKey: true });
  await list.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // Over a dialog none of them works.
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await list.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/group');
  expect(await list.count()).toBe(0);
});

test('nothing opens over a running test, and a text keeps its own keys', async ({ page, context }) => {
  const company = await aCompany(productWorld());
  const exam = await company.anExam();
  await signIn(page, company.people.student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await page.getByText('One', { exact: true }).waitFor();
  await page.locator('[data-focus-screen]').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('?');
  await settled(page);
  expect(await page.getByRole('dialog').count()).toBe(0);

  const owner = await context.newPage();
  await signIn(owner, company.people.owner);
  await owner.goto('/course/create');
  const text = owner.getByRole('textbox', { name: 'Докладний опис' });
  await text.click();
  await owner.locator('[contenteditable="true"]:focus').waitFor();
  await owner.keyboard.press('Control+k');
  await settled(owner);
  expect(await palette(owner).count()).toBe(0);
});

test('a trainer invites somebody into a course from any screen', async ({ page }) => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse();
  await signIn(page, company.people.trainer);
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).fill('запросити');
  await page.getByRole('option', { name: 'Запросити людину' }).click();
  const dialog = page.getByRole('dialog', { name: 'Запросити людину' });
  await dialog
    .getByLabel('Електронна пошта')
    .fill(`${unique('new').replaceAll(/[^a-z0-9]/gi, '')}@example.com`);
  await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await dialog.getByText('Обов’язкове поле').waitFor();
  await dialog.getByLabel('Курси').fill(course.name);
  await page.getByRole('option', { name: course.name }).click();
  await page.keyboard.press('Tab');
  const sent = page.waitForResponse(/accounts\/invite_user/);
  await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await sent).status()).toBe(201);
  expect((await sent).request().postDataJSON()).toMatchObject({
    course_ids: [course.id],
    user_type: 'student',
  });
});

test('materials, sections and settings are found by forms of their words, and lead to the very place', async ({
  page,
}) => {
  const world = productWorld();
  const company = await aCompany(world);
  const course = await company.aCourse({ materials: 1 });
  const name = unique('Перевезення').replaceAll(/[^\p{L} ]/gu, '');
  await asSystem(world, [
    'update materials set name = $2 where id = $1',
    [course.materials[0], `${name} вантажів`],
  ]);
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}`);
  await page.getByRole('heading', { level: 1, name: course.name }).waitFor();
  const ask = async (query: string) => {
    await page.keyboard.press('Control+k');
    await field(page).fill(query);
  };
  const isFocused = (words: string) =>
    page.waitForFunction((text) => document.activeElement?.textContent === text, words);

  await ask('кольори курсу');
  await page.getByRole('option', { name: 'Колір курсу' }).click();
  await page.waitForURL(`**/course/${course.id}#settings`);
  await isFocused('Колір курсу');

  await ask('паролем');
  const places = page.getByRole('group', { name: 'Розділи й налаштування' });
  await places.getByRole('option', { name: 'Пароль' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profile#security');
  await isFocused('Пароль');

  await page.setViewportSize({ width: 360, height: 740 });
  await ask(`${name.slice(0, -1).toLowerCase()} вантажами`);
  const materials = page.getByRole('group', { name: 'Матеріали' });
  await materials.getByRole('option', { name: course.name }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/course/${course.id}/education-materials/${course.materials[0]}`);
});
