import type { Browser } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { openContext, signIn, test } from '../../support/browser/browser.ts';
import { saved } from '../../support/browser/exam-page.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

test('each type of question is written in the builder, previewed and published', async ({ page }) => {
  const exam = await company.anExam({
    questions: [
      {
        title: 'Q',
        answers: [
          { title: 'a', is_right_answer: true },
          { title: 'b', is_right_answer: false },
        ],
      },
    ],
  });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  const question = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }) });
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).click();
  const type = (label: string) =>
    question.getByRole('combobox', { name: 'Тип запитання' }).selectOption(label);
  const field = (name: string) => question.getByRole('textbox', { name, exact: true });

  await type('Коротка відповідь');
  // What was not right is not accepted.
  await expect.poll(() => field('Відповідь 1').inputValue()).toBe('a');
  expect(await field('Відповідь 2').count()).toBe(0);
  await type('Число');
  await field('Відповідь 1').fill('багато');
  await field('Відповідь 1').blur();
  await question.getByText('Має бути числом').waitFor();
  await field('Відповідь 1').fill('8,2');
  await field('Допуск відповіді 1').fill('5%');
  await field('Одиниця').fill('кг');
  await type('Текст із пропусками');
  const text = field('Текст із пропусками');
  await text.fill('Київ стоїть на Дніпрі');
  await question.getByText('У тексті немає пропусків').waitFor();
  await text.press('End');
  await question.getByRole('button', { name: 'Зробити пропуском' }).click();
  await text.pressSequentially(', Львів — на [[Полтві|~Бузі]].');
  await expect.poll(() => text.inputValue()).toBe('Київ стоїть на [[1]], Львів — на [[2]].');
  await expect.poll(() => field('Пропуск [[1]], відповідь 1').inputValue()).toBe('Дніпрі');
  await expect.poll(() => field('Пропуск [[2]], відповідь 2').inputValue()).toBe('Бузі');
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.getByRole('button', { name: 'Пропуск [[2]]: прибрати' }).click();
  await expect.poll(() => text.inputValue()).toBe('Київ стоїть на [[1]], Львів — на Полтві.');
  await type('Пари');
  await field('Відповідь 1').fill('Україна');
  await field('Пара 1').fill('Київ');
  await field('Відповідь 2').fill('Польща');
  await question.getByText('Є рядок без пари').waitFor();
  await field('Пара 2').fill('Варшава');
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const draft = await company.as('owner').get(`/course/course/${exam.course.id}/form/${exam.form_id}/`);
  expect(draft.body.questions[0]).toMatchObject({
    type: 'matching',
    credit: 'parts',
    answers: [
      { title: 'Україна', match: 'Київ' },
      { title: 'Польща', match: 'Варшава' },
    ],
  });
  await page.getByRole('button', { name: 'Переглянути як студент' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByRole('combobox', { name: 'Пара до «Україна»' }).selectOption('Київ');
  await preview.getByRole('button', { name: 'Завершити' }).click();
  await preview.getByText('Частково правильно', { exact: true }).waitFor();
});

/** Grey, 120 by 80 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAABQCAAAAAD38O5VAAAAPElEQVR42u3NMQEAAAwCIPvnMaDvGuyBAqRPIhaLxWKxWCwWi8VisVgsFovFYrFYLBaLxWKxWCwWi8Xia40SX4d+7pp8AAAAAElFTkSuQmCC',
  'base64',
);

test('a place on a picture is drawn by pointer and keys, and marked by a finger and by keys on a phone', async ({
  page,
  browser,
}) => {
  const exam = await company.anExam({ settings: { show_right_answers: true, attempt_limit: 1 } });
  await signIn(page, company.people.owner);
  const form = `/course/${exam.course.id}/education-materials/${exam.material_id}`;
  await company.as('owner').post('/course/update_questions/', {
    form_id: exam.form_id,
    questions: [{ title: 'Де вимикач і де двері?', score: 2, answers: [] }],
  });
  await page.goto(`${form}/constructor`);
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).click();
  await page.getByRole('combobox', { name: 'Тип запитання' }).selectOption('Місце на зображенні');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Вибрати зображення' }).click();
  await (await chooser).setFiles({ name: 'hall.png', mimeType: 'image/png', buffer: PICTURE });
  const picture = page.getByRole('img', { name: 'Зображення до запитання' });
  await picture.waitFor();
  const box = (await picture.boundingBox())!;
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.1, 0.1));
  await page.mouse.down();
  await page.mouse.move(...at(0.2, 0.2));
  await page.mouse.move(...at(0.3, 0.5));
  await page.mouse.up();
  const field = (area: number, name: string) =>
    page.getByRole('group', { name: `Область ${area}`, exact: true }).getByRole('textbox', { name });
  await field(1, 'Назва області').fill('Вимикач');
  await expect.poll(async () => Number(await field(1, 'Ширина').inputValue())).toBeCloseTo(20, 0);
  await page.getByRole('button', { name: 'Овал' }).press('Enter');
  const oval = page.getByRole('button', { name: /^Область 2:/ });
  await oval.press('Shift+ArrowRight');
  await oval.press('ArrowDown');
  await page.getByRole('button', { name: 'Область 2, кут 3' }).press('Shift+ArrowDown');
  await expect
    .poll(() => Promise.all(['Зліва', 'Згори', 'Висота'].map((name) => field(2, name).inputValue())))
    .toEqual(['45', '41', '25']);
  await field(2, 'Назва області').fill('Двері');
  await field(2, 'Зліва').fill('70,5');
  await page.getByRole('textbox', { name: 'Що на зображенні' }).fill('Зал із дверима');
  await page.getByRole('textbox', { name: 'Скільки місць позначити' }).fill('2');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
  const published = await company
    .as('owner')
    .post(`/course/course/${exam.course.id}/form/${exam.form_id}/publish/`);
  expect(published.status).toBe(200);
  await answerOnPhone(browser, `${form}/form/${exam.form_id}`);
});

test('a tool draws the one area that is dragged, and a polygon corner by corner', async ({ page }) => {
  const exam = await company.anExam();
  await company.as('owner').post('/course/update_questions/', {
    form_id: exam.form_id,
    questions: [{ title: 'Де двері?', answers: [] }],
  });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).click();
  await page.getByRole('combobox', { name: 'Тип запитання' }).selectOption('Місце на зображенні');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Вибрати зображення' }).click();
  await (await chooser).setFiles({ name: 'hall.png', mimeType: 'image/png', buffer: PICTURE });
  const picture = page.getByRole('img', { name: 'Зображення до запитання' });
  await picture.waitFor();
  const at = async (x: number, y: number) => {
    const box = (await picture.boundingBox())!;
    return [box.x + box.width * x, box.y + box.height * y] as const;
  };
  const areas = page.getByRole('group', { name: /^Область \d+$/ });
  const tool = (name: string) => page.getByRole('button', { name, exact: true });
  await tool('Овал').click();
  await page.getByText('Протягніть, щоб накреслити область. Escape').waitFor();
  expect(await tool('Овал').getAttribute('aria-pressed')).toBe('true');
  expect(await areas.count()).toBe(0);
  await page.mouse.move(...(await at(0.1, 0.1)));
  await page.mouse.down();
  await page.mouse.move(...(await at(0.2, 0.2)));
  await page.mouse.move(...(await at(0.3, 0.4)));
  await page.mouse.up();
  await areas.first().waitFor();
  await expect.poll(() => tool('Овал').getAttribute('aria-pressed')).toBe('false');
  await tool('Багатокутник').click();
  await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // The first corner lies on the oval.
  for (const [x, y] of [
    [0.2, 0.3],
    [0.8, 0.3],
    [0.8, 0.6],
  ] as const)
    await page.mouse.click(...(await at(x, y)));
  await page.keyboard.press('Enter');
  await areas.nth(1).waitFor();
  expect(await page.getByRole('group', { name: /^Область 2, кут/ }).count()).toBe(3);
  await tool('Прямокутник').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => tool('Прямокутник').getAttribute('aria-pressed')).toBe('false');
  expect(await areas.count()).toBe(2);
  expect(await accessibilityProblems(page)).toEqual([]);
});

async function answerOnPhone(browser: Browser, path: string): Promise<void> {
  const context = await openContext(browser, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await signIn(page, company.people.student);
  await page.goto(path);
  await page.getByRole('button', { name: 'Розпочати' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }).tap();
  const surface = page.getByRole('button', { name: /^Зображення, потрібно місць: 2/ });
  await surface.waitFor();
  await page.getByRole('img', { name: 'Зал із дверима' }).waitFor();
  const { width, height } = (await surface.boundingBox())!;
  await surface.tap({ position: { x: width * 0.2, y: height * 0.3 } });
  await page.getByText('Позначено 1 з 2.').waitFor();
  await surface.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('51 % зліва, 50 % згори').waitFor();
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter'])
    await page.keyboard.press(key);
  await page.getByText('2: 71 % зліва, 50 % згори').waitFor();
  // All are set: one more changes nothing, and one that is set is moved.
  await surface.tap({ position: { x: width * 0.9, y: height * 0.9 } });
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: /^Позначка 2/ }).press('Shift+ArrowRight');
  await page.getByText('2: 76 % зліва, 50 % згори').waitFor();
  await page.getByRole('button', { name: 'Прибрати позначку 1' }).tap();
  await surface.tap({ position: { x: width * 0.25, y: height * 0.25 } });
  await saved(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Завершити' }).last().tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершити' }).tap();
  await page.getByRole('heading', { name: 'Запитання та відповіді' }).waitFor();
  await expect.poll(() => page.getByText('правильне місце, позначено').count()).toBe(2);
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.close();
}
