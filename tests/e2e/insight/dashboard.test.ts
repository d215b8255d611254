import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { addFilter } from '../../support/browser/filters.ts';
import { productWorld } from '../../support/product-world.ts';

test('an owner sees how the company does, and goes from a figure to the people behind it', async ({
  page,
}) => {
  const company = await aCompany(productWorld());
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ materials: 2, group });
  const empty = await company.aGroup({ students: [] });
  await company.aCourse({ group: empty });
  await asSystem(
    productWorld(),
    ["update users set last_name = 'Ґалаґан', first_name = 'Юлія' where id = $1", [student.id]],
    [
      'insert into material_progress (company_id, material_id, user_id, done_at) values ($1, $2, $3, now())',
      [company.id, course.materials[0], student.id],
    ],
    [
      `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, mailed_at)
         values ($1, $2, $3, $4, 1, '{"name": "", "course": "", "forms": []}', now() - interval '1 year', now() - interval '1 day', now())`,
      [company.id, course.id, student.id, `E${student.id}`],
    ],
  );
  await signIn(page, company.people.owner);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Огляд компанії' }).click();
  await expect.poll(() => page.url()).toContain(`/company/${company.id}/dashboard`);

  // A dl has no role of its own per term: the figure stands beside its label.
  const materials = page.locator('dl > div', { hasText: 'Пройдені матеріали' });
  await expect.poll(() => materials.locator('dd').first().textContent()).toBe('1');
  await page.getByLabel('Період').selectOption('365');
  await expect.poll(() => page.url()).toContain('period=365');
  await page.getByRole('button', { name: 'Показати таблицею' }).click();
  await expect.poll(() => page.getByRole('cell', { name: '1', exact: true }).count()).toBeGreaterThan(0);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('link', { name: 'Показати всі: Групи' }).click();
  const table = page.getByRole('table', { name: 'Групи за прогресом' });
  await expect.poll(() => table.getByRole('row', { name: group.name }).textContent()).toContain('50');
  expect(await table.getByRole('row', { name: empty.name }).textContent()).toContain('немає студентів');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Сертифікати' }).click();
  await addFilter(page, 'Які показувати', 'Лише ті, що минули');
  await expect.poll(() => page.url()).toContain('within=expired');
  await page.getByRole('link', { name: 'Ґалаґан Юлія' }).click();
  await expect.poll(() => page.url()).toContain(`/user/${student.id}#certificates`);
  await page.getByRole('cell', { name: 'строк минув' }).waitFor();
});

test('a new company reads what to do first', async ({ page }) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.owner);
  await page.goto(`/company/${company.id}/dashboard`);
  await page.getByRole('link', { name: 'Почати: Створіть групу' }).click();
  await expect.poll(() => page.url()).toContain('/group/create');
});
