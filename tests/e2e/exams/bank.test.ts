import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const FOLDER = 'Охорона праці';

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

/** The trainer makes a folder and writes its first question; the others come by themselves. */
async function fillTheBank(page: Page): Promise<void> {
  await page.goto('/bank');
  await page.getByRole('button', { name: 'Нова папка' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Назва' }).fill(FOLDER);
  await dialog.getByRole('button', { name: 'Створити' }).click();
  await page.getByRole('link', { name: 'Додати запитання' }).click();
  await page.getByRole('textbox', { name: 'Текст запитання' }).fill('Запитання 1');
  await page.getByRole('button', { name: 'Додати до банку' }).click();
  await page.getByText('Є відповідь без тексту').waitFor();
  await page.getByRole('textbox', { name: 'Відповідь 1' }).fill('так');
  await page.getByRole('textbox', { name: 'Відповідь 2' }).fill('ні');
  await page.getByRole('radio', { name: 'Відповідь 1 правильна' }).check();
  await fits(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Додати до банку' }).click();
  await page.getByRole('link', { name: 'Запитання 1' }).waitFor();
  const trainer = company.as('trainer');
  const { folders } = (await trainer.get('/bank/folders/')).body;
  for (const number of [2, 3, 4, 5, 6])
    await trainer.post('/bank/questions/', {
      folder_id: folders[0].id,
      question: {
        title: `Запитання ${number}`,
        answers: [
          { title: 'так', is_right_answer: true },
          { title: 'ні', is_right_answer: false },
        ],
      },
    });
}

test('a trainer fills a folder of the bank on a phone, and a test draws other questions from it each time', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 400/);
  await page.setViewportSize({ width: 360, height: 740 });
  const exam = await company.anExam();
  await signIn(page, company.people.trainer);
  await fillTheBank(page);
  await fits(page);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByRole('button', { name: 'Додати добір' }).click();
  const count = page.getByRole('textbox', { name: 'Скільки запитань' });
  await count.fill('7');
  await page.getByText('Підходить лише 6 запитань, бракує 1.').waitFor();
  await page.getByRole('button', { name: 'Опублікувати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опублікувати зараз' }).click();
  const problems = page.getByRole('alert').filter({ hasText: 'Опублікувати ще не можна' });
  await problems.getByText('Банку бракує для цього добору 1 запитання').waitFor();
  await problems.getByRole('button', { name: 'Добір 1' }).click();
  await expect.poll(() => count.evaluate((field) => field === document.activeElement)).toBe(true);
  await count.fill('3');
  await page.getByRole('combobox', { name: 'Звідки' }).selectOption({ label: FOLDER });
  await page.getByText('Щонайменше 20 різних варіантів тесту.').waitFor();
  await fits(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const number of [3, 2, 1])
    await page.getByRole('button', { name: `Запитання ${number}: видалити` }).click();
  await page.getByRole('button', { name: 'Опублікувати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опублікувати зараз' }).click();
  await page.getByText('Опубліковано', { exact: true }).waitFor();

  const student = company.as('student');
  const drawn = async () => {
    const started = await student.post('/course/start_form_passing/', { form_id: exam.form_id });
    const { attempt_id, holder, questions } = started.body;
    await student.post('/course/send_student_answers/', { attempt_id, holder, answers: [] });
    return (questions as { title: string }[]).map(({ title }) => title);
  };
  const both = [...(await drawn()), ...(await drawn())];
  expect(both.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Запитання ${number}`));
});

const aQuestion = (title: string, wrong: string) => ({
  title,
  answers: [
    { title: 'так', is_right_answer: true },
    { title: wrong, is_right_answer: false },
  ],
});

test('a question that was saved in another window keeps what is typed here, and asks which version stays', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const trainer = company.as('trainer');
  const folder = await trainer.post('/bank/folders/', { name: 'Два вікна' });
  const { body } = await trainer.post('/bank/questions/', {
    folder_id: folder.body.id,
    question: aQuestion('Чи мокра вода?', 'ні'),
  });
  const saved = async () => (await trainer.get(`/bank/questions/${body.id}/`)).body;
  const inAnotherWindow = async (title: string) => {
    const { version } = await saved();
    await trainer.patch(`/bank/questions/${body.id}/`, { version, question: aQuestion(title, 'ні') });
  };
  await signIn(page, company.people.trainer);
  await page.goto(`/bank/${body.id}`);
  const title = page.getByRole('textbox', { name: 'Текст запитання' });
  await title.waitFor();
  await inAnotherWindow('Чи мокрий сніг?');
  await title.fill('Чи мокрий лід?');
  const save = page.getByRole('button', { name: 'Зберегти', exact: true });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Запитання змінено в іншому вікні' });
  await dialog.getByRole('button', { name: 'Зберегти мою замість неї' }).click();
  await page.getByText('Збережено', { exact: true }).waitFor();
  expect((await saved()).question.title).toBe('Чи мокрий лід?');

  await inAnotherWindow('Чи мокра пара?');
  await title.fill('Чи мокрий дощ?');
  await save.click();
  await dialog.getByRole('button', { name: 'Завантажити ту версію' }).click();
  await expect.poll(() => title.inputValue()).toBe('Чи мокра пара?');
  // What is written from here on is a change of that version.
  await title.fill('Чи суха пара?');
  await save.click();
  await expect.poll(async () => (await saved()).question.title).toBe('Чи суха пара?');
  expect(await dialog.count()).toBe(0);
});

/** A test whose fourth question is tied to one of the bank, in a folder of this name. */
async function anExamWithLink(folderName: string) {
  const trainer = company.as('trainer');
  const folder = await trainer.post('/bank/folders/', { name: folderName });
  const { body: banked } = await trainer.post('/bank/questions/', {
    folder_id: folder.body.id,
    question: aQuestion('Чи горить вода?', 'ні'),
  });
  const exam = await company.anExam();
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
  await trainer.post(`${form}copy_questions/`, { question_ids: [banked.id], linked: true });
  return {
    banked,
    builder: `/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`,
    questions: async () => (await trainer.get(form)).body.questions,
  };
}

/** Lets calls of a method to a path wait until it is called. */
async function held(page: Page, method: string, path: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

test('a test tells of a newer version in the bank and what it says otherwise, takes it, and makes a copy', async ({
  page,
}) => {
  const trainer = company.as('trainer');
  const { banked, builder, questions } = await anExamWithLink('Версії');
  await trainer.patch(`/bank/questions/${banked.id}/`, {
    version: 1,
    question: {
      ...aQuestion('Чи горить олія?', 'ніколи'),
      credit: 'parts',
      answers: [
        { title: 'так', is_right_answer: true },
        { title: 'ніколи', is_right_answer: false, percent: 50 },
      ],
    },
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, company.people.trainer);
  const { folder_id } = (await trainer.get(`/bank/questions/${banked.id}/`)).body;
  await page.goto(`/bank?folder=${folder_id}`);
  const older = page.getByText('1 тест має старішу версію');
  await older.waitFor();
  const right = async (locator: Locator) => {
    const box = (await locator.boundingBox())!;
    return box.x + box.width;
  };
  // The table ends where the button above it does.
  const edge = await right(page.getByRole('link', { name: 'Додати запитання' }));
  expect(await right(older)).toBeLessThan(edge);
  await page.getByRole('button', { name: 'Імпорт і експорт' }).click();
  await page.getByRole('menuitem', { name: 'Імпортувати запитання' }).click();
  const zone = page.getByRole('dialog').locator('[class*="zone"]').first();
  const folderField = (await page.getByRole('dialog').getByRole('combobox').boundingBox())!;
  expect((await zone.boundingBox())!.y).toBeGreaterThan(folderField.y + folderField.height + 4);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/bank');
  await older.waitFor();
  // Before a file is made it is said what stays behind.
  await page.getByRole('button', { name: 'Імпорт і експорт' }).click();
  await page.getByRole('menuitem', { name: /^Експортувати в GIFT\s*Без зображень, інших файлів/ }).waitFor();
  await page
    .getByRole('menuitem', { name: /^Експортувати в QTI 3.0\s*Без папок, тегів і критеріїв/ })
    .waitFor();
  await fits(page);
  await page.keyboard.press('Escape');
  await page.goto(builder);
  await page.getByText('Є новіша версія').waitFor();
  await page.getByRole('button', { name: /^Запитання 4(?!\d|:)/ }).click();
  await page.getByText('У банку вже версія 2, а тут — 1').waitFor();
  for (const [old, now] of [
    ['Чи горить вода?', 'Чи горить олія?'],
    ['✗ ні', '✗ ніколи 50 %'],
  ] as const) {
    await page.getByRole('deletion').getByText(old, { exact: true }).waitFor();
    await page.getByRole('insertion').getByText(now, { exact: true }).waitFor();
  }
  await fits(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect((await questions()).at(-1)).toMatchObject({ title: 'Чи горить вода?' });
  await page.getByRole('button', { name: 'Узяти нову версію' }).click();
  await page.getByText('Запитання з банку, версія 2').waitFor();
  await page.getByText('50 % балів', { exact: true }).waitFor();
  await page.getByText('Бали за частину', { exact: true }).waitFor();
  expect((await questions()).at(-1)).toMatchObject({ title: 'Чи горить олія?' });
  await page.getByRole('button', { name: 'Зробити копією' }).click();
  const title = page.getByRole('textbox', { name: 'Текст запитання' });
  await expect.poll(() => title.inputValue()).toBe('Чи горить олія?');
  await title.fill('Чи горить пісок?');
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  expect((await questions()).at(-1)).toMatchObject({ title: 'Чи горить пісок?' });
});

test('a test takes questions of the bank, by the folder they lie in, and says what becomes of them', async ({
  page,
}) => {
  const { builder, questions } = await anExamWithLink('Пожежна безпека');
  await anExamWithLink('Перша допомога');
  await signIn(page, company.people.trainer);
  await page.goto(builder);
  await page.getByRole('button', { name: 'Взяти запитання' }).click();
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('textbox', { name: 'Текст запитання, тег або папка' });
  await search.fill('такого немає');
  await dialog.getByText('Змініть запит').waitFor();
  expect(await dialog.getByText('Додайте запитання до банку').count()).toBe(0);
  await search.fill('пожежна');
  const question = dialog.getByRole('checkbox', { name: /Чи горить вода/ });
  await expect.poll(() => question.count()).toBe(1);
  await dialog.getByRole('button', { name: 'Вибрати всі на сторінці' }).waitFor({ state: 'hidden' });
  await search.fill('');
  await dialog.getByRole('button', { name: 'Вибрати всі на сторінці' }).click();
  await dialog.getByRole('button', { name: 'Скасувати вибір на сторінці' }).click();
  await dialog.getByRole('combobox', { name: 'Папка' }).selectOption({ label: 'Пожежна безпека' });
  await expect.poll(() => question.count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.check();
  // Tied to the bank they are no copies.
  await dialog.getByRole('button', { name: 'Взяти 1 запитання' }).waitFor();
  await dialog.getByRole('switch', { name: /Зберігати зв’язок/ }).press('Space');
  await dialog.getByRole('button', { name: 'Копіювати 1 запитання' }).waitFor();
  await dialog.getByRole('switch', { name: /Зберігати зв’язок/ }).press('Space');
  await dialog.getByRole('button', { name: 'Взяти 1 запитання' }).click();
  await page.getByText('Узято 1 запитання').waitFor();
  expect(await questions()).toHaveLength(5);
});

test('what is typed while a question becomes a copy is kept, and saved', async ({ page }) => {
  const { builder, questions } = await anExamWithLink('Копії');
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.trainer);
  await page.goto(builder);
  const title = page.getByRole('textbox', { name: 'Текст запитання' });
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).click();
  await title.waitFor();
  await page.getByRole('button', { name: /^Запитання 4(?!\d|:)/ }).click();

  const settle = await held(page, 'POST', /\/bank_link/);
  const read = await held(page, 'GET', /\/form\/\d+\/?$/);
  await page.getByRole('button', { name: 'Зробити копією' }).click();
  await title.fill('Поки чекає');
  settle();
  // Its link is gone before the draft has come: two are edited.
  await expect.poll(() => title.count()).toBe(2);
  await title.nth(1).fill('Чи горить пісок?');
  await title.first().fill('Поки читає');
  read();
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  expect(await title.first().inputValue()).toBe('Поки читає');
  expect(await title.nth(1).inputValue()).toBe('Чи горить пісок?');
  const saved = await questions();
  expect([saved[0].title, saved[3].title]).toEqual(['Поки читає', 'Чи горить пісок?']);
});

const FROM_MOODLE = `$CATEGORY: $course$/top/Безпека/Висота

// [id:1] [tag:ЗІЗ]
Чим страхуються? {=Мотузкою ~Ниткою}

Чи можна без каски? {=Ні ~Так}

$CATEGORY: $course$/top/Пожежа

Який телефон пожежників? {=101 ~103}
`;

test('a file from Moodle says on a phone which folders it makes and what the bank has already', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const trainer = company.as('trainer');
  const { id } = (await trainer.post('/bank/folders/', { name: 'З Moodle' })).body;
  await trainer.post('/bank/folders/', { name: 'Деінде' });
  await trainer.post('/bank/questions/', {
    folder_id: id,
    question: {
      title: 'Чи можна без каски?',
      answers: [
        { title: 'Ні', is_right_answer: true },
        { title: 'Так', is_right_answer: false },
      ],
    },
  });
  await signIn(page, company.people.trainer);
  await page.goto(`/bank?folder=${id}`);
  await page.getByRole('button', { name: 'Імпорт і експорт' }).click();
  await page.getByRole('menuitem', { name: 'Імпортувати запитання' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'moodle.txt', mimeType: 'text/plain', buffer: Buffer.from(FROM_MOODLE) });
  const found = dialog.getByRole('list', { name: 'Куди потраплять запитання' });
  await found.getByText('З Moodle / Безпека / Висота').waitFor();
  expect(await found.getByText('Нова папка').count()).toBe(3);
  await dialog.getByText('Уже є в банку: З Moodle').waitFor();
  await dialog.getByText('Теги: ЗІЗ').waitFor();
  await fits(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  const add = (count: string) => dialog.getByRole('button', { name: `Додати ${count}` });
  await add('2 запитання').waitFor();
  // Elsewhere its folders are new as well, and are read anew.
  await dialog.getByRole('combobox', { name: 'Папка' }).selectOption({ label: 'Деінде' });
  await found.getByText('Деінде / Безпека / Висота').waitFor();
  await dialog.getByRole('combobox', { name: 'Папка' }).selectOption({ label: 'З Moodle' });
  await found.getByText('З Moodle / Безпека / Висота').waitFor();
  await dialog.getByRole('checkbox', { name: 'Скласти все в одну папку' }).check();
  await expect.poll(() => found.count()).toBe(0);
  await dialog.getByRole('checkbox', { name: 'Скласти все в одну папку' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Додати й 1 запитання, що вже є в банку чи у файлі' }).check();
  await add('3 запитання').click();
  await dialog.waitFor({ state: 'detached' });
  const { folders } = (await trainer.get('/bank/folders/')).body as {
    folders: { name: string; questions: number }[];
  };
  const of = (name: string) => folders.find((folder) => folder.name === name)?.questions;
  expect([of('Безпека'), of('Висота'), of('Пожежа')]).toEqual([0, 2, 1]);
});
