import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { openFilter } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

describe('a form', () => {
  test('says "too long" at the field, once it was left, and sends nothing', async ({ page }) => {
    await signIn(page, company.people.owner);
    await page.goto('/group/create');
    const name = page.getByRole('textbox', { name: 'Назва' });
    await name.fill('x'.repeat(201));
    expect(await page.getByText('Занадто довге значення').count()).toBe(0);
    await name.press('Tab');
    await page.getByText('Занадто довге значення').waitFor();
    await page.getByRole('button', { name: 'Створити' }).click();
    await page.getByText('Занадто довге значення').waitFor();
    expect(new URL(page.url()).pathname).toBe('/group/create');
  });

  test('shows what the server refused at its field and keeps what was typed', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/400/);
    const { name } = await company.aGroup();
    await signIn(page, company.people.owner);
    await page.goto('/group/create');
    const field = page.getByRole('textbox', { name: 'Назва' });
    await field.fill(name.toUpperCase());
    await page.getByRole('button', { name: 'Створити' }).click();
    await page
      .getByText(/вже існує/)
      .first()
      .waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field.inputValue()).toBe(name.toUpperCase());
  });

  test('with unsaved changes asks before it is left', async ({ page }) => {
    await signIn(page, company.people.owner);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Half done');
    await page.getByRole('link', { name: 'Курси' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/незбережені зміни/i)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Скасувати' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Назва' }).inputValue()).toBe('Half done');
    await page.getByRole('link', { name: 'Курси' }).click();
    await dialog.getByRole('button', { name: 'Продовжити' }).click();
    await page.waitForURL('**/course');
  });

  test('sent twice by a double click makes one thing', async ({ page }) => {
    await signIn(page, company.people.owner);
    await page.goto('/group/create');
    const name = unique('Twice');
    await page.getByRole('textbox', { name: 'Назва' }).fill(name);
    await page.getByRole('button', { name: 'Створити' }).dblclick();
    await page.getByRole('heading', { name }).waitFor();
    const { body } = await company
      .as('owner')
      .get(`/study_group/study_group/?search=${encodeURIComponent(name)}`);
    expect(body.count).toBe(1);
  });

  test('sends one invitation by double clicks on all that leads to it', async ({ page }) => {
    await signIn(page, company.people.owner);
    await page.goto('/user');
    const group = await company.aGroup();
    const email = `${unique('twice').replaceAll(' ', '-')}@example.com`;
    await page.getByRole('button', { name: 'Запросити', exact: true }).dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Електронна пошта' }).fill(email);
    await dialog.getByRole('combobox', { name: 'Групи' }).click();
    await page.getByRole('option', { name: group.name }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Надіслати запрошення' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    const sent = page.getByText(`Запрошення надіслано на ${email}`);
    await sent.first().waitFor();
    await expect.poll(() => sent.count()).toBe(1);
    const { body } = await company.as('owner').get(`/accounts/user/?search=${email}`);
    expect(body.count).toBe(1);
  });

  test('publishes a course and a test once by double clicks on all that leads to it', async ({ page }) => {
    const { course, form_id, material_id } = await company.anExam();
    const owner = company.as('owner');
    await owner.patch(`/course/course/${course.id}/`, { published: false });
    await signIn(page, company.people.owner);
    await page.goto(`/course/${course.id}`);
    const publish = page.getByRole('button', { name: 'Опублікувати', exact: true });
    const dialog = page.getByRole('dialog');
    await publish.dblclick();
    await dialog.getByRole('button', { name: 'Опублікувати' }).dblclick();
    await dialog.waitFor({ state: 'hidden' });
    const told = page.getByText('Курс опубліковано');
    await told.first().waitFor();
    await expect.poll(() => told.count()).toBe(1);
    expect((await company.as('student').get(`/course/course/${course.id}/`)).status).toBe(200);

    await page.goto(`/course/${course.id}/education-materials/${material_id}/constructor`);
    await page.getByRole('button', { name: 'Додати запитання' }).click();
    const added = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Запитання 4/ }) });
    await added.getByRole('textbox', { name: 'Текст запитання' }).fill('Four');
    await added.getByRole('textbox', { name: 'Відповідь 1' }).fill('a');
    await added.getByRole('textbox', { name: 'Відповідь 2' }).fill('b');
    await added.getByRole('radio', { name: 'Відповідь 1 правильна' }).check();
    await publish.dblclick();
    await dialog.getByRole('button', { name: 'Опублікувати зараз' }).dblclick();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(/^Опубліковано \d/).waitFor();
    const { body } = await owner.get(`/course/course/${course.id}/form/${form_id}/`);
    expect(body).toMatchObject({ has_unpublished_changes: false });
    expect(body.questions).toHaveLength(4);
  });
});

test('forms have one width, one mark of what is required, one order of names, and a save button that stays', async ({
  page,
}) => {
  const course = await company.aCourse({ materials: 1 });
  await signIn(page, company.people.owner);
  const paths = ['company', 'course', 'group', 'program', 'webinar', 'user'].map((each) => `/${each}/create`);
  paths.push('/profile/edit', `/group/${course.group.id}/edit`, `/course/${course.id}/edit`);
  paths.push(`/course/${course.id}/education-materials/constructor`);
  const { student } = company.people;
  paths.push(`/company/${company.id}/edit`, `/user/${student.id}/edit`);
  paths.push(`/course/${course.id}/education-materials/${course.materials[0]}/constructor`);
  for (const path of paths) {
    await page.setViewportSize({ width: 1440, height: 600 });
    await page.goto(path);
    await page.locator('main form').waitFor();
    await settled(page);
    const wide = await page.evaluate(lookAtForm);
    expect({ path, ...wide }).toMatchObject({
      width: 704,
      unlike: [],
      names: wide.names.toSorted((a, b) => a - b),
    });
    expect({ path, saves: wide.saves }).toEqual({ path, saves: true });
    await page.setViewportSize({ width: 390, height: 600 });
    // The side bar leaves when the page has noticed.
    await expect
      .poll(() => page.evaluate(lookAtForm), { message: path })
      .toMatchObject({ width: 358, saves: true });
  }
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/bank/create');
  await page.getByRole('textbox', { name: 'Текст запитання' }).waitFor();
  await settled(page);
  const heading = page.getByRole('heading', { name: 'Запитання', exact: true });
  const bank = page.locator('section').filter({ has: heading });
  expect((await bank.boundingBox())?.width).toBe(704);
});

/** Runs in the page. */
function lookAtForm() {
  const form = document.querySelector('main form')!;
  const button = [...form.querySelectorAll<HTMLButtonElement>('button[type=submit]')].at(-1)!;
  const { top, bottom } = button.getBoundingClientRect();
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter(
    ({ labels }) => (labels?.length ?? 0) > 0,
  );
  const isRequired = (field: HTMLInputElement) =>
    field.required || field.getAttribute('aria-required') === 'true';
  const isMarked = ({ labels }: HTMLInputElement) => labels![0]!.textContent.trim().endsWith('*');
  return {
    width: Math.round(form.getBoundingClientRect().width),
    /** Fields that are required and not marked so, or the other way round. */
    unlike: fields
      .filter((field) => isRequired(field) !== isMarked(field))
      .map(({ labels }) => labels![0]!.textContent),
    /** Where the family name and the given name stand. */
    names: ['Прізвище', 'Ім’я'].map((name) =>
      fields.findIndex(({ labels }) => labels![0]!.textContent.replace(/\s*\*$/, '') === name),
    ),
    saves: top >= 0 && bottom <= innerHeight,
  };
}

test('choices that could not be read say so and are read again, and none are said of them before', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 500/);
  const group = await company.aGroup();
  await signIn(page, company.people.owner);
  const refused = /study_group\/study_group\/\?/;
  const answers = (answer: () => Promise<void>) =>
    page.route(refused, async (route) => {
      await answer();
      await route.fulfill({ status: 500, json: { detail: 'Internal error', code: 'internal' } });
    });
  const again = page.getByRole('button', { name: 'Спробувати ще раз' });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await answers(() => held);
  await page.goto('/course/create');
  await page.getByRole('combobox', { name: 'Групи' }).click();
  await page.locator('[popover]:popover-open').waitFor();
  expect(await page.getByText('Нічого не знайдено').count()).toBe(0);
  release();
  await again.waitFor();
  await expect.poll(() => page.getByText('Не вдалося завантажити').count()).toBe(1);
  await page.unroute(refused);
  await again.click();
  await page.getByRole('option', { name: group.name }).click();
  await page.getByText(group.name, { exact: true }).waitFor();

  await answers(async () => {});
  await company.aCourse({ group });
  await page.goto('/course');
  await openFilter(page, 'Група');
  await again.waitFor();
  await page.unroute(refused);
  await again.click();
  await page.getByRole('option', { name: group.name }).waitFor();
});

test('two tabs on one form keep what was changed in each of them', async ({ page, context }) => {
  const group = await company.aGroup();
  await signIn(page, company.people.owner);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/group/${group.id}/edit`);
    await tab.getByRole('textbox', { name: 'Опис' }).waitFor();
  }
  const save = async (tab: Page, field: string, words: string) => {
    await tab.getByRole('textbox', { name: field }).fill(words);
    await tab.getByRole('button', { name: 'Зберегти' }).click();
    await tab.waitForURL(`**/group/${group.id}`);
  };
  await save(other, 'Опис', 'З другої вкладки');
  await save(page, 'Назва', `${group.name} нова`);
  expect((await company.as('owner').get(`/study_group/study_group/${group.id}/`)).body).toMatchObject({
    name: `${group.name} нова`,
    description: 'З другої вкладки',
  });

  // One in which nothing was changed takes nothing back.
  await page.goto(`/group/${group.id}/edit`);
  await page.getByRole('textbox', { name: 'Опис' }).waitFor();
  await company.as('owner').patch(`/study_group/study_group/${group.id}/`, { description: 'Після того' });
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.waitForURL(`**/group/${group.id}`);
  expect((await company.as('owner').get(`/study_group/study_group/${group.id}/`)).body.description).toBe(
    'Після того',
  );
});

test('the test builder says which whole numbers it takes', async ({ page }) => {
  const { course, material_id } = await company.anExam();
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}/education-materials/${material_id}/constructor`);
  const score = page.getByRole('textbox', { name: /^Прохідний бал/ }).first();
  for (const [typed, text] of [
    ['0', 'Мінімальне значення: 1'],
    ['101', 'Максимальне значення: 100'],
    ['60.5', 'Має бути цілим числом'],
  ] as const) {
    await score.fill(typed);
    await score.press('Tab');
    await page.getByText(text).first().waitFor();
  }
});
