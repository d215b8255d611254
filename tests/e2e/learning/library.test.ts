import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, type Company, unique } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter } from '../../support/browser/filters.ts';
import { holdTheLibrary, LIBRARY_PATIENCE } from '../../support/library.ts';
import { productWorld } from '../../support/product-world.ts';

const world = productWorld();
let library: Company;
let company: Company;
beforeAll(async () => {
  const release = await holdTheLibrary();
  [library, company] = [await aCompany(world), await aCompany(world)];
  await asSystem(world, [
    'update companies set is_library = id = $1 where is_library or id = $1',
    [library.id],
  ]);
  return release;
}, LIBRARY_PATIENCE);

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function anOriginal() {
  const course = await library.aCourse({ materials: 2 });
  const exam = await library.anExam({ course });
  await library.as('owner').patch(`/course/course/${course.id}/`, {
    description: 'Готовий курс',
    detailed_description: '<p>Про що цей курс</p>',
    tags: [unique('тег')],
  });
  return { ...course, exam };
}

const clone = async (id: number, body = {}) =>
  (await company.as('owner').post(`/library/library/${id}/clone_course/`, body)).body.id as number;

describe('the library', () => {
  test('is found in the menu, searched and filtered, and shows what was copied already', async ({ page }) => {
    const [course, other] = [await anOriginal(), await anOriginal()];
    const { body } = await library.as('owner').get(`/course/course/${course.id}/`);
    await signIn(page, company.people.admin);
    await page.goto('/course');
    await page.getByRole('navigation').getByRole('link', { name: 'Бібліотека' }).click();
    await page.getByRole('heading', { name: 'Бібліотека курсів', level: 1 }).waitFor();
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await card(other.name).waitFor();
    await addFilter(page, 'Тег', body.tags[0]);
    await card(other.name).waitFor({ state: 'detached' });
    expect(await card(course.name).getByText('Вже скопійовано').count()).toBe(0);
    const copy = await clone(course.id);
    await page.reload();
    await card(course.name).getByText('Вже скопійовано').waitFor();
    await page.getByRole('listitem').getByRole('link', { name: course.name }).last().click();
    await page.waitForURL(`**/course/${copy}`);
    await page.goto('/library');
    await page.getByRole('searchbox').fill('немає такого курсу');
    await page.getByText('Нічого не знайдено').waitFor();
  });

  test('shows a course to read only, and copies it as a draft', async ({ page }) => {
    const course = await anOriginal();
    await signIn(page, company.people.owner);
    await page.goto(`/library/${course.id}#description`);
    await page.getByText('Про що цей курс').waitFor();
    expect(await button(page, 'Редагувати').count()).toBe(0);
    await tab(page, 'Теорія та практика').click();
    await page.getByText('Material 1').waitFor();
    await page.getByText('3 запитання').waitFor();
    expect(await page.getByRole('tabpanel').getByRole('link').count()).toBe(0);
    await button(page, 'Скопіювати курс').click();
    await dialog(page, 'Скопіювати курс').getByRole('button', { name: 'Скопіювати' }).click();
    await page.waitForURL('**/course/*');
    await page.getByRole('heading', { name: course.name }).waitFor();
    await page.getByText('Чернетка').first().waitFor();

    // It has no group yet, and is no less one's own.
    await page.goto(`${new URL(page.url()).pathname}/edit`);
    const renamed = `${course.name}, наш`;
    await page.getByLabel('Назва').fill(renamed);
    await button(page, 'Зберегти').click();
    await page.getByRole('heading', { name: renamed, level: 1 }).waitFor();
    await page.goto(`/library/${course.id}`);
    await page.getByText('Цей курс уже є у вашій компанії').waitFor();
  });

  test('copies a course for groups, which must be chosen', async ({ page }) => {
    const course = await anOriginal();
    const group = await company.aGroup();
    await signIn(page, company.people.owner);
    await page.goto(`/library/${course.id}`);
    await button(page, 'Скопіювати курс').click();
    const asked = dialog(page, 'Скопіювати курс');
    await asked.getByLabel('Одразу для груп').check();
    await asked.getByRole('button', { name: 'Скопіювати' }).click();
    await asked.getByText('Виберіть групу для курсу').waitFor();
    await asked.getByLabel('Групи').fill(group.name);
    await page.getByRole('option', { name: group.name }).click();
    await page.keyboard.press('Tab');
    await asked.getByRole('button', { name: 'Скопіювати' }).click();
    await page.waitForURL('**/course/*');
    await tab(page, 'Люди').click();
    await tab(page, 'Групи').click();
    await page.getByRole('tabpanel').getByRole('link', { name: group.name }).waitFor();
  });

  test('is kept from those who create no courses', async ({ page }) => {
    await signIn(page, company.people.manager);
    await page.goto('/library');
    await page.waitForURL('**/no-access');
  });
});

test('a copy tells of a newer original, and each change is taken over or not', async ({ page }) => {
  const course = await anOriginal();
  const copy = await clone(course.id);
  const owner = library.as('owner');
  const [changed, removed] = course.materials;
  const at = `/course/course/${course.id}/educational_material`;
  await owner.patch(`${at}/${changed}/`, { name: 'Оновлений матеріал' });
  await owner.delete(`${at}/${removed}/`);
  await owner.post(`${at}/`, { name: 'Новий матеріал', type: 'theory' });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${copy}#theory`);
  await page.getByText('3 зміни в матеріалах').waitFor();
  await button(page, 'Переглянути зміни').click();
  const changes = dialog(page, 'Зміни в оригіналі курсу');
  await changes.getByRole('radiogroup', { name: 'Новий матеріал' }).getByLabel('Не додавати').check();
  await changes.getByRole('button', { name: 'Застосувати' }).click();
  await page.getByText('3 зміни в матеріалах').waitFor({ state: 'detached' });
  const materials = page.getByRole('tabpanel').getByRole('listitem');
  await materials.filter({ hasText: 'Оновлений матеріал' }).waitFor();
  await materials.filter({ hasText: 'Material 2' }).getByText('В архіві').waitFor();
  expect(await materials.filter({ hasText: 'Новий матеріал' }).count()).toBe(0);
});

test('what the company edited itself is kept, unless one chooses otherwise', async ({ page }) => {
  const course = await anOriginal();
  const copy = await clone(course.id);
  const [edited] = course.materials;
  const owner = company.as('owner');
  const { body } = await owner.get(`/course/course/${copy}/`);
  const own = body.education_materials[0].id;
  await owner.patch(`/course/course/${copy}/educational_material/${own}/`, { name: 'Наш матеріал' });
  await library
    .as('owner')
    .patch(`/course/course/${course.id}/educational_material/${edited}/`, { name: 'Новіший матеріал' });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${copy}#theory`);
  await button(page, 'Переглянути зміни').click();
  const changes = dialog(page, 'Зміни в оригіналі курсу');
  await changes.getByText('Цей матеріал змінювали у вашій компанії').waitFor();
  expect(await changes.getByLabel('Залишити свою версію').isChecked()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await changes.getByRole('button', { name: 'Застосувати' }).click();
  await button(page, 'Переглянути зміни').waitFor({ state: 'detached' });
  await page.getByRole('tabpanel').getByText('Наш матеріал').waitFor();
});

describe('a course page', () => {
  test('copies the course from its settings', async ({ page }) => {
    const course = await company.aCourse({ materials: 1 });
    await signIn(page, company.people.admin);
    await page.goto(`/course/${course.id}#settings`);
    await button(page, 'Скопіювати курс').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page, 'Скопіювати курс').getByRole('button', { name: 'Скопіювати' }).click();
    await page.getByRole('heading', { name: `${course.name} (2)`, level: 1 }).waitFor();
    await page.getByText('Чернетка').first().waitFor();
  });

  test('lists the questions of its tests, which lead to their builder', async ({ page }) => {
    const exam = await company.anExam();
    await signIn(page, company.people.trainer);
    await page.goto(`/course/${exam.course.id}#questions`);
    const rows = page.getByRole('table', { name: 'Запитання курсу' }).getByRole('row');
    await rows.filter({ hasText: 'Three' }).getByText('Обов’язкове').waitFor();
    await page.getByRole('searchbox').fill('Two');
    await rows.filter({ hasText: 'Three' }).waitFor({ state: 'detached' });
    await rows.getByRole('link', { name: 'Two' }).click();
    await page.waitForURL(`**/education-materials/${exam.material_id}/constructor`);
  });

  test('tells who changed what in it', async ({ page }) => {
    const course = await company.aCourse({ materials: 1 });
    await company.as('admin').patch(`/course/course/${course.id}/`, { name: `${course.name} знову` });
    await company
      .as('trainer')
      .patch(`/course/course/${course.id}/educational_material/${course.materials[0]}/`, {
        text: '<p>Text <strong>newer</strong></p>',
      });
    await signIn(page, company.people.owner);
    await page.goto(`/course/${course.id}#revision`);
    const material = page.getByRole('listitem').filter({ hasText: '«Material 1»' });
    await material.getByRole('button', { name: 'Що змінено' }).click();
    await material.getByText('newer').waitFor();
    await expect.poll(() => material.innerText()).toContain('Тренер');
    const renamed = page
      .getByRole('listitem')
      .filter({ hasText: `«${course.name}» перейменовано на «${course.name} знову»` });
    await renamed.getByRole('button', { name: 'Відновити' }).waitFor();
  });

  test('lets a trainer add another trainer as coach', async ({ page }) => {
    const course = await company.aCourse();
    const [colleague] = [await company.aPerson('trainer')];
    const last_name = unique('Колега').replaceAll(' ', '-');
    await asSystem(world, ['update users set last_name = $2 where id = $1', [colleague.id, last_name]]);
    await signIn(page, company.people.trainer);
    await page.goto(`/course/${course.id}#coaches`);
    await button(page, 'Додати тренера').click();
    const asked = dialog(page, 'Додати тренерів');
    await asked.getByLabel('Тренери компанії').fill(last_name);
    await page.getByRole('option', { name: last_name }).click();
    await page.keyboard.press('Tab');
    await asked.getByRole('button', { name: 'Додати' }).click();
    await page.getByRole('tabpanel').getByText(last_name).waitFor();
  });
});

test('categories are named anew and deleted beside the list of courses', async ({ page }) => {
  const course = await company.aCourse();
  const [name, renamed] = [unique('Категорія'), unique('Інша')];
  const owner = company.as('owner');
  const { body } = await owner.post('/directory/course_category/', { name });
  await owner.patch(`/course/course/${course.id}/`, { category_id: body.id });
  await signIn(page, company.people.admin);
  await page.goto('/course');
  await button(page, 'Категорії').click();
  const categories = dialog(page, 'Категорії курсів');
  await categories.getByRole('button', { name: `Перейменувати категорію «${name}»` }).click();
  await categories.getByLabel('Назва категорії').fill(renamed);
  await categories.getByRole('button', { name: 'Зберегти' }).click();
  await categories.getByRole('button', { name: `Видалити категорію «${renamed}»` }).click();
  await categories.getByText('Без категорії залишиться 1 курс').waitFor();
  await categories.getByRole('button', { name: 'Видалити' }).click();
  await page.getByText(`Категорію «${renamed}» видалено`).waitFor();
  expect((await owner.get(`/course/course/${course.id}/`)).body.category).toBeNull();
});
