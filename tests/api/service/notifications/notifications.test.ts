import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { notificationMails } from '../../../../worker/service/notifications/mails.ts';
import { sweepNotifications } from '../../../../worker/service/notifications/service.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { takeExam } from '../../../factories/attempt.ts';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem, nameOf } from '../../../support/api/world.ts';

interface Told {
  id: number;
  kind: string;
  path: string;
  params: Record<string, unknown>;
  read_at: string | null;
}

let company: Company;
let owner: Client;
beforeAll(async () => {
  company = await aCompany();
  owner = company.as('owner');
});

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const inDays = (days: number) => inMinutes(days * 24 * 60);
const day = (days: number) => inDays(days).slice(0, 10);

/** What somebody was told, oldest first. */
async function toldTo({ client }: Person): Promise<Told[]> {
  const { status, body } = await client.get('/notifications/?page_size=100&ordering=created_at');
  expect(status).toBe(200);
  return body.results;
}
const kindsOf = async (person: Person) =>
  (await toldTo(person)).map(({ kind, params }) => [kind, params['event']].filter(Boolean).join(' '));

const mailsTo = ({ email }: Person) =>
  asSystem<{ subject: string; text: string; html: string; kind: string; due_in: number }>([
    `select subject, text, html, kind, extract(epoch from next_try_at - created_at)::integer as due_in
       from mails where recipient = $1 order by id`,
    [email],
  ]);
const subjectsTo = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject);

const choose = (person: Person, choices: object) => person.client.patch('/notifications/settings/', choices);

/** Only this company's: mails of other tests are none of ours. */
const leaveOthers: [string, unknown[]] = [
  'update notifications set mailed_at = now() where mailed_at is null and company_id <> $1',
  [],
];
/** The minute's job, once an hour has passed since the last, with what was told made older. */
async function sweep(of: Company = company, minutesLater = 0): Promise<void> {
  await asSystem(
    [leaveOthers[0], [of.id]],
    [
      'update notifications set created_at = created_at - make_interval(mins => $2) where company_id = $1 and mailed_at is null',
      [of.id, minutesLater],
    ],
    [`delete from job_heartbeats where name = 'due_soon'`],
    ['select sweep_notifications($1)', [JSON.stringify(notificationMails({ url: 'https://osnova.test' }))]],
  );
}

const join = (group: { id: number }, people: Person[]) =>
  owner.post('/study_group/group_member/', {
    group: group.id,
    role: 'student',
    user_ids: people.map(({ id }) => id),
  });

async function aProgram(group: { id: number }, courses: { id: number }[], items: object[]) {
  const made = await owner.post('/educational_program/educational_program/', {
    name: unique('Program'),
    course_ids: courses.map(({ id }) => id),
  });
  const path = `/educational_program/educational_program/${made.body.id}/`;
  const stages = courses.map(({ id }, index) => ({ items: [{ course_id: id, ...items[index] }] }));
  expect((await owner.post(`${path}chronology/`, { stages })).status).toBe(204);
  expect((await owner.patch(path, { group_ids: [group.id] })).status).toBe(204);
  return made.body as { id: number };
}

async function finish(client: Client, { id, materials }: { id: number; materials: number[] }) {
  for (const material of materials) {
    await client.get(`/course/course/${id}/educational_material/${material}/`);
    await client.post(`/course/course/${id}/educational_material/${material}/finish/`);
  }
}

describe('an assigned course', () => {
  test('is told once to its students alone, also when they leave and come again', async () => {
    const group = await company.aGroup({ students: [] });
    const course = await company.aCourse({ group });
    const [student, other] = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
    await join(group, [student]);
    await owner.delete(`/study_group/study_group/${group.id}/student/${student.id}/`);
    await join(group, [student]);
    expect(await toldTo(student)).toMatchObject([
      { kind: 'course_assigned', path: `/course/${course.id}`, params: { name: course.name }, read_at: null },
    ]);
    expect(await toldTo(other)).toEqual([]);
    expect(await toldTo(company.people.manager)).toEqual([]);
    expect(await toldTo(company.people.trainer)).toEqual([]);
  });

  test('is not told while it is a draft, blocked or deleted, but when it is published', async () => {
    const [student, blocked] = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
    const group = await company.aGroup({ students: [] });
    const course = await company.aCourse({ group });
    await asSystem(
      ['update courses set published_at = null where id = $1', [course.id]],
      [
        'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
        [company.id, course.id, blocked.id],
      ],
    );
    await join(group, [student, blocked]);
    expect(await toldTo(student)).toEqual([]);
    await owner.patch(`/course/course/${course.id}/`, { published: true });
    await owner.patch(`/course/course/${course.id}/`, { published: false });
    await owner.patch(`/course/course/${course.id}/`, { published: true });
    expect(await kindsOf(student)).toEqual(['course_assigned']);
    expect(await toldTo(blocked)).toEqual([]);
  });

  test('is no news once it is gone again before it was mailed or read', async () => {
    const [student, reader] = [await company.aPerson('student'), await company.aPerson('student')];
    const group = await company.aGroup({ students: [student, reader] });
    const elsewhere = await company.aGroup({ managers: [], students: [] });
    const [taken, hidden] = [await company.aCourse({ group: elsewhere }), await company.aCourse({ group })];
    const { id } = await aProgram(group, [taken], [{}]);
    expect(await toldTo(student)).toHaveLength(2);
    const { id: read } = (await toldTo(reader)).find(({ path }) => path === `/course/${taken.id}`)!;
    await reader.client.post('/notifications/read/', { ids: [read] });
    await owner.patch(`/educational_program/educational_program/${id}/`, { course_ids: [] });
    await owner.delete(`/course/course/${hidden.id}/`);
    expect(await toldTo(student)).toEqual([]);
    expect(await toldTo(reader)).toMatchObject([{ id: read }]);
    await sweep(company, 60);
    expect(await subjectsTo(student)).toEqual([]);
    await owner.patch(`/educational_program/educational_program/${id}/`, { course_ids: [taken.id] });
    expect(await kindsOf(student)).toEqual(['course_assigned']);
  });

  test('is mailed with its due date and the program that gives it', async () => {
    const [programmed, given] = [await company.aPerson('student'), await company.aPerson('student')];
    const [one, two] = [
      await company.aGroup({ students: [programmed] }),
      await company.aGroup({ students: [given] }),
    ];
    const elsewhere = await company.aGroup({ managers: [], students: [] });
    const course = await company.aCourse({ group: elsewhere, materials: 1 });
    const shown = (days: number) => day(days).split('-').toReversed().join('.');
    const { id } = await aProgram(one, [course], [{ due: 'date', due_on: day(20) }]);
    const [program] = await asSystem<{ name: string }>(['select name from programs where id = $1', [id]]);
    await owner.patch(`/study_group/study_group/${two.id}/`, { course_ids: [course.id], due_on: day(30) });
    await sweep(company, 60);
    const text = async (to: Person) => (await mailsTo(to))[0]!.text;
    expect(await text(programmed)).toContain(
      `вам призначено курс «${course.name}» програми «${program!.name}».`,
    );
    expect(await text(programmed)).toContain(`Пройти його потрібно до ${shown(20)}.`);
    expect(await text(given)).toContain(`вам призначено курс «${course.name}».`);
    expect(await text(given)).toContain(`Пройти його потрібно до ${shown(30)}.`);
  });

  test('that a timeline closes is told when it opens', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const elsewhere = await company.aGroup({ managers: [], students: [] });
    const first = await company.aCourse({ group: elsewhere, materials: 1 });
    const second = await company.aCourse({ group: elsewhere, materials: 1 });
    await aProgram(group, [first, second], [{}, { access_rule: 'previous_done' }]);
    await sweep();
    expect((await toldTo(student)).map(({ path }) => path)).toEqual([`/course/${first.id}`]);
    await finish(student.client, first);
    await sweep();
    await sweep();
    expect((await toldTo(student)).map(({ path }) => path)).toEqual([
      `/course/${first.id}`,
      `/course/${second.id}`,
    ]);
  });

  test('that a timeline closes afterwards is told when it opens, unless it has been seen', async () => {
    const [unseen, seen] = [await company.aPerson('student'), await company.aPerson('student')];
    const group = await company.aGroup({ students: [unseen, seen] });
    const elsewhere = await company.aGroup({ managers: [], students: [] });
    const first = await company.aCourse({ group: elsewhere, materials: 1 });
    const second = await company.aCourse({ group: elsewhere, materials: 1 });
    const made = await owner.post('/educational_program/educational_program/', {
      name: unique('Program'),
      course_ids: [first.id, second.id],
      group_ids: [group.id],
    });
    const both = [first, second].map(({ id }) => `/course/${id}`);
    expect((await toldTo(unseen)).map(({ path }) => path).toSorted()).toEqual(both.toSorted());
    const news = (await seen.client.get('/notifications/')).body.results as { id: number }[];
    await seen.client.post('/notifications/read/', { ids: news.map(({ id }) => id) });
    const saved = await owner.post(`/educational_program/educational_program/${made.body.id}/chronology/`, {
      stages: [
        { items: [{ course_id: first.id }] },
        { items: [{ course_id: second.id, access_rule: 'previous_done' }] },
      ],
    });
    expect(saved.status).toBe(204);
    expect((await toldTo(unseen)).map(({ path }) => path)).toEqual([both[0]]);
    expect(await toldTo(seen)).toHaveLength(2);
    await finish(unseen.client, first);
    await sweep();
    expect((await toldTo(unseen)).map(({ path }) => path)).toEqual(both);
  });

  test('is told to as many as a bulk enrolment brings, in one statement', async () => {
    const group = await company.aGroup({ students: [] });
    const course = await company.aCourse({ group });
    const made = await asSystem<{ count: number }>(
      [`select set_config('app.company', $1, true)`, [String(company.id)]],
      [
        `with people as (insert into users (email, first_name, last_name, activated_at)
                select 'bulk-' || $1::text || '-' || n || '@example.com', 'Bulk', 'Person', now() from generate_series(1, 500) n returning id)
           insert into memberships (company_id, user_id, user_types) select $1::integer, id, '{student}' from people`,
        [company.id],
      ],
      [
        `insert into group_members (company_id, group_id, user_id, role)
           select $1::integer, $2::integer, u.id, 'student' from users u where u.email like 'bulk-' || $1::text || '-%'`,
        [company.id, group.id],
      ],
      [
        `select count(*)::integer as count from notifications where company_id = $1::integer and key = 'course-' || $2::text`,
        [company.id, course.id],
      ],
    );
    expect(made).toEqual([{ count: 500 }]);
  });

  test('is mailed after ten minutes, several in one mail, and none that was read, begun or is not wanted', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => company.aPerson('student')));
    const [student, reader, muted, beginner] = people as [Person, Person, Person, Person];
    await choose(muted, { muted: ['course_assigned'] });
    const [one, two] = [await company.aGroup({ students: [] }), await company.aGroup({ students: [] })];
    const courses = [
      await company.aCourse({ group: one, materials: 1 }),
      await company.aCourse({ group: two }),
    ];
    const named = { name: unique('Стандарт «Поруч»') };
    await company.as('owner').patch(`/course/course/${courses[0]!.id}/`, named);
    await join(one, people);
    await join(two, people);
    await reader.client.post('/notifications/read/', { ids: [(await toldTo(reader))[0]!.id] });
    await finish(beginner.client, courses[0]!);
    await sweep(company, 5);
    expect(await subjectsTo(student)).toEqual([]);
    await sweep(company, 6);
    await sweep(company, 60);
    const [mail, ...more] = await mailsTo(student);
    expect(more).toEqual([]);
    const inner = named.name.replace('«Поруч»', '„Поруч“');
    for (const { name, id } of [{ ...courses[0]!, name: inner }, courses[1]!]) {
      expect(mail!.text).toContain(`«${name}»`);
      expect(mail!.text).toContain(`https://osnova.test/in/${company.id}/student/course/${id}`);
      expect(mail!.html).toContain(name);
    }
    expect(mail!.text.trimEnd().split('\n').at(-1)).toContain('https://osnova.test/profile#notifications');
    expect(await subjectsTo(reader)).toEqual([`Вам призначено курс: ${courses[1]!.name}`]);
    expect(await subjectsTo(beginner)).toEqual([`Вам призначено курс: ${courses[1]!.name}`]);
    expect(await subjectsTo(muted)).toEqual([]);
    expect(await kindsOf(muted)).toEqual(['course_assigned', 'course_assigned']);
  });
});

describe('what is due within three days', () => {
  const due = async (person: Person) => (await toldTo(person)).filter(({ kind }) => kind === 'due_soon');

  test('a step: once for its date, not when it is done, closed or far off', async () => {
    const [student, done] = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
    const group = await company.aGroup({ students: [student, done] });
    const elsewhere = await company.aGroup({ managers: [], students: [] });
    const courses = [];
    for (let index = 0; index < 3; index += 1)
      courses.push(await company.aCourse({ group: elsewhere, materials: 1 }));
    const [soon, far] = courses;
    const items = [
      { due: 'date', due_on: day(2) },
      { due: 'date', due_on: day(9) },
      { due: 'date', due_on: day(2), access_rule: 'previous_done' },
    ];
    const program = await aProgram(group, courses, items);
    await finish(done.client, soon!);
    await sweep();
    await sweep();
    expect(await due(student)).toMatchObject([
      { path: `/course/${soon!.id}`, params: { event: 'step', name: soon!.name } },
    ]);
    expect(await due(done)).toEqual([]);
    expect((await subjectsTo(student)).filter((subject) => subject.startsWith('Пройти до'))).toHaveLength(1);
    // Ends more than three days from now, also where the company's day has begun and that of UTC has not.
    await asSystem([
      'update chronology_items set due_on = due_on + 2 where company_id = $1 and program_id = $2 and course_id = $3',
      [company.id, program.id, soon!.id],
    ]);
    await sweep();
    await sweep();
    expect(await due(student)).toHaveLength(1);
    await asSystem([
      'update chronology_items set due_on = $3::date where company_id = $1 and program_id = $2',
      [company.id, program.id, day(1)],
    ]);
    await sweep();
    expect((await due(student)).map(({ path }) => path).toSorted()).toEqual(
      [`/course/${soon!.id}`, `/course/${soon!.id}`, `/course/${far!.id}`].toSorted(),
    );
  });

  test('a course that was given with it: once for its date, and not who is kept out of it', async () => {
    const [student, blocked] = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
    const group = await company.aGroup({ students: [student, blocked] });
    const course = await company.aCourse({ group: await company.aGroup({ students: [] }), materials: 1 });
    await owner.patch(`/study_group/study_group/${group.id}/`, { course_ids: [course.id], due_on: day(2) });
    await owner.post(`/course/course/${course.id}/blocked_user/`, { user_pk: blocked.id });
    await sweep();
    await sweep();
    expect(await due(student)).toMatchObject([
      { path: `/course/${course.id}`, params: { event: 'course', name: course.name } },
    ]);
    expect(await subjectsTo(student)).toContainEqual(expect.stringMatching(/^Пройти до .+: /));
    expect(await due(blocked)).toEqual([]);
  });

  test('a retake: once, a day after it was granted at the earliest', async () => {
    const exam = await company.anExam({ settings: { is_one_attempt_allowed: true } });
    const { student } = company.people;
    await takeExam(student.client, exam, 0);
    const before = (await toldTo(student)).length;
    const granted = await owner.post(`/course/course/${exam.course.id}/retake_form/`, {
      form_id: exam.form_id,
      user_ids: [student.id],
      extra_attempts: 1,
      due_at: inDays(2),
      reason: 'Again',
    });
    expect(granted.status).toBe(200);
    await sweep();
    const path = `/course/${exam.course.id}/education-materials/${exam.material_id}/form/${exam.form_id}`;
    expect((await toldTo(student)).slice(before)).toMatchObject([
      { kind: 'retake_granted', path, params: { course: exam.course.name, attempts: 1 } },
    ]);
    await asSystem([
      `update assignment_decisions set created_at = created_at - interval '2 days' where company_id = $1`,
      [company.id],
    ]);
    await sweep();
    await sweep();
    expect((await toldTo(student)).slice(before + 1)).toMatchObject([
      { kind: 'due_soon', path, params: { event: 'retake' } },
    ]);
    const mails = await mailsTo(student);
    for (const told of ['retake_granted', 'due_soon']) {
      const ofKind = mails.filter(({ kind }) => kind === told);
      expect(ofKind).toHaveLength(1);
      expect(ofKind[0]!.text).toContain(`/in/${company.id}/student${path}\n`);
      expect(ofKind[0]!.text).toContain(`в компанії ${await nameOf(company)}.`);
    }
  });
});

describe('results, certificates and reminders', () => {
  test('a published result, an annulled attempt and a certificate are told to their student', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const course = await company.aCourse({ group });
    const exam = await company.anExam({
      course,
      settings: { publication_after_passing: false, issue_certificate: true },
    });
    const attempt = await takeExam(student.client, exam);
    expect(await kindsOf(student)).toEqual(['course_assigned']);
    const results = `/course/course/${course.id}/publish_results/`;
    expect((await company.as('trainer').post(results, { form_id: exam.form_id })).status).toBe(200);
    expect((await toldTo(student)).slice(1).map(({ kind, path }) => [kind, path])).toEqual(
      expect.arrayContaining([
        ['result', `/course/${course.id}/statistic/${attempt}`],
        ['certificate', '/profile#certificates'],
      ]),
    );
    expect(await toldTo(student)).toHaveLength(3);
    await owner.post(`/course/course/${course.id}/passed_form_status/`, {
      action: 'annul',
      form_id: exam.form_id,
      user_ids: [student.id],
      reason: 'Copied',
    });
    expect((await kindsOf(student)).at(-1)).toBe('result annul');
    expect((await mailsTo(student)).map(({ kind }) => kind)).toContain('result');
  });

  test('a reminder tells who sent it and what they wrote, and is not mailed to whom it annoys', async () => {
    const [student, muted] = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
    await choose(muted, { muted: ['reminder'] });
    const group = await company.aGroup({ students: [student, muted] });
    const course = await company.aCourse({ group, materials: 1 });
    await asSystem(
      [`update group_members set created_at = now() - interval '40 days' where group_id = $1`, [group.id]],
      [`update course_groups set created_at = now() - interval '40 days' where group_id = $1`, [group.id]],
    );
    const keys = [student, muted].map(({ id }) => `never_began-${id}-${course.id}-0-0-0`);
    const sent = await company
      .as('manager')
      .post('/course/reminders/', { section: 'silent', keys, text: 'Чекаємо на вас' });
    expect(sent.body.reminded.count).toBe(2);
    for (const person of [student, muted]) {
      expect((await toldTo(person)).at(-1)).toMatchObject({
        kind: 'reminder',
        path: `/course/${course.id}`,
        params: { name: course.name, author: 'Person Manager', text: 'Чекаємо на вас' },
      });
    }
    expect(await subjectsTo(student)).toEqual([`Нагадування: ${course.name}`]);
    expect(await subjectsTo(muted)).toEqual([]);
  });
});

test('what a later release tells of waits for words, and holds nobody else up', async () => {
  const [student, other] = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
  const tell = (person: Person, params: object): [string, unknown[]] => [
    `insert into notifications (company_id, user_id, kind, key, path, params, created_at)
       values ($1, $2, 'due_soon', $3, '/course', $4, now())`,
    [company.id, person.id, unique('key'), JSON.stringify({ name: 'Course', due_at: inDays(1), ...params })],
  ];
  await asSystem(
    tell(student, { event: 'step' }),
    tell(student, { event: 'of_a_later_release' }),
    tell(other, { event: 'of_a_later_release' }),
  );
  await sweep();
  expect(await mailsTo(student)).toHaveLength(1);
  expect(await mailsTo(other)).toEqual([]);
  const waiting = await asSystem<{ user_id: number }>([
    `select user_id from notifications
       where company_id = $1 and user_id = any ($2::integer[]) and mailed_at is null order by user_id = $3`,
    [company.id, `{${[student.id, other.id].join()}}`, other.id],
  ]);
  expect(waiting.map(({ user_id }) => user_id)).toEqual([student.id, other.id]);
});

describe('a webinar', () => {
  const aWebinar = async (fields: object) => {
    const name = unique('Webinar');
    const { body } = await owner.post('/webinar/webinar/', {
      name,
      starts_at: inDays(5),
      time_zone: 'Europe/Kyiv',
      duration: 60,
      ...fields,
    });
    return { id: body.id as number, name, path: `/webinar/webinar/${body.id}/` };
  };

  test('is told when one is invited, when it moves and when it is called off, but not to who did it', async () => {
    const [student, late, stranger] = (await Promise.all(
      [1, 2, 3].map(() => company.aPerson('student')),
    )) as [Person, Person, Person];
    const group = await company.aGroup({ students: [student] });
    const before = (await toldTo(company.people.owner)).length;
    const webinar = await aWebinar({ group_ids: [group.id] });
    await owner.patch(webinar.path, { description: '<p>More</p>', group_ids: [group.id] });
    expect(await toldTo(student)).toMatchObject([
      { kind: 'webinar', path: `/webinar/${webinar.id}`, params: { event: 'invited', name: webinar.name } },
    ]);
    await join(group, [late]);
    expect(await kindsOf(late)).toEqual(['webinar invited']);
    await sweep();
    await owner.patch(webinar.path, { starts_at: inDays(6) });
    await sweep();
    await owner.post(`${webinar.path}cancel/`, { reason: 'Illness' });
    await sweep();
    expect(await kindsOf(student)).toEqual(['webinar invited', 'webinar moved', 'webinar canceled']);
    expect(await subjectsTo(student)).toEqual([
      `Запрошення на вебінар: ${webinar.name}`,
      `Вебінар перенесено: ${webinar.name}`,
      `Вебінар скасовано: ${webinar.name}`,
    ]);
    expect(await toldTo(company.people.owner)).toHaveLength(before);
    expect(await toldTo(stranger)).toEqual([]);
  });

  const withNobodyTold = async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    return { student, group, webinar: await aWebinar({ group_ids: [group.id] }) };
  };

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['called off', (path) => owner.post(`${path}cancel/`, { reason: 'Illness' })],
    ['deleted', (path) => owner.delete(path)],
    ['taken from a group', (path) => owner.patch(path, { group_ids: [] })],
  ])('that is %s before its invitation was mailed is nobody’s news', async (_, end) => {
    const { student, webinar } = await withNobodyTold();
    await end(webinar.path);
    await sweep();
    expect(await subjectsTo(student)).toEqual([]);
    expect(await toldTo(student)).toEqual([]);
  });

  test('that is called off is told to who has read of it, or was reminded, though no invitation was mailed', async () => {
    const [read, reminded] = [await withNobodyTold(), await withNobodyTold()];
    await read.student.client.post('/notifications/read/', { ids: [(await toldTo(read.student))[0]!.id] });
    await asSystem([
      'update webinars set starts_at = now() + $2 where id = $1',
      [reminded.webinar.id, '2 hours'],
    ]);
    await asSystem(
      [`select set_config('app.company', $1, true)`, [String(company.id)]],
      [`select tell_of_webinars($1, array[$2::integer], 'day', true)`, [company.id, reminded.webinar.id]],
    );
    for (const { student, webinar } of [read, reminded]) {
      await owner.post(`${webinar.path}cancel/`, {});
      expect(await subjectsTo(student)).toEqual([`Вебінар скасовано: ${webinar.name}`]);
    }
    await sweep();
    expect(await subjectsTo(reminded.student)).toHaveLength(1);
  });

  test('that is to come leads to its calendar file from each mail', async () => {
    const { student, group, webinar } = await withNobodyTold();
    await sweep();
    await owner.patch(webinar.path, { starts_at: inDays(6) });
    await sweep();
    const second = await aWebinar({ group_ids: [group.id] });
    await aWebinar({ group_ids: [group.id] });
    await sweep();
    const [invited, moved, both] = await mailsTo(student);
    for (const [mail, { id }] of [
      [invited, webinar],
      [moved, webinar],
      [both, second],
    ] as const) {
      const file = `https://osnova.test/in/${company.id}/student/webinar/${id}?calendar=1`;
      expect(mail!.text).toContain(`Додати до календаря: ${file}`);
      expect(mail!.html).toContain(file);
    }
  });

  test('that moves is one item of a mail, with its last time', async () => {
    const { student, group, webinar } = await withNobodyTold();
    await owner.patch(webinar.path, { starts_at: '2090-07-01T09:00:00Z' });
    await aWebinar({ group_ids: [group.id] });
    await sweep();
    const [mail, ...others] = await mailsTo(student);
    expect(others).toEqual([]);
    expect(mail!.text.split(webinar.name)).toHaveLength(2);
    expect(mail!.text).toContain('01.07.2090, 12:00');
    await owner.patch(webinar.path, { starts_at: '2090-07-02T09:00:00Z' });
    await owner.patch(webinar.path, { starts_at: '2090-07-03T09:00:00Z' });
    await owner.patch(webinar.path, { name: webinar.name });
    await sweep();
    const moved = (await mailsTo(student)).slice(1);
    expect(moved.map(({ subject }) => subject)).toEqual([`Вебінар перенесено: ${webinar.name}`]);
    expect(moved[0]!.text).toContain('03.07.2090');
  });

  test('that is taken from somebody tells them, and nothing where it is back at once', async () => {
    const { student, group, webinar } = await withNobodyTold();
    const second = await company.aGroup({ students: [student] });
    await sweep();
    await owner.patch(webinar.path, { group_ids: [second.id] });
    await owner.patch(webinar.path, { group_ids: [] });
    await owner.patch(webinar.path, { group_ids: [group.id] });
    await owner.delete(webinar.path);
    const [deletion] = await asSystem<{ id: number }>([
      'select max(id) as id from history where company_id = $1',
      [company.id],
    ]);
    expect((await owner.get(`/history/history/${deletion!.id}/restore/?alone=true`)).status).toBe(200);
    await sweep();
    expect(await subjectsTo(student)).toHaveLength(1);
    await owner.patch(webinar.path, { group_ids: [] });
    await sweep();
    expect(await kindsOf(student)).toEqual(['webinar uninvited']);
    expect((await subjectsTo(student)).at(-1)).toBe(`Запрошення на вебінар відкликано: ${webinar.name}`);
    await owner.patch(webinar.path, { group_ids: [group.id] });
    await sweep();
    expect(await kindsOf(student)).toEqual(['webinar uninvited', 'webinar invited']);
    expect(await subjectsTo(student)).toHaveLength(3);
  });

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['called off', (path) => owner.post(`${path}cancel/`, { reason: 'Illness' })],
    ['deleted', (path) => owner.delete(path)],
  ])('that is %s, restored and called off again is told each time', async (_, end) => {
    const { student, group, webinar } = await withNobodyTold();
    const newcomer = await company.aPerson('student');
    await sweep();
    await end(webinar.path);
    await sweep();
    await join(group, [newcomer]);
    expect(await toldTo(newcomer)).toEqual([]);
    const restored = async () => {
      const [entry] = await asSystem<{ id: number }>([
        `select max(id) as id from history where company_id = $1 and relation = 'webinars' and object_id = $2`,
        [company.id, webinar.id],
      ]);
      expect((await owner.get(`/history/history/${entry!.id}/restore/`)).status).toBe(200);
      await sweep();
    };
    await restored();
    expect(await kindsOf(student)).toEqual(['webinar invited']);
    expect(await kindsOf(newcomer)).toEqual(['webinar invited']);
    const invited = `Запрошення на вебінар: ${webinar.name}`;
    const canceled = `Вебінар скасовано: ${webinar.name}`;
    expect(await subjectsTo(student)).toEqual([invited, canceled, invited]);
    expect((await mailsTo(student)).at(-1)!.text).toContain(`/webinar/${webinar.id}?calendar=1`);
    await restored();
    expect(await kindsOf(student)).toEqual(['webinar invited', 'webinar canceled']);
    expect(await subjectsTo(student)).toEqual([invited, canceled, invited, canceled]);
    expect(await subjectsTo(newcomer)).toEqual([invited, canceled]);
  });

  test('that is over, or called off, invites nobody', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    await aWebinar({ group_ids: [group.id], starts_at: inDays(-1) });
    expect(await toldTo(student)).toEqual([]);
  });
});

describe('quiet hours', () => {
  const until = async (at: string, from: number | null, to: number | null, zone: string) => {
    const [row] = await asSystem<{ until: string }>([
      `select to_char(quiet_until($1::timestamptz, $2, $3, $4) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as until`,
      [at, from, to, zone],
    ]);
    return row!.until;
  };
  const NIGHT = [22 * 60, 7 * 60] as const;

  test.each([
    [
      'in the evening, until the morning',
      '2026-11-21T20:30:00Z',
      ...NIGHT,
      'Europe/Kyiv',
      '2026-11-22T05:00',
    ],
    [
      'after midnight, until the same morning',
      '2026-11-22T01:00:00Z',
      ...NIGHT,
      'Europe/Kyiv',
      '2026-11-22T05:00',
    ],
    ['by day, at once', '2026-11-21T12:00:00Z', ...NIGHT, 'Europe/Kyiv', '2026-11-21T12:00'],
    ['from their first minute', '2026-11-21T20:00:00Z', ...NIGHT, 'Europe/Kyiv', '2026-11-22T05:00'],
    ['not from their last', '2026-11-22T05:00:00Z', ...NIGHT, 'Europe/Kyiv', '2026-11-22T05:00'],
    ['within one day', '2026-11-21T11:30:00Z', 13 * 60, 14 * 60, 'Europe/Kyiv', '2026-11-21T12:00'],
    ['the clocks go forward that night', '2026-03-28T21:00:00Z', ...NIGHT, 'Europe/Kyiv', '2026-03-29T04:00'],
    ['the clocks go back that night', '2026-10-24T20:00:00Z', ...NIGHT, 'Europe/Kyiv', '2026-10-25T05:00'],
    [
      'they end in the hour that is left out',
      '2026-03-28T21:00:00Z',
      22 * 60,
      3 * 60 + 30,
      'Europe/Kyiv',
      '2026-03-29T01:30',
    ],
    [
      'they end in the hour that comes twice',
      '2026-10-24T20:00:00Z',
      22 * 60,
      3 * 60 + 30,
      'Europe/Kyiv',
      '2026-10-25T01:30',
    ],
    ['beyond the date line', '2026-11-21T10:30:00Z', ...NIGHT, 'Pacific/Auckland', '2026-11-21T18:00'],
    ['without any', '2026-11-21T20:30:00Z', null, null, 'Europe/Kyiv', '2026-11-21T20:30'],
  ])('%s', async (_, at, from, to, zone, expected) => {
    expect(await until(at, from, to, zone)).toBe(expected);
  });

  test('keep what is told unwritten, so that what overtakes it is in time', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    const clock = (hours: number) =>
      `${String((new Date().getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    await choose(student, { quiet_from: clock(-1), quiet_to: clock(3), time_zone: 'UTC' });
    const names = [unique('Webinar'), unique('Webinar')];
    const fields = { starts_at: inDays(5), time_zone: 'UTC', duration: 60, group_ids: [group.id] };
    const [first] = [
      await owner.post('/webinar/webinar/', { name: names[0], ...fields }),
      await owner.post('/webinar/webinar/', { name: names[1], ...fields }),
    ];
    await sweep();
    expect(await mailsTo(student)).toEqual([]);
    await owner.post(`/webinar/webinar/${first.body.id}/cancel/`, {});
    await choose(student, { quiet_from: null, quiet_to: null });
    await sweep();
    expect(await subjectsTo(student)).toEqual([`Запрошення на вебінар: ${names[1]}`]);
  });

  test('are by the clocks of the company where nobody chose others', async () => {
    const there = await aCompany();
    const { student } = there.people;
    await asSystem(["update companies set time_zone = 'Pacific/Kiritimati' where id = $1", [there.id]]);
    const clock = (hours: number) =>
      `${String((new Date().getUTCHours() + 14 + hours + 24) % 24).padStart(2, '0')}:00`;
    await choose(student, { quiet_from: clock(-1), quiet_to: clock(3) });
    await asSystem([
      `insert into mails (recipient, user_id, company_id, kind, subject, text, html) values ($1, $2, $3, 'webinar', 's', 't', 'h')`,
      [student.email, student.id, there.id],
    ]);
    const [held] = await mailsTo(student);
    expect(held!.due_in).toBeGreaterThan(2 * 3600 - 60);
    await choose(student, { time_zone: 'Pacific/Kiritimati' });
    expect((await choose(student, { time_zone: null })).body.time_zone).toBeNull();
  });

  test('hold what was chosen and let what protects the account through', async () => {
    const student = await company.aPerson('student');
    const now = new Date();
    const clock = (hours: number) => `${String((now.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    const chosen = { quiet_from: clock(-1), quiet_to: clock(3), time_zone: 'UTC' };
    expect((await choose(student, chosen)).body).toEqual({ muted: [], ...chosen });
    const mail = (kind: string | null) =>
      asSystem([
        `insert into mails (recipient, user_id, company_id, kind, subject, text, html) values ($1, $2, $3, $4, coalesce($4, 'security'), 'text', 'html')`,
        [student.email, kind && student.id, kind && company.id, kind],
      ]);
    await mail('webinar');
    await mail(null);
    const mails = await mailsTo(student);
    expect(mails.map(({ kind }) => kind)).toEqual(['webinar', null]);
    expect(mails[0]!.due_in).toBeGreaterThan(2 * 3600 - 60);
    expect(mails[0]!.due_in).toBeLessThanOrEqual(3 * 3600);
    expect(mails[1]!.due_in).toBe(0);
  });
});

describe('the calls', () => {
  let mine: Person;
  let other: Person;
  beforeAll(async () => {
    mine = await company.aPerson('student');
    other = await company.aPerson('student');
    for (let index = 0; index < 3; index += 1) {
      const group = await company.aGroup({ students: [mine, other] });
      await company.aCourse({ group });
    }
  });

  test('list page by page, by what is read and by kind, with how many are not', async () => {
    const first = await mine.client.get('/notifications/?page_size=2');
    expect(first.body).toMatchObject({ count: 3, total_pages: 2, unread: 3 });
    const ids = first.body.results.map(({ id }: Told) => id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    const { newest, unread } = (await mine.client.get('/notifications/unread/')).body;
    expect([newest.id, unread]).toEqual([ids[0], 3]);
    expect((await mine.client.post('/notifications/read/', { ids: [ids[0]] })).status).toBe(204);
    expect((await mine.client.post('/notifications/read/', { ids: [ids[0]] })).status).toBe(204);
    expect((await mine.client.get('/notifications/?unread=true')).body).toMatchObject({
      count: 2,
      unread: 2,
    });
    expect((await mine.client.get('/notifications/?unread=false')).body).toMatchObject({ count: 1 });
    expect((await mine.client.get('/notifications/?kinds=webinar,result')).body.count).toBe(0);
    expect((await mine.client.get('/notifications/?kinds=webinar,course_assigned')).body.count).toBe(3);
    expect((await mine.client.get('/notifications/?kinds=nonsense')).status).toBe(400);
    expect((await mine.client.post('/notifications/read/', { all: true, up_to: ids[1] })).status).toBe(204);
    expect((await mine.client.get('/notifications/unread/')).body).toEqual({ unread: 0, newest: null });
    expect((await other.client.get('/notifications/unread/')).body.unread).toBe(3);
  });

  test('are told what is read: those named, or all up to one', async () => {
    for (const body of [{}, { ids: [] }, { all: true }, { up_to: 1 }, { ids: [1], all: true, up_to: 1 }]) {
      const { status } = await mine.client.post('/notifications/read/', body);
      expect({ body, status }).toEqual({ body, status: 400 });
    }
  });

  test('know nothing of what others were told, in this company and elsewhere', async () => {
    const theirs = (await toldTo(other))[0]!.id;
    const foreign = await aCompany();
    const nobody = { status: 404, body: { detail: 'Not found.', code: 'not_found' } };
    for (const person of [mine, company.people.owner, foreign.people.student]) {
      for (const id of [theirs, 2_000_000_000]) {
        const answer = await person.client.post('/notifications/read/', { ids: [id] });
        expect(answer).toMatchObject(nobody);
      }
      await person.client.post('/notifications/read/', { all: true, up_to: 2_000_000_000 });
    }
    expect((await toldTo(other))[0]!.read_at).toBeNull();
    expect(await toldTo(foreign.people.student)).toEqual([]);
  });

  test('are read all at once up to one that is named, and what is missing is told by its name', async () => {
    const missing = async (body: object) =>
      Object.keys((await mine.client.post('/notifications/read/', body)).body);
    expect(await missing({ all: true })).toContain('up_to');
    expect(await missing({ up_to: 5 })).toContain('up_to');
    expect(await missing({})).toContain('ids');
    expect(await missing({ ids: [1], all: true, up_to: 1 })).toContain('ids');
  });

  test('keep choices, refuse half of quiet hours, and are one person’s', async () => {
    const none = { muted: [], quiet_from: null, quiet_to: null, time_zone: null };
    expect((await mine.client.get('/notifications/settings/')).body).toEqual(none);
    // What was never chosen stays so, also where it is sent back.
    expect((await choose(mine, none)).body).toEqual(none);
    await choose(mine, { quiet_from: '22:00', quiet_to: '06:30', time_zone: 'America/New_York' });
    await choose(mine, { muted: ['webinar', 'webinar', 'reminder'] });
    const kept = {
      muted: ['webinar', 'reminder'],
      quiet_from: '22:00',
      quiet_to: '06:30',
      time_zone: 'America/New_York',
    };
    expect((await mine.client.get('/notifications/settings/')).body).toEqual(kept);
    for (const wrong of [
      { quiet_from: '22:00' },
      { quiet_from: '22:00', quiet_to: null },
      { quiet_from: '22:00', quiet_to: '22:00' },
      { quiet_from: '24:00', quiet_to: '06:00' },
      { time_zone: 'Mars/Olympus' },
      { muted: ['everything'] },
    ]) {
      expect({ wrong, status: (await choose(mine, wrong)).status }).toEqual({ wrong, status: 400 });
    }
    expect((await choose(mine, { quiet_from: '22:00', quiet_to: '22:00' })).body).toEqual({
      quiet_to: ['Quiet hours need two different ends'],
    });
    expect((await choose(mine, { quiet_from: null, quiet_to: null })).body).toEqual({
      ...kept,
      quiet_from: null,
      quiet_to: null,
    });
    expect((await other.client.get('/notifications/settings/')).body).toEqual(none);
  });
});

test('the minute’s job notes that it ran, and lets go of what is 90 days old', async () => {
  const student = await company.aPerson('student');
  for (const days of [89, 91]) {
    await asSystem([
      `insert into notifications (company_id, user_id, kind, key, path, created_at, mailed_at)
         values ($1, $2, 'course_assigned', $3, '/course', now() - make_interval(days => $4), now())`,
      [company.id, student.id, `old-${days}`, days],
    ]);
  }
  await asSystem(
    [leaveOthers[0], [company.id]],
    [`delete from job_heartbeats where name in ('due_soon', 'notifications')`],
  );
  await Promise.all([1, 2].map(() => sweepNotifications(env, new Db(env))));
  expect(await toldTo(student)).toHaveLength(1);
  const beats = await asSystem([
    `select name from job_heartbeats where name in ('due_soon', 'notifications') order by name`,
  ]);
  expect(beats).toEqual([{ name: 'due_soon' }, { name: 'notifications' }]);
});
