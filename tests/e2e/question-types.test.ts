import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../factories/company.ts';
import { accessibilityProblems } from '../support/accessible.ts';
import { signIn, test } from '../support/browser.ts';
import { saved } from '../support/exam-page.ts';
import { productWorld } from '../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const right = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
const QUESTIONS = [
  { title: 'Столиця?', type: 'short_answer', answers: [right('Київ')] },
  { title: 'Вага?', type: 'number', unit: 'кг', answers: [right('8,2', { tolerance: '5%' })] },
  {
    title: 'Порядок?',
    type: 'ordering',
    credit: 'parts',
    answers: ['перше', 'друге', 'третє'].map((each) => right(each)),
  },
  {
    title: 'Пари?',
    type: 'matching',
    credit: 'parts',
    answers: [right('Україна', { match: 'Київ' }), right('Польща', { match: 'Варшава' })],
  },
  {
    title: 'Заповніть пропуски',
    type: 'gaps',
    credit: 'parts',
    gap_text: 'Київ стоїть на [[2]], а Львів — на [[1]]: річку там сховали під землю.',
    answers: [
      right('Полтві', { gap: 1 }),
      { title: 'Бузі', is_right_answer: false, gap: 1 },
      right('Дніпрі', { gap: 2 }),
    ],
  },
];

const rows = (page: Page) => page.getByRole('list', { name: 'Ваш порядок' }).getByRole('listitem');
const next = (page: Page) => page.getByRole('button', { name: 'Далі' }).press('Enter');

/** Puts three rows in order by their keys alone: each as high as it goes, the last first. */
async function putInOrder(page: Page): Promise<void> {
  for (const title of ['третє', 'друге', 'перше'])
    for (const _step of [1, 2])
      // The highest has nothing above it, and its button rests: its other one takes the keys as well.
      await rows(page)
        .filter({ hasText: title })
        .getByRole('button')
        .and(page.locator(':enabled'))
        .first()
        .press('Alt+ArrowUp');
  expect(await rows(page).allTextContents()).toEqual(['1перше', '2друге', '3третє']);
}

test('each type of question is answered by keyboard on a phone, and shown in the result', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const exam = await company.anExam({ questions: QUESTIONS, settings: { show_right_answers: true } });
  await signIn(page, company.people.student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await page.getByRole('button', { name: 'Розпочати' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).press('Enter');

  await page.getByRole('textbox', { name: 'Ваша відповідь' }).fill('  київ');
  await next(page);
  const number = page.getByRole('textbox', { name: 'Число, кг' });
  await number.fill('вісім');
  await page.getByText('Це не схоже на число').waitFor();
  await number.fill('8.0');
  await next(page);
  await page.getByText('Порядок?').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // As it stands it may be right already: then one says so.
  await page.getByRole('button', { name: 'Порядок уже правильний' }).press('Enter');
  await putInOrder(page);
  await next(page);
  for (const [prompt, match] of [
    ['Україна', 'Київ'],
    ['Польща', 'Варшава'],
  ] as const)
    await page.getByRole('combobox', { name: `Пара до «${prompt}»` }).selectOption(match);
  await next(page);
  await page.getByRole('textbox', { name: 'Пропуск 1 з 2' }).fill('дніпрі');
  await page.getByRole('combobox', { name: 'Пропуск 2 з 2' }).selectOption('Полтві');
  await saved(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.reload();
  expect(
    await page.getByRole('combobox', { name: 'Пропуск 2 з 2' }).locator('option:checked').textContent(),
  ).toBe('Полтві');
  await page.getByRole('button', { name: 'Завершити' }).last().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).press('Enter');
  await page.getByRole('heading', { name: 'Запитання та відповіді' }).waitFor();
  expect(await page.getByText('Правильно', { exact: true }).count()).toBe(5);
  await page.getByText('Польща → Варшава').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('each type of question is written in the builder, previewed and published', async ({ page }) => {
  const exam = await company.anExam({
    questions: [{ title: 'Q', answers: [right('a'), { title: 'b', is_right_answer: false }] }],
  });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  const question = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }) });
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).click();
  const type = (label: string) =>
    question.getByRole('combobox', { name: 'Тип запитання' }).selectOption(label);
  const field = (name: string) => question.getByRole('textbox', { name, exact: true });

  await type('Коротка відповідь');
  // What was not right is not accepted.
  expect(await field('Відповідь 1').inputValue()).toBe('a');
  expect(await field('Відповідь 2').count()).toBe(0);
  await type('Число');
  await field('Відповідь 1').fill('багато');
  await field('Відповідь 1').blur();
  await question.getByText('Має бути числом').waitFor();
  await field('Відповідь 1').fill('8,2');
  await field('Допуск відповіді 1').fill('5%');
  await field('Одиниця').fill('кг');
  await type('Текст із пропусками');
  const text = field('Текст із пропусками');
  await text.fill('Київ стоїть на Дніпрі');
  await question.getByText('У тексті немає пропусків').waitFor();
  await text.press('End');
  await question.getByRole('button', { name: 'Зробити пропуском' }).click();
  await text.pressSequentially(', Львів — на [[Полтві|~Бузі]].');
  expect(await text.inputValue()).toBe('Київ стоїть на [[1]], Львів — на [[2]].');
  expect(await field('Пропуск [[1]], відповідь 1').inputValue()).toBe('Дніпрі');
  expect(await field('Пропуск [[2]], відповідь 2').inputValue()).toBe('Бузі');
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.getByRole('button', { name: 'Пропуск [[2]]: прибрати' }).click();
  expect(await text.inputValue()).toBe('Київ стоїть на [[1]], Львів — на Полтві.');
  await type('Пари');
  await field('Відповідь 1').fill('Україна');
  await field('Пара 1').fill('Київ');
  await field('Відповідь 2').fill('Польща');
  await question.getByText('Є рядок без пари').waitFor();
  await field('Пара 2').fill('Варшава');
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const draft = await company.as('owner').get(`/course/course/${exam.course.id}/form/${exam.form_id}/`);
  expect(draft.body.questions[0]).toMatchObject({
    type: 'matching',
    credit: 'parts',
    answers: [
      { title: 'Україна', match: 'Київ' },
      { title: 'Польща', match: 'Варшава' },
    ],
  });
  await page.getByRole('button', { name: 'Переглянути як студент' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByRole('combobox', { name: 'Пара до «Україна»' }).selectOption('Київ');
  await preview.getByRole('button', { name: 'Завершити' }).click();
  await preview.getByText('Частково правильно').waitFor();
});
