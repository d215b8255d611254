import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect } from 'vitest';
import { aCompany, type Company, type Person } from '../../factories/company.ts';
import { accessOf, asSystem, Client, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { productWorld } from '../../support/product-world.ts';
import {
  givePassword,
  keepCodes,
  plugKeyIn,
  setUpTotp,
  typePassword,
  typeSignIn,
  withoutNews,
} from '../../support/browser/signing-in.ts';

const TITLE = 'Налаштуйте другий крок входу';
let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
});
beforeEach(async () => {
  company = await aCompany(world);
});

const requireIt = () =>
  asSystem(world, ['update companies set second_factor_required = true where id = $1', [company.id]]);
/** What an open page still asks for would meet it before the press that is to. */
async function requireItOf(page: Page): Promise<void> {
  await settled(page);
  await requireIt();
}
const button = (scope: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Types the key into an app, and a code of it into the dialog. */
async function proveApp(page: Page): Promise<void> {
  const box = dialog(page, 'Налаштування застосунку для автентифікації');
  const secret = (await box.locator('code').innerText()).replaceAll(/\s/g, '');
  await box.getByRole('textbox', { name: 'Код із 6 цифр' }).fill(await generate({ secret }));
}

const typeOf = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('access'));
  const { body } = await new Client(world, token).get('/accounts/user_info/');
  return body.current_login_info.type_user as string;
};

test('whoever signs in without one sets it up and comes where they wanted, in the own role', async ({
  page,
}) => {
  const { manager } = company.people;
  await givePassword(manager);
  await requireIt();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login?callback_url=%2Fuser');
  await typeSignIn(page, manager.email);
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // By the keyboard alone.
  await button(page, 'Налаштувати').focus();
  await page.keyboard.press('Enter');
  await proveApp(page);
  await keepCodes(page);
  await page.getByRole('heading', { level: 1, name: 'Користувачі' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/user');
  expect(await typeOf(page)).toBe('manager');
});

test('goes on as a student for now, and is led back by choosing another role', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/403/);
  await requireIt();
  await signIn(page, company.people.trainer);
  await page.goto('/today');
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  await button(page, 'Продовжити як студент').click();
  await page.waitForURL('**/profile');
  await page.reload();
  await page.waitForURL('**/profile');
  const role = page.getByRole('combobox', { name: 'Роль' });
  await role.selectOption('trainer');
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  expect(await typeOf(page)).toBe('student');
  // Nothing to do for a role that waits for nothing.
  await signOutAndIn(page, company.people.student);
  await page.goto('/second-factor');
  await page.getByText('Налаштовувати нічого не треба').waitFor();
});

async function signOutAndIn(page: Page, { client }: Person): Promise<void> {
  await page.evaluate((token) => {
    sessionStorage.clear();
    sessionStorage.setItem('signed-in', 'yes');
    localStorage.setItem('access', token!);
  }, client.token);
}

test('an open page waits for it with what was typed, and goes on', async ({ page, context, allowErrors }) => {
  allowErrors(/403/);
  const { admin } = company.people;
  await givePassword(admin);
  await withoutNews(context);
  await signIn(page, admin);
  await page.goto('/group/create');
  const name = page.getByRole('textbox', { name: 'Назва' });
  await name.fill('Вечірня група');
  await plugKeyIn(context, page);
  await requireItOf(page);
  await asSystem(world, [
    `update sessions set confirmed_at = now() - interval '1 hour' where id = $1`,
    [admin.session],
  ]);
  await button(page, 'Створити').click();
  const box = dialog(page, TITLE);
  await box.getByText('усе, що ви ввели, залишиться на місці').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // It asks for something that has to be done, so it stays.
  await page.keyboard.press('Escape');
  const bringName = await holdProposedName(page);
  await button(box, 'Додати ключ').click();
  const adding = dialog(page, 'Новий ключ безпеки');
  await button(adding, 'Додати ключ').click();
  bringName();
  // The password was given long ago.
  await typePassword(page);
  await page.keyboard.press('Enter');
  await keepCodes(page);
  await page.waitForURL(/\/group\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Вечірня група' }).waitFor();
  expect(await box.count()).toBe(0);
  expect(await typeOf(page)).toBe('admin');
});

/** The code that knows what a browser is called, which the name of a new key is, comes once that is called which this gives. */
async function holdProposedName(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes('Samsung Internet for Android')) await promise;
    await route.fulfill({ response, body });
  });
  return resolve;
}

test('an open page is left for the role student', async ({ page, context, allowErrors }) => {
  allowErrors(/403/);
  await withoutNews(context);
  await signIn(page, company.people.manager);
  await page.goto('/group');
  await requireItOf(page);
  await page.getByRole('link', { name: 'Користувачі' }).click();
  await button(dialog(page, TITLE), 'Продовжити як студент').click();
  await page.waitForURL('**/profile');
  expect(await typeOf(page)).toBe('student');
});

test('an attempt goes on in the same tab, and after a reload', async ({ page }) => {
  const { trainer } = company.people;
  const group = await company.aGroup({ students: [trainer] });
  const exam = await company.anExam({ course: await company.aCourse({ group, coaches: [] }) });
  const token = await accessOf(world, {
    session: trainer.session,
    user: trainer.id,
    company: company.id,
    user_type: 'student',
  });
  await signIn(page, { client: { token } });
  const path = `/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await button(page, 'Розпочати').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('radio').first().waitFor();
  await requireIt();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/student_passed_form/'));
  await page.getByText('right', { exact: true }).first().click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await page.getByRole('radio').first().waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
});

test('an admin turns it on, once they have one, and sees who has none', async ({ page, allowErrors }) => {
  allowErrors(/403|409/);
  const { admin, manager, student } = company.people;
  await givePassword(admin);
  await asSystem(world, [
    `update sessions set confirmed_at = now() - interval '1 hour' where id = $1`,
    [admin.session],
  ]);
  await signIn(page, admin);
  await page.goto(`/company/${company.id}/edit`);
  const turnOn = async () => {
    await button(page, 'Вимагати').click();
    const box = dialog(page, 'Вимагати другого кроку входу?');
    await button(box, 'Вимагати').click();
    await box.waitFor({ state: 'detached' });
  };
  const turned = turnOn();
  await typePassword(page);
  await page.keyboard.press('Enter');
  await turned;
  await page.getByText('Спершу налаштуйте другий крок для себе').waitFor();
  await setUpTotp(admin);
  await turnOn();
  await page.getByText('Другий крок входу тепер обов’язковий').waitFor();
  await button(page, 'Більше не вимагати').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect((await manager.client.get('/accounts/user_info/')).body.code).toBe('second_factor_required');

  await page.getByRole('link', { name: 'Хто без нього' }).click();
  await page.getByText(manager.email).waitFor();
  expect(await page.getByText(admin.email).count()).toBe(0);
  // Nobody who only learns is asked for one.
  expect(await page.getByText(student.email).count()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/user');
  const row = page.getByRole('row').filter({ hasText: admin.email });
  await row.getByRole('cell', { name: 'є', exact: true }).waitFor();
  await page.goto(`/user/${manager.id}`);
  await page.getByText('Другий крок входу', { exact: true }).waitFor();
  await page.getByText('немає', { exact: true }).waitFor();
});
