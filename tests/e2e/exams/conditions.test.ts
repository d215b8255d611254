import { beforeAll, expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
import { aCompany, type Company } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { saved } from '../../support/browser/exam-page.ts';
import { productWorld } from '../../support/product-world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

test('a student starts with the code of the hall, goes through the questions once, and finds the marks again', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/400|409/);
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const closes_at = new Date(Date.now() + 3_600_000).toISOString();
  const settings = {
    pages: 'one',
    may_go_back: false,
    closes_at,
    at_close: 'end',
    pause_minutes: 120,
    publication_after_passing: false,
    issue_certificate: true,
    disable_autosave_for_all_respondents: true,
  };
  const exam = await company.anExam({ course: await company.aCourse({ group }), settings });
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  await company.as('owner').post(`${form}/access_code/`, { code: '4711' });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, student);
  await page.goto(`/course/${exam.course.id}#theory`);
  await page
    .getByText(/^Розпочати можна до \d\d\.\d\d\.\d{4}/)
    .first()
    .waitFor();
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  for (const told of [
    'Між спробами перерва: 2 години.',
    'Результат оприлюднює тренер',
    'Складений тест зараховується до сертифіката',
    'Запитання не можна копіювати й друкувати',
  ])
    await page.getByText(told).waitFor();
  await page.getByRole('button', { name: 'Розпочати' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Код доступу').fill('1234');
  await dialog.getByLabel('Код доступу').press('Enter');
  await dialog.getByText('Код доступу неправильний').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('Код доступу').fill('47 11');
  await dialog.getByRole('button', { name: 'Розпочати' }).click();

  await page.getByText('One', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Назад', exact: true }).count()).toBe(0);
  await page.getByText('right', { exact: true }).click();
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('Two', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'На потім' }).click();
  await saved(page).waitFor();
  const kept = () =>
    asSystem<{ marked: number[]; closed: number[] }>(world, [
      'select marked, closed from attempts where user_id = $1',
      [student.id],
    ]);
  const [first, second] = exam.questions;
  await expect.poll(kept).toEqual([{ marked: [second!.id], closed: [first!.id] }]);

  // Another device knows the marks and where it was.
  await page.reload();
  await page.getByText('Two', { exact: true }).waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'На потім' }).getAttribute('aria-pressed'))
    .toBe('true');
  await page.getByRole('button', { name: /Карта, відповіді/ }).click();
  const cell = page.getByRole('button', { name: 'Запитання 1: є відповідь' });
  await expect.poll(() => cell.isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a pause that outlasts the test is not told as a test that has closed', async ({ page }) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const closes_at = new Date(Date.now() + 3_600_000).toISOString();
  const settings = { attempt_limit: 2, closes_at, pause_minutes: 120 };
  const exam = await company.anExam({ course: await company.aCourse({ group }), settings });
  await takeExam(student.client, exam, 0);
  await signIn(page, student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.getByText(/^Тест закриється .+, раніше, ніж мине перерва$/).waitFor();
  expect(await page.getByText(/^Тест закрито/).count()).toBe(0);
});

test('a trainer opens a test by the company’s clock and shows its code in the hall', async ({ page }) => {
  const exam = await company.anExam();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByText('Коли й де').click();
  await page.getByRole('textbox', { name: 'Відкривається' }).fill('01.03.2030 09:00');
  await page.getByRole('textbox', { name: 'Закривається' }).fill('01.03.2030 08:00');
  await page.getByRole('textbox', { name: 'Закривається' }).press('Tab');
  await page.getByText('Закриття раніше за відкриття').waitFor();
  await page.getByRole('textbox', { name: 'Закривається' }).fill('01.03.2030 11:00');
  await page.getByLabel('Перерва між спробами').fill('1');
  await page.getByRole('combobox', { name: 'Спроби' }).selectOption('unlimited');
  const tooLong = page.getByText(/^Перерва довша, ніж відкритий тест/);
  expect(await tooLong.count()).toBe(0);
  await page.getByLabel('Перерва між спробами').fill('3');
  await tooLong.waitFor();
  const stored = () =>
    asSystem(world, [
      `select to_char(opens_at at time zone 'Europe/Kyiv', 'DD HH24:MI') as opens, pause_minutes from forms where id = $1`,
      [exam.form_id],
    ]);
  await expect.poll(stored).toEqual([{ opens: '01 09:00', pause_minutes: 180 }]);
  // Until the page has heard of it too, it asks before it is left.
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  await page.getByRole('link', { name: 'Показати або змінити код' }).click();
  await page.getByRole('button', { name: 'Створити код' }).click();
  await page.getByText(/^\d{3} \d{3}$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
