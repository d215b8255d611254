import { beforeAll, describe, expect, test } from 'vitest';
import { grade } from '../../worker/exams/attempts/attempt.ts';
import { answersOf, startAttempt } from '../factories/attempt.ts';
import { aCompany, unique, type Company, type ExamQuestion } from '../factories/company.ts';
import { asSystem, type World } from '../factories/world.ts';
import { productWorld, together } from '../support/product-world.ts';

const START = '/course/start_form_passing/';
const FINISH = '/course/send_student_answers/';

let world: World;
let company: Company;
beforeAll(async () => {
  world = productWorld();
  company = await aCompany(world);
});

describe('a hundred starts at once', () => {
  test.each([1, 3])(
    'with %i allowed give one running attempt and never more than allowed',
    async (attempt_limit) => {
      const exam = await company.anExam({ settings: { is_one_attempt_allowed: false, attempt_limit } });
      const student = company.as('student');
      for (let round = 1; round <= attempt_limit + 1; round += 1) {
        const answers = await together(100, () => student.post(START, { form_id: exam.form_id }));
        const started = answers.filter((answer) => answer.status === 201);
        expect(answers.every((answer) => answer.status === 201 || answer.status === 409)).toBe(true);
        expect(started).toHaveLength(round <= attempt_limit ? 1 : 0);
        for (const { body } of started) {
          await student.post(FINISH, {
            attempt_id: body.attempt_id,
            holder: body.holder,
            answers: answersOf(exam.questions),
          });
        }
      }
      const rows = await asSystem<{ attempts: number; used: number }>(world, [
        `select a.attempts_used as used, (select count(*)::integer from attempts t where t.assignment_id = a.id) as attempts
         from assignments a where a.form_id = $1`,
        [exam.form_id],
      ]);
      expect(rows).toEqual([{ used: attempt_limit, attempts: attempt_limit }]);
    },
  );
});

test('saves, a finish and the sweep at once always leave the grade of the answers that are stored', async () => {
  const exam = await company.anExam();
  const student = company.as('student');
  for (let round = 0; round < 20; round += 1) {
    const { attempt_id, save, finish } = await startAttempt(student, exam);
    await save(answersOf(exam.questions));
    const answers = await together(8, (index) =>
      index === 4 ? finish([]) : save([someAnswer(exam.questions, index + 2)]),
    );
    expect(answers.filter((answer) => answer.status !== 200 && answer.status !== 409)).toEqual([]);
    const [row] = await asSystem<{
      status: string;
      gradings: number;
      score: number;
      questions: { id: number; score: number; right: number[] }[];
      answers: Record<number, { answer_ids: number[]; seq: number }>;
    }>(world, [
      `select t.status, (select count(*)::integer from gradings g where g.attempt_id = t.id) as gradings,
              (select g.score::float8 from gradings g where g.attempt_id = t.id) as score, v.questions,
              (select jsonb_object_agg(s.question_id, jsonb_build_object('answer_ids', s.answer_ids, 'seq', s.seq))
                 from attempt_answers s where s.attempt_id = t.id) as answers
         from attempts t join form_versions v on v.id = t.form_version_id where t.id = $1`,
      [attempt_id],
    ]);
    const recount = grade(row!.questions, row!.answers, { passing_score_type: 'points', passing_score: 1 });
    expect(row).toMatchObject({ status: 'completed', gradings: 1, score: recount.score });
  }
});

test('ten finishes at once are one, and all get its receipt', async () => {
  const exam = await company.anExam();
  const { attempt_id, finish } = await startAttempt(company.as('student'), exam);
  const finished = await together(10, () => finish());
  expect(finished.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  expect(new Set(finished.map(({ body: { receipt } }) => JSON.stringify(receipt))).size).toBe(1);
  const rows = await asSystem(world, ['select id from gradings where attempt_id = $1', [attempt_id]]);
  expect(rows).toHaveLength(1);
});

test('a finish at the moment when the clock ends the attempt leaves one grade, of what is stored', async () => {
  const student = company.as('student');
  for (let round = 0; round < 16; round += 1) {
    const exam = await company.anExam();
    const attempt = await startAttempt(student, exam);
    const { attempt_id } = attempt;
    const [first, ...others] = answersOf(exam.questions);
    await attempt.save([first]);
    // The page is closing; what is due in a moment is ended by whoever comes first.
    await asSystem(world, [
      `update attempts set close_due_at = clock_timestamp() + make_interval(secs => $2),
              due_at = clock_timestamp() + make_interval(secs => $2) where id = $1`,
      [attempt_id, round / 1000],
    ]);
    const [finish] = await Promise.all([
      attempt.finish(others),
      ...Array.from({ length: 4 }, () => asSystem(world, ['select end_due_attempts()'])),
    ]);
    expect(finish.status).toBe(200);
    await asSystem(world, ['select end_due_attempts()']);
    const [row] = await asSystem<{ finished_by: string; gradings: number; score: number; answers: number }>(
      world,
      [
        `select t.finished_by, (select count(*)::integer from gradings g where g.attempt_id = t.id) as gradings,
              (select g.score::float8 from gradings g where g.attempt_id = t.id) as score,
              (select count(*)::integer from attempt_answers s where s.attempt_id = t.id) as answers
         from attempts t where t.id = $1`,
        [attempt_id],
      ],
    );
    // By hand all three answers count, by the clock the one that was saved.
    expect(row).toEqual(
      row!.finished_by === 'user'
        ? { finished_by: 'user', gradings: 1, score: 4, answers: 3 }
        : { finished_by: 'page_closed', gradings: 1, score: 2, answers: 1 },
    );
  }
});

test('what is due of a crowd is shared out by person: all of it ends, once, whoever holds several of one course', async () => {
  const students = await Promise.all(Array.from({ length: 9 }, () => company.aPerson('student')));
  const course = await company.aCourse({ group: await company.aGroup({ students }) });
  const settings = { issue_certificate: true };
  const exams = [await company.anExam({ course, settings }), await company.anExam({ course, settings })];
  const started = await Promise.all(
    students.flatMap(({ client }) => exams.map((exam) => startAttempt(client, exam))),
  );
  await Promise.all(started.map((attempt, place) => attempt.save(answersOf(exams[place % 2]!.questions))));
  const ids = JSON.stringify(started.map(({ attempt_id }) => attempt_id));
  await asSystem(world, [
    `update attempts set due_at = app_now(), deadline = app_now()
       where id in (select i::integer from jsonb_array_elements_text($1::jsonb) i)`,
    [ids],
  ]);
  await together(4, (share) => asSystem(world, ['select end_due_share(null, $1, 4, null)', [share]]));
  const rows = await asSystem(world, [
    `select t.status, count(g.id)::integer as gradings, count(distinct k.id)::integer as certificates
       from attempts t left join gradings g on g.attempt_id = t.id
       left join certificates k on k.course_id = $2 and k.user_id = t.user_id
       where t.id in (select i::integer from jsonb_array_elements_text($1::jsonb) i) group by t.id`,
    [ids, course.id],
  ]);
  expect(rows).toEqual(started.map(() => ({ status: 'completed', gradings: 1, certificates: 1 })));
});

test('the last free licence is taken once', async () => {
  const alone = await aCompany(world);
  await asSystem(world, ['update companies set licence_limit = 6 where id = $1', [alone.id]]);
  const answers = await together(12, () =>
    alone.as('owner').post('/accounts/invite_user/', {
      email: `${unique('p').replace(/\s/g, '-')}@example.com`,
      user_type: 'student',
    }),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(11);
});

test('of two groups taken away at once a course keeps one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const course = await company.aCourse();
    const second = await company.aGroup();
    await company
      .as('owner')
      .patch(`/course/course/${course.id}/`, { group_ids: [course.group.id, second.id] });
    const answers = await together(2, (index) =>
      company.as('owner').delete(`/study_group/study_group/${[course.group.id, second.id][index]}/`),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([204, 400]);
  }
});

test('one name asked for by ten at once is given once', async () => {
  const name = unique('Name');
  const answers = await together(10, () => company.as('owner').post('/study_group/study_group/', { name }));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(9);
});

/** Some answer to the first question, right for even numbers. */
function someAnswer(questions: readonly ExamQuestion[], seq: number) {
  const { id, answers } = questions[0]!;
  return { question_id: id, answer_ids: [answers[seq % 2]!.id], seq };
}
