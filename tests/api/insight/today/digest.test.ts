import { beforeAll, describe, expect, test } from 'vitest';
import { digestMails } from '../../../../worker/insight/today/mails-digest.ts';
import type { Company, Course, Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
let late: Person[];

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const due = ({ id }: Course, days: number) =>
  asSystem(['update course_groups set due_on = $2 where course_id = $1', [id, day(days)]]);

/** A company with three people who are late with two courses, one of them in the manager's group. */
async function aBusyCompany(): Promise<Company> {
  const made = await aCompany();
  await asSystem([`update companies set time_zone = 'Etc/UTC' where id = $1`, [made.id]]);
  late = await Promise.all([1, 2, 3].map(() => made.aPerson('student')));
  const own = await made.aGroup({ students: [late[0]!], managers: [made.people.manager] });
  const foreign = await made.aGroup({ students: late, managers: [] });
  const courses = [
    await made.aCourse({ group: own, materials: 1 }),
    await made.aCourse({ group: foreign, materials: 1 }),
  ];
  await asSystem([
    'update course_groups set due_on = $2 where course_id = any ($1)',
    [courses.map(({ id }) => id), day(-3)],
  ]);
  return made;
}

beforeAll(async () => {
  company = await aBusyCompany();
  const group = await company.aGroup({ students: [], managers: [company.people.manager] });
  const course = await company.aCourse({ group, materials: 1 });
  await asSystem([
    `insert into course_members (company_id, course_id, user_id, role, due_on) values ($1, $2, $3, 'student', $4)`,
    [company.id, course.id, late[0]!.id, day(3)],
  ]);
});

interface Told {
  people: number;
  courses: number;
  retake_asked: number;
  to_mark: number;
  in_review: number;
  expired: number;
  expiring: number;
  due_soon: number;
  pending: number;
  most: { name: string; people: number }[];
}

const digestOf = async ({ id }: Company, person: Person, type: string) =>
  (await asSystem<{ told: Told | null }>(['select digest_of($1, $2, $3) as told', [id, person.id, type]]))[0]!
    .told;

/** The minute's job at an hour (UTC) of a day after next Sunday, 0: Monday; of this company alone. */
async function run({ id }: Company, hour: number, after = 0): Promise<void> {
  const monday = new Date();
  monday.setUTCHours(hour, 0, 30, 0);
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7) + after);
  await asSystem(
    [`select set_config('app.now', $1, true)`, [monday.toISOString()]],
    [
      `insert into digests (company_id, user_id, week_on, judged_at)
         select company_id, user_id, d::date, now() from memberships, generate_series($2::date - 1, $2::date + 1, interval '1 day') d
           where company_id <> $1 and extract(isodow from d) = 1
         on conflict (company_id, user_id) do update set week_on = excluded.week_on, judged_at = now()`,
      [id, monday.toISOString().slice(0, 10)],
    ],
    ['select send_digests($1)', [JSON.stringify(digestMails({ url: 'https://osnova.test' }))]],
  );
}

const mailsTo = ({ email }: Person) =>
  asSystem<{ subject: string; text: string; html: string }>([
    `select subject, text, html from mails where recipient = $1 and kind = 'digest' order by id`,
    [email],
  ]);

describe('what a digest counts', () => {
  test('is what Today counts, as far as the role reaches', async () => {
    const { owner, admin, manager } = company.people;
    for (const [type, person] of Object.entries({ owner, admin, manager })) {
      const told = await digestOf(company, person, type);
      const { body: today } = await company.as(type as 'owner').get('/course/today/');
      expect({ type, ...told }).toMatchObject({
        type,
        people: today.overdue.people,
        retake_asked: today.retake_asked.count,
        to_mark: today.to_mark,
        in_review: today.in_review.count,
        expired: today.certificate_expired.count,
        expiring: today.certificate_expiring.count,
        due_soon: today.due_soon.people,
      });
    }
    expect(await digestOf(company, owner, 'owner')).toMatchObject({ people: 3, courses: 2 });
    expect(await digestOf(company, manager, 'manager')).toMatchObject({
      people: 1,
      courses: 1,
      due_soon: 1,
      pending: 0,
    });
  });

  test('names the groups with most people who are late, and to a manager their own alone', async () => {
    const { owner, manager } = company.people;
    const all = (await digestOf(company, owner, 'owner'))!.most;
    expect(all.map(({ people }) => people)).toEqual([3, 1]);
    expect((await digestOf(company, manager, 'manager'))!.most).toEqual([all[1]]);
  });

  test('is nothing where nothing waits; invitations and what is due this week are no reason to write', async () => {
    const quiet = await aCompany();
    const course = await quiet.aCourse({ materials: 1 });
    await due(course, 3);
    await quiet
      .as('owner')
      .post('/accounts/invite_user/', { email: `${crypto.randomUUID()}@example.com`, user_type: 'student' });
    expect(await digestOf(quiet, quiet.people.owner, 'owner')).toBeNull();
    // Within seven days of next Monday, whichever day it is.
    await due(course, 8);
    await run(quiet, 9);
    expect(await mailsTo(quiet.people.owner)).toEqual([]);
  });
});

test('a digest comes on Monday morning, once, to owner, admins and managers', async () => {
  const made = await aBusyCompany();
  const { owner, admin, manager, trainer, student } = made.people;
  const counts = async () =>
    Promise.all(
      [owner, admin, manager, trainer, student].map(async (person) => (await mailsTo(person)).length),
    );
  await run(made, 7);
  await run(made, 9, 1);
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  await Promise.all([run(made, 8), run(made, 8)]);
  await run(made, 12);
  expect(await counts()).toEqual([1, 1, 1, 0, 0]);
  await run(made, 8, 7);
  expect(await counts()).toEqual([2, 2, 2, 0, 0]);
});

test('a digest is not for whoever muted it, is blocked, or has not accepted', async () => {
  const made = await aBusyCompany();
  const { owner, admin, manager } = made.people;
  expect((await owner.client.patch('/notifications/settings/', { muted: ['digest'] })).status).toBe(200);
  await asSystem(
    ['update memberships set blocked_at = now() where company_id = $1 and user_id = $2', [made.id, admin.id]],
    ['update users set activated_at = null where id = $1', [manager.id]],
  );
  await run(made, 8);
  expect(await Promise.all([owner, admin, manager].map(async (one) => (await mailsTo(one)).length))).toEqual([
    0, 0, 0,
  ]);
});

test('a digest says in words what there is, and nothing of what there is not', async () => {
  const made = await aBusyCompany();
  await asSystem([
    `update study_groups set name = 'Склад <b>«1»</b>' where company_id = $1 and id = (
        select max(id) from study_groups where company_id = $1)`,
    [made.id],
  ]);
  const withSheet = {
    phone: '+380671112233',
    first_name: 'Ada',
    last_name: 'Sheet',
    user_types: ['student'],
  };
  expect((await made.as('owner').post('/accounts/user/', withSheet)).status).toBe(201);
  await run(made, 8);
  const [mail] = await mailsTo(made.people.owner);
  expect(mail!.text).toContain('Люди, які ще не ввійшли: 1');
  expect(mail!.text).toContain('Люди з простроченим навчанням: 3 (курсів: 2)');
  expect(mail!.text).toContain('«Склад <b>„1“</b>» — 3');
  expect(mail!.html).toContain('Склад &lt;b&gt;');
  expect(mail!.text).toContain(`https://osnova.test/in/${made.id}/owner/today`);
  expect(mail!.text).not.toContain('Сертифікат');
  expect(`${mail!.subject}${mail!.text}${mail!.html}`).not.toMatch(/\{\w+\}/);
});

test('certificates that run out within 30 days are counted apart from those that have', async () => {
  const made = await aBusyCompany();
  const exam = await made.anExam();
  for (const [index, days] of [-5, 10, 40].entries())
    await asSystem([
      `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, mailed_at)
         values ($1, $2, $3, $4, $5, '{"name": "", "course": ""}', now() - interval '1 year', now() + make_interval(days => $6), now())`,
      [made.id, exam.course.id, made.people.student.id, crypto.randomUUID(), index + 1, days],
    ]);
  expect(await digestOf(made, made.people.owner, 'owner')).toMatchObject({ expired: 1, expiring: 1 });
});
