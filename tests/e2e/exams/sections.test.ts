import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { asSystem, type World } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

const aQuestion = (title: string, section?: number) => ({
  title,
  section,
  answers: [
    { title: `right of ${title}`, is_right_answer: true },
    { title: `wrong of ${title}`, is_right_answer: false },
  ],
});

test('a trainer parts a test into sections by keyboard and on a phone, and students see it so', async ({
  page,
}) => {
  const exam = await company.anExam({ questions: ['One', 'Two', 'Three'].map((title) => aQuestion(title)) });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByRole('button', { name: 'Додати розділ' }).click();
  await page.getByLabel('Назва розділу 1').fill('Безпека');
  await page.getByRole('button', { name: 'Додати розділ' }).click();
  await page.getByLabel('Назва розділу 2').fill('Правила');
  await page.getByText('Тут ще немає запитань').waitFor();
  // The last question goes past the head of the second section, in its own place.
  await page.getByRole('button', { name: 'Запитання 3: нижче' }).press('Enter');
  await page.getByText('Запитання тепер 3 з 3, розділ «Правила»').waitFor();
  await page.getByRole('button', { name: 'Запитання 2', exact: false }).first().press('Alt+ArrowUp');
  await page.getByRole('button', { name: /^Запитання 1 / }).click();
  await page.getByLabel('Розділ запитання 1').selectOption({ label: 'Правила' });
  const stored = () =>
    asSystem<{ title: string; section: number }>(world, [
      'select title, section from questions where form_id = $1 order by position',
      [exam.form_id],
    ]);
  await expect.poll(stored).toEqual([
    { title: 'One', section: 1 },
    { title: 'Three', section: 2 },
    { title: 'Two', section: 2 },
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Видалити розділ 1, запитання лишаються' }).click();
  await expect.poll(async () => (await stored()).map(({ section }) => section)).toEqual([2, 2, 2]);
});

test('a student goes section by section on a phone, and comes back to none that was left', async ({
  page,
}) => {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({
    course: await company.aCourse({ group }),
    settings: {
      pages: 'section',
      may_go_back: false,
      sections: [
        { id: 1, title: 'Безпека', introduction: 'Спершу про безпеку.' },
        { id: 2, title: '', introduction: '' },
      ],
    },
    questions: [aQuestion('One', 1), aQuestion('Two', 1), aQuestion('Three', 2)],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, student);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`);
  await page.getByText('Розділи йдуть один за одним, повернутися до попереднього не можна.').waitFor();
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();

  await page.getByRole('heading', { name: 'Безпека' }).waitFor();
  await page.getByText('Спершу про безпеку.').waitFor();
  expect(await page.getByText('Three', { exact: true }).count()).toBe(0);
  await page.getByText('right of One', { exact: true }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Наступний розділ' }).click();
  const leaving = page.getByRole('dialog', { name: 'Перейти до наступного розділу?' });
  await leaving.getByText('1 запитання цього розділу — без відповіді.').waitFor();
  await leaving.getByRole('button', { name: 'Скасувати' }).click();
  // What was to be looked at again is asked about as well, where everything has its answer.
  await page.getByText('right of Two', { exact: true }).click();
  await page.getByRole('button', { name: 'На потім' }).last().click();
  await page.getByRole('button', { name: 'Наступний розділ' }).click();
  await leaving.getByText('Позначено на потім: 1 запитання.').waitFor();
  expect(await leaving.getByText('без відповіді').count()).toBe(0);
  await leaving.getByRole('button', { name: 'Перейти далі' }).click();
  await page.getByRole('heading', { name: 'Розділ 2 з 2' }).waitFor();
  const [first, second] = exam.questions;
  const kept = () =>
    asSystem<{ closed: number[] }>(world, ['select closed from attempts where user_id = $1', [student.id]]);
  await expect.poll(kept).toEqual([{ closed: [first!.id, second!.id] }]);

  await page.getByRole('button', { name: /Карта, відповіді/ }).click();
  await page.getByRole('heading', { name: /^Розділ 2\s*0\/1$/ }).waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Запитання 1: є відповідь' }).isDisabled())
    .toBe(true);
  await expect
    .poll(() => page.getByRole('button', { name: 'Запитання 3: без відповіді' }).isEnabled())
    .toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Запитання 3: без відповіді' }).click();
  await page.getByText('right of Three', { exact: true }).click();
  await page.getByRole('button', { name: 'Завершити' }).last().click();
  await page.getByText('Закриті, повернутися не можна: 2.').waitFor();
  expect(await page.getByRole('button', { name: 'До запитання 2' }).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).click();
  await page.getByRole('heading', { name: 'Бали за розділами' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
