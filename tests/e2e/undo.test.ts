import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../factories/company.ts';
import { accessibilityProblems } from '../support/accessible.ts';
import { signIn, test } from '../support/browser.ts';
import { productWorld } from '../support/product-world.ts';

const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Скасувати' });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const back = (page: Page) => page.getByText('Усе повернено, як було').waitFor();

test('a deleted course and group come back from the toast, for whoever may restore', async ({
  page,
  allowErrors,
}) => {
  // What stands on the page of the course is read again before the list is there.
  allowErrors(/status of 404/);
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
  await undo(page).click();
  await back(page);
  expect(await members()).toContain(student.id);
});
