import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { DRAWINGS } from '../../fixtures/drawings.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const PROGRAM = '/educational_program/educational_program/';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const orderOf = (page: Page) => page.getByRole('list', { name: 'Порядок курсів' }).getByRole('listitem');

async function aProgram(fields: Record<string, unknown> = {}) {
  const name = unique('Програма');
  const { body } = await company.as('owner').post(PROGRAM, { name, ...fields });
  return { id: body.id as number, name };
}

/** Chooses a course by keys alone. */
async function addCourse(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Додати курс' });
  await field.fill(name);
  await page.getByRole('option', { name }).waitFor();
  // What was typed may not be answered yet: no choice is one, and the form stays.
  await field.press('Enter');
  await page.locator('[role=option]').filter({ hasNotText: name }).first().waitFor({ state: 'detached' });
  await field.press('ArrowDown');
  await field.press('Enter');
  await orderOf(page).filter({ hasText: name }).waitFor();
}

describe('a program', () => {
  test('is created with its courses in order, then gets a drawing for a picture', async ({ page }) => {
    const [first, second] = [await company.aCourse(), await company.aCourse()];
    const group = await company.aGroup();
    const name = unique('Старт');
    await signIn(page, company.people.owner);
    await page.goto('/program');
    await page.getByRole('link', { name: 'Створити програму' }).first().click();
    await button(page, 'Створити').click();
    await page.getByText('Обов’язкове поле').waitFor();
    await page.getByRole('textbox', { name: 'Назва', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Внутрішня назва' }).fill('ПР-7');
    await addCourse(page, first.name);
    await addCourse(page, second.name);
    await expect.poll(() => page.getByRole('combobox', { name: 'Додати курс' }).inputValue()).toBe('');
    await button(page, `Перемістити вище: ${second.name}`).press('Enter');
    await page.getByText(`${second.name}: місце 1 з 2`).waitFor();
    const groups = page.getByRole('combobox', { name: 'Групи' });
    await groups.fill(group.name);
    await page.getByRole('option', { name: group.name }).click();
    await groups.press('Escape');
    await button(page, 'Створити').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText('ПР-7').waitFor();
    await page.getByRole('tab', { name: /Курси/ }).click();
    await expect
      .poll(() => page.getByRole('tabpanel').getByRole('link').allTextContents())
      .toEqual([second.name, first.name]);
    await page.getByRole('tab', { name: /Загальна/ }).click();
    await page.getByRole('link', { name: 'Додати зображення' }).click();
    const picture = page.getByRole('group', { name: 'Зображення' });
    await picture.locator('input[type=file]').setInputFiles({
      name: 'loom.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(DRAWINGS.inkscape),
    });
    await picture.locator('img').waitFor();
    await page.getByRole('button', { name: 'Скасувати', exact: true }).click();
    await page.waitForFunction(() => {
      const shown = document.querySelector<HTMLImageElement>('[role=tabpanel] img');
      return shown?.complete && shown.naturalWidth > 0;
    });
  });

  test('takes no picture that only says it is one', async ({ page }) => {
    const { id } = await aProgram();
    await signIn(page, company.people.owner);
    await page.goto(`/program/${id}/edit`);
    const picture = page.getByRole('group', { name: 'Зображення' });
    for (const [name, text] of [
      ['page.svg', '<html><script>alert(1)</script></html>'],
      ['large.svg', `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(512_001)}</svg>`],
    ] as const) {
      const file = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) };
      await picture.locator('input[type=file]').setInputFiles(file);
      await picture.getByRole('alert').waitFor();
    }
    expect(await picture.locator('img').count()).toBe(0);
  });

  test('has ten tags and says why there is no eleventh', async ({ page }) => {
    const { id } = await aProgram({ tags: Array.from({ length: 10 }, (_, index) => `тег ${index}`) });
    await signIn(page, company.people.owner);
    await page.goto(`/program/${id}/edit`);
    const tags = page.getByRole('combobox', { name: 'Теги' });
    await tags.fill('ще один');
    await tags.press('Enter');
    await page.getByText('Можна додати не більше 10 активних тегів').first().waitFor();
    expect(await page.getByText('ще один').count()).toBe(0);
  });

  test('has its order changed by dragging, and asks before it is lost', async ({ page }) => {
    const courses = [await company.aCourse(), await company.aCourse(), await company.aCourse()];
    const { id, name } = await aProgram({ course_ids: courses.map((course) => course.id) });
    await signIn(page, company.people.owner);
    await page.goto(`/program/${id}/edit`);
    // The editor of the description arrives with the first touch and moves what stands below it.
    const rows = orderOf(page);
    await rows.nth(2).hover();
    await page.locator('[contenteditable=true]').waitFor();
    await rows.nth(2).locator('[draggable]').dragTo(rows.nth(0));
    await page.getByRole('link', { name }).click();
    const question = page.getByRole('dialog', { name: 'Незбережені зміни' });
    await question.getByRole('button', { name: 'Скасувати' }).click();
    expect((await rows.first().textContent())?.includes(courses[2]!.name)).toBe(true);
    await button(page, 'Зберегти').click();
    await page.getByRole('tab', { name: /Курси/ }).click();
    await expect
      .poll(() => page.getByRole('tabpanel').getByRole('link').allTextContents())
      .toEqual([courses[2]!, courses[0]!, courses[1]!].map((course) => course.name));
  });

  test('is deleted after a question', async ({ page, allowErrors }) => {
    // Its page reads it once more before it is left.
    allowErrors(/404/);
    const { id, name } = await aProgram();
    await signIn(page, company.people.owner);
    await page.goto(`/program/${id}`);
    await button(page, 'Видалити').click();
    const question = page.getByRole('dialog', { name: 'Видалити програму?' });
    await question.getByRole('button', { name: 'Скасувати' }).click();
    await question.waitFor({ state: 'detached' });
    await button(page, 'Видалити').click();
    await question.getByRole('button', { name: 'Видалити' }).click();
    await page.waitForURL('**/program');
    await page.getByText(`Програму «${name}» видалено`).waitFor();
  });

  test('of a manager belongs to a group of theirs', async ({ page, allowErrors }) => {
    allowErrors(/400/);
    await signIn(page, company.people.manager);
    await page.goto('/program/create');
    await page.getByRole('textbox', { name: 'Назва', exact: true }).fill(unique('Моя'));
    await button(page, 'Створити').click();
    await page.getByText('Виберіть для програми хоча б одну свою групу').first().waitFor();
  });

  test('shows a student how far each course is, and nothing that is for staff', async ({ page }) => {
    const course = await company.aCourse({ materials: 1 });
    const { id, name } = await aProgram({
      internal_name: 'Лише для працівників',
      course_ids: [course.id],
      group_ids: [course.group.id],
    });
    await page.setViewportSize({ width: 360, height: 780 });
    await signIn(page, company.people.student);
    await page.goto('/program');
    await page.getByRole('progressbar', { name: `Прогрес: ${name}` }).waitFor();
    await page.getByRole('link', { name }).click();
    await page.getByText('Завершено 0 з 1').waitFor();
    expect(await page.getByText('Лише для працівників').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Редагувати|Додати зображення/ }).count()).toBe(0);
    await page.getByRole('tab', { name: /Курси/ }).click();
    await page.getByText('Не розпочато').waitFor();
    await page.getByRole('link', { name: course.name }).click();
    await page.getByRole('heading', { level: 1, name: course.name }).waitFor();
    await page.goto(`/program/${id}/edit`);
    await page.waitForURL('**/no-access');
  });
});

test('the list is searched, filtered and shown as a table through its address', async ({ page }) => {
  const course = await company.aCourse();
  const internal_name = unique('Шифр');
  const found = await aProgram({ internal_name, tags: ['Рідкісний'], course_ids: [course.id] });
  const hidden = await aProgram();
  const link = (name: string) => page.getByRole('link', { name });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, company.people.owner);
  await page.goto('/program?ordering=-created_at');
  await link(hidden.name).waitFor();
  await page.getByRole('searchbox', { name: 'Пошук' }).fill(internal_name);
  await link(hidden.name).waitFor({ state: 'detached' });
  await link(found.name).waitFor();
  await page.getByRole('searchbox', { name: 'Пошук' }).fill('');
  await link(hidden.name).waitFor();
  for (const [filter, option] of [
    ['Тег', 'Рідкісний'],
    ['Курс', course.name],
  ] as const) {
    await addFilter(page, filter, option);
    await link(hidden.name).waitFor({ state: 'detached' });
    await link(found.name).waitFor();
  }
  await page.getByRole('link', { name: 'Таблиця' }).click();
  await page.getByRole('row', { name: new RegExp(internal_name) }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: new RegExp(internal_name) }).waitFor();
  expect(page.url()).toContain('view=table');
});

test.for(Object.entries(DRAWINGS))(
  'a drawing of %s looks the same once it is stored',
  async ([, svg], { page }) => {
    const { id } = await aProgram();
    await signIn(page, company.people.owner);
    await page.goto('/program');
    const body = new FormData();
    body.set('photo', new File([svg], 'drawing.svg'));
    const uploaded = await productWorld().fetch(`/api/v1${PROGRAM}${id}/upload_photo/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${company.as('owner').token}` },
      body,
    });
    const { photo } = (await uploaded.json()) as { photo: string };
    const differing = await page.evaluate(
      async ([original, stored]) => {
        const [width, height] = [640, 360];
        const pixels = await Promise.all(
          [`data:image/svg+xml;charset=utf-8,${encodeURIComponent(original)}`, stored].map(async (source) => {
            const picture = new Image(width, height);
            picture.src = source;
            await picture.decode();
            const canvas = new OffscreenCanvas(width, height);
            const paper = canvas.getContext('2d')!;
            paper.drawImage(picture, 0, 0, width, height);
            return paper.getImageData(0, 0, width, height).data;
          }),
        );
        const [a, b] = pixels as [ImageDataArray, ImageDataArray];
        const drawn = new Set(
          Array.from({ length: a.length / 4 }, (_, at) => a.slice(at * 4, at * 4 + 4).join()),
        );
        return { colours: drawn.size, pixels: a.filter((value, at) => Math.abs(value - b[at]!) > 2).length };
      },
      [svg, photo] as const,
    );
    expect(differing.colours).toBeGreaterThan(3);
    expect(differing.pixels).toBe(0);
  },
);
