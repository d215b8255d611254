import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { aCompany } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const right = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
const wrong = (title: string) => ({ title, is_right_answer: false });

/** One question of each type, each worth three points. */
const QUESTIONS = [
  { title: 'Capital?', type: 'short_answer', answers: [right('Київ'), right('Kyiv', { percent: 50 })] },
  { title: 'Weight?', type: 'number', unit: 'кг', answers: [right('1500', { tolerance: '1%' })] },
  {
    title: 'In order',
    type: 'ordering',
    credit: 'parts',
    answers: ['first', 'second', 'third'].map((each) => right(each)),
  },
  {
    title: 'Pairs',
    type: 'matching',
    credit: 'parts',
    answers: [right('Ukraine', { match: 'Kyiv' }), right('Poland', { match: 'Warsaw' }), wrong('')].map(
      (each) => (each.title ? each : { ...each, match: 'Prague' }),
    ),
  },
  {
    title: 'Several',
    multiple_right_answers: true,
    credit: 'parts',
    answers: [right('a'), right('b'), right('c'), wrong('d')],
  },
  {
    title: 'Near',
    credit: 'parts',
    answers: [right('mile'), { ...wrong('yard'), percent: 50 }, wrong('foot')],
  },
  {
    title: 'Gaps',
    type: 'gaps',
    credit: 'parts',
    gap_text: 'Kyiv lies on [[2]], Lviv on [[1]] and Kharkiv on [[3]].',
    answers: [
      right('Poltva', { gap: 1 }),
      right('Dnipro', { gap: 2 }),
      right('the Dnipro', { gap: 2, percent: 50 }),
      right('Lopan', { gap: 3 }),
      { ...wrong('Buh'), gap: 3 },
    ],
  },
].map((question) => ({ score: 3, ...question }));

interface Asked {
  id: number;
  title: string;
  type: string;
  answers: { id: number; title: string }[];
  options?: { id: number; title: string }[];
  gap_text?: string;
  gaps?: { gap: number; options?: { id: number; title: string }[] }[];
}

const anExam = (settings: Record<string, unknown> = {}) =>
  company.anExam({
    questions: QUESTIONS,
    settings: { show_right_answers: true, attempt_limit: 1, ...settings },
  });
type Exam = Awaited<ReturnType<typeof anExam>>;

async function start(exam: Exam) {
  const attempt = await startAttempt(company.as('student'), exam);
  const asked = attempt.body.questions as Asked[];
  const idOf = (list: { id: number; title: string }[], title: string) =>
    list.find((each) => each.title === title)!.id;
  const answer = (place: number, given: object) => ({ question_id: asked[place]!.id, seq: 1, ...given });
  return { ...attempt, asked, idOf, answer };
}

type Attempt = Awaited<ReturnType<typeof start>>;

/** Answers of which each is right but for the last pair, the first two places and one of three choices. */
function mostlyRight({ asked, idOf, answer }: Attempt) {
  const [, , ordering, matching, several, near, gaps] = asked as [
    Asked,
    Asked,
    Asked,
    Asked,
    Asked,
    Asked,
    Asked,
  ];
  return [
    answer(0, { response: '  київ ' }),
    answer(1, { response: '1 490,5 КГ' }),
    answer(2, { answer_ids: ['second', 'first', 'third'].map((title) => idOf(ordering.answers, title)) }),
    answer(3, {
      response: {
        [idOf(matching.answers, 'Ukraine')]: idOf(matching.options!, 'Kyiv'),
        [idOf(matching.answers, 'Poland')]: idOf(matching.options!, 'Prague'),
      },
    }),
    answer(4, { answer_ids: ['a', 'b'].map((title) => idOf(several.answers, title)).sort((a, b) => a - b) }),
    answer(5, { answer_ids: [idOf(near.answers, 'yard')] }),
    answer(6, { response: { 1: 'the Poltva', 2: 'The  dnipro', 3: idOf(gaps.gaps![2]!.options!, 'Lopan') } }),
  ];
}

/** Any number may be an id. */
const withoutIds = (json: string) => json.replaceAll(/("\w*id":|"\w*ids":\[)[\d,]+/g, '$1');

describe('a test with each type of question', () => {
  test('is asked without anything that tells a right answer', async () => {
    const exam = await anExam();
    const { asked, body } = await start(exam);
    expect(withoutIds(JSON.stringify(body))).not.toMatch(
      /is_right|percent|tolerance|"match(_id)?"|"right|1500|Київ|Poltva/,
    );
    expect(asked.map(({ type, answers, options = [] }) => [type, answers.length, options.length])).toEqual([
      ['short_answer', 0, 0],
      ['number', 0, 0],
      ['ordering', 3, 0],
      ['matching', 2, 3],
      ['choice', 4, 0],
      ['choice', 3, 0],
      ['gaps', 0, 0],
    ]);
    expect(
      asked[6]!.gaps!.map(({ gap, options }) => [gap, options?.map(({ title }) => title).sort()]),
    ).toEqual([
      [2, undefined],
      [1, undefined],
      [3, ['Buh', 'Lopan']],
    ]);
    const ids = asked[3]!.answers.map(({ id }) => id);
    expect(asked[3]!.options!.filter(({ id }) => ids.includes(id))).toEqual([]);
  });

  test('keeps what is typed, ordered and matched over a reload, and grades each by its parts', async () => {
    const exam = await anExam();
    const attempt = await start(exam);
    const given = mostlyRight(attempt);
    expect((await attempt.save(given)).status).toBe(200);
    const again = await startAttempt(company.as('student'), exam, { take_over: true });
    expect(again.body.saved).toEqual(
      expect.arrayContaining(given.map((each) => ({ answer_ids: [], ...each }))),
    );
    await again.finish([]);
    const { body } = await company.as('student').get(`/course/student_passed_form/${attempt.attempt_id}/`);
    const earned = body.score_explanation.map((each: { outcome: string; earned: number }) => [
      each.outcome,
      each.earned,
    ]);
    expect(earned).toEqual([
      ['right', 3],
      ['right', 3],
      ['partly', 1],
      ['partly', 1.5],
      ['partly', 2],
      ['partly', 1.5],
      ['partly', 1.5],
    ]);
    expect(body).toMatchObject({ score: 13.5, max_score: 21, percent: 64.29 });
    expect(body.score_explanation[5].answers).toMatchObject([
      { is_right_answer: true },
      { chosen: true, is_right_answer: false, percent: 50 },
      { is_right_answer: false },
    ]);
    expect(body.score_explanation[6].answers).toMatchObject([
      { gap: 1, title: 'The  dnipro', is_right_answer: false, percent: 50, accepted: ['Dnipro'] },
      { gap: 2, title: 'the Poltva', is_right_answer: false, accepted: ['Poltva'] },
      { gap: 3, title: 'Lopan', is_right_answer: true },
    ]);
    expect(body.score_explanation[0]).toMatchObject({
      response: '  київ ',
      answers: [{ title: 'Київ' }, { percent: 50 }],
    });
    expect(
      body.score_explanation[2].answers.map((each: { title: string; right_place: number }) => [
        each.title,
        each.right_place,
      ]),
    ).toEqual([
      ['second', 2],
      ['first', 1],
      ['third', 3],
    ]);
    expect(body.score_explanation[3].answers).toMatchObject([
      { title: 'Ukraine', match: 'Kyiv', is_right_answer: true },
      { title: 'Poland', match: 'Prague', is_right_answer: false, right_match: 'Warsaw' },
    ]);
  });

  test('says nothing of the key in a result that shows none', async () => {
    const exam = await anExam({ show_right_answers: false, show_uncounted_answers: false });
    const attempt = await start(exam);
    await attempt.finish(mostlyRight(attempt));
    const { text } = await company.as('student').get(`/course/student_passed_form/${attempt.attempt_id}/`);
    expect(withoutIds(text)).not.toMatch(
      /is_right_answer|right_place|right_match|tolerance|accepted|percent":50|Warsaw|1500/,
    );
  });

  test('takes no answer that its question cannot have', async () => {
    const { answer, asked, save } = await start(await anExam());
    const [ordering, matching, several] = [asked[2]!, asked[3]!, asked[4]!];
    const [first] = ordering.answers;
    for (const refused of [
      answer(0, { answer_ids: [several.answers[0]!.id] }),
      answer(0, { response: { 1: 2 } }),
      answer(2, { answer_ids: [first!.id, first!.id] }),
      answer(2, { response: 'x' }),
      answer(3, { response: 'Kyiv' }),
      answer(3, { response: { [matching.answers[0]!.id]: matching.answers[1]!.id } }),
      answer(3, { response: { [several.answers[0]!.id]: matching.options![0]!.id } }),
      answer(4, { response: 'a' }),
      answer(6, { response: 'a' }),
      answer(6, { response: { 4: 'a' } }),
      answer(6, { response: { 1: asked[6]!.gaps![2]!.options![0]!.id } }),
      answer(6, { response: { 3: 'Lopan' } }),
      answer(6, { response: { 3: first!.id } }),
    ])
      expect({ refused, ...(await save([refused])) }).toMatchObject({ refused, status: 400 });
    expect((await save([answer(0, { response: 'x'.repeat(1001) })])).status).toBe(400);
  });

  test('does not take blanks for an answer that is required', async () => {
    const exam = await company.anExam({
      questions: QUESTIONS.map((question) => ({ ...question, required: question.type === 'short_answer' })),
    });
    const { answer, asked, finish } = await start(exam);
    expect(await finish([answer(0, { response: '   ' })])).toMatchObject({
      status: 400,
      body: { question_ids: [asked[0]!.id] },
    });
    expect((await finish([answer(0, { response: 'x', seq: 2 })])).status).toBe(200);
  });

  test('is previewed with the grade that it would get', async () => {
    const exam = await anExam();
    const preview = (answers?: object[]) =>
      company.as('trainer').post(`/course/course/${exam.course.id}/form/${exam.form_id}/preview/`, {
        seed: 1,
        ...(answers && { answers }),
      });
    const { body } = await preview();
    const attempt = { ...(await start(exam)), asked: body.questions as Asked[] };
    const answers = mostlyRight(attempt).map(({ seq: _seq, ...answer }) => answer);
    expect((await preview(answers)).body.result).toMatchObject({ score: 13.5, percent: 64.29 });
  });
});

describe('mending the key', () => {
  test('of a typed answer accepts a text besides, in the draft too, until it is undone', async () => {
    const exam = await anExam();
    const attempt = await start(exam);
    await attempt.finish([attempt.answer(0, { response: 'столиця' })]);
    const trainer = company.as('trainer');
    const path = `/course/course/${exam.course.id}/form/${exam.form_id}`;
    const [question] = exam.questions;
    const score = async () =>
      (await trainer.get(`/course/student_passed_form/${attempt.attempt_id}/`)).body.score as number;
    const texts = async () =>
      (await trainer.get(`${path}/`)).body.questions[0].answers.map(({ title }: { title: string }) => title);
    expect(await score()).toBe(0);
    const change = {
      question_id: question!.id,
      right_answer_ids: question!.answers.map(({ id }) => id),
      accepted: ['Столиця'],
    };
    const repaired = await trainer.post(`${path}/repairs/`, {
      changes: [change],
      only_raise: true,
      reason: 'Also right',
    });
    expect(repaired.status).toBe(201);
    expect([await score(), await texts()]).toEqual([3, ['Київ', 'Kyiv', 'Столиця']]);
    expect((await trainer.get(`${path}/repairs/`)).body.questions[0].accepted).toEqual(['Столиця']);
    expect((await trainer.post(`${path}/repairs/${repaired.body.id}/undo/`)).status).toBe(204);
    expect([await score(), await texts()]).toEqual([0, ['Київ', 'Kyiv']]);
  });

  test('of a text with gaps accepts a word in one gap, and takes another out of a list', async () => {
    const exam = await anExam();
    const attempt = await start(exam);
    const lopan = attempt.idOf(attempt.asked[6]!.gaps![2]!.options!, 'Lopan');
    await attempt.finish([attempt.answer(6, { response: { 1: 'Poltwa', 2: 'Poltwa', 3: lopan } })]);
    const trainer = company.as('trainer');
    const path = `/course/course/${exam.course.id}/form/${exam.form_id}`;
    const question = exam.questions[6]!;
    const ids = question.answers.map(({ id }) => id);
    const [poltva, dnipro, , , buh] = ids;
    const score = async () =>
      (await trainer.get(`/course/student_passed_form/${attempt.attempt_id}/`)).body.score as number;
    const draft = async () =>
      (await trainer.get(`${path}/`)).body.questions[6].answers.map(
        (each: { gap: number; title: string; is_right_answer: boolean }) =>
          `${each.gap} ${each.is_right_answer ? '+' : '-'}${each.title}`,
      );
    const before = await draft();
    expect(await score()).toBe(1);
    const change = {
      question_id: question.id,
      right_answer_ids: [poltva, dnipro, buh],
      gap_accepted: [{ gap: 1, title: 'poltwa' }],
    };
    const repair = (changes: object) =>
      trainer.post(`${path}/repairs/`, { changes: [changes], only_raise: false, reason: 'Spelling' });
    for (const refused of [
      { ...change, gap_accepted: [{ gap: 3, title: 'x' }] },
      { ...change, right_answer_ids: [poltva, buh], gap_accepted: [] },
      { ...change, accepted: ['x'] },
    ])
      expect((await repair(refused)).status).toBe(400);
    const repaired = await repair(change);
    expect(repaired.status).toBe(201);
    expect([await score(), await draft()]).toEqual([
      1,
      ['1 +Poltva', '2 +Dnipro', '3 -Lopan', '3 +Buh', '1 +poltwa'],
    ]);
    expect((await trainer.get(`${path}/repairs/`)).body.questions[6]).toMatchObject({
      gap_accepted: [{ gap: 1, title: 'poltwa' }],
      typed_gaps: [1, 2],
    });
    await trainer.post(`${path}/repairs/${repaired.body.id}/undo/`);
    expect([await score(), (await draft()).toSorted()]).toEqual([1, before.toSorted()]);
  });

  test('of a matching gives answers other pairs, in the draft too, until it is undone', async () => {
    const exam = await anExam();
    const attempt = await start(exam);
    const [, , , matching] = attempt.asked as [Asked, Asked, Asked, Asked];
    const [ukraine, poland] = ['Ukraine', 'Poland'].map((title) => attempt.idOf(matching.answers, title));
    await attempt.finish([
      attempt.answer(3, { response: { [poland!]: attempt.idOf(matching.options!, 'Prague') } }),
    ]);
    const trainer = company.as('trainer');
    const path = `/course/course/${exam.course.id}/form/${exam.form_id}`;
    const score = async () =>
      (await trainer.get(`/course/student_passed_form/${attempt.attempt_id}/`)).body.score as number;
    const draft = async () =>
      (await trainer.get(`${path}/`)).body.questions[3].answers.map(
        ({ title, match }: { title: string; match: string }) => `${title} ${match}`,
      );
    const told = async () => (await trainer.get(`${path}/repairs/`)).body.questions[3];
    expect([await score(), (await told()).matches]).toEqual([0, ['Kyiv', 'Prague', 'Warsaw']]);
    const pairs = [
      { answer_id: ukraine, match: 'Kyiv' },
      { answer_id: poland, match: 'Prague' },
    ];
    const repaired = await trainer.post(`${path}/repairs/`, {
      changes: [{ question_id: matching.id, pairs }],
      only_raise: true,
      reason: 'Moved',
    });
    expect(repaired.status).toBe(201);
    const mended = ['Ukraine Kyiv', 'Poland Prague', ' Warsaw'];
    expect([await score(), await draft()]).toEqual([1.5, mended]);
    expect((await told()).answers.slice(0, 2)).toMatchObject([{ match: 'Kyiv' }, { match: 'Prague' }]);
    // The version that is published from it asks the same.
    await trainer.post(`${path}/publish/`);
    expect((await told()).matches).toEqual(['Kyiv', 'Prague', 'Warsaw']);
    expect((await trainer.post(`${path}/repairs/${repaired.body.id}/undo/`)).status).toBe(204);
    expect(await score()).toBe(0);
  });

  test.each([
    ['a match that it does not offer', ['Kyiv', 'Rome']],
    ['an answer without a match', ['Kyiv']],
  ])('refuses pairs with %s', async (_what, matches) => {
    const exam = await anExam();
    const question = exam.questions[3]!;
    const answer = await company
      .as('trainer')
      .post(`/course/course/${exam.course.id}/form/${exam.form_id}/repair_preview/`, {
        changes: [
          {
            question_id: question.id,
            pairs: matches.map((match, at) => ({ answer_id: question.answers[at]!.id, match })),
          },
        ],
        only_raise: true,
      });
    expect(answer).toMatchObject({ status: 400, body: { changes: ['Not a valid choice'] } });
  });

  test.each([
    ['a text for a choice', 4, { right_answer_ids: [], accepted: ['x'] }],
    ['pairs', 3, { right_answer_ids: [] }],
    ['half an order', 2, { right_answer_ids: 'first' }],
    ['no number', 1, { right_answer_ids: [], accepted: ['many'] }],
  ] as const)('refuses %s', async (_what, place, change) => {
    const exam = await anExam();
    const question = exam.questions[place]!;
    const ids = change.right_answer_ids === 'first' ? [question.answers[0]!.id] : [];
    const answer = await company
      .as('trainer')
      .post(`/course/course/${exam.course.id}/form/${exam.form_id}/repair_preview/`, {
        changes: [{ question_id: question.id, ...change, right_answer_ids: ids }],
        only_raise: true,
      });
    expect(answer.status).toBe(400);
  });
});

test('the figures of a text with gaps tell what was typed in each and chosen from its list', async () => {
  const exam = await anExam();
  const attempt = await start(exam);
  const lopan = attempt.idOf(attempt.asked[6]!.gaps![2]!.options!, 'Lopan');
  await attempt.finish([attempt.answer(6, { response: { 1: 'Poltva', 3: lopan } })]);
  const { body } = await company
    .as('trainer')
    .get(`/course/course/${exam.course.id}/form/${exam.form_id}/question_statistic/`);
  expect(body.questions[6].responses).toEqual([{ gap: 1, text: 'Poltva', count: 1, share: 1 }]);
  expect(body.questions[6].answers.map(({ chosen }: { chosen: number }) => chosen)).toEqual([0, 0, 0, 1, 0]);
});

test('the figures of what is typed tell what each text gives, by the key as it is mended', async () => {
  const exam = await anExam();
  const path = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  const attempt = await start(exam);
  const [capital, weight, gaps] = [
    { response: 'KYIV' },
    { response: '1,6 т' },
    { response: { 1: 'the Poltva', 2: 'the dnipro' } },
  ];
  await attempt.finish([attempt.answer(0, capital), attempt.answer(1, weight), attempt.answer(6, gaps)]);
  const shares = async () => {
    const { body } = await company.as('trainer').get(`${path}/question_statistic/`);
    return [0, 1, 6].map((at) =>
      body.questions[at].responses.map(({ text, share }: { text: string; share?: number }) => [text, share]),
    );
  };
  const atFirst = [
    [['KYIV', 0.5]],
    [['1,6 т', 0]],
    [
      ['the Poltva', 0],
      ['the dnipro', 0.5],
    ],
  ];
  expect(await shares()).toEqual(atFirst);
  const [first, second, , , , , last] = exam.questions.map(({ id }) => id);
  const rights = exam.questions[6]!.answers.filter((each) => each.is_right_answer).map(({ id }) => id);
  const mended = await company.as('trainer').post(`${path}/repairs/`, {
    reason: 'Both names are right',
    only_raise: false,
    changes: [
      { question_id: first, accepted: ['kyiv'], right_answer_ids: [exam.questions[0]!.answers[0]!.id] },
      { question_id: second, annulled: true },
      { question_id: last, right_answer_ids: rights, gap_accepted: [{ gap: 1, title: '*Poltva' }] },
    ],
  });
  expect(mended.status).toBe(201);
  const afterwards = [
    [['KYIV', 1]],
    [['1,6 т', undefined]],
    [
      ['the Poltva', 1],
      ['the dnipro', 0.5],
    ],
  ];
  expect(await shares()).toEqual(afterwards);
});

test('the figures of an order and of pairs tell how many put what where', async () => {
  const exam = await anExam();
  const attempt = await start(exam);
  await attempt.finish(mostlyRight(attempt));
  const { body } = await company
    .as('trainer')
    .get(`/course/course/${exam.course.id}/form/${exam.form_id}/question_statistic/`);
  const [, , ordering, matching] = attempt.asked as [Asked, Asked, Asked, Asked];
  const put = ['second', 'first', 'third'].map((title, at) => ({
    answer: attempt.idOf(ordering.answers, title),
    place: at + 1,
    count: 1,
  }));
  expect(body.questions[2].made).toEqual(put);
  expect(body.questions[3].made).toHaveLength(2);
  expect(body.questions[3].made).toEqual(
    expect.arrayContaining([
      { answer: attempt.idOf(matching.answers, 'Ukraine'), match: 'Kyiv', count: 1 },
      { answer: attempt.idOf(matching.answers, 'Poland'), match: 'Prague', count: 1 },
    ]),
  );
  expect(body.questions[4].made).toEqual([]);
});

test.each([
  ['nothing accepted', { type: 'short_answer', answers: [] }, 'Mark a right answer in every question'],
  ['no number', { type: 'number', answers: [right('many')] }, 'Must be a number'],
  [
    'a negative tolerance',
    { type: 'number', answers: [right('1', { tolerance: '-1' })] },
    'Must be a number',
  ],
  ['one to order', { type: 'ordering', answers: [right('only')] }, 'A question needs at least two answers'],
  [
    'no match',
    { type: 'matching', answers: [right('a', { match: 'b' }), right('c')] },
    'Write the text of every answer',
  ],
  ['no gap', { type: 'gaps', gap_text: 'x', answers: [] }, 'Mark at least one gap in the text'],
  [
    'a gap without a place',
    { type: 'gaps', gap_text: '[[1]]', answers: [right('a', { gap: 1 }), right('b', { gap: 2 })] },
    'A gap has answers but no place in the text',
  ],
  [
    'a gap twice',
    { type: 'gaps', gap_text: '[[1]] [[1]]', answers: [right('a', { gap: 1 })] },
    'A gap stands in the text twice',
  ],
  [
    'nothing right in a gap',
    { type: 'gaps', gap_text: '[[1]] [[2]]', answers: [right('a', { gap: 1 }), { ...wrong('b'), gap: 2 }] },
    'Mark a right answer in every question',
  ],
] as const)('a question with %s is not published', async (_what, question, message) => {
  const exam = await company.anExam();
  const owner = company.as('owner');
  await owner.post('/course/update_questions/', {
    form_id: exam.form_id,
    questions: [{ title: 'Q', ...question }],
  });
  const answer = await owner.post(`/course/course/${exam.course.id}/form/${exam.form_id}/publish/`);
  expect(answer).toMatchObject({ status: 400, body: { 'questions.0': [message] } });
});
