import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

const TEXT = `<h2>Загальні правила</h2>${'<p>Тримайте виходи вільними.</p>'.repeat(30)}
  <h2>Вогнегасник</h2>${'<p>Зірвіть пломбу й висмикніть чеку.</p>'.repeat(30)}`;

async function aReader(page: Page) {
  const world = productWorld();
  const company = await aCompany(world);
  const course = await company.aCourse({ materials: 2 });
  await asSystem(world, ['update materials set text = $2 where id = $1', [course.materials[0], TEXT]]);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  const path = `/course/${course.id}/education-materials/${course.materials[0]}`;
  await page.goto(path);
  await page.getByRole('heading', { name: 'Вогнегасник' }).waitFor();
  return { company, course, path };
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Мої нотатки й закладки' });
const note = (page: Page) => panel(page).getByLabel('Нотатка');

test('a note saves itself, survives a lost connection and a reload, and is listed, exported and taken back', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { path } = await aReader(page);
  await page.getByRole('button', { name: 'Нотатки' }).press('Enter');
  await note(page).fill('Перевіряти щопівроку');
  await panel(page).getByText('Збережено', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.setOffline(true);
  await note(page).fill('Перевіряти щопівроку і після кожного застосування');
  await panel(page).getByText('Збережено на цьому пристрої').waitFor();
  await context.setOffline(false);
  await panel(page).getByText('Збережено', { exact: true }).waitFor();
  // Left at once, before its pause is over.
  await note(page).fill('Перевіряти щомісяця');
  const saved = page.waitForResponse(/educational_material\/\d+\/note/);
  await page.keyboard.press('Escape');
  await saved;
  await page.reload();
  await page.getByRole('button', { name: 'Нотатки' }).click();
  await expect.poll(() => note(page).inputValue()).toBe('Перевіряти щомісяця');

  await panel(page).getByRole('link', { name: 'Усі нотатки й закладки' }).click();
  await page.waitForURL('**/profile#notes');
  const list = page.getByRole('main');
  await list.getByText('Перевіряти щомісяця').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Завантажити текстом' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Перевіряти щомісяця');
  await list.getByRole('button', { name: /^Видалити/ }).click();
  await list.getByText('Нотаток і закладок ще немає').waitFor();
  await page.getByRole('button', { name: 'Скасувати' }).click();
  await list.getByRole('link', { name: 'Material 1' }).click();
  await page.waitForURL(`**${path}`);
});

test('a bookmark keeps the place that one reads, leads back to it, and stands in the course', async ({
  page,
}) => {
  const { course, path } = await aReader(page);
  const heading = page.getByRole('heading', { name: 'Вогнегасник' });
  await settled(page);
  await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.getByRole('button', { name: 'Нотатки' }).click();
  await panel(page).getByRole('button', { name: 'Додати закладку: Вогнегасник' }).click();
  await panel(page).getByRole('button', { name: 'Закладка вже є: Вогнегасник' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.goto(`/course/${course.id}#notes`);
  const link = page.getByRole('main').getByRole('link', { name: 'Вогнегасник' });
  await link.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await link.click();
  await page.waitForURL(`**${path}#heading=1`);
  await page.waitForFunction(() => document.activeElement?.textContent === 'Вогнегасник');
  const { y } = (await heading.boundingBox())!;
  expect(y).toBeLessThan(370);
  await page.getByRole('button', { name: 'Нотатки' }).click();
  await panel(page).getByRole('button', { name: 'Видалити: Вогнегасник' }).click();
  await panel(page).getByText('Закладок ще немає').waitFor();
});

test('what was noted is gone from the browser with the person who signs out', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  await aReader(page);
  await page.getByRole('button', { name: 'Нотатки' }).click();
  await page.route('**/note/', (route) => route.abort());
  await note(page).fill('Лише моє');
  await panel(page).getByText('Збережено на цьому пристрої').waitFor();
  const waiting = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('osnova.note.')));
  expect(await waiting()).toHaveLength(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('вийти');
  await page.getByRole('option', { name: 'Вийти', exact: true }).click();
  await page.waitForURL('**/login');
  expect(await waiting()).toEqual([]);
});
