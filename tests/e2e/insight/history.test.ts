import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const at = () => `/company/${company.id}/history`;
const entry = (page: Page, words: string | RegExp) => page.getByRole('listitem').filter({ hasText: words });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('the history of a company', () => {
  test('tells a length of time with its unit', async ({ page }) => {
    const { course, form_id } = await company.anExam();
    await company.as('owner').patch(`/course/course/${course.id}/form/${form_id}/`, { time_limit: 95 });
    await signIn(page, company.people.owner);
    await page.goto(at());
    const told = (await entry(page, 'обмеження часу тесту').textContent())!;
    expect(told.replaceAll(/\s/gu, ' ')).toContain('10 хв → 1 год 35 хв');
    await company.as('owner').patch(`/course/course/${course.id}/`, { certificate_months: 3 });
    await page.reload();
    await entry(page, /строк дії сертифіката.*: 3\s+місяці/).waitFor();
  });

  test('offers no way back from the founding of the company, and none from what is done in the bank', async ({
    page,
  }) => {
    const owner = company.as('owner');
    const folder = await owner.post('/bank/folders/', { name: unique('Тема') });
    const title = unique('Запитання');
    const answers = ['так', 'ні'].map((each, place) => ({ title: each, is_right_answer: place === 0 }));
    const banked = { folder_id: folder.body.id, tags: [], question: { title, answers } };
    expect((await owner.post('/bank/questions/', banked)).status).toBe(201);
    await signIn(page, company.people.owner);
    await page.goto(`${at()}?section=company`);
    const founded = entry(page, 'створено компанію');
    await founded.waitFor();
    expect(await founded.getByRole('button', { name: 'Відмінити' }).count()).toBe(0);
    await page.goto(at());
    const added = entry(page, `додано запитання «${title}» до банку`);
    await added.waitFor();
    expect(await added.getByRole('button', { name: 'Відмінити' }).count()).toBe(0);
    await added.getByRole('link', { name: title }).click();
    await page.waitForURL(/\/bank\/\d+$/);
  });

  test('tells a change in a sentence, shows what differs, restores it and undoes that', async ({ page }) => {
    const group = await company.aGroup();
    const course = await company.aCourse({ group });
    const renamed = unique('Каса');
    const owner = company.as('owner');
    await owner.patch(`/course/course/${course.id}/`, { name: renamed });
    const shown = await company.aCourse();
    for (const published of [false, true]) await owner.patch(`/course/course/${shown.id}/`, { published });
    const colleague = await company.aPerson('student');
    await owner.post('/study_group/group_member/', {
      group: group.id,
      role: 'student',
      user_ids: [colleague.id],
    });
    await signIn(page, company.people.owner);
    await page.goto(at());
    const joined = entry(page, `до групи «${group.name}» додано`);
    await joined.getByText('(студент)').waitFor();

    await addFilter(page, 'Розділ', 'Курси');
    await page.waitForURL(/section=courses/);
    await joined.waitFor({ state: 'detached' });
    const change = entry(page, `курс «${course.name}» перейменовано на «${renamed}»`);
    await change.getByRole('link', { name: renamed }).waitFor();
    await change.getByRole('button', { name: 'Що змінено' }).click();
    await change.locator('dl').getByText('Назва').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const dialog = page.getByRole('dialog', { name: 'Відновити стан до цієї зміни?' });
    // What it will be is said, where that is nothing.
    await entry(page, `опубліковано курс «${shown.name}»`).getByRole('button', { name: 'Відновити' }).click();
    await dialog.getByText('не опубліковано').waitFor();
    await page.keyboard.press('Escape');
    await change.getByRole('button', { name: 'Відновити' }).click();
    await dialog.getByText('Зміниться 1 запис').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await change.getByRole('button', { name: 'Відновити' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Відновити' }).click();
    await entry(page, `курс «${course.name}» повернуто до попереднього стану`).waitFor();
    expect((await owner.get(`/course/course/${course.id}/`)).body.name).toBe(course.name);
    await button(page, 'Скасувати').click();
    await page.getByText('Відновлення скасовано').waitFor();
    expect((await owner.get(`/course/course/${course.id}/`)).body.name).toBe(renamed);
  });

  test('asks for a new name where somebody else has the old one by now', async ({ page }) => {
    const owner = company.as('owner');
    const group = await company.aGroup();
    await owner.delete(`/study_group/study_group/${group.id}/`);
    await owner.post('/study_group/study_group/', { name: group.name });
    await signIn(page, company.people.owner);
    await page.goto(`${at()}?action=delete`);
    await entry(page, `видалено групу «${group.name}»`).getByRole('button', { name: 'Відновити' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Нова назва' });
    await expect.poll(() => name.inputValue()).toBe(`${group.name} (2)`);
    await name.fill(group.name);
    await dialog.getByText('Цю назву теж зайнято').waitFor();
    const restored = unique('Повернута');
    await name.fill(restored);
    await dialog.getByRole('button', { name: 'Відновити' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await owner.get(`/study_group/study_group/${group.id}/`)).body.name).toBe(restored);
  });

  test('undoes a restoring, and says so; old entries keep their words', async ({ page }) => {
    const owner = company.as('owner');
    const group = await company.aGroup();
    await owner.delete(`/study_group/study_group/${group.id}/`);
    await signIn(page, company.people.owner);
    await page.goto(`${at()}?section=groups`);
    const deleted = entry(page, `видалено групу «${group.name}»`);
    const restored = entry(page, `повернуто групу «${group.name}»`);
    const dialog = page.getByRole('dialog');
    await deleted.getByRole('button', { name: 'Відновити' }).click();
    await dialog.getByRole('button', { name: 'Відновити' }).click();
    await page.getByText('Відновлено', { exact: true }).waitFor();
    await restored.getByRole('button', { name: 'Відмінити' }).click();
    await page.getByRole('dialog', { name: 'Відмінити цю зміну?' }).waitFor();
    await dialog.getByRole('button', { name: 'Відмінити' }).click();
    await page.getByText('Відмінено', { exact: true }).waitFor();
    await expect.poll(() => deleted.count()).toBe(2);
    expect(await restored.count()).toBe(1);
    expect(await deleted.first().getByRole('button').allTextContents()).toEqual(['Відновити']);
  });

  test('says that whom it brings back comes in by an invitation', async ({ page }) => {
    const named = async () => {
      const person = await company.aPerson('student');
      const last_name = unique('Іваненко');
      await person.client.patch('/accounts/user_info/', { last_name, first_name: 'Петро' });
      return { ...person, name: `${last_name} Петро` };
    };
    const [person, left] = [await named(), await named()];
    await company.as('owner').delete(`/accounts/memberships/${person.id}/`);
    expect((await left.client.post('/accounts/leave_company/', {})).status).toBe(200);
    await signIn(page, company.people.owner);
    await page.goto(`${at()}?section=users`);
    await entry(page, `${left.name}: вихід із компанії`).waitFor();
    await entry(page, `вилучено з компанії — ${person.name}`)
      .getByRole('button', { name: 'Відновити' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Потрібне нове запрошення').waitFor();
    await dialog.getByRole('button', { name: 'Відновити' }).click();
    await page.getByText('Увійти до компанії можна буде за новим запрошенням').waitFor();
    await entry(page, `повернуто до компанії — ${person.name}; увійти`).waitFor();
  });

  test('is not for a trainer', async ({ page }) => {
    await signIn(page, company.people.trainer);
    await page.goto(at());
    await page.waitForURL('**/no-access');
  });
});
