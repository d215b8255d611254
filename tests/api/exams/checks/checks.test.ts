import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import { type Company, unique } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const answer = (title: string, is_right_answer: boolean) => ({
  title,
  is_right_answer,
  feedback: `Said of ${title}`,
});
const QUESTIONS = [
  { title: 'One', answers: [answer('a', true), answer('b', false), answer('c', false)] },
  {
    title: 'Several',
    multiple_right_answers: true,
    credit: 'parts',
    answers: [answer('d', true), answer('e', true), answer('f', false)],
  },
  { title: 'Text', type: 'short_answer', answers: [answer('Kyiv', true)] },
  { title: 'Essay', type: 'essay', answers: [] },
  { title: 'File', type: 'upload', answers: [] },
].map((question) => ({ score: 2, feedback: `Told of ${question.title}`, ...question }));

const aPractice = (settings: object = {}) =>
  company.anExam({
    type: 'practice',
    questions: QUESTIONS,
    settings: { learning_mode: true, attempt_limit: null, ...settings },
  });
type Practice = Awaited<ReturnType<typeof aPractice>>;

interface Asked {
  id: number;
  answers: { id: number; title: string }[];
}

async function take(practice: Practice, more: object = {}) {
  const student = company.as('student');
  const attempt = await startAttempt(student, practice, more);
  const asked = attempt.body.questions as Asked[];
  const { attempt_id, holder } = attempt;
  const ids = (place: number, titles: string) =>
    [...titles].map((title) => asked[place]!.answers.find((each) => each.title === title)!.id);
  const chosen = (place: number, titles: string, seq: number) => ({
    question_id: asked[place]!.id,
    answer_ids: ids(place, titles),
    seq,
  });
  const send = (given: object) =>
    student.post('/course/check_answer/', { attempt_id, holder, answer: given });
  const check = (place: number, titles: string, seq: number) => send(chosen(place, titles, seq));
  return { ...attempt, asked, chosen, ids, send, check };
}

const KEY = /is_right_answer|right_|Told of/;

test('how often an answer can be checked is told before the start, where it can be', async () => {
  const told = async ({ form_id }: Practice) =>
    (await company.as('student').get(`/course/form_introduction/${form_id}/`)).body.tries_per_question;
  expect(await told(await aPractice({ tries_per_question: 3 }))).toBe(3);
  expect(await told(await aPractice({ learning_mode: false, tries_per_question: 3 }))).toBeNull();
});

describe('a checked answer', () => {
  test('is told wrong with what is said of it, and with the key once no try is left', async () => {
    const practice = await aPractice();
    const attempt = await take(practice);
    expect(attempt.body.learning).toEqual({ tries: 2, checks: [] });
    const first = await attempt.check(0, 'b', 1);
    expect(first.status).toBe(200);
    expect(first.body.check).toEqual({
      question_id: attempt.asked[0]!.id,
      seq: 1,
      tries: 1,
      settled: false,
      outcome: 'wrong',
      answer_feedback: [{ id: attempt.ids(0, 'b')[0], text: 'Said of b' }],
    });
    const second = await attempt.check(0, 'c', 2);
    expect(second.body.check).toMatchObject({
      tries: 2,
      settled: true,
      outcome: 'wrong',
      feedback: 'Told of One',
      answer_feedback: [{ text: 'Said of c' }],
    });
    const told = second.body.check.answers as { title: string; is_right_answer?: boolean }[];
    expect(told.filter((each) => each.is_right_answer).map(({ title }) => title)).toEqual(['a']);
  });

  test('is told right or partly right, and a right one is settled at once', async () => {
    const attempt = await take(await aPractice({ tries_per_question: 3 }));
    const partly = await attempt.check(1, 'd', 1);
    expect(partly.body.check).toMatchObject({ outcome: 'partly', settled: false, tries: 1 });
    expect(partly.text).not.toMatch(KEY);
    const right = await attempt.check(1, 'de', 2);
    expect(right.body.check).toMatchObject({ outcome: 'right', settled: true, feedback: 'Told of Several' });
    const typed = { question_id: attempt.asked[2]!.id, answer_ids: [], response: ' kyiv', seq: 1 };
    expect((await attempt.send(typed)).body.check).toMatchObject({
      outcome: 'right',
      response: ' kyiv',
      answer_feedback: [{ text: 'Said of Kyiv' }],
    });
  });

  test('uses up no try when the same is asked again, as after a lost connection', async () => {
    const attempt = await take(await aPractice());
    const first = await attempt.check(0, 'b', 1);
    for (const seq of [1, 2, 3]) {
      const again = await attempt.check(0, 'b', seq);
      expect(again.body.check).toEqual(first.body.check);
    }
    await attempt.check(0, 'c', 4);
    expect((await attempt.check(0, 'c', 4)).body.check).toMatchObject({ tries: 2, settled: true });
  });

  test('that is settled changes no more, by a check, a save or the end, and the last one counts', async () => {
    const practice = await aPractice({ tries_per_question: 1 });
    const attempt = await take(practice);
    await attempt.check(0, 'b', 1);
    const changed = await attempt.check(0, 'a', 2);
    expect([changed.status, changed.body.detail ?? changed.text]).toEqual([
      409,
      expect.stringContaining('does not change any more'),
    ]);
    expect((await attempt.save([attempt.chosen(0, 'a', 3), attempt.chosen(1, 'd', 1)])).status).toBe(200);
    await expect(
      asSystem([
        'update attempt_answers set answer_ids = $3 where attempt_id = $1 and question_id = $2',
        [attempt.attempt_id, attempt.asked[0]!.id, attempt.ids(0, 'a')],
      ]),
    ).rejects.toThrow();
    const finished = await attempt.finish([attempt.chosen(0, 'a', 9), attempt.chosen(1, 'de', 2)]);
    expect(finished.status).toBe(200);
    const explained = await asSystem<{ outcomes: string[] }>([
      `select array(select e->>'outcome' from jsonb_array_elements(explanation) e) as outcomes
         from gradings where attempt_id = $1 order by id desc limit 1`,
      [attempt.attempt_id],
    ]);
    expect(explained[0]!.outcomes).toEqual([
      'wrong',
      'right',
      'not_answered',
      'not_answered',
      'not_answered',
    ]);
  });

  test('is told again when the attempt goes on elsewhere, and nothing of the others', async () => {
    const practice = await aPractice();
    const attempt = await take(practice);
    const unsettled = (await attempt.check(0, 'b', 1)).body.check;
    const settled = (await attempt.check(1, 'de', 1)).body.check;
    await attempt.save([{ question_id: attempt.asked[2]!.id, answer_ids: [], response: 'Kyiv', seq: 1 }]);
    const again = await take(practice, { take_over: true });
    const { checks } = again.body.learning as { checks: { question_id: number }[] };
    expect(checks.toSorted((a, b) => a.question_id - b.question_id)).toEqual([unsettled, settled]);
    expect(JSON.stringify({ ...again.body, learning: null })).not.toMatch(/Said of|Told of|is_right|outcome/);
    // The tab that had it checks nothing any more.
    expect((await attempt.check(0, 'c', 2)).text).toContain('continued in another window');
  });
});

/** A practice that draws one of two questions of the bank. */
async function aDrawingPractice() {
  const owner = company.as('owner');
  const folder = await owner.post('/bank/folders/', { name: unique('folder') });
  for (const title of ['One', 'Other']) {
    const question = { ...QUESTIONS[0]!, title, feedback: `Told of ${title}` };
    const body = { folder_id: folder.body.id, question };
    const made = await owner.post('/bank/questions/', body, { 'Idempotency-Key': unique('key') });
    expect(made.status).toBe(201);
  }
  return company.anExam({
    type: 'practice',
    questions: [],
    settings: {
      learning_mode: true,
      attempt_limit: null,
      passing_score: 1,
      draws: [{ count: 1, folder_id: folder.body.id, score: 3 }],
    },
  });
}

describe('a question that was drawn', () => {
  test('is checked in a running attempt as any other, and counts as it was settled', async () => {
    const attempt = await take(await aDrawingPractice());
    const [drawn] = attempt.asked as (Asked & { title: string })[];
    const wrong = await attempt.check(0, 'b', 1);
    expect(wrong.body.check).toMatchObject({ outcome: 'wrong', settled: false, tries: 1 });
    expect(wrong.body.check.answer_feedback).toEqual([{ id: attempt.ids(0, 'b')[0], text: 'Said of b' }]);
    expect(wrong.text).not.toMatch(KEY);
    const right = await attempt.check(0, 'a', 2);
    expect(right.body.check).toMatchObject({
      outcome: 'right',
      settled: true,
      feedback: `Told of ${drawn!.title}`,
    });
    expect((await attempt.check(0, 'c', 3)).status).toBe(409);
    await attempt.finish([attempt.chosen(0, 'b', 9)]);
    const { body } = await company.as('student').get(`/course/student_passed_form/${attempt.attempt_id}/`);
    expect(body).toMatchObject({ score: 3, max_score: 3, percent: 100 });
  });

  test('is not checked where another was drawn in its place', async () => {
    const practice = await aDrawingPractice();
    const attempt = await take(practice);
    const [other] = await asSystem<{ id: number }>([
      `select k.question_id as id from form_pools k
         join form_versions v on v.company_id = k.company_id and v.id = k.form_version_id
         where v.form_id = $1 and k.question_id <> $2`,
      [practice.form_id, attempt.asked[0]!.id],
    ]);
    const refused = await attempt.send({ question_id: other!.id, answer_ids: [], seq: 1 });
    expect([refused.status, refused.text]).toEqual([400, expect.not.stringMatching(/no answer to check/)]);
    expect(refused.text).not.toMatch(KEY);
  });
});

describe('a check is refused', () => {
  test('in an exam, of which it cannot be wished, and in a practice that does not wish it', async () => {
    const exam = await company.anExam({ questions: QUESTIONS });
    const path = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
    const wished = await company.as('owner').patch(path, { learning_mode: true });
    expect(wished.status).toBe(400);
    expect(wished.text).toContain('Only a practice checks answers at once');
    for (const tries_per_question of [0, 4])
      expect((await company.as('owner').patch(path, { tries_per_question })).status).toBe(400);

    // Not even where somebody wrote it into what is published.
    await asSystem([
      `update form_versions set settings = settings || '{"learning_mode": true}' where form_id = $1`,
      [exam.form_id],
    ]);
    for (const form of [exam, await aPractice({ learning_mode: false })]) {
      const attempt = await take(form);
      const refused = await attempt.check(0, 'a', 1);
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('not checked here')]);
      expect(refused.text).not.toMatch(KEY);
      expect(attempt.body).not.toHaveProperty('learning');
      await attempt.finish([]);
    }
  });

  test('of an essay, of files, of nothing, and of a question that is not asked', async () => {
    const attempt = await take(await aPractice());
    const other = await company.anExam();
    const essay = { question_id: attempt.asked[3]!.id, answer_ids: [], response: 'Long', seq: 1 };
    const file = { question_id: attempt.asked[4]!.id, answer_ids: [], seq: 1 };
    for (const byHand of [essay, file]) expect((await attempt.send(byHand)).status).toBe(409);
    expect(
      (await attempt.send({ question_id: attempt.asked[0]!.id, answer_ids: [], seq: 1 })).text,
    ).toContain('no answer to check');
    const strange = { question_id: other.questions[0]!.id, answer_ids: [], seq: 1 };
    expect((await attempt.send(strange)).status).toBe(400);
  });

  test('of what is no number where one is asked for, which uses up no try', async () => {
    const weight = { title: 'Weight', type: 'number', unit: 'кг', score: 1, answers: [answer('12.5', true)] };
    const practice = await company.anExam({
      type: 'practice',
      questions: [weight],
      settings: { learning_mode: true, tries_per_question: 1, attempt_limit: null },
    });
    const { asked, send } = await take(practice);
    const typed = (response: string, seq: number) =>
      send({ question_id: asked[0]!.id, answer_ids: [], response, seq });
    const refused = await typed('12,5кг!', 1);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('no answer to check')]);
    expect((await typed('12,5 кг', 2)).body.check).toMatchObject({ tries: 1, outcome: 'right' });
  });

  test('after the end, in an attempt of somebody else, and of a question that was left for good', async () => {
    const attempt = await take(await aPractice({ pages: 'one', may_go_back: false }));
    await attempt.call('save', {
      answers: [attempt.chosen(0, 'b', 1)],
      marked: [],
      closed: [attempt.asked[0]!.id],
    });
    expect((await attempt.check(0, 'a', 2)).status).toBe(409);
    const { attempt_id, holder } = attempt;
    const stranger = await company.aPerson('student');
    const body = { attempt_id, holder, answer: attempt.chosen(1, 'd', 1) };
    expect((await stranger.client.post('/course/check_answer/', body)).status).toBe(404);
    await attempt.finish([]);
    const late = await attempt.check(1, 'd', 1);
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('The time is over')]);
    expect(late.text).not.toMatch(KEY);
  });
});
