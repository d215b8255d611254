import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { aPdf, aPng, type TestFile } from '../../fixtures/files.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { openContext, signIn, test } from '../../support/browser/browser.ts';
import { saved } from '../../support/browser/exam-page.ts';
import { settled } from '../../support/browser/settled.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const UPLOAD = {
  title: 'Накресліть план евакуації',
  type: 'upload',
  score: 10,
  work: { max_files: 2, max_megabytes: 5 },
  marking: { note: 'Два виходи' },
  answers: [],
};

const narrow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('files are photographed, chosen, replaced and taken out on a phone, survive a reload, and are marked', async ({
  context,
  otherPage,
}) => {
  const browser = context.browser()!;
  const exam = await company.anExam({ questions: [UPLOAD] });
  const form = `/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
  const phone = await openContext(browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  await signIn(page, company.people.student);
  await page.goto(form);
  await page.getByRole('button', { name: 'Розпочати' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).tap();
  await page.getByText('До 2 файлів: документи, зображення. Кожен до 5 МБ.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Зробити фото' }).tap();
  await (await choosing).setFiles(aPng('план.png'));
  const files = page.getByRole('list', { name: 'Ваші файли' });
  const name = files.getByRole('link', { name: 'план.png' });
  await expect.poll(async () => (await name.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await choose(page, 'Вибрати файл', { ...aPng(), name: 'програма.exe' });
  await page.getByRole('alert').filter({ hasText: 'програма.exe' }).waitFor();
  await choose(page, 'Вибрати файл', await aPdf(1, 'опис.pdf'));
  await files.getByRole('link', { name: 'опис.pdf' }).waitFor();
  // There is no room for a third.
  expect(await page.getByRole('button', { name: 'Вибрати файл' }).count()).toBe(0);
  await saved(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await narrow(page)).toBeLessThanOrEqual(360);

  await page.reload();
  await files.getByRole('link', { name: 'опис.pdf' }).waitFor();
  const next = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Замінити: план.png' }).press('Enter');
  await (await next).setFiles(aPng('новий план.png'));
  await files.getByRole('link', { name: 'новий план.png' }).waitFor();
  await expect.poll(() => files.getByRole('listitem').count()).toBe(2);
  await page.getByRole('button', { name: 'Прибрати: опис.pdf' }).press('Enter');
  await page.getByRole('status').filter({ hasText: 'Додано 1 файл' }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Завершити' }).last().tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).tap();
  await page.getByText('Результат оприлюднить тренер').waitFor();

  await otherPage.setViewportSize({ width: 360, height: 740 });
  await signIn(otherPage, company.people.trainer);
  await otherPage.goto(`/marking/answers?form=${exam.form_id}`);
  await otherPage.getByText('Два виходи').waitFor();
  const handed = otherPage.getByRole('list', { name: 'Додані файли' });
  await handed.getByRole('link', { name: 'новий план.png', exact: true }).waitFor();
  await expect.poll(() => handed.getByRole('listitem').count()).toBe(1);
  await otherPage.waitForFunction(() =>
    [...document.querySelectorAll('article img')].every((one) => (one as HTMLImageElement).naturalWidth > 0),
  );
  expect(await accessibilityProblems(otherPage)).toEqual([]);
  expect(await narrow(otherPage)).toBeLessThanOrEqual(360);
  const points = otherPage.getByRole('textbox', { name: 'Бали, з 10' });
  await points.fill('9');
  await points.press('Control+Enter');
  await otherPage.getByText('Ці відповіді вже оцінено').waitFor();

  const { body } = await company.as('student').get(`/course/form_introduction/${exam.form_id}/`);
  await page.goto(`/course/${exam.course.id}/statistic/${body.last_attempt_id}`);
  await page
    .getByRole('list', { name: 'Додані файли' })
    .getByRole('link', { name: 'новий план.png', exact: true })
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await phone.close();
});

/** Chooses a file behind a button. */
async function choose(page: Page, name: string, file: TestFile) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name }).click();
  await (await choosing).setFiles(file);
}

test('an author says which files are asked for, by keyboard, and tries it in the preview', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const exam = await company.anExam({ questions: [{ ...UPLOAD, work: {} }] });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).press('Enter');
  await page.getByRole('combobox', { name: 'Файлів щонайбільше' }).selectOption('3');
  await page.getByRole('checkbox', { name: 'Аудіо та відео' }).press('Space');
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await narrow(page)).toBeLessThanOrEqual(360);
  const { body } = await company.as('owner').get(`/course/course/${exam.course.id}/form/${exam.form_id}/`);
  expect(body.questions[0].work).toEqual({
    max_files: 3,
    file_kinds: ['documents', 'pictures', 'recordings'],
    max_megabytes: 50,
  });
  await page.getByRole('button', { name: 'Переглянути як студент' }).press('Enter');
  const preview = page.getByRole('dialog');
  await preview.getByText('Під час перегляду файли нікуди не надсилаються.').waitFor();
  await choose(page, 'Вибрати файли', aPng('план.png'));
  await preview.getByRole('list', { name: 'Ваші файли' }).getByText('план.png').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('what sends files is there when the connection is lost before its question comes', async ({ page }) => {
  const exam = await company.anExam({
    questions: [
      { title: 'Перше', type: 'essay', score: 1, work: {}, marking: { note: '' }, answers: [] },
      UPLOAD,
    ],
  });
  await signIn(page, company.people.student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  const fetched = page.waitForResponse(
    async (answer) => answer.url().includes('/assets/') && (await answer.text()).includes('Зробити фото'),
  );
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await fetched;
  await settled(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Далі' }).click();
  await page.getByText('До 2 файлів: документи, зображення. Кожен до 5 МБ.').waitFor();
});
