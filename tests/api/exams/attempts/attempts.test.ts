import { GRACE_SECONDS } from '../../../../worker/exams/attempts/contract.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { answersOf, startAttempt, takeExam } from '../../../factories/attempt.ts';
import type { Company, Course } from '../../../factories/company.ts';
import { letIn } from '../../../support/api/somebody.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const START = '/course/start_form_passing/';
const SAVE = '/course/student_passed_form/';
const FINISH = '/course/send_student_answers/';

async function aRunningAttempt(settings: Record<string, unknown> = {}, course?: Course) {
  const exam = await company.anExam({ settings, ...(course ? { course } : {}) });
  return { ...exam, ...(await startAttempt(company.as('student'), exam)) };
}

/** Moves an attempt into the past, as if it had started that many seconds earlier. */
const age = (attempt_id: number, seconds: number) =>
  asSystem([
    `update attempts set started_at = started_at - make_interval(secs => $2::integer),
       deadline = deadline - make_interval(secs => $2::integer), due_at = due_at - make_interval(secs => $2::integer)
       where id = $1`,
    [attempt_id, seconds],
  ]);

describe('starting', () => {
  test('tells nothing of right answers or scores before the end', async () => {
    const { body: started, attempt_id, holder, course, material_id, form_id } = await aRunningAttempt();
    const student = company.as('student');
    const seen = [
      JSON.stringify(started),
      (await student.post(SAVE, { attempt_id, holder, event: 'heartbeat' })).text,
      (await student.get(`/course/student_passed_form/${attempt_id}/`)).text,
      (await student.get(`/course/form_introduction/${form_id}/`)).text,
      (await student.get(`/course/course/${course.id}/`)).text,
      (await student.get(`/course/course/${course.id}/educational_material/${material_id}/`)).text,
      (await student.get('/course/appointed_form/')).text,
    ].join();
    expect(seen).not.toMatch(/is_right_answer|"right":|"ids":|"score":|"earned"|explanation|"percent":\d/);
  });

  test('takes the time limit from the form and two hours without one', async () => {
    const limited = await aRunningAttempt({ time_limit: 7 });
    expect(minutes(limited.body)).toBe(7);
    const unlimited = await aRunningAttempt({ time_limit: null });
    expect(minutes(unlimited.body)).toBe(120);
  });

  test('a second start is refused with the running attempt, and a take-over keeps its deadline and answers', async () => {
    const { form_id, attempt_id, holder, questions, body: started } = await aRunningAttempt();
    const student = company.as('student');
    const answers = [answersOf(questions, 3, 4)[0]];
    await student.post(SAVE, { attempt_id, holder, event: 'save', answers });
    expect(await student.post(START, { form_id })).toMatchObject({
      status: 409,
      body: { code: 'test_already_started', attempt_id },
    });
    const again = await student.post(START, { form_id, take_over: true });
    expect(again.body).toMatchObject({ attempt_id, deadline: started.deadline, saved: answers });
    expect(again.body.holder).not.toBe(holder);
    const stale = await student.post(SAVE, { attempt_id, holder, event: 'save', answers });
    expect(stale).toMatchObject({ status: 409, body: { code: 'attempt_taken_over' } });
  });

  test('a page that goes on by itself goes on with what it holds, and takes nothing from another', async () => {
    const { form_id, attempt_id, holder } = await aRunningAttempt();
    const student = company.as('student');
    const goOn = (held: string) =>
      student.post(START, { form_id, take_over: true, only_held: true, holder: held });
    const reloaded = await goOn(holder);
    expect(reloaded).toMatchObject({ status: 201, body: { attempt_id } });
    const elsewhere = await student.post(START, { form_id, take_over: true });
    for (const gone of [holder, reloaded.body.holder as string])
      expect(await goOn(gone)).toMatchObject({ status: 409, body: { code: 'attempt_taken_over' } });
    const kept = { attempt_id, holder: elsewhere.body.holder, event: 'heartbeat' };
    expect(await student.post(SAVE, kept)).toMatchObject({ status: 200 });
  });

  test('again to continue an attempt that has just ended says so, and uses up no other', async () => {
    const { form_id, finish } = await aRunningAttempt();
    const student = company.as('student');
    await finish();
    expect(await student.post(START, { form_id, take_over: true })).toMatchObject({
      status: 409,
      body: { code: 'time_is_over' },
    });
    expect((await student.get(`/course/form_introduction/${form_id}/`)).body.attempts_used).toBe(1);
  });

  test('stops at the attempts allowed', async () => {
    const exam = await company.anExam({ settings: { is_one_attempt_allowed: false, attempt_limit: 2 } });
    const student = company.as('student');
    for (let number = 1; number <= 2; number += 1) {
      await takeExam(student, exam);
    }
    expect(await student.post(START, { form_id: exam.form_id })).toMatchObject({
      status: 409,
      body: { code: 'attempts_exhausted' },
    });
  });

  test('is refused for a student whom the course was not given to, and for an unpublished form', async () => {
    const exam = await company.anExam();
    const outsider = await company.aPerson('student');
    expect((await outsider.client.post(START, { form_id: exam.form_id })).status).toBe(404);
    const course = await company.aCourse();
    const draft = await company
      .as('owner')
      .post(`/course/course/${course.id}/educational_material/`, { name: 'Draft', type: 'exam' });
    expect((await company.as('student').post(START, { form_id: draft.body.form_id })).status).toBe(404);
  });

  test('closes the other materials of the course meanwhile', async () => {
    const course = await company.aCourse({ materials: 1 });
    const { finish } = await aRunningAttempt({}, course);
    const path = `/course/course/${course.id}/educational_material/${course.materials[0]}/`;
    expect(await company.as('student').get(path)).toMatchObject({
      status: 403,
      body: { detail: 'You do not have permission to perform this action' },
    });
    await finish();
    expect((await company.as('student').get(path)).status).toBe(200);
  });

  test('waits for the materials before it under chain access', async () => {
    const course = await company.aCourse({ materials: 1, chain: true });
    const exam = await company.anExam({ course });
    const student = company.as('student');
    expect(await student.post(START, { form_id: exam.form_id })).toMatchObject({
      status: 403,
      body: { code: 'material_locked' },
    });
    await student.post(`/course/course/${course.id}/educational_material/${course.materials[0]}/finish/`);
    expect((await student.post(START, { form_id: exam.form_id })).status).toBe(201);
  });
});

describe('saving', () => {
  test('never lets an older save overwrite a newer one', async () => {
    const { attempt_id, holder, questions, form_id } = await aRunningAttempt();
    const [{ id, answers }] = questions as [(typeof questions)[number]];
    const student = company.as('student');
    const save = (answer: number, seq: number) =>
      student.post(SAVE, {
        attempt_id,
        holder,
        event: 'save',
        answers: [{ question_id: id, answer_ids: [answer], seq }],
      });
    await save(answers[1]!.id, 2);
    await save(answers[0]!.id, 1);
    const { body } = await student.post(START, { form_id, take_over: true });
    expect(body.saved).toEqual([{ question_id: id, answer_ids: [answers[1]!.id], seq: 2 }]);
  });

  test('refuses answers of other questions, unknown answers and two answers where one is asked', async () => {
    const { attempt_id, holder, questions } = await aRunningAttempt();
    const [one, two] = questions as [(typeof questions)[number], (typeof questions)[number]];
    for (const [question_id, answer_ids] of [
      [one.id, [two.answers[0]!.id]],
      [2_000_000_000, [one.answers[0]!.id]],
      [one.id, one.answers.map((answer) => answer.id)],
    ] as const) {
      const answer = await company.as('student').post(SAVE, {
        attempt_id,
        holder,
        event: 'save',
        answers: [{ question_id, answer_ids, seq: 1 }],
      });
      expect(answer).toMatchObject({ status: 400, body: { answers: ['Not a valid choice'] } });
    }
  });

  test('is accepted within the grace after the deadline and refused later, the attempt being ended by the timer', async () => {
    const { attempt_id, holder, questions } = await aRunningAttempt({ time_limit: 10 });
    const student = company.as('student');
    const [first, second] = answersOf(questions);
    await age(attempt_id, 600 + GRACE_SECONDS - 3);
    const grace = await student.post(SAVE, { attempt_id, holder, event: 'save', answers: [first] });
    expect(grace).toMatchObject({ status: 200, body: { status: 1 } });
    await age(attempt_id, 4);
    const late = await student.post(SAVE, { attempt_id, holder, event: 'save', answers: [second] });
    expect(late).toMatchObject({ status: 409, body: { code: 'time_is_over' } });
    const result = await student.get(`/course/student_passed_form/${attempt_id}/`);
    expect(result.body).toMatchObject({
      finished_by: 'timer',
      score: 2,
      percent: 50,
      duration: 600,
      passed_form_status: 2,
    });
  });

  test('goes on for a student whose role was taken away, but not for a blocked one', async () => {
    const { attempt_id, holder } = await aRunningAttempt();
    const { id } = company.people.student;
    const setTypes = (types: string) =>
      asSystem([
        `update memberships set user_types = $3::text[] where company_id = $1 and user_id = $2`,
        [company.id, id, types],
      ]);
    const heartbeat = () => company.as('student').post(SAVE, { attempt_id, holder, event: 'heartbeat' });
    await setTypes('{trainer}');
    expect((await heartbeat()).status).toBe(200);
    await setTypes('{student}');
    await asSystem([
      'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
      [company.id, id],
    ]);
    expect(await heartbeat()).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
    await letIn(id);
  });
});

describe('ending', () => {
  test('by hand gives a receipt, grades, and repeats harmlessly', async () => {
    const { attempt_id, finish, course } = await aRunningAttempt({ passing_score: 75 });
    const student = company.as('student');
    const first = await finish();
    expect(first.body).toMatchObject({
      status: 2,
      passed_successfully: true,
      score: 4,
      percent: 100,
      ects: 'A',
      receipt: { answers: 3 },
    });
    expect((await finish()).body).toEqual(first.body);
    const [{ count }] = (await asSystem<{ count: string }>([
      'select count(*) from gradings where attempt_id = $1',
      [attempt_id],
    ])) as [{ count: string }];
    expect(count).toBe('1');
    const listed = await student.get('/course/course/?page_size=100');
    expect(listed.body.results.find((each: { id: number }) => each.id === course.id)).toMatchObject({
      state: 'finished',
      progress: 100,
    });
  });

  test('by hand needs every required question, and keeps what was sent', async () => {
    const { attempt_id, holder, questions, form_id } = await aRunningAttempt();
    const [first] = answersOf(questions);
    const student = company.as('student');
    const refused = await student.post(FINISH, { attempt_id, holder, answers: [first] });
    expect(refused).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Answer all required questions'] },
    });
    expect((await student.post(START, { form_id, take_over: true })).body.saved).toEqual([first]);
  });

  test('a minute after its page closed, with the answers given', async () => {
    const { attempt_id, holder, questions } = await aRunningAttempt();
    const student = company.as('student');
    await student.post(SAVE, {
      attempt_id,
      holder,
      event: 'close',
      answers: answersOf(questions).slice(0, 2),
    });
    await asSystem([
      `update attempts set close_due_at = close_due_at - interval '61 seconds', due_at = due_at - interval '61 seconds' where id = $1`,
      [attempt_id],
    ]);
    const { body } = await student.get(`/course/student_passed_form/${attempt_id}/`);
    expect(body).toMatchObject({ finished_by: 'page_closed', score: 3 });
  });

  test('what reads of one company ends nothing of another', async () => {
    const { attempt_id } = await aRunningAttempt();
    await age(attempt_id, 3600);
    const statusOf = async () =>
      (await asSystem<{ status: string }>(['select status from attempts where id = $1', [attempt_id]]))[0]!
        .status;
    const other = await aCompany();
    const { form_id } = await other.anExam();
    await other.as('student').get(`/course/form_introduction/${form_id}/`);
    expect(await statusOf()).toBe('running');
    await company.as('trainer').get(`/course/student_passed_form/${attempt_id}/`);
    expect(await statusOf()).toBe('completed');
  });

  test('an ended attempt, its answers and its grading never change', async () => {
    const { attempt_id, finish } = await aRunningAttempt();
    await finish();
    for (const statement of [
      "update attempts set deadline = deadline + interval '1 hour' where id = $1",
      "update attempt_answers set answer_ids = '{}' where attempt_id = $1",
      'update gradings set score = 0 where attempt_id = $1',
      'delete from gradings where attempt_id = $1',
    ]) {
      await expect(asSystem([statement, [attempt_id]])).rejects.toMatchObject({ code: 'OS020' });
    }
  });
});

describe('the result', () => {
  test('waits for publication where the form says so, for the student but not for staff', async () => {
    const { attempt_id, finish } = await aRunningAttempt({ publication_after_passing: false });
    const finished = await finish();
    expect(finished.body).not.toHaveProperty('score');
    const own = await company.as('student').get(`/course/student_passed_form/${attempt_id}/`);
    expect(own.body).toMatchObject({ published: false });
    expect(own.text).not.toMatch(/"score"|score_explanation|passed_successfully/);
    const trainers = await company.as('trainer').get(`/course/student_passed_form/${attempt_id}/`);
    expect(trainers.body).toMatchObject({ published: true, score: 4 });
  });

  test.each([
    [
      { show_right_answers: false, show_uncounted_answers: false, show_points_for_answers: false },
      { key: 0, outcome: false, points: false },
    ],
    [
      { show_right_answers: false, show_uncounted_answers: true, show_points_for_answers: true },
      { key: 1, outcome: true, points: true },
    ],
    [
      { show_right_answers: true, show_uncounted_answers: false, show_points_for_answers: false },
      { key: 2, outcome: true, points: false },
    ],
  ])('shows a student what the form shows: %j', async (settings, expected) => {
    const { attempt_id, finish } = await aRunningAttempt({
      ...settings,
      is_one_attempt_allowed: true,
    });
    await finish();
    const { body } = await company.as('student').get(`/course/student_passed_form/${attempt_id}/`);
    const [question] = body.score_explanation;
    expect({
      key: question.answers.filter((answer: object) => 'is_right_answer' in answer).length,
      outcome: 'outcome' in question,
      points: 'earned' in question,
    }).toEqual(expected);
  });

  test('is seen by those whose hand reaches course and student, and by nobody else', async () => {
    const { attempt_id, finish } = await aRunningAttempt();
    await finish();
    const path = `/course/student_passed_form/${attempt_id}/`;
    for (const user_type of ['owner', 'admin', 'manager', 'trainer', 'student'] as const) {
      expect({ user_type, status: (await company.as(user_type).get(path)).status }).toEqual({
        user_type,
        status: 200,
      });
    }
    for (const user_type of ['manager', 'trainer', 'student'] as const) {
      const outsider = await company.aPerson(user_type);
      expect({ user_type, status: (await outsider.client.get(path)).status }).toEqual({
        user_type,
        status: 404,
      });
    }
  });

  test('stands in the statistic of the course', async () => {
    const { attempt_id, course, finish } = await aRunningAttempt();
    await finish();
    const { body } = await company.as('owner').get(`/course/course/${course.id}/statistic/`);
    expect(body.results).toMatchObject([
      {
        user: { id: company.people.student.id },
        state: 'finished',
        progress: 100,
        forms: [
          {
            attempts_used: 1,
            best_percent: 100,
            ects: 'A',
            passed: true,
            finished_by: 'user',
            last_attempt_id: attempt_id,
          },
        ],
      },
    ]);
  });

  test('does not change when the form is published anew', async () => {
    const { attempt_id, course, form_id, finish } = await aRunningAttempt();
    await finish();
    const path = `/course/student_passed_form/${attempt_id}/`;
    const before = (await company.as('owner').get(path)).body;
    await company.as('owner').post('/course/update_questions/', {
      form_id,
      questions: [
        {
          title: 'Other',
          score: 9,
          answers: [
            { title: 'x', is_right_answer: true },
            { title: 'y', is_right_answer: false },
          ],
        },
      ],
    });
    await company.as('owner').post(`/course/course/${course.id}/form/${form_id}/publish/`);
    expect((await company.as('owner').get(path)).body).toEqual(before);
  });
});

function minutes({ started_at, deadline }: { started_at: string; deadline: string }) {
  return (Date.parse(deadline) - Date.parse(started_at)) / 60_000;
}
