import type { Page } from 'playwright-core';
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

test('a test tells of a newer version in the bank and what it says otherwise, takes it, and makes a copy', async ({
  page,
}) => {
  const trainer = company.as('trainer');
  const folder = await trainer.post('/bank/folders/', { name: 'Версії' });
  const aQuestion = (title: string, wrong: string) => ({
    title,
    answers: [
      { title: 'так', is_right_answer: true },
      { title: wrong, is_right_answer: false },
    ],
  });
  const { body: banked } = await trainer.post('/bank/questions/', {
    folder_id: folder.body.id,
    question: aQuestion('Чи горить вода?', 'ні'),
  });
  const exam = await company.anExam();
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
  await trainer.post(`${form}copy_questions/`, { question_ids: [banked.id], linked: true });
  await trainer.patch(`/bank/questions/${banked.id}/`, {
    version: 1,
    question: aQuestion('Чи горить олія?', 'ніколи'),
  });

  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.trainer);
  await page.goto('/bank');
  await page.getByText('1 тест має старішу версію').waitFor();
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByText('Є новіша версія').waitFor();
  await page.getByRole('button', { name: /^Запитання 4(?!\d|:)/ }).click();
  await page.getByText('У банку вже версія 2, а тут — 1').waitFor();
  for (const [old, now] of [
    ['Чи горить вода?', 'Чи горить олія?'],
    ['✗ ні', '✗ ніколи'],
  ] as const) {
    await page.getByRole('deletion').getByText(old, { exact: true }).waitFor();
    await page.getByRole('insertion').getByText(now, { exact: true }).waitFor();
  }
  await fits(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  const questions = async () => (await trainer.get(form)).body.questions;
  expect((await questions()).at(-1)).toMatchObject({ title: 'Чи горить вода?' });
  await page.getByRole('button', { name: 'Узяти нову версію' }).click();
  await page.getByText('Запитання з банку, версія 2').waitFor();
  expect((await questions()).at(-1)).toMatchObject({ title: 'Чи горить олія?' });
  await page.getByRole('button', { name: 'Зробити копією' }).click();
  const title = page.getByRole('textbox', { name: 'Текст запитання' });
  await expect.poll(() => title.inputValue()).toBe('Чи горить олія?');
  await title.fill('Чи горить пісок?');
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  expect((await questions()).at(-1)).toMatchObject({ title: 'Чи горить пісок?' });
});
