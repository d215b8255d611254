import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const right = (title: string) => ({ title, is_right_answer: true });
const QUESTIONS = [
  { title: 'Capital?', score: 2, answers: [right('Kyiv'), { title: 'Lviv', is_right_answer: false }] },
  { title: 'Who?', type: 'short_answer', score: 2, answers: [right('Леся Українка')] },
  {
    title: 'How far?',
    type: 'number',
    score: 2,
    unit: 'm',
    answers: [{ ...right('9.81'), tolerance: '0.05' }],
  },
  { title: 'Order', type: 'ordering', score: 2, answers: [right('a'), right('b'), right('c')] },
  {
    title: 'Pairs',
    type: 'matching',
    score: 2,
    answers: [
      { ...right('Dnipro'), match: 'river' },
      { ...right('Hoverla'), match: 'mountain' },
    ],
  },
  {
    title: 'Gaps',
    type: 'gaps',
    score: 2,
    gap_text: '[[1]] on the [[2]]',
    answers: [
      { ...right('Kyiv'), gap: 1 },
      { ...right('Dnipro'), gap: 2 },
      { title: 'Danube', gap: 2, is_right_answer: false },
    ],
  },
  { title: 'Why?', type: 'essay', score: 8, answers: [] },
];

const anExam = (settings: Record<string, unknown> = {}, questions: readonly object[] = QUESTIONS) =>
  company.anExam({
    questions,
    settings: { shuffle_questions: true, shuffle_answers: true, passing_score: 60, ...settings },
  });
type Exam = Awaited<ReturnType<typeof anExam>>;

const pathOf = (exam: Exam) => `/course/course/${exam.course.id}/form/${exam.form_id}`;
async function aRun(exam: Exam, variants = 2): Promise<number> {
  const { status, body } = await company.as('trainer').post(`${pathOf(exam)}/print_runs/`, { variants });
  expect(status).toBe(201);
  return body.id as number;
}

const today = () => new Date().toISOString().slice(0, 10);

interface Asked {
  id: number;
  type: string;
  answers: { id: number; title: string }[];
  options?: { id: number; title: string }[];
  gaps?: { gap: number; options?: { id: number; title: string }[] }[];
}

/** What somebody wrote who knows everything, as it stands on a variant. */
async function allRight(exam: Exam, run: number, variant = 1) {
  const { body } = await company
    .as('trainer')
    .get(`${pathOf(exam)}/print_runs/${run}/sheet/?variant=${variant}`);
  const idOf = (list: { id: number; title: string }[], title: string) =>
    list.find((one) => one.title === title)!.id;
  return (body.questions as Asked[]).flatMap(({ id, type, answers, options, gaps }) => {
    if (type === 'choice') return { question_id: id, answer_ids: [idOf(answers, 'Kyiv')] };
    if (type === 'short_answer') return { question_id: id, response: 'леся українка' };
    if (type === 'number') return { question_id: id, response: '9,8' };
    if (type === 'ordering')
      return { question_id: id, answer_ids: ['a', 'b', 'c'].map((title) => idOf(answers, title)) };
    if (type === 'matching') {
      const pair = (title: string, match: string) => [idOf(answers, title), idOf(options!, match)];
      return {
        question_id: id,
        response: Object.fromEntries([pair('Dnipro', 'river'), pair('Hoverla', 'mountain')]),
      };
    }
    if (type === 'gaps')
      return { question_id: id, response: { 1: 'kyiv', 2: idOf(gaps![1]!.options!, 'Dnipro') } };
    return [];
  });
}

const typing = (exam: Exam, run: number, body: object, as: Person = company.people.trainer, key?: string) =>
  as.client.post(
    `${pathOf(exam)}/print_runs/${run}/sheets/`,
    { variant: 1, user_id: company.people.student.id, sat_on: today(), answers: [], ...body },
    key ? { 'Idempotency-Key': key } : {},
  );
const undo = (exam: Exam, run: number, attempt: number, as: Person = company.people.trainer) =>
  as.client.post(`${pathOf(exam)}/print_runs/${run}/sheets/${attempt}/undo/`, { reason: 'A slip' });
const resultOf = async (attempt: number, as: 'student' | 'trainer' = 'trainer') =>
  (await company.as(as).get(`/course/student_passed_form/${attempt}/`)).body;
const essayOf = (exam: Exam) => exam.questions[6]!.id;

describe('an answer sheet that is typed in', () => {
  test('is an attempt at what was printed, graded by the same rules, of the day on which it was written', async () => {
    const exam = await anExam();
    const run = await aRun(exam);
    await company.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [{ title: 'New', answers: [right('yes'), { title: 'no', is_right_answer: false }] }],
    });
    expect((await company.as('owner').post(`${pathOf(exam)}/publish/`)).status).toBe(200);
    const { status, body } = await typing(exam, run, {
      variant: 2,
      answers: await allRight(exam, run, 2),
      on_paper: [{ question_id: essayOf(exam), score: 5.5 }],
    });
    expect(status).toBe(201);
    const staff = await resultOf(body.id);
    expect(staff).toMatchObject({
      score: 17.5,
      max_score: 20,
      passed_successfully: true,
      finished_by: 'trainer',
      duration: null,
      student_sees: true,
      paper: { variant: 2, sat_on: today(), author: { id: company.people.trainer.id } },
    });
    const essay = staff.score_explanation.find(({ id }: { id: number }) => id === essayOf(exam));
    expect(essay).toMatchObject({ response: '', outcome: 'partly', earned: 5.5 });
    expect((await resultOf(body.id, 'student')).paper).toMatchObject({ variant: 2, author: null });
    const { results } = (await company.as('owner').get('/course/test_results/?search=')).body;
    expect(results[0]).toMatchObject({
      attempt_id: body.id,
      state: 'completed',
      passed: true,
      duration: null,
    });
    const listed = await company.as('trainer').get(`${pathOf(exam)}/print_runs/${run}/sheets/`);
    expect(listed.body.results).toMatchObject([
      { attempt_id: body.id, variant: 2, score: 17.5, passed: true, undone: false, may_undo: true },
    ]);
  });

  test('is what the person did on that day, whenever it is typed in', async () => {
    const exam = await anExam({}, [QUESTIONS[0]!]);
    const run = await aRun(exam);
    const printed = new Date(Date.now() - 3 * 86_400_000);
    await asSystem(['update print_runs set created_at = $2 where id = $1', [run, printed]]);
    const sat_on = new Date(printed.getTime() + 86_400_000).toISOString().slice(0, 10);
    await typing(exam, run, { sat_on, answers: await allRight(exam, run) });
    const { results } = (await company.as('trainer').get(`/course/course/${exam.course.id}/statistic/`)).body;
    expect(results).toMatchObject([
      {
        started_at: expect.stringContaining(sat_on),
        last_activity: expect.stringContaining(sat_on),
        forms: [{ passed: true }],
      },
    ]);
  });

  test('gives a certificate, counts as the person’s attempt, and tells them of their result', async () => {
    const exam = await anExam({ issue_certificate: true, is_one_attempt_allowed: true }, [QUESTIONS[0]!]);
    const run = await aRun(exam);
    const { body } = await typing(exam, run, { answers: await allRight(exam, run) });
    const student = company.as('student');
    expect((await resultOf(body.id, 'student')).can_download_certificate).toBe(true);
    const introduced = (await student.get(`/course/form_introduction/${exam.form_id}/`)).body;
    expect(introduced).toMatchObject({ attempts_used: 1, state: 'passed', waits_for: 'exhausted' });
    expect((await student.post('/course/start_form_passing/', { form_id: exam.form_id })).body.code).toBe(
      'attempts_exhausted',
    );
    const { results } = (await student.get('/notifications/?page_size=50')).body;
    expect(JSON.stringify(results)).toContain(`/statistic/${body.id}`);
  });

  test('waits for the marks that do not come along, in the queue of those who mark', async () => {
    const exam = await anExam({}, [QUESTIONS[0]!, QUESTIONS[6]!]);
    const run = await aRun(exam);
    const [, essay] = exam.questions;
    const on_paper = [{ question_id: essay!.id }];
    const { body } = await typing(exam, run, { answers: await allRight(exam, run), on_paper });
    expect(await resultOf(body.id)).toMatchObject({ student_sees: false });
    const waiting = await company.as('trainer').get(`/course/answers_to_mark/next/?form=${exam.form_id}`);
    expect(waiting.body.answer).toMatchObject({ attempt_id: body.id, response: '' });
    const marked = await company
      .as('trainer')
      .post(`/course/student_passed_form/${body.id}/marks/`, { question_id: essay!.id, score: 8 });
    expect(marked.status).toBe(200);
    expect(await resultOf(body.id, 'student')).toMatchObject({ published: true, score: 10 });
  });

  test('draws what its variant drew', async () => {
    const folder = (await company.as('trainer').post('/bank/folders/', { name: `Pool ${Date.now()}` })).body
      .id;
    for (let n = 0; n < 6; n += 1)
      await company.as('trainer').post('/bank/questions/', {
        folder_id: folder,
        question: { title: `Drawn ${n}`, answers: [right('Kyiv'), { title: 'no', is_right_answer: false }] },
      });
    const exam = await anExam({ draws: [{ count: 2, folder_id: folder, score: 3 }] }, [QUESTIONS[0]!]);
    const run = await aRun(exam, 4);
    const { body } = await typing(exam, run, { variant: 3, answers: await allRight(exam, run, 3) });
    expect(await resultOf(body.id)).toMatchObject({ score: 8, max_score: 8 });
    const elsewhere = await typing(exam, run, {
      variant: 3,
      again: true,
      answers: [{ question_id: 2_000_000_000, answer_ids: [] }],
    });
    expect(elsewhere).toMatchObject({ status: 400, body: { answers: ['Not a valid choice'] } });
  });
});

describe('a sheet is typed in once', () => {
  test('whatever is sent twice with one key, or for the same person without being asked for', async () => {
    const exam = await anExam({ is_one_attempt_allowed: false, attempt_limit: null });
    const run = await aRun(exam);
    const key = crypto.randomUUID();
    const first = await typing(exam, run, {}, company.people.trainer, key);
    const replay = await typing(exam, run, {}, company.people.trainer, key);
    expect([first.status, replay.status, replay.body.id]).toEqual([201, 201, first.body.id]);
    expect(await typing(exam, run, { variant: 2 })).toMatchObject({
      status: 409,
      body: { code: 'sheet_typed_already' },
    });
    const again = await typing(exam, run, { variant: 2, again: true });
    expect(again.status).toBe(201);
    const rows = await asSystem(['select from attempts where form_id = $1', [exam.form_id]]);
    expect(rows).toHaveLength(2);
  });

  test('taken back it is annulled, told so, and typed in anew', async () => {
    const exam = await anExam({ is_one_attempt_allowed: true, issue_certificate: true }, [QUESTIONS[0]!]);
    const run = await aRun(exam);
    const answers = await allRight(exam, run);
    const wrong = await typing(exam, run, { answers });
    expect((await resultOf(wrong.body.id)).can_download_certificate).toBe(true);
    expect((await undo(exam, run, wrong.body.id)).status).toBe(204);
    expect((await undo(exam, run, wrong.body.id)).status).toBe(204);
    expect(await resultOf(wrong.body.id)).toMatchObject({
      annulled: { reason: 'A slip' },
      can_download_certificate: false,
    });
    const people = await company.as('trainer').get(`${pathOf(exam)}/print_runs/${run}/sheets/people/`);
    expect(people.body.results).toMatchObject([{ refused: null, typed: null }]);
    const anew = await typing(exam, run, { answers });
    expect(anew.status).toBe(201);
    expect(await resultOf(anew.body.id)).toMatchObject({ number: 2, score: 2 });
    expect(await typing(exam, run, { again: true })).toMatchObject({
      status: 409,
      body: { code: 'attempts_exhausted' },
    });
    const { results } = (await company.as('owner').get('/history/history/')).body;
    expect(results.slice(0, 3)).toMatchObject([
      { part: { kind: 'paper_sheet', effect: 'added' }, author: { id: company.people.trainer.id } },
      { part: { kind: 'paper_sheet', effect: 'changed' } },
      { part: { kind: 'paper_sheet', effect: 'added' } },
    ]);
    expect((await company.as('owner').get(`/history/history/${results[0].id}/restore/`)).status).toBe(409);
  });
});

test('a sheet that was taken back is nothing that its person reads any more', async () => {
  const exam = await anExam({ show_right_answers: true }, [{ ...QUESTIONS[0]!, title: 'Whose?' }]);
  const run = await aRun(exam);
  const { body } = await typing(exam, run, { answers: await allRight(exam, run) });
  const student = company.as('student');
  const holdsIt = async () => {
    const [result, timeline, introduction, forms, notices, own] = await Promise.all([
      student.get(`/course/student_passed_form/${body.id}/`),
      student.get(`/course/student_passed_form/${body.id}/timeline/`),
      student.get(`/course/form_introduction/${exam.form_id}/`),
      student.get('/course/appointed_form/?page_size=100'),
      student.get('/notifications/?page_size=100'),
      student.get('/accounts/export/'),
    ]);
    return [
      result.status === 200,
      timeline.status === 200,
      introduction.body.last_attempt_id === body.id,
      JSON.stringify(forms.body).includes(`"last_attempt_id":${body.id},`),
      JSON.stringify(notices.body).includes(`/statistic/${body.id}"`),
      JSON.stringify(own.body).includes('Whose?'),
    ];
  };
  expect(await holdsIt()).toEqual([true, true, true, true, true, true]);
  await undo(exam, run, body.id);
  expect(await holdsIt()).toEqual([false, false, false, false, false, false]);
  const receipt = await student.post('/course/send_student_answers/', {
    attempt_id: body.id,
    holder: 'somebody',
    answers: [],
  });
  expect(receipt.status).toBe(404);
  expect((await student.get('/notifications/')).body.results[0]).toMatchObject({
    params: { event: 'annul' },
  });
  expect(await resultOf(body.id)).toMatchObject({ annulled: { reason: 'A slip' } });
  const attempt = await startAttempt(student, exam);
  await attempt.finish([]);
  expect((await resultOf(attempt.attempt_id, 'student')).other_attempts).toEqual([]);
});

describe('no sheet is typed in', () => {
  const refused = async (exam: Exam, run: number, status: number, code: string, body: object = {}) =>
    expect(await typing(exam, run, body)).toMatchObject({ status, body: { code } });

  test('for whoever is blocked, has none left, is in the middle of the test, or has it canceled', async () => {
    const exam = await anExam({ is_one_attempt_allowed: true }, [QUESTIONS[0]!]);
    const run = await aRun(exam);
    await asSystem([
      'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
      [company.id, exam.course.id, company.people.student.id],
    ]);
    await refused(exam, run, 409, 'student_blocked');
    await asSystem(['delete from course_blocks where course_id = $1', [exam.course.id]]);
    const change = (action: string) =>
      company.as('trainer').post(`/course/course/${exam.course.id}/passed_form_status/`, {
        form_id: exam.form_id,
        user_ids: [company.people.student.id],
        action,
        reason: 'Why',
      });
    await change('cancel');
    await refused(exam, run, 409, 'assignment_canceled');
    await change('restore');
    const attempt = await startAttempt(company.as('student'), exam);
    await refused(exam, run, 409, 'test_already_started');
    await attempt.finish([]);
    await refused(exam, run, 409, 'attempts_exhausted');
    await change('annul');
    await refused(exam, run, 409, 'status_not_allowed');
    const people = await company.as('trainer').get(`${pathOf(exam)}/print_runs/${run}/sheets/people/`);
    expect(people.body.results).toMatchObject([{ refused: 'status_not_allowed' }]);
  });

  test('for oneself, by whoever takes the test, for somebody out of reach, or from a print of elsewhere', async () => {
    const exam = await anExam();
    const run = await aRun(exam);
    const outsider = await company.aPerson('student');
    await refused(exam, run, 404, 'not_found', { user_id: outsider.id });
    await refused(exam, run, 404, 'not_found', { user_id: other.people.student.id });
    await refused(await anExam(), run, 404, 'not_found');
    expect((await typing(exam, run, {}, other.people.trainer)).status).toBe(404);
    const manager = await company.aPerson('manager');
    expect((await typing(exam, run, {}, manager)).status).toBe(404);
    await asSystem([
      'insert into assignments (company_id, form_id, user_id) values ($1, $2, $3)',
      [company.id, exam.form_id, company.people.trainer.id],
    ]);
    await refused(exam, run, 403, 'own_form');
    await refused(exam, run, 403, 'own_form', { user_id: company.people.trainer.id });
  });

  test('on a day that is none, with an answer that cannot be one, or a mark beyond its question', async () => {
    const exam = await anExam();
    const run = await aRun(exam);
    const wrong = async (body: object, field: string) => {
      const { status, body: said } = await typing(exam, run, body);
      expect([status, Object.keys(said)]).toEqual([400, [field]]);
    };
    await wrong({ sat_on: '2020-01-01' }, 'sat_on');
    await wrong({ sat_on: '2199-01-01' }, 'sat_on');
    await wrong({ variant: 3 }, 'variants');
    await wrong({ answers: [{ question_id: exam.questions[0]!.id, answer_ids: [1] }] }, 'answers');
    await wrong({ on_paper: [{ question_id: exam.questions[0]!.id, score: 1 }] }, 'on_paper');
    await wrong({ on_paper: [{ question_id: essayOf(exam), score: 9 }] }, 'score');
    expect(await asSystem(['select from attempts where form_id = $1', [exam.form_id]])).toEqual([]);
  });

  test('twice at once', async () => {
    const exam = await anExam({ is_one_attempt_allowed: false, attempt_limit: null });
    const run = await aRun(exam);
    const statuses = await Promise.all(Array.from({ length: 6 }, () => typing(exam, run, {})));
    expect(statuses.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
  });
});
