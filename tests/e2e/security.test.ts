import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject } from 'vitest';
import type { UserType } from '../../worker/access/contract.ts';
import { hashPassword } from '../../worker/platform/hash.ts';
import { aCompany, type Company, type Person } from '../factories/company.ts';
import { asSystem, type World } from '../factories/world.ts';
import { signIn, test } from '../support/browser.ts';
import { productWorld } from '../support/product-world.ts';

const PASSWORD = 'Zorepad-2026';
let world: World;
let company: Company;
let hash: string;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
  hash = await hashPassword(PASSWORD, inject('stack').secrets.password_pepper);
});

/** A person who can sign in with PASSWORD. */
async function aPerson(user_type: UserType): Promise<Person> {
  const person = await company.aPerson(user_type);
  await asSystem(world, [
    'insert into credentials (user_id, password_hash) values ($1, $2)',
    [person.id, hash],
  ]);
  return person;
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

describe('a session that ends under an open page', () => {
  const ENDED = 'Сеанс завершився';

  async function signInAgain(page: Page, email?: string) {
    const box = dialog(page, ENDED);
    if (email) await box.getByRole('textbox', { name: 'Електронна пошта або телефон' }).fill(email);
    await box.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await box.getByRole('button', { name: 'Увійти' }).click();
    await box.waitFor({ state: 'detached' });
  }

  test('asks to sign in over it, loses nothing typed and carries out what was asked for', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/401/);
    const owner = await aPerson('owner');
    await signIn(page, owner);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Вечірня зміна');
    await owner.client.post('/accounts/logout/');
    await page.getByRole('button', { name: 'Створити' }).click();
    const box = dialog(page, ENDED);
    await box.waitFor();
    await page.keyboard.press('Escape');
    expect(await box.isVisible()).toBe(true);
    expect(await box.getByRole('textbox', { name: 'Електронна пошта або телефон' }).inputValue()).toBe(
      owner.email,
    );
    await signInAgain(page);
    await page.getByRole('heading', { name: 'Вечірня зміна' }).waitFor();
  });

  test('goes on in the company and role of before, also when the last sign-in was elsewhere', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/401/);
    const person = await aPerson('admin');
    const other = await aCompany(world);
    await asSystem(world, [
      `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{student}')`,
      [other.id, person.id],
    ]);
    await asSystem(world, [
      `insert into sessions (user_id, company_id, user_type, last_seen_at, expires_at)
       values ($1, $2, 'student', now() + interval '1 minute', now() + interval '1 day')`,
      [person.id, other.id],
    ]);
    await signIn(page, person);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Склад');
    await person.client.post('/accounts/logout/');
    await page.getByRole('button', { name: 'Створити' }).click();
    await signInAgain(page);
    await page.getByRole('heading', { name: 'Склад' }).waitFor();
    expect(
      await asSystem(world, [
        'select company_id from study_groups where name = $1 and company_id = $2',
        ['Склад', company.id],
      ]),
    ).toHaveLength(1);
  });

  test('shows another person who signs in their own profile and nothing of the one before', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/401/);
    const [first, second] = [await aPerson('owner'), await aPerson('owner')];
    await asSystem(world, [`update users set last_name = 'Друга' where id = $1`, [second.id]]);
    await signIn(page, first);
    await page.goto('/profile');
    await page.getByText(first.email).waitFor();
    await first.client.post('/accounts/logout/');
    await page.getByRole('link', { name: 'Групи' }).click();
    await dialog(page, ENDED).waitFor();
    await signInAgain(page, second.email);
    await page.waitForURL('**/profile');
    await page.getByRole('heading', { name: /Друга/ }).waitFor();
    await page.getByText(second.email).waitFor();
    expect(await page.getByText(first.email).count()).toBe(0);
  });

  test('leads to the sign-in page when wanted, and back to the same address', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/401/);
    const owner = await aPerson('owner');
    await signIn(page, owner);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Забуте');
    await owner.client.post('/accounts/logout/');
    await page.getByRole('button', { name: 'Створити' }).click();
    await dialog(page, ENDED).getByRole('button', { name: 'До сторінки входу' }).click();
    await page.waitForURL('**/login?callback_url=%2Fgroup%2Fcreate');
    await page.getByRole('textbox', { name: 'Електронна пошта або телефон' }).fill(owner.email);
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Увійти' }).click();
    await page.waitForURL('**/group/create');
    expect(await page.getByRole('textbox', { name: 'Назва' }).inputValue()).toBe('');
  });

  test('goes on by itself when the person signs in again in another tab', async ({
    page,
    context,
    allowErrors,
  }) => {
    allowErrors(/401/);
    const owner = await aPerson('owner');
    await signIn(page, owner);
    await page.goto('/group/create');
    const second = await context.newPage();
    await second.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Перша');
    await second.getByRole('textbox', { name: 'Назва' }).fill('Друга');
    await owner.client.post('/accounts/logout/');
    await page.getByRole('button', { name: 'Створити' }).click();
    await dialog(second, ENDED).waitFor();
    await signInAgain(second);
    await page.getByRole('heading', { name: 'Перша' }).waitFor();
    expect(await second.getByRole('textbox', { name: 'Назва' }).inputValue()).toBe('Друга');
  });

  test('is no question after a logout: every tab forgets the person', async ({ page, context }) => {
    const owner = await aPerson('owner');
    await signIn(page, owner);
    await page.goto('/group');
    const second = await context.newPage();
    await second.goto('/profile');
    await second.getByRole('button', { name: 'Вийти' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await second.waitForURL((url) => url.pathname === '/login');
    expect(await dialog(page, ENDED).count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('access'))).toBeNull();
  });

  test('does not stop the answers of a running attempt', async ({ page, allowErrors }) => {
    allowErrors(/401|409/);
    const student = await aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const exam = await company.anExam({ course: await company.aCourse({ group }) });
    await signIn(page, student);
    await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
    await page.getByRole('button', { name: 'Розпочати' }).click();
    await dialog(page, /./).getByRole('button', { name: 'Розпочати' }).click();
    await page.getByText('One', { exact: true }).waitFor();
    await student.client.post('/accounts/logout/');
    await page.getByText('right', { exact: true }).click();
    await dialog(page, ENDED).waitFor();
    await signInAgain(page);
    await page
      .getByText(/збережено \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    const [saved] = await asSystem<{ answers: number }>(world, [
      `select count(*)::integer as answers from attempt_answers s join attempts t on t.id = s.attempt_id
       where t.user_id = $1 and cardinality(s.answer_ids) > 0`,
      [student.id],
    ]);
    expect(saved!.answers).toBe(1);
  });
});

describe('a person whom the company blocks', () => {
  test('is told so in place of the page, and may sign out', async ({ page, allowErrors }) => {
    allowErrors(/403/);
    const person = await aPerson('manager');
    await signIn(page, person);
    await page.goto('/profile');
    await page.getByText(person.email).waitFor();
    await asSystem(world, [
      'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
      [company.id, person.id],
    ]);
    await page.getByRole('link', { name: 'Групи' }).click();
    await page.getByText('Обліковий запис заблоковано. Зверніться до менеджера програми').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Доступ заблоковано' }).waitFor();
    await page.getByRole('button', { name: 'Вийти' }).click();
    await page.waitForURL('**/login');
  });

  test('goes on in another company of theirs', async ({ page, allowErrors }) => {
    allowErrors(/403/);
    const person = await aPerson('manager');
    const other = await aCompany(world);
    await asSystem(world, [
      `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{student}')`,
      [other.id, person.id],
    ]);
    await signIn(page, person);
    await page.goto('/profile');
    await page.getByText(person.email).waitFor();
    await asSystem(world, [
      'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
      [company.id, person.id],
    ]);
    await page.getByRole('link', { name: 'Групи' }).click();
    await page.getByRole('button', { name: /Перейти до компанії/ }).click();
    await page.waitForURL('**/login');
    await page.getByRole('textbox', { name: 'Електронна пошта або телефон' }).fill(person.email);
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Увійти' }).click();
    await page.getByRole('heading', { name: /Person/ }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Роль' }).count()).toBe(0);
  });
});
