import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { answersOf, startAttempt } from '../../factories/attempt.ts';
import { aCompany, type Company, unique } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter, chip } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';
import { fontsThere, settled } from '../../support/browser/settled.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const change = (id: number, body: Record<string, unknown>) =>
  company.as('owner').patch(`/course/course/${id}/`, body);

const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function aCategory(name = unique('Category')) {
  const { body } = await company.as('owner').post('/directory/course_category/', { name });
  return { id: body.id as number, name };
}

describe('the list of courses', () => {
  test('is filtered and shown as a table through the address', async ({ page }) => {
    const [found, other] = [await company.aCourse(), await company.aCourse()];
    const category = await aCategory();
    const tag = unique('tag');
    await change(found.id, { category_id: category.id, tags: [tag] });
    await signIn(page, company.people.owner);
    await page.goto('/course');
    const card = (name: string) => page.getByRole('link', { name, exact: true });
    await card(other.name).waitFor();
    await addFilter(page, 'Тег', tag);
    await card(other.name).waitFor({ state: 'detached' });
    await addFilter(page, 'Категорія', category.name);
    await page.getByText('2 активні фільтри').waitFor();
    expect(queryOf(page)).toEqual({ tag, category: String(category.id) });
    await page.getByRole('link', { name: 'Таблиця' }).click();
    await page.getByRole('row', { name: found.name }).getByText(category.name).waitFor();
    await page.reload();
    await page.getByRole('row', { name: found.name }).waitFor();
    await chip(page, `Категорія: ${category.name}`).waitFor();
    await button(page, 'Скинути всі').click();
    await page.getByRole('row', { name: other.name }).waitFor();
    expect(queryOf(page)).toEqual({ view: 'table' });
    await button(page, 'Назва').click();
    await expect.poll(() => queryOf(page)['ordering']).toBe('name');
    await page.getByRole('searchbox').fill('немає такого курсу');
    await page.getByText('Нічого не знайдено').waitFor();
  });

  test('on a phone keeps its filters in a sheet and fits', async ({ page }) => {
    const course = await company.aCourse();
    await page.setViewportSize({ width: 360, height: 780 });
    await signIn(page, company.people.manager);
    await page.goto(`/course?group=${course.group.id}`);
    await page.getByRole('link', { name: course.name }).waitFor();
    await button(page, 'Фільтри: 1 активний фільтр').click();
    const sheet = dialog(page, 'Фільтри');
    await sheet.getByLabel('Тести й іспити').selectOption('2');
    await sheet.getByRole('button', { name: 'Показати 0 записів' }).click();
    await page.getByText('Нічого не знайдено').waitFor();
    for (const path of ['', '#students', '#settings']) {
      await page.goto(`/course/${course.id}${path}`);
      await settled(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
  });
});

test('the name of a course is read whole above its lists on a phone', async ({ page }) => {
  const course = await company.aCourse();
  const name = unique('Пожежна безпека в магазині та на складі для нових працівників');
  await change(course.id, { name });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#students`);
  const title = page.getByRole('heading', { level: 1, name });
  await title.waitFor();
  expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('a course is created with a new category, tags up to their limit and a first picture', async ({
  page,
}) => {
  const group = await company.aGroup();
  const [name, category] = [unique('Created'), unique('Fresh')];
  await signIn(page, company.people.owner);
  await page.goto('/course/create');
  await page.getByLabel('Назва').fill(name);
  await button(page, 'Нова категорія').click();
  await dialog(page, 'Нова категорія').getByLabel('Назва категорії').fill(category);
  await dialog(page, 'Нова категорія').getByRole('button', { name: 'Створити' }).click();
  await dialog(page, 'Нова категорія').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByLabel('Категорія').locator('option:checked').textContent())
    .toBe(category);

  const tags = page.getByRole('combobox', { name: 'Теги' });
  await tags.fill('зайвий, один, два, три, чотири, п’ять, шість, сім, вісім, дев’ять, десять');
  await tags.press('Enter');
  await page.getByText('Можна додати не більше 10 активних тегів').waitFor();
  await expect.poll(() => tags.inputValue()).toBe('десять');
  await tags.press('Enter');
  await expect.poll(() => tags.inputValue()).toBe('десять');
  await page
    .getByText('зайвий', { exact: true })
    .locator('..')
    .getByRole('button', { includeHidden: true })
    .click();
  await tags.press('Enter');
  await expect.poll(() => tags.inputValue()).toBe('');

  await button(page, 'Створити').click();
  const wrong = page.getByText('Виберіть групу для курсу');
  await page.getByRole('combobox', { name: 'Групи' }).fill(group.name);
  const option = page.getByRole('option', { name: group.name });
  await option.waitFor();
  const [told, offered] = [(await wrong.boundingBox())!, (await option.boundingBox())!];
  expect(offered.y > told.y + told.height || offered.y + offered.height < told.y).toBe(true);
  // It stays at its field while the page is scrolled.
  await page.evaluate(() => new Promise((done) => (scrollBy(0, 20), requestAnimationFrame(done))));
  const moved = (await option.boundingBox())!;
  expect([moved.x, moved.width]).toEqual([offered.x, offered.width]);
  expect(moved.x).toBeGreaterThanOrEqual(told.x);
  await option.click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Курси' }).first().click();
  await dialog(page, 'Незбережені зміни').getByRole('button', { name: 'Скасувати' }).click();
  await dialog(page, 'Незбережені зміни').waitFor({ state: 'detached' });
  await button(page, 'Створити').click();

  // A reload shows it again, and no empty form for a second one.
  const created = page.getByRole('heading', { name: `Курс «${name}» створено` });
  await created.waitFor();
  await page.reload();
  await created.waitFor();
  await page.getByRole('group', { name: 'Зображення курсу' }).waitFor();
  await page.getByRole('link', { name: 'До курсу' }).click();
  await page.getByText(category).waitFor();
  await page.getByText('дев’ять, десять').waitFor();
  // Its students are told when there is something in it.
  await button(page, 'Опублікувати').waitFor();
  // All places are in sight, and what is done most stands above them.
  const places = page.getByRole('tablist', { name: 'Розділи курсу' });
  await expect
    .poll(() => places.getByRole('tab').allTextContents())
    .toEqual(['Огляд', 'Матеріали0', 'Люди', 'Аналітика', 'Налаштування']);
  expect(await places.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  for (const place of ['Матеріали', 'Люди', 'Аналітика', 'Налаштування']) {
    await places.getByRole('tab', { name: place }).click();
    await button(page, 'Опублікувати').first().waitFor();
  }
});

test('the tools of a text are seen before anything is touched, and stay where they are', async ({ page }) => {
  await signIn(page, company.people.owner);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/course/create');
    const shown = page.locator('main use[href$="#bold"]').locator('../..');
    const text = page.getByRole('textbox', { name: 'Докладний опис' });
    await shown.waitFor();
    // Brought into sight first: whoever goes into it does not scroll it.
    await text.scrollIntoViewIfNeeded();
    await fontsThere(page);
    const before = [await shown.boundingBox(), await text.boundingBox()];
    const count = await page.locator('main use').count();
    await page.evaluate(() => dispatchEvent(new Event('pointermove')));
    const bold = button(page, 'Жирний');
    await bold.waitFor();
    expect([await bold.boundingBox(), await text.boundingBox()]).toEqual(before);
    await expect.poll(() => bold.locator('../..').getByRole('button').count()).toBe(count);
  }
});

test('the picture of a course is set and removed where it is edited', async ({ page }) => {
  const course = await company.aCourse();
  await signIn(page, company.people.manager);
  await page.goto(`/course/${course.id}/edit`);
  const field = page.getByRole('group', { name: 'Зображення курсу' });
  await field.waitFor();
  const buffer = Buffer.from(await pixels(page), 'base64');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await dialog(page, 'Виберіть потрібну частину').getByRole('button', { name: 'Зберегти' }).click();
  await expect
    .poll(() => field.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.goto(`/course/${course.id}`);
  await page.locator('main header').locator('..').locator('img').waitFor();
  await page.goto(`/course/${course.id}/edit`);
  await button(page, 'Вилучити').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Вилучити' }).click();
  await field.locator('img').waitFor({ state: 'detached' });
});

/** A PNG of 400 × 250, in base64. */
const pixels = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 250 });
    canvas.getContext('2d')!.fillRect(20, 20, 200, 100);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });

describe('the people of a course', () => {
  test('coaches are added and removed', async ({ page }) => {
    const course = await company.aCourse({ coaches: [] });
    await signIn(page, company.people.owner);
    await page.goto(`/course/${course.id}#coaches`);
    await button(page, 'Додати тренера').click();
    const box = dialog(page, 'Додати тренерів');
    await box.getByRole('button', { name: 'Додати', exact: true }).click();
    await box.getByText('Обов’язкове поле').waitFor();
    await box.getByRole('combobox', { name: 'Тренери компанії' }).fill('Trainer');
    await page.getByRole('option', { name: company.people.trainer.email }).click();
    await page.keyboard.press('Escape');
    await box.getByRole('button', { name: 'Додати', exact: true }).click();
    const coaches = page.getByRole('list', { name: 'Тренери' });
    await coaches.getByText('Person Trainer').waitFor();
    await button(page, 'Прибрати тренера: Person Trainer').click();
    await dialog(page, 'Прибрати тренера з курсу?').getByRole('button', { name: 'Прибрати' }).click();
    await page.getByText('Тренерів ще не призначено').waitFor();
  });

  test('a trainer leaves a course after a question', async ({ page, allowErrors }) => {
    // What is on screen is read once more before it is left.
    allowErrors(/404/);
    const course = await company.aCourse();
    await signIn(page, company.people.trainer);
    await page.goto(`/course/${course.id}#coaches`);
    await button(page, 'Вийти з курсу').click();
    await dialog(page, 'Вийти з курсу?').getByRole('button', { name: 'Скасувати' }).click();
    await dialog(page, 'Вийти з курсу?').waitFor({ state: 'detached' });
    await button(page, 'Вийти з курсу').click();
    await dialog(page, 'Вийти з курсу?').getByRole('button', { name: 'Вийти з курсу' }).click();
    await page.waitForURL('/course');
    await settled(page);
    expect(await page.getByRole('link', { name: course.name }).count()).toBe(0);
  });

  test('a student is added for themselves, and only such a one is removed', async ({ page }) => {
    const course = await company.aCourse();
    const single = await company.aPerson('student');
    const row = (email: string) =>
      page.getByRole('row').filter({ has: page.locator(`[href="/user/${idOf(email)}"]`) });
    const idOf = (email: string) => (email === single.email ? single.id : company.people.student.id);
    await signIn(page, company.people.owner);
    await page.goto(`/course/${course.id}#students`);
    await row(company.people.student.email).getByRole('button', { name: /^Дії/ }).click();
    await page.getByRole('menuitem', { name: 'Заблокувати в курсі' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Прибрати з курсу' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await button(page, 'Додати студентів').click();
    const box = dialog(page, 'Додати студентів');
    await box.getByRole('combobox', { name: 'Студенти компанії' }).fill(single.email);
    await page.getByRole('option', { name: single.email }).click();
    await page.keyboard.press('Escape');
    await box.getByLabel('Пройти до').selectOption('До певного дня');
    await box.getByLabel('День').fill('31.01.2030');
    await box.getByRole('button', { name: 'Додати', exact: true }).click();
    await row(single.email).getByText('особисто').waitFor();
    await row(single.email).getByText('31.01.2030').waitFor();
    await row(single.email).getByRole('button', { name: /^Дії/ }).click();
    await page.getByRole('menuitem', { name: 'Термін' }).click();
    const due = dialog(page, 'Термін курсу');
    await expect.poll(() => due.getByLabel('День').inputValue()).toBe('31.01.2030');
    await due.getByLabel('День').fill('01.02.2030');
    await due.getByText('Термін зміниться в 1 студента').waitFor();
    await due.getByRole('button', { name: 'Зберегти' }).click();
    await row(single.email).getByText('01.02.2030').waitFor();
    await row(single.email).getByRole('button', { name: /^Дії/ }).click();
    await page.getByRole('menuitem', { name: 'Прибрати з курсу' }).click();
    await dialog(page, 'Прибрати студента з курсу?')
      .getByRole('button', { name: 'Прибрати з курсу' })
      .click();
    await row(single.email).waitFor({ state: 'detached' });
  });
});

test('a trainer grants a retake in the list of students, and it is offered no more', async ({ page }) => {
  const exam = await company.anExam();
  const student = company.as('student');
  await signIn(page, company.people.trainer);
  await page.goto(`/course/${exam.course.id}#students`);
  const retake = page.getByRole('menuitem', { name: /^Перескладання: / });
  await button(page, /^Дії: Person/).click();
  await page.getByRole('menuitem', { name: 'Матеріали студента' }).waitFor();
  expect(await retake.count()).toBe(0);

  const { finish } = await startAttempt(student, exam);
  // The required question alone is not enough.
  await finish(answersOf(exam.questions).slice(2));
  await page.reload();
  await button(page, /^Дії: Person/).click();
  await retake.click();
  const box = dialog(page, /перескладання/i);
  await box.getByLabel('Причина').fill('Хворів');
  await box.getByRole('button', { name: 'Призначити' }).click();
  await box.waitFor({ state: 'hidden' });
  await button(page, /^Дії: Person/).click();
  await page.getByRole('menuitem', { name: 'Матеріали студента' }).waitFor();
  // The list is asked for anew once it is granted.
  await retake.waitFor({ state: 'detached' });
  await startAttempt(student, exam);
});

test('a student who is kept out reads why, also at a material, until let in again', async ({
  page,
  browser,
  allowErrors,
}) => {
  allowErrors(/403/);
  const course = await company.aCourse({ materials: 1 });
  await signIn(page, company.people.manager);
  await page.goto(`/course/${course.id}#students`);
  await button(page, /^Дії: Person/).click();
  await page.getByRole('menuitem', { name: 'Заблокувати в курсі' }).click();
  await dialog(page, 'Заблокувати в курсі?').getByRole('button', { name: 'Заблокувати в курсі' }).click();
  await page
    .getByRole('row', { name: /Student/ })
    .getByText('Заблоковано')
    .waitFor();

  const theirs = await browser.newPage({ baseURL: new URL(page.url()).origin, locale: 'uk-UA' });
  await signIn(theirs, company.people.student);
  await theirs.goto('/course');
  const card = theirs.getByRole('listitem').filter({ has: theirs.getByRole('link', { name: course.name }) });
  await card.getByText('Доступ закрито').waitFor();
  await card.getByRole('link').click();
  await theirs.getByRole('heading', { name: 'Доступ до цього курсу для вас закрито' }).waitFor();
  await theirs.getByText('зверніться до менеджера групи: Person Manager').waitFor();
  await theirs.goto(`/course/${course.id}/education-materials/${course.materials[0]}`);
  await theirs.getByRole('heading', { name: 'Доступ до цього курсу для вас закрито' }).waitFor();

  await page.goto(`/course/${course.id}#settings`);
  await button(page, 'Розблокувати: Person Student').click();
  await dialog(page, 'Повернути доступ до курсу?').getByRole('button', { name: 'Розблокувати' }).click();
  await page.getByText(/^Нікого не заблоковано/).waitFor();
  await theirs.reload();
  await theirs.getByRole('heading', { name: 'Material 1' }).waitFor();
  await theirs.close();
});

test('a course that is unpublished is a draft, and its student does not see it', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/404/);
  const course = await company.aCourse();
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#settings`);
  await button(page, 'Зняти з публікації').click();
  await dialog(page, 'Зняти курс із публікації?').getByRole('button', { name: 'Зняти з публікації' }).click();
  await button(page, 'Опублікувати').waitFor();
  const { body } = await company.as('student').get('/course/course/?page_size=100');
  expect(body.results.map(({ id }: { id: number }) => id)).not.toContain(course.id);
  await page.goto(`/course?search=${course.name}`);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: course.name }) });
  await card.getByText('Чернетка').waitFor();
  await page.goto(`/course/${course.id}#settings`);
  await button(page, 'Опублікувати').click();
  const question = dialog(page, 'Опублікувати курс?');
  await question.getByText('Курс отримає 1 студент.').waitFor();
  await question.getByText('У курсі ще немає матеріалів.').waitFor();
  await question.getByRole('button', { name: 'Опублікувати' }).click();
  await button(page, 'Зняти з публікації').waitFor();
  expect((await company.as('student').get(`/course/course/${course.id}/`)).status).toBe(200);
});

test('a material without its file is marked for staff, and publishing its course names it', async ({
  page,
}) => {
  const course = await company.aCourse({ materials: 1 });
  const owner = company.as('owner');
  const at = `/course/course/${course.id}/`;
  for (const [type, name] of [
    ['video', 'Показ'],
    ['pdf', 'Пам’ятка'],
  ])
    await owner.post(`${at}educational_material/`, { type, name });
  const { body } = await owner.get(at);
  await owner.patch(`${at}educational_material/${body.education_materials[2].id}/`, { archived: true });
  await owner.patch(at, { published: false });
  await signIn(page, company.people.owner);
  const marked = async (path: string) => {
    await page.goto(path);
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Показ', exact: true }) });
    await row.getByText('Без файлу', { exact: true }).waitFor();
    expect(await page.getByText('Без файлу', { exact: true }).count()).toBe(2);
  };
  await marked(`/course/${course.id}/education-materials`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await marked(`/course/${course.id}#theory`);
  await button(page, 'Опублікувати').click();
  const question = dialog(page, 'Опублікувати курс?');
  await question.getByText(/^Файлу ще немає в цих матеріалах/).waitFor();
  // What is archived is given to nobody.
  expect(await question.getByRole('listitem').allTextContents()).toEqual(['Показ']);
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.getByRole('button', { name: 'Опублікувати' }).click();
  await question.waitFor({ state: 'hidden' });
  expect((await owner.get(at)).body.published).toBe(true);
});

test('the groups of a course are chosen on its page, the last one stays', async ({ page }) => {
  const course = await company.aCourse();
  const group = await company.aGroup();
  await signIn(page, company.people.manager);
  await page.goto(`/course/${course.id}#groups`);
  await button(page, 'Вибрати групи').click();
  const box = dialog(page, 'Вибрати групи');
  const field = box.getByRole('combobox', { name: 'Групи' });
  await field.press('Backspace');
  await page.keyboard.press('Tab');
  await box.getByRole('button', { name: 'Зберегти' }).click();
  await box.getByText('Виберіть групу для курсу').waitFor();
  await field.fill(group.name);
  await page.getByRole('option', { name: group.name }).click();
  await page.keyboard.press('Escape');
  await box.getByLabel('Пройти до').selectOption('Через кілька днів після призначення');
  await box.getByLabel('Скільки днів').fill('');
  await box.getByRole('button', { name: 'Зберегти' }).click();
  await box.getByText('Має бути цілим числом').waitFor();
  await box.getByLabel('Скільки днів').fill('5');
  await box.getByRole('button', { name: 'Зберегти' }).click();
  await page
    .getByRole('link', { name: group.name })
    .getByText('Пройти за 5 днів після призначення')
    .waitFor();
});

test('a student reads by when a course is due, on its page and at home', async ({ page }) => {
  const student = await company.aPerson('student');
  const course = await company.aCourse({ materials: 1 });
  const long = 'Пожежна'.repeat(12);
  await asSystem(productWorld(), ['update courses set name = $2 where id = $1', [course.id, long]]);
  const given = { user_ids: [student.id], due_after_days: 5 };
  await company.as('owner').post(`/course/course/${course.id}/students/`, given);
  await signIn(page, student);
  const due = page.getByText(/^Пройти до .+ · залишилося 5 днів$/);
  await page.goto(`/course/${course.id}`);
  await due.waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/profile');
  await due.first().waitFor();
  // A name without blanks goes on in the next line.
  const { x, width } = (await page.getByRole('main').getByText(long).first().boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(360);
});

test('the settings of a course ask before another tab takes away what was changed', async ({ page }) => {
  const course = await company.aCourse();
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#settings`);
  await page.getByRole('radio', { checked: false }).first().check();
  await page.getByRole('tab', { name: 'Люди' }).click();
  const question = page.getByRole('dialog', { name: /незбережені зміни/i });
  await question.getByRole('button', { name: 'Скасувати' }).click();
  await question.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe('#settings');
  await page.getByRole('tab', { name: 'Люди' }).click();
  await question.getByRole('button', { name: 'Продовжити' }).click();
  await page.waitForURL((url) => url.hash === '#students');
  await page.getByRole('tab', { name: /^Тренери/ }).click();
  await page.waitForURL((url) => url.hash === '#coaches');
});

const PLACES = {
  Огляд: ['Загальна інформація', 'Опис', 'Програми', 'Вебінари'],
  Матеріали: ['Теорія та практика', 'Навчальний матеріал', 'Запитання', 'Мої нотатки'],
  Люди: ['Студенти', 'Групи', 'Тренери', 'Менеджери'],
  Аналітика: ['Аналітика', 'Сертифікати'],
  Налаштування: ['Налаштування', 'Інші системи', 'Історія змін'],
};

test.for([
  ['owner', []],
  ['admin', []],
  ['manager', ['Навчальний матеріал', 'Запитання', 'Інші системи', 'Історія змін']],
  ['trainer', ['Налаштування', 'Інші системи', 'Історія змін']],
  [
    'student',
    [
      'Навчальний матеріал',
      'Запитання',
      'Студенти',
      'Аналітика',
      'Сертифікати',
      'Налаштування',
      'Інші системи',
      'Історія змін',
    ],
  ],
] as const)(
  'a course has for a %s each tab of the specification but %j',
  async ([role, hidden], { page }) => {
    const course = await company.aCourse({ materials: 1 });
    await signIn(page, company.people[role]);
    await page.goto(`/course/${course.id}#general`);
    const lists = page.getByRole('tablist');
    await lists.last().getByRole('tab', { name: 'Загальна інформація' }).waitFor();
    for (const [place, names] of Object.entries(PLACES)) {
      const shown = names.filter((name) => !(hidden as readonly string[]).includes(name));
      const own = lists.first().getByRole('tab', { name: new RegExp(`^${place}`) });
      expect({ place, count: await own.count() }).toEqual({ place, count: shown.length > 0 ? 1 : 0 });
      if (shown.length === 0) continue;
      await own.click();
      if (shown.length === 1) continue;
      const inside = lists.last().getByRole('tab');
      const told = async () => (await inside.allInnerTexts()).map((text) => text.replace(/\s*\d+$/, ''));
      await expect.poll(told).toEqual(shown);
    }
  },
);
