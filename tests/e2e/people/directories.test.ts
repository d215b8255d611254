import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { givePassword, typePassword } from '../../support/browser/signing-in.ts';
import { productWorld } from '../../support/product-world.ts';

let world: World;
let company: Company;
beforeEach(async () => {
  world = productWorld();
  company = await aCompany(world);
});

const button = (scope: Pick<Page, 'getByRole'>, name: string) =>
  scope.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
/** What a directory asks, with its token. */
const asked = (token: string, method: string, body?: object) =>
  world.fetch('/scim/v2/Users', {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  });

test('the owner connects a directory with their password, reads what it was refused, and ends it', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/403/);
  const { owner, student } = company.people;
  await givePassword(owner);
  await asSystem(world, [
    `update sessions set confirmed_at = now() - interval '1 hour' where id = $1`,
    [owner.session],
  ]);
  await signIn(page, owner);
  await page.goto(`/company/${company.id}/edit`);
  await page.getByRole('heading', { name: 'Каталог (SCIM)' }).waitFor();
  await page.getByText(/^http.*\/scim\/v2$/).waitFor();
  await button(page, 'Створити токен').click();
  const making = dialog(page, 'Новий токен');
  await making.getByRole('textbox', { name: 'Назва' }).fill('Entra ID');
  await button(making, 'Створити').click();
  await typePassword(page);
  await page.keyboard.press('Enter');
  const made = dialog(page, 'Токен створено');
  const token = await made.locator('code').innerText();
  expect(token).toMatch(new RegExp(`^osnova_${company.id}_[\\w-]{43}$`));
  expect(await accessibilityProblems(page)).toEqual([]);
  // It is shown this once, so that a slip of the hand does not close it.
  await page.keyboard.press('Escape');
  await button(made, 'Готово').click();
  await made.waitFor({ state: 'detached' });
  expect(await page.getByText(token).count()).toBe(0);
  await page.getByText('ще не використано').waitFor();

  const userName = `${unique('new').replace(/\s/g, '-')}@example.com`;
  expect((await asked(token, 'POST', { userName, externalId: 'e-1' })).status).toBe(201);
  expect((await asked(token, 'POST', { userName: student.email })).status).toBe(409);
  const reason = page.getByText('Людина з цією адресою вже є в компанії');
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByText('останній запит').waitFor();
      return reason.count();
    })
    .toBe(1);
  await page.getByText(`Додати людину: ${student.email.toLowerCase()}`).waitFor();
  await page.getByText('Каталог веде 1 людину та 0 груп.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await button(page, 'Відкликати токен «Entra ID»').click();
  const revoking = dialog(page, 'Відкликати токен «Entra ID»?');
  await button(revoking, 'Відкликати').click();
  await page.getByText('Каталог не підключено').waitFor();
  expect((await asked(token, 'GET')).status).toBe(401);
});

test('an admin reads what is connected, and cannot change it', async ({ page }) => {
  await company.as('owner').post('/space/directory/tokens/', { name: 'Okta' });
  await signIn(page, company.people.admin);
  await page.goto(`/company/${company.id}/edit`);
  await page.getByRole('heading', { name: 'Okta' }).waitFor();
  expect(await page.getByRole('button', { name: /токен/ }).count()).toBe(0);
});

test('the history says what a directory did', async ({ page }) => {
  const { body } = await company.as('owner').post('/space/directory/tokens/', { name: 'Okta' });
  const userName = `${unique('told').replace(/\s/g, '-')}@example.com`;
  expect((await asked(body.token as string, 'POST', { userName })).status).toBe(201);
  await signIn(page, company.people.admin);
  await page.goto(`/company/${company.id}/history`);
  await page.getByText('створено токен каталогу «Okta»').waitFor();
  await page.getByRole('listitem').filter({ hasText: userName }).getByText('через каталог').waitFor();
});
