import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

type Exam = Awaited<ReturnType<Company['anExam']>>;

async function anOpenBuilder(page: Page, { course, material_id }: Exam): Promise<void> {
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}/education-materials/${material_id}/constructor`);
  await page.getByRole('heading', { name: 'Запитання' }).waitFor();
}

const card = (page: Page, number: number) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^Запитання ${number}(?!\\d|:)`) }) });
/** What a person reads and hears at a field. */
const errorsIn = (page: Page, number: number) =>
  card(page, number)
    .getByRole('textbox')
    .evaluateAll((fields) =>
      fields.flatMap((field) =>
        field.getAttribute('aria-invalid') === 'true'
          ? [
              (field.getAttribute('aria-describedby') ?? '')
                .split(' ')
                .map((id) => document.getElementById(id)?.textContent ?? '')
                .join(''),
            ]
          : [],
      ),
    );

describe('publishing a test', () => {
  test('marks each field that is empty until it is filled, and keeps the way to the list of them', async ({
    page,
  }) => {
    await anOpenBuilder(page, await company.anExam());
    await page.getByRole('button', { name: 'Додати запитання' }).click();
    await page.getByRole('button', { name: 'Додати запитання' }).click();
    const title = (number: number) => card(page, number).getByRole('textbox', { name: 'Текст запитання' });
    await title(5).waitFor();
    // Nobody is told what is missing before they have begun.
    expect([await errorsIn(page, 4), await errorsIn(page, 5)]).toEqual([[], []]);
    await page.getByRole('button', { name: 'Опублікувати' }).click();
    await expect.poll(() => title(4).evaluate((field) => field === document.activeElement)).toBe(true);
    const three = ['Обов’язкове поле', 'Обов’язкове поле', 'Обов’язкове поле'];
    await expect.poll(() => errorsIn(page, 4)).toEqual(three);
    await expect.poll(() => errorsIn(page, 5)).toEqual(three);
    expect(await accessibilityProblems(page)).toEqual([]);

    await title(4).fill('Four');
    await expect.poll(() => errorsIn(page, 4)).toEqual(three.slice(1));
    await card(page, 4).getByRole('textbox', { name: 'Відповідь 1' }).fill('a');
    await card(page, 4).getByRole('textbox', { name: 'Відповідь 2' }).fill('b');
    await expect.poll(() => errorsIn(page, 4)).toEqual([]);
    // What lacks in all answers together stands at them.
    const answers = card(page, 4).getByRole('group', { name: 'Відповіді: позначте правильну' });
    await answers.getByText('Не позначено правильної відповіді').waitFor();
    await page.getByRole('button', { name: 'Що виправити: 2' }).click();
    const list = page.getByRole('alert').filter({ hasText: 'Опублікувати ще не можна' });
    const { y, height } = (await list.boundingBox())!;
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await list.getByRole('button', { name: 'Запитання 4' }).click();
    await card(page, 4)
      .getByRole('radio', { name: 'Відповідь 1 правильна' })
      .and(page.locator(':focus'))
      .check();
    await page.getByRole('button', { name: 'Запитання 5: видалити' }).click();
    await list.waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: /^Що виправити/ }).count()).toBe(0);
  });

  test('says that nobody can start one whose time is over, and publishes it all the same', async ({
    page,
  }) => {
    const exam = await company.anExam();
    const owner = company.as('owner');
    const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
    const publishing = async (closes_at: string) => {
      expect((await owner.patch(form, { closes_at })).status).toBeLessThan(300);
      await anOpenBuilder(page, exam);
      await page.getByRole('button', { name: 'Опублікувати' }).click();
      const dialog = page.getByRole('dialog', { name: 'Опублікувати тест?' });
      await dialog.getByText('Змінено 1 налаштування.').waitFor();
      return dialog;
    };
    const open = await publishing('2199-01-02T10:00:00Z');
    expect(await open.getByText(/^Тест закрито/).count()).toBe(0);
    const dialog = await publishing('2020-01-02T10:00:00Z');
    // As it was typed: in the zone of the company.
    await dialog.getByText('Тест закрито 02.01.2020, 12:00: почати його ніхто не зможе.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Опублікувати зараз' }).click();
    await expect.poll(async () => (await owner.get(form)).body.has_unpublished_changes).toBe(false);
    await page.getByText(/^Опубліковано \d/).waitFor();
  });
});
