import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { productWorld } from '../../support/product-world.ts';
import { givePassword, PASSWORD, typeSignIn } from '../../support/browser/signing-in.ts';

let company: Company;
beforeAll(async () => {
  const world = productWorld();
  company = await aCompany(world);
  await givePassword(company.people.manager);
});

async function fillSignIn(page: Page, password = PASSWORD) {
  await typeSignIn(page, company.people.manager.email, password);
}

describe('signing in', () => {
  test('brings back to the address that was asked for, with its query', async ({ page }) => {
    await page.goto('/group?search=x&page=1');
    await page.waitForURL((url) => url.pathname === '/login');
    await fillSignIn(page);
    await page.waitForURL('**/group?search=x&page=1');
    await page.getByRole('heading', { name: 'Навчальні групи' }).waitFor();
    expect(await page.title()).toBe('Навчальні групи — Osnova');
    await expect.poll(() => page.evaluate(() => document.activeElement!.tagName)).toBe('H1');
  });

  test.for(['//evil.example/x', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leaves the product for %s',
    async (address, { page }) => {
      await page.goto(`/login?callback_url=${encodeURIComponent(address)}`);
      await fillSignIn(page);
      await page.waitForURL('**/today');
      expect(new URL(page.url()).origin).toBe(inject('product').url);
    },
  );

  test('with a wrong password says so and keeps what was typed', async ({ page, allowErrors }) => {
    allowErrors(/401/);
    await page.goto('/login');
    await fillSignIn(page, 'Zorepad-2027');
    await page
      .getByText(/Перевірте введені дані|Неправильн|Невірн|хибн/i)
      .first()
      .waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Електронна пошта або телефон' }).inputValue())
      .toBe(company.people.manager.email);
  });

  test('says what is wrong also where a new release has taken the catalogue of errors away', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/401|404/);
    await page.goto('/login');
    await settled(page);
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
    await fillSignIn(page, 'Zorepad-2027');
    await page.getByText('Введено неправильний логін або пароль').first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('is not asked of somebody who is signed in', async ({ page }) => {
    await signIn(page, company.people.manager);
    await page.goto('/login?callback_url=%2Fcourse');
    await page.waitForURL('**/course');
    await page.goto('/login');
    await page.waitForURL('**/today');
    await page.goto('/profile');
    await page.getByRole('heading', { level: 1, name: 'Person Manager' }).waitFor();
  });

  test('leads home: staff to Today, students to their courses, who sets a company up to its first steps', async ({
    browser,
  }) => {
    const homes = [
      [company.people.trainer, '/today'],
      [company.people.student, '/profile'],
      [(await aCompany(productWorld())).people.owner, '/profile'],
    ] as const;
    for (const [person, home] of homes) {
      const own = await browser.newContext({ baseURL: inject('product').url, locale: 'uk' });
      const tab = await own.newPage();
      await signIn(tab, person);
      await tab.goto('/');
      await tab.waitForURL(`**${home}`);
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await own.close();
    }
  });

  test('ends with logging out, here and on the server', async ({ page, allowErrors }) => {
    // What the page was just asking for.
    allowErrors(/status of 401/);
    const person = await company.aPerson('student');
    await signIn(page, person);
    await page.goto('/profile');
    // The page leaves without waiting for it.
    const ended = page.waitForResponse('**/accounts/logout/');
    await page.getByRole('button', { name: 'Вийти' }).click();
    await page.waitForURL('**/login');
    expect((await ended).status()).toBe(204);
    expect((await person.client.get('/accounts/user_info/')).status).toBe(401);
  });
});

test('a session that ended elsewhere asks to sign in and comes back', async ({ page, allowErrors }) => {
  allowErrors(/401/);
  const person = await company.aPerson('owner');
  await signIn(page, person);
  await page.goto('/course');
  await page.getByRole('heading', { name: 'Курси' }).waitFor();
  await person.client.post('/accounts/logout/');
  await page.goto('/group');
  await page.waitForURL('**/login?callback_url=%2Fgroup');
});

describe('a route that the role may not open', () => {
  test.for([
    ['student', '/user'],
    ['student', '/course/create'],
    ['student', '/group/create'],
    ['trainer', '/company/create'],
    ['manager', '/course/create'],
  ] as const)(
    'sends a %s from %s to the no-access screen, with a way back',
    async ([user_type, path], { page }) => {
      await signIn(page, company.people[user_type]);
      await page.goto(path);
      await page.waitForURL('**/no-access');
      await page
        .getByRole('link', { name: /Повернутися|Назад|На головну|До профілю/ })
        .or(page.getByRole('button', { name: /Повернутися|Назад/ }))
        .first()
        .waitFor();
    },
  );

  test('leads back to where somebody was, and home from a fresh tab', async ({ page }) => {
    await signIn(page, company.people.student);
    await page.goto('/user');
    await page.waitForURL('**/no-access');
    await page.getByRole('button', { name: 'Повернутися' }).click();
    await page.waitForURL('**/profile');
    await page.goto('/course');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => location.assign('/user'));
    await page.waitForURL('**/no-access');
    await page.getByRole('button', { name: 'Повернутися' }).click();
    await page.waitForURL('**/course');
  });

  test('does not exist for anybody when unknown', async ({ page }) => {
    await page.goto('/no/such/screen');
    await page.getByRole('heading').first().waitFor();
    expect(await page.title()).toMatch(/— Osnova$/);
    expect(new URL(page.url()).pathname).toBe('/no/such/screen');
  });
});

test('the first key of a private screen leads past the drawer to its content', async ({ page }) => {
  await signIn(page, company.people.student);
  await page.goto('/course');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement!.textContent.trim());
  await expect.poll(focused).toBe('Перейти до вмісту');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true);
});

test('what is out of reach is not found, also for its lists, and the tab says so', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/404/);
  const course = await company.aCourse({ coaches: [] });
  await signIn(page, company.people.trainer);
  const paths = ['', '/education-materials', '/results', '/results/999999999'];
  for (const path of paths) {
    await page.goto(`/course/${course.id}${path}`);
    await page.getByRole('heading', { level: 1, name: 'Не знайдено' }).waitFor();
    await expect.poll(() => page.title()).toBe('Не знайдено — Osnova');
  }
});

test('what is told of a company is of the one that is acted in', async ({ page, allowErrors }) => {
  // What a screen will need is asked for before its code is there.
  allowErrors(/404/);
  await signIn(page, company.people.owner);
  for (const screen of ['dashboard', 'history']) {
    await page.goto(`/company/${company.id + 1}/${screen}`);
    await page.getByRole('heading', { level: 1, name: 'Не знайдено' }).waitFor();
  }
});

test('the drawer shows what the role may open, and another role shows another drawer', async ({ page }) => {
  await signIn(page, company.people.admin);
  await page.goto('/profile');
  const menu = page.getByRole('navigation', { name: 'Головне меню' });
  await menu.getByRole('link', { name: 'Користувачі' }).waitFor();
  await page.getByRole('combobox', { name: 'Роль' }).selectOption('student');
  await menu.getByRole('link', { name: 'Користувачі' }).waitFor({ state: 'detached' });
  await menu.getByRole('link', { name: 'Курси' }).waitFor();
});

test('in a low window the entry of the page is in sight, and the menu can be read to its end', async ({
  page,
}) => {
  const { owner } = company.people;
  await signIn(page, owner);
  for (const height of [900, 620]) {
    await page.setViewportSize({ width: 1440, height });
    await page.goto('/support');
    const menu = page.getByRole('navigation', { name: 'Головне меню' });
    const entry = menu.getByRole('link', { name: 'Підтримка' });
    await entry.waitFor();
    await expect
      .poll(() =>
        entry.evaluate((one) => {
          const { x, y, width, height: own } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(x + width / 2, y + own / 2));
        }),
      )
      .toBe(true);
    const last = menu.getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    const { y, height: own } = (await last.boundingBox())!;
    expect(y + own).toBeLessThanOrEqual(height);
  }
});

test('the language chosen stays, also without signing in', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('combobox').first().selectOption('de');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toMatch(/^de/);
});

describe('the registration form', () => {
  test('shows an error only once its field was touched, and every missing one when sent', async ({
    page,
  }) => {
    await page.goto('/registration');
    await page.getByRole('button', { name: 'Зареєструвати' }).waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await page.getByRole('textbox', { name: /Електронна пошта/ }).fill('olena');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.locator('[aria-invalid=true]').first().waitFor();
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(1);
    await page.getByRole('button', { name: 'Зареєструвати' }).click();
    await page.locator('[aria-invalid=true]').nth(3).waitFor();
  });

  test('says which rule a password breaks and that two passwords differ', async ({ page }) => {
    await page.goto('/registration');
    await page.getByLabel('Пароль', { exact: true }).fill('zorepad');
    await page.getByLabel('Повторіть пароль').fill('zorepad2');
    await page.keyboard.press('Tab');
    await page.getByText(/Паролі не збігаються/).waitFor();
    expect(await page.getByText(/щонайменше 8 символів/).count()).toBeGreaterThan(0);
  });
});
