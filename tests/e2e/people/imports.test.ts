import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { xlsx } from '../../../tools/bench/files/xlsx.ts';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';
import { givePassword, typePassword, withoutNews } from '../../support/browser/signing-in.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEAD = ['ПІБ', 'E-Mail', 'Телефон', 'Роль', 'Посада'];

let company: Company;
beforeEach(async () => {
  company = await aCompany(productWorld());
});

const address = () => `${unique('imported').replace(/\s/g, '-')}@example.com`;
let phones = Date.now() % 10_000_000;
const aPhone = () => `+38067${String((phones += 1) % 10_000_000).padStart(7, '0')}`;

async function opened(page: Page, who: 'owner' | 'manager' = 'owner'): Promise<void> {
  await signIn(page, company.people[who]);
  await page.goto('/user/import');
  await page.getByRole('button', { name: 'Вибрати файл' }).waitFor();
}

async function choose(page: Page, buffer: Uint8Array, name = 'people.xlsx'): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: XLSX, buffer: Buffer.from(buffer) });
}

const table = (rows: (string | null)[][]) => xlsx([HEAD, ...rows]);
const grid = (page: Page) => page.getByRole('grid', { name: 'Рядки файлу' });
const cell = (page: Page, row: number, label: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: new RegExp(`^Імпортувати рядок ${row}:`) }) })
    .getByRole('button', { name: new RegExp(`^${label}:`) });
const card = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${name}`) });

/** Types into a cell as with a keyboard. */
async function type(page: Page, row: number, label: string, text: string): Promise<void> {
  await cell(page, row, label).click();
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.keyboard.press('Enter');
}

async function run(page: Page, count: string): Promise<void> {
  await page.getByRole('button', { name: `Імпортувати ${count}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Імпортувати', exact: true }).click();
}

async function peopleNamed(search: string): Promise<Record<string, unknown>[]> {
  const { body } = await company.as('owner').get(`/accounts/user/?search=${encodeURIComponent(search)}`);
  return body.results;
}

test('the template is downloaded, has no people yet, and is taken when filled in', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 400/);
  await opened(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Завантажити шаблон' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Шаблон імпорту користувачів.xlsx');
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await file.path());
  await choose(page, new Uint8Array(await workbook.xlsx.writeBuffer()));
  await page.getByRole('alert').getByText('У файлі немає рядків із людьми').waitFor();

  const email = address();
  workbook.worksheets[0]!.getCell('A2').value = 'Студент';
  workbook.worksheets[0]!.getCell('B2').value = email;
  await choose(page, new Uint8Array(await workbook.xlsx.writeBuffer()));
  await grid(page).getByText('Нова людина').first().waitFor();
  await expect
    .poll(() =>
      grid(page)
        .getByRole('button', { name: `Електронна пошта: ${email}` })
        .count(),
    )
    .toBe(1);
});

test('an email that is refused for letters which look like Latin ones says which', async ({ page }) => {
  await opened(page);
  const email = address();
  await choose(page, table([['Коваль Ганна', email.replace('e', 'е'), '', 'Студент', '']]));
  await grid(page)
    .getByText('Електронна пошта: Пошту пишуть латиницею, а тут кирилиця: е', { exact: true })
    .waitFor();
  await type(page, 2, 'Електронна пошта', email);
  await grid(page).getByText('Нова людина').waitFor();
  expect(await grid(page).getByText('Пошту пишуть латиницею').count()).toBe(0);
});

describe('a file that cannot be taken', () => {
  test('is refused before it is sent when its name or size says so', async ({ page }) => {
    await opened(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await choose(page, new Uint8Array(10), 'people.csv');
    const alert = page.getByRole('alert');
    await alert.getByText('Формат файлу не відповідає потрібному').waitFor();
    await choose(page, new Uint8Array(500 * 1024 + 1));
    await alert.getByText('Розмір файлу перевищує 500 КБ').waitFor();
    expect(sent).toEqual([]);
  });

  test('is refused in place with what to do, and another is taken at once', async ({ page, allowErrors }) => {
    allowErrors(/status of 400/);
    await opened(page);
    await choose(page, new TextEncoder().encode('no workbook at all'));
    await page.getByRole('alert').getByText('Формат файлу не відповідає потрібному').waitFor();
    await page.getByText('Потрібна книга Excel').waitFor();
    await choose(page, xlsx([['ПІБ'], ['Коваль Ганна']]));
    await page.getByRole('alert').getByText('У файлі немає стовпця з роллю').waitFor();
    // Dropped anywhere on the page.
    const bytes = [...table([['Коваль Ганна', address(), null, 'Студент', null]])];
    await page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content)], 'dropped.xlsx'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes);
    await page.getByRole('heading', { name: 'dropped.xlsx' }).waitFor();
  });
});

test('errors are corrected in the table, then the people are there and invited; a second run changes nothing', async ({
  page,
}) => {
  const [email, other, phone] = [address(), address(), aPhone()];
  const file = xlsx([
    [...HEAD, 'Розмір'],
    ['Коваль Ганна', email.replace('@', '@@'), null, 'Студент', 'Оператор', 'M'],
    ['Шевчук Олег', other, null, 'Директор', null, 'L'],
    ['Мельник Тарас', null, phone, 'Студент', null, null],
  ]);
  await opened(page);
  await choose(page, file);
  await page.getByText('не імпортується').waitFor();
  await expect.poll(() => card(page, 'З помилками').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => grid(page).getByRole('row').count()).toBe(3);
  await expect
    .poll(() => grid(page).locator('[aria-invalid=true]').allInnerTexts())
    .toEqual([expect.stringMatching(/@@[^]*формат/), expect.stringMatching(/Директор\s+Невідома роль/)]);

  await type(page, 2, 'Електронна пошта', email);
  await page.getByText('Перевірено, залишилася 1 помилка').waitFor();
  // The row stays where it is, though it has no error any more.
  await grid(page).getByText('Нова людина').first().waitFor();
  await cell(page, 3, 'Роль').click();
  const role = page.getByRole('combobox', { name: 'Роль' }).last();
  await expect
    .poll(() => role.getByRole('option').allInnerTexts())
    .toEqual(['Директор', 'Адміністратор', 'Менеджер', 'Тренер', 'Студент']);
  await role.selectOption('manager');
  await page.keyboard.press('Enter');
  await page.getByText('Перевірено, помилок немає').waitFor();
  await page.getByText('Імпорт додасть 3 нові людини.').waitFor();

  await run(page, '3 людини');
  await page.getByRole('heading', { name: 'Готово: імпортовано 3 людини' }).waitFor();
  expect(await peopleNamed('Коваль')).toMatchObject([{ email, position: 'Оператор' }]);
  expect(await peopleNamed('Шевчук')).toMatchObject([{ user_types: ['manager', 'trainer', 'student'] }]);
  await mailTo(email);
  await mailTo(other);

  await page.getByText('1 людина без пошти чекає на аркуш для входу').waitFor();
  const sheets = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Надрукувати аркуші' }).click();
  expect((await sheets).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByText('Готово аркушів: 1 з 1').waitFor();

  const waiting = page.getByRole('link', { name: 'Показати запрошених' });
  await expect.poll(() => waiting.getAttribute('href')).toBe('/user?status=not_activated');
  await page.getByRole('button', { name: 'Імпортувати інший файл' }).click();
  await choose(
    page,
    table([
      ['Коваль Ганна', email, null, 'Студент', 'Оператор'],
      ['Мельник Тарас', null, phone, 'Студент', null],
    ]),
  );
  await page.getByText('Змінювати нічого').waitFor();
  await expect.poll(() => card(page, 'Без змін').innerText()).toContain('2');
  // Nothing would be lost, so nothing is asked.
  await page.getByRole('link', { name: 'Користувачі' }).last().click();
  await page.waitForURL('**/user');
});

describe('rows with errors', () => {
  const rows = (first: string, second: string) => [
    ['Коваль Ганна', first, null, 'Студент', null],
    ['Шевчук Олег', second, null, 'Хтозна', null],
  ];

  test('stop everything, or are left to be corrected afterwards', async ({ page }) => {
    const [first, second] = [address(), address()];
    await opened(page);
    await choose(page, table(rows(first, second)));
    const start = page.getByRole('button', { name: 'Імпортувати 1 людину', exact: true });
    await start.waitFor();
    await expect.poll(() => start.isDisabled()).toBe(true);
    await card(page, 'Усі рядки').click();
    await page.getByRole('button', { name: 'До 1 помилки' }).click();
    await expect.poll(() => grid(page).getByRole('row').count()).toBe(2);

    await page.getByRole('radio', { name: /^Імпортувати решту/ }).check();
    await start.click();
    const dialog = page.getByRole('dialog', { name: 'Імпортувати 1 людину?' });
    await dialog.getByText('1 рядок, що не пройшов перевірку, не буде імпортовано.').waitFor();
    const runs: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('"dry_run":false')) runs.push(request.url());
    });
    await dialog.getByRole('button', { name: 'Імпортувати', exact: true }).dblclick();
    await page.getByRole('heading', { name: 'Готово: імпортовано 1 людину' }).waitFor();
    expect(runs.length).toBe(1);
    await page.getByText('Рядок 3 · Шевчук Олег').waitFor();
    expect((await peopleNamed('Шевчук')).length).toBe(0);

    await page.getByRole('button', { name: 'Виправити й імпортувати' }).click();
    await cell(page, 3, 'Роль').click();
    await page.getByRole('combobox', { name: 'Роль' }).last().selectOption('student');
    await page.keyboard.press('Enter');
    await page.getByText('Перевірено, помилок немає').waitFor();
    await run(page, '1 людину');
    await page.getByRole('heading', { name: 'Готово: імпортовано 1 людину' }).waitFor();
    expect(await peopleNamed('Шевчук')).toMatchObject([{ email: second }]);
  });

  test('are left out one by one and put back', async ({ page }) => {
    await opened(page);
    await choose(page, table(rows(address(), address())));
    const box = page.getByRole('checkbox', { name: 'Імпортувати рядок 3: Шевчук Олег' });
    await box.uncheck();
    await page.getByText('Перевірено, помилок немає').waitFor();
    await grid(page).getByText('Пропущено').first().waitFor();
    await card(page, 'Пропущені').click();
    await box.check();
    await page.getByText('Перевірено, залишилася 1 помилка').waitFor();
    await grid(page).getByText('Невідома роль').first().waitFor();
  });

  test('that come up between the check and the run stop it', async ({ page }) => {
    const group = await company.aGroup();
    await opened(page);
    await choose(
      page,
      xlsx([
        [...HEAD, 'Номер групи'],
        ['Коваль Ганна', address(), null, 'Студент', null, String(group.id)],
      ]),
    );
    await page.getByText('Імпорт додасть 1 нову людину.').waitFor();
    await company.as('owner').delete(`/study_group/study_group/${group.id}/`);
    await run(page, '1 людину');
    await page.getByRole('alert').getByText('Нічого не імпортовано: у рядках з’явилися помилки').waitFor();
    await card(page, 'З помилками').click();
    await grid(page).getByText('Немає такої групи').first().waitFor();
  });
});

test('one correction mends all equal wrong values, and groups that are missing are made', async ({
  page,
}) => {
  await opened(page);
  const name = unique('Зміна');
  await choose(
    page,
    xlsx([
      [...HEAD, 'Група'],
      ['Коваль Ганна', address(), null, 'Студентик', null, name],
      ['Шевчук Олег', address(), null, 'Студентик', null, name],
      ['Мельник Тарас', address(), null, 'Студентик', null, null],
    ]),
  );
  // What is wrong is said beside the row, wherever its cell is.
  const reason = grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(1);
  await reason.getByText('Роль: Невідома роль').waitFor();
  await cell(page, 2, 'Роль').click();
  await grid(page).getByRole('combobox', { name: 'Роль' }).selectOption('student');
  await page.getByText('Те саме ще в 2 рядках').waitFor();
  await page.getByRole('button', { name: 'Виправити всі' }).click();
  await page.getByText('Такої групи ще немає').waitFor();
  await page.getByRole('button', { name: 'Створити її під час імпорту' }).click();
  await page.getByText('Перевірено, помилок немає').waitFor();
  await page.getByText('Групу буде створено').waitFor();
  await run(page, '3 людини');
  await page.getByRole('heading', { name: 'Готово: імпортовано 3 людини' }).waitFor();
  const { body } = await company
    .as('owner')
    .get(`/study_group/study_group/?search=${encodeURIComponent(name)}`);
  expect(body.results).toMatchObject([{ name, students: 2 }]);
});

test('another name for somebody who is invited is shown with the one before, as something to check', async ({
  page,
}) => {
  const [email, other] = [address(), address()];
  await company.as('owner').post(`/accounts/user_data/${company.id}/rows/`, {
    rows: [
      { row: 2, cells: { role: 'student', email, full_name: 'О’Коннор Шон', position: 'Касир' } },
      { row: 3, cells: { role: 'student', email: other, position: 'Касир' } },
    ],
  });
  await opened(page);
  await choose(
    page,
    table([
      ['Шевченко Шон', email, null, null, 'Комірник'],
      ['Мельник Тарас', other, null, null, null],
    ]),
  );
  const told = (row: number) => grid(page).getByRole('row').nth(row).getByRole('gridcell').nth(1).innerText();
  await expect
    .poll(() => told(1))
    .toMatch(/^Зміниться\s+Перевірте ім’я\s+Прізвище: О’Коннор → Шевченко\s+Посада: Касир → Комірник$/);
  // Whoever had no name is given one.
  expect(await told(2)).toMatch(/^Зміниться\s+Прізвище: порожньо → Мельник\s+Ім’я: порожньо → Тарас$/);
  await page.getByText('Ім’я зміниться в 1 людини').waitFor();
  await settled(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Показати ці рядки' }).click();
  await expect.poll(() => grid(page).getByRole('row').count()).toBe(2);
  await expect.poll(() => card(page, 'З іншим ім’ям').getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('checkbox', { name: /^Імпортувати рядок 2:/ }).uncheck();
  await page.getByText('Ім’я зміниться в 1 людини').waitFor({ state: 'detached' });
});

test('where one press mends every row, all of them are shown', async ({ page }) => {
  await opened(page);
  const rows = ['Коваль Ганна', 'Шевчук Олег'].map((name) => [name, address(), null, 'Студент', null]);
  await choose(page, xlsx([[...HEAD, 'Група'], ...rows.map((row) => [...row, unique('Зміна')])]));
  await page.getByRole('button', { name: 'Створити їх під час імпорту' }).click();
  await page.getByText('Перевірено, помилок немає').waitFor();
  await expect.poll(() => grid(page).getByRole('row').count()).toBe(3);
  await expect.poll(() => card(page, 'Усі рядки').getAttribute('aria-pressed')).toBe('true');
});

test('licences that do not suffice are named with what to do, apart from mistakes', async ({ page }) => {
  await asSystem(productWorld(), [`update companies set licence_limit = 6 where id = $1`, [company.id]]);
  await opened(page);
  await choose(
    page,
    table([
      ['Коваль Ганна', address(), null, 'Студент', null],
      ['Шевчук Олег', address(), null, 'Студент', null],
      ['Мельник Тарас', address(), null, 'Студент', null],
      ['Бойко Ірина', address(), null, 'Хтозна', null],
    ]),
  );
  await page.getByText('Не вистачає 2 ліцензій').waitFor();
  await page.getByText('Потрібно ліцензій: 3, вільно: 1.').waitFor();
  await expect.poll(() => card(page, 'З помилками').innerText()).toMatch(/^1\b/);
  await expect.poll(() => card(page, 'Без ліцензії').innerText()).toMatch(/^2\b/);
  await page.getByRole('checkbox', { name: 'Імпортувати рядок 5: Бойко Ірина' }).uncheck();
  await page.getByText('Перевірено, помилок немає').waitFor();
  await page.getByRole('button', { name: 'До 2 рядків без ліцензії' }).click();
  await expect.poll(() => grid(page).getByRole('row').count()).toBe(3);
  await grid(page).getByText('Вільних ліцензій не залишилося').first().waitFor();
});

test('a lost connection loses nothing: the check and the run are tried again', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  await opened(page);
  await choose(page, table([['Коваль Ганна', address(), null, 'Студент', null]]));
  await grid(page).waitFor();
  await context.setOffline(true);
  await type(page, 2, 'Посада', 'Комірник');
  await page.getByText('Не вдалося перевірити виправлення.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByText('Перевірено, помилок немає').waitFor();
  await context.setOffline(true);
  await run(page, '1 людину');
  const alert = page.getByRole('alert');
  await alert.getByText('Немає зв’язку із сервером').waitFor();
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByRole('heading', { name: 'Готово: імпортовано 1 людину' }).waitFor();
  expect(await peopleNamed('Коваль')).toMatchObject([{ position: 'Комірник' }]);
});

test('an import that was left by a reload is told of until it is among the latest ones', async ({ page }) => {
  await opened(page);
  await choose(page, table([['Коваль Ганна', address(), null, 'Студент', null]]));
  await grid(page).waitFor();
  // The server has it, and has not answered by the time the page is loaded again.
  let sent: unknown;
  await page.route('**/rows/', (route) => {
    const body = route.request().postDataJSON() as { dry_run: boolean };
    if (body.dry_run) return route.continue();
    sent = body;
  });
  await run(page, '1 людину');
  await page.getByText('Імпортуємо 1 рядок…').waitFor();
  await expect.poll(() => sent).toBeDefined();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const told = page.getByText(/^Імпорт 1 рядка, розпочатий о \d\d:\d\d, може ще тривати$/);
  await told.waitFor();
  await settled(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await company.as('owner').post(`/accounts/user_data/${company.id}/rows/`, sent);
  await page.getByText('Імпорт завершено').waitFor();
  await page.getByText('приєдналося 1, змінено 0').waitFor();
  expect(await told.count()).toBe(0);
  await page.reload();
  await page.getByText('приєдналося 1, змінено 0').waitFor();
  expect(await told.count()).toBe(0);
});

test('a session that ends meanwhile is begun again over the table, and nothing is lost', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  const { owner } = company.people;
  await givePassword(owner);
  await withoutNews(page.context());
  await opened(page);
  await choose(page, table([['Коваль Ганна', address(), null, 'Студент', null]]));
  await grid(page).waitFor();
  // What is still under way would be refused in place of what is typed.
  await settled(page);
  await owner.client.post('/accounts/logout/');
  await type(page, 2, 'Посада', 'Комірник');
  const dialog = page.getByRole('dialog', { name: 'Сеанс завершився' });
  await typePassword(dialog);
  await dialog.getByRole('button', { name: 'Увійти' }).click();
  await page.getByText('Перевірено, помилок немає').waitFor();
  await run(page, '1 людину');
  await page.getByRole('heading', { name: 'Готово: імпортовано 1 людину' }).waitFor();
});

test('leaving asks first, and so does another file after a correction', async ({ page }) => {
  await opened(page);
  await choose(page, table([['Коваль Ганна', address(), null, 'Студент', null]]));
  await grid(page).waitFor();
  await page.getByRole('link', { name: 'Групи' }).click();
  await page
    .getByRole('dialog', { name: 'Незбережені зміни' })
    .getByRole('button', { name: 'Скасувати' })
    .click();
  await type(page, 2, 'Посада', 'Комірник');
  await choose(page, table([['Інша Людина', address(), null, 'Студент', null]]), 'other.xlsx');
  const ask = page.getByRole('dialog', { name: 'Узяти інший файл?' });
  await ask.getByRole('button', { name: 'Узяти інший' }).click();
  await page.getByRole('heading', { name: 'other.xlsx' }).waitFor();
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const asked = await closing;
  expect(asked.type()).toBe('beforeunload');
  await asked.accept();
});

test('everything works with the keyboard alone', async ({ page }) => {
  const email = address();
  await opened(page);
  await choose(
    page,
    table([
      ['Коваль Ганна', 'wrong', null, 'Студент', null],
      ['Шевчук Олег', address(), null, 'Студент', null],
    ]),
  );
  await card(page, 'Усі рядки').focus();
  await page.keyboard.press('Enter');
  await cell(page, 2, 'ПІБ').focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  // Arrows move; Enter edits, Esc leaves as it was.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Електронна пошта: wrong');
  await page.keyboard.press('Enter');
  await page.keyboard.type('er');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Електронна пошта: wrong');
  // Typing writes over; Tab goes on editing in the next cell, which Esc leaves.
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Логін / телефон');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Посада');
  await page.keyboard.type('Комірник');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('ПІБ');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('ПІБ: Шевчук Олег');
  await page.keyboard.press('Home');
  await expect.poll(focused).toBe('Імпортувати рядок 3: Шевчук Олег');
  await page.keyboard.press('Space');
  await page.getByText('Перевірено, помилок немає').waitFor();

  // A role is chosen from its list.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Роль: Студент');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Роль: Менеджер');
  await page.getByText('Перевірено, помилок немає').waitFor();

  // The grid is one stop on the way to the button.
  const start = page.getByRole('button', { name: 'Імпортувати 1 людину', exact: true });
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    if (await start.evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Імпортувати 1 людину?' });
  await dialog.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Скасувати');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Готово: імпортовано 1 людину' }).waitFor();
  expect(await peopleNamed('Коваль')).toMatchObject([{ email, position: 'Комірник' }]);
});

test('a manager gives no role above their own and is kept to their groups', async ({ page }) => {
  await company.aGroup();
  await opened(page, 'manager');
  expect(await page.getByText('Відповідає за всю компанію').count()).toBe(0);
  await choose(page, table([['Коваль Ганна', address(), null, 'Адміністратор', null]]));
  await grid(page).getByText('Ви не можете призначити цю роль').first().waitFor();
  await cell(page, 2, 'Роль').click();
  const options = page.getByRole('combobox', { name: 'Роль' }).last().getByRole('option');
  await expect
    .poll(() => options.allInnerTexts())
    .toEqual(['Адміністратор', 'Менеджер', 'Тренер', 'Студент']);
});

test.for([
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const)(
  'each step is accessible and no wider than $width px',
  async ({ width, colorScheme }, { page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await opened(page);
    const judge = async () => {
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([sideways, await accessibilityProblems(page)]).toEqual([0, []]);
    };
    await judge();
    const rows = Array.from({ length: 60 }, (_, n) => [
      `Коваль Ганна ${n}`,
      address(),
      null,
      'Студент',
      null,
    ]);
    await choose(
      page,
      table([...rows, ['Шевчук Олег', 'wrong', null, 'Хтозна', 'Дуже довга назва посади '.repeat(4)]]),
    );
    await grid(page).waitFor();
    await judge();
    await card(page, 'Усі рядки').click();
    await page.getByRole('button', { name: 'Сторінка 2' }).click();
    await cell(page, width < 960 ? 25 : 55, 'ПІБ').click();
    await judge();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: /^Імпортувати решту/ }).check();
    await run(page, '60 людей');
    await page.getByRole('heading', { name: 'Готово: імпортовано 60 людей' }).waitFor();
    await judge();
  },
);

test('is taken back as one, and names who has come since', async ({ page }) => {
  const [gone, stays] = [address(), await company.aPerson('student')];
  await opened(page);
  await choose(
    page,
    table([
      ['Мельник Ірина', gone, null, 'Студент', 'Касирка'],
      ['Person Student', stays.email, null, 'Тренер', null],
    ]),
  );
  await run(page, '2 людини');
  await page.getByRole('heading', { name: 'Готово: імпортовано 2 людини' }).waitFor();
  await company.as('owner').patch(`/accounts/user/${stays.id}/`, { position: 'Директорка' });
  const latest = page.locator('section', { hasText: 'Останні імпорти' });
  await latest
    .getByRole('button', { name: /Скасувати імпорт/ })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: 'Скасувати цей імпорт?' });
  await question.getByRole('button', { name: 'Скасувати імпорт' }).click();
  await page.getByText('1 людина залишилася').waitFor();
  await latest.getByText(/^Скасовано \d\d\.\d\d\.\d{4}, \d\d:\d\d$/).waitFor();
  expect(await latest.getByRole('button').count()).toBe(0);
  expect(await peopleNamed('Мельник')).toEqual([]);
  const { user_types } = (await company.as('owner').get(`/accounts/user/${stays.id}/`)).body;
  expect(user_types).toContain('trainer');
});
