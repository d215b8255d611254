import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company, type Person } from '../factories/company.ts';
import { asSystem, type World } from '../factories/world.ts';
import { signIn, test } from '../support/browser.ts';
import { productWorld } from '../support/product-world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

/** A student of their own at the first question of a running exam. */
async function aStudentInExam(page: Page, settings: Record<string, unknown> = {}) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({ course: await company.aCourse({ group }), settings });
  await signIn(page, student);
  page.setDefaultTimeout(15_000);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await page.getByText('One', { exact: true }).waitFor();
  return { student, exam };
}

/** What the database holds of a student's attempts. */
async function stored(student: Person) {
  return asSystem<{ status: string; holder: string; deadline: string; answers: number; number: number }>(
    world,
    [
      `select t.status, t.holder, t.deadline::text, t.number,
            (select count(*)::integer from attempt_answers s where s.attempt_id = t.id and cardinality(s.answer_ids) > 0) as answers
       from attempts t where t.user_id = $1 order by t.number`,
      [student.id],
    ],
  );
}

const saved = (page: Page) => page.getByText(/збережено \d\d:\d\d:\d\d/).first();

test('answers given while offline wait in the browser, survive a reload and go out on reconnecting', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|409/);
  const { student } = await aStudentInExam(page);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('a', { exact: true }).click();
  await page
    .getByText(/1 відповідь очікує/)
    .first()
    .waitFor();
  expect((await stored(student))[0]).toMatchObject({ answers: 1 });
  await context.setOffline(false);
  await page
    .getByText(/очікує/)
    .first()
    .waitFor({ state: 'hidden' });
  await expect.poll(async () => (await stored(student))[0]?.answers, { timeout: 15_000 }).toBe(2);
});

test('a reload goes on with the same attempt, answers and deadline, without asking', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/409/);
  const { student } = await aStudentInExam(page);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  const [before] = await stored(student);
  await page.reload();
  await page.getByText('One', { exact: true }).waitFor();
  expect(await page.getByRole('radio', { name: 'right' }).isChecked()).toBe(true);
  const after = await stored(student);
  expect(after).toHaveLength(1);
  expect(after[0]!.deadline).toBe(before!.deadline);
});

test('a second tab offers to continue there, and the first becomes read-only without losing anything', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/409/);
  const { student, exam } = await aStudentInExam(page);
  await page.getByText('right', { exact: true }).click();
  await saved(page).waitFor();
  const second = await context.newPage();
  second.setDefaultTimeout(15_000);
  await second.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await second.getByRole('button', { name: 'Продовжити тут' }).click();
  await second.getByText('One', { exact: true }).waitFor();
  expect(await second.getByRole('radio', { name: 'right' }).isChecked()).toBe(true);
  await page
    .getByText(/Тест продовжено в іншому вікні/)
    .first()
    .waitFor();
  expect(await page.getByRole('radio', { name: 'right' }).isDisabled()).toBe(true);
  expect(await stored(student)).toMatchObject([{ status: 'running', answers: 1 }]);
});

test('a double click on finishing finishes once, and a required question is asked for first', async ({
  page,
}) => {
  const { student } = await aStudentInExam(page);
  const finish = page.getByRole('button', { name: 'Завершити' });
  await page.getByText('right', { exact: true }).click();
  await finish.first().click();
  await page.getByText('На це запитання потрібно відповісти.').first().waitFor();
  await page.getByText(/^Three/).waitFor();
  await page.getByText('right', { exact: true }).click();
  await finish.last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).dblclick();
  await page.getByText(/75/).first().waitFor();
  expect(await stored(student)).toMatchObject([{ status: 'completed', answers: 2 }]);
});

test(
  'at the deadline the page stops, sends what it has and shows the result',
  { timeout: 120_000 },
  async ({ page }) => {
    const { student } = await aStudentInExam(page, { time_limit: 1 });
    await page.getByText('right', { exact: true }).click();
    // Nothing more is done: the minute runs out.
    await page
      .getByText(/50\s?%/)
      .first()
      .waitFor({ timeout: 90_000 });
    expect(await stored(student)).toMatchObject([{ status: 'completed', answers: 1 }]);
  },
);

test('the exam can be taken with the keyboard alone on a phone', async ({ page, allowErrors }) => {
  allowErrors(/409/);
  await page.setViewportSize({ width: 360, height: 780 });
  const { student } = await aStudentInExam(page);
  await page.keyboard.press('1');
  await saved(page).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Two', { exact: true }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await expect.poll(async () => (await stored(student))[0]?.answers, { timeout: 10_000 }).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
