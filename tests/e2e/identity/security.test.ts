import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import type { UserType } from '../../../worker/access/contract.ts';
import { aCompany, type Company, type Person } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { openContext, signIn, test } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { signInAtProvider } from '../../support/identity-provider.ts';
import { productWorld } from '../../support/product-world.ts';
import {
  CODES,
  forgetProof,
  givePassword,
  keepCodes,
  PASSWORD,
  plugKeyIn,
  setUpTotp,
  typePassword,
  typeSignIn,
  withoutNews,
} from '../../support/browser/signing-in.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

/** A person who can sign in with PASSWORD. */
async function aPerson(user_type: UserType): Promise<Person> {
  const person = await company.aPerson(user_type);
  await givePassword(person);
  return person;
}

const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: typeof name === 'string' });
const button = (scope: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: typeof name === 'string' });

/** Their security, on screen. */
async function openSecurity(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await page.goto('/profile#security');
  await button(page, 'Змінити пароль').waitFor();
}

/** Signs in on a page whose session is to end. */
async function signInForNow(page: Page, person: Person): Promise<void> {
  await withoutNews(page.context());
  await signIn(page, person);
}

/** Of whoever has all that their tabs ask for: an answer still to come would tell the page before the press does. */
async function endElsewhere(page: Page, person: Person): Promise<void> {
  for (const tab of page.context().pages()) await settled(tab);
  await person.client.post('/accounts/logout/');
}

const codesIn = (page: Page) => dialog(page, CODES).getByRole('listitem').allInnerTexts();

describe('an authenticator app', () => {
  test('is set up with its key typed in and a code of it, and turned off', async ({ page, allowErrors }) => {
    allowErrors(/400/);
    const person = await aPerson('student');
    await openSecurity(page, person);
    await button(page, 'Налаштувати').click();
    const box = dialog(page, 'Налаштування застосунку для автентифікації');
    await box.getByRole('img', { name: 'QR-код для застосунку' }).waitFor();
    const secret = (await box.locator('code').innerText()).replaceAll(/\s/g, '');
    const code = await generate({ secret });
    const field = box.getByRole('textbox', { name: 'Код із 6 цифр' });
    await field.fill(code === '000000' ? '111111' : '000000');
    await box.getByText('Неправильний код').waitFor();
    // As it stands in the app, with its blank.
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await dialog(page, CODES).waitFor();
    const codes = await codesIn(page);
    expect(new Set(codes).size).toBe(10);

    await page.keyboard.press('Escape');
    await button(dialog(page, 'Закрити без збереження?'), 'Скасувати').click();
    expect(await codesIn(page)).toEqual(codes);
    await keepCodes(page);
    await page.getByText('10 кодів').waitFor();
    await page.reload();
    await page.getByText('10 кодів').waitFor();
    expect(await page.getByText(codes[0]!).count()).toBe(0);
    expect((await person.client.get('/accounts/security/')).body.two_factor).toEqual(['totp']);

    await button(page, 'Вимкнути').click();
    await button(dialog(page, 'Вимкнути застосунок для автентифікації?'), 'Вимкнути').click();
    await button(page, 'Налаштувати').waitFor();
    expect((await person.client.get('/accounts/security/')).body.two_factor).toEqual([]);
    expect(await page.getByRole('heading', { name: CODES }).count()).toBe(0);
  });
});

test('an authenticator app whose answer was lost says that it is on, and shows codes when it is sent again', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const person = await aPerson('student');
  await openSecurity(page, person);
  await button(page, 'Налаштувати').click();
  const box = dialog(page, 'Налаштування застосунку для автентифікації');
  const secret = (await box.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.route(
    '**/accounts/totp/verify/',
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
  await box.getByRole('textbox', { name: 'Код із 6 цифр' }).fill(await generate({ secret }));
  await page.getByText('Немає зв’язку із сервером').waitFor();
  await page.getByText('10 кодів').waitFor();
  await button(box, 'Увімкнути').click();
  await dialog(page, CODES).waitFor();
  expect(new Set(await codesIn(page)).size).toBe(10);
  await keepCodes(page);
  await button(page, 'Вимкнути').waitFor();
});

describe('recovery codes', () => {
  test('are copied, downloaded and printed', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const person = await aPerson('student');
    await setUpTotp(person);
    await openSecurity(page, person);
    await button(page, 'Створити нові').click();
    await button(dialog(page, 'Створити нові резервні коди?'), 'Створити нові').click();
    await dialog(page, CODES).waitFor();
    const codes = await codesIn(page);
    // It says so for a while.
    await Promise.all([page.getByText('Скопійовано').waitFor(), button(page, 'Копіювати').click()]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Завантажити' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('osnova-recovery-codes.txt');
    const chunks = await (await file.createReadStream()).toArray();
    const text = Buffer.concat(chunks as Buffer[]).toString();
    for (const code of codes) expect(text).toContain(code);
    await page.emulateMedia({ media: 'print' });
    const printed = await page.locator('body').innerText();
    expect(printed).toContain(codes[9]);
    expect(printed).not.toContain('Профіль');
  });

  test('warn when hardly any are left', async ({ page }) => {
    const person = await aPerson('student');
    await setUpTotp(person);
    await asSystem(world, [
      `update recovery_codes set used_at = now() where user_id = $1 and code_hash in
         (select code_hash from recovery_codes where user_id = $1 limit 8)`,
      [person.id],
    ]);
    await openSecurity(page, person);
    await page.getByText('2 коди', { exact: true }).waitFor();
    await page.getByText('Кодів майже не лишилося').waitFor();
  });
});

describe('a security key', () => {
  test('is registered, renamed and removed', async ({ context, page }) => {
    const person = await aPerson('student');
    await plugKeyIn(context, page);
    await openSecurity(page, person);
    await button(page, 'Додати ключ').click();
    const box = dialog(page, 'Новий ключ безпеки');
    const name = box.getByRole('textbox', { name: 'Назва ключа' });
    await expect.poll(() => name.inputValue()).toContain('Chrome');
    await name.fill('Жовтий ключ');
    await button(box, 'Додати ключ').click();
    await dialog(page, CODES).waitFor();
    await keepCodes(page);
    const list = page.getByRole('list', { name: 'Ключі безпеки' });
    await list.getByText('Жовтий ключ').waitFor();

    await button(page, 'Перейменувати «Жовтий ключ»').click();
    await dialog(page, 'Перейменувати ключ').getByRole('textbox', { name: 'Назва ключа' }).fill('Синій ключ');
    await button(page, 'Зберегти').click();
    await list.getByText('Синій ключ').waitFor();

    await button(page, 'Видалити «Синій ключ»').click();
    await button(dialog(page, 'Видалити ключ безпеки?'), 'Видалити').click();
    await list.waitFor({ state: 'detached' });
    expect((await person.client.get('/accounts/security/')).body.security_keys).toEqual([]);
  });

  test('says why it was not added: known already, or cancelled', async ({ context, page }) => {
    const person = await aPerson('student');
    await plugKeyIn(context, page);
    await openSecurity(page, person);
    await button(page, 'Додати ключ').click();
    const box = dialog(page, 'Новий ключ безпеки');
    await button(box, 'Додати ключ').click();
    await keepCodes(page);
    await button(page, 'Додати ключ').click();
    await button(box, 'Додати ключ').click();
    await box.getByRole('alert').getByText('Цей ключ уже додано').waitFor();
    await page.evaluate(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await button(box, 'Додати ключ').click();
    await box.getByRole('alert').getByText('запит скасовано').waitFor();
    expect((await person.client.get('/accounts/security/')).body.security_keys).toHaveLength(1);
  });

  test('is not offered where the browser knows none', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await openSecurity(page, await aPerson('student'));
    await button(page, 'Додати ключ').click();
    await dialog(page, 'Новий ключ безпеки').getByText('не підтримує ключі безпеки').waitFor();
  });
});

describe('when the password was entered long ago', () => {
  const ASKED = 'Підтвердьте, що це ви';
  const password = (page: Page) => dialog(page, ASKED).getByLabel('Пароль', { exact: true });

  test('it is asked for once more, and what was begun goes on by itself', async ({ page, allowErrors }) => {
    allowErrors(/400|403/);
    const person = await aPerson('student');
    await openSecurity(page, person);
    await forgetProof(person);
    await button(page, 'Налаштувати').click();
    await password(page).fill('Zorepad-2027');
    await button(page, 'Продовжити').click();
    await dialog(page, ASKED).locator('form').getByText('Неправильний пароль').waitFor();
    await password(page).fill(PASSWORD);
    await button(page, 'Продовжити').click();
    await dialog(page, 'Налаштування застосунку для автентифікації').waitFor();
  });

  test('declining leaves everything as it was, the dialog below too', async ({
    context,
    page,
    allowErrors,
  }) => {
    allowErrors(/403/);
    const person = await aPerson('student');
    await plugKeyIn(context, page);
    await openSecurity(page, person);
    await button(page, 'Додати ключ').click();
    const box = dialog(page, 'Новий ключ безпеки');
    await box.getByRole('textbox', { name: 'Назва ключа' }).fill('Мій ключ');
    await forgetProof(person);
    await button(box, 'Додати ключ').click();
    await dialog(page, ASKED).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, ASKED).waitFor({ state: 'detached' });
    await expect.poll(() => box.getByRole('textbox', { name: 'Назва ключа' }).inputValue()).toBe('Мій ключ');
    expect((await person.client.get('/accounts/security/')).body.security_keys).toEqual([]);
    await button(box, 'Додати ключ').click();
    await password(page).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await keepCodes(page);
    await page.getByText('Мій ключ').waitFor();
  });

  test('it is asked for before the account of a provider is linked; unlinking takes it away', async ({
    context,
    page,
  }) => {
    const person = await aPerson('student');
    await signInAtProvider(context, 'google', { sub: `google-${person.id}`, email: person.email });
    await openSecurity(page, person);
    await button(page, 'Прив’язати Google').click();
    await password(page).fill(PASSWORD);
    await button(page, 'Продовжити').click();
    await button(page, 'Відв’язати Google').click();
    expect((await person.client.get('/accounts/security/')).body.social_links).toHaveLength(1);
    await button(dialog(page, 'Відв’язати обліковий запис?'), 'Відв’язати').click();
    await button(page, 'Прив’язати Google').waitFor();
    expect((await person.client.get('/accounts/security/')).body.social_links).toEqual([]);
  });
});

describe('the password', () => {
  test('is changed with the present one, and other sessions end', async ({ page, allowErrors }) => {
    allowErrors(/400/);
    const person = await aPerson('student');
    await openSecurity(page, person);
    await asSystem(world, [
      `insert into sessions (user_id, company_id, user_type, expires_at)
       values ($1, $2, 'student', now() + interval '1 day')`,
      [person.id, company.id],
    ]);
    await button(page, 'Змінити пароль').click();
    const box = dialog(page, 'Змінити пароль');
    const field = (name: string) => box.getByLabel(name, { exact: true });
    await field('Поточний пароль').fill('Zorepad-2027');
    await field('Новий пароль').fill('litak');
    await field('Повторіть пароль').fill('Litak-nad-8');
    await button(box, 'Змінити').click();
    await box.getByText('Паролі не збігаються').waitFor();
    await field('Новий пароль').fill('Litak-nad-7');
    await field('Повторіть пароль').fill('Litak-nad-7');
    await button(box, 'Змінити').click();
    await box.locator('form').getByText('Неправильний пароль').waitFor();
    await field('Поточний пароль').fill(PASSWORD);
    await button(box, 'Змінити').click();
    await page.getByText('Пароль змінено. Інші сеанси завершено.').waitFor();
    expect((await person.client.get('/accounts/sessions/')).body).toHaveLength(1);
    const anonymous = (password: string) =>
      world.fetch('/api/v1/accounts/token/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: person.email, password }),
      });
    expect((await anonymous(PASSWORD)).status).toBe(401);
    expect((await anonymous('Litak-nad-7')).status).toBe(200);
  });
});

describe('sessions', () => {
  const PHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

  async function aSignedInPhone(browser: Browser, person: Person): Promise<Page> {
    const context = await openContext(browser, {
      userAgent: PHONE,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    await withoutNews(context);
    await page.goto('/login?callback_url=%2Fprofile%2Fedit');
    await typeSignIn(page, person.email);
    await page.waitForURL('**/profile/edit');
    return page;
  }

  test('one ended from another device keeps what was typed there until the person is back', async ({
    browser,
    page,
  }) => {
    const person = await aPerson('student');
    const phone = await aSignedInPhone(browser, person);
    await phone.getByRole('textbox', { name: 'По батькові' }).fill('Андріївна');
    await openSecurity(page, person);
    await page.getByText('цей пристрій').waitFor();
    await button(page, /^Завершити сеанс: Safari · iOS, вхід \d\d\.\d\d\.\d{4}, \d\d:\d\d$/).click();
    await page.getByText('Сеанс завершено').waitFor();
    await button(page, 'Завершити сеанс: Safari · iOS').waitFor({ state: 'detached' });
    // The button went with the session: the focus is where the others are.
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.textContent))
      .toBe('Де виконано вхід');

    await button(phone, 'Зберегти').click();
    const box = dialog(phone, 'Сеанс завершився');
    await typePassword(box);
    await button(box, 'Увійти').click();
    await phone.getByRole('heading', { name: /Андріївна/ }).waitFor();
    expect((await person.client.get('/accounts/user_info/')).body.middle_name).toBe('Андріївна');
    await phone.context().close();
  });

  test('all others are ended at once', async ({ browser, page }) => {
    const person = await aPerson('student');
    const phone = await aSignedInPhone(browser, person);
    await openSecurity(page, person);
    await button(page, 'Завершити всі інші').click();
    await button(dialog(page, 'Завершити всі інші сеанси?'), 'Завершити').click();
    await page.getByText('Усі інші сеанси завершено').waitFor();
    await button(page, 'Завершити всі інші').waitFor({ state: 'detached' });
    await phone.reload();
    await phone.waitForURL('**/login?callback_url=%2Fprofile%2Fedit');
    await phone.context().close();
  });
});

test('another company chosen in one tab leaves the other tab where it is', async ({ page, context }) => {
  const person = await aPerson('owner');
  const other = await aCompany(world);
  await asSystem(world, [
    `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{owner,admin}')`,
    [other.id, person.id],
  ]);
  await signIn(page, person);
  await page.goto('/group/create');
  await page.getByRole('textbox', { name: 'Назва' }).fill('Перша компанія');
  const second = await context.newPage();
  await second.goto('/group');
  await second.getByRole('combobox', { name: 'Компанія' }).selectOption(String(other.id));
  await expect
    .poll(() => second.getByRole('combobox', { name: 'Компанія' }).inputValue())
    .toBe(String(other.id));
  await button(page, 'Створити').click();
  await page.getByRole('heading', { name: 'Перша компанія' }).waitFor();
  const made = await asSystem(world, [
    'select company_id from study_groups where name = $1 and company_id = any ($2)',
    ['Перша компанія', [company.id, other.id]],
  ]);
  expect(made).toEqual([{ company_id: company.id }]);
});

describe('a session that ends under an open page', () => {
  const ENDED = 'Сеанс завершився';

  async function signInAgain(page: Page, email?: string) {
    const box = dialog(page, ENDED);
    if (email) await box.getByRole('textbox', { name: 'Електронна пошта або телефон' }).fill(email);
    await typePassword(box);
    await box.getByRole('button', { name: 'Увійти' }).click();
    await box.waitFor({ state: 'detached' });
  }

  test('asks to sign in over it, loses nothing typed and carries out what was asked for', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/401/);
    const owner = await aPerson('owner');
    await signInForNow(page, owner);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Вечірня зміна');
    await endElsewhere(page, owner);
    await page.getByRole('button', { name: 'Створити' }).click();
    const box = dialog(page, ENDED);
    await box.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => box.isVisible()).toBe(true);
    await expect
      .poll(() => box.getByRole('textbox', { name: 'Електронна пошта або телефон' }).inputValue())
      .toBe(owner.email);
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
    await signInForNow(page, person);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Склад');
    await endElsewhere(page, person);
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
    await signInForNow(page, first);
    await page.goto('/profile');
    await page.getByText(first.email).waitFor();
    await endElsewhere(page, first);
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
    await signInForNow(page, owner);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Забуте');
    await endElsewhere(page, owner);
    await page.getByRole('button', { name: 'Створити' }).click();
    await dialog(page, ENDED).getByRole('button', { name: 'До сторінки входу' }).click();
    await page.waitForURL('**/login?callback_url=%2Fgroup%2Fcreate');
    await typeSignIn(page, owner.email);
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
    await signInForNow(page, owner);
    const second = await context.newPage();
    await page.goto('/group/create');
    await second.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Перша');
    await second.getByRole('textbox', { name: 'Назва' }).fill('Друга');
    await endElsewhere(page, owner);
    await page.getByRole('button', { name: 'Створити' }).click();
    await dialog(second, ENDED).waitFor();
    await signInAgain(second);
    await page.getByRole('heading', { name: 'Перша' }).waitFor();
    await expect.poll(() => second.getByRole('textbox', { name: 'Назва' }).inputValue()).toBe('Друга');
  });

  test('is no question after a logout: every tab forgets the person', async ({ page, context }) => {
    const owner = await aPerson('owner');
    await signInForNow(page, owner);
    await page.goto('/group');
    const second = await context.newPage();
    await second.goto('/profile');
    await second.getByRole('button', { name: 'Вийти' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await second.waitForURL((url) => url.pathname === '/login');
    expect(await dialog(page, ENDED).count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('access'))).toBeNull();
  });

  test('is no question after a logout while a tab is still opening', async ({ page, context }) => {
    await signInForNow(page, await aPerson('owner'));
    const [asked, isOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/v1/accounts/user_info/', async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await isOut.promise;
      await route.fulfill({ response });
    });
    await page.goto('/group');
    await asked.promise;
    const second = await context.newPage();
    await second.goto('/profile');
    await second.getByRole('button', { name: 'Вийти' }).click();
    await second.waitForURL((url) => url.pathname === '/login');
    isOut.resolve();
    await page.waitForURL((url) => url.pathname === '/login');
    expect(await dialog(page, ENDED).count()).toBe(0);
  });

  test('does not stop the answers of a running attempt', async ({ page, allowErrors }) => {
    allowErrors(/401|409/);
    const student = await aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const exam = await company.anExam({ course: await company.aCourse({ group }) });
    await signInForNow(page, student);
    await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
    await page.getByRole('button', { name: 'Розпочати' }).click();
    await dialog(page, /./).getByRole('button', { name: 'Розпочати' }).click();
    await page.getByText('One', { exact: true }).waitFor();
    await endElsewhere(page, student);
    await page.getByText('right', { exact: true }).click();
    await dialog(page, ENDED).waitFor();
    await signInAgain(page);
    await page
      .getByText(/Збережено \d\d:\d\d:\d\d/)
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
    await signInForNow(page, person);
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
    await signInForNow(page, person);
    await page.goto('/profile');
    await page.getByText(person.email).waitFor();
    await asSystem(world, [
      'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
      [company.id, person.id],
    ]);
    await page.getByRole('link', { name: 'Групи' }).click();
    await page.getByRole('button', { name: /Перейти до компанії/ }).click();
    await page.getByRole('heading', { name: /Person/ }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Роль' }).count()).toBe(0);
  });
});

describe('accessible and whole on a phone and in both colour schemes', () => {
  async function problemsOf(page: Page): Promise<string[]> {
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    return [
      ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
      ...(await accessibilityProblems(page)),
    ];
  }

  test.for(['light', 'dark'] as const)(
    'the tab and its dialogs, %s',
    async (colorScheme, { page, allowErrors }) => {
      allowErrors(/401|403/);
      const person = await aPerson('owner');
      await setUpTotp(person);
      await asSystem(world, [
        `insert into security_keys (user_id, name, credential_id, public_key, counter)
         values ($1, $2, gen_random_uuid()::text, '', 0)`,
        [person.id, 'Ключ'.repeat(15)],
      ]);
      await page.setViewportSize({ width: 320, height: 720 });
      await page.emulateMedia({ colorScheme });
      await openSecurity(page, person);
      await page.getByText('цей пристрій').waitFor();
      const problems: Record<string, string[]> = { tab: await problemsOf(page) };

      async function inDialog(name: string, open: () => Promise<void>): Promise<void> {
        await open();
        await dialog(page, name).waitFor();
        problems[name] = await problemsOf(page);
      }

      await inDialog('Змінити пароль', () => button(page, 'Змінити пароль').click());
      await page.keyboard.press('Escape');
      await inDialog('Новий ключ безпеки', () => button(page, 'Додати ключ').click());
      await page.keyboard.press('Escape');
      await inDialog('Створити нові резервні коди?', () => button(page, 'Створити нові').click());
      await forgetProof(person);
      await inDialog('Підтвердьте, що це ви', () =>
        button(dialog(page, 'Створити нові резервні коди?'), 'Створити нові').click(),
      );
      await typePassword(page);
      await inDialog(CODES, () => page.keyboard.press('Enter'));
      await keepCodes(page);
      await button(page, 'Вимкнути').click();
      await button(dialog(page, /Вимкнути/), 'Вимкнути').click();
      await inDialog('Налаштування застосунку для автентифікації', () => button(page, 'Налаштувати').click());
      await page.getByRole('img', { name: 'QR-код для застосунку' }).waitFor();
      await person.client.post('/accounts/logout/');
      await inDialog('Сеанс завершився', () =>
        page.getByRole('textbox', { name: 'Код із 6 цифр' }).fill('123456'),
      );
      expect(problems).toEqual(Object.fromEntries(Object.keys(problems).map((name) => [name, []])));
      expect(Object.keys(problems)).toHaveLength(8);
    },
  );
});
