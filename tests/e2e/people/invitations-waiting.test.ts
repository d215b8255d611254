import { beforeAll, expect } from 'vitest';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

const LIMIT = 30;
let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
  await asSystem(world, [
    `insert into mail_days (company_id, day, strangers) values ($1, (now() at time zone 'UTC')::date, $2)`,
    [company.id, LIMIT],
  ]);
});

const aStranger = () => `${unique('stranger').replace(/\s/g, '-')}@strangers.example`;
const inviteByApi = (email: string) =>
  company.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });

test('an invitation that waits says when it goes, and one that went when it can go again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, company.people.owner);
  await page.goto('/user#invite');
  const email = aStranger();
  const invite = async () => {
    await page.getByRole('dialog').getByLabel('Електронна пошта').fill(email);
    await page.keyboard.press('Enter');
  };
  await invite();
  const waiting = page.getByRole('dialog', { name: 'Запрошення чекає на відправлення' });
  await waiting.getByText(email).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await waiting.waitFor({ state: 'detached' });

  // It went in the meantime.
  await asSystem(world, [
    'update invited_addresses set invited_at = now() where company_id = $1',
    [company.id],
  ]);
  await page.goto('/user/create');
  const other = aStranger();
  const [{ hash } = { hash: '' }] = await asSystem<{ hash: string }>(world, [
    'select address_hash($1) as hash',
    [other],
  ]);
  await asSystem(world, [
    'insert into invited_addresses (company_id, address_hash, invited_at) values ($1, $2, now())',
    [company.id, hash],
  ]);
  await page.getByLabel('Електронна пошта').fill(other);
  await page.getByRole('button', { name: 'Додати користувача' }).click();
  const already = page.getByRole('dialog', { name: 'Цю адресу вже запрошено сьогодні' });
  await already.getByText(/Надіслати ще раз можна з \d/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\/\d+$/);

  const refused = aStranger();
  await asSystem(world, [
    'insert into mail_refusals (company_id, address_hash) select $1, address_hash($2)',
    [company.id, refused],
  ]);
  await page.goto('/user#invite');
  await page.getByRole('dialog').getByLabel('Електронна пошта').fill(refused);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Лист не надіслано' }).waitFor();
});

test('those that wait are not told of above people who are still to come', async ({ page }) => {
  expect((await inviteByApi(aStranger())).status).toBe(201);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/accounts\/user\/(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, company.people.owner);
  await page.goto('/user');
  const told = page.getByText(/^\d+ (запрошення|запрошень) чека/);
  await told.waitFor({ state: 'attached' });
  expect(await told.isVisible()).toBe(false);
  letGo();
  await told.waitFor();
});

test('those that wait are counted where people are, and one press asks the vendor', async ({ page }) => {
  for (let count = 0; count < 2; count += 1) expect((await inviteByApi(aStranger())).status).toBe(201);
  const { waiting } = (await company.as('owner').get('/space/mail_allowance/')).body;
  await signIn(page, company.people.owner);
  await page.goto('/user');
  await page.getByText(new RegExp(`^${waiting} запрошення чекають`)).waitFor();
  await page.getByText(/Наступні підуть/).waitFor();
  await page.getByRole('link', { name: 'До аркушів' }).click();
  await page.getByRole('dialog', { name: 'Аркуші для входу' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Попросити зняти обмеження' }).click();
  await page.getByText(/Постачальника попросили зняти обмеження \d/).waitFor();
  expect(await page.getByRole('button', { name: 'Попросити зняти обмеження' }).count()).toBe(0);
  const { lift_requested_at } = (await company.as('owner').get('/space/mail_allowance/')).body;
  expect(lift_requested_at).not.toBeNull();
  await page.goto(`/company/${company.id}`);
  await page.getByRole('heading', { name: 'Запрошення поштою' }).waitFor();
  await page.getByText(/Постачальника попросили зняти обмеження \d/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('those that are being sent are counted anew until they went, and nobody is asked to lift a limit', async ({
  page,
}) => {
  const young = await aCompany(world);
  // Not due yet, so that no sender takes it.
  await asSystem(world, [
    `insert into mails (recipient, company_id, kind, subject, text, html, next_try_at)
       values ($2, $1, 'invitation', 'Subject', 'Text', '<p>Text</p>', now() + interval '55 seconds')`,
    [young.id, aStranger()],
  ]);
  await signIn(page, young.people.owner);
  await page.goto('/user');
  const told = page.getByText('1 запрошення надсилається');
  await told.waitFor();
  expect(await page.getByRole('button', { name: 'Попросити зняти обмеження' }).count()).toBe(0);
  expect(await page.getByText(/Наступні підуть/).count()).toBe(0);
  await settled(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await asSystem(world, ['update mails set sent_at = now() where company_id = $1', [young.id]]);
  await told.waitFor({ state: 'detached' });
});

test('managers are not told of what they cannot change', async ({ page }) => {
  await inviteByApi(aStranger());
  await signIn(page, company.people.manager);
  await page.goto('/user');
  await settled(page);
  expect(await page.getByText(/чекає на відправлення|чекають на відправлення/).count()).toBe(0);
});
