import { beforeAll, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { aCompany, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const right = (title: string) => ({ title, is_right_answer: true });
const QUESTIONS = [
  {
    title: 'Столиця?',
    score: 2,
    answers: [
      right('Київ'),
      { title: 'Львів', is_right_answer: false },
      { title: 'Одеса', is_right_answer: false },
    ],
  },
  { title: 'Скільки?', type: 'number', score: 2, unit: 'м', answers: [right('9.5')] },
  { title: 'Порядок', type: 'ordering', score: 2, answers: [right('один'), right('два'), right('три')] },
  { title: 'Чому?', type: 'essay', score: 4, answers: [] },
];
type Exam = Awaited<ReturnType<Company['anExam']>>;

const fits = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

/** The letters of a paper that say something in an order. */
async function lettersOf(exam: Exam, run: string, question: string, titles: string[]): Promise<string> {
  const path = `/course/course/${exam.course.id}/form/${exam.form_id}/print_runs/${run}/sheet/?variant=2`;
  const { questions } = (await company.as('trainer').get(path)).body;
  const { answers } = questions.find(({ title }: { title: string }) => title === question);
  return titles
    .map((title) => 'ABC'[answers.findIndex((answer: { title: string }) => answer.title === title)])
    .join(' ');
}

test('a test is printed in variants, and what was written is typed in on a phone, by keyboard alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const exam = await company.anExam({ questions: QUESTIONS, settings: { shuffle_answers: true } });
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}/results/${exam.form_id}/paper`);
  await page.getByText('На папері ще нічого немає').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await fits(page, 360);
  await page.getByRole('combobox', { name: 'Скільки варіантів' }).selectOption('2');
  await page.getByRole('button', { name: 'Підготувати' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Що друкувати' }).selectOption('both');
  await dialog.getByText('Ключ на папері прочитає кожен, хто його знайде').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Завантажити PDF' }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  await page.getByRole('link', { name: 'Внести результати' }).press('Enter');
  await page.waitForURL(/\/paper\/\d+$/);
  const run = page.url().split('/').at(-1)!;
  const person = page.getByRole('combobox', { name: 'Чий бланк' });
  await person.focus();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await person.press('ArrowDown');
  expect(await accessibilityProblems(page)).toEqual([]);
  await person.press('Enter');
  await page.getByRole('combobox', { name: 'Варіант' }).selectOption('2');
  const line = (number: number) => page.getByRole('textbox', { name: `Запитання ${number}`, exact: true });
  await line(1).fill('Q');
  await page.getByText('Такої літери тут немає').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await line(1).fill(await lettersOf(exam, run, 'Столиця?', ['Київ']));
  await page.getByText('Київ', { exact: true }).waitFor();
  await line(1).press('Enter');
  await page.keyboard.type('9,5');
  await page.keyboard.press('Enter');
  await page.keyboard.type(await lettersOf(exam, run, 'Порядок', ['один', 'два', 'три']));
  await page.keyboard.press('Enter');
  await page.keyboard.type('3');
  await fits(page, 360);
  await page.keyboard.press('Control+Enter');
  await page.getByText(/варіант B · .* · 9 з 10/).waitFor();
  await page.getByText('Складено', { exact: true }).waitFor();
  expect(await line(1).inputValue()).toBe('');
  await expect.poll(() => person.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);

  // The same sheet once more is asked about, and a slip is taken back.
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /уже внесено/ })
    .waitFor();
  await person.press('ArrowDown');
  await person.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').getByText('Ще один стане окремою спробою').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Відкликати бланк/ }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Відкликати', exact: true }).press('Enter');
  await page.getByText('Відкликано', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a Latin letter is typed on a Ukrainian layout, and who may not be typed in is told so', async ({
  page,
}) => {
  const exam = await company.anExam({ questions: QUESTIONS, settings: { is_one_attempt_allowed: true } });
  const path = `/course/course/${exam.course.id}/form/${exam.form_id}/print_runs`;
  const { body: run } = await company.as('trainer').post(`${path}/`, { variants: 1 });
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}/results/${exam.form_id}/paper/${run.id}`);
  const first = page.getByRole('textbox', { name: 'Запитання 1', exact: true });
  await first.waitFor();
  await first.evaluate((field) => {
    const event = new KeyboardEvent('keydown', { key: 'и', code: 'KeyB', bubbles: true, cancelable: true });
    field.focus();
    field.dispatchEvent(event);
  });
  await expect.poll(() => first.inputValue()).toBe('B');
  await first.fill('В');
  await page.getByText('Латиницею або номером').waitFor();
  await first.fill('');
  await company.as('trainer').post(`${path}/${run.id}/sheets/`, {
    variant: 1,
    user_id: company.people.student.id,
    sat_on: new Date().toISOString().slice(0, 10),
    answers: [],
  });
  const person = page.getByRole('combobox', { name: 'Чий бланк' });
  await person.click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByText('Цей бланк не внести').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Зберегти й далі' }).isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`/course/${exam.course.id}/results/${exam.form_id}`);
  await page
    .getByRole('cell')
    .filter({ hasText: /^\d\d\.\d\d\.\d{4}\s*на папері$/ })
    .waitFor();
});
