import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { givePassword, typeSignIn } from '../../support/browser/signing-in.ts';
import { productWorld } from '../../support/product-world.ts';

const hint = (page: Page) => page.getByRole('complementary', { name: 'Підказка' });

test.for([
  ['owner', 'today', 'в усій компанії'],
  ['manager', 'today', 'у ваших групах'],
  ['trainer', 'today', 'на ваших курсах'],
  ['owner', 'group', 'Менеджер групи бачить лише свої групи'],
  ['manager', 'group', 'Призначити можна курси й програми, які вже має'],
] as const)('the %s is told at /%s what the role can do itself', async ([who, where, words], { page }) => {
  const company = await aCompany(productWorld());
  const address = where === 'today' ? '/today' : `/group/${(await company.aGroup()).id}`;
  await signIn(page, company.people[who]);
  await page.goto(address);
  await hint(page).getByText(words).waitFor();
});

test('a hint that was sent away stays away in another browser, until all are asked for again', async ({
  page,
  otherPage: other,
}) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.manager);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const sent: string[][] = [];
  const answered: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') answered.push(response.status());
  });
  await page.route('**/accounts/user_info/', async (route) => {
    if (route.request().method() === 'PATCH')
      sent.push((route.request().postDataJSON() as { dismissed_hints: string[] }).dismissed_hints);
    if (sent.length === 2) await held;
    await route.continue();
  });
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

  // What comes after it waits for it, and so cannot be overtaken by it.
  await hint(page).getByRole('button', { name: 'Зрозуміло' }).click();
  await hint(page).waitFor({ state: 'detached' });
  await expect.poll(() => sent).toEqual([['today'], []]);
  letGo();
  await expect.poll(() => answered).toHaveLength(3);
  expect(sent[2]).toEqual(['today']);

  await signIn(other, company.people.manager);
  await other.goto('/today');
  await other.getByText('На сьогодні все').waitFor();
  expect(await hint(other).count()).toBe(0);
  await other.goto('/profile/edit');
  await other.getByRole('button', { name: 'Показувати підказки знову' }).click();
  await other.getByText('Підказки з’являтимуться знову').waitFor();
  await other.goto('/today');
  await hint(other).waitFor();
});

test('what somebody sent away before they signed out is not sent for whoever signs in then', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  const { people } = await aCompany(productWorld());
  await givePassword(people.trainer);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/accounts/user_info/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
    await held;
    return route.continue();
  });
  await signIn(page, people.manager);
  await page.goto('/today');
  await hint(page).getByRole('button', { name: 'Зрозуміло' }).click();
  await page.getByRole('button', { name: 'Повернути' }).click();
  await hint(page).getByRole('button', { name: 'Зрозуміло' }).click();
  await page.getByRole('button', { name: 'Вийти' }).click();
  await typeSignIn(page, people.trainer.email);
  await page.getByRole('link', { name: 'Сьогодні' }).first().click();
  await hint(page).waitFor();
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  letGo();
  await answered;
  await page.getByRole('link', { name: 'Курси' }).first().click();
  await page.getByRole('heading', { name: 'Курси', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Сьогодні' }).first().click();
  await hint(page).waitFor();
  expect(sent).toBe(1);
});
