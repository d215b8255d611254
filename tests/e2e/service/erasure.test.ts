import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { UserType } from '../../../worker/access/contract.ts';
import { aCompany, type Company, type Person } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';
import { forgetProof, givePassword, typePassword } from '../../support/browser/signing-in.ts';

let world: World;
beforeAll(async () => {
  world = productWorld();
});

/** Somebody whose password was entered long ago. */
async function somebody(company: Company, user_type: UserType): Promise<Person> {
  const person = user_type === 'owner' ? company.people.owner : await company.aPerson(user_type);
  await givePassword(person);
  await forgetProof(person);
  return person;
}

async function enterPassword(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' });
  await typePassword(asked);
  await asked.getByRole('button', { name: 'Продовжити' }).click();
}

test('a person takes their data along and erases themselves', async ({ page, allowErrors }) => {
  // Before the password and with another address; and this test's own token, in a page that begins anew.
  allowErrors(/status of (403|400|401)/);
  const company = await aCompany(world);
  const person = await somebody(company, 'student');
  await signIn(page, person);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/profile#security');
  const button = page.getByRole('button', { name: 'Завантажити мої дані' });
  const downloading = page.waitForEvent('download');
  await button.click();
  await enterPassword(page);
  expect((await downloading).suggestedFilename()).toMatch(/^my-data-.*\.json$/);

  await page.getByRole('button', { name: 'Стерти мої дані…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Стерти ваші дані назавжди?' });
  const address = dialog.getByLabel(/Щоб підтвердити/);
  await address.fill('somebody@example.com');
  await dialog.getByRole('button', { name: 'Стерти назавжди' }).click();
  await dialog.getByText('Це не ваша електронна пошта чи телефон.').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await address.fill(person.email);
  await dialog.getByRole('button', { name: 'Стерти назавжди' }).click();
  await page.waitForURL('**/login');
  expect((await mailTo(person.email)).subject).toContain('Ваші персональні дані стерто');
});

test('an owner takes everything along, and whoever administers the company sees and takes back its erasure', async ({
  page,
  allowErrors,
  otherPage,
}) => {
  allowErrors(/status of 403/);
  const company = await aCompany(world);
  const owner = await somebody(company, 'owner');
  await signIn(page, owner);
  await page.goto(`/company/${company.id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Завантажити дані компанії' }).click();
  await enterPassword(page);
  expect((await downloading).suggestedFilename()).toMatch(/^company-.*\.jsonl\.gz$/);

  await page.getByRole('button', { name: 'Стерти компанію…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Стерти компанію?' });
  const { body } = await owner.client.get(`/space/space/${company.id}/`);
  await dialog.getByLabel(/Щоб підтвердити/).fill(body.name);
  await dialog.getByRole('button', { name: 'Стерти через 30 днів' }).click();
  await page.getByRole('button', { name: 'Скасувати стирання' }).waitFor();
  const mail = await mailTo(company.people.admin.email);
  expect(mail.subject).toContain('буде стерто');

  await signIn(otherPage, company.people.admin);
  await otherPage.goto(mail.links[0]!);
  await otherPage.waitForURL(new RegExp(`/company/${company.id}$`));
  await otherPage.goto('/user');
  await otherPage.getByText(/Компанію буде стерто/).waitFor();
  expect(await accessibilityProblems(otherPage)).toEqual([]);
  await otherPage.getByRole('button', { name: 'Скасувати стирання' }).click();
  const asked = otherPage.getByRole('dialog', { name: 'Скасувати стирання компанії?' });
  await asked.getByRole('button', { name: 'Скасувати стирання' }).click();
  await otherPage.getByText(/Компанію буде стерто/).waitFor({ state: 'detached' });
});

test('the company erases whoever has left it, and is handed over', async ({ page, allowErrors }) => {
  allowErrors(/status of 403/);
  const company = await aCompany(world);
  const owner = await somebody(company, 'owner');
  const former = await company.aPerson('student');
  await asSystem(world, [
    `update memberships set deleted_at = now() where company_id = $1 and user_id = $2`,
    [company.id, former.id],
  ]);
  await signIn(page, owner);
  await page.goto(`/company/${company.id}`);
  await page.getByRole('button', { name: /^Стерти дані: / }).click();
  const asked = page.getByRole('dialog', { name: 'Стерти персональні дані?' });
  await asked.getByRole('button', { name: 'Стерти назавжди' }).click();
  await enterPassword(page);
  await page.getByText(/Ще ніхто не залишив компанію/).waitFor();

  await page.getByRole('button', { name: 'Передати…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Передати компанію' });
  await dialog.getByLabel('Новий власник').selectOption(String(company.people.admin.id));
  await dialog.getByRole('button', { name: 'Передати компанію' }).click();
  await page.getByRole('button', { name: 'Стерти компанію…' }).waitFor({ state: 'detached' });
  expect((await company.people.admin.client.get(`/space/space/${company.id}/`)).body.owner.id).toBe(
    company.people.admin.id,
  );
});
