import { beforeAll, expect, inject } from 'vitest';
import { hashPassword } from '../../worker/platform/hash.ts';
import { aCompany, type Company } from '../factories/company.ts';
import { asSystem } from '../factories/world.ts';
import { signIn, test } from '../support/browser.ts';
import { productWorld } from '../support/product-world.ts';

const PASSWORD = 'Zorepad-2026';
const world = productWorld();
let company: Company;
beforeAll(async () => {
  company = await aCompany(world);
});

const aPhone = () => `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

test('one’s own phone changes once the password was given, and not when that is declined', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 40[03]/);
  const { student, trainer } = company.people;
  const hash = await hashPassword(PASSWORD, inject('stack').secrets.password_pepper);
  const [phone, taken] = [aPhone(), aPhone()];
  await trainer.client.patch('/accounts/user_info/', { phone: taken });
  await asSystem(
    world,
    ['insert into credentials (user_id, password_hash) values ($1, $2)', [student.id, hash]],
    ["update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [student.id]],
  );
  await signIn(page, student);
  await page.goto('/profile/edit');
  const field = page.getByRole('textbox', { name: 'Телефон' });
  const save = page.getByRole('button', { name: 'Зберегти' });
  const question = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' });

  await field.fill('12');
  await save.click();
  await page.getByText('Неправильний формат телефону').first().waitFor();
  await field.fill(taken);
  await save.click();
  await question.getByRole('button', { name: 'Скасувати' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(taken);
  await save.click();
  await question.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Продовжити' }).click();
  await page.getByText('Цей телефон уже зареєстровано').first().waitFor();
  await field.fill(`${phone.slice(3, 6)} ${phone.slice(6)}`);
  await save.click();
  await page.waitForURL('**/profile');
  await page.getByRole('tab', { name: 'Загальне' }).click();
  await page.getByText(phone).waitFor();
});
