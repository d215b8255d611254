import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const answer = (title: string, is_right_answer: boolean, more: object = {}) => ({
  title,
  is_right_answer,
  feedback: `Said of ${title}`,
  ...more,
});

const QUESTIONS = [
  { title: 'Choice', answers: [answer('a', true), answer('b', false), answer('c', false)] },
  {
    title: 'Text',
    type: 'short_answer',
    answers: [answer('Kyiv', true), answer('K*', true, { percent: 50 })],
  },
  { title: 'Number', type: 'number', unit: 'kg', answers: [answer('5', true, { tolerance: '1' })] },
  {
    title: 'Gaps',
    type: 'gaps',
    credit: 'parts',
    gap_text: '[[2]] and [[1]]',
    answers: [
      answer('Dnipro', true, { gap: 1 }),
      answer('Desna', true, { gap: 2 }),
      answer('Buh', false, { gap: 2 }),
    ],
  },
  { title: 'Order', type: 'ordering', answers: [answer('first', true), answer('second', true)] },
].map((question) => ({ score: 1, feedback: `Told of ${question.title}`, ...question }));

const anExam = (settings: object = {}) =>
  company.anExam({
    questions: QUESTIONS,
    settings: { show_right_answers: true, attempt_limit: 1, ...settings },
  });
type Exam = Awaited<ReturnType<typeof anExam>>;

interface Asked {
  id: number;
  answers: { id: number; title: string }[];
  gaps?: { options?: { id: number; title: string }[] }[];
}

/** Answers each: wrongly in the choice and one gap, with a near text, rightly else. */
async function take(client: Client, exam: Exam) {
  const attempt = await startAttempt(client, exam);
  const [choice, text, number, gaps, order] = attempt.body.questions as Asked[];
  const idOf = (list: { id: number; title: string }[], title: string) =>
    list.find((each) => each.title === title)!.id;
  const finished = await attempt.finish([
    { question_id: choice!.id, seq: 1, answer_ids: [idOf(choice!.answers, 'b')] },
    { question_id: text!.id, seq: 1, response: 'kiev' },
    { question_id: number!.id, seq: 1, response: '5,5 kg' },
    { question_id: gaps!.id, seq: 1, response: { 2: idOf(gaps!.gaps![0]!.options!, 'Buh'), 1: 'dnipro' } },
    {
      question_id: order!.id,
      seq: 1,
      answer_ids: ['first', 'second'].map((title) => idOf(order!.answers, title)),
    },
  ]);
  expect(finished.status).toBe(200);
  return attempt;
}

interface Shown {
  feedback?: string;
  answer_feedback?: { id?: number; gap?: number; text: string }[];
}
const saidIn = async (client: Client, id: number) =>
  ((await client.get(`/course/student_passed_form/${id}/`)).body.score_explanation as Shown[]).map(
    ({ feedback, answer_feedback = [] }) => [
      feedback,
      ...answer_feedback.map(({ gap, text }) => (gap ? `${gap}: ${text}` : text)),
    ],
  );

const ALL = [
  ['Told of Choice', 'Said of b'],
  ['Told of Text', 'Said of K*'],
  ['Told of Number', 'Said of 5'],
  ['Told of Gaps', '1: Said of Buh', '2: Said of Dnipro'],
  ['Told of Order'],
];
const NONE = QUESTIONS.map(() => [undefined]);

describe('feedback', () => {
  test('is told of what was answered and of the question, where the key is shown, and never before', async () => {
    const exam = await anExam();
    const student = company.as('student');
    const attempt = await take(student, exam);
    expect(JSON.stringify(attempt.body)).not.toMatch(/Said of|Told of|feedback/);
    expect(await saidIn(student, attempt.attempt_id)).toEqual(ALL);
    expect(await saidIn(company.as('trainer'), attempt.attempt_id)).toEqual(ALL);
  });

  test('is kept back from the student where the key is, and told to staff', async () => {
    const exam = await anExam({ show_right_answers: false });
    const { attempt_id } = await take(company.as('student'), exam);
    expect(await saidIn(company.as('student'), attempt_id)).toEqual(NONE);
    expect(await saidIn(company.as('trainer'), attempt_id)).toEqual(ALL);

    const again = await anExam({ attempt_limit: 2 });
    const first = await take(company.as('student'), again);
    expect(await saidIn(company.as('student'), first.attempt_id)).toEqual(NONE);
  });

  test('says nothing of an answer that a repair made right, and nothing of a question that counts no more', async () => {
    const exam = await anExam();
    const student = company.as('student');
    const { attempt_id } = await take(student, exam);
    const repair = (change: object) =>
      company.as('trainer').post(`/course/course/${exam.course.id}/form/${exam.form_id}/repairs/`, {
        changes: [change],
        only_raise: false,
        reason: 'Why',
      });
    const [choice, text] = exam.questions;
    const repaired = await repair({ question_id: choice!.id, right_answer_ids: [choice!.answers[1]!.id] });
    expect(repaired.status).toBe(201);
    expect((await saidIn(student, attempt_id))[0]).toEqual(['Told of Choice']);
    expect((await repair({ question_id: text!.id, annulled: true })).status).toBe(201);
    expect((await saidIn(student, attempt_id))[1]).toEqual([undefined]);
  });

  test('is kept by a draft as far as its type has it, by a copy of a question and by one of the test', async () => {
    const [exam, to] = [await anExam(), await company.anExam()];
    const owner = company.as('owner');
    const path = (of: Exam) => `/course/course/${of.course.id}/form/${of.form_id}/`;
    const draft = (await owner.get(path(exam))).body;
    expect(draft.questions.map(({ feedback }: Shown) => feedback)).toEqual(ALL.map(([told]) => told));
    expect(JSON.stringify(draft.questions[4].answers)).not.toContain('Said of');
    await owner.post(`${path(to)}copy_questions/`, {
      question_ids: exam.questions.map(({ id }) => id),
    });
    const copies = (await owner.get(path(to))).body.questions.slice(-QUESTIONS.length);
    const words = (questions: (Shown & { answers: Shown[] })[]) =>
      questions.map(({ feedback, answers }) => [feedback, ...answers.map((each) => each.feedback)]);
    expect(words(copies)).toEqual(words(draft.questions));

    const material = `/course/course/${exam.course.id}/educational_material/${exam.material_id}`;
    const clone = await owner.post(`${material}/clone/`);
    const { form_id } = (
      await owner.get(`/course/course/${exam.course.id}/educational_material/${clone.body.id}/`)
    ).body;
    const cloned = (await owner.get(`/course/course/${exam.course.id}/form/${form_id}/`)).body;
    expect(words(cloned.questions)).toEqual(words(draft.questions));
  });

  test('is refused beyond what it may hold', async () => {
    const exam = await anExam();
    const save = (question: object) =>
      company.as('owner').post('/course/update_questions/', { form_id: exam.form_id, questions: [question] });
    const [choice] = QUESTIONS;
    expect((await save({ ...choice, feedback: 'x'.repeat(5001) })).status).toBe(400);
    const long = choice!.answers.map((each) => ({ ...each, feedback: 'x'.repeat(2001) }));
    expect((await save({ ...choice, answers: long })).status).toBe(400);
    expect((await save({ ...choice, feedback: 'x'.repeat(5000) })).status).toBe(200);
  });
});
