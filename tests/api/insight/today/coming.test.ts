import { beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '../../../../worker/platform/contract.ts';
import type { listDueSoon } from '../../../../worker/insight/today/contract.ts';
import { unique, type Company, type Course, type Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

type Row = ResponseOf<typeof listDueSoon>['results'][number];

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

async function rowsOf(section: string, client: Client, query = ''): Promise<Row[]> {
  const { status, body } = await client.get(`/course/today/${section}/?page_size=100&${query}`);
  expect(status).toBe(200);
  return body.results;
}

const told = (rows: Row[]) =>
  rows.map(({ kind, user, course }) => `${kind} ${user.id} ${course!.id}`).toSorted();

/** In UTC, so that a day of the company is a day of the test. */
async function aCompanyInUtc(): Promise<Company> {
  const made = await aCompany();
  await asSystem([`update companies set time_zone = 'Etc/UTC' where id = $1`, [made.id]]);
  return made;
}

const due = ({ id }: Course, on: string | null, after: number | null = null) =>
  asSystem([
    'update course_groups set due_on = $2, due_after_days = $3 where course_id = $1',
    [id, on, after],
  ]);

async function aProgram(company: Company, courses: Course[], group: number, dues: object[]) {
  const owner = company.as('owner');
  const { body } = await owner.post('/educational_program/educational_program/', {
    name: unique('Program'),
    course_ids: courses.map(({ id }) => id),
    group_ids: [group],
  });
  const item = { required: true, opens: 'none', after_due: 'allow_late' };
  const saved = await owner.post(`/educational_program/educational_program/${body.id}/chronology/`, {
    stages: courses.map(({ id }, index) => ({
      name: '',
      items: [{ ...item, access_rule: 'always', ...dues[index], course_id: id }],
    })),
  });
  expect(saved.status).toBe(204);
}

/** The open rows of a section, as the owner finds them so many days from now. */
async function openRows(company: Company, section: string, days: number): Promise<string[]> {
  const rows = await asSystem<{ key: string }>(
    [
      `select set_config('app.company', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'owner', true),
              set_config('app.now', $3, true)`,
      [String(company.id), String(company.people.owner.id), inDays(days).toISOString()],
    ],
    [
      `select concat_ws(' ', split_part(kind, '_', 1), user_id, course_id, program_id, form_id) as key
         from today_rows($1) where not closed order by 1`,
      [section],
    ],
  );
  return rows.map(({ key }) => key);
}

describe('what is due soon', () => {
  let company: Company;
  let near: Person[];
  let far: Person[];

  beforeAll(async () => {
    company = await aCompanyInUtc();
    [near, far] = (await Promise.all(
      [2, 3].map((count) => Promise.all(Array.from({ length: count }, () => company.aPerson('student')))),
    )) as [Person[], Person[]];
  });

  test('is what is open and due by the end of the seventh day, within reach', async () => {
    const { manager, trainer } = company.people;
    const own = await company.aGroup({ students: near, managers: [manager] });
    const foreign = await company.aGroup({ students: far, managers: [] });
    const [today, week, later, late, elsewhere] = await Promise.all(
      [own, own, own, own, foreign].map((group) => company.aCourse({ group, materials: 1 })),
    );
    await due(today!, dayIn(0));
    await due(week!, null, 7);
    await due(later!, null, 8);
    await due(late!, dayIn(-1));
    // Others have the same course, out of the manager's reach.
    await asSystem([
      'insert into course_groups (company_id, course_id, group_id, due_on) values ($1, $2, $3, $4)',
      [company.id, today!.id, foreign.id, dayIn(1)],
    ]);
    await due(elsewhere!, dayIn(3));
    const rowsFor = (people: Person[], course: Course) =>
      people.map(({ id }) => `course_due ${id} ${course.id}`);
    const reached = [...rowsFor(near, today!), ...rowsFor(near, week!)];
    expect(told(await rowsOf('due_soon', manager.client))).toEqual(reached.toSorted());
    expect(told(await rowsOf('due_soon', company.as('owner')))).toEqual(
      [...reached, ...rowsFor(far, today!), ...rowsFor(far, elsewhere!)].toSorted(),
    );
    expect(await rowsOf('due_soon', (await company.aPerson('manager')).client)).toEqual([]);
    await asSystem([
      `insert into course_members (company_id, course_id, user_id, role) values ($1, $2, $3, 'coach') on conflict do nothing`,
      [company.id, elsewhere!.id, trainer.id],
    ]);
    expect(told(await rowsOf('due_soon', trainer.client))).toEqual(
      expect.arrayContaining(rowsFor(far, elsewhere!)),
    );
    const [first] = await rowsOf('due_soon', manager.client);
    expect(first).toMatchObject({ course: { id: today!.id }, actions: [], refusal: null });
    const { body } = await manager.client.get('/course/today/');
    expect(body.due_soon).toMatchObject({ count: 4, people: 2 });
    const byPerson = await manager.client.get(`/course/today/due_soon/?by_person=true&group=${own.id}`);
    expect(byPerson.body.count).toBe(2);
  });

  test('names nobody who has finished, is kept out of the course, or is blocked', async () => {
    const [done, kept, blocked, left] = await Promise.all(
      Array.from({ length: 4 }, () => company.aPerson('student')),
    );
    const group = await company.aGroup({ students: [done!, kept!, blocked!, left!] });
    const course = await company.aCourse({ group, materials: 1 });
    await due(course, dayIn(2));
    await asSystem(
      [
        `insert into material_progress (company_id, material_id, user_id, opened_at, done_at) values ($1, $2, $3, now(), now())`,
        [company.id, course.materials[0]!, done!.id],
      ],
      [
        'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
        [company.id, course.id, kept!.id],
      ],
      [
        'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
        [company.id, blocked!.id],
      ],
    );
    const rows = await rowsOf('due_soon', company.as('owner'), `group=${group.id}`);
    expect(told(rows)).toEqual([`course_due ${left!.id} ${course.id}`]);
  });

  test('is what stands among the overdue once its day is over: steps, courses and retakes', async () => {
    const made = await aCompanyInUtc();
    const students = await Promise.all(Array.from({ length: 3 }, () => made.aPerson('student')));
    const group = await made.aGroup({ students });
    const elsewhere = await made.aGroup({ students: [] });
    const steps = await Promise.all([1, 2, 3, 4].map(() => made.aCourse({ group: elsewhere, materials: 1 })));
    await aProgram(made, steps, group.id, [
      { due: 'date', due_on: dayIn(5) },
      { due: 'after_assignment', due_after_days: 3 },
      { due: 'date', due_on: dayIn(20) },
      { due: 'date', due_on: dayIn(6), access_rule: 'previous_done' },
    ]);
    await aProgram(made, steps.slice(2), group.id, [
      { due: 'none' },
      { due: 'after_previous', due_after_days: 0 },
    ]);
    const given = await made.aCourse({ group, materials: 1 });
    await due(given, dayIn(4));
    const exam = await made.anExam({ course: given, settings: { is_one_attempt_allowed: false } });
    await asSystem(
      [
        `insert into assignments (company_id, form_id, user_id, status, due_at) values ($1, $2, $3, 'reopened', $4)
           on conflict (company_id, form_id, user_id) do update set status = 'reopened', due_at = excluded.due_at`,
        [made.id, exam.form_id, students[0]!.id, inDays(2)],
      ],
      [
        `insert into material_progress (company_id, material_id, user_id, opened_at, done_at) values ($1, $2, $3, now(), now())`,
        [made.id, steps[2]!.materials[0]!, students[1]!.id],
      ],
    );
    const soon = await openRows(made, 'due_soon', 0);
    const later = await openRows(made, 'overdue', 8);
    const before = new Set(await openRows(made, 'overdue', 0));
    expect(soon.length).toBeGreaterThan(8);
    expect(new Set(soon.map((key) => key.split(' ')[0]))).toEqual(new Set(['step', 'course', 'retake']));
    expect(soon).toEqual(later.filter((key) => !before.has(key)));
  });
});

describe('certificates that run out', () => {
  /** Certificates of students, issued and running out so many days from now. */
  async function certificates(
    company: Company,
    terms: [issued: number, expires: number][],
    managers: Person[],
  ) {
    const students = await Promise.all(terms.map(() => company.aPerson('student')));
    const course = await company.aCourse({ group: await company.aGroup({ students, managers }) });
    for (const [index, [issued, expires]] of terms.entries())
      await asSystem([
        `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, mailed_at)
           values ($1, $2, $3, $4, 1, '{"name": "", "course": ""}', $5, $6, now())`,
        [company.id, course.id, students[index]!.id, crypto.randomUUID(), inDays(issued), inDays(expires)],
      ]);
    return { course, students };
  }

  test('within 30 days stand there for whoever reaches their holders, those of a short term in its second half', async () => {
    const company = await aCompanyInUtc();
    const { manager } = company.people;
    const terms: [number, number][] = [
      [-300, 10],
      [-300, 30],
      [-300, 40],
      [-300, -1],
      [-5, 20],
      [-20, 5],
    ];
    const own = await certificates(company, terms, [manager]);
    const foreign = await certificates(company, [[-300, 10]], []);
    // Others have the same course, out of the manager's reach.
    const { id } = await company.aGroup({ students: [foreign.students[0]!], managers: [] });
    await asSystem(
      [
        'insert into course_groups (company_id, course_id, group_id) values ($1, $2, $3)',
        [company.id, own.course.id, id],
      ],
      [
        `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, expires_at, mailed_at)
           select company_id, $2, user_id, gen_random_uuid(), 1, content, issued_at, expires_at, mailed_at from certificates
             where course_id = $1`,
        [foreign.course.id, own.course.id],
      ],
    );
    const rowOf = (course: Course, person: Person) => `certificate_expiring ${person.id} ${course.id}`;
    const reached = [0, 1, 5].map((index) => rowOf(own.course, own.students[index]!));
    const rows = await rowsOf('certificate_expiring', manager.client);
    expect(told(rows)).toEqual(reached.toSorted());
    expect(rows.map(({ user }) => user.id)).toEqual([5, 0, 1].map((index) => own.students[index]!.id));
    expect(rows[0]).toMatchObject({ actions: [], refusal: null });
    expect(told(await rowsOf('certificate_expiring', company.as('owner')))).toEqual(
      [
        ...reached,
        rowOf(own.course, foreign.students[0]!),
        rowOf(foreign.course, foreign.students[0]!),
      ].toSorted(),
    );
    await company
      .as('owner')
      .post(`/course/course/${own.course.id}/blocked_user/`, { user_pk: own.students[0]!.id });
    expect(await rowsOf('certificate_expiring', manager.client)).toHaveLength(2);
    // A manager's digest says what the manager's Today shows.
    const [digest] = await asSystem<{ told: object }>([
      `select digest_of($1, $2, 'manager') as told`,
      [company.id, manager.id],
    ]);
    expect(digest!.told).toMatchObject({ expired: 1, expiring: 2 });
  });

  test('of whoever is blocked, by the company or everywhere, or gone stand in no list', async () => {
    const company = await aCompanyInUtc();
    const terms = Array.from({ length: 5 }, (): [number, number] => [-300, 10]);
    const { course, students } = await certificates(company, terms, []);
    const [blocked, gone, everywhere, elsewhere, left] = students.map(({ id }) => id);
    const other = await aCompany();
    await asSystem(
      [
        `insert into memberships (company_id, user_id, user_types, given_types, surname, blocked_at)
           values ($1, $2, array['student'], array['student'], 'x', now())`,
        [other.id, elsewhere],
      ],
      [
        'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
        [company.id, blocked],
      ],
      ['update users set blocked_at = now() where id = $1', [everywhere]],
      [
        'update memberships set deleted_at = now() where company_id = $1 and user_id = $2',
        [company.id, gone],
      ],
    );
    const rows = [elsewhere, left].map((id) => `certificate_expiring ${id} ${course.id}`);
    expect(told(await rowsOf('certificate_expiring', company.as('owner')))).toEqual(rows.toSorted());
  });
});
