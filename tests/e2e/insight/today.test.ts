import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { mailTo } from '../../support/mail.ts';
import { productWorld } from '../../support/product-world.ts';

test('a manager reminds from the list of today, and the mail leads to the course', async ({ page }) => {
  const world = productWorld();
  const company = await aCompany(world);
  const { manager, student } = company.people;
  await signIn(page, manager);
  await page.goto('/today');
  await page.getByText('На сьогодні все').waitFor();
  await page.getByText('ніхто не був неактивним у своєму курсі 14 днів').waitFor();

  const course = await company.aCourse({ materials: 1 });
  const other = await company.aCourse({ materials: 1, group: course.group });
  const since = new Date(Date.now() - 20 * 24 * 3_600_000);
  await asSystem(
    world,
    ['update group_members set created_at = $2 where company_id = $1', [company.id, since]],
    ['update course_groups set created_at = $2 where company_id = $1', [company.id, since]],
  );
  await asSystem(world, ['update users set activated_at = null where id = $1', [student.id]]);
  await page.reload();
  const section = page.getByRole('region', { name: /Неактивні 14 днів/ });
  // One person, with both courses under the name.
  await section.getByRole('heading', { name: /Неактивні 14 днів\s*1$/ }).waitFor();
  await expect.poll(() => section.getByRole('link', { name: 'Person Student' }).count()).toBe(1);
  for (const { name } of [course, other]) await section.getByText(name).waitFor();
  await section.getByText('Запрошено').waitFor();
  await page.getByText('Прострочених термінів немає').waitFor();
  await page.goto('/today?section=silent');
  await page.getByRole('checkbox', { name: /Person Student/ }).check();
  await page
    .getByRole('region', { name: 'Дії з вибраними' })
    .getByRole('button', { name: 'Нагадати' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Лист отримає 1 людина').waitFor();
  await dialog.getByLabel('Ваші слова').fill('Чекаємо на вас');
  await dialog.getByText('Чекаємо на вас', { exact: false }).last().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Надіслати 1 людині' }).click();
  await page.getByText('Нагадування надіслано 1 людині').waitFor();
  await page.getByRole('cell', { name: /Нагадано .*, Person Manager/ }).waitFor();

  const mail = await mailTo(student.email, { subject: /Нагадування/ });
  expect(mail.text).toContain('Чекаємо на вас');
  expect(mail.links.join()).toContain(`/course/${course.id}`);
  expect(mail.links.join()).toContain(`/course/${other.id}`);
});
