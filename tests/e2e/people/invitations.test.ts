import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { aCompany, unique, type Company, type Person } from '../../factories/company.ts';
import { type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { twoFrames } from '../../support/browser/settled.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';
import {
  givePassword,
  PASSWORD,
  setUpTotp,
  typePassword,
  typeSignIn,
  withoutNews,
} from '../../support/browser/signing-in.ts';

let world: World;
/** Where the people have their accounts. */
let home: Company;
let inviting: Company;
let name: string;
beforeAll(async () => {
  world = productWorld();
  home = await aCompany(world);
});
beforeEach(async () => {
  inviting = await aCompany(world);
  const { body } = await inviting.as('owner').get('/accounts/user_info/');
  name = body.spaces[0].name as string;
});

const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true });
const heading = (page: Page, text: string) => page.getByRole('heading', { name: text });
const spaces = async ({ client }: Pick<Person, 'client'>) =>
  ((await client.get('/accounts/memberships/')).body.results as { space: { name: string } }[]).map(
    ({ space }) => space.name,
  );

/** A person with a password and an account elsewhere. */
async function aPerson(): Promise<Person> {
  const person = await home.aPerson('student');
  await givePassword(person);
  return person;
}

/** The link of an invitation, by which it is accepted. */
async function invited(email: string, user_type = 'manager'): Promise<string> {
  const { status } = await inviting.as('owner').post('/accounts/invite_user/', { email, user_type });
  expect(status).toBe(201);
  return (await mailTo(email, { subject: /^Запрошення/ })).links[0]!;
}

test('an invitation to a new mailbox says so to whoever is signed in to another account', async ({
  page,
}) => {
  const other = await aPerson();
  const email = `${unique('new').replaceAll(' ', '-')}@example.com`;
  await signIn(page, other);
  await page.goto(await invited(email));
  await page.getByText(`Ви ввійшли як ${other.email}, а це запрошення — для ${email}.`).waitFor();
  await page.getByRole('link', { name: 'Залишитися в цьому обліковому записі' }).waitFor();
});

describe('an invitation to a mailbox that has an account', () => {
  test('names the company, the inviter and the roles, and is accepted by signing in', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 401/);
    const person = await aPerson();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(await invited(person.email));
    await heading(page, 'Запрошення до навчання').waitFor();
    for (const fact of [name, 'Person Owner', 'Менеджер', person.email])
      await page.getByRole('definition').getByText(fact, { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const password = page.getByLabel('Пароль', { exact: true });
    await password.fill('Zorepad-2027');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/today');
    expect(await spaces(person)).toContain(name);
  });

  test('asks for the second factor on the way', async ({ page }) => {
    const person = await aPerson();
    const { nextCode } = await setUpTotp(person);
    await page.goto(await invited(person.email));
    await typePassword(page);
    await button(page, 'Увійти й прийняти').click();
    await heading(page, 'Підтвердьте вхід').waitFor();
    expect(await spaces(person)).not.toContain(name);
    await page.getByRole('textbox', { name: 'Код із застосунку' }).fill(await nextCode());
    await page.waitForURL('**/today');
    expect(await spaces(person)).toContain(name);
  });

  test('takes one press where its person is signed in', async ({ page }) => {
    const person = await aPerson();
    await signIn(page, person);
    await page.goto(await invited(person.email));
    await page.getByText(`Ви вже ввійшли як ${person.email}`).waitFor();
    await button(page, 'Прийняти запрошення').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/today');
    expect(await spaces(person)).toContain(name);
  });

  test('leads on whoever has accepted it and opens its link again', async ({ page, allowErrors }) => {
    allowErrors(/status of 400/);
    const person = await aPerson();
    await signIn(page, person);
    const link = await invited(person.email);
    await page.goto(link);
    await button(page, 'Прийняти запрошення').click();
    await page.waitForURL('**/today');
    await page.goto(link);
    await page.getByText(/^Ви вже ввійшли\./).waitFor();
    expect(await page.getByText('Увійти', { exact: true }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Продовжити' }).click();
    await page.waitForURL('**/today');
  });

  test('says so where somebody else is signed in, and goes on without them', async ({ page }) => {
    const [person, other] = [await aPerson(), await aPerson()];
    await signIn(page, other);
    await page.goto(await invited(person.email));
    await page.getByText(`Ви ввійшли як ${other.email}`).waitFor();
    expect(await page.getByLabel('Пароль', { exact: true }).count()).toBe(0);
    await button(page, 'Вийти й продовжити').click();
    await typePassword(page);
    await button(page, 'Увійти й прийняти').click();
    await page.waitForURL('**/today');
    expect(await spaces(person)).toContain(name);
    expect((await other.client.get('/accounts/user_info/')).status).toBe(401);
  });
});

describe('declining', () => {
  const stateOf = async (email: string) => {
    const { body } = await inviting.as('owner').get(`/accounts/user/?search=${encodeURIComponent(email)}`);
    return (body.results[0] as { declined: boolean }).declined;
  };

  test('by the link of the mail takes a press, and works once', async ({ page, allowErrors }) => {
    allowErrors(/status of 400/);
    const email = `${unique('new').replaceAll(' ', '-')}@example.com`;
    const link = await invited(email);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${link}&answer=unknown`);
    await heading(page, 'Відхилити запрошення?').waitFor();
    const unknown = page.getByRole('checkbox', { name: /Я не знаю цієї компанії/ });
    await expect.poll(() => unknown.isChecked()).toBe(true);
    expect(await stateOf(email)).toBe(false);
    await button(page, 'Повернутися до запрошення').click();
    await page.locator('h1:focus').getByText('Завершення реєстрації').waitFor();
    await button(page, 'Відхилити запрошення').click();
    await button(page, 'Відхилити').focus();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText('Запрошення відхилено').waitFor();
    await page.getByText('більше не зможе писати').waitFor();
    expect(await stateOf(email)).toBe(true);

    await page.goto(`${link}&answer=decline`);
    await heading(page, 'Тут немає на що відповідати').waitFor();
  });

  test('is not asked about the unknown company unless the mail was answered so', async ({ page }) => {
    const person = await aPerson();
    await page.goto(`${await invited(person.email)}&answer=decline`);
    expect(await page.getByRole('checkbox', { name: /Я не знаю/ }).isChecked()).toBe(false);
    await button(page, 'Відхилити').click();
    await page.getByText('Якщо передумаєте').waitFor();
    expect(await stateOf(person.email)).toBe(true);
  });
});

describe('in the profile', () => {
  test('the invitations that wait are found by the switcher, and one is accepted', async ({ page }) => {
    const person = await aPerson();
    await invited(person.email);
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, person);
    await page.goto('/course');
    await page.getByRole('button', { name: 'Відкрити меню' }).click();
    await page.getByRole('link', { name: '1 запрошення' }).click();
    await page.waitForURL('**/profile#invitations');
    await page.getByText(/Менеджер · Person Owner/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, `Прийняти запрошення: ${name}`).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`Ви приєдналися до компанії ${name}`).waitFor();
    await heading(page, 'Вас запрошує компанія').waitFor({ state: 'detached' });
    expect(await spaces(person)).toContain(name);
  });

  test('one is declined after a question, and the panel goes', async ({ page }) => {
    const person = await aPerson();
    await invited(person.email);
    await signIn(page, person);
    await page.goto('/profile');
    await button(page, `Відхилити запрошення: ${name}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /Я не знаю цієї компанії/ }).check();
    await dialog.getByRole('button', { name: 'Відхилити' }).click();
    await page.getByText(`Запрошення відхилено: ${name}`).waitFor();
    await heading(page, 'Вас запрошує компанія').waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: /запрошення/ }).count()).toBe(0);
    expect(await spaces(person)).not.toContain(name);
  });

  test('one that was taken back meanwhile goes away in words', async ({ page, allowErrors }) => {
    allowErrors(/status of 40[04]/);
    const person = await aPerson();
    await invited(person.email);
    await signIn(page, person);
    await page.goto('/profile');
    await button(page, `Прийняти запрошення: ${name}`).waitFor();
    const { body } = await inviting
      .as('owner')
      .get(`/accounts/user/?search=${encodeURIComponent(person.email)}`);
    await inviting.as('owner').delete(`/accounts/memberships/${body.results[0].id}/`);
    await button(page, `Прийняти запрошення: ${name}`).click();
    await page.getByText('На це запрошення вже дано відповідь').waitFor();
    await heading(page, 'Вас запрошує компанія').waitFor({ state: 'detached' });
  });
});

describe('leaving a company', () => {
  const leave = async (page: Page) => {
    await page.goto('/profile#general');
    await page.getByRole('button', { name: /^Вийти з компанії ./ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Компанія зберігає ваші результати').waitFor();
    await dialog.getByText('Ваші нотатки й закладки в її матеріалах буде видалено').waitFor();
    return dialog;
  };

  /** Signs somebody of two companies in, in the second. */
  async function joined(page: Page) {
    const person = await aPerson();
    await invited(person.email, 'student');
    const [waiting] = (await person.client.get('/accounts/invitations/')).body;
    const { body } = await person.client.post(`/accounts/invitations/${waiting.id}/accept/`);
    await signIn(page, { client: { token: body.access as string } });
    return person;
  }

  test('goes on in another one', async ({ page }) => {
    await withoutNews(page.context());
    const person = await joined(page);
    const dialog = await leave(page);
    await dialog.getByText('Повернутися можна лише за новим запрошенням').waitFor();
    await dialog.getByRole('button', { name: 'Вийти з компанії' }).click();
    await page.getByText(`Ви вийшли з компанії ${name}`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await spaces(person)).not.toContain(name);
    expect(new URL(page.url()).pathname).toBe('/profile');
  });

  test('ends no session for what the page asked for meanwhile', async ({ page, allowErrors }) => {
    allowErrors(/status of 401/);
    await joined(page);
    const { promise: isLeft, resolve: letGo } = Promise.withResolvers<void>();
    // News that were asked for as one of the company are refused before the page hears that it has left.
    await page.route('**/notifications/unread/', async (route) => {
      await isLeft;
      await route.continue();
    });
    await page.route('**/leave_company/', async (route) => {
      const answer = await route.fetch();
      const refused = page.waitForResponse(/notifications\/unread/);
      letGo();
      expect((await refused).status()).toBe(401);
      await page.evaluate(twoFrames);
      await route.fulfill({ response: answer });
    });
    const asked = page.waitForRequest(/notifications\/unread/);
    const dialog = await leave(page);
    await asked;
    await dialog.getByRole('button', { name: 'Вийти з компанії' }).click();
    await page.getByText(`Ви вийшли з компанії ${name}`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/profile');
  });

  test('that was the last one signs out, and signing in offers to found one', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 40[13]/);
    const person = await aPerson();
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, person);
    const dialog = await leave(page);
    await dialog.getByText('ви вийдете із системи').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Вийти з компанії' }).click();
    await page.waitForURL('**/login');
    await page.getByText('Ви вийшли з компанії').waitFor();
    await typeSignIn(page, person.email);
    await heading(page, 'Ви поки не належите до жодної компанії').waitFor();

    // An invitation opens a door all the same.
    await page.goto(await invited(person.email));
    await typePassword(page);
    await button(page, 'Увійти й прийняти').click();
    await page.waitForURL('**/today');
  });

  test('is not for its owner, who is led to where it is given away', async ({ page }) => {
    await signIn(page, home.people.owner);
    await page.goto('/profile#general');
    await page.getByText('Вийти не можна').waitFor();
    expect(await page.getByRole('button', { name: /^Вийти з компанії/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Спершу передайте компанію' }).click();
    await page.waitForURL(`**/company/${home.id}`);
  });
});

test('a trainer invites into a course from its page, and hears when the person is of the company already', async ({
  page,
}) => {
  const course = await inviting.aCourse();
  await signIn(page, inviting.people.trainer);
  await page.goto(`/course/${course.id}#students`);
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Запросити', exact: true }).click();
    const dialog = page.getByRole('dialog');
    // The course is chosen.
    await dialog.getByText(course.name, { exact: true }).waitFor();
    await dialog.getByLabel('Електронна пошта').fill(email);
    await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await invite(`${unique('new').replaceAll(' ', '-')}@example.com`);
  await page.getByText(/^Запрошення/).waitFor();
  await invite(inviting.people.student.email);
  await page.getByText(/людина вже в компанії/).waitFor();
});
