import { expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { productWorld } from '../../support/product-world.ts';

test('a new company sees what to do first, where, and that it is done', async ({ page }) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.owner);
  await page.goto('/profile');
  const steps = page.getByRole('listitem');
  await page.getByRole('heading', { name: 'Перші кроки' }).waitFor();
  // Its people are there already.
  await page.getByText('Зроблено 1 з 7').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('link', { name: 'Почати: Створіть групу' }).click();
  await page.getByLabel('Назва').fill('Перша група');
  await page.getByRole('button', { name: 'Створити' }).click();
  await page.waitForURL(/\/group\/\d+/);
  await page.getByRole('link', { name: 'Профіль' }).click();
  await page.getByText('Зроблено 2 з 7').waitFor();
  await steps.filter({ hasText: 'Створіть групу' }).getByRole('img', { name: 'Зроблено' }).waitFor();

  await page.goto(`/company/${company.id}/dashboard`);
  await page.getByText('Зроблено 2 з 7').waitFor();

  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  await takeExam(student.client, await company.anExam({ course: await company.aCourse({ group }) }));
  await asSystem(productWorld(), [
    "update companies set website = 'example.com' where id = $1",
    [company.id],
  ]);
  await page.goto('/profile');
  await page.getByText('Вітаємо, перші кроки зроблено!').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'До огляду' }).click();
  await page.getByRole('heading', { name: 'Активність' }).first().waitFor();
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Ролі в компанії' }).waitFor();
  expect(await page.getByText('Вітаємо').count()).toBe(0);
});

test('first steps are hidden, taken back, and shown again from the support page', async ({ page }) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.admin);
  await page.goto('/profile');
  const heading = page.getByRole('heading', { name: 'Перші кроки' });
  const hide = page.getByRole('button', { name: 'Сховати', exact: true });
  await hide.click();
  await heading.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Повернути' }).click();
  await heading.waitFor();

  await hide.click();
  await heading.waitFor({ state: 'detached' });
  // The three changes go one after the other; a page loaded before the last was sent would take it with it.
  await settled(page);
  await page.goto('/support');
  await page.getByRole('button', { name: 'Показати перші кроки' }).click();
  await page.waitForURL('**/profile');
  await heading.waitFor();

  // Nobody else is to set the company up.
  const manager = await company.as('manager').get('/accounts/user_info/');
  expect(manager.body.first_steps).toBeNull();
});
