import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { answerOf, type Client } from '../../../factories/world.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

const rect = (...coords: number[]) => ({ shape: 'rect', coords });
const HEART = { title: 'Heart', is_right_answer: true, area: rect(0.1, 0.1, 0.2, 0.2) };
const LUNG = {
  title: 'Lung',
  is_right_answer: true,
  area: { shape: 'ellipse', coords: [0.5, 0.1, 0.2, 0.2] },
};
const NEAR = {
  title: 'Rib',
  is_right_answer: false,
  percent: 50,
  area: { shape: 'polygon', coords: [0.1, 0.6, 0.3, 0.6, 0.2, 0.8] },
};
const TWO = {
  title: 'Mark two organs',
  type: 'hotspot',
  credit: 'parts',
  score: 4,
  hotspot: { places: 2, alt: 'A drawn body' },
  answers: [HEART, LUNG, NEAR],
};
const [AT_HEART, AT_LUNG, AT_RIB, BESIDES] = [
  { x: 0.2, y: 0.1 },
  { x: 0.6, y: 0.2 },
  { x: 0.2, y: 0.65 },
  { x: 0.9, y: 0.9999 },
];

async function addPicture(client: Client, question: number) {
  const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/octet-stream' };
  const path = `/api/v1/course/questions/${question}/upload_files/?kind=attachment&name=body.png`;
  return answerOf(await world.fetch(path, { method: 'POST', headers, body: PICTURE }));
}

/** A draft of one such question with its picture. */
async function aDraft(question: object = TWO, settings: object = {}, type: 'exam' | 'practice' = 'exam') {
  const exam = await company.anExam({
    type,
    settings: { show_right_answers: true, attempt_limit: 1, ...settings },
  });
  const owner = company.as('owner');
  const saved = await owner.post('/course/update_questions/', {
    form_id: exam.form_id,
    questions: [question],
  });
  const questions = saved.body.questions as {
    id: number;
    answers: { id: number; is_right_answer: boolean }[];
  }[];
  const path = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  return { ...exam, questions, path, publish: () => owner.post(`${path}/publish/`) };
}

async function anExam(...given: Parameters<typeof aDraft>) {
  const exam = await aDraft(...given);
  await addPicture(company.as('owner'), exam.questions[0]!.id);
  expect((await exam.publish()).status).toBe(200);
  return exam;
}

async function start(exam: Awaited<ReturnType<typeof anExam>>) {
  const attempt = await startAttempt(company.as('student'), exam);
  const mark = (response: unknown, seq = 1) => [{ question_id: exam.questions[0]!.id, response, seq }];
  const result = () => company.as('student').get(`/course/student_passed_form/${attempt.attempt_id}/`);
  return { ...attempt, mark, result };
}

describe('a question that asks for places on a picture', () => {
  test('tells how many and what the picture shows, and nothing of where they are', async () => {
    const exam = await anExam();
    const { body } = await start(exam);
    expect(body.questions[0]).toMatchObject({
      type: 'hotspot',
      hotspot: TWO.hotspot,
      answers: [],
      files: [{ name: 'body.png', content_type: 'image/png', width: expect.any(Number) }],
    });
    expect(JSON.stringify(body)).not.toMatch(/area|coords|shape|Heart|Lung|Rib|percent|is_right/);
  });

  test('keeps marks over a reload and gives each area its part once', async () => {
    const exam = await anExam();
    const attempt = await start(exam);
    await attempt.save(attempt.mark([AT_HEART, AT_RIB]));
    const again = await startAttempt(company.as('student'), exam, { take_over: true });
    expect(again.body.saved).toMatchObject([{ answer_ids: [], response: [AT_HEART, AT_RIB] }]);
    await again.finish([]);
    const { body } = await attempt.result();
    expect(body.score_explanation[0]).toMatchObject({
      outcome: 'partly',
      earned: 3,
      marks: [
        { ...AT_HEART, is_right_answer: true },
        { ...AT_RIB, is_right_answer: false, percent: 50 },
      ],
      answers: [
        { title: 'Heart', chosen: true, is_right_answer: true, area: HEART.area },
        { title: 'Lung', chosen: false, is_right_answer: true, area: LUNG.area },
        { title: 'Rib', chosen: true, is_right_answer: false, percent: 50 },
      ],
    });
  });

  test('is checked in a practice, and tells its areas when it is settled', async () => {
    const exam = await anExam(TWO, { learning_mode: true }, 'practice');
    const { attempt_id, holder, mark } = await start(exam);
    const check = async (response: unknown, seq: number) => {
      const [answer] = mark(response, seq);
      return company.as('student').post('/course/check_answer/', { attempt_id, holder, answer });
    };
    const first = await check([AT_HEART, AT_RIB], 1);
    expect(first.body.check).toMatchObject({ outcome: 'partly', settled: false });
    expect(first.text).not.toMatch(/area|coords|shape|Heart|Lung|Rib|percent|is_right/);
    expect((await check([AT_RIB], 2)).body.check).toMatchObject({
      settled: true,
      marks: [{ ...AT_RIB, is_right_answer: false, percent: 50 }],
      answers: [
        { title: 'Heart', chosen: false, area: HEART.area },
        { title: 'Lung', chosen: false, area: LUNG.area },
        { title: 'Rib', chosen: true, percent: 50 },
      ],
    });
  });

  test.each([
    ['both right', {}, [AT_LUNG, AT_HEART], 4],
    ['one of two', {}, [AT_HEART], 2],
    ['one right and one beside', {}, [AT_HEART, BESIDES], 0],
    ['the same twice', {}, [AT_HEART, AT_HEART], 2],
    ['both right for all or nothing', { credit: 'all' }, [AT_LUNG, AT_HEART], 4],
    ['one of two for all or nothing', { credit: 'all' }, [AT_HEART], 0],
    ['a near miss for all or nothing', { credit: 'all', hotspot: { places: 1, alt: '' } }, [AT_RIB], 0],
    ['one place of two that are right', { hotspot: { places: 1, alt: '' } }, [AT_LUNG], 4],
  ])('gives %s what the rules say, in the preview too', async (_what, more, response, score) => {
    const exam = await anExam({ ...TWO, ...more });
    const attempt = await start(exam);
    await attempt.finish(attempt.mark(response));
    expect((await attempt.result()).body.score).toBe(score);
    const preview = await company.as('trainer').post(`${exam.path}/preview/`, {
      seed: 1,
      answers: [{ question_id: exam.questions[0]!.id, response }],
    });
    expect(preview.body.result).toMatchObject({ score });
  });

  test('says nothing of the key in a result that shows none', async () => {
    const exam = await anExam(TWO, { show_right_answers: false, show_uncounted_answers: false });
    const attempt = await start(exam);
    await attempt.finish(attempt.mark([AT_HEART, AT_RIB]));
    const { text, body } = await attempt.result();
    expect(body.score_explanation[0].marks).toEqual([AT_HEART, AT_RIB]);
    expect(text).not.toMatch(/is_right_answer|area|coords|Heart|Rib|percent":50/);
  });

  test('takes no mark that its picture cannot have', async () => {
    const { mark, save } = await start(await anExam());
    for (const refused of [
      [AT_HEART, AT_LUNG, AT_RIB],
      [{ x: 1.0001, y: 0 }],
      [{ x: -0.1, y: 0 }],
      [{ x: 0.12345, y: 0 }],
      [{ x: 0.5 }],
      [{ ...AT_HEART, z: 1 }],
      'x',
      { 1: 'x' },
    ])
      expect({ refused, ...(await save(mark(refused))) }).toMatchObject({ refused, status: 400 });
    expect((await save([{ ...mark([AT_HEART])[0], answer_ids: [1] }])).status).toBe(400);
    expect((await save(mark([]))).status).toBe(200);
  });

  test('is checked by the database as well, whatever the contract lets through', async () => {
    const marks = [
      '[{"x": 0.5, "y": "0"}]',
      '[{"x": 0.12345, "y": 0}]',
      '[{"x": 2, "y": 0}]',
      '[1]',
      '{"x": 0}',
    ];
    const [row] = await asSystem<{ fits: boolean[]; kept: boolean }>([
      `select array_agg(are_marks(m::jsonb, 2) order by n) as fits, kept_response('[]') is null as kept
         from jsonb_array_elements_text($1) with ordinality t(m, n)`,
      [JSON.stringify([...marks, '[{"x": 0.5, "y": 1}]', '[{"x":0,"y":0},{"x":0,"y":0},{"x":0,"y":0}]'])],
    ]);
    expect(row).toEqual({ fits: [false, false, false, false, false, true, false], kept: true });
  });
});

describe('mending the key of a picture', () => {
  test('accepts an area besides, in the draft too, until it is undone', async () => {
    const exam = await anExam();
    const attempt = await start(exam);
    await attempt.finish(attempt.mark([AT_HEART, BESIDES]));
    const trainer = company.as('trainer');
    const [question] = exam.questions;
    const score = async () =>
      (await trainer.get(`/course/student_passed_form/${attempt.attempt_id}/`)).body.score as number;
    const drafted = async () =>
      (await trainer.get(`${exam.path}/`)).body.questions[0].answers.map(
        ({ title }: { title: string }) => title,
      );
    const more = { title: 'Foot', area: rect(0.8, 0.8, 0.2, 0.2) };
    const right = question!.answers.filter((each) => each.is_right_answer).map(({ id }) => id);
    const repaired = await trainer.post(`${exam.path}/repairs/`, {
      changes: [{ question_id: question!.id, right_answer_ids: right, area_accepted: [more] }],
      only_raise: true,
      reason: 'Also right',
    });
    expect(repaired.status).toBe(201);
    expect([await score(), await drafted()]).toEqual([4, ['Heart', 'Lung', 'Rib', 'Foot']]);
    const key = (await trainer.get(`${exam.path}/repairs/`)).body.questions[0];
    expect(key).toMatchObject({
      area_accepted: [more],
      picture: { url: expect.any(String) },
      hotspot: TWO.hotspot,
    });
    expect((await attempt.result()).body.score_explanation[0].answers).toContainEqual(
      expect.objectContaining({ ...more, chosen: true, is_right_answer: true }),
    );
    expect((await trainer.post(`${exam.path}/repairs/${repaired.body.id}/undo/`)).status).toBe(204);
    expect([await score(), await drafted()]).toEqual([0, ['Heart', 'Lung', 'Rib']]);
  });

  test('makes a wrong area right, annuls, and refuses what is none', async () => {
    const exam = await anExam();
    const attempt = await start(exam);
    await attempt.finish(attempt.mark([AT_HEART, AT_RIB]));
    const trainer = company.as('trainer');
    const [question] = exam.questions;
    const ids = question!.answers.map(({ id }) => id);
    const preview = (change: object) =>
      trainer.post(`${exam.path}/repair_preview/`, {
        changes: [{ question_id: question!.id, ...change }],
        only_raise: true,
      });
    expect((await preview({ right_answer_ids: ids })).body.attempts).toMatchObject([
      { before: { score: 3 }, after: { score: 4 } },
    ]);
    for (const refused of [
      { right_answer_ids: [] },
      { right_answer_ids: ids, accepted: ['x'] },
      { right_answer_ids: ids, area_accepted: [{ title: 'x', area: rect(0, 0, 1) }] },
    ])
      expect((await preview(refused)).status).toBe(400);
    const other = await company.anExam();
    const answer = await trainer.post(
      `/course/course/${other.course.id}/form/${other.form_id}/repair_preview/`,
      {
        changes: [
          {
            question_id: other.questions[0]!.id,
            right_answer_ids: [other.questions[0]!.answers[0]!.id],
            area_accepted: [{ title: 'x', area: HEART.area }],
          },
        ],
        only_raise: true,
      },
    );
    expect(answer.status).toBe(400);
  });
});

test('the figures of a picture tell where it was marked, how often in which area and how often beside', async () => {
  const exam = await anExam();
  const attempt = await start(exam);
  await attempt.finish(attempt.mark([AT_HEART, BESIDES]));
  const { body } = await company.as('trainer').get(`${exam.path}/question_statistic/`);
  const [question] = body.questions;
  expect(question).toMatchObject({
    besides: 1,
    hotspot: TWO.hotspot,
    picture: { width: expect.any(Number) },
  });
  expect(question.marks).toEqual(expect.arrayContaining([AT_HEART, BESIDES]));
  expect(question.answers.map(({ chosen }: { chosen: number }) => chosen)).toEqual([1, 0, 0]);
});

test.each([
  ['without a picture', TWO, false, 'Add a picture to the question'],
  [
    'without an area',
    { ...TWO, answers: [{ title: 'x', is_right_answer: true }] },
    true,
    'Draw the area of every answer',
  ],
  [
    'without a name of an area',
    { ...TWO, answers: [{ ...HEART, title: '' }] },
    true,
    'Write the text of every answer',
  ],
  ['with nothing right', { ...TWO, answers: [NEAR] }, true, 'Mark a right answer in every question'],
  ['with too many places', { ...TWO, answers: [HEART] }, true, 'More places are asked for than are right'],
] as const)('a picture %s is not published', async (_what, question, isPictured, message) => {
  const exam = await aDraft(question);
  if (isPictured) await addPicture(company.as('owner'), exam.questions[0]!.id);
  expect(await exam.publish()).toMatchObject({ status: 400, body: { 'questions.0': [message] } });
});

test('two areas of a picture may have the same name, and an area stands within it', async () => {
  await anExam({ ...TWO, answers: [HEART, { ...LUNG, title: 'Heart' }] });
  const exam = await company.anExam();
  for (const area of [
    rect(0, 0, 2, 1),
    rect(0, 0, 1),
    { shape: 'polygon', coords: [0, 0, 1, 1] },
    { shape: 'star', coords: [] },
  ]) {
    const questions = [{ ...TWO, answers: [{ ...HEART, area }] }];
    const answer = await company
      .as('owner')
      .post('/course/update_questions/', { form_id: exam.form_id, questions });
    expect(answer.status).toBe(400);
  }
});
