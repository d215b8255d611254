import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

const answer = (title: string, is_right_answer: boolean, feedback: string) => ({
  title,
  is_right_answer,
  feedback,
});
const QUESTIONS = [
  {
    title: 'Capital?',
    feedback: 'See the map.',
    answers: [
      answer('Kyiv', true, 'Indeed.'),
      answer('Lviv', false, 'Look east.'),
      answer('Odesa', false, ''),
    ],
  },
  {
    title: 'River?',
    feedback: 'It divides the city.',
    type: 'short_answer',
    answers: [answer('Dnipro', true, 'It is.')],
  },
  { title: 'Weight?', type: 'number', unit: 'кг', answers: [answer('12.5', true, '')] },
].map((question) => ({ score: 1, ...question }));

async function aPractice(settings: object = {}) {
  const world = productWorld();
  const company = await aCompany(world);
  const practice = await company.anExam({
    type: 'practice',
    questions: QUESTIONS,
    settings: { ...settings },
  });
  const path = `/course/${practice.course.id}/education-materials/${practice.material_id}`;
  return { world, company, practice, path };
}

test('a trainer writes feedback and has answers checked at once', async ({ page }) => {
  const { world, company, practice, path } = await aPractice();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.trainer);
  await page.goto(`${path}/constructor`);
  await page.getByText('Додаткові налаштування').click();
  await page.getByRole('switch', { name: 'Перевіряти кожну відповідь одразу' }).click();
  await page.getByLabel('Скільки разів можна перевірити одну відповідь').selectOption('3');
  await page.getByRole('button', { name: /River\?/ }).click();
  await page.getByText('Відгук · 2').click();
  await page.getByLabel('До запитання').fill('It divides Kyiv.');
  const kept = () =>
    asSystem(world, [
      `select f.learning_mode, f.tries_per_question, q.feedback from forms f join questions q on q.form_id = f.id
         where f.id = $1 and q.title = 'River?'`,
      [practice.form_id],
    ]);
  await expect
    .poll(kept)
    .toEqual([{ learning_mode: true, tries_per_question: 3, feedback: 'It divides Kyiv.' }]);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a student checks answers on a phone, also over a reload and without a connection', async ({
  page,
  allowErrors,
  context,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const settings = { learning_mode: true, tries_per_question: 3, time_limit: null };
  const { company, practice, path } = await aPractice(settings);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  await page.goto(`${path}/form/${practice.form_id}`);
  await page.getByRole('listitem').filter({ hasText: 'до 3 разів' }).waitFor();
  await page.getByRole('button', { name: 'Розпочати' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).click();
  await page.getByText('до 3 разів').waitFor();
  // A practice has no clock unless one is set.
  expect(await page.getByRole('timer').count()).toBe(0);
  const first = page.getByRole('group', { name: /Capital/ });
  // What is told is read out only where its place was there before it.
  const told = first.getByRole('status');
  expect(await told.textContent()).toBe('');
  await first.getByText('Lviv', { exact: true }).click();
  await first.getByRole('button', { name: 'Перевірити' }).press('Enter');
  await told.getByText('Look east.').waitFor();
  await expect.poll(() => told.innerText()).toMatch(/Неправильно[^]*ще 2 рази/);
  // The button that was pressed is still there to be pressed.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Перевірити ще раз');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.reload();
  await told.getByText('Look east.').waitFor();
  await context.setOffline(true);
  await first.getByText('Kyiv', { exact: true }).click();
  await first.getByRole('button', { name: 'Перевірити ще раз' }).click();
  await page.getByText('Немає зв’язку: відповідь не загублено').waitFor();
  await context.setOffline(false);
  await first.getByRole('button', { name: 'Перевірити ще раз' }).click();
  await told.getByText('See the map.').waitFor();
  await expect.poll(() => told.innerText()).toContain('Правильно');
  await expect.poll(() => told.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => first.getByRole('radio', { name: 'Odesa' }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Далі' }).click();
  const second = page.getByRole('group', { name: /River/ });
  for (const [text, words] of [
    ['Desna', 'Неправильно'],
    ['Ros', 'ще 1 раз'],
    ['Buh', 'It divides the city.'],
  ] as const) {
    await second.getByRole('textbox').fill(text);
    await second.getByRole('button', { name: /Перевірити/ }).click();
    await second.getByRole('status').getByText(words).waitFor();
  }
  await expect.poll(() => second.getByRole('status').innerText()).toContain('Dnipro');
  // What was given is read as well as what is right.
  const given = second.getByRole('textbox');
  expect(await given.isDisabled()).toBe(true);
  expect(await given.evaluate((it) => getComputedStyle(it).opacity)).toBe('1');
  // What the field itself takes for no number uses up no try.
  await page.getByRole('button', { name: 'Далі' }).click();
  const third = page.getByRole('group', { name: /Weight/ });
  await third.getByRole('textbox').fill('12,5кг!');
  await third.getByText('Це не схоже на число').waitFor();
  expect(await third.getByRole('button', { name: 'Перевірити' }).isDisabled()).toBe(true);
  await third.getByRole('textbox').fill('12,5кг');
  await third.getByRole('button', { name: 'Перевірити' }).click();
  await third.getByRole('status').getByText('Правильно').waitFor();
  // Neither the warning nor the bar at the foot covers what is measured.
  await page.getByRole('alert').getByRole('button', { name: 'Закрити' }).click();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await accessibilityProblems(page)).toEqual([]);
});
