import { beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../../../worker/platform/formats/xlsx-reader.ts';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';
import { read as readWhole } from '../../whole/answers.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const NOTE = 'Mentions the harvest of 1932';
const ESSAY = {
  title: 'What happened, and why?',
  type: 'essay',
  score: 10,
  work: { min_words: 3, max_words: 300 },
  marking: { note: NOTE },
  answers: [],
};
const CHOICE = {
  title: 'Which year?',
  score: 10,
  answers: [
    { title: '1932', is_right_answer: true },
    { title: '1933', is_right_answer: false },
  ],
};

const anExam = (settings: Record<string, unknown> = {}, questions: readonly object[] = [CHOICE, ESSAY]) =>
  company.anExam({ questions, settings: { attempt_limit: null, passing_score: 60, ...settings } });
type Exam = Awaited<ReturnType<typeof anExam>>;

/** An attempt with the choice right and this essay, handed in. */
async function handedIn(
  exam: Exam,
  text = 'Перший рядок\nДругий рядок',
  who: Person = company.people.student,
) {
  const attempt = await startAttempt(who.client, exam);
  const [choice, ...essays] = exam.questions;
  const finished = await attempt.finish([
    { question_id: choice!.id, answer_ids: [choice!.answers[0]!.id], seq: 1 },
    ...essays.map(({ id }) => ({ question_id: id, response: text, seq: 1 })),
  ]);
  expect(finished.status).toBe(200);
  return { id: attempt.attempt_id, finished: finished.body };
}

const resultOf = async (attempt: number, as: 'student' | 'trainer' = 'trainer') =>
  (await company.as(as).get(`/course/student_passed_form/${attempt}/`)).body;
const mark = (attempt: number, exam: Exam, score: number, more: object = {}, as = company.people.trainer) =>
  as.client.post(`/course/student_passed_form/${attempt}/marks/`, {
    question_id: exam.questions[1]!.id,
    score,
    ...more,
  });
const next = async (exam: Exam, query = '', as = company.people.trainer) =>
  (await as.client.get(`/course/answers_to_mark/next/?form=${exam.form_id}${query}`)).body;
const undo = (attempt: number, id: number, as = company.people.trainer) =>
  as.client.post(`/course/student_passed_form/${attempt}/marks/${id}/undo/`);

describe('an essay', () => {
  test('is announced before the start as marked by a person', async () => {
    const { form_id } = await anExam();
    const told = await company.as('student').get(`/course/form_introduction/${form_id}/`);
    expect(told.body).toMatchObject({ publishes_at_once: true, by_hand: true });
  });

  test('is asked with its words and without what its markers read, and keeps lines over a reload', async () => {
    const exam = await anExam();
    const attempt = await startAttempt(company.as('student'), exam);
    expect(JSON.stringify(attempt.body)).not.toMatch(/marking|harvest/);
    expect(attempt.body.questions[1]).toMatchObject({ type: 'essay', answers: [], work: ESSAY.work });
    const text = 'Раз\n\n  два';
    await attempt.save([{ question_id: exam.questions[1]!.id, response: text, seq: 1 }]);
    const again = await startAttempt(company.as('student'), exam, { take_over: true });
    expect(again.body.saved).toEqual([
      { question_id: exam.questions[1]!.id, answer_ids: [], response: text, seq: 1 },
    ]);
    const { text: shown } = await company
      .as('student')
      .get(`/course/student_passed_form/${attempt.attempt_id}/`);
    expect(shown).not.toMatch(/harvest/);
  });

  test('may have 100 KB, and what is longer is refused and leaves what was saved', async () => {
    const exam = await anExam();
    const attempt = await startAttempt(company.as('student'), exam);
    const save = (response: string, seq: number) =>
      attempt.save([{ question_id: exam.questions[1]!.id, response, seq }]);
    const whole = 'ї'.repeat(51_200);
    expect((await save(whole, 1)).status).toBe(200);
    expect(await save(`${whole}ї`, 2)).toMatchObject({ status: 400, body: { answers: ['Too long'] } });
    expect((await save('a'.repeat(102_401), 3)).status).toBe(400);
    const again = await startAttempt(company.as('student'), exam, { take_over: true });
    expect(again.body.saved[0].response).toBe(whole);
  });

  test('with only blanks is not answered, waits for nobody, and its result is there at once', async () => {
    const exam = await anExam();
    const { id } = await handedIn(exam, ' \n ');
    const result = await resultOf(id, 'student');
    expect(result).toMatchObject({ published: true, score: 10 });
    expect((await resultOf(id)).score_explanation[1].outcome).toBe('not_answered');
    expect(await next(exam)).toEqual({ waiting: 0, answer: null });
  });
});

describe('a result that waits for marks', () => {
  test('is not shown to its student until the last is given, then at once, with the words to them', async () => {
    const exam = await anExam({ show_points_for_answers: true, show_uncounted_answers: true });
    const { id, finished } = await handedIn(exam);
    expect(finished).not.toHaveProperty('score');
    expect(await resultOf(id, 'student')).toMatchObject({ published: false });
    expect((await resultOf(id)).score_explanation[1]).toMatchObject({
      outcome: 'in_review',
      earned: 0,
      maximum: 10,
    });
    expect((await mark(id, exam, 4.25, { comment: 'Чому саме тоді?' })).status).toBe(200);
    const result = await resultOf(id, 'student');
    expect(result).toMatchObject({
      published: true,
      score: 14.25,
      percent: 71.25,
      passed_successfully: true,
    });
    expect(result.score_explanation[1]).toMatchObject({
      outcome: 'partly',
      earned: 4.25,
      response: 'Перший рядок\nДругий рядок',
      mark: { comments: ['Чому саме тоді?'] },
    });
    expect(JSON.stringify(result)).not.toMatch(/marker|harvest/);
    const gradings = await asSystem<{ reason: string }>([
      'select reason from gradings where attempt_id = $1 order by id',
      [id],
    ]);
    expect(gradings.map(({ reason }) => reason)).toEqual(['finished', 'marked']);
  });

  test('counts in no figure, is nobody’s failure, and counts from the last mark on', async () => {
    const exam = await anExam();
    const attempts = [(await handedIn(exam)).id, (await handedIn(exam)).id];
    const course = `/course/course/${exam.course.id}`;
    const figures = async () => {
      const owner = company.as('owner');
      const [summary, students, days, questions, failing] = await Promise.all([
        owner.get(`${course}/statistic_summary/`),
        owner.get(`${course}/statistic/`),
        owner.get(`${course}/dynamic_statistic/?days=7`),
        owner.get(`${course}/form/${exam.form_id}/question_statistic/`),
        owner.get(`/course/today/failed_twice/`),
      ]);
      const { results, passed, average_percent, in_review } = summary.body;
      const own = students.body.results[0].forms[0];
      const dated = days.body.points.filter((point: { completed: number }) => point.completed > 0);
      return {
        summary: [results, passed, average_percent, in_review],
        own: [own.percent, own.best_score, own.passed, own.in_review],
        days: dated.map((point: Record<string, unknown>) => [point['failed'], point['average']]),
        questions: questions.body.average_percent,
        failing: failing.body.results.filter(
          (row: { form: { id: number } | null }) => row.form?.id === exam.form_id,
        ).length,
      };
    };
    expect(await figures()).toEqual({
      summary: [0, 0, null, 1],
      own: [null, null, null, true],
      days: [[0, null]],
      questions: null,
      failing: 0,
    });
    await mark(attempts[0]!, exam, 0);
    expect(await figures()).toMatchObject({
      summary: [1, 0, 50, 1],
      own: [50, 10, false, true],
      days: [[1, 50]],
      questions: 50,
      failing: 0,
    });
    await mark(attempts[1]!, exam, 1);
    expect(await figures()).toMatchObject({
      summary: [1, 0, 55, 0],
      own: [55, 11, false, false],
      days: [[2, 52.5]],
      failing: 1,
    });
  });

  test('of a form whose results a trainer publishes waits for that too, and is not published before', async () => {
    const exam = await anExam({ publication_after_passing: false });
    const { id } = await handedIn(exam);
    const publish = () =>
      company.as('trainer').post(`/course/course/${exam.course.id}/publish_results/`, {
        form_id: exam.form_id,
        attempt_ids: [id],
      });
    const rows = async () =>
      (await company.as('trainer').get(`/course/course/${exam.course.id}/form/${exam.form_id}/attempts/`))
        .body.results[0];
    expect((await publish()).body).toEqual({ published: [] });
    expect(await rows()).toMatchObject({
      state: 'in_review',
      passed: null,
      unmarked: 1,
      actions: expect.not.arrayContaining(['publish']),
    });
    const failed = async () =>
      (await company.as('owner').get(`/course/test_results/?form=${exam.form_id}&passed=false`)).body.results;
    const [listed] = (await company.as('owner').get(`/course/test_results/?form=${exam.form_id}`)).body
      .results;
    expect(listed).toMatchObject({ attempt_id: id, passed: null, unmarked: 1 });
    expect(await failed()).toEqual([]);
    await mark(id, exam, 0);
    expect(await failed()).toMatchObject([{ attempt_id: id, passed: false, unmarked: 0 }]);
    await mark(id, exam, 10);
    expect(await resultOf(id, 'student')).toMatchObject({ published: false });
    expect(await rows()).toMatchObject({ unmarked: 0, actions: expect.arrayContaining(['publish']) });
    expect((await publish()).body).toEqual({ published: [id] });
    expect(await resultOf(id, 'student')).toMatchObject({ published: true, score: 20 });
  });

  test('has no points, percent or ECTS in the exported results, which say what it waits for', async () => {
    const exam = await anExam();
    const { id } = await handedIn(exam);
    const exported = async () => {
      const response = await world.fetch(`/api/v1/course/test_results/export/?form=${exam.form_id}`, {
        headers: { Authorization: `Bearer ${company.as('owner').token}` },
      });
      const [heads, cells] = readRows(new Uint8Array(await response.arrayBuffer()), 2);
      return ['Стан', 'Результат', 'Бали', 'Максимум', 'Відсоток', 'ECTS'].map(
        (head) => cells!.cells[heads!.cells.indexOf(head)] ?? '',
      );
    };
    expect(await exported()).toEqual(['Чекає на оцінку', '', '', '20', '', '']);
    await mark(id, exam, 10);
    expect(await exported()).toEqual(['Завершено', 'Складено', '20', '20', '100%', 'A']);
  });

  test('is taken back with the mark, and there again with the next one', async () => {
    const exam = await anExam();
    const { id } = await handedIn(exam);
    const { body } = await mark(id, exam, 7);
    expect((await undo(id, body.id)).status).toBe(204);
    expect((await undo(id, body.id)).status).toBe(204);
    expect(await resultOf(id, 'student')).toMatchObject({ published: false });
    expect(await next(exam)).toMatchObject({ waiting: 1, answer: { attempt_id: id } });
    await mark(id, exam, 3);
    expect(await resultOf(id, 'student')).toMatchObject({ published: true, score: 13 });
    expect(await mark(id, exam, 9).then(({ status }) => status)).toBe(200);
    expect(await resultOf(id, 'student')).toMatchObject({ score: 19 });
  });

  test('is there when the question is annulled, and waits again when that is undone', async () => {
    const exam = await anExam();
    const { id } = await handedIn(exam);
    const repairs = `/course/course/${exam.course.id}/form/${exam.form_id}/repairs/`;
    const question_id = exam.questions[1]!.id;
    const repair = (change: object) =>
      company.as('owner').post(repairs, {
        changes: [{ question_id, ...change }],
        only_raise: false,
        reason: 'Unclear',
      });
    expect((await repair({ right_answer_ids: [], accepted: ['x'] })).status).toBe(400);
    const repaired = await repair({ annulled: true });
    expect(await resultOf(id, 'student')).toMatchObject({ published: true, score: 10, max_score: 10 });
    await company.as('owner').post(`${repairs}${repaired.body.id}/undo/`);
    expect(await resultOf(id, 'student')).toMatchObject({ published: false });
  });
});

describe('the answers to mark', () => {
  test('come question by question with the author’s note, one after another and from the beginning', async () => {
    const exam = await anExam({}, [CHOICE, ESSAY, { ...ESSAY, title: 'And then?' }]);
    const { people } = company;
    await handedIn(exam);
    const classmate = await company.aPerson('student');
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, exam.course.group.id, classmate.id],
    ]);
    await handedIn(exam, 'Other words', classmate);
    const seen: string[] = [];
    let query = '';
    for (let turn = 0; turn < 5; turn += 1) {
      const { waiting, answer } = await next(exam, query);
      expect(waiting).toBe(4);
      expect(answer.question.marking).toEqual({ note: NOTE });
      seen.push(`${answer.question.title} ${answer.user.id === people.student.id ? 1 : 2}`);
      query = `&after_attempt=${answer.attempt_id}&after_question=${answer.question.id}`;
    }
    expect(seen).toEqual([
      'What happened, and why? 1',
      'What happened, and why? 2',
      'And then? 1',
      'And then? 2',
      'What happened, and why? 1',
    ]);
    const { body } = await company.as('trainer').get(`/course/answers_to_mark/?form=${exam.form_id}`);
    expect(body).toMatchObject({ count: 2, waiting: 4 });
    expect(body.results.map((row: { count: number }) => row.count)).toEqual([2, 2]);
    expect((await next(exam, `&question=${exam.questions[2]!.id}`)).waiting).toBe(2);
  });

  test('are seen and marked by nobody who may not decide about them', async () => {
    const exam = await anExam();
    const { id } = await handedIn(exam);
    const stranger = await company.aPerson('trainer');
    for (const person of [stranger, other.people.owner]) {
      expect(await next(exam, '', person)).toEqual({ waiting: 0, answer: null });
      expect((await mark(id, exam, 1, {}, person)).status).toBe(404);
    }
    expect((await mark(id, exam, 1, {}, company.people.student)).status).toBe(403);
    const { body } = await mark(id, exam, 1);
    expect((await undo(id, body.id, company.people.owner)).status).toBe(404);
    expect((await undo(id, body.id, other.people.owner)).status).toBe(404);
  });

  test('are not one’s own, and not of a form that one takes', async () => {
    const exam = await anExam();
    const { trainer } = company.people;
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, exam.course.group.id, trainer.id],
    ]);
    const { id } = await handedIn(exam);
    expect(await next(exam)).toEqual({ waiting: 0, answer: null });
    expect((await mark(id, exam, 1)).body.code).toBe('own_form');
    const [moved] = await asSystem<{ id: number }>([
      `with freed as (select set_config('app.erasing', 'on', true))
       update attempts set user_id = $1 from freed where id = $2 returning id`,
      [trainer.id, id],
    ]);
    expect(moved!.id).toBe(id);
    expect((await mark(id, exam, 1)).body.code).toBe('own_assignment');
  });

  test('take 0 to the question’s points with two decimals, and only where a person is to mark', async () => {
    const exam = await anExam();
    const { id } = await handedIn(exam);
    expect((await mark(id, exam, 10.01)).body).toEqual({ score: ['The maximum value is 10'] });
    expect((await mark(id, exam, -1)).status).toBe(400);
    expect((await mark(id, exam, 1.005)).status).toBe(400);
    expect((await mark(id, exam, 1, { question_id: exam.questions[0]!.id })).body).toHaveProperty(
      'question_id',
    );
    const attempt = await startAttempt(company.as('student'), exam);
    expect((await mark(attempt.attempt_id, exam, 1)).body.code).toBe('status_not_allowed');
    await company.as('trainer').post(`/course/course/${exam.course.id}/passed_form_status/`, {
      form_id: exam.form_id,
      user_ids: [company.people.student.id],
      attempt_ids: [attempt.attempt_id],
      action: 'annul',
      reason: 'Why',
    });
    expect(await next(exam)).toMatchObject({ waiting: 1 });
  });
});

test('an answer that is marked is read with its mark by whoever may change that', async () => {
  const { trainer, owner, student, manager } = company.people;
  const exam = await anExam();
  const { id } = await handedIn(exam);
  const read = (as: Person, question = exam.questions[1]!.id) =>
    as.client.get(`/course/student_passed_form/${id}/marks/${question}/`);
  expect((await read(trainer)).body).toMatchObject({ mark: null, student_sees: false });
  const given = await mark(id, exam, 8, { comment: 'Добре' });
  const { body } = await read(owner);
  expect(body).toMatchObject({
    answer: { attempt_id: id, stage: 'mark', response: 'Перший рядок\nДругий рядок' },
    mark: { id: given.body.id, marker: { id: trainer.id }, score: 8, levels: null, comment: 'Добре' },
    student_sees: true,
  });
  expect((await mark(id, exam, 3, { replaces: body.mark.id }, owner)).status).toBe(200);
  expect(await resultOf(id, 'student')).toMatchObject({ score: 13, recounted: { by: 'mark' } });
  expect((await read(owner, exam.questions[0]!.id)).status).toBe(404);
  expect((await read(student)).status).toBe(403);
  expect((await read(manager)).status).toBe(200);
  expect((await read(other.people.owner)).status).toBe(404);
});

describe('a mark given meanwhile', () => {
  const whoever = () => [company.people.trainer, company.people.owner] as const;

  test('is replaced by nobody who says that they have not seen it, and told to them', async () => {
    const [trainer, owner] = whoever();
    const exam = await anExam();
    const { id } = await handedIn(exam);
    const first = await mark(id, exam, 8, { comment: 'Добре', replaces: null }, trainer);
    expect(first.status).toBe(200);
    expect(await resultOf(id)).toMatchObject({ published: true, score: 18 });
    for (const who of [trainer, owner]) {
      const refused = await mark(id, exam, 2, { replaces: null }, who);
      expect(refused.status).toBe(409);
      const told = { id: first.body.id, marker: { id: trainer.id }, score: 8, comment: 'Добре' };
      expect(refused.body).toMatchObject({ code: 'mark_changed', mark: told });
    }
    expect(await resultOf(id)).toMatchObject({ score: 18 });
    expect((await mark(id, exam, 2, { replaces: first.body.id }, owner)).status).toBe(200);
    expect(await resultOf(id)).toMatchObject({ score: 12 });
    expect((await mark(id, exam, 3, { replaces: first.body.id }, trainer)).body.code).toBe('mark_changed');
  });

  test('is replaced by whoever says nothing of it, and one that was taken back is told as none', async () => {
    const [trainer, owner] = whoever();
    const exam = await anExam();
    const { id } = await handedIn(exam);
    const first = await mark(id, exam, 8);
    const second = await mark(id, exam, 2, {}, owner);
    expect(second.status).toBe(200);
    await undo(id, second.body.id, owner);
    const refused = await mark(id, exam, 3, { replaces: first.body.id }, trainer);
    expect(refused).toMatchObject({ status: 409, body: { code: 'mark_changed', mark: null } });
  });

  test('of two markers is one’s own or what settled: the other’s is replaced by nobody and told to nobody', async () => {
    const [trainer, owner] = whoever();
    const exam = await anExam({ two_markers: true });
    const { id } = await handedIn(exam);
    await mark(id, exam, 4, { replaces: null }, trainer);
    expect((await mark(id, exam, 5, { replaces: null }, trainer)).body.mark).toMatchObject({ score: 4 });
    expect((await mark(id, exam, 9, { replaces: null }, owner)).status).toBe(200);
    const settled = { settles: true, replaces: null };
    expect((await mark(id, exam, 6, settled, company.people.admin)).status).toBe(200);
    const stale = await mark(id, exam, 7, settled, owner);
    expect(stale.body).toMatchObject({
      code: 'mark_changed',
      mark: { marker: { id: company.people.admin.id } },
    });
  });

  test('of two markers is told by the company’s archive once nobody else could still mark', async () => {
    const [trainer, owner] = whoever();
    const exam = await anExam({ two_markers: true });
    const { id } = await handedIn(exam);
    const marks = async () =>
      (await readWhole(owner.client, 'GET /', { path: `/space/space/${company.id}/export` })).text
        .split('\n')
        .flatMap((line) => (line.includes('"table": "marks"') && /"score": (\d+)/.exec(line)?.[1]) || []);
    const before = await marks();
    await mark(id, exam, 4, { comment: 'Short' }, trainer);
    expect(await marks()).toEqual(before);
    await mark(id, exam, 9, {}, owner);
    expect(await marks()).toEqual([...before, '4', '9']);
  });
});
