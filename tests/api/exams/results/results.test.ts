import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  numberOfStatus,
  statusOfNumber,
  type FormStatus,
} from '../../../../worker/exams/attempts/contract.ts';
import { mailResults } from '../../../../worker/exams/results/service-mails.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { answersOf, startAttempt, takeExam } from '../../../factories/attempt.ts';
import { unique, type Company, type Course, type Person } from '../../../factories/company.ts';
import { mailTo, sentMails } from '../../../support/api/accounts.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

type Exam = Awaited<ReturnType<Company['anExam']>>;
const START = '/course/start_form_passing/';
const resultPath = (attempt_id: number) => `/course/student_passed_form/${attempt_id}/`;
const attemptsPath = ({ course, form_id }: Exam) => `/course/course/${course.id}/form/${form_id}/attempts/`;

/** An exam (scores 2, 1, 1) for as many students as told. */
async function anExamFor(count: number, settings: Record<string, unknown> = {}, course?: Course) {
  const made = await Promise.all(Array.from({ length: count }, () => company.aPerson('student')));
  const students = made.sort((a, b) => a.id - b.id);
  const given = course ?? (await company.aCourse({ group: await company.aGroup({ students }) }));
  return { students, exam: await company.anExam({ course: given, settings }) };
}

function retake(exam: Exam, people: Person[], given: { as?: Person; body?: object; key?: string } = {}) {
  return (given.as ?? company.people.trainer).client.post(
    `/course/course/${exam.course.id}/retake_form/`,
    {
      form_id: exam.form_id,
      user_ids: people.map(({ id }) => id),
      reason: 'Second chance',
      ...given.body,
    },
    given.key ? { 'Idempotency-Key': given.key } : {},
  );
}

function decide(exam: Exam, people: Person[], action: string, body: object = {}) {
  return company.as('trainer').post(`/course/course/${exam.course.id}/passed_form_status/`, {
    form_id: exam.form_id,
    user_ids: people.map(({ id }) => id),
    action,
    reason: 'Somebody helped',
    ...body,
  });
}

const publish = (exam: Exam, attempt_ids?: number[]) =>
  company.as('trainer').post(`/course/course/${exam.course.id}/publish_results/`, {
    form_id: exam.form_id,
    ...(attempt_ids ? { attempt_ids } : {}),
  });

const statusOf = async (exam: Exam, person: Person) => {
  const [row] = await asSystem<{ status: FormStatus }>([
    'select status from assignments where form_id = $1 and user_id = $2',
    [exam.form_id, person.id],
  ]);
  return row && numberOfStatus(row.status);
};

const doneAt = async (exam: Exam, person: Person) =>
  (
    await asSystem<{ done_at: Date | null }>([
      'select done_at from material_progress where material_id = $1 and user_id = $2',
      [exam.material_id, person.id],
    ])
  )[0]?.done_at ?? null;

const ONE = { is_one_attempt_allowed: true, passing_score: 60 };

describe('a retake', () => {
  test('is granted to who may have one, and refused to each of the others by name', async () => {
    const { students, exam } = await anExamFor(8, { is_one_attempt_allowed: false, attempt_limit: 2 });
    const [exhausted, failed, passed, running, blocked, fresh, canceled, annulled] = students as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    await takeExam(exhausted.client, exam);
    await takeExam(exhausted.client, exam);
    await takeExam(failed.client, exam, 0);
    await takeExam(passed.client, exam);
    await startAttempt(running.client, exam);
    await takeExam(blocked.client, exam, 0);
    await asSystem([
      'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
      [company.id, exam.course.id, blocked.id],
    ]);
    await decide(exam, [canceled], 'cancel');
    await takeExam(annulled.client, exam);
    await decide(exam, [annulled], 'annul');
    const stranger = await company.aPerson('student');

    const answer = await retake(exam, [...students, stranger]);
    expect(answer.status).toBe(200);
    expect(answer.body.granted).toEqual([exhausted.id, failed.id, annulled.id]);
    expect(
      Object.fromEntries(
        answer.body.refused.map((each: { user_id: number; code: string }) => [each.user_id, each.code]),
      ),
    ).toEqual({
      [passed.id]: 'retake_not_needed',
      [running.id]: 'test_already_started',
      [blocked.id]: 'blocked_in_course',
      [fresh.id]: 'retake_not_needed',
      [canceled.id]: 'assignment_canceled',
      [stranger.id]: 'not_found',
    });
    expect(await Promise.all([exhausted, failed, annulled].map((each) => statusOf(exam, each)))).toEqual([
      4, 4, 4,
    ]);
    await takeExam(exhausted.client, exam);
    expect(await exhausted.client.post(START, { form_id: exam.form_id })).toMatchObject({
      status: 409,
      body: { code: 'attempts_exhausted' },
    });
    const decisions = await asSystem([
      `select d.amount, d.reason, (select count(distinct e.batch)::text from assignment_decisions e
           join assignments b on b.id = e.assignment_id where b.form_id = $1 and e.kind = 'retake') as batches
         from assignment_decisions d join assignments a on a.id = d.assignment_id where a.form_id = $1 and d.kind = 'retake'`,
      [exam.form_id],
    ]);
    expect(decisions).toEqual([1, 2, 3].map(() => ({ amount: 1, reason: 'Second chance', batches: '1' })));
  });

  test('is told in the student’s language, with attempts, reason and date', async () => {
    const { students, exam } = await anExamFor(1, ONE);
    const [student] = students as [Person];
    await asSystem(["update users set language = 'de' where id = $1", [student.id]]);
    await takeExam(student.client, exam, 0);
    await retake(exam, [student], { body: { due_at: '2031-02-03T10:00:00Z', extra_attempts: 2 } });
    const mail = await mailTo(student.email, /Wiederholung gewährt/);
    expect(mail.text).toContain('Second chance');
    expect(mail.text).toContain('Zusätzliche Versuche: 2');
    expect(mail.text).toContain('03.02.2031');
    expect(mail.links[0]).toContain(`/form/${exam.form_id}`);
    const { body } = await student.client.get(`/course/form_introduction/${exam.form_id}/`);
    expect(body).toMatchObject({
      status: 4,
      attempts_used: 1,
      attempts_allowed: 3,
      decision: { kind: 'retake', reason: 'Second chance', amount: 2 },
    });
  });

  test('is due when the last one was, as that is read', async () => {
    const { students, exam } = await anExamFor(2, ONE);
    for (const { client } of students) await takeExam(client, exam, 0);
    const [first, second] = students as [Person, Person];
    await retake(exam, [first], { body: { due_at: '2031-02-03T12:00:00+02:00' } });
    const dueFor = async ({ client }: Person): Promise<string> =>
      (await client.get(`/course/form_introduction/${exam.form_id}/`)).body.decision.due_at;
    const due_at = await dueFor(first);
    expect(Date.parse(due_at)).toBe(Date.parse('2031-02-03T10:00:00Z'));
    expect((await retake(exam, [second], { body: { due_at } })).status).toBe(200);
    expect(await dueFor(second)).toBe(due_at);
  });

  test('by when it is over is refused with the field, and not granted', async () => {
    const { students, exam } = await anExamFor(1, ONE);
    const [student] = students as [Person];
    await takeExam(student.client, exam, 0);
    const body = { due_at: new Date(Date.now() - 86_400_000).toISOString() };
    const refused = await retake(exam, [student], { body });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ due_at: ['The due date has passed already'] });
    const [{ status } = { status: '' }] = await asSystem<{ status: string }>([
      'select status from assignments where form_id = $1 and user_id = $2',
      [exam.form_id, student.id],
    ]);
    expect(status).toBe('completed');
    expect((await retake(exam, [student])).body.granted).toEqual([student.id]);
  });

  test('asked for again under the same key answers the same and grants nothing more', async () => {
    const { students, exam } = await anExamFor(2, ONE);
    await takeExam(students[0]!.client, exam, 0);
    const key = unique('key');
    const first = await retake(exam, students, { key });
    expect(first.body.granted).toEqual([students[0]!.id]);
    expect((await retake(exam, students, { key })).body).toEqual(first.body);
    expect((await retake(exam, students)).body).toEqual({
      granted: [],
      refused: [
        { user_id: students[0]!.id, code: 'retake_already_granted' },
        { user_id: students[1]!.id, code: 'retake_not_needed' },
      ],
    });
    const rows = await asSystem([
      'select extra_attempts from assignments where form_id = $1',
      [exam.form_id],
    ]);
    expect(rows).toEqual([{ extra_attempts: 1 }]);
  });

  test('gives an attempt also where the limit was lowered below what was used', async () => {
    const { students, exam } = await anExamFor(1, { is_one_attempt_allowed: false, attempt_limit: 3 });
    const [student] = students as [Person];
    for (let number = 1; number <= 3; number += 1) await takeExam(student.client, exam, 0);
    const owner = company.as('owner');
    await owner.patch(`/course/course/${exam.course.id}/form/${exam.form_id}/`, { attempt_limit: 1 });
    await owner.post(`/course/course/${exam.course.id}/form/${exam.form_id}/publish/`);
    await retake(exam, [student]);
    await takeExam(student.client, exam);
    expect((await student.client.post(START, { form_id: exam.form_id })).status).toBe(409);
  });
});

describe('the status of an assignment', () => {
  test('goes where the decisions say and nowhere else', async () => {
    const allowed = ['31', '41', '12', '15', '25', '24', '54', '36', '46', '63'];
    const { exam } = await anExamFor(0);
    const [{ id }] = (await asSystem<{ id: number }>([
      'insert into assignments (company_id, form_id, user_id) values ($1, $2, $3) returning id',
      [company.id, exam.form_id, company.people.student.id],
    ])) as [{ id: number }];
    const went: string[] = [];
    for (let from = 1; from <= 6; from += 1) {
      for (let to = 1; to <= 6; to += 1) {
        await asSystem(
          ['delete from assignments where id = $1', [id]],
          [
            'insert into assignments (id, company_id, form_id, user_id, status) overriding system value values ($1, $2, $3, $4, $5)',
            [id, company.id, exam.form_id, company.people.student.id, statusOfNumber(from)],
          ],
        );
        const moved = await asSystem([
          'update assignments set status = $2 where id = $1',
          [id, statusOfNumber(to)],
        ]).then(
          () => true,
          () => false,
        );
        if (moved && from !== to) went.push(`${from}${to}`);
      }
    }
    expect(went.sort()).toEqual(allowed.sort());
  });

  test('by the calls: annul from 1 and 2, cancel from 3 and 4, restore from 6, and from nowhere else', async () => {
    const { students, exam } = await anExamFor(6, { ...ONE, is_one_attempt_allowed: false });
    const [running, completed, assigned, reopened, rejected, canceled] = students as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const prepare = async () => {
      await startAttempt(running.client, exam);
      await takeExam(completed.client, exam, 0);
      await takeExam(reopened.client, exam, 0);
      await retake(exam, [reopened]);
      await takeExam(rejected.client, exam, 0);
      await decide(exam, [rejected], 'annul');
      await decide(exam, [canceled], 'cancel');
    };
    await prepare();
    expect(await Promise.all(students.map((each) => statusOf(exam, each)))).toEqual([
      1,
      2,
      undefined,
      4,
      5,
      6,
    ]);
    const restored = await decide(exam, students, 'restore');
    expect(restored.body.changed).toEqual([canceled.id]);
    expect(restored.body.refused).toHaveLength(5);
    expect(new Set(restored.body.refused.map((each: { code: string }) => each.code))).toEqual(
      new Set(['status_not_allowed']),
    );
    const annul = await decide(exam, students, 'annul');
    expect(annul.body.changed).toEqual([running.id, completed.id]);
    const cancel = await decide(exam, students, 'cancel');
    expect(cancel.body.changed).toEqual([assigned.id, reopened.id, canceled.id]);
    expect(await Promise.all(students.map((each) => statusOf(exam, each)))).toEqual([5, 5, 6, 6, 5, 6]);
  });

  test('canceled keeps the student from starting and says why; restored it starts again', async () => {
    const { students, exam } = await anExamFor(1);
    const [student] = students as [Person];
    await decide(exam, [student], 'cancel', { reason: 'Passed elsewhere' });
    expect((await student.client.post(START, { form_id: exam.form_id })).status).toBe(409);
    const introduction = `/course/form_introduction/${exam.form_id}/`;
    expect((await student.client.get(introduction)).body).toMatchObject({
      status: 6,
      decision: { kind: 'cancel', reason: 'Passed elsewhere' },
    });
    expect((await student.client.get('/course/appointed_form/')).body.results).toMatchObject([
      { passed_form_status: 6, decision: { kind: 'cancel', reason: 'Passed elsewhere' } },
    ]);
    await decide(exam, [student], 'restore');
    expect((await student.client.get(introduction)).body).toMatchObject({ status: 3, decision: null });
    await takeExam(student.client, exam);
  });

  test('an annulment taken back leaves everything as it was, until a retake is granted', async () => {
    const { students, exam } = await anExamFor(2, { issue_certificate: true });
    const [student, other] = students as [Person, Person];
    const first = await takeExam(student.client, exam);
    const lastActivity = async () =>
      (await company.as('owner').get(`/course/course/${exam.course.id}/statistic/`)).body.results.find(
        ({ user }: { user: Person }) => user.id === student.id,
      ).last_activity as string;
    const learned = Date.now();
    const numbers = async (status: string) =>
      (await student.client.get(`/certificates/?course=${exam.course.id}&status=${status}`)).body.results.map(
        ({ number }: { number: string }) => number,
      );
    const held = await numbers('valid');
    await decide(exam, [student], 'annul');
    expect([await statusOf(exam, student), await numbers('valid')]).toEqual([5, []]);
    const answer = await decide(exam, [student, other], 'reinstate');
    expect(answer.body).toMatchObject({
      changed: [student.id],
      refused: [{ user_id: other.id, code: 'status_not_allowed' }],
    });
    expect([await statusOf(exam, student), await numbers('valid')]).toEqual([2, held]);
    expect([held.length, await numbers('revoked')]).toEqual([1, []]);
    // Nothing was learned on the day of the decision.
    expect(Date.parse(await lastActivity())).toBeLessThanOrEqual(learned);
    expect((await student.client.get(resultPath(first))).body).toMatchObject({
      passed_form_status: 2,
      annulled: null,
      passed_successfully: true,
    });
    await decide(exam, [student], 'annul');
    await retake(exam, [student]);
    expect((await decide(exam, [student], 'reinstate')).body.changed).toEqual([]);
    // What was annulled while it ran has no result to come back to.
    await startAttempt(other.client, exam);
    await decide(exam, [other], 'annul');
    expect((await decide(exam, [other], 'reinstate')).body.changed).toEqual([]);
  });

  test('annulled says by whom, when and why, and that the certificate behind it holds no longer', async () => {
    const { students, exam } = await anExamFor(1, { issue_certificate: true });
    const [student] = students as [Person];
    const attempt = await takeExam(student.client, exam);
    const { body: held } = await student.client.get(`/certificates/?course=${exam.course.id}`);
    const number = held.results[0].number.replace(/(....)(....)(....)/, '$1-$2-$3');
    await decide(exam, [student], 'annul');
    const [own, seen] = [
      await student.client.get(resultPath(attempt)),
      await company.as('owner').get(resultPath(attempt)),
    ].map(({ body }) => body);
    expect(own.annulled).toEqual({ ...seen.annulled, author: null });
    expect(seen.annulled).toMatchObject({ reason: 'Somebody helped', author: { id: expect.any(Number) } });
    expect(seen.can_download_certificate).toBe(false);
    const timeline = await student.client.get(`${resultPath(attempt)}timeline/`);
    expect(timeline.body.events).toMatchObject([{ kind: 'annul' }]);
    const { body: told } = await student.client.get('/notifications/');
    expect(told.results[0].params).toMatchObject({ event: 'annul', certificate: number });
    expect(await mailTo(student.email)).toMatchObject({ text: expect.stringContaining(number) });
  });

  test('annulled while it runs ends the attempt at once, ungraded', async () => {
    const { students, exam } = await anExamFor(1);
    const [student] = students as [Person];
    const attempt = await startAttempt(student.client, exam);
    await decide(exam, [student], 'annul');
    expect((await attempt.call('heartbeat')).body.status).toBe(5);
    const late = await attempt.save(answersOf(exam.questions));
    expect(late).toMatchObject({ status: 409, body: { code: 'attempt_ended' } });
    const finished = await attempt.finish();
    expect(finished.body).toMatchObject({ status: 5, receipt: { answers: 0 } });
    expect((await student.client.get(resultPath(attempt.attempt_id))).body).toMatchObject({
      passed_form_status: 5,
      annulled: { reason: 'Somebody helped' },
      finished_by: 'trainer',
      published: false,
    });
    expect(await mailTo(student.email)).toMatchObject({ text: expect.stringContaining('Somebody helped') });
  });

  test('an annulled pass is no pass unless another attempt passed, and what was opened stays open', async () => {
    const course = await company.aCourse({
      chain: true,
      group: await company.aGroup({ students: [] }),
    });
    const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: false } });
    const after = await company
      .as('owner')
      .post(`/course/course/${course.id}/educational_material/`, { name: unique('After'), type: 'theory' });
    const last = await company
      .as('owner')
      .post(`/course/course/${course.id}/educational_material/`, { name: unique('Last'), type: 'theory' });
    const student = await company.aPerson('student');
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, course.group.id, student.id],
    ]);
    const material = (made: { body: { id: number } }) =>
      `/course/course/${course.id}/educational_material/${made.body.id}/`;
    const first = await takeExam(student.client, exam);
    const second = await takeExam(student.client, exam);
    expect((await student.client.get(material(after))).status).toBe(200);
    await decide(exam, [student], 'annul', { attempt_ids: [first] });
    expect(await doneAt(exam, student)).not.toBeNull();
    await retake(exam, [student]);
    await asSystem(
      [`update assignments set status = 'in_progress' where form_id = $1`, [exam.form_id]],
      [`update assignments set status = 'completed' where form_id = $1`, [exam.form_id]],
    );
    await decide(exam, [student], 'annul', { attempt_ids: [second] });
    expect(await doneAt(exam, student)).toBeNull();
    expect((await student.client.get(material(after))).status).toBe(200);
    expect((await student.client.get(material(last))).body).toMatchObject({ code: 'material_locked' });
    const [state] = await asSystem([
      'select done, total from course_states where user_id = $1',
      [student.id],
    ]);
    expect(state).toEqual({ done: 0, total: 3 });
    expect((await student.client.get('/course/appointed_form/')).body.results).toMatchObject([
      { passed_form_status: 5, passed_successfully: null, percent: null },
    ]);
  });
});

describe('publication', () => {
  /** Every answer a student gets about the exam, without what differs between any two people or moments. */
  async function seenBy(student: Person, exam: Exam, attempt_id: number, finished: unknown) {
    const paths = [
      resultPath(attempt_id),
      '/course/appointed_form/',
      `/course/appointed_form/?user=${student.id}`,
      `/course/form_introduction/${exam.form_id}/`,
      `/course/course/${exam.course.id}/statistic/`,
      attemptsPath(exam),
    ];
    const answers = await Promise.all(paths.map((path) => student.client.get(path)));
    return JSON.stringify([finished, ...answers.map(({ status, body }) => ({ status, body }))])
      .replace(/"[^"]*_at":"[^"]*"|"deadline":"[^"]*"|"exam_time_end":"[^"]*"/g, '')
      .replace(/"(id|attempt_id|last_attempt_id|duration)":\d+/g, '')
      .replace(/"checksum":"\w+"/g, '');
  }

  test('withheld, a pass and a failure look alike in everything a student is told but the progress', async () => {
    const { students, exam } = await anExamFor(2, {
      publication_after_passing: false,
      send_email_with_answers: true,
    });
    const [good, bad] = students as [Person, Person];
    const seen: string[] = [];
    const attempts: number[] = [];
    for (const [person, right] of [
      [good, 3],
      [bad, 0],
    ] as const) {
      const { attempt_id, finish } = await startAttempt(person.client, exam);
      const { body } = await finish(answersOf(exam.questions, right));
      attempts.push(attempt_id);
      seen.push(await seenBy(person, exam, attempt_id, body));
    }
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]).toContain('"in_review":true');
    expect(seen[0]).not.toMatch(/"(max_)?score"|percent":\d|"ects":"|explanation|successfully":(true|false)/);
    await mailResults(env, new Db(env));
    expect(await sentMails(good.email)).toEqual([]);
    // Progress counts at once, so that nobody waits for a trainer to go on.
    expect([await doneAt(exam, good), await doneAt(exam, bad)].map((at) => at !== null)).toEqual([
      true,
      false,
    ]);

    expect((await publish(exam, [attempts[0]!])).body).toEqual({ published: [attempts[0]] });
    expect((await good.client.get(resultPath(attempts[0]!))).body).toMatchObject({
      published: true,
      score: 4,
    });
    expect((await bad.client.get(resultPath(attempts[1]!))).body).toMatchObject({ published: false });
    expect((await publish(exam)).body).toEqual({ published: [attempts[1]] });
    expect((await publish(exam)).body).toEqual({ published: [] });
    expect((await bad.client.get('/course/appointed_form/')).body.results).toMatchObject([
      { passed_successfully: false, percent: 0, in_review: false },
    ]);
    expect((await mailTo(good.email)).text).toContain('4');
  });

  test('of another course’s attempt is not found', async () => {
    const { students, exam } = await anExamFor(1, { publication_after_passing: false });
    const other = await anExamFor(1, { publication_after_passing: false });
    const foreign = await takeExam(other.students[0]!.client, other.exam);
    await takeExam(students[0]!.client, exam);
    expect((await publish(exam, [foreign])).status).toBe(404);
  });

  test('shows the results that are out while a later one waits', async () => {
    const { students, exam } = await anExamFor(1, { publication_after_passing: false });
    const [student] = students as [Person];
    const first = await takeExam(student.client, exam, 1);
    await publish(exam, [first]);
    await takeExam(student.client, exam, 3);
    expect((await student.client.get('/course/appointed_form/')).body.results).toMatchObject([
      { percent: 50, passed_successfully: false, in_review: true },
    ]);
    const trainers = await company.as('trainer').get(`/course/appointed_form/?user=${student.id}`);
    expect(trainers.body.results).toMatchObject([{ percent: 100, passed_successfully: true }]);
  });

  test.each([
    { show_right_answers: false, show_uncounted_answers: false, show_points_for_answers: false },
    { show_right_answers: true, show_uncounted_answers: true, show_points_for_answers: true },
  ])('mails exactly what the page shows: %j', async (settings) => {
    const { students, exam } = await anExamFor(1, {
      ...settings,
      send_email_with_answers: true,
      is_one_attempt_allowed: true,
    });
    const [student] = students as [Person];
    await asSystem(["update users set language = 'en' where id = $1", [student.id]]);
    await takeExam(student.client, exam, 1);
    await mailResults(env, new Db(env));
    const { text } = await mailTo(student.email, /Your result/);
    expect(text).toContain('Result: not passed. 2 of 4 points, 50%, ECTS FX.');
    expect(text).toContain('Your answer: wrong');
    const shown = settings.show_right_answers;
    expect(text.includes('Right answer: right')).toBe(shown);
    expect(text.includes('Two (wrong, 0 of 1 point)')).toBe(shown);
    // Nothing is left that could be sent once more.
    const waiting = await asSystem([
      'select from result_mails w join attempts t on t.id = w.attempt_id where t.user_id = $1',
      [student.id],
    ]);
    expect(waiting).toEqual([]);
    expect(await sentMails(student.email)).toHaveLength(1);
  });
});

test('a form that forbids copying says so to the student who reads its result', async () => {
  const { students, exam } = await anExamFor(1, { disable_autosave_for_all_respondents: true });
  const attempt_id = await takeExam(students[0]!.client, exam);
  expect((await students[0]!.client.get(resultPath(attempt_id))).body.forbid_copying).toBe(true);
  expect((await company.as('trainer').get(resultPath(attempt_id))).body.forbid_copying).toBe(false);
});

describe('the result that counts', () => {
  test.each([
    ['best', { percent: 100, passed: true }],
    ['last', { percent: 50, passed: false }],
  ] as const)('is the %s one, in every list alike', async (result_counts, expected) => {
    const { students, exam } = await anExamFor(1, { result_counts, is_one_attempt_allowed: false });
    const [student] = students as [Person];
    const attempts = [
      await takeExam(student.client, exam, 0),
      await takeExam(student.client, exam, 3),
      await takeExam(student.client, exam, 1),
    ];
    const own = await student.client.get('/course/appointed_form/');
    expect(own.body.results[0]).toMatchObject({
      percent: expected.percent,
      passed_successfully: expected.passed,
    });
    const statistic = await company.as('trainer').get(`/course/course/${exam.course.id}/statistic/`);
    expect(statistic.body.results[0].forms[0]).toMatchObject({
      percent: expected.percent,
      passed: expected.passed,
    });
    const listed = await company.as('trainer').get(attemptsPath(exam));
    expect(listed.body.results.map((row: { counts: boolean }) => row.counts)).toEqual(
      attempts.map((_, index) => index === (result_counts === 'best' ? 1 : 2)),
    );
  });
});

describe('the results of a form', () => {
  test('tell of an attempt that runs by when it ends, how much is answered and whether its page is there', async () => {
    const { students, exam } = await anExamFor(2);
    const [student, gone] = students as [Person, Person];
    const attempt = await startAttempt(student.client, exam);
    const other = await startAttempt(gone.client, exam);
    const [first, second] = answersOf(exam.questions);
    await attempt.save([first, { ...second, answer_ids: [] }]);
    await other.call('close');
    const running = async () => {
      const { body } = await company.as('trainer').get(attemptsPath(exam));
      return Object.fromEntries(
        body.results.map((row: { user: { id: number }; running: unknown }) => [row.user.id, row.running]),
      );
    };
    const told = { deadline: expect.stringMatching(/^20/), questions: 3 };
    expect(await running()).toEqual({
      [student.id]: { ...told, answered: 1, online: true },
      [gone.id]: { ...told, answered: 0, online: false },
    });
    await attempt.finish();
    expect((await running())[student.id]).toBeNull();
  });

  test('list attempts and who has not begun, with what may be done about each', async () => {
    const { students, exam } = await anExamFor(3, { publication_after_passing: false });
    const [failed, running, fresh] = students as [Person, Person, Person];
    await takeExam(failed.client, exam, 0);
    await startAttempt(running.client, exam);
    const { body } = await company.as('trainer').get(attemptsPath(exam));
    expect(body).toMatchObject({ count: 3, in_review: 1, may_repair: true, form: { id: exam.form_id } });
    const rows = Object.fromEntries(
      body.results.map((row: { user: { id: number }; state: string; actions: string[] }) => [
        row.user.id,
        [row.state, ...row.actions],
      ]),
    );
    expect(rows).toEqual({
      [failed.id]: ['in_review', 'publish', 'retake', 'annul'],
      [running.id]: ['running', 'annul'],
      [fresh.id]: ['assigned', 'cancel'],
    });
    const filtered = async (query: string) =>
      (await company.as('manager').get(`${attemptsPath(exam)}?${query}`)).body.results.map(
        (row: { user: { id: number } }) => row.user.id,
      );
    expect(await filtered('state=in_review')).toEqual([failed.id]);
    expect(await filtered('state=completed&passed=false')).toEqual([failed.id]);
    expect(await filtered('passed=true')).toEqual([]);
    expect(await filtered('state=running')).toEqual([running.id]);
    expect(await filtered(`state=assigned&group=${exam.course.group.id}`)).toEqual([fresh.id]);
    expect(await filtered('ordering=-percent&page_size=1')).toEqual([failed.id]);
    expect(await filtered('search=nobody-is-called-so')).toEqual([]);
    const manager = await company.as('manager').get(attemptsPath(exam));
    expect(manager.body.may_repair).toBe(false);
  });
});

describe('notes', () => {
  const note = (attempt_id: number, notes: unknown[]) =>
    company.as('trainer').post(`${resultPath(attempt_id)}notes/`, { notes });

  test('are seen by the student once the result is published, with author and date, and mailed', async () => {
    const { students, exam } = await anExamFor(1, { publication_after_passing: false });
    const [student] = students as [Person];
    const attempt_id = await takeExam(student.client, exam, 1);
    const [first] = exam.questions;
    await note(attempt_id, [
      { question_id: null, text: 'Nearly' },
      { question_id: first!.id, text: 'Good one' },
    ]);
    expect((await student.client.get(resultPath(attempt_id))).text).not.toMatch(/Nearly|Good one/);
    await publish(exam);
    const { body } = await student.client.get(resultPath(attempt_id));
    expect(body.note).toMatchObject({ text: 'Nearly', author: { id: company.people.trainer.id } });
    expect(body.note.updated_at).toMatch(/^20/);
    expect(body.score_explanation[0].note).toMatchObject({ text: 'Good one' });
    await mailTo(student.email);
    const before = (await sentMails(student.email)).length;
    await note(attempt_id, [
      { question_id: null, text: '' },
      { question_id: first!.id, text: 'Better said' },
    ]);
    await expect.poll(async () => (await sentMails(student.email)).length).toBe(before + 1);
    const again = await student.client.get(resultPath(attempt_id));
    expect(again.body).not.toHaveProperty('note');
    expect(again.body.score_explanation[0].note).toMatchObject({ text: 'Better said' });
  });

  test('are not written about a running attempt, nor about a question that was not asked', async () => {
    const { students, exam } = await anExamFor(2);
    const { attempt_id } = await startAttempt(students[0]!.client, exam);
    expect(await note(attempt_id, [{ question_id: null, text: 'Early' }])).toMatchObject({
      status: 409,
    });
    const ended = await takeExam(students[1]!.client, exam);
    const other = await anExamFor(0);
    const answer = await note(ended, [{ question_id: other.exam.questions[0]!.id, text: 'Where?' }]);
    expect(answer).toMatchObject({ status: 400, body: { notes: ['Not a valid choice'] } });
  });
});

describe('a repair of the key', () => {
  const formPath = ({ course, form_id }: Exam) => `/course/course/${course.id}/form/${form_id}`;
  const swapped = (exam: Exam, index = 0) => ({
    question_id: exam.questions[index]!.id,
    right_answer_ids: exam.questions[index]!.answers.filter((each) => !each.is_right_answer).map(
      (each) => each.id,
    ),
  });
  const annulled = (exam: Exam, index = 0) => ({ question_id: exam.questions[index]!.id, annulled: true });
  const repair = (exam: Exam, changes: unknown[], body: object = {}, key = unique('key')) =>
    company
      .as('trainer')
      .post(
        `${formPath(exam)}/repairs/`,
        { changes, only_raise: false, reason: 'The key was wrong', ...body },
        { 'Idempotency-Key': key },
      );
  const preview = (exam: Exam, changes: unknown[], only_raise = false) =>
    company.as('trainer').post(`${formPath(exam)}/repair_preview/`, { changes, only_raise });
  const undo = (exam: Exam, id: number) =>
    company.as('trainer').post(`${formPath(exam)}/repairs/${id}/undo/`);
  const gradeOf = async (attempt_id: number) => {
    const { body } = await company.as('trainer').get(resultPath(attempt_id));
    return [body.score, body.max_score, body.passed_successfully] as const;
  };
  const gradings = async (attempt_id: number) =>
    (
      await asSystem<{ reason: string }>([
        'select reason from gradings where attempt_id = $1 order by id',
        [attempt_id],
      ])
    ).map(({ reason }) => reason);

  test('grades anew whom it concerns, whoever ends later, and is undone by grading once more', async () => {
    const { students, exam } = await anExamFor(3, { passing_score: 60 });
    const [right, wrong, late] = students as [Person, Person, Person];
    const attempts = [await takeExam(right.client, exam, 3), await takeExam(wrong.client, exam, 0)] as const;
    const running = await startAttempt(late.client, exam);
    const seen = await preview(exam, [swapped(exam)]);
    expect(seen.body).toMatchObject({ count: 2, raised: 1, lowered: 1, passes_gained: 0, passes_lost: 1 });
    expect(seen.body.attempts).toMatchObject(
      [
        { attempt_id: attempts[0], before: { score: 4, passed: true }, after: { score: 2, passed: false } },
        { attempt_id: attempts[1], before: { score: 0 }, after: { score: 2, percent: 50, ects: 'FX' } },
      ].sort((a, b) => a.attempt_id - b.attempt_id),
    );
    expect(await gradings(attempts[0])).toEqual(['finished']);
    const before = await asSystem([
      'select to_jsonb(t) as attempt, (select jsonb_agg(s order by s.question_id) from attempt_answers s where s.attempt_id = t.id) as answers from attempts t where t.id = any ($1) order by id',
      [[...attempts]],
    ]);

    const made = await repair(exam, [swapped(exam)]);
    expect(made.status).toBe(201);
    expect(await gradeOf(attempts[0])).toEqual([2, 4, false]);
    expect(await gradeOf(attempts[1])).toEqual([2, 4, false]);
    expect(await doneAt(exam, right)).toBeNull();
    const finished = await running.finish();
    expect(finished.body).toMatchObject({ score: 2, passed_successfully: false });
    expect((await company.as('trainer').get(`${formPath(exam)}/repairs/`)).body).toMatchObject({
      questions: [
        {
          answers: [
            { title: 'right', is_right_answer: false },
            { title: 'wrong', is_right_answer: true },
          ],
        },
        {},
        {},
      ],
      repairs: [{ id: made.body.id, reason: 'The key was wrong', attempts: 2, undone_at: null }],
    });

    expect((await undo(exam, made.body.id)).status).toBe(204);
    expect(await gradeOf(attempts[0])).toEqual([4, 4, true]);
    expect(await gradeOf(running.attempt_id)).toEqual([4, 4, true]);
    expect(await doneAt(exam, right)).not.toBeNull();
    expect(await gradings(attempts[0])).toEqual(['finished', 'repair', 'undo']);
    expect((await undo(exam, made.body.id)).status).toBe(204);
    expect(await gradings(attempts[0])).toEqual(['finished', 'repair', 'undo']);
    expect(
      await asSystem([
        'select to_jsonb(t) as attempt, (select jsonb_agg(s order by s.question_id) from attempt_answers s where s.attempt_id = t.id) as answers from attempts t where t.id = any ($1) order by id',
        [[...attempts]],
      ]),
    ).toEqual(before);
  });

  test('is told to whose published result it changes, and to nobody else', async () => {
    const { students, exam } = await anExamFor(3, { publication_after_passing: false });
    const [seen, other, waiting] = students as [Person, Person, Person];
    const published = [await takeExam(seen.client, exam, 3), await takeExam(other.client, exam, 3)];
    await takeExam(waiting.client, exam, 3);
    await asSystem([`update users set language = 'en' where id = any ($1)`, [students.map(({ id }) => id)]]);
    await asSystem(['update attempts set result_published_at = now() where id = any ($1)', [published]]);
    await asSystem([
      'delete from result_mails w using attempts t where t.id = w.attempt_id and t.form_id = $1',
      [exam.form_id],
    ]);
    await repair(exam, [swapped(exam)], { only_raise: true });
    await mailResults(env, new Db(env));
    for (const { email } of students) expect(await sentMails(email)).toEqual([]);
    await repair(exam, [swapped(exam)]);
    await asSystem(['update result_mails set due_at = now() where attempt_id = any ($1)', [published]]);
    await mailResults(env, new Db(env));
    for (const { email } of [seen, other])
      expect((await mailTo(email, /Your result has changed/)).text).toContain('were corrected');
    expect(await sentMails(waiting.email)).toEqual([]);
  });

  test('that only raises leaves alone what would fall', async () => {
    const { students, exam } = await anExamFor(2, { passing_score: 60 });
    const attempts = [
      await takeExam(students[0]!.client, exam, 3),
      await takeExam(students[1]!.client, exam, 0),
    ] as const;
    expect((await preview(exam, [swapped(exam)], true)).body).toMatchObject({
      count: 1,
      raised: 1,
      lowered: 0,
    });
    await repair(exam, [swapped(exam)], { only_raise: true });
    expect(await gradeOf(attempts[0])).toEqual([4, 4, true]);
    expect(await gradeOf(attempts[1])).toEqual([2, 4, false]);
    expect(await gradings(attempts[0])).toEqual(['finished']);
  });

  test('that annuls a question takes its points out for everybody, and says so to the student', async () => {
    const { students, exam } = await anExamFor(1, { passing_score: 60 });
    const [student] = students as [Person];
    const attempt_id = await takeExam(student.client, exam, 1);
    await repair(exam, [annulled(exam, 1), annulled(exam, 2)]);
    expect(await gradeOf(attempt_id)).toEqual([2, 2, true]);
    const { body } = await student.client.get(resultPath(attempt_id));
    expect(body.score_explanation.map((each: { outcome: string }) => each.outcome)).toEqual([
      'right',
      'annulled',
      'annulled',
    ]);
    expect(await repair(exam, [annulled(exam, 0)])).toMatchObject({
      status: 400,
      body: { changes: ['At least one question has to count'] },
    });
  });

  test('asked for twice under one key is made once', async () => {
    const { students, exam } = await anExamFor(1);
    const attempt_id = await takeExam(students[0]!.client, exam);
    const key = unique('key');
    const first = await repair(exam, [swapped(exam)], {}, key);
    const second = await repair(exam, [swapped(exam)], {}, key);
    expect(second.body).toEqual(first.body);
    expect(await gradings(attempt_id)).toEqual(['finished', 'repair']);
  });

  test('mends the draft while it is as published, and leaves one that was changed since', async () => {
    const { exam } = await anExamFor(0);
    const draft = async () =>
      (await company.as('trainer').get(`${formPath(exam)}/`)).body.questions[0].answers;
    const made = await repair(exam, [swapped(exam)]);
    expect(await draft()).toMatchObject([{ is_right_answer: false }, { is_right_answer: true }]);
    await undo(exam, made.body.id);
    expect(await draft()).toMatchObject([{ is_right_answer: true }, { is_right_answer: false }]);
    const { questions } = (await company.as('owner').get(`${formPath(exam)}/`)).body;
    await company.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: questions.map(
        (question: { answers: { id: number; is_right_answer: boolean }[] }, index: number) =>
          index > 0
            ? question
            : {
                ...question,
                answers: question.answers.map((answer, place) => ({ ...answer, title: `new ${place}` })),
              },
      ),
    });
    await repair(exam, [swapped(exam)]);
    expect(await draft()).toMatchObject([{ is_right_answer: true }, { is_right_answer: false }]);
  });

  test('concerns the versions that asked the same, and not those published afterwards', async () => {
    const { students, exam } = await anExamFor(2);
    const [early, late] = students as [Person, Person];
    const owner = company.as('owner');
    const attempt_id = await takeExam(early.client, exam, 0);
    await owner.patch(`${formPath(exam)}/`, { time_limit: 20 });
    await owner.post(`${formPath(exam)}/publish/`);
    await repair(exam, [swapped(exam)]);
    expect(await gradeOf(attempt_id)).toEqual([2, 4, false]);
    // The editor thinks better of it and publishes the key of before.
    const { questions } = (await owner.get(`${formPath(exam)}/`)).body;
    questions[0].answers.forEach((answer: { is_right_answer: boolean }, index: number) => {
      answer.is_right_answer = index === 0;
    });
    await owner.post('/course/update_questions/', { form_id: exam.form_id, questions });
    await owner.post(`${formPath(exam)}/publish/`);
    const after = await takeExam(late.client, exam, 3);
    expect(await gradeOf(after)).toEqual([4, 4, true]);
    expect(await gradeOf(attempt_id)).toEqual([2, 4, false]);
  });

  test('refuses what cannot be a key', async () => {
    const { exam } = await anExamFor(0);
    const [one, two] = exam.questions as [Exam['questions'][number], Exam['questions'][number]];
    const ids = one.answers.map((answer) => answer.id);
    for (const [change, message] of [
      [{ question_id: one.id, right_answer_ids: [] }, 'Mark a right answer in every question'],
      [{ question_id: one.id, right_answer_ids: ids }, 'Only one answer can be right in this question'],
      [{ question_id: one.id, right_answer_ids: [two.answers[0]!.id] }, 'Not a valid choice'],
      [{ question_id: 2_000_000_000, annulled: true }, 'Not a valid choice'],
    ] as const) {
      const answer = await repair(exam, [change]);
      expect({ change, answer: answer.body }).toEqual({ change, answer: { changes: [message] } });
    }
  });

  test('tells whose certificate it would give and take', async () => {
    const { students, exam } = await anExamFor(2, { passing_score: 60, issue_certificate: true });
    await takeExam(students[0]!.client, exam, 3);
    await takeExam(students[1]!.client, exam, 0);
    const { body } = await preview(exam, [swapped(exam), swapped(exam, 2)]);
    expect(body).toMatchObject({ certificates_gained: 1, certificates_lost: 1 });
  });

  test('is one round trip’s work whatever the number of attempts', async () => {
    const { students, exam } = await anExamFor(1);
    await takeExam(students[0]!.client, exam, 0);
    await asSystem([
      `with taken as (
         insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, status, holder, seed, started_at, deadline,
             due_at, finished_at, finished_by, result_published_at)
           select company_id, assignment_id, form_id, form_version_id, user_id, n, 'completed', holder, seed, started_at, deadline, due_at,
                  finished_at, finished_by, result_published_at
             from attempts, generate_series(2, 300) n where form_id = $1 and number = 1 returning id, company_id)
       insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, created_at)
         select company_id, id, 0, 4, 0, 'F', false, '[]', 'finished', now() from taken`,
      [exam.form_id],
    ]);
    await repair(exam, [swapped(exam)]);
    const [counted] = await asSystem<{ count: string }>([
      `select count(*) from gradings g join attempts t on t.id = g.attempt_id where t.form_id = $1 and g.reason = 'repair'`,
      [exam.form_id],
    ]);
    expect(counted).toEqual({ count: '300' });
  });
});
