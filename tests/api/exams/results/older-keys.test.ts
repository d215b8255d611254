import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import { type Company, unique } from '../../../factories/company.ts';
import { aCompany } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

interface Question {
  id: number;
  title: string;
  version: number;
  standing: string;
  answers: { id: number; title: string; is_right_answer: boolean }[];
}

const anExam = (settings: object = {}, questions = ['One', 'Two'].map(aQuestion)) =>
  company.anExam({ questions, settings: { passing_score: 1, ...settings } });
type Exam = Awaited<ReturnType<typeof anExam>>;

function aQuestion(title: string) {
  return {
    title,
    answers: [
      { title: 'right', is_right_answer: true },
      { title: 'wrong', is_right_answer: false },
    ],
  };
}
const formPath = ({ course, form_id }: Exam) => `/course/course/${course.id}/form/${form_id}`;

/** Takes an exam and answers each question with "wrong". */
async function takeWrongly(exam: Exam) {
  const attempt = await startAttempt(company.as('student'), exam);
  const asked = attempt.body.questions as Question[];
  await attempt.finish(
    asked.map(({ id, answers }) => ({
      question_id: id,
      seq: 1,
      answer_ids: [answers.find(({ title }) => title === 'wrong')!.id],
    })),
  );
  return { id: attempt.attempt_id, asked };
}
const percentOf = async (attempt: { id: number }) =>
  (await company.as('owner').get(`/course/student_passed_form/${attempt.id}/`)).body.percent as number;

const keyOf = async (exam: Exam) =>
  (await company.as('owner').get(`${formPath(exam)}/repairs/`)).body.questions as Question[];
const told = (questions: Question[]) =>
  questions.map(({ title, version, standing }) => `${title} ${version} ${standing}`);

/** Lets "wrong" be right in a question as the key's page lists it. */
const turn = ({ id, version, answers }: Question, as = 'wrong') => ({
  question_id: id,
  version,
  right_answer_ids: answers.filter(({ title }) => title === as).map((each) => each.id),
});
const repair = (exam: Exam, changes: object[]) =>
  company
    .as('owner')
    .post(
      `${formPath(exam)}/repairs/`,
      { changes, only_raise: false, reason: 'wrong key' },
      { 'Idempotency-Key': unique('key') },
    );

/** Publishes the draft with its questions changed. */
async function publish(exam: Exam, change: (questions: Question[]) => object[]) {
  const owner = company.as('owner');
  const { questions } = (await owner.get(`${formPath(exam)}/`)).body;
  await owner.post('/course/update_questions/', { form_id: exam.form_id, questions: change(questions) });
  expect((await owner.post(`${formPath(exam)}/publish/`)).status).toBeLessThan(300);
}

describe('the key of what only attempts at earlier versions were asked', () => {
  test('lists a question that was deleted since, and mends it', async () => {
    const exam = await anExam();
    const early = await takeWrongly(exam);
    await company.as('owner').delete(`/course/questions/${exam.questions[1]!.id}/`);
    await publish(exam, (questions) => questions.filter(({ title }) => title === 'One'));
    const key = await keyOf(exam);
    expect(told(key)).toEqual(['One 2 current', 'Two 1 gone']);
    expect((await repair(exam, [turn(key[1]!)])).status).toBe(201);
    expect(await percentOf(early)).toBe(50);
    expect((await keyOf(exam))[1]!.answers).toMatchObject([
      { is_right_answer: false },
      { is_right_answer: true },
    ]);
  });

  test('lists a question of which a later version changed the answers or the key, each mended by itself', async () => {
    const exam = await anExam({}, [aQuestion('One'), aQuestion('Two'), aQuestion('Three')]);
    const early = await takeWrongly(exam);
    await publish(exam, ([one, two, three]) => [
      { ...one, answers: one!.answers.map((each) => ({ ...each, is_right_answer: each.title === 'wrong' })) },
      { ...two, answers: two!.answers.map((each) => ({ ...each, title: `${each.title} by now` })) },
      three!,
    ]);
    const key = await keyOf(exam);
    expect(told(key)).toEqual([
      'One 2 current',
      'Two 2 current',
      'Three 2 current',
      'One 1 changed',
      'Two 1 changed',
    ]);
    expect((await repair(exam, [turn(key[3]!), turn(key[4]!)])).status).toBe(201);
    expect(await percentOf(early)).toBeCloseTo(66.67, 1);
    expect(told(await keyOf(exam)).filter((each) => each.startsWith('One'))).toEqual(['One 2 current']);
  });

  test('refuses two changes of one question in one version', async () => {
    const exam = await anExam();
    await takeWrongly(exam);
    const [one] = await keyOf(exam);
    const answer = await repair(exam, [turn(one!), { ...turn(one!, 'right'), version: undefined }]);
    expect(answer.body).toEqual({ changes: ['Not a valid choice'] });
  });

  test('lists a question that was drawn under an earlier version', async () => {
    const owner = company.as('owner');
    const folder = (await owner.post('/bank/folders/', { name: 'Drawn' })).body;
    const drawn = await owner.post('/bank/questions/', {
      folder_id: folder.id,
      tags: [],
      question: aQuestion('Drawn'),
    });
    const exam = await anExam({ draws: [{ count: 1, folder_id: folder.id, score: 1, position: 1 }] });
    const early = await takeWrongly(exam);
    await owner.patch(`${formPath(exam)}/`, { draws: [] });
    await publish(exam, (questions) => questions);
    const key = await keyOf(exam);
    expect(told(key)).toEqual(['One 2 current', 'Two 2 current', 'Drawn 1 gone']);
    expect(key[2]!.id).toBe(drawn.body.id);
    expect((await repair(exam, [turn(key[2]!)])).status).toBe(201);
    expect(await percentOf(early)).toBeCloseTo(33.33, 1);
  });
});
