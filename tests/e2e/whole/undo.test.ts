import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany, unique } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { coveredByToasts } from '../../support/browser/toasts.ts';
import { productWorld } from '../../support/product-world.ts';

const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Скасувати' });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const back = (page: Page) => page.getByText('Усе повернено, як було').waitFor();

test('a deleted course and group come back from the toast, for whoever may restore', async ({ page }) => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse({ materials: 1 });
  const { student } = company.people;
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#settings`);
  await page.getByRole('button', { name: 'Видалити', exact: true }).click();
  await confirm(page, 'Видалити');
  await page.waitForURL('**/course');
  await undo(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // By the keyboard: it waits while it has the focus.
  await undo(page).focus();
  await page.keyboard.press('Enter');
  await back(page);
  await page.getByRole('link', { name: course.name }).waitFor();

  const group = await company.aGroup();
  await page.goto(`/group/${group.id}`);
  await page.getByRole('button', { name: 'Видалити', exact: true }).click();
  await confirm(page, 'Видалити');
  await undo(page).click();
  await back(page);
  const { body } = await company.as('owner').get(`/study_group/group_member/?group=${group.id}`);
  expect(body.results.map(({ id }: { id: number }) => id)).toContain(student.id);

  // The course has its students as before.
  const seen = await student.client.get(`/course/course/${course.id}/`);
  expect(seen.status).toBe(200);
});

test('a removed member and a deleted material come back, an order as well', async ({ page }) => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse({ materials: 3 });
  const owner = company.as('owner');
  const order = async () =>
    (await owner.get(`/course/course/${course.id}/`)).body.education_materials.map(
      ({ id }: { id: number }) => id,
    ) as number[];
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}/education-materials`);

  await page.getByRole('button', { name: /^Нижче: Material 1/ }).click();
  await undo(page).waitFor();
  await expect.poll(order).toEqual([course.materials[1], course.materials[0], course.materials[2]]);
  await undo(page).click();
  await expect.poll(order).toEqual(course.materials);

  await page.getByRole('button', { name: /^Видалити: Material 2/ }).click();
  await confirm(page, 'Видалити');
  await page.getByText('Матеріал «Material 2» видалено').waitFor();
  await undo(page).click();
  await back(page);
  expect(await order()).toEqual(course.materials);

  const { student } = company.people;
  const members = async () =>
    (await owner.get(`/study_group/group_member/?group=${course.group.id}`)).body.results.map(
      ({ id }: { id: number }) => id,
    ) as number[];
  await page.goto(`/group/${course.group.id}#members`);
  const row = page.getByRole('row').filter({ has: page.locator(`[href="/user/${student.id}"]`) });
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Прибрати з групи' }).click();
  await confirm(page, 'Прибрати з групи');
  await undo(page).waitFor();
  expect(await members()).not.toContain(student.id);
  // It lies on none of what the screen's head offers, with the way back above it.
  expect(await page.evaluate(coveredByToasts, 'main header :is(a, button)')).toEqual([]);
  await undo(page).click();
  await back(page);
  expect(await members()).toContain(student.id);
});

test('a deleted program and webinar come back, and nothing of them is asked for meanwhile', async ({
  page,
}) => {
  const company = await aCompany(productWorld());
  const { owner } = company.people;
  const course = await company.aCourse();
  const program = await company.as('owner').post('/educational_program/educational_program/', {
    name: unique('Програма'),
    course_ids: [course.id],
    group_ids: [course.group.id],
  });
  const webinar = await company.as('owner').post('/webinar/webinar/', {
    name: unique('Вебінар'),
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    time_zone: 'Europe/Kyiv',
    duration: 60,
    join_url: 'https://example.com/room',
    course_ids: [course.id],
  });
  await signIn(page, owner);
  for (const [tab, list] of [
    [`/program/${program.body.id}#students`, '/program'],
    [`/webinar/${webinar.body.id}`, '/webinar'],
  ] as const) {
    await page.goto(tab);
    const menu = page.getByRole('button', { name: 'Інші дії' });
    const remove = page.getByRole('button', { name: 'Видалити', exact: true });
    await remove.or(menu).waitFor();
    if (await menu.isVisible()) {
      await menu.click();
      await page.getByRole('menuitem', { name: /^Видалити/ }).click();
    } else await remove.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Видалити/ })
      .click();
    await page.waitForURL(`**${list}`);
    await undo(page).click();
    await back(page);
    const path = tab.replace(/#.*/, '');
    await page.locator(`main [href="${path}"]`).first().waitFor();
  }
});

test('who may not restore takes back what an ordinary call can', async ({ page }) => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse();
  const group = await company.aGroup();
  const owner = company.as('owner');
  const { student, trainer } = company.people;
  const undone = page.getByText('Зміну скасовано');
  await signIn(page, company.people.manager);

  await page.goto(`/group/${group.id}#members`);
  const row = page.getByRole('row').filter({ has: page.locator(`[href="/user/${student.id}"]`) });
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Прибрати з групи' }).click();
  await confirm(page, 'Прибрати з групи');
  await row.waitFor({ state: 'detached' });
  await undo(page).click();
  await undone.waitFor();
  await row.waitFor();

  await page.getByRole('tab', { name: /^Курси/ }).click();
  await page.getByRole('button', { name: 'Призначити курси' }).click();
  await choose(page, 'Курси', course.name);
  await page.getByRole('link', { name: course.name }).waitFor();
  await undo(page).click();
  await page.getByRole('link', { name: course.name }).waitFor({ state: 'detached' });
  const { body } = await owner.get(`/study_group/study_group/${group.id}/`);
  expect(body.courses).toEqual([]);

  await page.goto(`/course/${course.id}#coaches`);
  const coach = page.locator(`main [href="/user/${trainer.id}"]`);
  await coach.waitFor();
  await page.getByRole('button', { name: /^Прибрати тренера/ }).click();
  await confirm(page, 'Прибрати');
  await coach.waitFor({ state: 'detached' });
  await undo(page).click();
  await coach.waitFor();
});

test('what was chosen in a dialog goes back to what it was, and only if it was changed', async ({ page }) => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse();
  const group = await company.aGroup();
  const owner = company.as('owner');
  const program = unique('Програма');
  const made = { name: program, course_ids: [], group_ids: [group.id] };
  await owner.post('/educational_program/educational_program/', made);
  await signIn(page, company.people.owner);
  const link = (name: string) => page.locator('main').getByRole('link', { name });
  const saved = page.getByRole('status').filter({ hasText: 'Збережено' });

  for (const [address, button, field, name] of [
    [`/course/${course.id}#groups`, 'Вибрати групи', 'Групи', group.name],
    [`/course/${course.id}#programs`, 'Вибрати програми', 'Програми', program],
    [`/group/${course.group.id}#programs`, 'Призначити програми', 'Програми', program],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: button }).click();
    await choose(page, field, name);
    await link(name).waitFor();
    await undo(page).click();
    await back(page);
    await link(name).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: button }).click();
    await confirm(page, 'Зберегти');
    await saved.waitFor();
    expect(await undo(page).count()).toBe(0);
  }
  expect((await owner.get(`/course/course/${course.id}/`)).body).toMatchObject({
    groups: [{ id: course.group.id }],
    programs: [],
  });
});

test('an archived material and moved questions and steps go back, while their page is open', async ({
  page,
}) => {
  const company = await aCompany(productWorld());
  const exam = await company.anExam();
  const { course } = exam;
  const owner = company.as('owner');
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}/education-materials`);
  await page.getByRole('button', { name: /^Архівувати: / }).click();
  await confirm(page, 'Архівувати');
  await page.getByRole('button', { name: /^Повернути з архіву: / }).waitFor();
  await undo(page).click();
  await page.getByRole('button', { name: /^Архівувати: / }).waitFor();

  const questions = async () =>
    (await owner.get(`/course/course/${course.id}/form/${exam.form_id}/`)).body.questions.map(
      ({ title }: { title: string }) => title,
    ) as string[];
  const again = page.getByRole('status').getByRole('button', { name: 'Скасувати дію' });
  await page.goto(`/course/${course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByRole('button', { name: 'Запитання 1: нижче' }).click();
  await expect.poll(questions).toEqual(['Two', 'One', 'Three']);
  await again.click();
  await expect.poll(questions).toEqual(['One', 'Two', 'Three']);
  // What stands on a page that is left cannot be taken back there.
  await page.getByRole('button', { name: 'Запитання 1: нижче' }).click();
  await expect.poll(questions).toEqual(['Two', 'One', 'Three']);
  // It would wait as long as it is pointed at.
  await again.hover();
  await page.locator('main header a').first().press('Enter');
  await page.waitForURL('**/education-materials');
  await again.waitFor({ state: 'detached' });

  const program = await owner.post('/educational_program/educational_program/', {
    name: unique('Програма'),
    course_ids: [course.id, (await company.aCourse()).id],
    group_ids: [course.group.id],
  });
  await page.goto(`/program/${program.body.id}/chronology`);
  await page.getByRole('button', { name: 'Узяти всі курси програми за порядком' }).click();
  const steps = () => page.locator('[data-open]').allTextContents();
  const before = await steps();
  await page
    .getByRole('button', { name: /^Дії: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'На наступний етап' }).click();
  await undo(page).waitFor();
  expect(await steps()).not.toEqual(before);
  await undo(page).click();
  await expect.poll(steps).toEqual(before);
});

/** Adds one thing in the dialog that is open, and saves. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  const box = page.getByRole('dialog');
  await box.getByRole('combobox', { name: field }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await box.getByRole('button', { name: 'Зберегти' }).click();
  await box.waitFor({ state: 'detached' });
}

test('what a course says stands below the buttons of its band, which are lower than those of a list', async ({
  page,
}) => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse();
  await company.as('owner').patch(`/course/course/${course.id}/`, { published: false });
  await signIn(page, company.people.owner);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/course/${course.id}`);
    await page.getByRole('button', { name: 'Опублікувати' }).click();
    await confirm(page, 'Опублікувати');
    await page.getByText('Курс опубліковано').waitFor();
    expect(await page.evaluate(coveredByToasts, 'main header :is(a, button)')).toEqual([]);
    await company.as('owner').patch(`/course/course/${course.id}/`, { published: false });
  }
});
