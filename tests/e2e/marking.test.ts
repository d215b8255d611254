import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../factories/company.ts';
import { accessibilityProblems } from '../support/accessible.ts';
import { openContext, signIn, test } from '../support/browser.ts';
import { saved } from '../support/exam-page.ts';
import { productWorld } from '../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const ESSAY = {
  title: 'Що ви зробили б першим?',
  type: 'essay',
  score: 10,
  work: { min_words: 3 },
  marking: { note: 'Має згадати евакуацію' },
  answers: [],
};

test('an essay is written on a phone, survives a reload, and is marked by keyboard until its result is there', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const exam = await company.anExam({ questions: [ESSAY], settings: { show_points_for_answers: true } });
  const form = `/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
  await signIn(page, company.people.student);
  await page.goto(form);
  await page.getByRole('button', { name: 'Розпочати' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Ваш текст' });
  await field.fill('Спершу оголосити евакуацію.\nПотім рахувати людей.');
  await page.getByText('6 слів').waitFor();
  await saved(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.reload();
  expect(await field.inputValue()).toBe('Спершу оголосити евакуацію.\nПотім рахувати людей.');
  expect(await page.getByText('Має згадати').count()).toBe(0);
  await page.getByRole('button', { name: 'Завершити' }).last().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).press('Enter');
  await page.getByText('Результат оприлюднить тренер').waitFor();

  const trainers = await openContext(context.browser()!);
  const theirs = await trainers.newPage();
  await theirs.setViewportSize({ width: 360, height: 740 });
  await signIn(theirs, company.people.trainer);
  await theirs.goto('/today');
  await theirs.getByText('1 відповідь чекає на оцінку').waitFor();
  await theirs.getByRole('link', { name: 'Оцінити' }).press('Enter');
  await theirs.getByRole('link', { name: ESSAY.title }).press('Enter');
  await theirs.getByText('Має згадати евакуацію').waitFor();
  expect(await accessibilityProblems(theirs)).toEqual([]);
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const points = theirs.getByRole('textbox', { name: 'Бали, з 10' });
  await points.fill('11');
  await points.press('Control+Enter');
  await theirs.getByText('Число від 0 до 10').waitFor();
  await points.fill('7,5');
  await points.press('Control+Enter');
  await theirs.getByText(/^Остання оцінка: .*, 7,5 з 10$/).waitFor();
  await theirs.getByText('Нічого не чекає на оцінку').waitFor();
  await theirs.keyboard.press('u');
  await points.waitFor();
  await theirs.getByRole('textbox', { name: 'Коментар для студента' }).fill('А хто рахує?');
  await points.fill('8');
  await points.press('Control+Enter');
  await theirs.getByText('Нічого не чекає на оцінку').waitFor();
  await trainers.close();

  const { body } = await company.as('student').get(`/course/form_introduction/${exam.form_id}/`);
  await page.goto(`/course/${exam.course.id}/statistic/${body.last_attempt_id}`);
  await page.getByText('А хто рахує?').waitFor();
  await page.getByText('8 з 10 балів').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
