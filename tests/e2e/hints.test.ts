import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../factories/company.ts';
import { accessibilityProblems } from '../support/accessible.ts';
import { openContext, signIn, test } from '../support/browser.ts';
import { productWorld } from '../support/product-world.ts';

const hint = (page: Page) => page.getByRole('complementary', { name: 'Підказка' });

test('each role is told what it can do itself', async ({ browser }) => {
  const company = await aCompany(productWorld());
  const { id } = await company.aGroup();
  for (const [who, address, words] of [
    ['owner', '/today', 'в усій компанії'],
    ['manager', '/today', 'у ваших групах'],
    ['trainer', '/today', 'на ваших курсах'],
    ['owner', `/group/${id}`, 'Менеджер групи бачить лише свої групи'],
    ['manager', `/group/${id}`, 'Призначити можна курси й програми, які вже має'],
  ] as const) {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signIn(page, company.people[who]);
    await page.goto(address);
    await hint(page).getByText(words).waitFor();
    await context.close();
  }
});

test('a hint that was sent away stays away in another browser, until all are asked for again', async ({
  page,
  browser,
}) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.manager);
  await page.goto('/today');
  await hint(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // Taken back by the keyboard, from the toast that waits while it has the focus.
  await hint(page).getByRole('button', { name: 'Зрозуміло' }).click();
  await hint(page).waitFor({ state: 'detached' });
  const undo = page.getByRole('button', { name: 'Повернути' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await hint(page).waitFor();

  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await hint(page).getByRole('button', { name: 'Зрозуміло' }).click();
  await answered;

  const context = await openContext(browser);
  const other = await context.newPage();
  await signIn(other, company.people.manager);
  await other.goto('/today');
  await other.getByText('На сьогодні все').waitFor();
  expect(await hint(other).count()).toBe(0);
  await other.goto('/profile/edit');
  await other.getByRole('button', { name: 'Показувати підказки знову' }).click();
  await other.getByText('Підказки з’являтимуться знову').waitFor();
  await other.goto('/today');
  await hint(other).waitFor();
  await context.close();
});
