import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { aCompany } from '../../../support/api/world.ts';

let company: Company;
let trainer: Person;
let owner: Person;
let admin: Person;
beforeAll(async () => {
  company = await aCompany();
  ({ trainer, owner, admin } = company.people);
});

const level = (title: string, points: number) => ({ title, points });
const RUBRIC = [
  { title: 'Facts', levels: [level('none', 0), level('some', 3), level('all', 5)] },
  { title: 'Language', levels: [level('poor', 0), level('good', 2)] },
];

async function handedIn(marking: object, settings: object = {}) {
  const exam = await company.anExam({
    questions: [{ title: 'Why?', type: 'essay', score: 10, marking, answers: [] }],
    settings: { show_points_for_answers: true, ...settings },
  });
  const question_id = exam.questions[0]!.id;
  const attempt = await startAttempt(company.as('student'), exam);
  await attempt.finish([{ question_id, response: 'Because.', seq: 1 }]);
  const path = `/course/student_passed_form/${attempt.attempt_id}/`;
  return {
    exam,
    asked: attempt.body,
    mark: (who: Person, body: object) => who.client.post(`${path}marks/`, { question_id, ...body }),
    marked: (who: Person) => who.client.get(`${path}marks/${question_id}/`),
    undo: (who: Person, id: number) => who.client.post(`${path}marks/${id}/undo/`),
    next: async (who: Person) =>
      (await who.client.get(`/course/answers_to_mark/next/?form=${exam.form_id}`)).body,
    result: async (who = company.people.student) => (await who.client.get(path)).body,
  };
}

describe('a rubric', () => {
  test('says what its question scores, is told to nobody before the end, and its levels give the points', async () => {
    const given = await handedIn({ rubric: RUBRIC });
    const draft = await owner.client.get(
      `/course/course/${given.exam.course.id}/form/${given.exam.form_id}/`,
    );
    expect(draft.body.questions[0]).toMatchObject({ score: 7, marking: { rubric: RUBRIC } });
    expect(JSON.stringify(given.asked)).not.toMatch(/rubric|Facts|Language/);
    expect((await given.next(trainer)).answer.question.marking.rubric).toEqual(RUBRIC);
    for (const levels of [[1], [1, 2], [3, 0], [0, 0, 0]])
      expect((await given.mark(trainer, { levels })).body).toHaveProperty('levels');
    expect((await given.mark(trainer, { score: 7 })).body).toHaveProperty('levels');
    expect((await given.mark(trainer, { levels: [1, 1], score: 7 })).status).toBe(200);
    const result = await given.result();
    expect(result).toMatchObject({ score: 5, max_score: 7 });
    expect(result.score_explanation[0].mark).toMatchObject({
      rubric: [
        { title: 'Facts', level: 'some', points: 3, most: 5 },
        { title: 'Language', level: 'good', points: 2, most: 2 },
      ],
    });
  });

  test('shows no points where the form shows none', async () => {
    const given = await handedIn({ rubric: RUBRIC }, { show_points_for_answers: false });
    await given.mark(trainer, { levels: [2, 0] });
    const { mark } = (await given.result()).score_explanation[0];
    expect(mark.rubric[0]).toEqual({ title: 'Facts', level: 'all' });
    expect(mark).not.toHaveProperty('given');
  });

  test('has at least two levels for each criterion, and is asked for points otherwise', async () => {
    const { exam, mark } = await handedIn({ note: 'x' });
    const refused = await owner.client.post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [
        {
          title: 'Q',
          type: 'essay',
          marking: { rubric: [{ title: 'A', levels: [level('one', 1)] }] },
          answers: [],
        },
      ],
    });
    expect(refused.status).toBe(400);
    expect((await mark(trainer, {})).body).toEqual({ score: ['Required field'] });
  });
});

test('names are hidden from whoever marks where the form says so', async () => {
  const { next } = await handedIn({}, { names_hidden: true });
  const { answer } = await next(trainer);
  expect(answer.user).toBeNull();
  expect(JSON.stringify(answer)).not.toMatch(/Student/);
  expect((await (await handedIn({})).next(trainer)).answer.user).toMatchObject({ first_name: 'Student' });
});

describe('two markers', () => {
  const two = () => handedIn({}, { two_markers: true });

  test('mark without seeing each other, and where they agree the result is there', async () => {
    const { mark, next, result } = await two();
    expect((await mark(trainer, { score: 6, comment: 'Short' })).status).toBe(200);
    expect(await next(trainer)).toEqual({ waiting: 0, answer: null });
    const seen = await next(owner);
    expect(seen).toMatchObject({ waiting: 1, answer: { stage: 'mark', marks: [] } });
    for (const text of [seen, await result(owner)]) expect(JSON.stringify(text)).not.toMatch(/Short/);
    expect(await result()).toMatchObject({ published: false });
    await mark(owner, { score: 6 });
    expect(await result()).toMatchObject({ published: true, score: 6 });
    expect((await result(admin)).score_explanation[0].mark.given).toHaveLength(2);
  });

  test('who differ are settled by a third step, which counts alone', async () => {
    const { mark, next, result, undo } = await two();
    expect((await mark(trainer, { score: 4, settles: true })).body.code).toBe('status_not_allowed');
    await mark(trainer, { score: 4 });
    await mark(owner, { score: 7 });
    expect((await mark(admin, { score: 5 })).body.code).toBe('status_not_allowed');
    expect(await result()).toMatchObject({ published: false });
    const { answer } = await next(admin);
    expect(answer).toMatchObject({ stage: 'settle', marks: [{ score: 4 }, { score: 7 }] });
    const settled = await mark(admin, { score: 5.5, settles: true });
    expect(await result()).toMatchObject({ published: true, score: 5.5 });
    await undo(admin, settled.body.id);
    expect(await result()).toMatchObject({ published: false });
    await mark(trainer, { score: 7 });
    expect(await result()).toMatchObject({ published: true, score: 7 });
  });

  test('who differed tell the student nothing beside the mark that settled it', async () => {
    const { mark, result } = await two();
    await mark(trainer, { score: 4, comment: 'Not enough' });
    await mark(owner, { score: 7, comment: 'Well done' });
    await mark(admin, { score: 5.5, settles: true });
    const told = async (who?: Person) => (await result(who)).score_explanation[0].mark;
    expect(await told()).toMatchObject({ comments: [] });
    expect(await told()).not.toHaveProperty('given');
    expect(await told(trainer)).toMatchObject({
      comments: [],
      given: [{ comment: 'Not enough' }, { comment: 'Well done' }, { score: 5.5, comment: '' }],
    });
    await mark(admin, { score: 6, settles: true, comment: 'In between' });
    expect(await told()).toMatchObject({ comments: ['In between'] });
  });

  test('who differ over a rubric are settled by its levels', async () => {
    const { mark, next, result } = await handedIn({ rubric: RUBRIC }, { two_markers: true });
    await mark(trainer, { levels: [1, 1] });
    await mark(owner, { levels: [2, 1] });
    expect((await next(admin)).answer.marks).toMatchObject([{ levels: [1, 1] }, { levels: [2, 1] }]);
    expect((await mark(admin, { score: 6, settles: true })).body).toHaveProperty('levels');
    expect((await mark(admin, { levels: [2, 0], settles: true })).status).toBe(200);
    const { score, score_explanation } = await result();
    expect(score).toBe(5);
    expect(score_explanation[0].mark.rubric).toMatchObject([{ level: 'all' }, { level: 'poor' }]);
  });

  test('change their own mark until both have marked, then what settles', async () => {
    const { mark, marked } = await two();
    const first = await mark(trainer, { score: 4 });
    expect((await marked(trainer)).body).toMatchObject({
      answer: { stage: 'mark', marks: [] },
      mark: { id: first.body.id, score: 4 },
    });
    expect((await marked(owner)).body.mark).toBeNull();
    await mark(owner, { score: 4, replaces: null });
    const agreed = (await marked(trainer)).body;
    expect(agreed).toMatchObject({ answer: { stage: 'settle' }, mark: null, student_sees: true });
    const settled = await mark(trainer, { score: 6, settles: true, replaces: null });
    expect((await marked(admin)).body.mark).toMatchObject({ id: settled.body.id, score: 6 });
    const again = { score: 7, settles: true, replaces: settled.body.id };
    expect((await mark(admin, again)).status).toBe(200);
  });

  test('who agreed neither change nor take back their own alone: it is settled, and the result holds', async () => {
    const { mark, undo, result } = await two();
    const first = await mark(trainer, { score: 4 });
    await mark(owner, { score: 4, replaces: null });
    const stale = await mark(trainer, { score: 2, replaces: first.body.id });
    expect(stale).toMatchObject({ status: 409, body: { code: 'mark_changed', mark: null } });
    expect((await undo(trainer, first.body.id)).body.code).toBe('mark_changed');
    expect(await result()).toMatchObject({ published: true, score: 4, recounted: null });
    await mark(admin, { score: 1, settles: true, replaces: null });
    expect(await result()).toMatchObject({
      published: true,
      score: 1,
      recounted: { by: 'mark', before: { score: 4 } },
    });
    expect((await mark(owner, { score: 9 })).body.code).toBe('mark_changed');
  });

  test('are two however many try at once', async () => {
    const { mark, next } = await two();
    const all = await Promise.all([trainer, owner, admin].map((who, at) => mark(who, { score: at })));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
    expect((await next(admin)).answer.marks).toHaveLength(2);
  });
});
