import { beforeAll, expect, test } from 'vitest';
import { notificationMails } from '../../../../worker/service/notifications/mails.ts';
import { takeExam } from '../../../factories/attempt.ts';
import { type Company, type Person, unique } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** An exam of a course of one test, with its student. */
async function aTest(settings: object, student?: Person) {
  const person = student ?? (await company.aPerson('student'));
  const group = await company.aGroup({ students: [person] });
  const course = await company.aCourse({ group, materials: 0 });
  const exam = await company.anExam({ course, settings: { is_one_attempt_allowed: false, ...settings } });
  const path = `/course/${course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
  return { student: person, course, exam, group, path };
}

/** The minute's job, after the minutes between two looks for what is open or due. */
const sweep = () =>
  asSystem(
    [`delete from job_heartbeats where name in ('open_tests', 'due_soon')`],
    ['update notifications set mailed_at = now() where mailed_at is null and company_id <> $1', [company.id]],
    ['select sweep_notifications($1)', [JSON.stringify(notificationMails({ url: 'https://osnova.test' }))]],
  );

async function toldTo({ client }: Person) {
  const { body } = await client.get('/notifications/?page_size=100&kinds=due_soon');
  return body.results as { path: string; params: Record<string, unknown> }[];
}

const mailsTo = ({ email }: Person) =>
  asSystem<{ subject: string; text: string }>([
    `select subject, text from mails where recipient = $1 and kind = 'due_soon'`,
    [email],
  ]);

test('a test that has opened is told once, by bell and mail, to those who can start it and have not', async () => {
  const closes_at = inMinutes(120);
  const open = await aTest({ opens_at: inMinutes(-10), closes_at });
  const later = await aTest({ opens_at: inMinutes(10) });
  const long = await aTest({ opens_at: inMinutes(-180) });
  const taken = await aTest({ opens_at: inMinutes(-10) });
  await takeExam(taken.student.client, taken.exam, 0);
  const muted = await aTest({ opens_at: inMinutes(-10) });
  await muted.student.client.patch('/notifications/settings/', { muted: ['due_soon'] });
  await sweep();
  await sweep();
  expect(await toldTo(open.student)).toMatchObject([
    { path: open.path, params: { event: 'opened_until', course: open.course.name } },
  ]);
  const [{ time }] = (await asSystem<{ time: string }>([
    `select to_char($2::timestamptz at time zone time_zone, 'DD.MM.YYYY, HH24:MI') || ' (Київ, GMT+' ||
              extract(hour from (now() at time zone time_zone) - (now() at time zone 'UTC')) || ')' as time
       from companies where id = $1`,
    [company.id, closes_at],
  ])) as [{ time: string }];
  const mails = await mailsTo(open.student);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(time);
  for (const none of [later, long, taken]) expect(await toldTo(none.student)).toEqual([]);
  expect(await toldTo(muted.student)).toMatchObject([{ params: { event: 'opened' } }]);
  expect(await mailsTo(muted.student)).toEqual([]);
});

test('one that cannot be told of leaves the others to be told, and is counted', async () => {
  const [broken, open] = [
    await aTest({ opens_at: inMinutes(-10) }),
    await aTest({ opens_at: inMinutes(-10) }),
  ];
  const { form_id } = broken.exam;
  const [version] = await asSystem<{ settings: object }>([
    'select settings from form_versions where form_id = $1',
    [form_id],
  ]);
  const settle = (settings: object): [string, unknown[]] => [
    'update form_versions set settings = $2 where form_id = $1',
    [form_id, JSON.stringify(settings)],
  ];
  // It is mended before anybody else can see it.
  const left = await asSystem(
    settle({ ...version!.settings, attempt_limit: 'broken' }),
    [`delete from job_heartbeats where name in ('open_tests', 'due_soon')`],
    ['select sweep_notifications($1)', [JSON.stringify(notificationMails({ url: 'https://osnova.test' }))]],
    settle(version!.settings),
    ['select * from left_failed()'],
  );
  expect(left).toEqual([{ place: 'notices of tests that opened', what: `form ${form_id}: 22P02` }]);
  expect(await toldTo(broken.student)).toEqual([]);
  expect(await toldTo(open.student)).toMatchObject([{ path: open.path }]);
});

test('a due date says nothing while what comes next opens later, and speaks once it has opened', async () => {
  const { student, course, group, exam } = await aTest({ opens_at: inMinutes(60) });
  const due_on = inMinutes(2 * 24 * 60).slice(0, 10);
  const owner = company.as('owner');
  const given = await owner.post(`/course/course/${course.id}/due_date/`, { group_ids: [group.id], due_on });
  expect(given.status).toBe(200);
  await sweep();
  expect(await toldTo(student)).toEqual([]);
  await owner.patch(`/course/course/${course.id}/form/${exam.form_id}/`, { opens_at: null });
  await owner.post(`/course/course/${course.id}/form/${exam.form_id}/publish/`);
  await sweep();
  expect(await toldTo(student)).toMatchObject([{ params: { event: 'course', name: course.name } }]);
});

test('the course and its next step say from when and until when, to students as to staff', async () => {
  const window = { opens_at: inMinutes(30), closes_at: inMinutes(90) };
  const { student, course } = await aTest(window);
  for (const client of [student.client, company.as('owner')]) {
    const { body } = await client.get(`/course/course/${course.id}/`);
    const told = body.education_materials.find(({ type }: { type: string }) => type === 'exam');
    expect([new Date(told.opens_at).toISOString(), new Date(told.closes_at).toISOString()]).toEqual(
      Object.values(window),
    );
  }
  const { body } = await student.client.get(`/course/course/${course.id}/`);
  expect(body.next_step).toMatchObject({ kind: 'not_open' });
  expect(new Date(body.next_step.closes_at).toISOString()).toBe(window.closes_at);
});

test('staff remind nobody of a course whose next step is a test that is not open yet', async () => {
  const { student, course } = await aTest({ opens_at: inMinutes(60) });
  await asSystem([
    `update course_states set given_at = now() - interval '20 days' where course_id = $1 and user_id = $2`,
    [course.id, student.id],
  ]);
  const asked = await company
    .as('owner')
    .post(
      '/course/reminders/',
      { section: 'silent', keys: [`never_began-${student.id}-${course.id}-0-0-0`] },
      { 'Idempotency-Key': unique('key') },
    );
  expect(asked.body).toMatchObject({ reminded: { count: 0 }, refused: [{ code: 'test_not_open' }] });
});
