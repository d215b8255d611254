import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { mostJudged } from '../../support/browser/judged.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const anEmail = () => `${unique('person').replaceAll(' ', '-')}@example.com`;

/** A phone that no other test uses. */
const aPhone = () => `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

/** Somebody invited and not activated, whose name and photo are still the company's to change. */
async function anInvited(): Promise<{ id: number; email: string }> {
  const email = anEmail();
  const { body } = await company
    .as('owner')
    .post('/accounts/user/', { email, first_name: 'Ганна', last_name: 'Нова', user_types: ['student'] });
  return { id: body.id, email };
}

/** A picture as the browser would make it: stripes, so that it does not shrink to nothing. */
async function aPicture(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const address = await page.evaluate(
    ([wide, high, as]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const paper = canvas.getContext('2d')!;
      for (let at = 0; at < wide; at += 8) {
        paper.fillStyle = `hsl(${at % 360} 70% 50%)`;
        paper.fillRect(at, 0, 8, high);
      }
      return canvas.toDataURL(as);
    },
    [width, height, type] as const,
  );
  return Buffer.from(address.split(',')[1]!, 'base64');
}

describe('adding a person', () => {
  test('with an e-mail invites them and opens their page', async ({ page }) => {
    await signIn(page, company.people.owner);
    await page.goto('/user/create');
    const email = anEmail();
    await page.getByRole('textbox', { name: 'Прізвище' }).fill('Левчук');
    await page.getByRole('textbox', { name: 'Ім’я' }).fill('Олена');
    await page.getByRole('textbox', { name: 'Електронна пошта' }).fill(email);
    await page.getByRole('checkbox', { name: 'Тренер' }).check();
    const included = page.getByRole('checkbox', { name: 'Студент (входить)' });
    await expect.poll(() => included.isChecked()).toBe(true);
    await expect.poll(() => included.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Додати користувача' }).click();
    await page.getByRole('heading', { level: 1, name: 'Левчук Олена' }).waitFor();
    await page.getByText(/Запрошення діє до/).waitFor();
    expect((await mailTo(email)).links[0]).toContain('/accounts/finish-registration?');
  });

  test('without an e-mail offers the sheet to print, and says what is missing', async ({ page }) => {
    await signIn(page, company.people.owner);
    await page.goto('/user/create');
    await page.getByRole('textbox', { name: 'Прізвище' }).fill('Безпошти');
    await page.getByRole('button', { name: 'Додати користувача' }).click();
    await page.getByText('Вкажіть електронну пошту або телефон').first().waitFor();
    // Where the form leads whoever forgot it.
    await page.locator('input:focus[type=email], input:focus[inputmode=email]').waitFor();
    await page.getByRole('textbox', { name: 'Телефон' }).fill(aPhone());
    await page.getByRole('button', { name: 'Додати користувача' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Надрукувати аркуш' }).click();
    const sheet = await download;
    expect(sheet.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await sheet.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('heading', { level: 1, name: 'Безпошти' }).waitFor();
  });

  test('who belongs to the company already says so at the field', async ({ page, allowErrors }) => {
    allowErrors(/400/);
    await signIn(page, company.people.owner);
    await page.goto('/user/create');
    const email = page.getByRole('textbox', { name: 'Електронна пошта' });
    await email.fill(company.people.student.email);
    await page.getByRole('button', { name: 'Додати користувача' }).click();
    await page.getByText('Ця електронна пошта вже зареєстрована').first().waitFor();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  });

  test('by a manager asks for a group and offers no role above theirs', async ({ page }) => {
    const group = await company.aGroup();
    await signIn(page, company.people.manager);
    await page.goto('/user/create');
    const email = anEmail();
    await page.getByRole('textbox', { name: 'Електронна пошта' }).fill(email);
    expect(await page.getByRole('checkbox', { name: 'Адміністратор' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Додати користувача' }).click();
    await page.getByText('Обов’язкове поле').waitFor();
    const groups = page.getByRole('combobox', { name: 'Групи' });
    await groups.fill(group.name);
    await page.getByRole('option', { name: group.name }).click();
    await page.getByRole('button', { name: 'Додати користувача' }).click();
    await page.getByRole('heading', { level: 1, name: email }).waitFor();
  });
});

describe('editing a person', () => {
  test('who is active leaves their own data to them', async ({ page }) => {
    const student = await company.aPerson('student');
    await signIn(page, company.people.owner);
    await page.goto(`/user/${student.id}/edit`);
    await page.getByText('Ці дані змінює сама людина').waitFor();
    const lastName = page.getByRole('textbox', { name: 'Прізвище' });
    expect(await lastName.getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: 'Вибрати файл' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Посада' }).fill('Касир');
    await page.getByRole('checkbox', { name: 'Тренер' }).check();
    await page.getByRole('button', { name: 'Зберегти' }).click();
    await page.getByText('Касир').waitFor();
    const { body } = await company.as('owner').get(`/accounts/user/${student.id}/`);
    expect(body).toMatchObject({ position: 'Касир', user_types: ['trainer', 'student'] });
  });

  test('with unsaved changes asks before it is left', async ({ page }) => {
    const { id } = await anInvited();
    await signIn(page, company.people.owner);
    await page.goto(`/user/${id}/edit`);
    await page.getByRole('textbox', { name: 'Коментар' }).fill('Half done');
    await page.getByRole('link', { name: 'Курси' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Скасувати' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Коментар' }).inputValue()).toBe('Half done');
    await page.getByRole('link', { name: 'Курси' }).click();
    await dialog.getByRole('button', { name: 'Продовжити' }).click();
    await page.waitForURL('**/course');
  });
});

describe('the page of a person', () => {
  test('has a tab for each hash, down to the result of an exam', async ({ page }) => {
    const group = await company.aGroup();
    const exam = await company.anExam({ course: await company.aCourse({ group }) });
    const attempt_id = await takeExam(company.as('student'), exam);
    await signIn(page, company.people.owner);
    await page.goto(`/user/${company.people.student.id}#groups`);
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('link', { name: group.name }).waitFor();
    await page.getByRole('tab', { name: 'Курси' }).click();
    await panel.getByRole('link', { name: exam.course.name }).waitFor();
    expect(new URL(page.url()).hash).toBe('#courses');
    await page.getByRole('tab', { name: 'Програми' }).click();
    await panel.getByText('Програм ще немає').waitFor();
    await page.getByRole('tab', { name: 'Тести та іспити' }).click();
    const row = panel.getByRole('row').filter({ hasText: exam.course.name });
    await row.getByText('Складено').waitFor();
    await row.getByRole('link').click();
    await page.waitForURL(`**/course/${exam.course.id}/statistic/${attempt_id}`);
  });

  test('blocks after a question, lets in again, and takes out of the company', async ({
    page,
    allowErrors,
  }) => {
    // What the page shows is read again after the last step.
    allowErrors(/404/);
    const student = await company.aPerson('student');
    await signIn(page, company.people.owner);
    await page.goto(`/user/${student.id}`);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Інші дії' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const dialog = page.getByRole('dialog');
    await choose('Заблокувати');
    await dialog.getByRole('button', { name: 'Заблокувати' }).click();
    await page.getByText('Доступ до компанії заблоковано').waitFor();
    expect((await student.client.get('/accounts/user_info/')).status).toBe(403);
    await choose('Розблокувати');
    await page.getByText('Доступ до компанії заблоковано').waitFor({ state: 'hidden' });
    await choose('Видалити з компанії');
    await dialog.getByRole('button', { name: 'Видалити з компанії' }).click();
    await page.waitForURL('**/user');
    expect((await company.as('owner').get(`/accounts/user/${student.id}/`)).status).toBe(404);
  });

  test('out of a manager’s reach is not there', async ({ page, allowErrors }) => {
    allowErrors(/404/);
    const stranger = await company.aPerson('student');
    await signIn(page, company.people.manager);
    await page.goto(`/user/${stranger.id}`);
    await page.getByText('Не знайдено', { exact: true }).waitFor();
    await page.goto(`/user/${stranger.id}/edit`);
    await page.getByText('Не знайдено', { exact: true }).waitFor();
  });

  test('fits a phone in the dark', async ({ page }) => {
    const { id } = await anInvited();
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, company.people.owner);
    const sideways: Record<string, number> = {};
    for (const path of [`/user/${id}`, `/user/${id}/edit`, '/user/create']) {
      await page.goto(path);
      await settled(page);
      sideways[path] = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    }
    expect(Object.values(sideways)).toEqual([0, 0, 0]);
  });
});

describe('a photo', () => {
  test('is cropped to a square below 500 KB, stays a PNG, and is removed after a question', async ({
    page,
  }) => {
    const { id } = await anInvited();
    await signIn(page, company.people.owner);
    await page.goto(`/user/${id}/edit`);
    const buffer = await aPicture(page, 1600, 900, 'image/png');
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const dialog = page.getByRole('dialog', { name: 'Виберіть потрібну частину' });
    const zoom = dialog.getByRole('slider', { name: 'Масштаб' });
    await zoom.press('ArrowRight');
    await zoom.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Зберегти' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const photo = page.getByRole('group', { name: 'Фото' }).locator('img');
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512);
    expect(await photo.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(512);
    const { body } = await company.as('owner').get(`/accounts/user/${id}/`);
    const stored = await page.request.get(body.photo, {
      headers: { Authorization: `Bearer ${company.people.owner.client.token}` },
    });
    expect(stored.headers()['content-type']).toBe('image/png');
    expect((await stored.body()).length).toBeLessThan(500 * 1024);

    await page.getByRole('button', { name: 'Вилучити' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Вилучити' }).click();
    await photo.waitFor({ state: 'hidden' });
    expect((await company.as('owner').get(`/accounts/user/${id}/`)).body.photo).toBeNull();
  });

  test('is refused when it only calls itself a PNG', async ({ page }) => {
    await signIn(page, company.people.student);
    await page.goto('/profile/edit');
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: gif });
    await page
      .getByRole('group')
      .getByRole('alert')
      .getByText('Формат файлу не відповідає потрібному')
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('that the server refuses says so at the field', async ({ page, allowErrors }) => {
    allowErrors(/400/);
    await signIn(page, company.people.student);
    await page.route('**/upload_photo/', (route) =>
      route.fulfill({ status: 400, json: { photo: ['max file size exceeded'] } }),
    );
    await page.goto('/profile/edit');
    const buffer = await aPicture(page, 300, 300, 'image/jpeg');
    await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Зберегти' }).click();
    await page
      .getByRole('group')
      .getByRole('alert')
      .getByText('Максимальний розмір зображення 0,5 МБ')
      .waitFor();
  });

  test('of one’s own stands in the profile and in the drawer', async ({ page }) => {
    const trainer = await company.aPerson('trainer');
    await signIn(page, trainer);
    await page.goto('/profile/edit');
    const buffer = await aPicture(page, 300, 500, 'image/jpeg');
    await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Зберегти' }).click();
    const inDrawer = page.getByRole('navigation').getByRole('link', { name: 'Профіль' }).locator('img');
    await expect.poll(() => inDrawer.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
    await page.goto('/profile');
    await page.getByRole('tab', { name: 'Мої курси' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Програми' }).count()).toBe(0);
    expect(await page.getByRole('tab', { name: 'Тести та іспити' }).count()).toBe(0);
  });
});

test('the company is edited: what is no link is refused, others lose their scheme, the logo keeps its shape', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 400/);
  const own = await aCompany(productWorld());
  await signIn(page, own.people.admin);
  await page.goto(`/company/${own.id}/edit`);
  const website = page.getByRole('textbox', { name: 'Вебсайт' });
  await website.fill('https://osnova.example/about');
  await website.press('Tab');
  await expect.poll(() => website.inputValue()).toBe('osnova.example/about');
  await page.getByRole('textbox', { name: 'Facebook' }).fill('http://facebook.com/osnova');
  const buffer = await aPicture(page, 800, 200, 'image/png');
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Зберегти' }).click();
  const logo = page.getByRole('group', { name: 'Логотип' }).locator('img');
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512);
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(128);
  const instagram = page.getByRole('textbox', { name: 'Instagram' });
  await instagram.fill('not a link');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Неправильна адреса').first().waitFor();
  await expect.poll(() => instagram.getAttribute('aria-invalid')).toBe('true');
  await instagram.fill('@osnova');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByRole('link', { name: 'facebook.com/osnova' }).waitFor();
  await page.getByRole('link', { name: 'instagram.com/osnova' }).waitFor();
  const link = page.getByRole('link', { name: 'osnova.example/about' });
  await expect.poll(() => link.getAttribute('href')).toBe('https://osnova.example/about');
});

test('the menu of a row leaves the styles of the rest of the page alone', async ({ page }) => {
  await signIn(page, company.people.owner);
  await page.goto('/user');
  await settled(page);
  const menus = page.getByRole('table').getByRole('button', { name: /^Дії/ });
  const open = async (place: number) => {
    await menus.nth(place).click();
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  // The first press brings what is loaded then.
  await open(0);
  const all = await page.locator('*').count();
  const judged = await mostJudged(page, () => open(1));
  expect(judged).toBeGreaterThan(0);
  expect(judged).toBeLessThan(all / 4);
});
