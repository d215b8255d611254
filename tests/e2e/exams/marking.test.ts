import { beforeAll, expect } from 'vitest';
import { startAttempt } from '../../factories/attempt.ts';
import { aCompany, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { saved } from '../../support/browser/exam-page.ts';
import { productWorld } from '../../support/product-world.ts';

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
  otherPage,
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
  await expect.poll(() => field.inputValue()).toBe('Спершу оголосити евакуацію.\nПотім рахувати людей.');
  expect(await page.getByText('Має згадати').count()).toBe(0);
  await page.getByRole('button', { name: 'Завершити' }).last().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).press('Enter');
  await page.getByText('Результат оприлюднить тренер').waitFor();

  await otherPage.setViewportSize({ width: 360, height: 740 });
  await signIn(otherPage, company.people.trainer);
  await otherPage.goto('/today');
  await otherPage.getByText('1 відповідь чекає на оцінку').waitFor();
  await otherPage.getByRole('link', { name: 'Оцінити' }).press('Enter');
  await otherPage.getByRole('link', { name: ESSAY.title }).press('Enter');
  await otherPage.getByText('Має згадати евакуацію').waitFor();
  await otherPage.getByText('6 слів · бажано щонайменше 3').waitFor();
  expect(await accessibilityProblems(otherPage)).toEqual([]);
  expect(await otherPage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const points = otherPage.getByRole('textbox', { name: 'Бали, з 10' });
  await points.fill('11');
  await points.press('Control+Enter');
  await otherPage.getByText('Число від 0 до 10').waitFor();
  await points.fill('7,5');
  await points.press('Control+Enter');
  await otherPage.getByText(/^Остання оцінка: .*, 7,5 з 10$/).waitFor();
  await otherPage.getByText('Ці відповіді вже оцінено').waitFor();
  await otherPage.keyboard.press('u');
  await points.waitFor();
  await otherPage.getByRole('textbox', { name: 'Коментар для студента' }).fill('А хто рахує?');
  await points.fill('8');
  await points.press('Control+Enter');
  await otherPage.getByText('Ці відповіді вже оцінено').waitFor();

  const { body } = await company.as('student').get(`/course/form_introduction/${exam.form_id}/`);
  await page.goto(`/course/${exam.course.id}/statistic/${body.last_attempt_id}`);
  await page.getByText('А хто рахує?').waitFor();
  await page.getByText('8 з 10 балів').first().waitFor();
  await page.getByText('Частково правильно: 1').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('an essay with a rubric is written in the builder, and marked by digits', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const exam = await company.anExam({ questions: [ESSAY] });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).click();
  await page.getByRole('button', { name: 'Додати критерій' }).click();
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
  await fill('Критерій 1', 'Дії');
  await fill('Критерій 1, рівень 1', 'немає');
  await fill('Критерій 1, рівень 2', 'усі');
  await fill('Бали: критерій 1, рівень 2', '6');
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Бали', exact: true }).inputValue()).toBe('6');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await company.as('owner').post(`/course/course/${exam.course.id}/form/${exam.form_id}/publish/`);
  const attempt = await startAttempt(company.as('student'), exam);
  await attempt.finish([{ question_id: exam.questions[0]!.id, response: 'Евакуація', seq: 1 }]);

  await page.goto(`/marking/answers?form=${exam.form_id}`);
  await page.getByText('Виберіть рівень за кожним критерієм').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').filter({ hasText: 'Виберіть рівень' }).waitFor();
  await page.keyboard.press('Digit2');
  await page.getByText('Разом: 6 з 6').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Ці відповіді вже оцінено').waitFor();
  const { body } = await company.as('student').get(`/course/student_passed_form/${attempt.attempt_id}/`);
  expect(body).toMatchObject({ published: true, score: 6, max_score: 6 });
});

test('what is pressed before the next answer is there marks nothing', async ({ page }) => {
  const marking = {
    rubric: [
      {
        title: 'Дії',
        levels: [
          { title: 'немає', points: 0 },
          { title: 'усі', points: 10 },
        ],
      },
    ],
  };
  const exam = await company.anExam({
    questions: [
      { ...ESSAY, marking },
      { ...ESSAY, title: 'А потім?', marking },
    ],
  });
  const attempt = await startAttempt(company.as('student'), exam);
  await attempt.finish(exam.questions.map(({ id }) => ({ question_id: id, response: 'Евакуація', seq: 1 })));
  await signIn(page, company.people.trainer);
  await page.goto(`/marking/answers?form=${exam.form_id}`);
  await page.getByRole('heading', { name: ESSAY.title }).waitFor();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/answers_to_mark/next/**', async (route) => {
    await held;
    await route.continue();
  });
  let marks = 0;
  page.on('request', (request) => (marks += Number(request.url().endsWith('/marks/'))));
  await page.keyboard.press('Digit2');
  await page.getByText('Разом: 10 з 10').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Остання оцінка').waitFor();
  await page.keyboard.press('Digit1');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.getByText('Разом: 10 з 10').isVisible()).toBe(true);
  goOn();
  await page.getByRole('heading', { name: 'А потім?' }).waitFor();
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(marks).toBe(1);
});

test('an answer that was marked meanwhile is asked about, and what was typed stays', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const { trainer, owner, student } = company.people;
  const exam = await company.anExam({ questions: [ESSAY], settings: { show_points_for_answers: true } });
  const question_id = exam.questions[0]!.id;
  const attempt = await startAttempt(student.client, exam);
  await attempt.finish([{ question_id, response: 'Спершу оголосити евакуацію.', seq: 1 }]);
  const path = `/course/student_passed_form/${attempt.attempt_id}/`;
  await signIn(page, trainer);
  await page.goto(`/marking/answers?form=${exam.form_id}`);
  await page.getByText('Спершу оголосити евакуацію.').waitFor();
  await page.getByRole('textbox', { name: 'Бали, з 10' }).fill('3');
  const comment = page.getByRole('textbox', { name: 'Коментар для студента' });
  await comment.fill('Бракує людей');
  await owner.client.post(`${path}marks/`, { question_id, score: 8, comment: 'Добре' });
  await comment.press('Control+Enter');
  const asked = page.getByRole('dialog', { name: 'Цю відповідь уже оцінено' });
  await asked.getByText('Person Owner: 8 з 10. Ваша оцінка: 3 з 10.').waitFor();
  await asked.getByText('Добре').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'hidden' });
  await expect.poll(() => comment.inputValue()).toBe('Бракує людей');
  expect((await student.client.get(path)).body).toMatchObject({ score: 8 });

  await comment.press('Control+Enter');
  await asked.getByRole('button', { name: 'Замінити моєю' }).click();
  await page.getByText('Ці відповіді вже оцінено').waitFor();
  expect((await student.client.get(path)).body).toMatchObject({ score: 3 });
});

test('what was entered before an answer was skipped stands there again, and is asked about on leaving', async ({
  page,
}) => {
  const exam = await company.anExam({ questions: [ESSAY, { ...ESSAY, title: 'А потім?' }] });
  const attempt = await startAttempt(company.as('student'), exam);
  await attempt.finish(exam.questions.map(({ id }) => ({ question_id: id, response: 'Евакуація', seq: 1 })));
  await signIn(page, company.people.trainer);
  await page.goto(`/marking/answers?form=${exam.form_id}`);
  const comment = page.getByRole('textbox', { name: 'Коментар для студента' });
  const points = page.getByRole('textbox', { name: 'Бали, з 10' });
  const skip = page.getByRole('button', { name: 'Пропустити' });
  await points.fill('6');
  await comment.fill('Бракує людей');
  await skip.click();
  await page.getByRole('heading', { name: 'А потім?' }).waitFor();
  await expect.poll(() => comment.inputValue()).toBe('');
  await page.getByRole('link', { name: 'До оцінювання' }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await skip.click();
  await page.getByRole('heading', { name: ESSAY.title }).waitFor();
  await expect.poll(() => comment.inputValue()).toBe('Бракує людей');
  await expect.poll(() => points.inputValue()).toBe('6');
});

test('a mark is changed from its result, with what it was, and what it does is said', async ({ page }) => {
  const { trainer, student } = company.people;
  const exam = await company.anExam({ questions: [ESSAY], settings: { show_points_for_answers: true } });
  const question_id = exam.questions[0]!.id;
  const attempt = await startAttempt(student.client, exam);
  await attempt.finish([{ question_id, response: 'Спершу оголосити евакуацію.', seq: 1 }]);
  const path = `/course/student_passed_form/${attempt.attempt_id}/`;
  await trainer.client.post(`${path}marks/`, { question_id, score: 8, comment: 'Добре' });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/statistic/${attempt.attempt_id}`);
  await page.getByRole('link', { name: 'Змінити оцінку' }).click();
  await page.getByText('Зараз: 8 з 10, Person Trainer').waitFor();
  await page.getByText('Студент уже бачить цей результат.').waitFor();
  const points = page.getByRole('textbox', { name: 'Бали, з 10' });
  await expect.poll(() => points.inputValue()).toBe('8');
  const comment = page.getByRole('textbox', { name: 'Коментар для студента' });
  await expect.poll(() => comment.inputValue()).toBe('Добре');
  expect(await accessibilityProblems(page)).toEqual([]);
  await points.fill('9,5');
  await comment.fill('Дуже добре');
  await page.getByRole('button', { name: 'Зберегти оцінку' }).click();
  await page.getByRole('link', { name: 'Змінити оцінку' }).waitFor();
  await page.getByText('Дуже добре').first().waitFor();
  expect((await student.client.get(path)).body).toMatchObject({ score: 9.5, recounted: { by: 'mark' } });
});

test('what two people gave who differ is laid before a third, who settles it on a phone', async ({
  page,
}) => {
  const { trainer, owner, admin, student } = company.people;
  const exam = await company.anExam({
    questions: [ESSAY],
    settings: { two_markers: true, show_points_for_answers: true },
  });
  const question_id = exam.questions[0]!.id;
  const attempt = await startAttempt(student.client, exam);
  await attempt.finish([{ question_id, response: 'Спершу оголосити евакуацію.', seq: 1 }]);
  const path = `/course/student_passed_form/${attempt.attempt_id}/`;
  await trainer.client.post(`${path}marks/`, { question_id, score: 4, comment: 'Бракує людей' });
  await owner.client.post(`${path}marks/`, { question_id, score: 7.5 });

  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, admin);
  await page.goto(`/marking/answers?form=${exam.form_id}`);
  await page.getByText('Двоє оцінили по-різному: різниця 3,5').waitFor();
  const given = page.getByRole('listitem');
  await given.filter({ hasText: 'Person Trainer: 4 з 10 — Бракує людей' }).waitFor();
  await given.filter({ hasText: 'Person Owner: 7,5 з 10' }).waitFor();
  const points = page.getByRole('textbox', { name: 'Бали, з 10' });
  await expect.poll(() => points.inputValue()).toBe('5,75');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await points.fill('6');
  await points.press('Control+Enter');
  await page.getByText('Ці відповіді вже оцінено').waitFor();
  expect((await student.client.get(path)).body).toMatchObject({ published: true, score: 6, max_score: 10 });
});
