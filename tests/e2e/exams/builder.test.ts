import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const pathOf = ({ course, material_id }: Exam) =>
  `/course/${course.id}/education-materials/${material_id}/constructor`;
const draftOf = async ({ course, form_id }: Exam) =>
  (await company.as('owner').get(`/course/course/${course.id}/form/${form_id}/`)).body;
const titlesOf = async (exam: Exam) =>
  (await draftOf(exam)).questions.map(({ title }: { title: string }) => title);

async function anOpenBuilder(page: Page, exam: Exam): Promise<void> {
  await signIn(page, company.people.owner);
  await page.goto(pathOf(exam));
  await page.getByRole('heading', { name: 'Запитання' }).waitFor();
}

/** Every change is on the server. */
const saved = (page: Page) => page.getByText(/^Збережено \d\d:\d\d:\d\d$/).waitFor();
const card = (page: Page, number: number) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^Запитання ${number}(?!\\d|:)`) }) });
const openCard = async (page: Page, number: number) => {
  await page.getByRole('button', { name: new RegExp(`^Запитання ${number}(?!\\d|:)`) }).click();
  await card(page, number).getByRole('textbox', { name: 'Текст запитання' }).waitFor();
};

describe('the builder of a test', () => {
  test('takes a question with a picture, a formula, a file and two right answers, and keeps it by itself', async ({
    page,
  }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await page.getByRole('button', { name: 'Додати запитання' }).click();
    const question = card(page, 4);
    await question.getByRole('textbox', { name: 'Текст запитання' }).fill('Площа круга?');
    await question.getByRole('switch', { name: 'Кілька правильних відповідей' }).press('Space');
    await question.getByRole('textbox', { name: 'Відповідь 1' }).fill('πr²');
    await question.getByRole('textbox', { name: 'Відповідь 1' }).press('Enter');
    await page.keyboard.type('πd²/4');
    await question.getByRole('textbox', { name: 'Відповідь 3' }).fill('2πr');
    await question.getByRole('checkbox', { name: 'Відповідь 1 правильна' }).check();
    await question.getByRole('checkbox', { name: 'Відповідь 2 правильна' }).check();
    await saved(page);
    const description = question.getByRole('textbox', { name: /^Пояснення/ });
    await description.click();
    await page.keyboard.type('Дано: ');
    await question.getByRole('button', { name: 'Вставити формулу' }).click();
    const formula = page.getByRole('dialog');
    await formula.getByRole('button', { name: 'Число пі' }).click();
    await page.keyboard.type('r');
    await formula.getByRole('button', { name: 'Степінь' }).click();
    await page.keyboard.type('2');
    await formula.locator('math').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await formula.getByRole('button', { name: 'Вставити' }).click();
    await formula.waitFor({ state: 'hidden' });
    const pictures = page.waitForEvent('filechooser');
    await question.getByRole('button', { name: 'Вставити зображення' }).click();
    await (await pictures).setFiles({ name: 'circle.png', mimeType: 'image/png', buffer: PICTURE });
    const picture = page.getByRole('dialog');
    await picture.getByRole('button', { name: 'Вставити' }).click();
    await picture.waitFor({ state: 'hidden' });
    const chooser = page.waitForEvent('filechooser');
    await question.getByRole('button', { name: 'Додати файли' }).click();
    await (await chooser).setFiles({ name: 'map.png', mimeType: 'image/png', buffer: PICTURE });
    await question.getByRole('link', { name: 'map.png' }).waitFor();
    await saved(page);

    await page.reload();
    await openCard(page, 4);
    await expect
      .poll(() => card(page, 4).getByRole('textbox', { name: 'Текст запитання' }).inputValue())
      .toBe('Площа круга?');
    await card(page, 4).getByRole('link', { name: 'map.png' }).waitFor();
    const made = (await draftOf(exam)).questions[3];
    expect(made).toMatchObject({
      multiple_right_answers: true,
      answers: [
        { is_right_answer: true },
        { title: 'πd²/4', is_right_answer: true },
        { is_right_answer: false },
      ],
      files: [{ kind: 'inline' }, { kind: 'attachment', name: 'map.png' }],
    });
    expect(made.description).toContain('data-latex="\\pi r^{2}"');
    expect(made.description).toContain(`/api/v1/media/${made.files[0].id}`);
  });

  test('says that a pasted picture of another program stays behind, and makes lists of what Word writes', async ({
    page,
  }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await openCard(page, 1);
    await card(page, 1)
      .getByRole('textbox', { name: /^Пояснення/ })
      .click();
    const description = page.locator('[contenteditable="true"]:focus');
    await description.waitFor();
    const item = (level: number, marker: string, words: string) =>
      `<p class="MsoListParagraph" style="text-indent:-18pt;mso-list:l0 level${level} lfo1"><!--[if !supportLists]--><span
        style="mso-list:Ignore">${marker}<span>&nbsp;&nbsp; </span></span><!--[endif]-->${words}</p>`;
    const word = [
      '<p>Правила</p>',
      item(1, '1.', 'Перший'),
      item(2, 'o', 'Вкладений'),
      item(1, '2.', 'Другий'),
      '<p><img src="file:///C:/x.png">10<sup>2</sup> і H<sub>2</sub>O</p>',
    ].join('');
    await description.evaluate((field, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, word);
    await page.getByText('Зображення не перенеслося: додайте його файлом').waitFor();
    await saved(page);
    const { description: made } = (await draftOf(exam)).questions[0];
    expect(made).toBe(
      '<p>Правила</p><ol><li><p>Перший</p><ul><li><p>Вкладений</p></li></ul></li><li><p>Другий</p></li></ol><p>10<sup>2</sup> і H<sub>2</sub>O</p>',
    );
  });

  test('makes an answer of each pasted line, and sets what stands between dollar signs', async ({ page }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await page.getByRole('button', { name: 'Додати запитання' }).click();
    const question = card(page, 4);
    const text = question.getByRole('textbox', { name: 'Текст запитання' });
    await text.waitFor();
    expect(await question.getByText('Немає тексту запитання').count()).toBe(0);
    await text.fill('Скільки буде $x^2$ за $5?');
    await question.getByText('Є відповідь без тексту').waitFor();
    const answer = question.getByRole('textbox', { name: 'Відповідь 1' });
    await answer.focus();
    await answer.evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'а) один\nб) два\n\nв) $\\frac{1}{2}$\n');
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await question.getByRole('textbox', { name: 'Відповідь 3' }).waitFor();
    await question.getByRole('radio', { name: 'Відповідь 2 правильна' }).check();
    await saved(page);
    const made = (await draftOf(exam)).questions[3];
    expect(made.answers.map(({ title }: { title: string }) => title)).toEqual([
      'один',
      'два',
      '$\\frac{1}{2}$',
    ]);
    // Folded, the question says it in mathematics, and the price as it is.
    await page.getByRole('button', { name: 'Запитання 4', exact: true }).click();
    await question.locator('math', { hasText: 'x' }).waitFor();
    await question.getByText('за $5?').waitFor();
  });

  test('keeps what the keyboard goes to above its bar, and is not called a test where there is none', async ({
    page,
  }) => {
    const exam = await company.anExam();
    await page.setViewportSize({ width: 1280, height: 620 });
    await anOpenBuilder(page, exam);
    await openCard(page, 1);
    const hidden = await page.evaluate(() => {
      const bar = [...document.querySelectorAll<HTMLElement>('main *')].find(
        (one) => getComputedStyle(one).position === 'sticky' && getComputedStyle(one).zIndex === '80',
      )!;
      const fields = [...document.querySelectorAll<HTMLElement>('main button, main input, main textarea')];
      const reached = fields.filter((field) => !bar.contains(field) && field.checkVisibility());
      return reached
        .filter((field) => {
          field.focus();
          const { bottom, height } = field.getBoundingClientRect();
          return height < 300 && bottom > bar.getBoundingClientRect().top + 1;
        })
        .map((field) => field.outerHTML.slice(0, 80));
    });
    expect(hidden).toEqual([]);
    const theory = await company.as('owner').post(`/course/course/${exam.course.id}/educational_material/`, {
      name: 'Теорія',
      type: 'theory',
    });
    await page.goto(`/course/${exam.course.id}/education-materials/${theory.body.id}/constructor`);
    await page.getByRole('heading', { name: 'Редагування матеріалу' }).waitFor();
    expect(await page.title()).toMatch(/^Редагування матеріалу/);
  });

  test('asks for a question before it asks whether to publish', async ({ page }) => {
    const { id } = await company.aCourse();
    const { body } = await company.as('owner').post(`/course/course/${id}/educational_material/`, {
      name: 'Іспит',
      type: 'exam',
    });
    await signIn(page, company.people.owner);
    await page.goto(`/course/${id}/education-materials/${body.id}/constructor`);
    await page.getByRole('button', { name: 'Опублікувати' }).click();
    await page.getByText('Додайте принаймні одне запитання').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('takes steps back and again, by keys and in the message about a question that is gone', async ({
    page,
  }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await page.getByRole('button', { name: 'Запитання 2: видалити' }).click();
    // Said once.
    await page.getByText('Запитання 2 видалено').waitFor();
    await saved(page);
    expect(await titlesOf(exam)).toEqual(['One', 'Three']);
    await page.getByRole('button', { name: 'Скасувати дію', exact: true }).click();
    await page.getByRole('button', { name: 'Запитання 3: видалити' }).waitFor();
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'Two', 'Three']);
    expect((await draftOf(exam)).questions[1].id).toBe(exam.questions[1]!.id);

    await page.getByRole('button', { name: 'Запитання 1: копіювати' }).click();
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'One', 'Two', 'Three']);
    await page.getByRole('button', { name: 'Додати запитання' }).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'Two', 'Three']);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'One', 'Two', 'Three']);
  });

  test('changes the order by keys and by dragging', async ({ page }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await page.getByRole('button', { name: /^Запитання 1(?!:)/ }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Запитання тепер 2 з 3').waitFor();
    await expect.poll(() => titlesOf(exam)).toEqual(['Two', 'One', 'Three']);
    const grips = page.locator('[title="Перетягніть, щоб змінити порядок"]');
    const [from, to] = [(await grips.nth(2).boundingBox())!, (await grips.nth(0).boundingBox())!];
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y - 12, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => titlesOf(exam)).toEqual(['Three', 'Two', 'One']);
  });

  test('overwrites nothing that another window has saved', async ({ page, allowErrors }) => {
    allowErrors(/409/);
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    const { questions } = await draftOf(exam);
    await company.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [{ ...questions[0], title: 'From elsewhere' }],
    });
    await openCard(page, 3);
    await card(page, 3).getByRole('textbox', { name: 'Текст запитання' }).fill('Mine');
    const choice = page.getByRole('group', { name: 'Чернетку змінено в іншому вікні' });
    const load = choice.getByRole('button', { name: 'Завантажити ту версію' });
    await load.waitFor();
    expect(await titlesOf(exam)).toEqual(['From elsewhere']);
    // In sight from the question that is edited, and the reason why nothing goes on.
    const { y, height } = (await load.boundingBox())!;
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await page.getByRole('button', { name: 'Переглянути як студент' }).click();
    await page.getByText('Спершу виберіть, яку версію чернетки залишити').waitFor();
    await expect.poll(() => choice.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Завантажити ту версію' }).click();
    await page.getByText('From elsewhere').waitFor();
    await openCard(page, 1);
    await card(page, 1).getByRole('textbox', { name: 'Текст запитання' }).fill('Mine now');
    await expect.poll(() => titlesOf(exam)).toEqual(['Mine now']);
  });

  test('puts mine in the place of what another window has saved, once that is chosen', async ({
    page,
    context,
    allowErrors,
  }) => {
    allowErrors(/409/);
    const exam = await company.anExam();
    const named = async () => {
      const owner = company.as('owner');
      const at = `/course/course/${exam.course.id}/educational_material/${exam.material_id}/`;
      return [(await draftOf(exam)).name, (await owner.get(at)).body.name];
    };
    const [name] = await named();
    const theirs = `Theirs ${exam.form_id}`;
    await anOpenBuilder(page, exam);
    const other = await context.newPage();
    await anOpenBuilder(other, exam);
    await other.getByRole('textbox', { name: 'Назва' }).fill(theirs);
    await other.getByRole('button', { name: 'Запитання 3: видалити' }).click();
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'Two']);
    await expect.poll(named).toEqual([theirs, theirs]);

    await openCard(page, 1);
    await card(page, 1).getByRole('textbox', { name: 'Текст запитання' }).fill('Mine');
    const notice = page.getByRole('alert').filter({ hasText: 'Чернетку змінено в іншому вікні' });
    await notice.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // What is typed while the question stands is mine as well.
    await card(page, 1).getByRole('textbox', { name: 'Текст запитання' }).fill('Mine still');
    expect(await titlesOf(exam)).toEqual(['One', 'Two']);
    await notice.getByRole('button', { name: 'Зберегти мою замість неї' }).click();
    await notice.waitFor({ state: 'hidden' });
    await saved(page);
    expect(await titlesOf(exam)).toEqual(['Mine still', 'Two', 'Three']);
    expect(await named()).toEqual([name, name]);
    expect((await draftOf(exam)).questions[2].id).toBe(exam.questions[2]!.id);

    // From then on this window saves by itself, and the other one is asked.
    await card(page, 1).getByRole('textbox', { name: 'Текст запитання' }).fill('Mine again');
    await expect.poll(() => titlesOf(exam)).toEqual(['Mine again', 'Two', 'Three']);
    await openCard(other, 2);
    await card(other, 2).getByRole('textbox', { name: 'Текст запитання' }).fill('Too late');
    await other.getByRole('button', { name: 'Завантажити ту версію' }).click();
    await other.getByText('Mine again').waitFor();
    expect(await titlesOf(exam)).toEqual(['Mine again', 'Two', 'Three']);
    // The name it had here before is a new one now.
    await other.getByRole('textbox', { name: 'Назва' }).fill(theirs);
    await expect.poll(named).toEqual([theirs, theirs]);
  });

  test('refuses to publish, says which question, and publishes once it is mended', async ({ page }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await page.getByRole('button', { name: 'Додати запитання' }).click();
    await card(page, 4).getByRole('textbox', { name: 'Текст запитання' }).fill('Four');
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'Two', 'Three', 'Four']);
    await card(page, 4).getByRole('textbox', { name: 'Відповідь 1' }).fill('a');
    await card(page, 4).getByRole('textbox', { name: 'Відповідь 2' }).fill('A');
    await page.getByText('Ви додали однакові відповіді').first().waitFor();
    // Nothing else waits for what is wrong there.
    await openCard(page, 1);
    await card(page, 1).getByRole('textbox', { name: 'Текст запитання' }).fill('First');
    await page.getByText('Збережено все, крім позначеного').waitFor();
    await expect.poll(() => titlesOf(exam)).toEqual(['First', 'Two', 'Three', 'Four']);
    await card(page, 4).getByRole('textbox', { name: 'Відповідь 2' }).fill('b');
    await page.getByRole('button', { name: 'Опублікувати' }).click();
    const problems = page.getByRole('alert').filter({ hasText: 'Опублікувати ще не можна' });
    await problems.getByText('Не позначено правильної відповіді').waitFor();
    await page.getByRole('button', { name: /^Запитання 1(?!:)/ }).scrollIntoViewIfNeeded();
    await problems.getByRole('button', { name: 'Запитання 4' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-key]')?.textContent ?? ''))
      .toContain('Запитання 4');
    expect(await accessibilityProblems(page)).toEqual([]);
    await card(page, 4).getByRole('radio', { name: 'Відповідь 2 правильна' }).check();
    await page.getByRole('button', { name: 'Опублікувати' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Запитання: додано 1, змінено 1, вилучено 0.').waitFor();
    await dialog.getByText(/1 студент, коли почне/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Опублікувати зараз' }).click();
    await page.getByText(/^Опубліковано \d/).waitFor();
    expect(await draftOf(exam)).toMatchObject({ has_unpublished_changes: false });
  });

  test('shows the test as a student takes it, graded, without leaving a trace', async ({ page }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await page.getByRole('button', { name: 'Переглянути як студент' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Так тест побачить студент').waitFor();
    await dialog.getByRole('button', { name: 'Завершити' }).click();
    await dialog.getByRole('group', { name: /Three/ }).getByRole('radio', { name: /right/ }).check();
    await dialog.getByRole('group', { name: /One/ }).getByRole('radio', { name: /right/ }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Завершити' }).click();
    await dialog.getByText('Тест складено').waitFor();
    await dialog.getByText('3 з 4, 75 %, ECTS C').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const { body } = await company.as('owner').get(`/course/appointed_form/?course=${exam.course.id}`);
    expect(body.results[0]).toMatchObject({ attempts_used: 0 });
  });

  test('takes questions from GIFT and from the sheet that it has written itself', async ({ page }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      await page.getByRole('button', { name: 'Імпорт і експорт' }).click();
      await page.getByRole('menuitem', { name: 'Імпортувати запитання' }).click();
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    };
    const gift = 'Capital? {=Kyiv ~Lviv}\n\nOnly words.';
    await choose({ name: 'a.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Це лише текст без відповідей').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Додати 1 запитання' }).click();
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'Two', 'Three', 'Capital?']);
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Імпорт і експорт' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Експортувати в xlsx' }).click();
    const sheet = await readFile(await (await download).path());
    await choose({ name: 'a.xlsx', mimeType: '', buffer: sheet });
    await page.getByRole('dialog').getByRole('button', { name: 'Додати 4 запитання' }).click();
    await expect.poll(async () => (await titlesOf(exam)).length).toBe(8);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // What another system has exported, with what it has besides.
    const xml = `<quiz><question type="shortanswer"><questiontext><text>Sea?</text></questiontext><answer fraction="100">
      <text>Black</text><feedback><text>Yes</text></feedback></answer><hint><text>B</text></hint></question>
      <question type="calculated"/></quiz>`;
    await choose({ name: 'a.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
    await page.getByText('Тип «обчислене число» тут не підтримується').waitFor();
    await page.getByText('Не перенесемо: підказки.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Додати 1 запитання' }).click();
    await expect.poll(async () => (await titlesOf(exam)).at(-1)).toBe('Sea?');
    // What was said of an answer came along.
    expect((await draftOf(exam)).questions.at(-1).answers).toMatchObject([
      { title: 'Black', feedback: 'Yes' },
    ]);
    // A step back takes them away again.
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Скасувати дію (Ctrl+Z)' }).click();
    await expect.poll(async () => (await titlesOf(exam)).length).toBe(8);
    await page.getByRole('button', { name: 'Скасувати дію (Ctrl+Z)' }).click();
    await expect.poll(async () => (await titlesOf(exam)).length).toBe(4);
  });

  test('copies questions of other tests, and not where that is forbidden', async ({ page }) => {
    const exam = await company.anExam();
    const other = await company.anExam();
    const owner = company.as('owner');
    await owner.patch(`/course/course/${other.course.id}/form/${other.form_id}/`, {
      disable_autosave_for_all_respondents: true,
    });
    const answers = [
      { title: 'a', is_right_answer: true },
      { title: 'b', is_right_answer: false },
    ];
    const source = await company.anExam();
    const title = `Unheard ${source.form_id}`;
    for (const [form_id, name] of [
      [source.form_id, title],
      [other.form_id, `Forbidden ${other.form_id}`],
    ] as const)
      await owner.post('/course/update_questions/', { form_id, questions: [{ title: name, answers }] });
    await anOpenBuilder(page, exam);
    await page.getByRole('button', { name: 'Взяти запитання' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Інші тести', { exact: true }).click();
    await dialog.getByRole('textbox').fill(`Forbidden ${other.form_id}`);
    await dialog.getByText('Копіювання цього тесту заборонено').waitFor();
    await expect.poll(() => dialog.getByRole('checkbox', { name: /^Forbidden/ }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(title);
    await dialog.getByRole('checkbox', { name: title }).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Копіювати 1 запитання' }).click();
    await expect.poll(() => titlesOf(exam)).toEqual(['One', 'Two', 'Three', title]);
    await page.goto(pathOf(other));
    await page.getByText('Копіювати запитання не можна').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /копіювати заборонено/ }).isDisabled())
      .toBe(true);
  });

  test('keeps the focus on the button that has moved a question to the top or to the end', async ({
    page,
  }) => {
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    const focused = (name: string) =>
      page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
    for (const [from, name, to] of [
      ['Запитання 2: вище', 'Запитання 1: вище', ['Two', 'One', 'Three']],
      ['Запитання 2: нижче', 'Запитання 3: нижче', ['Two', 'Three', 'One']],
    ] as const) {
      await page.getByRole('button', { name: from }).press('Enter');
      await focused(name);
      // Nothing lies beyond.
      await page.keyboard.press('Enter');
      await expect.poll(() => titlesOf(exam)).toEqual(to);
      await focused(name);
    }
  });

  test('keeps the focus on the button that moves an answer, and says where it is now', async ({ page }) => {
    const answers = ['a', 'b', 'c'].map((title, at) => ({ title, is_right_answer: at === 0 }));
    await anOpenBuilder(page, await company.anExam({ questions: [{ title: 'One', answers }] }));
    await openCard(page, 1);
    for (const [from, name, place] of [
      ['Відповідь 3: вище', 'Відповідь 2: вище', 2],
      ['Відповідь 2: нижче', 'Відповідь 3: нижче', 3],
    ] as const) {
      await page.getByRole('button', { name: from }).press('Enter');
      await page.getByText(`Відповідь тепер ${place} з 3`).waitFor({ state: 'attached' });
      await page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
    }
  });

  test('of a test that is gone says that, and asks nobody to mend a field', async ({ page, allowErrors }) => {
    allowErrors(/404/);
    const exam = await company.anExam();
    await anOpenBuilder(page, exam);
    await openCard(page, 1);
    await company
      .as('owner')
      .delete(`/course/course/${exam.course.id}/educational_material/${exam.material_id}/`);
    await card(page, 1).getByRole('textbox', { name: 'Текст запитання' }).fill('Запізнилося');
    await page.getByRole('alert').getByText('Цього вже немає, або вам це недоступно').waitFor();
    await page.getByRole('status').getByText('Ще не збережено', { exact: true }).waitFor();
  });

  test('holds two hundred questions, of which only the open one has its editors', async ({ page }) => {
    const exam = await company.anExam();
    const questions = Array.from({ length: 200 }, (_, at) => ({
      title: `Question ${at + 1}`,
      answers: [
        { title: 'a', is_right_answer: true },
        { title: 'b', is_right_answer: false },
      ],
    }));
    await company.as('owner').post('/course/update_questions/', { form_id: exam.form_id, questions });
    await signIn(page, company.people.owner);
    await page.goto(pathOf(exam));
    await openCard(page, 200);
    const field = card(page, 200).getByRole('textbox', { name: 'Текст запитання' });
    await field.fill('The last one');
    await saved(page);
    await expect.poll(() => page.getByRole('textbox', { name: 'Текст запитання' }).count()).toBe(1);
    const titles = await titlesOf(exam);
    expect([titles.length, titles.at(-1)]).toEqual([200, 'The last one']);
  });
});
