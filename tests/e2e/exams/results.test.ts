import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { startAttempt, takeExam } from '../../factories/attempt.ts';
import { aCompany, type Company, type Person } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { openFilter } from '../../support/browser/filters.ts';
import { settled } from '../../support/browser/settled.ts';
import { productWorld } from '../../support/product-world.ts';
import { toastsWith } from '../../support/browser/toasts.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

async function anExamFor(count: number, settings: Record<string, unknown>) {
  const students: Person[] = [];
  for (let number = 0; number < count; number += 1) students.push(await company.aPerson('student'));
  const course = await company.aCourse({ group: await company.aGroup({ students }) });
  return { students, exam: await company.anExam({ course, settings }) };
}

/** A second window, in which somebody else is signed in. */
async function windowOf(other: Page, person: Person): Promise<Page> {
  await signIn(other, person);
  return other;
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('who begins and who finishes is seen without a reload', async ({ page }) => {
  const { students, exam } = await anExamFor(1, {});
  const [student] = students as [Person];
  await signIn(page, company.people.trainer);
  await page.clock.install();
  await page.goto(`/course/${exam.course.id}/results/${exam.form_id}`);
  await row(page, 'Призначено').waitFor();
  await startAttempt(student.client, exam);
  await page.clock.runFor(21_000);
  await row(page, 'Триває').getByText('відповіді: 0 з').waitFor();
});

test('a trainer writes notes and publishes; only then the student sees result and notes', async ({
  page,
  otherPage,
}) => {
  const { students, exam } = await anExamFor(1, { publication_after_passing: false });
  const [student] = students as [Person];
  const attempt = await takeExam(student.client, exam, 3);
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}#analytics`);
  await page.getByRole('link', { name: 'Результати тестів' }).click();
  await page.getByText('1 результат чекає на оприлюднення').waitFor();
  const own = await windowOf(otherPage, student);
  await own.goto(`/course/${exam.course.id}/statistic/${attempt}`);
  await own.getByText('Результат оприлюднить тренер').waitFor();
  expect(await own.getByText('100').count()).toBe(0);

  await row(page, 'На перевірці').getByRole('link').click();
  await page.getByText('Студент цього ще не бачить').waitFor();
  await page.getByRole('button', { name: 'Додати нотатку' }).first().click();
  await page.getByLabel('Нотатка для студента').fill('Чудова робота');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  // The text stands in the field as well.
  await page.getByLabel('Нотатка для студента').waitFor({ state: 'hidden' });
  await page.getByText('Чудова робота').waitFor();
  await page.getByRole('button', { name: 'Додати нотатку' }).last().click();
  await page.getByLabel('Нотатка для студента').fill('Саме так');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Саме так').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Оприлюднити', exact: true }).click();
  // Taken back within its message, nothing was shown.
  await page.getByText('Результат зараз побачить студент').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Скасувати' }).click();
  await page.getByText('Студент цього ще не бачить').waitFor();
  await own.reload();
  await own.getByText('Результат оприлюднить тренер').waitFor();
  await page.getByRole('button', { name: 'Оприлюднити', exact: true }).click();
  await toastsWith(page, 'Результат оприлюднено').getByRole('button', { name: 'Закрити' }).click();
  await page.getByText('Результат зараз побачить студент').waitFor({ state: 'hidden' });

  await own.reload();
  await own.getByText('Чудова робота').waitFor();
  await own.getByText('Саме так').waitFor();
  await own.getByRole('heading', { name: 'Складено' }).waitFor();
});

test('what may be decided about a result moves nothing of it when it comes', async ({ page }) => {
  const { students, exam } = await anExamFor(2, { publication_after_passing: false });
  const [attempt] = [await takeExam(students[0]!.client, exam, 3), await takeExam(students[1]!.client, exam)];
  await signIn(page, company.people.trainer);
  await page.route('**/attempts/?**', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ response });
  });
  await page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    const look = () => {
      const note = [...document.querySelectorAll('main button')].find(
        (button) => button.textContent === 'Додати нотатку',
      );
      const place = note && Math.round(note.getBoundingClientRect().y);
      if (place !== undefined && place !== places.at(-1)) places.push(place);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(`/course/${exam.course.id}/statistic/${attempt}`);
  await page.getByRole('button', { name: 'Анулювати' }).waitFor();
  await page.getByRole('button', { name: 'Оприлюднити й далі' }).waitFor();
  await settled(page);
  expect(await page.evaluate(() => (window as unknown as { places: number[] }).places)).toHaveLength(1);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a note that is not saved is not lost by leaving: the product asks, and so does the browser', async ({
  page,
}) => {
  const { students, exam } = await anExamFor(1, { publication_after_passing: false });
  const attempt = await takeExam(students[0]!.client, exam, 3);
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}/statistic/${attempt}`);
  await page.getByRole('button', { name: 'Додати нотатку' }).first().click();
  const note = page.getByLabel('Нотатка для студента');
  await note.fill('Ще не збережено');
  await page.getByRole('link', { name: 'Сьогодні' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Скасувати' }).click();
  await expect.poll(() => note.inputValue()).toBe('Ще не збережено');
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
});

test('all results are a table of low rows down to a narrow window, in which the name of a long test is read', async ({
  page,
}) => {
  const name = 'Підсумковий іспит з пожежної безпеки та евакуації для працівників складу';
  const { students, exam } = await anExamFor(2, { name });
  for (const student of students) await takeExam(student.client, exam, 3);
  await signIn(page, company.people.owner);
  for (const [width, room, height] of [
    [1440, 200, 57],
    // A long name takes two lines above those of its course and of when it was finished.
    [960, 140, 120],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/results');
    await row(page, name).first().waitFor();
    const heights = await row(page, name).evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(height);
    const words = row(page, name).first().getByText(name);
    expect((await words.boundingBox())!.width).toBeGreaterThan(room);
    await expect.poll(() => words.getAttribute('title')).toBe(name);
  }
});

test('the name of a test stands in one line above its buttons, and a grade within its seal', async ({
  page,
}) => {
  const name = 'Підсумковий тест «Стандарт Поруч» для касирів';
  const question = { title: 'Q', description: '', multiple_right_answers: false, required: false, score: 1 };
  const answers = [
    { title: 'A', is_right_answer: true },
    { title: 'B', is_right_answer: false },
  ];
  const student = await company.aPerson('student');
  const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
  const exam = await company.anExam({
    course,
    settings: { name },
    questions: ['a', 'b', 'c'].map((title) => ({ ...question, title, answers })),
  });
  const attempt_id = await takeExam(student.client, exam, 1);
  await signIn(page, company.people.owner);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/course/${course.id}/results/${exam.form_id}`);
  const title = page.getByRole('heading', { name, level: 1 });
  await title.waitFor();
  expect((await title.boundingBox())!.height).toBeLessThan(50);
  // A short word below a value widens its column.
  const counts = page.getByText('враховується', { exact: true }).first();
  expect(await counts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/course/${course.id}/statistic/${attempt_id}`);
    const grade = page.getByText('33,3 %').first();
    const letters = await grade.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().width / one.parentElement!.clientWidth;
    });
    expect(letters).toBeLessThan(0.8);
  }
});

test('a filter whose choices are long stays within a window of 1024 px', async ({ page }) => {
  const { id } = await company.aCourse();
  const name = 'Приймання, зберігання та комплектація замовлень у розподільчому центрі';
  await company.as('owner').patch(`/course/course/${id}/`, { name });
  await signIn(page, company.people.owner);
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/results');
  const panel = await openFilter(page, 'Курс');
  await panel.getByRole('option', { name: /^Приймання/ }).waitFor();
  const { x, width } = (await panel.boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(1024);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
});

test('results that wait are reviewed one after another, by buttons and by keys', async ({ page }) => {
  const { students, exam } = await anExamFor(3, { publication_after_passing: false });
  const attempts: number[] = [];
  for (const student of students) attempts.push(await takeExam(student.client, exam, 3));
  await signIn(page, company.people.trainer);
  const at = (place: number) => `**/course/${exam.course.id}/statistic/${attempts[place]}`;
  await page.goto(at(0).slice(2));
  await page.getByText('1 з 3 на перевірці').waitFor();
  await page.keyboard.press('Alt+PageDown');
  await page.waitForURL(at(1));
  await page.getByText('2 з 3 на перевірці').waitFor();
  await page.getByRole('button', { name: 'Попередній' }).click();
  await page.waitForURL(at(0));
  await page.getByText('1 з 3 на перевірці').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(at(1));
  await page.getByText('1 з 2 на перевірці').waitFor();
  // The next one sends the one before, and leaving the page what is left.
  const heard = Promise.withResolvers<void>();
  await page.route('**/attempts/?*state=in_review*', async (route) => {
    await heard.promise;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Оприлюднити й далі' }).click();
  await page.waitForURL(at(2));
  // What was sent counts no more before the list has said so: nothing moves below the pointer when it does.
  const publish = page.getByRole('button', { name: 'Оприлюднити', exact: true });
  await publish.waitFor();
  expect(await page.getByRole('button', { name: 'Попередній' }).count()).toBe(0);
  heard.resolve();
  await publish.click();
  await page.getByText('Результат зараз побачить студент').waitFor();
  // What a page sends while it goes away is lost now and then where a test stands in between.
  await page.unrouteAll();
  await page.goto('/support');
  await expect
    .poll(async () => {
      const { body } = await company
        .as('owner')
        .get(`/course/course/${exam.course.id}/form/${exam.form_id}/attempts/?state=in_review`);
      return body.results.length;
    })
    .toBe(0);
});

test('a retake for several at once names who is left out, and the student starts again', async ({
  page,
  otherPage,
}) => {
  const { students, exam } = await anExamFor(3, { is_one_attempt_allowed: false, attempt_limit: 3 });
  const [failed, hasty, passed] = students as [Person, Person, Person];
  await takeExam(failed.client, exam, 0);
  await takeExam(hasty.client, exam, 0);
  await takeExam(passed.client, exam, 3);
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}/results/${exam.form_id}`);
  await page.getByRole('table').waitFor();
  for (const chosen of await row(page, '%').getByRole('checkbox').all()) await chosen.check();
  await page.getByText('Вибрано 3 рядки').waitFor();
  await page.getByRole('button', { name: /^(Дії|Призначити перескладання)$/ }).click();
  const item = page.getByRole('menuitem', { name: 'Призначити перескладання' });
  const dialog = page.getByRole('dialog');
  await item.or(dialog).first().waitFor();
  if (await item.isVisible()) await item.click();
  // Whoever passed with attempts left is not asked for.
  await dialog.getByText('Перескладання для 2 студентів').waitFor();
  await dialog.getByRole('button', { name: 'Призначити' }).click();
  await dialog.getByText(/Обов.язкове поле/).waitFor();
  await dialog.getByLabel('Причина').fill('Хворів');
  expect(await accessibilityProblems(page)).toEqual([]);
  await startAttempt(hasty.client, exam);
  await dialog.getByRole('button', { name: 'Призначити' }).click();
  await dialog.getByText('1 студента пропущено').waitFor();
  await dialog.getByText('Тест уже розпочато').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Закрити' }).last().click();
  await row(page, 'Перескладання').getByText('Хворів').waitFor();

  const own = await windowOf(otherPage, failed);
  await own.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await own.getByText('Вам призначено перескладання').waitFor();
  await own.getByText('Хворів').waitFor();
  await own.getByRole('button', { name: 'Спробувати ще раз' }).waitFor();
});

test('a retake says by when, also when that is over, and each attempt leads to the other one', async ({
  page,
}) => {
  const { students, exam } = await anExamFor(1, { is_one_attempt_allowed: true });
  const [student] = students as [Person];
  await takeExam(student.client, exam, 0);
  const grant = (due_at: Date) =>
    company.as('trainer').post(`/course/course/${exam.course.id}/retake_form/`, {
      user_ids: [student.id],
      form_id: exam.form_id,
      extra_attempts: 1,
      reason: 'Зник зв’язок',
      due_at: due_at.toISOString(),
    });
  expect((await grant(new Date(Date.now() + 86_400_000))).status).toBe(200);
  await signIn(page, student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.getByText('Зник зв’язок', { exact: true }).waitFor();
  await page.getByText(/^Складіть до \d\d\.\d\d\.\d{4}, \d\d:\d\d\.$/).waitFor();
  await asSystem(world, [
    `update assignments set due_at = now() - interval '1 hour' where company_id = $1 and user_id = $2`,
    [company.id, student.id],
  ]);
  await page.reload();
  await page.getByText(/^Скласти треба було до .*, але розпочати ще можна\.$/).waitFor();

  const second = await takeExam(student.client, exam, 3);
  await page.goto(`/course/${exam.course.id}/statistic/${second}`);
  const others = page.getByRole('navigation', { name: 'Інші спроби' });
  await others.getByRole('link', { name: 'Спроба 1' }).click();
  await page.getByText('Не складено').waitFor();
  await others.getByRole('link', { name: 'Спроба 2' }).click();
  await page.getByText('Складено', { exact: true }).waitFor();
});

test('an annulled attempt counts no more, and the student reads why', async ({ page, otherPage }) => {
  const { students, exam } = await anExamFor(1, { is_one_attempt_allowed: true });
  const [student] = students as [Person];
  const attempt = await takeExam(student.client, exam, 3);
  await signIn(page, company.people.trainer);
  // Where it is looked at as well as in its row.
  await page.goto(`/course/${exam.course.id}/statistic/${attempt}`);
  await page.getByRole('button', { name: 'Анулювати' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Причина')
    .fill('Складав хтось інший, як видно з запису камери в навчальному класі');
  await page.getByRole('dialog').getByRole('button', { name: 'Анулювати' }).click();
  await page
    .getByText('Причина: Складав хтось інший, як видно з запису камери в навчальному класі')
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`/course/${exam.course.id}/results/${exam.form_id}`);
  await row(page, 'Анульовано').waitFor();
  // However long the reason is, it lies over no other column.
  const over = await row(page, 'Анульовано')
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.some((cell) =>
        [...cell.querySelectorAll('*')].some(
          (one) => one.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1,
        ),
      ),
    );
  expect(over).toBe(false);

  const own = await windowOf(otherPage, student);
  await own.goto(`/course/${exam.course.id}/statistic/${attempt}`);
  await own
    .getByText(
      /^Її результат не враховується\. Рішення від .+ Причина: Складав хтось інший, як видно з запису камери в навчальному класі/,
    )
    .waitFor();
  await own.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await own
    .getByText('Причина: Складав хтось інший, як видно з запису камери в навчальному класі.')
    .waitFor();
});

test('a key is mended after a look at who changes, only raising, and the repair is taken back', async ({
  page,
}) => {
  const { students, exam } = await anExamFor(2, { passing_score: 60 });
  await takeExam(students[0]!.client, exam, 3);
  await takeExam(students[1]!.client, exam, 0);
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}/results/${exam.form_id}`);
  await page.getByRole('link', { name: 'Виправити ключ' }).click();
  const first = page.getByRole('group', { name: /One/ });
  await first.getByRole('radio', { name: 'wrong' }).check();
  await page.getByText('Змінено 1 запитання').waitFor();
  await page.getByRole('checkbox', { name: /Лише підвищувати/ }).uncheck();
  await page.getByRole('button', { name: 'Переглянути зміни' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Більше не складено').waitFor();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Скасувати' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('checkbox', { name: /Лише підвищувати/ }).check();
  await page.getByRole('button', { name: 'Переглянути зміни' }).click();
  await dialog.getByText('Стане краще').waitFor();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
  await dialog.getByLabel('Причина виправлення').fill('Ключ був хибний');
  await dialog.getByRole('button', { name: 'Виправити' }).click();
  await page.getByText('Ключ був хибний').waitFor();
  await expect
    .poll(() => page.getByRole('group', { name: /One/ }).getByRole('radio', { name: 'wrong' }).isChecked())
    .toBe(true);
  await page.getByRole('link', { name: /Exam/ }).click();
  await row(page, 'ключ виправлено').getByText('50 %').waitFor();
  await row(page, '100 %').waitFor();

  await page.getByRole('link', { name: 'Виправити ключ' }).click();
  await page.getByRole('button', { name: 'Скасувати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Скасувати' }).last().click();
  await page.getByText(/Скасовано \d\d\.\d\d\.\d{4}/).waitFor();
  await page.getByRole('link', { name: /Exam/ }).click();
  await page.getByRole('row').getByText('0 %', { exact: true }).first().waitFor();
  expect(await row(page, 'ключ виправлено').count()).toBe(0);
});

test('after a publication what was asked before is mended and analysed as well', async ({ page }) => {
  const { students, exam } = await anExamFor(1, {});
  await takeExam(students[0]!.client, exam, 0);
  const owner = company.as('owner');
  await owner.delete(`/course/questions/${exam.questions[0]!.id}/`);
  await owner.post(`/course/course/${exam.course.id}/form/${exam.form_id}/publish/`);
  const results = `/course/${exam.course.id}/results/${exam.form_id}`;
  await signIn(page, company.people.trainer);
  await page.goto(`${results}/key`);
  const question = page.getByRole('group', { name: /One/ });
  await question.getByText('У чинній версії вже немає').waitFor();
  await question.getByRole('radio', { name: 'wrong' }).check();
  await page.getByRole('button', { name: 'Переглянути зміни' }).click();
  await page.getByRole('dialog').getByText('Стане краще').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${results}/questions`);
  await page.getByText(/^Показано версію 1, .* Зараз чинна вже інша версія\.$/).waitFor();
  await page.getByRole('article').filter({ hasText: 'One' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Версія тесту' }).selectOption('2');
  await page.getByText('Цю версію ще ніхто не складав').waitFor();
  expect(new URL(page.url()).searchParams.get('version')).toBe('2');
  await page.goBack();
  await page.getByText(/^Показано версію 1, /).waitFor();
});

test('an order and pairs are mended by buttons and lists, and counted place by place', async ({ page }) => {
  const right = (title: string, match?: string) => ({
    title,
    is_right_answer: true,
    ...(match && { match }),
  });
  const student = await company.aPerson('student');
  const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
  const exam = await company.anExam({
    course,
    questions: [
      {
        title: 'Кроки',
        type: 'ordering',
        credit: 'parts',
        answers: ['а', 'б', 'в'].map((each) => right(each)),
      },
      { title: 'Пари', type: 'matching', credit: 'parts', answers: [right('1', 'x'), right('2', 'y')] },
    ],
  });
  const { body, attempt_id, finish } = await startAttempt(student.client, exam);
  const [order, pairs] = body.questions;
  const idOf = (list: { id: number; title: string }[], title: string) =>
    list.find((each) => each.title === title)!.id;
  const placed = ['б', 'а', 'в'].map((title) => idOf(order.answers, title));
  const made = { [idOf(pairs.answers, '1')]: idOf(pairs.options, 'y') };
  await finish([
    { question_id: order.id, answer_ids: placed, seq: 1 },
    { question_id: pairs.id, answer_ids: [], response: made, seq: 1 },
  ]);
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${course.id}/results/${exam.form_id}/questions`);
  const steps = page.getByRole('article').filter({ hasText: 'Кроки' });
  await steps.getByText('Місце 1').waitFor();
  await expect
    .poll(() => steps.getByRole('listitem').allInnerTexts())
    .toEqual(['а 0', 'б 1', 'б 0', 'а 1', 'в 1'].map((each) => each.replace(' ', '\n')));
  expect(await accessibilityProblems(page)).toEqual([]);
  // On paper there is no way back.
  const back = page.getByRole('main').getByRole('link', { name: 'Результати', exact: true });
  expect(await back.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await back.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  await page.goto(`/course/${course.id}/results/${exam.form_id}/key`);
  await page.getByRole('button', { name: 'Нижче: а' }).press('Enter');
  await page.getByText('а: місце 2 з 3').waitFor();
  await page.getByRole('combobox', { name: 'Пара до «1»' }).selectOption('y');
  await page.getByText('Змінено 2 запитання').waitFor();
  await page.getByRole('button', { name: 'Переглянути зміни' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Стане краще').waitFor();
  await dialog.getByLabel('Причина виправлення').fill('Ключ був хибний');
  await dialog.getByRole('button', { name: 'Виправити' }).click();
  await page.getByText('Ключ був хибний').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Пара до «1»' }).inputValue()).toBe('y');
  expect(await accessibilityProblems(page)).toEqual([]);
  const graded = await company.as('trainer').get(`/course/student_passed_form/${attempt_id}/`);
  expect(graded.body.score).toBe(1.5);
});

test('a student asks for another attempt from the course; Today refuses it with a word, then grants it', async ({
  page,
  otherPage,
}) => {
  const { students, exam } = await anExamFor(1, { is_one_attempt_allowed: true });
  const [student] = students as [Person];
  const attempt = await takeExam(student.client, exam, 0);
  await signIn(page, student);
  await page.goto(`/course/${exam.course.id}`);
  await page.getByRole('button', { name: 'Додати повідомлення' }).click();
  await page.getByLabel('Повідомлення (необов’язково)').fill('Був хворий');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Попросити ще одну спробу' }).click();
  // A course need not have a trainer: managers, or else owners and administrators, are told.
  const asked = page.getByText('Його бачать ті, хто може дати спробу');
  await asked.waitFor();
  await expect.poll(() => asked.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await page.getByRole('button', { name: 'Попросити ще одну спробу' }).count()).toBe(0);

  const staff = await windowOf(otherPage, company.people.trainer);
  await staff.goto('/today');
  const section = staff.getByRole('region', { name: 'Просять ще одну спробу' });
  await section.getByText('Був хворий').waitFor();
  expect(await accessibilityProblems(staff)).toEqual([]);
  await section.getByRole('button', { name: /^Відмовити/ }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Причина').fill('Спершу теорія');
  await dialog.getByRole('button', { name: 'Відмовити' }).click();
  await staff.getByText('Ніхто не просить ще однієї спроби').or(staff.getByText('На сьогодні все')).waitFor();

  await page.goto(`/course/${exam.course.id}/statistic/${attempt}`);
  await page.getByText('Спершу теорія').waitFor();
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await page.getByText('Спершу теорія').waitFor();
  await page.getByRole('button', { name: 'Попросити ще одну спробу' }).click();
  await asked.waitFor();

  await staff.goto('/today?section=retake_asked');
  await staff.getByRole('button', { name: /Дії/ }).first().click();
  await staff.getByRole('menuitem', { name: 'Призначити перескладання' }).click();
  await dialog.getByLabel('Причина').fill('Друга нагода');
  await dialog.getByRole('button', { name: 'Призначити' }).click();
  await staff.getByText('Ніхто не просить ще однієї спроби').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Спробувати ще раз' }).waitFor();
  expect(await asked.count()).toBe(0);
});
