import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { answersOf, startAttempt } from '../../factories/attempt.ts';
import { aCompany, type Company } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { answerOffline, examPage, passed, saved } from '../../support/browser/exam-page.ts';
import { settled } from '../../support/browser/settled.ts';
import { problemsOf, startAnew } from '../../support/browser/walk.ts';
import { productWorld } from '../../support/product-world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

const bar = (page: Page) => page.getByRole('complementary', { name: /^Триває тест/ });

test('a test that was left is told of on every screen, until when, and gone back to with one press', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  await page.setViewportSize({ width: 360, height: 740 });
  const { exam } = await examPage(page, company);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  expect(await bar(page).count()).toBe(0);
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Вийти' }).click();
  await bar(page)
    .getByText(/Завершиться за 0:[0-5]\d, якщо не повернутися/)
    .waitFor();
  // On the page of the test itself it is this tab that has it, and no other window.
  await page.getByText('Ви вийшли з тесту').waitFor();
  expect(await page.getByText(/інше вікно/).count()).toBe(0);
  await page.goto(`/course/${exam.course.id}`);
  await bar(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await bar(page).getByRole('link', { name: 'Повернутися' }).click();
  await page.getByText('One', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'right' }).isChecked()).toBe(true);
});

test('the name of a running test is whole on a phone, also a long one', async ({ page, allowErrors }) => {
  allowErrors(/409/);
  await page.setViewportSize({ width: 390, height: 780 });
  const name = 'Підсумковий іспит з пожежної безпеки та евакуації для працівників складу';
  const { exam } = await examPage(page, company, { name });
  await page.goto(`/course/${exam.course.id}`);
  const told = bar(page).getByText(name);
  await told.waitFor();
  const cut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight;
  expect(await told.evaluate(cut)).toBe(false);
  expect((await bar(page).boundingBox())!.height).toBeLessThan(125);
});

test('what tells of a left test goes when it ends', async ({ page, allowErrors }) => {
  allowErrors(/409/);
  const { student } = await examPage(page, company);
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Вийти' }).click();
  await bar(page).waitFor();
  await passed(world, student, 7300);
  await page.reload();
  await page.getByRole('main').waitFor();
  await page.getByText('Останній результат').or(page.getByText('Спроби вичерпано')).first().waitFor();
  expect(await bar(page).count()).toBe(0);
});

test('a left test that ends while a screen is read is told of as ended there, and nothing moves', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 740 });
  const { student, exam } = await examPage(page, company);
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Вийти' }).click();
  await bar(page).waitFor();
  await page.goto(`/course/${exam.course.id}`);
  await bar(page)
    .getByText(/Завершиться за/)
    .waitFor();
  // It counts on from screen to screen.
  await page.clock.fastForward(20_000);
  await page.getByRole('main').getByRole('link', { name: 'Курси', exact: true }).click();
  await page.waitForURL('**/course');
  const [, minutes, seconds] = /за (\d+):(\d\d)/.exec(await bar(page).innerText())!;
  expect(Number(minutes) * 60 + Number(seconds)).toBeLessThanOrEqual(40);
  await page.goBack();
  await settled(page);
  const heading = page.getByRole('heading', { level: 1 });
  // In whole pixels: nobody sees an eighth of one, which a line with a clock was higher once.
  const top = async () => Math.round((await heading.boundingBox())!.y);
  const before = await top();
  await passed(world, student, 7300);
  const asked = page.waitForResponse('**/accounts/user_info/');
  await page.clock.pauseAt(Date.now() + 90_000);
  await page.clock.runFor(600);
  await asked;
  const ended = page.getByRole('complementary', { name: /^Завершено/ });
  await ended.waitFor();
  // The server ends it a little later, and then nothing on the screen has it running.
  const way = page.getByRole('link', { name: 'Повернутися до тесту' });
  expect(await way.count()).toBe(1);
  await asSystem(world, [
    `select end_due_attempts(assignment_id) from attempts where user_id = $1 and status = 'running'`,
    [student.id],
  ]);
  await page.clock.runFor(7500);
  await page.clock.resume();
  await way.waitFor({ state: 'detached' });
  await settled(page);
  expect(await bar(page).count()).toBe(0);
  expect(await top()).toBe(before);
  expect(await accessibilityProblems(page)).toEqual([]);
  await ended.getByRole('link', { name: 'До результату' }).click();
  await page.getByRole('link', { name: 'Останній результат' }).waitFor();
  expect(await ended.count()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 860 });
  await settled(page);
  await startAnew(page);
  expect(await problemsOf(page, 'uk')).toEqual([]);
});

test('a window that lost the test shows its result when the other one finishes it', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/409/);
  const { exam } = await examPage(page, company);
  // From now on this window knows by the profile that a test runs.
  await page.reload();
  await page.getByText('One', { exact: true }).waitFor();
  const second = await context.newPage();
  await second.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await second.getByRole('button', { name: 'Продовжити тут' }).click();
  await second.getByText('One', { exact: true }).waitFor();
  await page
    .getByText(/Тест продовжено в іншому вікні/)
    .first()
    .waitFor();
  // The time runs on for it as well.
  await page.getByRole('timer').waitFor();
  await second.getByText('right', { exact: true }).click();
  await second.getByRole('button', { name: 'Завершити' }).first().click();
  await second.getByText(/^Three/).waitFor();
  await second.getByText('right', { exact: true }).click();
  await second.getByRole('button', { name: 'Завершити' }).last().click();
  await second.getByRole('dialog').getByRole('button', { name: 'Завершити' }).click();
  await second.getByText('Відповіді надіслано').waitFor();
  await page.getByRole('button', { name: 'Продовжити тут' }).click();
  await page.waitForURL(/\/statistic\/\d+$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  expect(await bar(page).count()).toBe(0);
  await second.close();
});

test('answers without a connection at the deadline are said to wait, and then not to count', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|409/);
  const { student, exam } = await examPage(page, company, { time_limit: 1 });
  await answerOffline(page);
  await passed(world, student, 120);
  await context.setOffline(false);
  await page.getByText('Не всі відповіді встигли дійти').waitFor();
  // One answer is spoken of as one.
  await page.getByText(/тому її не зараховано/).waitFor();
  await page.getByText(/Тренер бачить це/).waitFor();
  // To whoever teaches it is told as well.
  const { client } = company.people.trainer;
  const { results } = (await client.get(`/course/course/${exam.course.id}/form/${exam.form_id}/attempts/`))
    .body;
  const { events } = (await client.get(`/course/student_passed_form/${results[0].attempt_id}/timeline/`))
    .body;
  expect(events).toMatchObject([{ kind: 'late_answers' }]);
});

test('the browser asks before a running test is closed, and neither answering nor a lost connection moves anything', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 360, height: 740 });
  await examPage(page, company);
  const answer = page.getByText('right', { exact: true });
  const before = await answer.boundingBox();
  await answer.click();
  await saved(page).waitFor();
  expect((await answer.boundingBox())!.y).toBe(before!.y);
  await context.setOffline(true);
  await page.getByText('wrong', { exact: true }).click();
  await page
    .getByText(/1 відповідь очікує/)
    .first()
    .waitFor();
  expect((await answer.boundingBox())!.y).toBe(before!.y);
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByText(/очікує/).waitFor({ state: 'detached' });
  expect((await answer.boundingBox())!.y).toBe(before!.y);
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
});

test('a course leads to nothing that waits for a trainer, and says what it waits for', async ({ page }) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group });
  const exam = await company.anExam({ course, settings: { publication_after_passing: false } });
  const { finish } = await startAttempt(student.client, exam);
  await signIn(page, student);
  await page.goto(`/course/${course.id}`);
  await page.getByRole('link', { name: 'Повернутися до тесту' }).waitFor();
  // How many starts are left is of no use to whoever has made one.
  expect(await page.getByText(/залишил\S+ \d+ спроб/).count()).toBe(0);
  await finish(answersOf(exam.questions));
  await page.goto(`/course/${course.id}`);
  await page.getByText('Результат перевіряє тренер').waitFor();
  expect(await page.getByRole('link', { name: /Продовжити|Розпочати/ }).count()).toBe(0);
  await page.goto(`/course/${course.id}/education-materials/${exam.material_id}`);
  await page.getByText(/Останній результат/).waitFor();
  // Nor does its own page say before that is published whether it is passed.
  expect(await page.getByText('Пройдено', { exact: true }).count()).toBe(0);
});

test('whoever starts is told what that leaves them, and of a test without a limit nothing', async ({
  page,
}) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const limited = await company.anExam({
    course: await company.aCourse({ group }),
    settings: { attempt_limit: 3 },
  });
  const unlimited = await company.anExam({ course: limited.course });
  await signIn(page, student);
  for (const [exam, told] of [
    [limited, 1],
    [unlimited, 0],
  ] as const) {
    await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
    await page.getByRole('button', { name: 'Розпочати' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Одразу піде відлік часу/).waitFor();
    const told_by = await dialog.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${told_by}"]`).innerText()).toMatch(/Одразу піде відлік часу/);
    await expect.poll(() => dialog.getByText(/Буде використано одну спробу/).count()).toBe(told);
  }
});
