import { beforeAll, expect, test } from 'vitest';
import { startAttempt, takeExam } from '../../../factories/attempt.ts';
import { type Company, type Person, unique } from '../../../factories/company.ts';
import { mailTo } from '../../../support/api/accounts.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

type Exam = Awaited<ReturnType<Company['anExam']>>;

async function anExhausted(settings: object = {}): Promise<{ student: Person; exam: Exam }> {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group });
  const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: true, ...settings } });
  await takeExam(student.client, exam, 0);
  return { student, exam };
}

const ask = ({ client }: Person, { form_id }: Exam, message?: string) =>
  client.post('/course/retake_request/', { form_id, ...(message !== undefined && { message }) });
const asked = async ({ client }: Person, { form_id }: Exam) =>
  (await client.get(`/course/retake_request/${form_id}/`)).body;
const inToday = async (exam: Exam, role: 'owner' | 'trainer' = 'trainer') =>
  (await company.as(role).get('/course/today/retake_asked/?page_size=100')).body.results.filter(
    (row: { form: { id: number } }) => row.form.id === exam.form_id,
  );
const decline = (exam: Exam, { id }: Person, reason = 'Read the theory first') =>
  company
    .as('trainer')
    .post(`/course/course/${exam.course.id}/decline_retake/`, { form_id: exam.form_id, user_id: id, reason });
const retake = (exam: Exam, { id }: Person) =>
  company.as('trainer').post(`/course/course/${exam.course.id}/retake_form/`, {
    form_id: exam.form_id,
    user_ids: [id],
    extra_attempts: 1,
    reason: 'Second chance',
  });
const told = async ({ id }: Person, event: string) =>
  asSystem<{ kind: string; path: string; params: Record<string, unknown> }>([
    `select kind, path, params from notifications where company_id = $1 and user_id = $2 and params->>'event' = $3
       order by id`,
    [company.id, id, event],
  ]);

test('a request stands in Today with its words, and asking again is the same one', async () => {
  const { student, exam } = await anExhausted();
  expect(await asked(student, exam)).toEqual({ may_ask: true, request: null });
  const first = await ask(student, exam, 'I was ill');
  expect(first.status).toBe(200);
  const again = await Promise.all([ask(student, exam, 'Once more'), ask(student, exam)]);
  for (const { status, body } of again) expect({ status, body }).toEqual({ status: 200, body: first.body });
  expect(await asked(student, exam)).toMatchObject({
    may_ask: false,
    request: { message: 'I was ill', ended_at: null, outcome: null },
  });
  expect(await inToday(exam)).toMatchObject([
    {
      kind: 'retake_asked',
      user: { id: student.id },
      course: { id: exam.course.id },
      message: 'I was ill',
      attempts_used: 1,
      attempts_allowed: 1,
      actions: ['retake', 'decline'],
    },
  ]);
  const { body } = await company.as('owner').get('/course/today/');
  expect(body.retake_asked.count).toBeGreaterThan(0);
  expect((await ask(student, exam, 'x'.repeat(501))).status).toBe(400);
});

test('coaches of the course are told in the bell, once; owners where nobody is nearer', async () => {
  const { student, exam } = await anExhausted();
  const before = (await told(company.people.trainer, 'retake_asked')).length;
  await ask(student, exam, 'I was ill');
  await ask(student, exam, 'I was ill');
  const news = (await told(company.people.trainer, 'retake_asked')).slice(before);
  expect(news).toMatchObject([
    { kind: 'reminder', path: '/today?section=retake_asked', params: { text: 'I was ill' } },
  ]);
  const owned = (await told(company.people.owner, 'retake_asked')).length;
  const other = await anExhausted();
  await asSystem([
    "delete from course_members where company_id = $1 and course_id = $2 and role = 'coach'",
    [company.id, other.exam.course.id],
  ]);
  await asSystem([
    `delete from group_members where company_id = $1 and role = 'manager' and group_id in (
       select group_id from group_members where company_id = $1 and user_id = $2)`,
    [company.id, other.student.id],
  ]);
  await ask(other.student, other.exam);
  expect((await told(company.people.owner, 'retake_asked')).length).toBe(owned + 1);
});

test('nobody asks who has an attempt, awaits a result, runs one, or is kept out', async () => {
  const { student, exam } = await anExhausted({ is_one_attempt_allowed: false });
  expect((await asked(student, exam)).may_ask).toBe(false);
  expect((await ask(student, exam)).body.code).toBe('retake_not_needed');
  const passed = await anExhausted({ is_one_attempt_allowed: false, attempt_limit: 2 });
  await takeExam(passed.student.client, passed.exam);
  expect(await asked(passed.student, passed.exam)).toEqual({ may_ask: false, request: null });
  expect((await ask(passed.student, passed.exam)).body.code).toBe('retake_not_needed');
  await startAttempt(student.client, exam);
  expect((await ask(student, exam)).body.code).toMatch(/test_already_started|test_running/);
  const waiting = await anExhausted({ publication_after_passing: false });
  expect((await ask(waiting.student, waiting.exam)).body.code).toBe('retake_not_needed');
  const kept = await anExhausted();
  await asSystem([
    'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
    [company.id, kept.exam.course.id, kept.student.id],
  ]);
  expect((await ask(kept.student, kept.exam)).body.code).toBe('blocked_in_course');
  expect((await ask(student, kept.exam)).status).toBe(404);
});

test('who passed asks again only once the certificate of it has expired', async () => {
  const { student, exam } = await anExhausted({
    is_one_attempt_allowed: false,
    attempt_limit: 2,
    issue_certificate: true,
  });
  await takeExam(student.client, exam);
  expect((await asked(student, exam)).may_ask).toBe(false);
  await asSystem([
    `update certificates set expires_at = now() - interval '1 day' where company_id = $1 and user_id = $2`,
    [company.id, student.id],
  ]);
  expect((await asked(student, exam)).may_ask).toBe(true);
  expect((await ask(student, exam)).status).toBe(200);
});

test('a refusal says why to the student, who may ask again', async () => {
  const { student, exam } = await anExhausted();
  await ask(student, exam, 'Please');
  expect((await decline(exam, student)).status).toBe(204);
  expect(await inToday(exam)).toEqual([]);
  expect((await decline(exam, student)).body.code).toBe('retake_not_needed');
  expect(await asked(student, exam)).toMatchObject({
    may_ask: true,
    request: { outcome: 'declined', answer: 'Read the theory first' },
  });
  expect(await told(student, 'decline')).toMatchObject([
    { kind: 'result', params: { text: 'Read the theory first' } },
  ]);
  expect((await mailTo(student.email, /attempt|спроб/i)).text).toContain('Read the theory first');
  expect((await ask(student, exam)).status).toBe(200);
  expect(await inToday(exam)).toHaveLength(1);
});

test('a retake by either way, and an attempt that came otherwise, end it', async () => {
  const outcome = ({ id }: Person) =>
    asSystem(['select outcome, ended_at is not null as ended from retake_requests where user_id = $1', [id]]);
  const one = await anExhausted();
  await ask(one.student, one.exam);
  await retake(one.exam, one.student);
  expect(await outcome(one.student)).toEqual([{ outcome: 'granted', ended: true }]);
  expect(await inToday(one.exam)).toEqual([]);
  await takeExam(one.student.client, one.exam, 0);
  expect(await asked(one.student, one.exam)).toEqual({ may_ask: true, request: null });

  const two = await anExhausted();
  await ask(two.student, two.exam);
  await company.as('trainer').post(`/course/course/${two.exam.course.id}/grants/`, {
    form_id: two.exam.form_id,
    user_ids: [two.student.id],
    extra_attempts: 1,
    reason: 'Noise',
  });
  expect(await outcome(two.student)).toEqual([{ outcome: 'granted', ended: true }]);

  const three = await anExhausted();
  await ask(three.student, three.exam);
  await asSystem([
    `update form_versions set settings = settings || '{"is_one_attempt_allowed": false}' where form_id = $1`,
    [three.exam.form_id],
  ]);
  expect(await inToday(three.exam)).toEqual([]);
  await startAttempt(three.student.client, three.exam);
  expect(await outcome(three.student)).toEqual([{ outcome: 'lapsed', ended: true }]);
});

test('it lapses when the test is passed without another attempt', async () => {
  const outcome = ({ id }: Person) =>
    asSystem(['select outcome from retake_requests where user_id = $1', [id]]);
  const decide = (exam: Exam, { id }: Person, action: 'annul' | 'reinstate') =>
    company.as('trainer').post(`/course/course/${exam.course.id}/passed_form_status/`, {
      form_id: exam.form_id,
      user_ids: [id],
      action,
      reason: 'A phone on the table',
    });
  const one = await anExhausted();
  await ask(one.student, one.exam);
  await decide(one.exam, one.student, 'annul');
  await decide(one.exam, one.student, 'reinstate');
  expect(await inToday(one.exam)).toMatchObject([{ user: { id: one.student.id } }]);
  await asSystem([
    `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, reason, created_at)
       select company_id, id, 4, 4, 100, 'A', true, '[]', 'repair', now() from attempts where user_id = $1`,
    [one.student.id],
  ]);
  expect(await inToday(one.exam)).toEqual([]);
  expect(await outcome(one.student)).toEqual([{ outcome: 'lapsed' }]);

  const student = await company.aPerson('student');
  const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
  const exam = await company.anExam({ course });
  await takeExam(student.client, exam);
  await decide(exam, student, 'annul');
  expect((await ask(student, exam)).status).toBe(200);
  await decide(exam, student, 'reinstate');
  expect(await inToday(exam)).toEqual([]);
  expect(await outcome(student)).toEqual([{ outcome: 'lapsed' }]);
});

test('of managers those are told who look after both by a group and a program that are there', async () => {
  const student = await company.aPerson('student');
  const manager = await company.aPerson('manager');
  const group = await company.aGroup({ managers: [manager], students: [student] });
  const course = await company.aCourse({ coaches: [] });
  const { body: program } = await company.as('owner').post('/educational_program/educational_program/', {
    name: unique('Program'),
    group_ids: [group.id],
    course_ids: [course.id],
  });
  const givers = async () =>
    (
      await asSystem<{ id: number }>([
        'select retake_givers($1, $2, $3) as id order by id',
        [company.id, course.id, student.id],
      ])
    ).map(({ id }) => id);
  const { owner, admin } = company.people;
  const above = [owner.id, admin.id].toSorted((one, other) => one - other);
  expect(await givers()).toEqual([manager.id]);
  await asSystem(['update programs set deleted_at = now() where id = $1', [program.id]]);
  expect(await givers()).toEqual(above);
  await asSystem(['update programs set deleted_at = null where id = $1', [program.id]]);
  await asSystem(['update study_groups set deleted_at = now() where id = $1', [group.id]]);
  expect(await givers()).toEqual(above);
});

test('a course is due by when a retake in it is, until that is begun', async () => {
  const { student, exam } = await anExhausted();
  const course_id = exam.course.id;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  await company.as('owner').post(`/course/course/${course_id}/due_date/`, {
    group_ids: [exam.course.group.id],
    due_on: days(9).slice(0, 10),
  });
  const dueAt = async () => {
    const { body: course } = await student.client.get(`/course/course/${course_id}/`);
    const { body: learning } = await student.client.get(`/accounts/user/${student.id}/learning/`);
    const [learned] = learning.courses.filter(({ id }: { id: number }) => id === course_id);
    expect([Date.parse(learned.due_at), learned.overdue]).toEqual([
      Date.parse(course.due_at),
      course.overdue,
    ]);
    return Date.parse(course.due_at);
  };
  const given = await dueAt();
  expect(given).toBeGreaterThan(Date.parse(days(8)));
  const due_at = days(3);
  await company.as('trainer').post(`/course/course/${course_id}/retake_form/`, {
    form_id: exam.form_id,
    user_ids: [student.id],
    extra_attempts: 1,
    due_at,
    reason: 'Second chance',
  });
  expect(await dueAt()).toBe(Date.parse(due_at));
  await startAttempt(student.client, exam);
  expect(await dueAt()).toBe(given);
});
