import { expect } from 'vitest';
import { linkedPath } from '../../../worker/access/contract.ts';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

test('an assigned course rings the bell, which leads to it', async ({ page }) => {
  const company = await aCompany(productWorld());
  const { student } = company.people;
  await signIn(page, student);
  await page.goto('/profile');
  const bell = page.getByRole('complementary').getByRole('button', { name: /^Сповіщення/ });
  await bell.click();
  await page.getByRole('dialog').getByText('Сповіщень поки немає').waitFor();
  await page.keyboard.press('Escape');
  // It has asked once, and tells of what comes after.
  await page.locator('p[role=status]').waitFor({ state: 'attached' });

  const course = await company.aCourse();
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('status').getByText('Нове сповіщення. Непрочитаних: 1').waitFor();
  await page.getByRole('button', { name: 'Сповіщення: 1 непрочитане' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Сповіщення' });
  const row = panel.getByRole('link', { name: /Непрочитане: Вам призначено курс/ });
  await row.getByText(course.name).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.click();
  await page.waitForURL(new RegExp(`/course/${course.id}$`));
  await page.getByRole('button', { name: 'Сповіщення', exact: true }).first().waitFor();
  expect(await panel.count()).toBe(0);
  await page.goto('/notification?unread=true');
  await page.getByText('Непрочитаних сповіщень немає').waitFor();
  await page.getByText('Усі', { exact: true }).click();
  await page.getByRole('link', { name: /Вам призначено курс/ }).waitFor();
});

test('choices of mails and quiet hours are kept', async ({ page }) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.trainer);
  await page.goto('/profile#notifications');
  await page.getByRole('switch', { name: /^Вебінари/ }).uncheck();
  await page.getByRole('switch', { name: /^Тихі години/ }).check();
  await page.getByRole('textbox', { name: 'З', exact: true }).fill('21:30');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Збережено').first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'З', exact: true }).inputValue()).toBe('21:30');
  expect(await page.getByRole('switch', { name: /^Вебінари/ }).isChecked()).toBe(false);
  await expect.poll(() => page.getByRole('switch', { name: /^Нагадування/ }).isChecked()).toBe(true);
});

test('what a mail is about opens in its company, for whoever acts in another one', async ({ page }) => {
  const world = productWorld();
  const [company, other] = [await aCompany(world), await aCompany(world)];
  const { manager } = company.people;
  await asSystem(world, [
    `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{trainer,student}')`,
    [other.id, manager.id],
  ]);
  const course = await other.aCourse({ group: await other.aGroup({ students: [manager] }) });
  await signIn(page, manager);
  await page.goto(`${linkedPath(other.id, 'student')}/course/${course.id}#description`);
  await page.getByRole('heading', { name: course.name }).waitFor();
  await page.waitForURL(new RegExp(`/course/${course.id}#description$`));
});

test('the bell of a manager leads them as the student that it speaks to', async ({ page }) => {
  const company = await aCompany(productWorld());
  const { manager } = company.people;
  await signIn(page, manager);
  const group = await company.aGroup({ managers: [], students: [manager] });
  const course = await company.aCourse({ group });
  await page.goto('/notification');
  await page.getByRole('link', { name: /Вам призначено курс/ }).click();
  await page.getByRole('heading', { name: course.name }).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Роль' }).inputValue()).toBe('student');
  expect(new URL(page.url()).pathname).toBe(`/course/${course.id}`);
  await page.goBack();
  await page.waitForURL(/\/notification$/);
});
