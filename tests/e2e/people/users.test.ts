import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter, chip, openFilter } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

let company: Company;
beforeEach(async () => {
  company = await aCompany(productWorld());
});

/** A person who was invited and has not come yet. */
async function anInvited(last_name: string, given: Record<string, unknown> = {}): Promise<number> {
  const { body, status } = await company.as('owner').post('/accounts/user/', {
    email: `${unique('invited').replace(/\s/g, '-')}@example.com`,
    last_name,
    first_name: 'Ірина',
    user_types: ['student'],
    ...given,
  });
  expect(status).toBe(201);
  return body.id as number;
}

async function opened(page: Page, who: Parameters<typeof signIn>[1], path = '/user'): Promise<void> {
  await signIn(page, who);
  await page.goto(path);
  await page.getByText(/\d+ (запис|записи|записів)$/).waitFor();
}

const rows = (page: Page) => page.getByRole('table', { name: 'Користувачі' }).locator('tbody tr');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Вибрати: ${name}` });

async function menuOf(page: Page, text: string): Promise<string[]> {
  await row(page, text).getByRole('button', { name: /^Дії/ }).click();
  await page.getByRole('menu').waitFor();
  return page.getByRole('menuitem').allInnerTexts();
}

describe('the filters of the users list', () => {
  test('stand in the address, count, go back and are cleared at once', async ({ page }) => {
    const { id } = company.people.student;
    await company.as('owner').patch(`/accounts/user/${id}/`, { subdivision: 'Склад' });
    const group = await company.aGroup();
    await opened(page, company.people.owner);
    await expect.poll(() => rows(page).count()).toBe(5);
    // The owner holds the role of an administrator too; tables name no other.
    await expect.poll(() => rows(page).getByRole('cell', { name: 'Адміністратор' }).count()).toBe(2);
    expect(await rows(page).getByRole('cell', { name: 'Власник' }).count()).toBe(0);

    await addFilter(page, 'Роль', 'Тренер');
    await page.waitForURL('**/user?user_type=trainer');
    await page.getByText('1 активний фільтр').waitFor();
    await addFilter(page, 'Підрозділ', 'Склад');
    await page.getByText('Нічого не знайдено').waitFor();
    expect(new URL(page.url()).searchParams.get('subdivision')).toBe('Склад');

    await page.goBack();
    await row(page, 'Trainer').waitFor();
    expect(await chip(page, 'Підрозділ: Склад').count()).toBe(0);
    await page.goForward();
    await page.getByText('2 активні фільтри').waitFor();
    await page.getByRole('button', { name: 'Скинути всі' }).click();
    await page.waitForURL('**/user');
    await expect.poll(() => rows(page).count()).toBe(5);

    // An address opened afresh names the group it filters by.
    await page.goto(`/user?group=${group.id}&user_type=student`);
    await chip(page, `Група: ${group.name}`).waitFor();
    await page.getByText('2 активні фільтри').waitFor();
    // Its manager has the role of a student along with their own, and was not given it.
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('are set by the keyboard alone, and the list is let alone by a closed panel', async ({ page }) => {
    await opened(page, company.people.owner);
    await tabTo(page, 'Додати фільтр');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Статус', 'ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Додати фільтр' });
    await panel.getByRole('option', { name: 'Ще не ввійшли' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await tabTo(page, 'Ще не ввійшли', 'ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user?status=not_activated');
    await panel.waitFor({ state: 'hidden' });
    await tabTo(page, 'Статус: Ще не ввійшли');
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await tabTo(page, 'Статус: скинути');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Фільтр');
  });

  test('leave nothing above a list that has nothing, and stay above one that they empty', async ({
    page,
  }) => {
    const fresh = await aCompany(productWorld());
    await opened(page, fresh.people.owner);
    for (const path of ['/course', '/group', '/program', '/webinar', '/results']) {
      await page.goto(path);
      await settled(page);
      const above = await page.getByRole('main').getByRole('search').count();
      expect({ path, above }).toEqual({ path, above: 0 });
    }
    await page.goto('/user?status=blocked');
    await page.getByText('Нічого не знайдено').waitFor();
    await chip(page, 'Статус: Заблоковано').waitFor();
    await page.getByRole('searchbox', { name: 'Пошук', exact: true }).fill('ніхто');
    await page.waitForURL('**search=**');
    await page.getByRole('searchbox', { name: 'Пошук', exact: true }).fill('');
    await page.waitForURL('**/user?status=blocked');
    await chip(page, 'Статус: Заблоковано').waitFor();
  });

  test('open in a sheet on a phone, with nothing wider than the screen', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await opened(page, company.people.owner);
    await page.getByRole('button', { name: 'Фільтри' }).click();
    const sheet = page.getByRole('dialog', { name: 'Фільтри' });
    await sheet.getByLabel('Роль').selectOption('manager');
    await sheet.getByRole('button', { name: 'Показати 1 запис' }).waitFor();
    await sheet.getByLabel('Статус').selectOption('blocked');
    await sheet.getByRole('button', { name: 'Показати 0 записів' }).click();
    await page.getByText('Нічого не знайдено').waitFor();
    await page.getByRole('button', { name: 'Фільтри: 2 активні фільтри' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('stand above cards as wide as a phone, however long an e-mail stands for a name', async ({ page }) => {
    const fresh = await aCompany(productWorld());
    const email = `${unique('long').replace(/\s/g, '-')}${'x'.repeat(30)}@${'department.'.repeat(4)}example.com`;
    await fresh.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
    await fresh.as('owner').post('/accounts/user/', { phone: '+380671234567', user_types: ['student'] });
    await page.setViewportSize({ width: 360, height: 780 });
    await opened(page, fresh.people.owner);
    await page.getByText(email).waitFor();
    await page.getByText('Вхід за аркушем').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('leave the view alone: table or cards, in the address as well', async ({ page }) => {
    await opened(page, company.people.owner);
    await page.getByRole('link', { name: 'Картки' }).click();
    await page.waitForURL('**/user?view=list');
    await page
      .getByRole('list', { name: 'Користувачі' })
      .getByRole('link', { name: /Student/ })
      .waitFor();
    await addFilter(page, 'Роль', 'Студент');
    await page.waitForURL('**/user?view=list&user_type=student');
    await page.goBack();
    await page.goBack();
    await rows(page).first().waitFor();
  });
});

/** As many rows as a page of people has. */
const PAGE = 16;

describe('the table', () => {
  test('has rows of 56 pixels, or of 48 if that is chosen, down to a narrow window', async ({ page }) => {
    const { id } = company.people.student;
    await company.as('owner').patch(`/accounts/user/${id}/`, {
      position: 'Старша наставниця другої зміни касирів торгової зали',
      subdivision: 'Розподільчий центр «Бориспіль»: приймання та зберігання товару',
    });
    await opened(page, company.people.owner);
    const heights = () =>
      rows(page).evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.clientHeight)))]);
    for (const width of [1440, 960]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(heights).toEqual([56]);
    }
    await page.getByRole('button', { name: 'Щільніші рядки' }).click();
    await expect.poll(heights).toEqual([48]);
    await page.reload();
    await row(page, 'Student').waitFor();
    await expect.poll(heights).toEqual([48]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('tells names of usual length whole, down to a narrow window', async ({ page }) => {
    await anInvited('Ковальчук', { first_name: 'Владислава' });
    await page.setViewportSize({ width: 960, height: 900 });
    await opened(page, company.people.owner);
    const name = rows(page).getByText('Ковальчук Владислава', { exact: true });
    expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });

  test('is leafed through by keys to its last page and back, and says which page it shows', async ({
    page,
  }) => {
    await Promise.all(Array.from({ length: PAGE + 2 }, (_, index) => anInvited(`Клавіша ${index}`)));
    await opened(page, company.people.owner, '/user?search=Клавіша');
    const [previous, next] = ['Попередня сторінка', 'Наступна сторінка'].map((name) =>
      page.getByRole('button', { name }),
    );
    const hasFocus = () => next!.evaluate((it) => it === document.activeElement);
    await next!.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: /^Сторінка 2$/ })
      .waitFor({ state: 'attached' });
    await expect.poll(() => next!.isDisabled()).toBe(true);
    expect(await hasFocus()).toBe(true);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await page.keyboard.press('Shift+Tab');
    await previous!.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: /^Сторінка 1$/ })
      .waitFor({ state: 'attached' });
    expect(await previous!.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('is printed whole, whatever page of it is open', async ({ page }) => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => anInvited(`Друкар ${index}`)));
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await opened(page, company.people.owner);
    await expect.poll(() => rows(page).count()).toBe(PAGE);
    // By the browser's own menu it is printed as it stands, and says so.
    const part = page.getByText(/^Сторінка списку 1 з \d+$/);
    await page.emulateMedia({ media: 'print' });
    expect(await part.isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    expect(await part.isVisible()).toBe(false);
    await page.keyboard.press('Control+p');
    await page.locator('body[data-printed]').waitFor({ state: 'attached' });
    await expect.poll(() => rows(page).count()).toBe(35);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Сторінки' }).isVisible()).toBe(false);
    expect(await part.isVisible()).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => rows(page).count()).toBe(PAGE);
  });
});

describe('a selection', () => {
  /** What can be done with those chosen. */
  const actions = (page: Page) =>
    page.getByRole('region', { name: 'Дії з вибраними' }).getByRole('button', { name: 'Дії' }).click();

  test('goes over pages and ends with another filter', async ({ page }) => {
    const ids = await Promise.all(
      Array.from({ length: 18 }, (_, index) => anInvited(`Яремчук ${String(index).padStart(2, '0')}`)),
    );
    expect(new Set(ids).size).toBe(18);
    await opened(page, company.people.owner, '/user?search=Яремчук');
    await box(page, 'Яремчук 01 Ірина').click();
    await box(page, 'Яремчук 04 Ірина').click({ modifiers: ['Shift'] });
    await page.getByText('Вибрано: 4').waitFor();
    await page.getByRole('button', { name: 'Сторінка 2' }).click();
    await row(page, 'Яремчук 17').waitFor();
    await page.getByRole('columnheader').first().getByRole('checkbox').click();
    await page.getByText('Вибрано: 6').waitFor();
    await page.getByRole('button', { name: 'Сторінка 1' }).click();
    await expect.poll(() => box(page, 'Яремчук 03 Ірина').isChecked()).toBe(true);
    expect(await box(page, 'Яремчук 05 Ірина').isChecked()).toBe(false);

    await addFilter(page, 'Статус', 'Ще не ввійшли');
    await page.waitForURL('**status=not_activated');
    await expect.poll(() => page.getByText(/^Вибрано/).count()).toBe(0);
  });

  test('is blocked at once, and who could not be is named with the reason', async ({ page }) => {
    await anInvited('Незахідна');
    await opened(page, company.people.owner);
    for (const name of ['Person Student', 'Person Trainer', 'Незахідна Ірина']) await box(page, name).check();
    const bar = page.getByRole('region', { name: 'Дії з вибраними' });
    await actions(page);
    await page.getByRole('menuitem', { name: 'Заблокувати' }).click();
    const ask = page.getByRole('dialog', { name: 'Заблокувати 3 користувачів?' });
    await ask.getByRole('button', { name: 'Заблокувати' }).click();

    const result = page.getByRole('dialog', { name: 'Зроблено для 2, не вдалося для 1' });
    const refused = result.getByRole('listitem');
    await refused.first().waitFor();
    await expect.poll(() => refused.count()).toBe(1);
    await expect.poll(() => refused.innerText()).toMatch(/^Незахідна Ірина\n.*не активу/i);
    await result.getByRole('button', { name: 'Закрити' }).last().click();
    await row(page, 'Student').getByText('Заблоковано').waitFor();
    await row(page, 'Trainer').getByText('Заблоковано').waitFor();
    expect(await bar.count()).toBe(0);
  });

  test('is made and used with the keyboard alone', async ({ page }) => {
    const { name } = await company.aGroup({ students: [] });
    await opened(page, company.people.owner);
    await tabTo(page, 'Вибрати: Person Student');
    await page.keyboard.press('Space');
    await page.getByText('Вибрано: 1').waitFor();
    await tabTo(page, 'Дії');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Додати до групи' }).waitFor();
    await tabTo(page, 'Додати до групи', 'ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Додати до групи' });
    await dialog.waitFor();
    await tabTo(page, 'Група');
    const found = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('search') === name);
    await page.keyboard.type(name);
    // What is chosen before the answer comes goes with the options it was among.
    await found;
    await page.getByRole('option', { name }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByRole('button', { name: 'Додати' }).isEnabled()).toBe(true);
    await tabTo(page, 'Додати');
    await page.keyboard.press('Enter');
    await page.getByText('Зроблено для 1 людини').waitFor();
    const { body } = await company
      .as('owner')
      .get(`/accounts/user/?group=${await groupId(name)}&user_type=student&search=Student`);
    expect(body.results.map((one: { id: number }) => one.id)).toContain(company.people.student.id);
  });

  test('joins a program through its only group', async ({ page }) => {
    const owner = company.as('owner');
    const group = await company.aGroup({ students: [] });
    const program = await aProgram(group.id);
    await opened(page, company.people.owner);
    await box(page, 'Person Student').check();
    await actions(page);
    await page.getByRole('menuitem', { name: 'Додати до програми' }).click();
    const dialog = page.getByRole('dialog', { name: 'Додати до програми' });
    await dialog.getByRole('combobox', { name: 'Програма' }).click();
    await page.getByRole('option', { name: program }).click();
    await dialog.getByText(group.name).waitFor();
    await dialog.getByRole('button', { name: 'Додати' }).click();
    await page.getByText('Зроблено для 1 людини').waitFor();
    const { body } = await owner.get(`/study_group/group_member/?group=${group.id}&role=student`);
    expect(body.results.map((one: { id: number }) => one.id)).toEqual([company.people.student.id]);
  });

  test('without e-mail is offered sheets to print', async ({ page }) => {
    const phone = `+38067${String(Date.now()).slice(-7)}`;
    await anInvited('Безпоштова', { email: undefined, phone });
    await opened(page, company.people.owner);
    await box(page, 'Безпоштова Ірина').check();
    await box(page, 'Person Student').check();
    await actions(page);
    await page.getByRole('menuitem', { name: 'Надіслати дані для входу' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Надіслати' }).click();
    const result = page.getByRole('dialog', { name: 'Зроблено для 2 людей' });
    await result.getByText(/1 людина не має електронної пошти/).waitFor();
    const download = page.waitForEvent('download');
    await result.getByRole('button', { name: 'Надрукувати аркуш' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });
});

describe('a row', () => {
  test('has a menu that keys lead through, and a question that gives the focus back to it', async ({
    page,
  }) => {
    await opened(page, company.people.owner);
    const opens = row(page, 'Student').getByRole('button', { name: /^Дії/ });
    const focused = (name: string) =>
      expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    await opens.press('ArrowDown');
    await focused('Переглянути');
    await page.keyboard.press('ArrowUp');
    await focused('Видалити з компанії');
    await page.keyboard.press('Home');
    await focused('Переглянути');
    await page.getByRole('menu').dispatchEvent('keydown', { key: 'з' });
    await focused('Заблокувати');
    await page.keyboard.press('Escape');
    await page.locator('[role=menu]').waitFor({ state: 'detached' });
    await expect.poll(() => opens.evaluate((element) => element === document.activeElement)).toBe(true);
    await opens.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const ask = page.getByRole('dialog', { name: 'Видалити користувача з компанії?' });
    await ask.getByRole('button', { name: 'Скасувати' }).waitFor();
    // What is below rests.
    expect(await opens.evaluate((element) => (element.focus(), element === document.activeElement))).toBe(
      false,
    );
    await page.keyboard.press('Escape');
    await ask.waitFor({ state: 'detached' });
    await expect.poll(() => opens.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('is deleted after asking by name', async ({ page }) => {
    await opened(page, company.people.owner);
    expect(await menuOf(page, 'Student')).toEqual([
      'Переглянути',
      'Редагувати',
      'Надіслати дані для входу',
      'Заблокувати',
      'Видалити з компанії',
    ]);
    await page.getByRole('menuitem', { name: 'Видалити з компанії' }).click();
    const ask = page.getByRole('dialog', { name: 'Видалити користувача з компанії?' });
    await ask.getByText(/Person Student/).waitFor();
    await ask.getByRole('button', { name: 'Видалити з компанії' }).click();
    await page.getByText('Видалено з компанії: Person Student').waitFor();
    await expect.poll(() => row(page, 'Student').count()).toBe(0);
  });

  test('of an open invitation revokes it', async ({ page }) => {
    await anInvited('Покликана');
    await opened(page, company.people.owner);
    expect(await menuOf(page, 'Покликана')).toEqual([
      'Переглянути',
      'Редагувати',
      'Запросити ще раз',
      'Скасувати запрошення',
    ]);
    await page.getByRole('menuitem', { name: 'Скасувати запрошення' }).click();
    await page
      .getByRole('dialog', { name: 'Скасувати запрошення?' })
      .getByRole('button', { name: 'Скасувати запрошення' })
      .click();
    await expect.poll(() => row(page, 'Покликана').count()).toBe(0);
  });

  test('is blocked and let in again', async ({ page }) => {
    await opened(page, company.people.owner);
    await menuOf(page, 'Student');
    await page.getByRole('menuitem', { name: 'Заблокувати' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Заблокувати' }).click();
    await row(page, 'Student').getByText('Заблоковано').waitFor();
    await menuOf(page, 'Student');
    await page.getByRole('menuitem', { name: 'Розблокувати' }).click();
    await page.getByText('Доступ відновлено: Person Student').waitFor();
    await expect.poll(() => row(page, 'Student').getByText('Заблоковано').count()).toBe(0);
  });
});

test('a manager finds the people of their groups only, and may do to each what the server allows', async ({
  page,
}) => {
  const group = await company.aGroup({ coaches: [company.people.trainer] });
  await company.aPerson('student');
  await opened(page, company.people.manager);
  await expect.poll(async () => (await rows(page).allInnerTexts()).length).toBe(3);
  expect(await menuOf(page, 'Manager')).toEqual(['Переглянути']);
  await page.keyboard.press('Escape');
  expect(await menuOf(page, 'Trainer')).toContain('Видалити з компанії');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Імпортувати з Excel' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Люди моїх компаній' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await openFilter(page, 'Група');
  await page.getByRole('option', { name: group.name }).waitFor();
  await expect.poll(() => page.getByRole('option', { name: /^Group/ }).count()).toBe(1);
});

test('inviting offers the roles that may be given, and puts the person into the group', async ({ page }) => {
  const group = await company.aGroup();
  const email = `${unique('new').replace(/\s/g, '-')}@example.com`;
  await opened(page, company.people.manager);
  await page.getByRole('button', { name: 'Запросити' }).click();
  const dialog = page.getByRole('dialog', { name: 'Запросити людину' });
  await dialog.waitFor();
  await expect
    .poll(() => dialog.getByLabel('Роль').locator('option').allInnerTexts())
    .toEqual(['Студент', 'Тренер', 'Менеджер']);
  await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await dialog.getByText('Вкажіть електронну пошту').waitFor();
  await dialog.getByRole('textbox', { name: 'Електронна пошта' }).fill(email);
  await dialog.getByLabel('Роль').selectOption('trainer');
  await dialog.getByRole('combobox', { name: 'Групи' }).click();
  await page.getByRole('option', { name: group.name }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await page.getByText(`Запрошення надіслано на ${email}`).waitFor();
  await row(page, email).getByText('Запрошено').waitFor();
  const { body } = await company.as('owner').get(`/study_group/group_member/?group=${group.id}&role=coach`);
  expect(body.results.map((one: { email: string }) => one.email)).toEqual([email]);
});

test('a pasted list is invited at once; who could not be is named and stays in it', async ({
  page,
  allowErrors,
}) => {
  // A trainer cannot be invited by a number that is none.
  allowErrors(/status of 400/);
  const group = await company.aGroup();
  const [one, two] = [1, 2].map(() => `${unique('pasted').replace(/\s/g, '-')}@example.com`);
  await opened(page, company.people.owner);
  await page.getByRole('button', { name: 'Запросити' }).click();
  await page.getByRole('dialog').getByText('Кількох людей').click();
  const dialog = page.getByRole('dialog', { name: 'Запросити людей' });
  const list = dialog.getByRole('textbox', { name: 'Пошта або телефон кожної людини' });
  await list.fill(`Hanna Koval <${one}>\n${two}, +380 00 000 00 00\nхтось без адреси\n${two}`);
  await dialog.getByText('Знайдено 3 людини').waitFor();
  await dialog.getByText('1 рядок не схожий на пошту чи телефон').waitFor();
  const read = dialog.getByRole('region', { name: 'Як прочитано список' }).getByRole('row');
  expect(await read.nth(1).getByRole('cell').allTextContents()).toEqual(['Koval', 'Hanna', one]);
  await dialog.getByLabel('Порядок імен').selectOption('Спершу прізвище');
  await expect.poll(() => read.nth(1).getByRole('cell').allTextContents()).toEqual(['Hanna', 'Koval', one]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Групи' }).click();
  await page.getByRole('option', { name: group.name }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Запросити 3 людини' }).click();
  const done = page.getByRole('dialog', { name: 'Запрошення' });
  await done.getByText('Надіслано 2 запрошення').waitFor();
  await done.getByText('2 людини не запрошено').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await done.getByRole('button', { name: 'Виправити й запросити решту' }).click();
  await expect.poll(() => list.inputValue()).toBe('хтось без адреси\n+380 00 000 00 00');
  const { body } = await company.as('owner').get(`/study_group/group_member/?group=${group.id}&role=student`);
  const emails = body.results.map((person: { email: string }) => person.email);
  expect(emails).toEqual(expect.arrayContaining([one, two]));
  expect(body.results.find((person: { email: string }) => person.email === one)).toMatchObject({
    last_name: 'Hanna',
    first_name: 'Koval',
  });
});

test('the list is exported as filtered', async ({ page }) => {
  await opened(page, company.people.owner, '/user?user_type=manager');
  await page.getByRole('button', { name: 'Інші дії' }).click();
  const asked = page.waitForRequest((request) => request.url().includes('/accounts/user_data/'));
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Експортувати в Excel' }).click();
  expect((await asked).url()).toContain(`/user_data/${company.id}/?user_type=manager`);
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('a person of another company of the owner is brought into this one', async ({ page }) => {
  const owner = company.as('owner');
  const made = await owner.post('/space/new_space/', { name: unique('Second') });
  expect(made.status).toBe(201);
  const { body } = await owner.post('/space/change_current_space/', { space_pk: made.body.id });
  await opened(page, { client: { token: body.access as string } }, '/user/all');
  await page.getByRole('button', { name: 'Запросити до цієї компанії: Person Student' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Роль').selectOption('trainer');
  await dialog.getByRole('button', { name: 'Запросити' }).click();
  await page.getByText('Запрошено: Person Student').waitFor();
  // They belong to it once they accept.
  await page.goto('/user?status=not_activated');
  await row(page, company.people.student.email).getByText('Запрошено').waitFor();
  const spaces = await company.as('student').get('/accounts/memberships/');
  expect(spaces.body.count).toBe(1);
});

test('who declined is told apart, and invited again from their page', async ({ page }) => {
  const email = company.people.student.email;
  const other = await aCompany(productWorld());
  const { body } = await other.as('owner').post('/accounts/user/', {
    email,
    first_name: 'Ганна',
    last_name: 'Записана',
    user_types: ['student'],
  });
  const [waiting] = (await company.as('student').get('/accounts/invitations/')).body;
  await opened(page, other.people.owner);
  await row(page, 'Записана Ганна').getByText('Запрошено').waitFor();
  await company.as('student').post(`/accounts/invitations/${waiting.id}/decline/`, {});
  await page.reload();
  await row(page, 'Записана Ганна').getByText('Відхилено').waitFor();
  await row(page, 'Записана Ганна').getByRole('link').first().click();
  await page.waitForURL(`**/user/${body.id}`);
  await page.getByText('Запрошення відхилено').waitFor();
  await page.getByText('Показано те, що записала ваша компанія.').waitFor();
  // A link for a mailbox is never printed.
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Надіслати запрошення ще раз' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /аркуш/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await accessibilityProblems(page)).toEqual([]);
});

/** Moves the focus on until it stands on what is called so, which may be yet to come. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const focused = () => {
    const element = document.activeElement as HTMLInputElement | null;
    return (
      element?.getAttribute('aria-label') ??
      element?.labels?.[0]?.innerText ??
      element?.textContent ??
      ''
    )
      .replace(/\s*\*$/, '')
      .trim();
  };
  await expect
    .poll(async () => (await page.keyboard.press(key), await page.evaluate(focused)), { interval: 0 })
    .toBe(name);
}

/** A program of one course and one group. */
async function aProgram(group_id: number): Promise<string> {
  const name = unique('Program');
  await asSystem(productWorld(), [
    `with made as (insert into programs (company_id, name) values ($1, $2) returning id)
     insert into program_groups (company_id, program_id, group_id) select $1, id, $3 from made`,
    [company.id, name, group_id],
  ]);
  return name;
}

async function groupId(name: string): Promise<number> {
  const { body } = await company
    .as('owner')
    .get(`/study_group/study_group/?search=${encodeURIComponent(name)}`);
  return body.results[0].id as number;
}

test('whoever loses the role they act in goes on in another, wherever they are', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/403/);
  const person = await company.aPerson('manager');
  const take = (user_types: string[]) =>
    company.as('owner').patch(`/accounts/user/${person.id}/`, { user_types });
  const actsAs = () =>
    page.evaluate(() => JSON.parse(atob(localStorage.getItem('access')!.split('.')[1]!)).type as string);
  await signIn(page, person);
  await page.goto('/user');
  await page.getByRole('heading', { name: 'Користувачі' }).waitFor();
  await take(['trainer', 'student']);
  await page.reload();
  await expect.poll(actsAs).toBe('trainer');
  // The page is none of a trainer's, and leads to what is.
  await page.getByRole('link', { name: 'На головну' }).click();
  await page.getByRole('link', { name: 'Курси' }).first().waitFor();
  // Without a reload, by the first call that is refused.
  await take(['student']);
  await page.getByRole('link', { name: 'Курси' }).first().click();
  await expect.poll(actsAs).toBe('student');
  await page.getByRole('heading', { name: 'Курси' }).waitFor();
});
