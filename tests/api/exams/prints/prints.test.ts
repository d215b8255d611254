import { type PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '../../../factories/company.ts';
import { aPng } from '../../../fixtures/files.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';
import { textOfPdf } from '../../../support/pdf-text.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const choice = (title: string, right: string, ...wrong: string[]) => ({
  title,
  score: 2,
  answers: [right, ...wrong].map((answer, n) => ({ title: answer, is_right_answer: n === 0 })),
});
const QUESTIONS = [
  {
    ...choice('Яке місто є столицею?', 'Київ', 'Їжаківка', 'Ґанок'),
    description: '<p>Поміркуйте: <span data-type="inline-math" data-latex="\\frac{a}{b}"></span></p>',
  },
  {
    title: 'Хто це написав?',
    type: 'short_answer',
    score: 1,
    answers: [{ title: 'Леся Українка', is_right_answer: true }],
  },
  {
    title: 'Скільки метрів?',
    type: 'number',
    score: 1,
    unit: 'м',
    answers: [{ title: '9,81', tolerance: '0.05', is_right_answer: true }],
  },
  {
    title: 'Розташуйте',
    type: 'ordering',
    score: 1,
    answers: [
      { title: 'перше', is_right_answer: true },
      { title: 'друге', is_right_answer: true },
      { title: 'третє', is_right_answer: true },
    ],
  },
  {
    title: 'Доберіть',
    type: 'matching',
    score: 1,
    answers: [
      { title: 'Дніпро', match: 'річка', is_right_answer: true },
      { title: 'Говерла', match: 'гора', is_right_answer: true },
      { title: '', match: 'море', is_right_answer: true },
    ],
  },
  {
    title: 'Доповніть',
    type: 'gaps',
    score: 1,
    gap_text: 'Столиця [[1]] стоїть на [[2]].',
    answers: [
      { title: 'України', gap: 1, is_right_answer: true },
      { title: 'Дніпрі', gap: 2, is_right_answer: true },
      { title: 'Дунаї', gap: 2, is_right_answer: false },
    ],
  },
  { title: 'Опишіть', type: 'essay', score: 10, answers: [] },
];

const anExam = (settings: Record<string, unknown> = {}, questions: readonly object[] = QUESTIONS) =>
  company.anExam({ questions, settings });
type Exam = Awaited<ReturnType<typeof anExam>>;

const pathOf = (exam: Exam) => `/course/course/${exam.course.id}/form/${exam.form_id}`;
async function aRun(exam: Exam, variants: number) {
  const { status, body } = await company.as('trainer').post(`${pathOf(exam)}/print_runs/`, { variants });
  expect(status).toBe(201);
  return body.id as number;
}

/** The pages of a run: the text of all of them, and how many there are. */
async function printed(exam: Exam, run: number | 'draft', body: object = {}) {
  const path = run === 'draft' ? `${pathOf(exam)}/print_draft/` : `${pathOf(exam)}/print_runs/${run}/print/`;
  const response = await world.fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${company.people.trainer.client.token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const pdf = await PDFDocument.load(bytes);
  const texts = await textOfPdf(bytes);
  return { texts, all: texts.join('\n'), pages: pdf.getPageCount(), pictures: picturesOf(pdf) };
}

/** Widths of the pictures that a file holds, the smallest first. */
const picturesOf = (pdf: PDFDocument) =>
  pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => {
      const dict: PDFDict | null = object instanceof PDFRawStream ? object.dict : null;
      if (dict?.get(PDFName.of('Subtype')) !== PDFName.of('Image')) return [];
      return Number(String(dict.get(PDFName.of('Width'))));
    })
    .toSorted((one, next) => one - next);

/** Gives a question a picture of its own; its id. */
async function aPicture(
  question: number,
  kind: 'attachment' | 'inline',
  width: number,
  height?: number,
): Promise<number> {
  const path = `/api/v1/course/questions/${question}/upload_files/?kind=${kind}&name=map.png`;
  const response = await world.fetch(path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${company.people.trainer.client.token}`,
      'Content-Type': 'application/octet-stream',
    },
    body: new Uint8Array(aPng('map.png', width, height).buffer),
  });
  const { id } = await response.json<{ id: number }>();
  expect(id).toEqual(expect.any(Number));
  return id;
}

const sheetOf = async (exam: Exam, run: number, variant: number) =>
  (await company.as('trainer').get(`${pathOf(exam)}/print_runs/${run}/sheet/?variant=${variant}`)).body;

describe('a test on paper', () => {
  test('asks in Ukrainian what its version asks, without the key, each page with its place and variant', async () => {
    const exam = await anExam();
    const { texts, all, pages } = await printed(exam, await aRun(exam, 1));
    for (const text of ['Яке місто є столицею?', 'Їжаківка', 'Ґанок', 'Поміркуйте: a/b', 'Прізвище та ім’я'])
      expect(texts).toContain(text);
    expect(all).toContain('Столиця (1) ________ стоїть на (2) ________ .');
    expect(all).not.toMatch(/Леся|9,81|України$/m);
    for (let page = 1; page <= pages; page += 1) expect(texts).toContain(`${page} / ${pages} · варіант A`);
    expect(texts).toContain('Бланк відповідей · ' + (await nameOf(exam)));
  });

  test('shuffles each variant its own way where the form shuffles, and prints it again as it was', async () => {
    const many = Array.from({ length: 12 }, (_, n) => choice(`Q${n}`, `right ${n}`, 'one', 'two', 'three'));
    const exam = await anExam({ shuffle_questions: true, shuffle_answers: true }, many);
    const run = await aRun(exam, 3);
    const [first, again] = [
      await printed(exam, run, { variants: [2] }),
      await printed(exam, run, { variants: [2] }),
    ];
    expect(first.texts).toEqual(again.texts);
    const whole = await printed(exam, run);
    expect(whole.pages).toBe(first.pages * 3);
    const orders = [1, 2, 3].map((variant) => sheetOf(exam, run, variant));
    const asked = (await Promise.all(orders)).map(({ questions }) =>
      questions.map((question: { title: string }) => question.title).join(),
    );
    expect(new Set(asked).size).toBe(3);
    expect(asked[1]).toBe(first.texts.filter((text) => /^Q\d+$/.test(text)).join());
  });

  test('prints a table as one, its cells side by side and a long one on the next page', async () => {
    const long = Array.from({ length: 700 }, (_, n) => `слово${n}`).join(' ');
    const rows = [
      ['Місто', 'Річка'],
      ['Київ', 'Дніпро'],
      [long, 'коротко'],
    ];
    const html = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
    const exam = await anExam({}, [
      { ...choice('Міста', 'так', 'ні'), description: `<table><tbody>${html.join('')}</tbody></table>` },
    ]);
    const { texts, all, pages } = await printed(exam, await aRun(exam, 1));
    for (const cell of ['Місто', 'Річка', 'Київ', 'Дніпро', 'коротко']) expect(texts).toContain(cell);
    expect(all).toContain('слово699');
    expect(pages).toBeGreaterThan(2);
  });

  test('hands out nothing in the right order but what is on paper already', async () => {
    const pair = {
      title: 'За часом',
      type: 'ordering',
      score: 1,
      answers: [
        { title: 'a', is_right_answer: true },
        { title: 'b', is_right_answer: true },
      ],
    };
    const exam = await anExam({}, [pair]);
    const run = await aRun(exam, 26);
    const orders = async () => {
      const sheets = Array.from({ length: 26 }, (_, n) => sheetOf(exam, run, n + 1));
      return (await Promise.all(sheets)).map(({ questions }) =>
        questions[0].answers.map(({ title }: { title: string }) => title).join(''),
      );
    };
    expect(new Set(await orders())).toEqual(new Set(['ba']));
    await asSystem(['update print_runs set seed = gen_random_uuid() where id = $1', [run]]);
    const before = await orders();
    expect(before).toContain('ab');
    expect(await orders()).toEqual(before);
  });

  test('writes typed formulas in signs, of a run, of a draft and in the key', async () => {
    const half = String.raw`$\frac{1}{2}$`;
    const exam = await anExam({}, [
      choice(`Скільки буде ${half}?`, String.raw`$\sqrt{2} \le x_1$`, '$\\beta$'),
      {
        title: 'Пропуски',
        type: 'gaps',
        score: 1,
        gap_text: `Якщо ${half}, то [[1]]`,
        answers: [
          { title: '$x^2$', gap: 1, is_right_answer: true },
          { title: '$x^3$', gap: 1, is_right_answer: false },
        ],
      },
      {
        title: 'Впишіть',
        type: 'short_answer',
        score: 1,
        answers: [{ title: '$\\pi$', is_right_answer: true }],
      },
    ]);
    const run = await printed(exam, await aRun(exam, 1), { parts: 'both' });
    for (const { all } of [run, await printed(exam, 'draft')]) {
      for (const text of ['Скільки буде 1/2?', '2 ', '≤', ' x₁', 'β', 'Якщо 1/2, то (1)', 'x²', 'x³'])
        expect(all).toContain(text);
      expect(all).not.toMatch(/[$\\]/);
    }
    expect(run.all).toContain('π');
  });

  test('keeps what it asked when the form is published anew', async () => {
    const exam = await anExam({}, [choice('Before', 'yes', 'no')]);
    const run = await aRun(exam, 1);
    await company.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [choice('After', 'yes', 'no')],
    });
    await company.as('owner').post(`${pathOf(exam)}/publish/`);
    const { texts } = await printed(exam, run);
    expect(texts).toContain('Before');
    expect(texts).not.toContain('After');
    const { body } = await company.as('trainer').get(`${pathOf(exam)}/print_runs/`);
    expect(body).toMatchObject({ version: 2, runs: [{ id: run, version: 1, variants: 1 }] });
  });

  test('gives its key as letters of the variant on a page of its own, as repairs left it', async () => {
    const exam = await anExam({ shuffle_answers: true });
    const run = await aRun(exam, 2);
    const { questions } = await sheetOf(exam, run, 2);
    const letter = (place: number) => 'ABCDEF'[place]!;
    const at = (list: { title: string }[], title: string) =>
      letter(list.findIndex((each) => each.title === title));
    const key = () => printed(exam, run, { variants: [2], parts: 'key', language: 'en' });
    const { texts, pages } = await key();
    expect(pages).toBe(1);
    const [capital, , , order, pairs, gaps] = questions;
    expect(texts).toContain(at(capital.answers, 'Київ'));
    expect(texts).toContain('Леся Українка');
    expect(texts).toContain('9.81 ± 0.05 м');
    expect(texts).toContain(['перше', 'друге', 'третє'].map((title) => at(order.answers, title)).join(' '));
    const told = pairs.answers
      .map(
        ({ title }: { title: string }, n: number) =>
          `${n + 1}–${at(pairs.options, title === 'Дніпро' ? 'річка' : 'гора')}`,
      )
      .join(', ');
    expect(texts).toContain(told);
    expect(texts).toContain(`1: України; 2: ${at(gaps.gaps[1].options, 'Дніпрі')}`);
    expect(texts).toContain('marked by a person');
    const repaired = await company.as('trainer').post(`${pathOf(exam)}/repairs/`, {
      changes: [
        { question_id: exam.questions[0]!.id, annulled: true },
        {
          question_id: exam.questions[1]!.id,
          right_answer_ids: [exam.questions[1]!.answers[0]!.id],
          accepted: ['Лариса Косач'],
        },
      ],
      only_raise: false,
      reason: 'Why',
    });
    expect(repaired.status).toBe(201);
    expect((await key()).texts).toEqual(expect.arrayContaining(['annulled', 'Леся Українка / Лариса Косач']));
  });

  test('draws for each variant of its own, and again the same', async () => {
    const folder = (await company.as('trainer').post('/bank/folders/', { name: `Pool ${Date.now()}` })).body
      .id;
    for (let n = 0; n < 8; n += 1) {
      const added = await company.as('trainer').post('/bank/questions/', {
        folder_id: folder,
        question: choice(`Drawn ${n}`, 'yes', 'no'),
      });
      expect(added.status).toBe(201);
    }
    const exam = await anExam({ draws: [{ count: 3, folder_id: folder, score: 4 }] }, [
      choice('Own', 'yes', 'no'),
    ]);
    const run = await aRun(exam, 6);
    const sheets = await Promise.all([1, 2, 3, 4, 5, 6].map((variant) => sheetOf(exam, run, variant)));
    const drawn = sheets.map(({ questions }) =>
      questions
        .slice(1)
        .map(({ id }: { id: number }) => id)
        .toSorted()
        .join(),
    );
    expect(new Set(drawn).size).toBeGreaterThan(1);
    expect(sheets[0].questions).toHaveLength(4);
    expect(sheets[0].questions[1].score).toBe(4);
    const { texts } = await printed(exam, run, { variants: [4], parts: 'both' });
    expect(texts.filter((text) => text.startsWith('Drawn '))).toEqual(
      sheets[3].questions.slice(1).map(({ title }: { title: string }) => title),
    );
  });

  test('names the areas of a picture in the key alone, and says what is answered elsewhere', async () => {
    const exam = await anExam();
    const area = { shape: 'rect', coords: [0.1, 0.1, 0.2, 0.2] };
    const questions = [
      {
        title: 'Де вихід?',
        type: 'hotspot',
        answers: [{ title: 'Двері зліва', is_right_answer: true, area }],
      },
      { title: 'Здайте план', type: 'upload', answers: [] },
    ];
    await company.as('owner').post('/course/update_questions/', { form_id: exam.form_id, questions });
    const { texts, all } = await printed(exam, 'draft');
    expect(texts).toContain('позначте на зображенні · Балів: 1');
    expect(texts).toContain('здається файлом, не на цьому бланку · Балів: 1');
    expect(all).not.toContain('Двері зліва');
    expect((await printed(exam, 'draft', { parts: 'key' })).texts).toContain('Двері зліва');
  });

  test('says how many places are to be marked and how long a text is to be, as a screen does', async () => {
    const exam = await anExam();
    const area = (left: number) => ({ shape: 'rect', coords: [left, 0.1, 0.2, 0.2] });
    const right = (title: string, left: number) => ({ title, is_right_answer: true, area: area(left) });
    const essay = (title: string, work: object) => ({ title, type: 'essay', answers: [], work });
    const questions = [
      {
        title: 'Де виходи?',
        type: 'hotspot',
        hotspot: { places: 2 },
        answers: [right('Двері', 0.1), right('Сходи', 0.5)],
      },
      essay('Чому?', { min_words: 20, max_words: 150 }),
      essay('Навіщо?', { min_words: 20 }),
      essay('Коли?', {}),
    ];
    await company.as('owner').post('/course/update_questions/', { form_id: exam.form_id, questions });
    expect((await printed(exam, 'draft')).texts).toEqual(
      expect.arrayContaining([
        'позначте на зображенні, місць: 2 · Балів: 1',
        'слів: 20–150 · Балів: 1',
        'слів: від 20 · Балів: 1',
        'Балів: 1',
      ]),
    );
    expect((await printed(exam, 'draft', { language: 'de' })).texts).toContain('Wörter: ab 20 · Punkte: 1');
    // Two are asked for: neither stands for the other.
    const { all } = await printed(exam, 'draft', { parts: 'key' });
    expect(all).toMatch(/^(Двері, Сходи|Сходи, Двері)$/m);
  });

  test('keeps the words of a question on the page of its picture', async () => {
    const before = ['1', '2', '3', '4', '5', '6'].map((n) => choice(`Before ${n}`, 'a', 'b', 'c'));
    const exam = await anExam({}, [...before, choice('Where is the door?', 'left', 'right')]);
    const pageOfLast = async () => {
      const { texts } = await printed(exam, 'draft');
      const at = texts.indexOf('Where is the door?');
      expect(at).toBeGreaterThan(0);
      return texts.slice(0, at).filter((text) => /^\d \/ \d · чернетка$/.test(text)).length + 1;
    };
    expect(await pageOfLast()).toBe(1);
    await aPicture(exam.questions.at(-1)!.id, 'attachment', 400, 300);
    expect(await pageOfLast()).toBe(2);
  });
});

test('begins each section with its name and introduction, and calls one without by its number', async () => {
  const sections = [
    { id: 1, title: 'Перша допомога', introduction: 'Уявіть, що ви перші на місці.' },
    { id: 2, title: '', introduction: '' },
  ];
  const exam = await anExam({ sections, shuffle_questions: true }, [
    { ...choice('Пульс?', 'yes', 'no'), section: 1 },
    { ...choice('Пожежа?', 'yes', 'no'), section: 2 },
    { ...choice('Кров?', 'yes', 'no'), section: 1 },
  ]);
  const { texts } = await printed(exam, await aRun(exam, 1));
  const place = (text: string) => texts.indexOf(text);
  const [first, introduced, pulse, blood, second, fire] = [
    'Перша допомога',
    'Уявіть, що ви перші на місці.',
    'Пульс?',
    'Кров?',
    'Розділ 2',
    'Пожежа?',
  ].map(place);
  expect([first! >= 0, introduced === first! + 1, second === fire! - 2]).toEqual([true, true, true]);
  for (const asked of [pulse!, blood!]) expect([asked > introduced!, asked < second!]).toEqual([true, true]);
  expect((await printed(exam, 'draft')).texts).toContain('Перша допомога');
});

test('shows the pictures of its own questions, and no other that a text names', async () => {
  const [secret, exam] = [
    await anExam(),
    await anExam({}, [choice('Before', 'yes', 'no'), choice('And', 'yes', 'no')]),
  ];
  const foreign = await aPicture(secret.questions[0]!.id, 'attachment', 41);
  const [asks, names] = exam.questions.map(({ id }) => id);
  const inline = await aPicture(asks!, 'inline', 42);
  await aPicture(asks!, 'attachment', 43);
  const { questions } = (await company.as('trainer').get(`${pathOf(exam)}/`)).body;
  const shown = (id: number) => `<p><img src="/api/v1/media/${id}"></p>`;
  const saved = await company.as('trainer').post('/course/update_questions/', {
    form_id: exam.form_id,
    questions: questions.map((question: { id: number }) => ({
      ...question,
      description: question.id === names ? shown(foreign) : shown(inline),
    })),
  });
  expect(saved.body.questions[1].description).toContain(`/media/${foreign}`);
  expect((await company.as('owner').post(`${pathOf(exam)}/publish/`)).status).toBe(200);
  expect((await printed(exam, 'draft')).pictures).toEqual([42, 43]);
  expect((await printed(exam, await aRun(exam, 1))).pictures).toEqual([42, 43]);
});

const nameOf = async (exam: Exam) => (await company.as('owner').get(`${pathOf(exam)}/`)).body.name as string;

describe('who prints', () => {
  test('is kept in history, with what was printed, which nothing takes back', async () => {
    const exam = await anExam();
    const run = await aRun(exam, 3);
    await printed(exam, run, { variants: [1, 3] });
    await printed(exam, run, { parts: 'both' });
    await printed(exam, 'draft');
    const { results } = (await company.as('owner').get('/history/history/')).body;
    const parts = results.slice(0, 3).map((entry: { part: unknown; object_model: string }) => entry.part);
    expect(parts).toMatchObject([
      { kind: 'printed_draft', label: '' },
      { kind: 'printed_key', label: 'A, B, C' },
      { kind: 'printed', label: 'A, C' },
    ]);
    const restored = await company.as('owner').get(`/history/history/${results[2].id}/restore/`);
    expect(restored.status).toBe(409);
    const rows = await asSystem(['select from printings where form_id = $1', [exam.form_id]]);
    expect(rows).toHaveLength(3);
  });

  test('reads the key there, so whoever takes the test prints nothing and lays nothing out', async () => {
    const exam = await anExam();
    const run = await aRun(exam, 1);
    await asSystem([
      `insert into assignments (company_id, form_id, user_id) values ($1, $2, $3)`,
      [company.id, exam.form_id, company.people.trainer.id],
    ]);
    const trainer = company.as('trainer');
    const path = pathOf(exam);
    const refused = { status: 403, body: { code: 'own_form' } };
    expect(await trainer.post(`${path}/print_runs/`, { variants: 1 })).toMatchObject(refused);
    expect(await trainer.post(`${path}/print_runs/${run}/print/`, {})).toMatchObject(refused);
    expect(await trainer.post(`${path}/print_draft/`, {})).toMatchObject(refused);
    expect(await trainer.get(`${path}/print_runs/`)).toMatchObject(refused);
    expect(await trainer.get(`${path}/print_runs/${run}/sheet/?variant=1`)).toMatchObject(refused);
  });

  test('finds no run of another form or company, and no variant beyond the last', async () => {
    const [exam, another] = [await anExam(), await anExam()];
    const run = await aRun(exam, 2);
    const { trainer } = company.people;
    expect((await trainer.client.post(`${pathOf(another)}/print_runs/${run}/print/`, {})).status).toBe(404);
    expect((await other.as('trainer').post(`${pathOf(exam)}/print_runs/${run}/print/`, {})).status).toBe(404);
    expect(
      await trainer.client.post(`${pathOf(exam)}/print_runs/${run}/print/`, { variants: [3] }),
    ).toMatchObject({
      status: 400,
      body: { variants: ['Not a valid choice'] },
    });
    expect((await trainer.client.post(`${pathOf(exam)}/print_runs/`, { variants: 27 })).status).toBe(400);
    const unpublished = await company
      .as('owner')
      .post(`${pathOf(exam).replace(/form.*/, '')}educational_material/`, {
        name: 'Draft only',
        type: 'exam',
      });
    const path = pathOf({ ...exam, form_id: unpublished.body.form_id });
    expect((await trainer.client.post(`${path}/print_runs/`, { variants: 1 })).status).toBe(404);
  });
});

test('a draft is printed for its editors, as a draft on each page', async () => {
  const exam = await anExam({ shuffle_questions: true }, [
    choice('One', 'yes', 'no'),
    choice('Two', 'yes', 'no'),
  ]);
  await company.as('owner').post('/course/update_questions/', {
    form_id: exam.form_id,
    questions: [choice('New one', 'yes', 'no'), choice('New two', 'yes', 'no')],
  });
  const { texts } = await printed(exam, 'draft', { parts: 'both', language: 'de' });
  expect(texts.filter((text) => text.startsWith('New'))).toEqual(['New one', 'New two']);
  expect(texts).toContain('1 / 2 · Entwurf');
  expect(texts).not.toContain('One');
});
