import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject } from 'vitest';
import type { UserType } from '../../../worker/access/contract.ts';
import { aCompany, unique, type Company, type Person } from '../../factories/company.ts';
import { asSystem, Client, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { openContext, signIn, test } from '../../support/browser/browser.ts';
import { signInAtProvider } from '../../support/identity-provider.ts';
import { mailsTo, mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';
import { fontsThere, settled } from '../../support/browser/settled.ts';
import {
  givePassword,
  PASSWORD,
  plugKeyIn,
  setUpTotp,
  typePassword,
  typeSignIn,
} from '../../support/browser/signing-in.ts';

let world: World;
let company: Company;
let anonymous: Client;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
  anonymous = new Client(world, null);
});

/** A person who can sign in with PASSWORD. */
async function aPerson(user_type: UserType = 'student'): Promise<Person> {
  const person = await company.aPerson(user_type);
  await givePassword(person);
  return person;
}

const address = (name: string) => `${unique(name).replaceAll(/\s/g, '-')}@example.com`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const username = (page: Page) => page.getByRole('textbox', { name: 'Електронна пошта або телефон' });
const profileUrl = (url: URL) => url.pathname === '/profile';

/** Lets the newest link of a purpose run out, as days would. */
const expire = (purpose: string, email: string) =>
  asSystem(world, [
    `update one_time_tokens set expires_at = now() - interval '1 second'
      where purpose = $1 and user_id in (select id from users where email = $2)`,
    [purpose, email],
  ]);

/** The link of the newest mail to an address, once there are as many as told. */
async function linkOf(email: string, count = 1): Promise<string> {
  await mailTo(email);
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThanOrEqual(count);
  return (await mailTo(email)).links[0]!;
}

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, which works once and offers a new one', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 400/);
    const { email } = await aPerson();
    await page.goto('/login');
    await username(page).fill(email);
    await page.getByRole('link', { name: 'Забули пароль?' }).click();
    await heading(page, 'Відновлення пароля').waitFor();
    await expect.poll(() => username(page).inputValue()).toBe(email);
    await button(page, 'Надіслати посилання').click();
    await heading(page, 'Перевірте пошту').waitFor();
    await expect.poll(() => button(page, 'Надіслати ще раз').getAttribute('aria-disabled')).toBe('true');

    const link = await linkOf(email);
    await page.goto(link);
    await page.getByText(email).waitFor();
    await expect.poll(() => page.locator('input[autocomplete=username]').inputValue()).toBe(email);
    await page.getByLabel('Новий пароль', { exact: true }).fill('litak');
    await page.getByLabel('Повторіть пароль').fill('litak');
    await button(page, 'Зберегти пароль і ввійти').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await page.getByLabel('Новий пароль', { exact: true }).fill('Litak-nad-7');
    await page.getByLabel('Повторіть пароль').fill('Litak-nad-7');
    await button(page, 'Зберегти пароль і ввійти').click();
    await page.waitForURL(profileUrl);
    const tokenFor = (password: string) => anonymous.post('/accounts/token/', { username: email, password });
    expect((await tokenFor(PASSWORD)).status).toBe(401);
    expect((await tokenFor('Litak-nad-7')).status).toBe(200);

    await page.goto(link);
    await heading(page, 'Посилання вже не діє').waitFor();
    const before = (await mailsTo(email)).length;
    await button(page, 'Надіслати нове посилання').click();
    await heading(page, 'Перевірте пошту').waitFor();
    const renewed = await linkOf(email, before + 1);
    expect(renewed).not.toBe(link);
    await page.goto(renewed);
    await page.getByLabel('Новий пароль', { exact: true }).waitFor();
  });

  test('says the same about an account that does not exist, and sends nothing', async ({ page }) => {
    const email = address('nobody');
    await page.goto('/forget-password');
    await username(page).fill(email);
    await button(page, 'Надіслати посилання').click();
    await heading(page, 'Перевірте пошту').waitFor();
    await page.getByText(`Якщо обліковий запис ${email} існує`).waitFor();
    // A mail to somebody known, asked for later, has left by the time this one would have.
    const known = await aPerson();
    await anonymous.post('/accounts/password_reset/', { username: known.email });
    await linkOf(known.email);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('can be asked for again after a minute, or by another name', async ({ page }) => {
    const { email } = await aPerson();
    await page.clock.install();
    await page.goto('/forget-password');
    await username(page).fill(email);
    await button(page, 'Надіслати посилання').click();
    await heading(page, 'Перевірте пошту').waitFor();
    await button(page, 'Надіслати ще раз').click({ force: true });
    await page.clock.runFor(61_000);
    await button(page, 'Надіслати ще раз').click();
    await page.getByText('Ми надіслали новий лист.').waitFor();
    await linkOf(email, 2);
    expect(await mailsTo(email)).toHaveLength(2);
    await button(page, 'Вказати іншу пошту чи телефон').click();
    await username(page).waitFor();
  });

  test('asks for a new link where the old one cannot be renewed', async ({ page, allowErrors }) => {
    allowErrors(/status of 400/);
    await page.goto('/accounts/password-reset?token=unknown');
    await button(page, 'Надіслати нове посилання').click();
    await page.getByRole('link', { name: 'Запросити нове посилання' }).click();
    await page.waitForURL('**/forget-password');
  });
});

async function fillRegistration(page: Page, password: string) {
  const email = address('owner');
  await page.goto('/registration');
  await page.getByRole('textbox', { name: 'Назва компанії' }).fill(unique('Крамниця'));
  await page.getByRole('textbox', { name: 'Ім’я' }).fill('Олена');
  await page.getByRole('textbox', { name: 'Прізвище' }).fill('Коваль');
  await page.getByRole('textbox', { name: 'Електронна пошта' }).fill(email);
  await typePassword(page, password);
  await page.getByLabel('Повторіть пароль').fill(password);
  await page.getByRole('checkbox').check();
  return email;
}

test('a registration judges the password by the company’s name, and says what is refused once', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 400/);
  const rule = page.getByRole('listitem').filter({ hasText: 'не схожий на назву компанії чи сервісу' });
  await fillRegistration(page, 'Крамниця-26');
  await rule.getByLabel('не виконано').waitFor();
  await button(page, 'Зареєструвати').click();
  const refusal = page.getByText('Пароль не повинен бути схожим на назву компанії чи сервісу');
  await refusal.waitFor();

  await typePassword(page, 'My-osnovA-26');
  await rule.getByLabel('не виконано').waitFor();

  // Which ones are too common is known to the server alone.
  await page.getByText('Надто поширених паролів, як-от Password1, не приймаємо.').waitFor();
  await typePassword(page, 'Password1');
  await page.getByLabel('Повторіть пароль').fill('Password1');
  await rule.getByLabel('виконано', { exact: true }).waitFor();
  await button(page, 'Зареєструвати').click();
  const common = page.getByText('Цей пароль занадто поширений');
  await common.first().waitFor();
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(1);
  await settled(page);
  expect(await common.count()).toBe(1);
});

describe('an address that is not confirmed', () => {
  async function register(page: Page) {
    const email = await fillRegistration(page, PASSWORD);
    await button(page, 'Зареєструвати').click();
    await heading(page, 'Перевірте пошту').waitFor();
    return email;
  }
  const aMinutePasses = (email: string) =>
    asSystem(world, [
      `update one_time_tokens set created_at = created_at - interval '61 seconds'
        where user_id in (select id from users where email = $1)`,
      [email],
    ]);
  const given = (page: Page) => page.getByLabel('Пароль із реєстрації', { exact: true });
  async function confirm(page: Page, password = PASSWORD) {
    await given(page).fill(password);
    await page.keyboard.press('Enter');
  }

  test('gets its mail again after the registration and on signing in', async ({ page, allowErrors }) => {
    allowErrors(/status of 403/);
    await page.clock.install();
    const email = await register(page);
    await linkOf(email);
    await aMinutePasses(email);
    await page.clock.runFor(61_000);
    await button(page, 'Надіслати ще раз').click();
    await page.getByText('Ми надіслали новий лист.').waitFor();
    await linkOf(email, 2);

    await aMinutePasses(email);
    await button(page, 'До сторінки входу').click();
    await typeSignIn(page, email);
    await heading(page, 'Перевірте пошту').waitFor();
    const link = await linkOf(email, 3);
    await button(page, 'До сторінки входу').click();
    await expect.poll(() => username(page).inputValue()).toBe(email);
    await page.goto(link);
    await confirm(page);
    await page.waitForURL(profileUrl);
  });

  test('goes to another address where the first had a slip in it', async ({ page }) => {
    await register(page);
    await button(page, 'Вказати іншу адресу').click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Прізвище' }).inputValue()).toBe('Коваль');
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await page.getByLabel('Повторіть пароль').inputValue()).toBe('');
    const email = address('owner');
    await page.getByRole('textbox', { name: 'Електронна пошта' }).fill(email);
    await typePassword(page, PASSWORD);
    await page.getByLabel('Повторіть пароль').fill(PASSWORD);
    await button(page, 'Зареєструвати').click();
    await heading(page, 'Перевірте пошту').waitFor();
    await linkOf(email);
  });

  test('counts with the password chosen then and no other, or with a new one in its place', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 400/);
    const email = await register(page);
    await page.goto(await linkOf(email));
    await confirm(page, 'Zorepad-2027');
    await page.getByText('Неправильний пароль').first().waitFor();
    await expect.poll(() => given(page).getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => localStorage.getItem('access'))).toBeNull();

    // By the keyboard alone.
    await button(page, 'Не пам’ятаю пароля, або реєструвала інша людина').focus();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus').getByText('Новий пароль').waitFor();
    await page.getByLabel('Новий пароль', { exact: true }).fill('litak');
    await page.getByLabel('Повторіть пароль').fill('litak');
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid=true]').first().waitFor();
    await page.getByLabel('Новий пароль', { exact: true }).fill('Litak-nad-7');
    await page.getByLabel('Повторіть пароль').fill('Litak-nad-7');
    await page.keyboard.press('Enter');
    await page.waitForURL(profileUrl);
    const tokenFor = (password: string) => anonymous.post('/accounts/token/', { username: email, password });
    expect((await tokenFor(PASSWORD)).status).toBe(401);
    expect((await tokenFor('Litak-nad-7')).status).toBe(200);
  });

  test('is confirmed by a new link when the first ran out', async ({ page, allowErrors }) => {
    allowErrors(/status of 400/);
    const email = await register(page);
    const link = await linkOf(email);
    await expire('email_confirmation', email);
    await page.goto(link);
    await confirm(page);
    await heading(page, 'Посилання недійсне').waitFor();
    await button(page, 'Надіслати нове посилання').click();
    await heading(page, 'Перевірте пошту').waitFor();
    await page.goto(await linkOf(email, 2));
    await confirm(page);
    await page.waitForURL(profileUrl);

    // Confirmed once, the link has nothing left to renew, and whoever is signed in goes on.
    await page.goto(link);
    await confirm(page);
    await button(page, 'Надіслати нове посилання').click();
    const onward = page.getByRole('link', { name: 'Продовжити' });
    await button(page, 'Надіслати нове посилання').waitFor({ state: 'detached' });
    await expect.poll(() => onward.getAttribute('href')).toBe('/');
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await confirm(page);
    await button(page, 'Надіслати нове посилання').click();
    await page.getByText('поновити вже не можна').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Увійти' }).getAttribute('href')).toBe('/login');
  });
});

describe('an invitation', () => {
  test('that ran out is sent anew, and accepted', async ({ page, allowErrors }) => {
    allowErrors(/status of 400/);
    const email = address('invited');
    const invited = await company.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
    expect(invited.status).toBe(201);
    const link = await linkOf(email);
    await expire('invitation', email);
    await page.goto(link);
    await heading(page, 'Посилання недійсне').waitFor();
    await button(page, 'Надіслати нове посилання').click();
    await heading(page, 'Перевірте пошту').waitFor();
    const renewed = new URL(await linkOf(email, 2));
    await page.goto(`/invite-registration${renewed.search}`);
    await page.getByText(email).waitFor();
    await page.getByRole('textbox', { name: 'Ім’я' }).fill('Іван');
    await page.getByRole('textbox', { name: 'Прізвище' }).fill('Ґава');
    await typePassword(page);
    await page.getByLabel('Повторіть пароль').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Почати навчання').click();
    await page.waitForURL(profileUrl);
  });

  test('is needed to register as somebody invited', async ({ page }) => {
    await page.goto('/invite-registration');
    await heading(page, 'Реєстрація за запрошенням').waitFor();
    await page.getByRole('link', { name: 'У мене вже є пароль' }).click();
    await page.waitForURL('**/login');
  });
});

describe('a code of the authenticator app', () => {
  const code = (page: Page) => page.getByRole('textbox', { name: 'Код із застосунку' });

  test('finishes signing in by being pasted, and a wrong one is typed over', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 400/);
    const person = await aPerson();
    const { nextCode } = await setUpTotp(person);
    await page.goto('/login?callback_url=%2Fcourse');
    await typeSignIn(page, person.email);
    await heading(page, 'Підтвердьте вхід').waitFor();
    await expect.poll(() => code(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => code(page).getAttribute('autocomplete')).toBe('one-time-code');

    const right = await nextCode();
    await page.keyboard.insertText(right === '000000' ? '000001' : '000000');
    await page.getByText('Неправильний код').waitFor();
    await expect.poll(() => code(page).getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.insertText(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.waitForURL('**/course');
  });

  test('takes digits alone, and no more than it has', async ({ page }) => {
    const person = await aPerson();
    await setUpTotp(person);
    await page.goto('/login');
    await typeSignIn(page, person.email);
    await code(page).waitFor();
    expect(await code(page).getAttribute('spellcheck')).toBe('false');
    await page.keyboard.type('12a');
    await expect.poll(() => code(page).inputValue()).toBe('12');
    await page.keyboard.type('3');
    await expect.poll(() => code(page).inputValue()).toBe('123');
  });

  test('comes too late when the ticket ran out: the password is asked again', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 400/);
    const person = await aPerson();
    const { nextCode } = await setUpTotp(person);
    await page.goto('/login');
    await typeSignIn(page, person.email);
    await code(page).waitFor();
    await expire('second_factor', person.email);
    await code(page).fill(await nextCode());
    await page.getByRole('alert').getByText('Вхід тривав надто довго').waitFor();
    await expect.poll(() => username(page).inputValue()).toBe(person.email);
    expect(await page.getByLabel('Пароль', { exact: true }).inputValue()).toBe('');
  });

  test('says how long to wait after too many wrong ones', async ({ page, allowErrors }) => {
    allowErrors(/status of 4(00|29)/);
    const person = await aPerson();
    const { nextCode } = await setUpTotp(person);
    await page.goto('/login');
    await typeSignIn(page, person.email);
    const right = await nextCode();
    const tooMany = page.getByText('Забагато спроб');
    for (let tries = 0; tries < 8 && !(await tooMany.isVisible()); tries += 1) {
      await code(page).fill(right === `00000${tries}` ? '111111' : `00000${tries}`);
      await page.getByText('Неправильний код').or(tooMany).waitFor();
    }
    await page.getByText(/Забагато спроб.*через \d+ (секунд|хв)/).waitFor();
  });

  test('is replaced by a recovery code, once', async ({ page, allowErrors }) => {
    allowErrors(/status of 400/);
    const person = await aPerson();
    const { recovery } = await setUpTotp(person);
    const recover = async () => {
      await page.goto('/login');
      await typeSignIn(page, person.email);
      await button(page, 'Ввести резервний код').click();
      await page.getByRole('textbox', { name: 'Резервний код' }).fill(recovery[0]!);
      await button(page, 'Підтвердити').click();
    };
    await recover();
    await page.waitForURL(profileUrl);
    await page.evaluate(() => localStorage.removeItem('access'));
    await recover();
    await page.getByText('Неправильний код').waitFor();
    await button(page, 'Інший спосіб підтвердження').click();
    await code(page).waitFor();
    await button(page, 'Назад до пароля').click();
    await expect.poll(() => username(page).inputValue()).toBe(person.email);
  });
});

describe('a security key', () => {
  /** Registers the key of this browser, as the profile does. */
  async function register(page: Page, { client }: Person): Promise<void> {
    const { body: options } = await client.post('/accounts/u2f/challenge/');
    await page.goto('/login');
    const credential = await page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
      const made = await navigator.credentials.create({ publicKey });
      if (!(made instanceof PublicKeyCredential)) throw new Error('no credential');
      return made.toJSON();
    }, options as PublicKeyCredentialCreationOptionsJSON);
    const created = await client.post('/accounts/u2f/create/', { name: 'Ключ', credential });
    expect(created.status).toBe(201);
  }

  const useKey = (page: Page) => button(page, 'Скористатися ключем');

  test('finishes signing in, after a cancelled try too', async ({ context, page }) => {
    const person = await aPerson();
    await plugKeyIn(context, page);
    await register(page, person);
    await typeSignIn(page, person.email);
    await useKey(page).waitFor();
    await page.evaluate(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = () => {
        navigator.credentials.get = get;
        return Promise.reject(new DOMException('cancelled', 'NotAllowedError'));
      };
    });
    await useKey(page).click();
    await page.getByRole('alert').getByText('Вхід із ключем скасовано').waitFor();
    await useKey(page).click();
    await page.waitForURL(profileUrl);
  });

  test('is offered first where it was used last, beside the app', async ({ context, page }) => {
    const person = await aPerson();
    await plugKeyIn(context, page);
    await register(page, person);
    await setUpTotp(person);
    await typeSignIn(page, person.email);
    await page.getByRole('textbox', { name: 'Код із застосунку' }).waitFor();
    await page.getByText('Ключ безпеки', { exact: true }).click();
    await useKey(page).click();
    await page.waitForURL(profileUrl);
    await page.evaluate(() => localStorage.removeItem('access'));
    await page.goto('/login');
    await typeSignIn(page, person.email);
    await useKey(page).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Ключ безпеки' }).isChecked()).toBe(true);
  });

  test('cannot be asked for in an old browser, which says so and takes a recovery code', async ({
    context,
    page,
    browser,
  }) => {
    const person = await aPerson();
    await plugKeyIn(context, page);
    await register(page, person);
    const old = await openContext(browser);
    await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    const oldPage = await old.newPage();
    await oldPage.goto('/login');
    await typeSignIn(oldPage, person.email);
    await oldPage.getByText('Цей браузер не підтримує ключів безпеки').waitFor();
    await button(oldPage, 'Ввести резервний код').click();
    await oldPage.getByRole('textbox', { name: 'Резервний код' }).waitFor();
    await old.close();
  });
});

describe('signing in with Google', () => {
  const withGoogle = (page: Page) => button(page, 'Увійти через Google');
  let serial = 0;
  const aSub = () => `google-${Date.now()}-${(serial += 1)}`;

  test('finds the person by the verified address, later by the provider’s id, and goes where they wanted', async ({
    context,
    page,
  }) => {
    const person = await aPerson();
    const sub = aSub();
    await signInAtProvider(context, 'google', { sub, email: person.email, email_verified: true });
    await page.goto('/course?search=x&page=1');
    await page.waitForURL((url) => url.pathname === '/login');
    await withGoogle(page).click();
    await page.waitForURL('**/course?search=x&page=1');
    await page.evaluate(() => localStorage.removeItem('access'));

    await signInAtProvider(context, 'google', { sub, email: address('changed'), email_verified: true });
    await page.goto('/login');
    await withGoogle(page).click();
    await page.waitForURL(profileUrl);
    await page.getByRole('tab', { name: 'Загальне' }).click();
    await page.getByText(person.email).first().waitFor();
  });

  test('still asks for the second factor', async ({ context, page }) => {
    const person = await aPerson();
    const { nextCode } = await setUpTotp(person);
    await signInAtProvider(context, 'google', { sub: aSub(), email: person.email, email_verified: true });
    await page.goto('/login?callback_url=%2Fcourse');
    await withGoogle(page).click();
    await page.getByRole('textbox', { name: 'Код із застосунку' }).fill(await nextCode());
    await page.waitForURL('**/course');
  });

  test.for([
    ['whom nobody knows here', {}, undefined, 'ще немає облікового запису'],
    ['who says no there', {}, 'denied', 'Ви не дозволили вхід через Google'],
    ['whose provider breaks down', {}, 'down', 'Сервіс для входу не відповідає'],
    ['whose token is meant for another product', {}, 'wrong_audience', 'Вхід через цей сервіс не прийнято'],
    ['whom another provider answers for', {}, 'another_answers', 'Вхід через цей сервіс не прийнято'],
  ] as const)(
    'tells somebody %s why not, with a way back',
    async ([, , mishap, text], { context, page, allowErrors }) => {
      allowErrors(/status of (400|503)/);
      const email = address('stranger');
      await signInAtProvider(context, 'google', { sub: aSub(), email, email_verified: true }, mishap);
      await page.goto('/login?callback_url=%2Fcourse');
      await withGoogle(page).click();
      await heading(page, 'Не вдалося ввійти').waitFor();
      await page.getByText(text).waitFor();
      await page.getByRole('link', { name: 'До сторінки входу' }).click();
      await page.waitForURL('**/login?callback_url=%2Fcourse');
      expect(await page.evaluate(() => localStorage.getItem('access'))).toBeNull();
    },
  );

  test('does not go on with an answer that this tab did not ask for', async ({ context, page }) => {
    const person = await aPerson();
    await signInAtProvider(context, 'google', { sub: aSub(), email: person.email, email_verified: true });
    const forged = `${inject('product').url}/accounts/social?code=somebody-elses&state=forged`;
    await page.route('**/google/authorize?*', (route) =>
      route.fulfill({ status: 302, headers: { location: forged } }),
    );
    await page.goto('/login');
    await withGoogle(page).click();
    await page.getByText('розпочато в іншому вікні').waitFor();
    await page.unroute('**/google/authorize?*');
    await page.goto('/login');
    await withGoogle(page).click();
    await page.waitForURL(profileUrl);
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe('/accounts/social');
  });
});

describe('signing in with Facebook', () => {
  const withFacebook = (page: Page) => button(page, 'Увійти через Facebook');

  test('takes no unverified address for a person, and knows who was linked', async ({
    context,
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 400/);
    const person = await aPerson();
    const sub = `facebook-${person.id}`;
    await signInAtProvider(context, 'facebook', { sub, email: person.email });
    await page.goto('/login');
    await withFacebook(page).click();
    await page.getByText('ще немає облікового запису').waitFor();

    await signIn(page, person);
    await page.goto('/profile#security');
    await button(page, 'Прив’язати Facebook').click();
    const confirmation = page.getByRole('dialog');
    await typePassword(confirmation);
    await confirmation.getByRole('button', { name: 'Продовжити' }).click();
    await page.waitForURL((url) => profileUrl(url) && url.hash === '#security');
    await page.getByRole('status').getByText('Тепер ви можете входити через Facebook').waitFor();
    await page.evaluate(() => localStorage.removeItem('access'));
    await page.goto('/login');
    await withFacebook(page).click();
    await page.waitForURL(profileUrl);
    await page.getByRole('tab', { name: 'Загальне' }).click();
    await page.getByText(person.email).first().waitFor();
  });
});

test('the providers appear without moving the form', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/accounts/sign_in_options/', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/login');
  await button(page, 'Увійти').waitFor();
  await fontsThere(page);
  const before = await button(page, 'Увійти').boundingBox();
  answer();
  await button(page, 'Увійти через Facebook').waitFor();
  expect(await button(page, 'Увійти').boundingBox()).toEqual(before);
});

describe('in both colour schemes', () => {
  const password = async (page: Page) => {
    await page.goto('/login');
    await button(page, 'Увійти через Google').waitFor();
  };
  /** Another company invites an address. */
  const anInvitation = async (email: string) => {
    const inviting = await aCompany(world);
    await inviting.as('owner').post('/accounts/invite_user/', { email, user_type: 'manager' });
    return linkOf(email);
  };
  const signedInWith = (factors: string[]) => async (page: Page) => {
    await page.route('**/api/v1/accounts/token/', (route) =>
      route.fulfill({ json: { two_factor: factors, ticket: 'ticket' } }),
    );
    await password(page);
    await typeSignIn(page, 'olena@example.com');
    await heading(page, 'Підтвердьте вхід').waitFor();
  };
  /** Those that the walk does not come to. */
  const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
    'a refused password': async (page) => {
      await password(page);
      await typeSignIn(page, address('nobody'));
      await page.getByRole('alert').waitFor();
    },
    'the code of the app': signedInWith(['totp', 'u2f']),
    'the security key': async (page) => {
      await signedInWith(['u2f'])(page);
    },
    'the recovery code': async (page) => {
      await signedInWith(['totp'])(page);
      await button(page, 'Ввести резервний код').click();
    },
    'a forgotten password': async (page) => {
      await page.goto('/forget-password');
      await username(page).fill(address('nobody'));
      await button(page, 'Надіслати посилання').click();
      await heading(page, 'Перевірте пошту').waitFor();
    },
    'a new password': async (page) => {
      const { email } = await aPerson();
      await anonymous.post('/accounts/password_reset/', { username: email });
      await page.goto(await linkOf(email));
      await page.getByLabel('Новий пароль', { exact: true }).waitFor();
    },
    'a link that opens nothing': async (page) => {
      await page.goto('/accounts/password-reset?token=unknown');
      await button(page, 'Надіслати нове посилання').click();
      await page.getByRole('link', { name: 'Запросити нове посилання' }).waitFor();
    },
    'an invitation to somebody new': async (page) => page.goto(await anInvitation(address('new'))),
    'an invitation to an account': async (page) => page.goto(await anInvitation((await aPerson()).email)),
    'an invitation to decline': async (page) =>
      page.goto(`${await anInvitation(address('new'))}&answer=unknown`),
    'a confirmation with a new password': async (page) => {
      await page.goto('/accounts/email-confirmation?token=unknown');
      await button(page, 'Не пам’ятаю пароля, або реєструвала інша людина').click();
      await heading(page, 'Новий пароль').waitFor();
    },
    'a provider’s answer to nobody': (page) => page.goto('/accounts/social?code=1&state=2'),
  };

  test.for(Object.entries(SCREENS))('%s is accessible', async ([, open], { page, allowErrors }) => {
    allowErrors(/status of 40[01]/);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 360, height: 760 });
    await open(page);
    await settled(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
});
