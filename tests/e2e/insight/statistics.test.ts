import { expect } from 'vitest';
import { answersOf, startAttempt } from '../../factories/attempt.ts';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';

/** A list is read anew before it shows. */

/** A course whose exam three students took, one of them in vain; a fourth has not begun. */
async function aTakenCourse() {
  const company = await aCompany(productWorld());
  const people = await Promise.all(['Бойко', 'Вовк', 'Гай', 'Дуб'].map(() => company.aPerson('student')));
  await asSystem(productWorld(), [
    `update users u set last_name = g.name from unnest($1::integer[], $2::text[]) as g(id, name) where u.id = g.id`,
    [people.map(({ id }) => id), ['Бойко', 'Вовк', 'Гай', 'Дуб']],
  ]);
  const course = await company.aCourse({ materials: 1, group: await company.aGroup({ students: people }) });
  const exam = await company.anExam({ course });
  for (const [place, { client }] of people.slice(0, 3).entries()) {
    const { finish } = await startAttempt(client, exam);
    // All of the points, a quarter of them, three quarters.
    await finish(
      answersOf(exam.questions).filter((_, at) => at === 2 || (place !== 1 && (place === 0 || at === 0))),
    );
  }
  return { company, course, exam };
}

test('a course is read by its columns, its chart and its questions, and taken along', async ({ page }) => {
  const { company, course, exam } = await aTakenCourse();
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#analytics`);
  const table = page.getByRole('table', { name: 'Студенти курсу' });
  const names = async () =>
    (await table.getByRole('link').allInnerTexts()).map((text) => text.split('\n').at(-1)!.trim());
  await table.getByRole('row').nth(4).waitFor();

  await page.getByRole('button', { name: 'Стовпці' }).click();
  const dialog = page.getByRole('dialog', { name: 'Стовпці таблиці' });
  await dialog.getByRole('checkbox', { name: 'Витрачений час' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'Остання активність' }).press('Space');
  await page.keyboard.press('Escape');
  const time = table.getByRole('columnheader', { name: 'Витрачений час' });
  await time.waitFor();
  await table.getByRole('columnheader', { name: 'Остання активність' }).waitFor({ state: 'detached' });
  await page.reload();
  await time.waitFor();

  const result = table.getByRole('button', { name: /: Результат$/ });
  await result.click();
  await page.waitForURL((url) => url.searchParams.get('ordering') === `form_${exam.form_id}_percent`);
  await result.click();
  await expect
    .poll(() => new URL(page.url()).searchParams.get('ordering'))
    .toBe(`-form_${exam.form_id}_percent`);
  await expect.poll(names).toEqual(['Бойко Student', 'Гай Student', 'Вовк Student']);

  await addFilter(page, 'Підсумок', 'Не складено');
  await expect.poll(names).toEqual(['Вовк Student']);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Експорт' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Аналітика — .*\.xlsx$/);

  // It is drawn when it comes into sight.
  await page
    .getByRole('button', { name: /^Середній|Розпочали/ })
    .first()
    .scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  const chart = page.getByRole('slider', { name: /^Спроби в часі/ });
  await chart.press('End');
  await expect
    .poll(() => chart.getAttribute('aria-valuetext'))
    .toMatch(/Складено: 2, Не складено: 1, Розпочато: 3/);
  await page.getByRole('button', { name: 'Показати таблицею' }).click();
  const figures = page.getByRole('table', { name: 'Спроби в часі' }).getByRole('row').nth(1);
  await expect.poll(() => figures.getByRole('cell').allInnerTexts()).toEqual(['2', '1', '3', '66,7\u00A0%']);

  await page.getByRole('link', { name: 'Аналіз запитань' }).click();
  await page.getByText('Поки що замало спроб для висновків').waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(3);
  await expect
    .poll(() => page.getByRole('article').first().getByRole('definition').first().innerText())
    .toBe('67\u00A0%');
});
