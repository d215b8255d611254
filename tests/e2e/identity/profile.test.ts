import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, type Company, unique } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';
import { forgetProof, givePassword, typePassword, typeSignIn } from '../../support/browser/signing-in.ts';

const world = productWorld();
let company: Company;
beforeAll(async () => {
  company = await aCompany(world);
});

const aPhone = () => `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

test('one’s own phone changes once the password was given, and not when that is declined', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 40[03]/);
  const { student } = company.people;
  const phone = aPhone();
  await givePassword(student);
  await forgetProof(student);
  await signIn(page, student);
  await page.goto('/profile/edit');
  const field = page.getByRole('textbox', { name: 'Телефон' });
  const save = page.getByRole('button', { name: 'Зберегти' });
  const question = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' });

  await field.fill('12');
  await save.click();
  await page.getByText('Неправильний формат телефону').first().waitFor();
  const typed = `${phone.slice(3, 6)} ${phone.slice(6)}`;
  await field.fill(typed);
  await save.click();
  await question.getByRole('button', { name: 'Скасувати' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toBe(typed);
  await save.click();
  await typePassword(question);
  await question.getByRole('button', { name: 'Продовжити' }).click();
  await page.waitForURL('**/profile');
  await page.getByRole('tab', { name: 'Загальне' }).click();
  await page.getByText(phone).waitFor();
});

test('a correction of the name is proposed by staff, and taken by the person', async ({
  page,
  otherPage,
}) => {
  const student = await company.aPerson('student');
  await signIn(page, company.people.owner);
  await page.goto(`/user/${student.id}/edit`);
  await page.getByRole('button', { name: 'Запропонувати виправлення імені' }).click();
  const dialog = page.getByRole('dialog', { name: 'Запропонувати виправлення імені' });
  await dialog.getByLabel('Прізвище').fill('Ґудзь');
  await dialog.getByLabel('Ім’я').fill('Мар’яна');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Запропонувати' }).click();
  await page.getByText('Чекає на підтвердження: Ґудзь Мар’яна').waitFor();

  await signIn(otherPage, student);
  await otherPage.goto('/profile');
  await otherPage.getByText('просить виправити ваше ім’я').waitFor();
  expect(await accessibilityProblems(otherPage)).toEqual([]);
  await otherPage.getByRole('button', { name: 'Виправити' }).click();
  await otherPage.getByRole('heading', { name: 'Ґудзь Мар’яна' }).waitFor();
  await otherPage.getByText('просить виправити ваше ім’я').waitFor({ state: 'hidden' });
});

describe('one’s own e-mail', () => {
  const anAddress = () => `${unique('address').replaceAll(' ', '-')}@example.com`;

  /** Somebody who signs in with PASSWORD and gave it long ago. */
  async function aPerson() {
    const person = await company.aPerson('student');
    await givePassword(person);
    await forgetProof(person);
    return person;
  }

  async function ask(page: Page, email: string, open: string) {
    await page.goto('/profile#security');
    await page.getByRole('button', { name: open }).click();
    await page.getByRole('textbox', { name: 'Нова адреса' }).fill(email);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' });
    await typePassword(question);
    await page.keyboard.press('Enter');
    await page.getByText(`Ми надіслали посилання на ${email}`).waitFor();
    return (await mailTo(email)).links[0]!;
  }

  test('changes when the link is opened signed in, to which signing in leads back', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 40[013]/);
    const person = await aPerson();
    const email = anAddress();
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, person);
    const link = await ask(page, email, 'Змінити пошту');
    expect((await person.client.get('/accounts/user_info/')).body.email).toBe(person.email);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.evaluate(() => localStorage.removeItem('access'));
    await page.goto(link);
    await page.waitForURL((url) => url.pathname === '/login');
    await typeSignIn(page, person.email);
    await page.getByText(`Тепер ваша пошта — ${email}`).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect((await person.client.get('/accounts/user_info/')).body.email).toBe(email);

    // Loaded again it says once more what was done; the link itself works once.
    await page.reload();
    await page.getByText(`Тепер ваша пошта — ${email}`).waitFor();
    await page.goto(link);
    await page.getByText('Посилання недійсне').waitFor();
  });

  test('is added to an account with a phone only', async ({ page, allowErrors }) => {
    allowErrors(/status of 403/);
    const person = await aPerson();
    const email = anAddress();
    await asSystem(world, [
      'update users set email = null, email_verified = false, phone = $2 where id = $1',
      [person.id, aPhone()],
    ]);
    await signIn(page, person);
    await page.goto('/profile#general');
    await page.getByRole('link', { name: 'Додати пошту' }).click();
    await page.getByText('Пошти ще немає').waitFor();
    await page.goto(await ask(page, email, 'Додати пошту'));
    await page.getByText(`Тепер ваша пошта — ${email}`).waitFor();
  });

  test('is not given to another account that opens the link', async ({ page, allowErrors }) => {
    allowErrors(/status of 40[03]/);
    const person = await aPerson();
    await signIn(page, person);
    const link = await ask(page, anAddress(), 'Змінити пошту');
    const other = company.people.trainer;
    await page.evaluate((token) => localStorage.setItem('access', token!), other.client.token);
    await page.goto(link);
    await page.getByText('Посилання недійсне').waitFor();
    await page.getByText(`Ви ввійшли як ${other.email}`).waitFor();
    await page.getByRole('link', { name: 'До налаштувань безпеки' }).waitFor();
  });
});

test('tabs that do not fit fade where there are more of them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, company.people.student);
  await page.goto('/profile');
  const tabs = page.getByRole('tablist').first();
  const fades = () =>
    tabs.evaluate((list) => {
      const style = getComputedStyle(list);
      return ['--osn-before', '--osn-behind'].map((edge) => style.getPropertyValue(edge) !== '0px');
    });
  await expect.poll(fades).toEqual([false, true]);
  await tabs.evaluate((list) => list.scrollTo(list.scrollWidth, 0));
  await expect.poll(fades).toEqual([true, false]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(fades).toEqual([false, false]);
});
