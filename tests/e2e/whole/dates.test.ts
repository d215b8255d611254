import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
let course: Awaited<ReturnType<Company['aCourse']>>;
beforeAll(async () => {
  company = await aCompany(productWorld());
  course = await company.aCourse({ materials: 1 });
});

test('a date is written day.month.year with 24 hours, whatever the language of the browser', async ({
  page,
}) => {
  await signIn(page, company.people.owner);
  await page.goto('/webinar/create');
  const starts = page.getByLabel('Дата і час початку');
  await starts.fill('1.12.31 9:30');
  await starts.blur();
  await expect.poll(() => starts.inputValue()).toBe('01.12.2031 09:30');
  await starts.fill('31.02.2031 9:30');
  await starts.blur();
  await page.getByText('У вигляді дд.мм.рррр гг:хх').waitFor();
});

test('a day is chosen in a calendar by keys, and the time stays', async ({ page }) => {
  await signIn(page, company.people.owner);
  await page.goto('/webinar/create');
  const starts = page.getByLabel('Дата і час початку');
  await starts.fill('01.12.2031 09:30');
  await page.getByRole('button', { name: 'Календар' }).click();
  await page.getByRole('button', { name: '1 грудня 2031 р.', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await page.getByText('січень 2032 р.').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => starts.inputValue()).toBe('02.01.2032 09:30');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('Escape closes the calendar, and not the dialog that the field stands in', async ({ page }) => {
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#analytics`);
  await page.getByRole('button', { name: 'Повернути час після збою' }).click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: 'Календар' }).first().click();
  await page.getByRole('button', { name: 'Сьогодні' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: 'Сьогодні' }).count()).toBe(0);
  await expect.poll(() => dialog.isVisible()).toBe(true);
});
