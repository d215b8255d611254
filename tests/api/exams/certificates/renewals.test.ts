import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { remindOfCertificates } from '../../../../worker/exams/certificates/service.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company, Course, ExamQuestion, Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';
import { randomFrom } from '../../../support/random.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

interface Exam {
  form_id: number;
  course: Course;
  questions: ExamQuestion[];
}

const ONCE = { issue_certificate: true, is_one_attempt_allowed: true, attempt_limit: null };

/** A course of a student alone, whose certificates hold for so many months, with an exam. */
async function aRenewable(settings: Record<string, unknown> = ONCE, months = 12) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group });
  const exam: Exam = await company.anExam({ settings, course });
  await change(exam, { certificate_months: months });
  return { student, group, exam };
}

const change = async ({ course }: Exam, fields: object) =>
  expect((await company.as('owner').patch(`/course/course/${course.id}/`, fields)).status).toBe(204);

async function take(exam: Exam, { client }: Person, right = 3): Promise<number> {
  const { attempt_id, finish } = await startAttempt(client, exam);
  expect((await finish(answersOf(exam.questions, right))).status).toBe(200);
  return attempt_id;
}

/** As if the certificates of the course had been issued, and attempts taken, so that the last one ends in so many days. */
async function endIn({ course }: Exam, { id }: Person, days: number): Promise<void> {
  const [found] = await asSystem<{ by: number }>([
    `select extract(epoch from max(expires_at) - now() - make_interval(days => $3))::float8 as by from certificates
       where course_id = $1 and user_id = $2 and replaced_at is null`,
    [course.id, id, days],
  ]);
  const values = [course.id, id, found!.by];
  await asSystem(
    // An ended attempt does not change, also not for the system.
    ['reset role'],
    ['alter table attempts disable trigger user'],
    ['set local role osnova_system'],
    [
      `update attempts set started_at = started_at - make_interval(secs => $3), finished_at = finished_at - make_interval(secs => $3)
         where user_id = $2 and form_id in (select f.id from forms f join materials m on m.id = f.material_id where m.course_id = $1)`,
      values,
    ],
    // Behind the mail of their issue, which holds them while it is queued.
    [
      `update certificates set mailed_at = coalesce(mailed_at, now()), issued_at = issued_at - make_interval(secs => $3), expires_at = expires_at - make_interval(secs => $3),
           results_since = results_since - make_interval(secs => $3), term_since = term_since - make_interval(secs => $3)
         where course_id = $1 and user_id = $2`,
      values,
    ],
    ['reset role'],
    ['alter table attempts enable trigger user'],
  );
}

const run = () => remindOfCertificates(env, new Db(env));

/** What renewals have given somebody at an exam, in their order. */
const givenTo = async ({ form_id }: Exam, { id }: Person) =>
  (
    await asSystem<{ amount: number }>([
      `select d.amount from assignment_decisions d join assignments a on a.id = d.assignment_id
         where a.form_id = $1 and a.user_id = $2 and d.kind = 'renewal' and d.author_id is null order by d.id`,
      [form_id, id],
    ])
  ).map(({ amount }) => amount);

/** As if a day had passed since renewals were judged. */
const wait = ({ course }: Exam) =>
  asSystem([
    'update certificates set renewal_next_at = now() where course_id = $1 and renewal_next_at is not null',
    [course.id],
  ]);

const attemptsLeft = async ({ form_id }: Exam, { client }: Person) =>
  (await client.get(`/course/form_introduction/${form_id}/`)).body.attempts_left as number | null;

/** What a student does next in the course, and whether they need the exam no more. */
async function stepOf({ course, form_id }: Exam, { client }: Person): Promise<[string, boolean]> {
  const { next_step } = (await client.get(`/course/course/${course.id}/`)).body;
  return [next_step.kind, (await client.get(`/course/form_introduction/${form_id}/`)).body.passed_for_good];
}

describe('near the end of a certificate', () => {
  test('its exam gets as many attempts as it allows at first, once in each term', async () => {
    const { student, exam } = await aRenewable();
    await take(exam, student);
    await endIn(exam, student, 61);
    await run();
    expect([await givenTo(exam, student), await attemptsLeft(exam, student)]).toEqual([[], 0]);
    await endIn(exam, student, 59);
    expect(await stepOf(exam, student)).toEqual(['done', true]);
    await Promise.all([run(), run()]);
    await run();
    expect(await stepOf(exam, student)).toEqual(['renew_soon', false]);
    expect([await givenTo(exam, student), await attemptsLeft(exam, student)]).toEqual([[1], 1]);
    // Failed: nothing more comes in this term.
    await take(exam, student, 0);
    await run();
    expect([await givenTo(exam, student), await attemptsLeft(exam, student)]).toEqual([[1], 0]);
    const granted = await company.as('owner').post(`/course/course/${exam.course.id}/grants/`, {
      form_id: exam.form_id,
      user_ids: [student.id],
      extra_attempts: 1,
      reason: 'Again',
    });
    expect(granted.status).toBe(200);
    await take(exam, student);
    await run();
    expect(await givenTo(exam, student)).toEqual([1]);
    expect(await stepOf(exam, student)).toEqual(['done', true]);
    await endIn(exam, student, 10);
    await run();
    expect(await givenTo(exam, student)).toEqual([1, 1]);
  });

  test('several attempts of a test come back as several, and one that is left is enough', async () => {
    const many = { ...ONCE, is_one_attempt_allowed: false, attempt_limit: 2 };
    const used = await aRenewable(many);
    await take(used.exam, used.student, 0);
    await take(used.exam, used.student);
    const left = await aRenewable(many);
    await take(left.exam, left.student);
    const free = await aRenewable({ ...ONCE, is_one_attempt_allowed: false, attempt_limit: null });
    await take(free.exam, free.student);
    for (const { exam, student } of [used, left, free]) await endIn(exam, student, 20);
    await run();
    expect(await givenTo(used.exam, used.student)).toEqual([2]);
    expect(await attemptsLeft(used.exam, used.student)).toBe(2);
    expect(await givenTo(left.exam, left.student)).toEqual([]);
    expect(await attemptsLeft(left.exam, left.student)).toBe(1);
    expect(await givenTo(free.exam, free.student)).toEqual([]);
  });

  test('a test that was passed again meanwhile is left alone, the other opens', async () => {
    const { student, exam } = await aRenewable();
    const second: Exam = await company.anExam({ settings: ONCE, course: exam.course });
    for (const each of [exam, second]) await take(each, student);
    await change(exam, { renews_itself: false });
    await endIn(exam, student, 30);
    await run();
    await company.as('owner').post(`/course/course/${exam.course.id}/grants/`, {
      form_id: exam.form_id,
      user_ids: [student.id],
      extra_attempts: 1,
      reason: 'Again',
    });
    await take(exam, student);
    expect(await givenTo(second, student)).toEqual([]);
    await change(exam, { renews_itself: true });
    await wait(exam);
    await run();
    expect([await givenTo(exam, student), await givenTo(second, student)]).toEqual([[], [1]]);
  });

  test('nothing opens in the first half of a short term', async () => {
    const { student, exam } = await aRenewable(ONCE, 1);
    await take(exam, student);
    await endIn(exam, student, 20);
    await run();
    expect(await givenTo(exam, student)).toEqual([]);
    await endIn(exam, student, 10);
    await wait(exam);
    await run();
    expect(await givenTo(exam, student)).toEqual([1]);
  });

  test('one that had expired before anybody looked is opened as well', async () => {
    const { student, exam } = await aRenewable();
    await take(exam, student);
    await endIn(exam, student, -400);
    await run();
    expect(await givenTo(exam, student)).toEqual([1]);
    const { body } = await student.client.get(`/course/course/${exam.course.id}/`);
    expect(body.next_step.kind).toBe('renew');
    await take(exam, student);
    await run();
    expect(await givenTo(exam, student)).toEqual([1]);
  });
});

describe('renewal waits', () => {
  const put = (sql: string) => (exam: Exam, student: Person) =>
    asSystem([sql, [company.id, exam.course.id, student.id]]);
  const NAMED = '$1::integer is not null and $2::integer is not null and $3::integer is not null';
  test.each([
    [
      'while the student is blocked in the course',
      put('insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)'),
      put('delete from course_blocks where company_id = $1 and course_id = $2 and user_id = $3'),
    ],
    [
      'while the student is blocked in the company',
      put(`update memberships set blocked_at = now() where company_id = $1 and user_id = $3 and ${NAMED}`),
      put(`update memberships set blocked_at = null where company_id = $1 and user_id = $3 and ${NAMED}`),
    ],
    [
      'while the student does not have the course',
      put(`delete from group_members where company_id = $1 and user_id = $3 and ${NAMED}`),
      put(`insert into group_members (company_id, group_id, user_id, role)
             select $1, group_id, $3, 'student' from course_groups where company_id = $1 and course_id = $2`),
    ],
    [
      'while the course is a draft',
      put(`update courses set published_at = null where company_id = $1 and id = $2 and ${NAMED}`),
      put(`update courses set published_at = now() where company_id = $1 and id = $2 and ${NAMED}`),
    ],
    [
      'while the course does not renew by itself',
      (exam: Exam) => change(exam, { renews_itself: false }),
      (exam: Exam) => change(exam, { renews_itself: true }),
    ],
  ])('%s', async (_, close, open) => {
    const { student, exam } = await aRenewable();
    await take(exam, student);
    await endIn(exam, student, 20);
    await close(exam, student);
    await run();
    expect(await givenTo(exam, student)).toEqual([]);
    await open(exam, student);
    await wait(exam);
    await run();
    expect(await givenTo(exam, student)).toEqual([1]);
  });

  test('never for a certificate that was revoked, or an attempt that staff annulled or called off', async () => {
    const { student, exam } = await aRenewable();
    const attempt_id = await take(exam, student);
    await endIn(exam, student, 20);
    const annulled = await company.as('owner').post(`/course/course/${exam.course.id}/passed_form_status/`, {
      form_id: exam.form_id,
      user_ids: [student.id],
      action: 'annul',
      attempt_ids: [attempt_id],
      reason: 'Somebody else sat it',
    });
    expect(annulled.status).toBe(200);
    await run();
    await wait(exam);
    await run();
    expect(await givenTo(exam, student)).toEqual([]);
  });
});

describe('of a renewal that has opened', () => {
  const mailsTo = ({ email }: Person) =>
    asSystem<{ subject: string; text: string }>([
      `select subject, text from mails where recipient = $1 and kind = 'certificate' and subject ilike '%строк%' order by id`,
      [email],
    ]);
  const eventsOf = async ({ client }: Person) => {
    const { body } = await client.get('/notifications/?kinds=certificate&ordering=created_at');
    return (body.results as { params: { event: string } }[]).map(({ params }) => params.event);
  };

  test('the student is told in the app, and in the mail that the certificate ends', async () => {
    const opened = await aRenewable();
    const closed = await aRenewable();
    await change(closed.exam, { renews_itself: false });
    for (const { exam, student } of [opened, closed]) {
      await take(exam, student);
      await endIn(exam, student, 50);
    }
    await run();
    for (const { exam, student } of [opened, closed]) await endIn(exam, student, 29);
    await run();
    expect(await eventsOf(opened.student)).toEqual(['issued', 'reopened', 'soon_open']);
    expect(await eventsOf(closed.student)).toEqual(['issued', 'soon']);
    const texts = [await mailsTo(opened.student), await mailsTo(closed.student)];
    expect(texts.map((mails) => mails.length)).toEqual([1, 1]);
    expect(texts[0]![0]!.text).toContain('Тести вже відкрито');
    expect(texts[1]![0]!.text).toContain('Якщо спроб не залишилося');
    for (const { exam, student } of [opened, closed]) await endIn(exam, student, -1);
    await run();
    expect((await eventsOf(opened.student)).at(-1)).toBe('expired_open');
    expect((await eventsOf(closed.student)).at(-1)).toBe('expired');
  });

  test('the last attempt says so, without an author', async () => {
    const { student, exam } = await aRenewable();
    const attempt_id = await take(exam, student);
    await endIn(exam, student, 50);
    await run();
    for (const reader of [student.client, company.as('owner')]) {
      const { body } = await reader.get(`/course/student_passed_form/${attempt_id}/timeline/`);
      expect(body.events.at(-1)).toMatchObject({ kind: 'renewal', amount: 1, ended_at: null });
    }
    const [counted] = await asSystem<{ outcome: string | null; count: number }>([
      'select count(*)::integer as count from retake_requests where user_id = $1 and ended_at is null',
      [student.id],
    ]);
    expect(counted!.count).toBe(0);
  });

  test('a request for another attempt is granted by it', async () => {
    const { student, exam } = await aRenewable();
    await take(exam, student);
    await endIn(exam, student, -1);
    await change(exam, { renews_itself: false });
    await run();
    const asked = await student.client.post(`/course/retake_request/`, {
      form_id: exam.form_id,
      message: '',
    });
    expect(asked.status).toBe(200);
    await change(exam, { renews_itself: true });
    await wait(exam);
    await run();
    const [request] = await asSystem<{ outcome: string; ended_by: number | null }>([
      'select outcome, ended_by from retake_requests where user_id = $1',
      [student.id],
    ]);
    expect(request).toEqual({ outcome: 'granted', ended_by: null });
  });
});

test('a course renews by itself unless it is told otherwise', async () => {
  const { exam, student } = await aRenewable();
  const told = async () => (await student.client.get(`/course/course/${exam.course.id}/`)).body.renews_itself;
  expect(await told()).toBe(true);
  await change(exam, { renews_itself: false });
  expect(await told()).toBe(false);
  await change(exam, { certificate_months: 6 });
  expect(await told()).toBe(false);
});

test.each([3, 11, 29])(
  'whatever happens, a term opens once, and only for whoever has nothing left (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const one = (count: number) => Math.floor(random() * count);
    const limit = 1 + one(2);
    const { student, exam } = await aRenewable({
      issue_certificate: true,
      is_one_attempt_allowed: false,
      attempt_limit: limit,
      result_counts: 'best',
    });
    // What is expected, as the rule says it: attempts left, days until the end, and whether this term has opened.
    let [left, days, opened, isOn] = [limit, 365, false, true];
    const given: number[] = [];
    await take(exam, student);
    left -= 1;
    for (let step = 0; step < 12; step += 1) {
      const what = one(4);
      if (what === 0 && left > 0) {
        const passes = one(2) === 0;
        await take(exam, student, passes ? 3 : 0);
        left -= 1;
        if (passes && days < 60) [days, opened] = [365, false];
        // Passed again before the window: what counts is the same, and the term goes on.
      } else if (what === 1) {
        isOn = !isOn;
        await change(exam, { renews_itself: isOn });
      } else {
        days = [100, 59, 20, -5][one(4)]!;
        await endIn(exam, student, days);
      }
      await wait(exam);
      await run();
      if (days < 60 && isOn && !opened) {
        opened = true;
        if (left === 0) {
          given.push(limit);
          left = limit;
        }
      }
      expect({
        step,
        what,
        given: await givenTo(exam, student),
        left: await attemptsLeft(exam, student),
      }).toEqual({
        step,
        what,
        given,
        left,
      });
    }
  },
);
