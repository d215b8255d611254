import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, unique, type Company, type Person } from '../../factories/company.ts';
import { type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { test } from '../../support/browser/browser.ts';
import { signInAtProvider } from '../../support/identity-provider.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';
import { givePassword, typePassword } from '../../support/browser/signing-in.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Somebody with a password who has left their last company. */
async function somebodyHomeless(): Promise<Person> {
  const person = await company.aPerson('student');
  await givePassword(person);
  expect((await person.client.post('/accounts/leave_company/')).body).toEqual({ access: null });
  return person;
}

/** Names the company on the screen that asks for it, and arrives as its owner. */
async function found(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Ви поки не належите до жодної компанії' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Створити компанію').click();
  await page.getByText(/^Обов.язкове поле/).waitFor();
  const name = unique('Нова');
  await page.getByLabel('Назва компанії').fill(name);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profile');
  await page.getByText(name).filter({ visible: true }).first().waitFor();
}

test('whoever belongs to no company founds one where they sign in', async ({ page, allowErrors }) => {
  allowErrors(/status of 403/);
  const person = await somebodyHomeless();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Електронна пошта або телефон' }).fill(person.email);
  await typePassword(page);
  await page.keyboard.press('Enter');
  await found(page);
});

test('or where Google says who they are', async ({ page, context, allowErrors }) => {
  allowErrors(/status of 403/);
  const { email } = await somebodyHomeless();
  await signInAtProvider(context, 'google', { sub: unique('sub'), email, email_verified: true });
  await page.goto('/login');
  await button(page, 'Увійти через Google').click();
  await found(page);
});

test('an invitation is accepted with Google, which makes the account', async ({ page, context }) => {
  const email = `${unique('new').replaceAll(' ', '-')}@example.com`;
  await company.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
  await signInAtProvider(context, 'google', {
    sub: unique('sub'),
    email,
    email_verified: true,
    given_name: 'Ярина',
    family_name: 'Їжак',
  });
  await page.goto((await mailTo(email)).links[0]!);
  await page.getByText('Так ви теж створите обліковий запис').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Увійти через Google').click();
  await page.waitForURL('**/profile');
  await page.getByRole('heading', { level: 1, name: 'Їжак Ярина' }).waitFor();
});
