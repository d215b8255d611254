import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { RULE_LIMIT } from '../../../worker/people/groups/contract.ts';
import { aCompany, unique, type Company } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

describe('the members of a group', () => {
  test('are added by name and by a pasted list of addresses, which names the one that is wrong', async ({
    page,
  }) => {
    const group = await company.aGroup({ students: [] });
    const emails = [1, 2].map(() => `${unique('new').replaceAll(' ', '-')}@example.com`);
    await signIn(page, company.people.owner);
    await page.goto(`/group/${group.id}`);
    await page.getByRole('button', { name: 'Додати учасників' }).click();
    const box = dialog(page, 'Додати учасників');
    await box.getByRole('button', { name: 'Додати', exact: true }).click();
    await box.getByText('Обов’язкове поле').waitFor();
    await box.getByRole('combobox', { name: 'Люди компанії' }).fill('Student');
    await page
      .getByRole('option', { name: /Student/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    const addresses = box.getByRole('combobox', { name: 'Запросити поштою' });
    await addresses.fill(`${emails[0]}; кривий\n${emails[1]}`);
    await addresses.press('Enter');
    await box.getByRole('button', { name: 'Додати', exact: true }).click();
    await box.getByText(/^кривий: /).waitFor();
    await addresses.focus();
    await addresses.press('Backspace');
    await addresses.press('Backspace');
    await addresses.fill(emails[1]!);
    await box.getByRole('button', { name: 'Додати', exact: true }).click();
    await box.waitFor({ state: 'detached' });
    await row(page, emails[0]!).waitFor();
    await row(page, emails[1]!).waitFor();
    await row(page, company.people.student.email).waitFor();
    expect((await mailTo(emails[1]!)).links[0]).toContain('/accounts/finish-registration');
  });

  test('are taken out from their row, with a question first', async ({ page }) => {
    const group = await company.aGroup();
    const { email } = company.people.student;
    await company.aCourse({ group, materials: 1 });
    await signIn(page, company.people.manager);
    await page.goto(`/group/${group.id}`);
    // How far its students have come, in its head and beside each.
    await page.getByText(/^0 з 1, 0\s?%$/).waitFor();
    await page.getByText('Ніхто', { exact: true }).waitFor();
    await row(page, email).getByRole('cell', { name: '0 з 1' }).waitFor();
    await row(page, email).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Прибрати з групи' }).click();
    await dialog(page, /Прибрати/)
      .getByRole('button', { name: 'Скасувати' })
      .click();
    await dialog(page, /Прибрати/).waitFor({ state: 'detached' });
    await row(page, email).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Прибрати з групи' }).click();
    await dialog(page, /Прибрати/)
      .getByRole('button', { name: 'Прибрати з групи' })
      .click();
    await row(page, email).waitFor({ state: 'detached' });
  });

  test('are not changed without a connection, and the message says that it is the connection', async ({
    page,
    context,
    allowErrors,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/);
    const group = await company.aGroup();
    await signIn(page, company.people.owner);
    await page.goto(`/group/${group.id}/edit`);
    await page.getByRole('textbox', { name: 'Опис' }).fill('Новий опис');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Зберегти' }).click();
    await page.getByRole('alert').getByText('Немає зв’язку із сервером').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Зберегти' }).click();
    await page.waitForURL(`**/group/${group.id}`);
  });

  test('are seen by its students, who are offered nothing to change', async ({ page }) => {
    const { group, name } = await company.aCourse();
    await page.setViewportSize({ width: 360, height: 780 });
    await signIn(page, company.people.student);
    await page.goto(`/group/${group.id}`);
    await page.getByRole('table').getByText('Person Manager').waitFor();
    expect(await page.getByRole('button', { name: /Додати|Редагувати|Видалити|Дії/ }).count()).toBe(0);
    await page.getByRole('tab', { name: /Курси/ }).click();
    await page.getByRole('link', { name }).waitFor();
    expect(await page.getByRole('button', { name: 'Призначити курси' }).count()).toBe(0);
  });
});

test('of many courses the last chosen stand below the field, which has the focus', async ({ page }) => {
  const group = await company.aGroup();
  const courses = [];
  for (let made = 0; made < 13; made += 1) courses.push(await company.aCourse({ group }));
  await signIn(page, company.people.owner);
  await page.goto(`/group/${group.id}#courses`);
  await page.getByRole('button', { name: 'Призначити курси' }).click();
  const box = dialog(page, 'Призначити курси');
  const field = box.getByRole('combobox', { name: 'Курси' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  const crosses = box.getByRole('button', { name: /^Course/, includeHidden: true });
  await expect.poll(() => crosses.count()).toBe(10);
  await box.getByRole('button', { name: 'Показати ще 3' }).press('Enter');
  await expect.poll(() => crosses.count()).toBe(courses.length);
});

test('what two windows put into the courses of a group stands there, from its form and from its page', async ({
  page,
  context,
}) => {
  const group = await company.aGroup();
  const [inForm, onPage, out] = [
    await company.aCourse(),
    await company.aCourse(),
    await company.aCourse({ group }),
  ];
  await company.as('owner').patch(`/course/course/${out.id}/`, { group_ids: [group.id, inForm.group.id] });
  await signIn(page, company.people.owner);
  const other = await context.newPage();
  await page.goto(`/group/${group.id}/edit`);
  await other.goto(`/group/${group.id}#courses`);
  await other.getByRole('button', { name: 'Призначити курси' }).click();
  const box = dialog(other, 'Призначити курси');
  await page.getByRole('button', { name: out.name, includeHidden: true }).waitFor({ state: 'attached' });
  for (const [window, { name }] of [
    [page, inForm],
    [other, onPage],
  ] as const) {
    await window.getByRole('combobox', { name: 'Курси' }).fill(name);
    await window.getByRole('option', { name }).click();
    await window.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.waitForURL(`**/group/${group.id}`);
  await box.getByRole('button', { name: 'Зберегти' }).click();
  await box.waitFor({ state: 'detached' });
  for (const { name } of [inForm, onPage, out]) await other.getByRole('link', { name }).waitFor();
});

test('the courses of a group are chosen on its page; the last group of a course stays', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/400/);
  const kept = await company.aCourse();
  const group = await company.aGroup();
  const added = await company.aCourse();
  await signIn(page, company.people.owner);
  await page.goto(`/group/${group.id}#courses`);
  await page.getByRole('button', { name: 'Призначити курси' }).click();
  const box = dialog(page, 'Призначити курси');
  await box.getByRole('combobox', { name: 'Курси' }).fill(added.name);
  await page.getByRole('option', { name: added.name }).click();
  await page.keyboard.press('Escape');
  await box.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByRole('link', { name: added.name }).waitFor();

  await page.goto(`/group/${kept.group.id}#courses`);
  await page.getByRole('button', { name: 'Призначити курси' }).click();
  await box.getByRole('combobox', { name: 'Курси' }).press('Backspace');
  await page.keyboard.press('Tab');
  await box.getByRole('button', { name: 'Зберегти' }).click();
  await box.getByText('Виберіть групу для курсу').first().waitFor();
  await page.reload();
  await page.getByRole('link', { name: kept.name }).waitFor();

  // Nor is it deleted: the question stays, and says which course holds it.
  await page.getByRole('button', { name: 'Видалити', exact: true }).click();
  const ask = dialog(page, 'Видалити групу?');
  await ask.getByRole('button', { name: 'Видалити' }).click();
  await ask.getByRole('alert').getByText(`Це єдина група курсу «${kept.name}»`).waitFor();
  expect(await page.getByText('Це єдина група курсу').count()).toBe(1);
  await ask.getByRole('button', { name: 'Скасувати' }).click();
  await ask.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Видалити', exact: true }).click();
  await ask.getByText('зникне зі списків').waitFor();
  expect(await ask.getByRole('alert').count()).toBe(0);
});

test('a description of 30 characters or more shows whole in a tooltip at most 320 px wide, a shorter one does not', async ({
  page,
}) => {
  const own = await aCompany(productWorld());
  const group = await own.aGroup();
  const long = 'Продавці та касири магазинів «Оболонь» і «Поділ», вечірня зміна';
  const path = `/study_group/study_group/${group.id}/`;
  expect((await own.as('owner').patch(path, { description: long })).status).toBeLessThan(300);
  const short = await own.aGroup();
  await own
    .as('owner')
    .patch(`/study_group/study_group/${short.id}/`, { description: 'Двадцять дев’ять, не більше' });
  await signIn(page, own.people.owner);
  await page.goto('/group');
  // The row's link lies above its texts.
  await page.getByText(long).hover({ force: true });
  const tooltip = page.getByRole('tooltip');
  await tooltip.getByText(long).waitFor();
  expect((await tooltip.boundingBox())!.width).toBeLessThanOrEqual(320);
  await page.getByText('Двадцять дев’ять, не більше').hover({ force: true });
  await tooltip.waitFor({ state: 'detached' });

  // As a card it is there whole, since nobody points on a phone; and nothing is said of what is not there.
  await own.aGroup();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const text = page.getByText(long);
  await text.waitFor();
  expect(await text.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  expect(await page.getByRole('cell').filter({ hasText: /^$/ }).count()).toBe(0);
});

describe('a group that fills itself', () => {
  const place = (person: { id: number }, fields: object) =>
    company.as('owner').patch(`/accounts/user/${person.id}/`, fields);

  test('says in its form whom the rule brings in, asks before it is saved, and has them then', async ({
    page,
  }) => {
    const [position, name] = [unique('Комірник'), unique('Склад')];
    const [joins, blocked] = [await company.aPerson('student'), await company.aPerson('student')];
    for (const person of [joins, blocked]) await place(person, { position });
    await company.as('owner').post('/accounts/blocking_membership/', { user_pk: blocked.id });
    await signIn(page, company.people.owner);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill(name);
    const positions = page.getByRole('combobox', { name: 'Посади' });
    await positions.fill(position);
    await page.getByRole('option', { name: position }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Правилу відповідає 1 людина').waitFor();
    await page.getByText(/Після збереження до групи потрапить 1 людина: .*Ще 1 людину заблоковано/).waitFor();
    const create = page.getByRole('button', { name: 'Створити' });
    await create.click();
    const question = dialog(page, 'Додати до групи 1 людину?');
    await question.getByRole('button', { name: 'Скасувати' }).click();
    await question.waitFor({ state: 'detached' });
    await create.click();
    await question.getByRole('button', { name: 'Створити' }).click();
    await page.getByText(`посада: ${position}`).waitFor();
    await row(page, joins.email).waitFor();
    await expect.poll(() => row(page, /@/).count()).toBe(1);
  });

  test('says when it has as many positions as it takes', async ({ page }) => {
    const positions = Array.from({ length: RULE_LIMIT }, (_, n) => unique(`Посада ${n}`));
    const body = { name: unique('Повна'), rule: { positions } };
    const { id } = (await company.as('owner').post('/study_group/study_group/', body)).body;
    await signIn(page, company.people.owner);
    await page.goto(`/group/${id}/edit`);
    await page.getByRole('combobox', { name: 'Посади' }).click();
    await page.getByText('Можна вибрати не більше 50').waitFor();
    expect(await page.getByRole('listbox', { name: 'Варіанти' }).count()).toBe(0);
    await page.keyboard.press('Backspace');
    await page.getByRole('combobox', { name: 'Посади' }).fill(unique('Ще одна'));
    await page.getByRole('option', { name: 'такої посади ще ніхто не має' }).waitFor();
  });

  test('can wait for a position that nobody has yet', async ({ page }) => {
    const [position, name] = [unique('Монтажник'), unique('Монтаж')];
    await signIn(page, company.people.owner);
    await page.goto('/group/create');
    await page.getByRole('textbox', { name: 'Назва' }).fill(name);
    await page.getByRole('combobox', { name: 'Посади' }).fill(position);
    await page.getByRole('option', { name: `«${position}» — такої посади ще ніхто не має` }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Зараз правилу ніхто не відповідає').waitFor();
    await page.getByRole('button', { name: 'Створити' }).click();
    await page.getByText(`посада: ${position}`).waitFor();
    const comes = await company.aPerson('student');
    await place(comes, { position: ` ${position.toUpperCase()}` });
    await page.reload();
    await row(page, comes.email).getByText('Додано правилом').waitFor();
  });

  test('marks who matches no longer and finds them, also for its manager, who does not change the rule', async ({
    page,
  }) => {
    const position = unique('Пекар');
    const [stays, goes] = [await company.aPerson('student'), await company.aPerson('student')];
    for (const person of [stays, goes]) await place(person, { position });
    const { manager } = company.people;
    const body = { name: unique('Пекарня'), manager_ids: [manager.id], rule: { positions: [position] } };
    const group = await company.as('owner').post('/study_group/study_group/', body);
    await place(goes, { position: 'Кухар' });
    await signIn(page, manager);
    await page.goto(`/group/${group.body.id}`);
    await page.getByText(`посада: ${position}`).waitFor();
    await row(page, goes.email).getByText('Не відповідає правилу').waitFor();
    await row(page, stays.email).getByText('Додано правилом').waitFor();
    await page.goto(`/group/${group.body.id}?off_rule=true`);
    await row(page, goes.email).waitFor();
    await expect.poll(() => row(page, /@/).count()).toBe(1);
    await page.getByRole('link', { name: 'Редагувати' }).click();
    const name = page.getByRole('textbox', { name: 'Назва' });
    await name.fill(unique('Хліб'));
    expect(await page.getByRole('combobox', { name: 'Посади' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Зберегти' }).click();
    await page.getByText(`посада: ${position}`).waitFor();
  });

  test('says of whom somebody takes out that the rule leaves them out, and counts them in its form', async ({
    page,
  }) => {
    const position = unique('Різник');
    const [stays, goes] = [await company.aPerson('student'), await company.aPerson('student')];
    for (const person of [stays, goes]) await place(person, { position });
    const body = { name: unique('Цех'), rule: { positions: [position] } };
    const group = await company.as('owner').post('/study_group/study_group/', body);
    await signIn(page, company.people.owner);
    await page.goto(`/group/${group.body.id}`);
    await row(page, goes.email).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Прибрати з групи' }).click();
    const question = dialog(page, 'Прибрати з групи?');
    await question.getByText(/Правило не поверне цю людину, доки/).waitFor();
    await question.getByRole('button', { name: 'Прибрати з групи' }).click();
    await row(page, goes.email).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Редагувати' }).click();
    await page.getByText('Правилу відповідають 2 людини').waitFor();
    await page.getByText('1 людину прибрано з групи вручну: правило її не поверне.').waitFor();
  });
});
