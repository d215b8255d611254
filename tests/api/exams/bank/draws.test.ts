import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import { type Company, unique } from '../../../factories/company.ts';
import { aCompany } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

type QuestionAsked = { id: number; title: string; points?: number; answers: { id: number; title: string }[] };
const titles = (questions: readonly QuestionAsked[]) => questions.map(({ title }) => title);

const aQuestion = (title: string) => ({
  title,
  answers: [
    { title: `secret of ${title}`, is_right_answer: true },
    { title: 'wrong', is_right_answer: false },
  ],
});

let serial = 0;
/** A folder of the bank with questions of these names. */
async function aFolder(names: readonly string[], more: { parent_id?: number; tags?: string[] } = {}) {
  const { tags = [], ...fields } = more;
  const owner = company.as('owner');
  const folder = await owner.post('/bank/folders/', { name: `Folder ${(serial += 1)}`, ...fields });
  const ids: number[] = [];
  for (const name of names) {
    const body = { folder_id: folder.body.id, tags, question: aQuestion(name) };
    const made = await owner.post('/bank/questions/', body, { 'Idempotency-Key': unique('key') });
    expect(made.status).toBe(201);
    ids.push(made.body.id);
  }
  return { id: folder.body.id as number, ids };
}

const anExam = (draws: readonly object[], given: { questions?: object[]; settings?: object } = {}) =>
  company.anExam({
    questions: given.questions ?? [],
    settings: { draws, passing_score: 1, show_right_answers: true, ...given.settings },
  });
type Exam = Awaited<ReturnType<typeof anExam>>;

async function start(exam: Exam, more: object = {}) {
  const attempt = await startAttempt(company.as('student'), exam, more);
  const asked = attempt.body.questions as QuestionAsked[];
  const answers = (right: number) =>
    asked.map(({ id, answers: offered }, place) => ({
      question_id: id,
      seq: 1,
      answer_ids: [offered.find(({ title }) => (title === 'wrong') !== place < right)!.id],
    }));
  return { ...attempt, asked, answers };
}

describe('a test that draws from the bank', () => {
  test('asks so many of a folder, in their place, each for the same score, and the same again on a reload', async () => {
    const folder = await aFolder(['a', 'b', 'c', 'd', 'e', 'f']);
    const exam = await anExam([{ count: 3, folder_id: folder.id, score: 2, position: 1 }], {
      questions: [aQuestion('first'), aQuestion('last')],
    });
    const banked = await company.as('owner').get(`/bank/questions/?folder=${folder.id}`);
    expect(banked.body.results.map(({ tests }: { tests: number }) => tests)).toEqual([1, 1, 1, 1, 1, 1]);
    const { asked, body } = await start(exam);
    expect(titles([asked[0]!, asked[4]!])).toEqual(['first', 'last']);
    const drawn = asked.slice(1, 4);
    expect(new Set(titles(drawn)).size).toBe(3);
    expect('abcdef'.split('')).toEqual(expect.arrayContaining(titles(drawn)));
    expect(drawn.map(({ points }) => points)).toEqual([2, 2, 2]);
    expect(JSON.stringify(body)).not.toMatch(/is_right|"right/);
    expect((await start(exam, { take_over: true })).body.questions).toEqual(body.questions);
  });

  test('grades, shows and counts what was drawn, with the same points for everybody', async () => {
    const folder = await aFolder(['a', 'b', 'c', 'd']);
    const exam = await anExam([{ count: 2, folder_id: folder.id, score: 3 }]);
    const attempt = await start(exam);
    expect((await attempt.save(attempt.answers(1))).status).toBe(200);
    await attempt.finish([]);
    const { body } = await company.as('student').get(`/course/student_passed_form/${attempt.attempt_id}/`);
    expect(body).toMatchObject({ score: 3, max_score: 6, percent: 50 });
    expect(
      body.score_explanation.map(({ title, outcome }: Record<string, string>) => [title, outcome]),
    ).toEqual([
      [attempt.asked[0]!.title, 'right'],
      [attempt.asked[1]!.title, 'wrong'],
    ]);
    const { body: figures } = await company
      .as('owner')
      .get(`/course/course/${exam.course.id}/form/${exam.form_id}/question_statistic/`);
    expect(figures.questions.map(({ title, asked }: Record<string, unknown>) => [title, asked])).toEqual(
      titles(attempt.asked)
        .toSorted((a, b) => a.localeCompare(b))
        .map((title) => [title, 1]),
    );
  });

  test('takes an answer to what it drew, and to nothing else of the bank', async () => {
    const folder = await aFolder(['a', 'b', 'c']);
    const exam = await anExam([{ count: 1, folder_id: folder.id }]);
    const attempt = await start(exam);
    const other = folder.ids.find((id) => id !== attempt.asked[0]!.id)!;
    const [answer] = attempt.answers(1);
    expect((await attempt.save([{ ...answer, question_id: other }])).status).toBe(400);
    expect((await attempt.save([answer])).status).toBe(200);
  });

  test('asks in a retake first what the person has not had', async () => {
    const folder = await aFolder(['a', 'b', 'c', 'd', 'e']);
    const exam = await anExam([{ count: 2, folder_id: folder.id }]);
    const seen: string[] = [];
    for (const _try of [1, 2]) {
      const attempt = await start(exam);
      seen.push(...titles(attempt.asked));
      await attempt.finish([]);
    }
    expect(new Set(seen).size).toBe(4);
    const third = titles((await start(exam)).asked);
    expect(third).toContain('abcde'.split('').find((title) => !seen.includes(title)));
  });

  test('goes on with the bank as it was when it was published', async () => {
    const folder = await aFolder(['a']);
    const exam = await anExam([{ count: 1, folder_id: folder.id }]);
    const owner = company.as('owner');
    const changed = await owner.patch(`/bank/questions/${folder.ids[0]}/`, {
      version: 1,
      question: aQuestion('changed'),
    });
    expect(changed.body).toEqual({ version: 2 });
    const draft = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
    expect((await owner.get(draft)).body.has_unpublished_changes).toBe(true);
    const attempt = await start(exam);
    expect(titles(attempt.asked)).toEqual(['a']);
    await attempt.finish([]);
    await owner.post(`${draft}publish/`);
    expect((await owner.get(draft)).body.has_unpublished_changes).toBe(false);
    expect(titles((await start(exam)).asked)).toEqual(['changed']);
  });

  test('is not published while a draw cannot be filled, and says which one and what is missing', async () => {
    const folder = await aFolder(['a', 'b']);
    const inner = await aFolder(['c'], { parent_id: folder.id, tags: ['deep'] });
    const exam = await anExam([{ count: 1, folder_id: folder.id }]);
    const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
    const owner = company.as('owner');
    const publish = async (draws: readonly object[]) => {
      expect((await owner.patch(form, { draws })).status).toBe(200);
      return owner.post(`${form}publish/`);
    };
    const both = { count: 2, folder_id: folder.id };
    expect(await publish([{ count: 3, folder_id: folder.id, subfolders: false }])).toMatchObject({
      status: 400,
      body: { 'draws.0': ['The bank lacks 1 questions for this draw'] },
    });
    const unfilled = async () => (await owner.get(`${form}publish/`)).body.unfilled_draws;
    expect(await unfilled()).toEqual([{ draw: 0, missing: 1 }]);
    // Two draws over the same questions: each alone could be filled.
    expect(await publish([both, both])).toMatchObject({ body: { 'draws.1': [expect.any(String)] } });
    expect(await unfilled()).toEqual([{ draw: 1, missing: 1 }]);
    // The narrow one takes what only it can take.
    expect((await publish([both, { count: 1, folder_id: inner.id }])).status).toBe(200);
    expect(await unfilled()).toEqual([]);
    expect((await publish([both, { count: 1, folder_id: folder.id, tags: ['deep'] }])).status).toBe(200);
    await owner.post('/bank/questions/place/', { question_ids: inner.ids, archived: true });
    expect((await owner.post(`${form}publish/`)).status).toBe(400);
    const { body } = await owner.post(`${form}draw_figures/`, {
      draws: [both, { count: 1, folder_id: inner.id }],
    });
    expect(body).toEqual({
      draws: [
        { available: 2, filled: 2 },
        { available: 0, filled: 0 },
      ],
      papers: '0',
    });
  });
});

test('the case of a tag counts neither in finding nor in drawing, and the bank’s spelling is kept', async () => {
  const owner = company.as('owner');
  const folder = await aFolder(['one', 'two'], { tags: ['Каса'] });
  const [third] = (await aFolder(['three'], { tags: ['КАСА', 'New'] })).ids;
  expect((await owner.get(`/bank/questions/${third}/`)).body.tags).toEqual(['Каса', 'New']);
  await owner.post('/bank/questions/place/', { question_ids: [third], tags: ['каса'], folder_id: folder.id });
  expect((await owner.get(`/bank/questions/${third}/`)).body.tags).toEqual(['Каса']);
  expect((await owner.get('/bank/questions/?tag=каса')).body.count).toBe(3);
  expect((await owner.get('/bank/folders/')).body.tags).toContainEqual({ tag: 'Каса', questions: 3 });
  const exam = await anExam([{ count: 3, tags: ['каса'] }]);
  expect(titles((await start(exam)).asked).toSorted()).toEqual(['one', 'three', 'two']);
});

test('without a draw there is one paper', async () => {
  const exam = await company.anExam();
  const figures = `/course/course/${exam.course.id}/form/${exam.form_id}/draw_figures/`;
  expect(await company.as('owner').post(figures, { draws: [] })).toMatchObject({
    status: 200,
    body: { draws: [], papers: '1' },
  });
});

test('whoever takes a test reads nothing in the bank of what it asks or may ask', async () => {
  const folder = await aFolder(['drawn', 'linked', 'said the same', 'neither']);
  const admin = company.people.admin;
  const course = await company.aCourse({ group: await company.aGroup({ students: [admin] }) });
  const exam = await company.anExam({ course, questions: [aQuestion('Said  the SAME')] });
  const form = `/course/course/${course.id}/form/${exam.form_id}/`;
  const owner = company.as('owner');
  const [, linked, same, neither] = folder.ids as [number, number, number, number];
  const other = await aFolder(['alone']);
  await owner.post(`${form}copy_questions/`, { question_ids: [linked], linked: true });
  await owner.patch(form, { draws: [{ count: 1, folder_id: other.id }], passing_score: 1 });
  expect((await owner.post(`${form}publish/`)).status).toBe(200);
  const listed = await admin.client.get(`/bank/questions/?folder=${folder.id}&ordering=title`);
  expect(titles(listed.body.results)).toEqual(['drawn', 'neither']);
  expect((await admin.client.get(`/bank/questions/?folder=${other.id}`)).body.count).toBe(0);
  for (const id of [linked, same, other.ids[0]!]) {
    expect((await admin.client.get(`/bank/questions/${id}/`)).body.code).toBe('own_form');
    expect(
      (await admin.client.patch(`/bank/questions/${id}/`, { version: 1, question: aQuestion('x') })).body
        .code,
    ).toBe('own_form');
    expect((await admin.client.post('/bank/questions/place/', { question_ids: [id] })).body.code).toBe(
      'own_form',
    );
    expect((await company.as('trainer').get(`/bank/questions/${id}/`)).status).toBe(200);
  }
  expect((await admin.client.get(`/bank/questions/${neither}/`)).status).toBe(200);
});

test('a key is repaired for those who were asked the question, whenever they drew it', async () => {
  const folder = await aFolder(['a', 'b']);
  const exam = await anExam([{ count: 1, folder_id: folder.id }]);
  const first = await start(exam);
  await first.finish(first.answers(0));
  const owner = company.as('owner');
  const [question] = first.asked;
  const wrong = question!.answers.find(({ title }) => title === 'wrong')!.id;
  const repair = await owner.post(`/course/course/${exam.course.id}/form/${exam.form_id}/repairs/`, {
    changes: [{ question_id: question!.id, right_answer_ids: [wrong] }],
    only_raise: false,
    reason: 'the other way round',
  });
  expect(repair.status).toBe(201);
  const percents: number[] = [];
  const results = async (id: number) =>
    (await company.as('student').get(`/course/student_passed_form/${id}/`)).body.percent as number;
  percents.push(await results(first.attempt_id));
  const second = await start(exam);
  await second.finish(second.answers(1));
  percents.push(await results(second.attempt_id));
  expect(percents).toEqual([100, 100]);
});
