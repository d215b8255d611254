import { beforeAll, describe, expect, test } from 'vitest';
import { notificationMails } from '../../../../worker/service/notifications/mails.ts';
import { takeExam } from '../../../factories/attempt.ts';
import { type Company, type Course, type Person, unique } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

const DAY = 24 * 3_600_000;
let company: Company;
beforeAll(async () => {
  company = await aCompany();
  await itIs(9);
});

/** Puts the company where its clocks show an hour now. */
async function itIs(hour: number): Promise<void> {
  const east = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  await asSystem([
    'update companies set time_zone = $2 where id = $1',
    [company.id, `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`],
  ]);
}

/** A day of the company's calendar. */
const dayIn = async (days: number): Promise<string> => {
  const [row] = await asSystem<{ day: string }>([
    `select to_char((now() at time zone time_zone)::date + $2::integer, 'YYYY-MM-DD') as day from companies where id = $1`,
    [company.id, days],
  ]);
  return row!.day;
};

/** The minute's job, after the hour between two looks for what is due. */
const sweep = () =>
  asSystem(
    [`delete from job_heartbeats where name = 'due_soon'`],
    ['select sweep_notifications($1)', [JSON.stringify(notificationMails({ url: 'https://osnova.test' }))]],
  );

const toldTo = async ({ id }: Person) =>
  (
    await asSystem<{ path: string }>([
      `select path from notifications where user_id = $1 and params->>'event' = 'overdue' order by id`,
      [id],
    ])
  ).map(({ path }) => path);

const mailsTo = async ({ email }: Person) =>
  (
    await asSystem<{ subject: string }>([
      `select subject from mails where recipient = $1 and kind = 'due_soon' order by id`,
      [email],
    ])
  ).map(({ subject }) => subject);

const dueOn = async ({ id }: Course, days: number) =>
  asSystem(['update course_groups set due_on = $2 where course_id = $1', [id, await dayIn(days)]]);

/** As if so many days had passed since somebody was told anything. */
const pass = ({ id }: Person, days: number) =>
  asSystem([
    'update notifications set created_at = created_at - make_interval(days => $2) where user_id = $1',
    [id, days],
  ]);

/** A student with a course that was due so many days before today; negative: is still to come. */
async function aLateCourse(days = 1) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group, materials: 1 });
  await dueOn(course, -days);
  const finish = () =>
    student.client.post(
      `/course/course/${course.id}/educational_material/${course.materials[0]!}/finish/`,
      undefined,
    );
  return { student, group, course, path: `/course/${course.id}`, finish };
}

describe('who has not finished a course in time', () => {
  test('is told the day after, then weekly, four times in all', async () => {
    const { student, course, path } = await aLateCourse();
    const today = await aLateCourse(0);
    for (const [week, times] of [1, 2, 3, 4, 4, 4].entries()) {
      await dueOn(course, -1 - 7 * week);
      await sweep();
      await sweep();
      expect({ week, told: await toldTo(student) }).toEqual({ week, told: Array(times).fill(path) });
      expect((await mailsTo(student)).length).toBe(times);
      await pass(student, 5);
      await dueOn(course, -6 - 7 * week);
      await sweep();
      expect((await toldTo(student)).length).toBe(times);
      await pass(student, 2);
    }
    expect(await toldTo(today.student)).toEqual([]);
    const [mail] = await mailsTo(student);
    expect(mail).toContain(course.name);
  });

  test('is told in one mail of all courses, and of nothing more on that day', async () => {
    const { student, group, path } = await aLateCourse();
    const second = await company.aCourse({ group, materials: 1 });
    await dueOn(second, -2);
    const third = await company.aCourse({ group, materials: 1 });
    await sweep();
    expect((await toldTo(student)).toSorted()).toEqual([path, `/course/${second.id}`].toSorted());
    expect((await mailsTo(student)).length).toBe(1);
    await dueOn(third, -1);
    await sweep();
    expect((await toldTo(student)).length).toBe(2);
    await pass(student, 1);
    await sweep();
    expect((await toldTo(student)).length).toBe(3);
    expect((await mailsTo(student)).length).toBe(2);
  });

  test('is told nothing once it is done, nor at night', async () => {
    const [done, waiting] = [await aLateCourse(), await aLateCourse()];
    expect((await done.finish()).status).toBe(204);
    await itIs(6);
    for (const { course } of [done, waiting]) await dueOn(course, -1);
    await sweep();
    expect(await toldTo(waiting.student)).toEqual([]);
    await itIs(9);
    for (const { course } of [done, waiting]) await dueOn(course, -1);
    await sweep();
    expect([await toldTo(done.student), await toldTo(waiting.student)]).toEqual([[], [waiting.path]]);
  });

  test('is told in the app alone where the kind is muted', async () => {
    const { student, path } = await aLateCourse();
    expect((await student.client.patch('/notifications/settings/', { muted: ['due_soon'] })).status).toBe(
      200,
    );
    await sweep();
    expect([await toldTo(student), await mailsTo(student)]).toEqual([[path], []]);
  });
});

describe('nobody is told of what they cannot go on with', () => {
  const put = (sql: string) => (course: Course, student: Person) =>
    asSystem([
      `${sql} and $1::integer > 0 and $2::integer > 0 and $3::integer > 0`,
      [company.id, course.id, student.id],
    ]);
  test.each([
    [
      'blocked in the course',
      (course: Course, student: Person) =>
        asSystem([
          'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
          [company.id, course.id, student.id],
        ]),
    ],
    [
      'blocked in the company',
      put('update memberships set blocked_at = now() where company_id = $1 and user_id = $3'),
    ],
    ['gone', put('update memberships set deleted_at = now() where company_id = $1 and user_id = $3')],
    ['the course is deleted', put('update courses set deleted_at = now() where id = $2')],
    ['the course is a draft', put('update courses set published_at = null where id = $2')],
    [
      'reminded by somebody lately',
      (course: Course, student: Person) =>
        asSystem([
          `insert into reminders (company_id, user_id, kind, course_id, author_id, created_at)
             values ($1, $3, 'silent', $2, $4, now() - interval '2 days')`,
          [company.id, course.id, student.id, company.people.owner.id],
        ]),
    ],
  ])('%s', async (_, close) => {
    const { student, course } = await aLateCourse();
    await close(course, student);
    await sweep();
    expect(await toldTo(student)).toEqual([]);
  });

  test('a test that is not open yet', async () => {
    const { student, course } = await aLateCourse();
    await asSystem(['update materials set deleted_at = now() where course_id = $1', [course.id]]);
    const exam = await company.anExam({
      course,
      settings: { opens_at: new Date(Date.now() + DAY).toISOString() },
    });
    await sweep();
    expect([exam.course.id, await toldTo(student)]).toEqual([course.id, []]);
  });

  test('a result that waits for a trainer, or a test that was called off', async () => {
    const { student, course } = await aLateCourse();
    await asSystem(['update materials set deleted_at = now() where course_id = $1', [course.id]]);
    const exam = await company.anExam({ course, settings: { publication_after_passing: false } });
    await takeExam(student.client, exam);
    const other = await aLateCourse();
    await asSystem(['update materials set deleted_at = now() where course_id = $1', [other.course.id]]);
    const off = await company.anExam({ course: other.course });
    await company.as('owner').post(`/course/course/${other.course.id}/passed_form_status/`, {
      form_id: off.form_id,
      user_ids: [other.student.id],
      action: 'cancel',
      reason: 'Why',
    });
    await sweep();
    expect([await toldTo(student), await toldTo(other.student)]).toEqual([[], []]);
  });

  test.each([
    ['block', 0],
    ['allow_late', 1],
  ])('a step that its timeline closes after its due day (%s)', async (after_due, times) => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const own = await company.aGroup();
    const course = await company.aCourse({ group: own, materials: 1 });
    const program = await company.as('owner').post('/educational_program/educational_program/', {
      name: unique('Program'),
      course_ids: [course.id],
      group_ids: [group.id],
    });
    const item = { course_id: course.id, required: true, access_rule: 'always', opens: 'none', after_due };
    const saved = await company
      .as('owner')
      .post(`/educational_program/educational_program/${program.body.id}/chronology/`, {
        stages: [{ name: '', items: [{ ...item, due: 'date', due_on: await dayIn(-1) }] }],
      });
    expect(saved.status).toBe(204);
    await sweep();
    expect((await toldTo(student)).length).toBe(times);
  });
});

describe('who has not taken a retake in time', () => {
  /** A student whose retake was due so many days before today, in a course that is due to nobody. */
  async function aLateRetake(days = 1) {
    const student = await company.aPerson('student');
    const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
    const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: true } });
    await takeExam(student.client, exam);
    const { status } = await company.as('owner').post(`/course/course/${course.id}/retake_form/`, {
      form_id: exam.form_id,
      user_ids: [student.id],
      extra_attempts: 1,
      due_at: new Date(Date.now() + DAY).toISOString(),
      reason: 'Again',
    });
    expect(status).toBe(200);
    const due = (before: number) =>
      asSystem([
        `update assignments set due_at = now() - make_interval(days => $3)
           where form_id = $1 and user_id = $2`,
        [exam.form_id, student.id, before],
      ]);
    await due(days);
    const path = `/course/${course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
    return { student, course, exam, path, due };
  }
  const retakesOf = async ({ id }: Person) =>
    (
      await asSystem<{ path: string }>([
        `select path from notifications where user_id = $1 and params->>'event' = 'retake_overdue' order by id`,
        [id],
      ])
    ).map(({ path }) => path);

  test('is told the day after, then weekly, four times in all, with the way to the test', async () => {
    const { student, path, due } = await aLateRetake();
    for (const [week, times] of [1, 2, 3, 4, 4].entries()) {
      await due(1 + 7 * week);
      await sweep();
      await sweep();
      expect({ week, told: await retakesOf(student) }).toEqual({ week, told: Array(times).fill(path) });
      await pass(student, 7);
    }
    const mails = await mailsTo(student);
    expect(mails).toHaveLength(4);
    expect(mails[0]).toMatch(/^Термін перескладання минув: Exam /);
  });

  test('is told nothing before, once it is taken, called off, reminded of, or out of the course', async () => {
    const [ahead, taken, off, reminded, out] = await Promise.all(
      [-1, 1, 1, 1, 1].map((days) => aLateRetake(days)),
    );
    await takeExam(taken!.student.client, taken!.exam);
    await company.as('owner').post(`/course/course/${off!.course.id}/passed_form_status/`, {
      form_id: off!.exam.form_id,
      user_ids: [off!.student.id],
      action: 'cancel',
      reason: 'Why',
    });
    await company.as('owner').post('/course/reminders/', {
      section: 'overdue',
      keys: [`retake_overdue-${reminded!.student.id}-${reminded!.course.id}-0-${reminded!.exam.form_id}-0`],
    });
    await asSystem(['delete from group_members where user_id = $1', [out!.student.id]]);
    await sweep();
    for (const each of [ahead, taken, off, reminded, out]) expect(await retakesOf(each!.student)).toEqual([]);
  });

  test('is told nothing while the course is a draft, nor twice on a day', async () => {
    const { student, course } = await aLateRetake();
    const publish = (at: Date | null) =>
      asSystem(['update courses set published_at = $2 where id = $1', [course.id, at]]);
    await publish(null);
    await sweep();
    const late = await aLateCourse();
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, late.group.id, student.id],
    ]);
    await sweep();
    expect([await retakesOf(student), await toldTo(student)]).toEqual([[], [late.path]]);
    await publish(new Date());
    await sweep();
    expect(await retakesOf(student)).toEqual([]);
    await pass(student, 1);
    await sweep();
    expect(await retakesOf(student)).toHaveLength(1);
  });
});
