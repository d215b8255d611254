import { expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
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

test('what runs out, is due and waits leads a manager and a trainer to it', async ({ page, otherPage }) => {
  const world = productWorld();
  const company = await aCompany(world);
  const { manager, trainer, student } = company.people;
  const course = await company.aCourse({ materials: 1 });
  const exam = await company.anExam({ course, settings: { publication_after_passing: false } });
  await takeExam(student.client, exam, 3);
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  await asSystem(
    world,
    [
      'update course_groups set due_on = $2 where course_id = $1',
      [course.id, inDays(3).toISOString().slice(0, 10)],
    ],
    [
      `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, mailed_at)
         values ($1, $2, $3, 'ABCDEFGHJKMN', 1, '{"name": "", "course": ""}', $4, $5, now())`,
      [company.id, course.id, student.id, inDays(-300), inDays(10)],
    ],
  );
  // A trainer has no pages of people: theirs are the course's.
  for (const [screen, person, learning] of [
    [page, manager, /курси/i],
    [otherPage, trainer, 'Люди'],
  ] as const) {
    await signIn(screen, person);
    await screen.goto('/today');
    const section = (name: string) => screen.getByRole('region', { name: new RegExp(`^${name}\\s*1$`) });
    const runsOut = section('Строк дії сертифіката спливає');
    await runsOut.getByText(course.name).waitFor();
    await runsOut.getByText(/Дійсний до/).waitFor();
    // Mails remind of it, nobody by hand.
    expect(await runsOut.getByRole('button', { name: /Нагадати/ }).count()).toBe(0);
    await runsOut.getByRole('link', { name: 'Person Student' }).click();
    await screen.getByRole('tab', { name: 'Сертифікати', selected: true }).waitFor();
    await screen.getByText('ABCD-EFGH-JKMN').first().waitFor();
    await screen.goBack();
    await section('Скоро термін').getByRole('link', { name: 'Person Student' }).click();
    await screen.getByRole('tab', { name: learning, selected: true }).waitFor();
    await screen.goBack();

    await section('На перевірці').getByRole('link').first().click();
    await screen.waitForURL(`**/course/${course.id}/results/${exam.form_id}?state=in_review`);
    await screen.getByRole('row', { name: /Person Student/ }).waitFor();

    await screen.goto('/today?section=certificate_expiring');
    await screen.getByRole('columnheader', { name: 'Дійсний до' }).waitFor();
    await screen.getByRole('searchbox').fill('немає такого');
    await screen.getByText('Нічого не знайдено').waitFor();
    await screen.getByRole('searchbox').fill('student');
    await screen.getByRole('row', { name: /Person Student/ }).waitFor();
    expect(await accessibilityProblems(screen)).toEqual([]);
  }
});
