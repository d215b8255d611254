import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, unique, type Company, type Course } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const PROGRAM = '/educational_program/educational_program/';
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

interface Stage {
  name: string;
  items: { name: string }[];
}

/** A program of three courses that only it gives to the student. */
async function aProgram() {
  const group = await company.aGroup();
  const elsewhere = await company.aGroup({ students: [] });
  const courses: Course[] = [];
  for (const _ of [1, 2, 3]) courses.push(await company.aCourse({ materials: 1, group: elsewhere }));
  const { body } = await company.as('owner').post(PROGRAM, {
    name: unique('Програма'),
    course_ids: courses.map(({ id }) => id),
    group_ids: [group.id],
  });
  const id = body.id as number;
  const save = (stages: unknown) => company.as('owner').post(`${PROGRAM}${id}/chronology/`, { stages });
  const stored = async () => {
    const { stages } = (await company.as('owner').get(`${PROGRAM}${id}/chronology/`)).body;
    return stages.map((stage: Stage) => [stage.name, ...stage.items.map(({ name }) => name)]);
  };
  return { id, courses, names: courses.map(({ name }) => name) as [string, string, string], save, stored };
}

/** The names in each stage, as the editor shows them. */
const stagesOf = (page: Page) =>
  page
    .locator('main ol > li')
    .evaluateAll((stages) =>
      stages.map((stage) => [...stage.querySelectorAll('[data-open]')].map((one) => one.textContent)),
    );

describe('the editor', () => {
  test('takes the courses in order, arranges them by keys, says each move, and shows what will change', async ({
    page,
  }) => {
    const { id, names } = await aProgram();
    const [first, second, third] = names;
    await signIn(page, company.people.manager);
    await page.goto(`/program/${id}#chronology`);
    await page.getByRole('link', { name: 'Скласти хронологію' }).click();
    await button(page, 'Узяти всі курси програми за порядком').click();
    await expect.poll(() => stagesOf(page)).toEqual([[first], [second], [third]]);

    await button(page, `Дії: ${third}`).press('Enter');
    await page.getByRole('menuitem', { name: 'На попередній етап' }).press('Enter');
    await page.getByText(`${third}: етап 2, місце 2 з 2`).waitFor();
    await page.waitForFunction((name) => document.activeElement?.textContent === name, third);
    await expect.poll(() => stagesOf(page)).toEqual([[first], [second, third], []]);
    await button(page, 'Вилучити етап: Етап 3').press('Enter');

    await button(page, second).press('Enter');
    const sheet = page.getByRole('dialog', { name: second });
    await sheet.getByLabel('Коли відкривається').selectOption('after_previous');
    await sheet.getByLabel('Через скільки днів').fill('3');
    await sheet.getByText('Через 3 дні після попереднього етапу').waitFor();
    await sheet.getByLabel('Коли пройти').selectOption('date');
    await button(page, 'Готово').press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await button(page, 'Зберегти').click();
    await page.getByText('Заповніть налаштування, позначені помилкою').waitFor();
    await button(page, second).press('Enter');
    await sheet.getByLabel('День').fill('2099-12-31');
    await sheet.getByText('Пройти до 31.12.2099 включно').waitFor();
    await button(page, 'Готово').press('Enter');
    await sheet.waitFor({ state: 'detached' });

    await button(page, 'Зберегти').click();
    const preview = page.getByRole('dialog', { name: 'Що зміниться' });
    await preview.getByText('Зміни побачить 1 студент').waitFor();
    await expect.poll(() => preview.getByText('Person Student').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await preview.getByRole('button', { name: 'Зберегти хронологію' }).click();
    await page.getByText('Хронологію збережено').waitFor();
    await page.waitForURL('**#chronology');
    await page.getByText('Через 3 дні після попереднього етапу').waitFor();
  });

  test('tells who gets a due date where nothing else changes', async ({ page }) => {
    const { id, names, courses, save } = await aProgram();
    await save([{ items: courses.map(({ id: course_id }) => ({ course_id })) }]);
    await signIn(page, company.people.manager);
    await page.goto(`/program/${id}/chronology`);
    await button(page, names[0]).press('Enter');
    const sheet = page.getByRole('dialog', { name: names[0] });
    await sheet.getByLabel('Коли пройти').selectOption('date');
    await sheet.getByLabel('День').fill('2099-12-31');
    await button(page, 'Готово').press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await button(page, 'Зберегти').click();
    const preview = page.getByRole('dialog', { name: 'Що зміниться' });
    await preview.getByText('Зміни побачить 1 студент').waitFor();
    await preview
      .getByText(/пройти до 31\.12\.2099/)
      .first()
      .waitFor();
    expect(await preview.getByText('нічого не зміниться').count()).toBe(0);
  });

  test('is arranged by dragging, and asks before it is lost', async ({ page }) => {
    const { id, names, courses, save } = await aProgram();
    const [first, second, third] = names;
    await save([
      { name: 'Перший', items: [{ course_id: courses[0]!.id }] },
      { items: [{ course_id: courses[1]!.id }] },
    ]);
    await signIn(page, company.people.owner);
    await page.goto(`/program/${id}/chronology`);
    const item = (name: string) => page.locator('li[draggable]').filter({ hasText: name });
    await item(third).dragTo(item(second));
    await expect.poll(() => stagesOf(page)).toEqual([[first], [third, second]]);
    await item(first).dragTo(item(second));
    await expect.poll(() => stagesOf(page)).toEqual([[], [third, first, second]]);
    await page.getByText(`${first}: етап 2, місце 2 з 3`).waitFor();

    await page
      .getByRole('link', { name: /Програма/ })
      .first()
      .click();
    const question = page.getByRole('dialog', { name: 'Незбережені зміни' });
    await question.getByRole('button', { name: 'Скасувати' }).first().click();
    await expect.poll(() => stagesOf(page)).toEqual([[], [third, first, second]]);
  });

  test('does not save over what another window has saved unasked, and keeps what was edited', async ({
    page,
    context,
    allowErrors,
  }) => {
    allowErrors(/409/);
    const { id, names, courses, save, stored } = await aProgram();
    const [first, second] = names;
    await save([
      { name: 'Перший', items: [{ course_id: courses[0]!.id }] },
      { name: 'Другий', items: [{ course_id: courses[1]!.id }] },
    ]);
    await signIn(page, company.people.owner);
    const [mine, theirs] = [page, await context.newPage()];
    for (const window of [mine, theirs]) {
      await window.goto(`/program/${id}/chronology`);
      await expect.poll(() => stagesOf(window)).toEqual([[first], [second]]);
    }
    const keep = (window: Page) =>
      window
        .getByRole('dialog', { name: 'Що зміниться' })
        .getByRole('button', { name: 'Зберегти хронологію' })
        .click();
    await button(theirs, 'Вилучити етап: Другий').press('Enter');
    await button(theirs, 'Зберегти').click();
    await keep(theirs);
    await theirs.waitForURL('**#chronology');

    const name = mine.getByLabel('Назва етапу 2');
    await name.fill('Мій');
    await button(mine, 'Зберегти').click();
    const question = mine.getByRole('dialog', { name: 'Хронологію змінено в іншому вікні' });
    await question.waitFor();
    expect(await accessibilityProblems(mine)).toEqual([]);
    expect(await stored()).toEqual([['Перший', first]]);
    await question.getByRole('button', { name: 'Закрити' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Мій');
    await button(mine, 'Зберегти').click();
    await question.getByRole('button', { name: 'Зберегти мою версію' }).click();
    // What saving it over theirs changes is shown first.
    await keep(mine);
    await mine.waitForURL('**#chronology');
    expect(await stored()).toEqual([
      ['Перший', first],
      ['Мій', second],
    ]);
  });

  test('asks also where another saves while the preview is read, and loads what stands there', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/409/);
    const { id, names, courses, save, stored } = await aProgram();
    const [first, second] = names;
    await save([{ name: 'Перший', items: [{ course_id: courses[0]!.id }] }]);
    await signIn(page, company.people.owner);
    await page.goto(`/program/${id}/chronology`);
    const name = page.getByLabel('Назва етапу 1');
    await name.fill('Мій');
    await button(page, 'Зберегти').click();
    const preview = page.getByRole('dialog', { name: 'Що зміниться' });
    await preview.getByText('Для студентів зараз нічого не зміниться').waitFor();
    await save([{ name: 'Їхній', items: [{ course_id: courses[1]!.id }] }]);
    await preview.getByRole('button', { name: 'Зберегти хронологію' }).click();
    const question = page.getByRole('dialog', { name: 'Хронологію змінено в іншому вікні' });
    await question.getByRole('button', { name: 'Завантажити ту версію' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => stagesOf(page)).toEqual([[second]]);
    expect(await name.inputValue()).toBe('Їхній');
    await button(page, `Додати: ${first}`).waitFor();
    expect(await button(page, 'Зберегти').isDisabled()).toBe(true);
    expect(await stored()).toEqual([['Їхній', second]]);
  });

  test('begins with what stands there, also where an earlier screen has read another', async ({ page }) => {
    const { id, names, courses, save } = await aProgram();
    const [first, second] = names;
    await save([{ items: [{ course_id: courses[0]!.id }] }]);
    await signIn(page, company.people.owner);
    await page.clock.install();
    await page.goto(`/program/${id}#chronology`);
    await page.getByRole('link', { name: first }).waitFor();
    await save([{ items: [{ course_id: courses[1]!.id }] }]);
    await page.clock.fastForward(11_000);
    await page.getByRole('link', { name: 'Редагувати хронологію' }).click();
    await expect.poll(() => stagesOf(page)).toEqual([[second]]);
    await page.getByLabel('Назва етапу 1').fill('Мій');
    await button(page, 'Зберегти').click();
    await page.getByRole('dialog', { name: 'Що зміниться' }).waitFor();
  });

  test('is not for a student', async ({ page }) => {
    const { id } = await aProgram();
    await signIn(page, company.people.student);
    await page.goto(`/program/${id}/chronology`);
    await page.waitForURL('**/no-access');
  });
});

describe('a student', () => {
  test('sees their way, the next step, and why a course is not open yet', async ({ page, allowErrors }) => {
    // The browser's line about the course that is closed.
    allowErrors(/403/);
    const { id, names, courses, save } = await aProgram();
    const [first, second] = names;
    await save([
      { items: [{ course_id: courses[0]!.id, due: 'after_assignment', due_after_days: 3 }] },
      { items: [{ course_id: courses[1]!.id, access_rule: 'previous_done' }] },
    ]);
    await signIn(page, company.people.student);
    await page.goto(`/program/${id}#chronology`);
    await page
      .getByText(/залишилося 3 дні/)
      .first()
      .waitFor();
    await page.getByText(`Відкриється після завершення: ${first}`).waitFor();
    expect(await page.getByRole('link', { name: second }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('tab', { name: /^Курси/ }).click();
    const closed = page.getByRole('listitem').filter({ hasText: second }).last();
    await closed.getByText('Ще закрито').waitFor();
    await closed.getByText(`Відкриється після завершення: ${first}`).waitFor();
    await expect.poll(() => page.getByText('Ще закрито').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);

    // Neither "not started" on the first screen, nor closed where the other one is open.
    await page.goto('/profile');
    const atHome = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last();
    await atHome(second).getByText('Ще закрито').waitFor();
    expect(await atHome(second).getByText('Не розпочато').count()).toBe(0);
    expect(await atHome(first).getByText('Ще закрито').count()).toBe(0);

    await page.goto(`/course?search=${encodeURIComponent(second)}`);
    await page.getByText('Ще закрито').waitFor();
    await page.getByRole('link', { name: second }).click();
    await page.getByRole('heading', { name: 'Цей курс ще не відкрито' }).waitFor();
    await page.getByText(`Він відкриється після завершення: ${first}.`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`/course/${courses[1]!.id}/education-materials/${courses[1]!.materials[0]}`);
    await page.getByRole('heading', { name: 'Цей курс ще не відкрито' }).waitFor();

    const student = company.as('student');
    const material = `/course/course/${courses[0]!.id}/educational_material/${courses[0]!.materials[0]}/`;
    await student.get(material);
    await student.post(`${material}finish/`);
    await page.getByRole('link', { name: 'До хронології програми' }).click();
    await page.getByText('Наступний крок').waitFor();
    await page.getByRole('link', { name: 'Почати' }).click();
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
  });
});

test('staff find the students of a program with what is late', async ({ page }) => {
  const { id, courses, save } = await aProgram();
  await save([{ items: [{ course_id: courses[0]!.id, due: 'date', due_on: '2026-01-01' }] }]);
  await signIn(page, company.people.manager);
  await page.goto(`/program/${id}#students`);
  const row = page.getByRole('row').filter({ hasText: 'Person Student' });
  await row.getByText('Прострочено').first().waitFor();
  await expect.poll(() => row.textContent()).toContain('Завершено 0 з 3');
});

test('a company keeps its time zone', async ({ page }) => {
  await signIn(page, company.people.owner);
  await page.goto(`/company/${company.id}/edit`);
  const zone = page.getByRole('combobox', { name: 'Часовий пояс' });
  await expect.poll(() => zone.inputValue()).toMatch(/^Київ \(GMT\+[23]\)$/);
  await zone.fill('lisb');
  await page.getByRole('option', { name: /^Lisbon/ }).click();
  await button(page, 'Зберегти').click();
  await page.waitForURL(`**/company/${company.id}`);
  expect((await company.as('owner').get(`/space/space/${company.id}/`)).body.time_zone).toBe('Europe/Lisbon');
});
