import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { answerOf } from '../../factories/world.ts';
import { aPng } from '../../fixtures/files.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { openContext, signIn, test } from '../../support/browser/browser.ts';
import { examPage, saved } from '../../support/browser/exam-page.ts';
import { productWorld } from '../../support/product-world.ts';

/** Each type of question is answered on a phone, by a finger and by keys alone. */

let company: Company;
beforeAll(async () => {
  company = await aCompany(productWorld());
});

/** How one answers: nothing here is reached but as a person reaches it. */
interface Hand {
  press: (control: Locator) => Promise<void>;
  write: (field: Locator, text: string) => Promise<void>;
  choose: (option: Locator) => Promise<void>;
  pick: (list: Locator, label: string) => Promise<void>;
  /** Puts the last row above all others. */
  raise: (row: Locator, steps: number) => Promise<void>;
  /** Marks the middle of a picture's right half. */
  mark: (picture: Locator) => Promise<void>;
}

const finger: Hand = {
  press: (control) => control.tap(),
  write: async (field, text) => {
    await field.tap();
    await field.page().keyboard.insertText(text);
  },
  choose: (option) => option.tap(),
  // The list that opens is the phone's own.
  pick: async (list, label) => {
    await list.tap();
    await list.selectOption({ label });
  },
  raise: async (row, steps) => {
    for (let step = 0; step < steps; step++) await row.getByRole('button', { name: /^Вище/ }).tap();
  },
  mark: async (picture) => {
    const { width, height } = (await picture.boundingBox())!;
    await picture.tap({ position: { x: width * 0.75, y: height * 0.5 } });
  },
};

const hasFocus = (control: Locator) => control.evaluate((it) => it === document.activeElement);

/** Tab until it has the focus: what keys do not reach fails here. */
async function reach(control: Locator): Promise<void> {
  await control.waitFor();
  for (let tabs = 0; tabs < 80 && !(await hasFocus(control)); tabs++)
    await control.page().keyboard.press('Tab');
  expect(await hasFocus(control)).toBe(true);
}

const keys: Hand = {
  press: async (control) => {
    await reach(control);
    await control.page().keyboard.press('Enter');
  },
  write: async (field, text) => {
    await reach(field);
    await field.page().keyboard.insertText(text);
  },
  choose: async (option) => {
    const { keyboard } = option.page();
    const group = option.page().getByRole('radio');
    // Of radio buttons only one takes part in the order of Tab.
    await reach((await option.getAttribute('type')) === 'radio' ? group.first() : option);
    while (!(await hasFocus(option))) await keyboard.press('ArrowDown');
    if (!(await option.isChecked())) await keyboard.press('Space');
  },
  pick: async (list, label) => {
    await reach(list);
    const chosen = list.locator('option:checked');
    for (let step = 0; step < 5 && (await chosen.textContent()) !== label; step++)
      await list.page().keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toBe(label);
  },
  raise: async (row, steps) => {
    await reach(row.getByRole('button', { disabled: false }).first());
    for (let step = 0; step < steps; step++) await row.page().keyboard.press('Alt+ArrowUp');
  },
  mark: async (picture) => {
    await reach(picture);
    for (let step = 0; step < 5; step++) await picture.page().keyboard.press('Shift+ArrowRight');
    await picture.page().keyboard.press('Enter');
  },
};

const right = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
const wrong = (title: string, more: object = {}) => ({ title, is_right_answer: false, ...more });
const answer = (page: Page) => page.getByRole('textbox', { name: 'Ваша відповідь' });
const rows = (page: Page) => page.getByRole('list', { name: 'Ваш порядок' }).getByRole('listitem');

const TYPES: [question: object, answered: (page: Page, hand: Hand) => Promise<void>][] = [
  [
    { title: 'Один вибір', answers: [wrong('Вода'), right('Порошок')] },
    (page, hand) => hand.choose(page.getByRole('radio', { name: 'Порошок' })),
  ],
  [
    {
      title: 'Кілька',
      multiple_right_answers: true,
      credit: 'parts',
      answers: [right('Сходи'), wrong('Ліфт'), right('Вихід')],
    },
    async (page, hand) => {
      await hand.choose(page.getByRole('checkbox', { name: 'Сходи' }));
      await hand.choose(page.getByRole('checkbox', { name: 'Вихід' }));
    },
  ],
  [
    { title: 'Правда чи ні', answers: [right('Правда'), wrong('Неправда')] },
    (page, hand) => hand.choose(page.getByRole('radio', { name: 'Правда', exact: true })),
  ],
  [
    { title: 'Столиця?', type: 'short_answer', answers: [right('Кам’янець-Подільський')] },
    (page, hand) => hand.write(answer(page), "  кам'янець–подільський "),
  ],
  [
    { title: 'Вага?', type: 'number', unit: 'кг', answers: [right('8,2', { tolerance: '5%' })] },
    async (page, hand) => {
      const number = page.getByRole('textbox', { name: 'Число, кг' });
      await hand.write(number, 'вісім');
      await page.getByText('Це не схоже на число').waitFor();
      await number.press('ControlOrMeta+a');
      await hand.write(number, '8.0');
    },
  ],
  [
    {
      title: 'Пари?',
      type: 'matching',
      credit: 'parts',
      answers: [right('Україна', { match: 'Київ' }), right('Польща', { match: 'Варшава' })],
    },
    async (page, hand) => {
      await hand.pick(page.getByRole('combobox', { name: 'Пара до «Україна»' }), 'Київ');
      await hand.pick(page.getByRole('combobox', { name: 'Пара до «Польща»' }), 'Варшава');
    },
  ],
  [
    {
      title: 'Порядок?',
      type: 'ordering',
      credit: 'parts',
      answers: ['перше', 'друге', 'третє'].map((each) => right(each)),
    },
    async (page, hand) => {
      for (const title of ['третє', 'друге', 'перше']) {
        const at = (await rows(page).allTextContents()).findIndex((row) => row.includes(title));
        await hand.raise(rows(page).filter({ hasText: title }), at);
      }
      // As it stood it may have been right.
      const keep = page.getByRole('button', { name: 'Залишити цей порядок' });
      if (await keep.isVisible()) await hand.press(keep);
      await expect.poll(() => rows(page).allTextContents()).toEqual(['1перше', '2друге', '3третє']);
    },
  ],
  [
    {
      title: 'Пропуски',
      type: 'gaps',
      credit: 'parts',
      gap_text: 'Київ стоїть на [[2]], а Львів — на [[1]].',
      answers: [right('Полтві', { gap: 1 }), wrong('Бузі', { gap: 1 }), right('Дніпрі', { gap: 2 })],
    },
    async (page, hand) => {
      await hand.write(
        page.getByRole('textbox', { name: 'Пропуск 1 з 2: Київ стоїть на …, а Львів — на (2).' }),
        'дніпрі',
      );
      await hand.pick(
        page.getByRole('combobox', { name: 'Пропуск 2 з 2: Київ стоїть на (1), а Львів — на ….' }),
        'Полтві',
      );
    },
  ],
  [
    {
      title: 'Де двері?',
      type: 'hotspot',
      hotspot: { places: 1, alt: 'Зал' },
      answers: [right('Двері', { area: { shape: 'rect', coords: [0.7, 0.2, 0.2, 0.6] } })],
    },
    async (page, hand) => {
      await hand.mark(page.getByRole('button', { name: /^Зображення\./ }));
      await page.getByText('Позначено 1 з 1.').waitFor();
    },
  ],
  [
    { title: 'Чому?', type: 'essay', score: 1, answers: [] },
    (page, hand) => hand.write(page.getByRole('textbox', { name: 'Ваш текст' }), 'Бо так безпечніше'),
  ],
  [
    { title: 'Накресліть план', type: 'upload', score: 1, answers: [] },
    async (page, hand) => {
      const chooser = page.waitForEvent('filechooser');
      await hand.press(page.getByRole('button', { name: 'Вибрати файл' }));
      await (await chooser).setFiles(aPng('план.png'));
      await page.getByRole('link', { name: 'план.png' }).waitFor();
    },
  ],
];

/** A test of each type, with its picture in place. */
async function anExam() {
  const exam = await company.anExam({ settings: { show_right_answers: true, attempt_limit: 2 } });
  const owner = company.as('owner');
  const drafted = await owner.post('/course/update_questions/', {
    form_id: exam.form_id,
    questions: TYPES.map(([question]) => question),
  });
  const questions = drafted.body.questions as { id: number; type: string }[];
  const { id } = questions.find(({ type }) => type === 'hotspot')!;
  const { buffer } = aPng('зал.png', 320, 200);
  const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/octet-stream' };
  const path = `/api/v1/course/questions/${id}/upload_files/?kind=attachment&name=hall.png`;
  await answerOf(await productWorld().fetch(path, { method: 'POST', headers, body: new Uint8Array(buffer) }));
  const published = await owner.post(`/course/course/${exam.course.id}/form/${exam.form_id}/publish/`);
  expect(published.status).toBe(200);
  const path_of_form = `/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
  return { course_id: exam.course.id, form_id: exam.form_id, path: path_of_form, questions };
}

/** Takes the test by one hand, and looks at each screen. */
async function take(page: Page, hand: Hand, width: number, look: (page: Page) => Promise<unknown>) {
  const exam = await anExam();
  await signIn(page, company.people.student);
  await page.goto(exam.path);
  await hand.press(page.getByRole('button', { name: 'Розпочати' }));
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Розпочати' }));
  for (const [at, [question, answered]] of TYPES.entries()) {
    await page
      .getByText((question as { title: string }).title, { exact: true })
      .first()
      .waitFor();
    await answered(page, hand);
    expect(await look(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (at + 1 < TYPES.length) await hand.press(page.getByRole('button', { name: 'Далі', exact: true }));
  }
  await saved(page).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'план.png' }).waitFor();
  await page.getByText(`Відповіді: ${TYPES.length} з ${TYPES.length}`).first().waitFor({ state: 'attached' });
  await hand.press(page.getByRole('button', { name: 'Завершити' }).last());
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Завершити' }));
  await page.getByText('Результат оприлюднить тренер').waitFor();
  await isRight(page, exam);
}

/** Once what people mark is marked, all of it was right. */
async function isRight(page: Page, { course_id, form_id, questions }: Awaited<ReturnType<typeof anExam>>) {
  const { body } = await company.as('student').get(`/course/form_introduction/${form_id}/`);
  const attempt = body.last_attempt_id as number;
  for (const { id, type } of questions)
    if (type === 'essay' || type === 'upload')
      await company
        .as('trainer')
        .post(`/course/student_passed_form/${attempt}/marks/`, { question_id: id, score: 1 });
  await page.goto(`/course/${course_id}/statistic/${attempt}`);
  await page.getByRole('heading', { name: 'Запитання та відповіді' }).waitFor();
  await expect.poll(() => page.getByText('Правильно', { exact: true }).count()).toBe(TYPES.length);
  await page.getByText('Польща → Варшава').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
}

test('each type of question is answered by a finger on a phone, and its result read', async ({ context }) => {
  const viewport = { width: 390, height: 844 };
  const phone = await openContext(context.browser()!, { viewport, hasTouch: true, isMobile: true });
  await take(await phone.newPage(), finger, viewport.width, accessibilityProblems);
  await phone.close();
});

test('each type of question is answered by keys alone, on the narrowest screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await take(page, keys, 360, async () => []);
});

const LONG_FORMULA = String.raw`$\sqrt{x^2 + y^2} + \sum_{i=1}^{n} \frac{1}{i^2} + \alpha + \beta + \gamma + \delta + \epsilon + \zeta$`;

test('long formulas break on a phone, and stand in lists and names as signs', async ({ page }) => {
  const pair = (title: string, match: string) => right(title, { match });
  const questions = [
    {
      title: 'Пари?',
      type: 'matching',
      answers: [pair('$x^2$', String.raw`$\frac{1}{2}$`), pair('Два', '2')],
    },
    { title: 'Порядок?', type: 'ordering', answers: [right('$x_1$'), right('$x_2$')] },
    {
      title: 'Пропуск',
      type: 'gaps',
      gap_text: 'Корінь із $x^2$ — [[1]]',
      answers: [right('$x_1$', { gap: 1 }), wrong('$x^2$', { gap: 1 })],
    },
    { title: 'Вага?', type: 'number', unit: 'кг на квадратний м', answers: [right('8')] },
    {
      title: `Скільки буде ${LONG_FORMULA}?`,
      answers: [right(LONG_FORMULA), wrong(String.raw`$\frac{1}{2}$`)],
    },
  ];
  await page.setViewportSize({ width: 360, height: 740 });
  await examPage(page, company, {}, questions);
  const next = page.getByRole('button', { name: 'Далі', exact: true });
  await page.getByRole('combobox', { name: 'Пара до «x²»' }).selectOption({ label: '1/2' });
  await next.click();
  const lower = page.getByRole('button', { name: /^Нижче/, disabled: false });
  await expect.poll(() => lower.getAttribute('aria-label')).toMatch(/: x[₁₂]$/);
  await next.click();
  await page.getByRole('combobox', { name: 'Пропуск 1 з 1: Корінь із x² — …' }).selectOption({ label: 'x₁' });
  await next.click();
  // Of a long unit as much as there is room for, on one line in its field.
  const [unit, field] = [page.getByText('кг на квадратний м', { exact: true }), page.getByRole('textbox')];
  const isInField = async () => {
    const [inner, outer] = [(await unit.boundingBox())!, (await field.boundingBox())!];
    return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
  };
  await expect.poll(isInField).toBe(true);
  await next.click();
  await page.locator('legend math').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const height = () =>
    page.locator('legend math').evaluateAll((pieces) => {
      const tops = pieces.map((piece) => piece.getBoundingClientRect().top);
      return Math.max(...tops) - Math.min(...tops);
    });
  await expect.poll(height).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Викреслити: 1/2' }).waitFor();
  await page.getByRole('radio', { name: '1/2', exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a long match that was chosen is read whole on a phone, and choosing it moves nothing', async ({
  page,
}) => {
  const long =
    'Перекрити газ, вивести людей на вулицю і чекати на пожежників біля входу, нікого не впускаючи';
  const answers = [right('Пожежа', { match: long }), right('Потоп', { match: 'Насос' })];
  await page.setViewportSize({ width: 360, height: 740 });
  const questions = [{ title: 'Пари?', type: 'matching', answers }];
  await examPage(page, company, {}, questions);
  const list = page.getByRole('combobox', { name: 'Пара до «Пожежа»' });
  const before = await list.boundingBox();
  await list.selectOption({ label: long });
  await saved(page).waitFor();
  expect(await list.boundingBox()).toEqual(before);
  const [words, place] = await list.evaluate((it) => {
    const frame = it.closest('[data-chosen]')!;
    return [getComputedStyle(frame, '::after'), getComputedStyle(frame)].map(({ height }) =>
      parseFloat(height),
    );
  });
  // On several lines, all of them within the field.
  expect(words).toBeGreaterThan(70);
  expect(words!).toBeLessThanOrEqual(place!);
  expect(before!.height).toBeCloseTo(place!, 0);
  expect(await page.locator('[data-chosen]').first().getAttribute('data-chosen')).toBe(long);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('on a phone the next question, and the one before, is read from its head however far down one was', async ({
  page,
}) => {
  const long = { answers: Array.from({ length: 12 }, (_, at) => (at ? wrong : right)(`Відповідь ${at}`)) };
  await page.setViewportSize({ width: 360, height: 640 });
  await examPage(page, company, {}, [
    { title: 'Перше', ...long },
    { title: 'Друге', ...long },
  ]);
  for (const [step, title] of [
    ['Далі', 'Друге'],
    ['Назад', 'Перше'],
  ] as const) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: step, exact: true }).click();
    const head = page.getByText(title, { exact: true });
    await head.waitFor();
    const bar = (await page.locator('header', { has: page.getByRole('timer') }).boundingBox())!;
    await expect.poll(async () => (await head.boundingBox())!.y).toBeGreaterThan(bar.y + bar.height);
  }
});
