import { beforeAll, describe, expect, test } from 'vitest';
import type { listAppointedForms } from '../../../../worker/exams/attempts/contract.ts';
import type { ResponseOf } from '../../../../worker/platform/contract.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company, Course, Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

type Row = ResponseOf<typeof listAppointedForms>['results'][number];
type Exam = Awaited<ReturnType<Company['anExam']>>;

const PATH = '/course/appointed_form/';
const TWICE = { is_one_attempt_allowed: false, attempt_limit: 2 };

let company: Company;
let students: Person[];
let first: Course;
let second: Course;
let exams: Exam[];

/** Names of exams as their author writes them; the third is in review whenever it is taken. */
const NAMES = ['Ґанок', 'Іній', 'Яблуко'];

beforeAll(async () => {
  company = await aCompany();
  students = await Promise.all(Array.from({ length: 6 }, () => company.aPerson('student')));
  students.sort((a, b) => a.id - b.id);
  first = await company.aCourse({ group: await company.aGroup({ students: students.slice(0, 4) }) });
  second = await company.aCourse({
    group: await company.aGroup({ students: students.slice(2), managers: [] }),
    coaches: [],
  });
  exams = [
    await company.anExam({ course: first, settings: TWICE }),
    await company.anExam({ course: second, settings: TWICE }),
    await company.anExam({ course: second, settings: { publication_after_passing: false } }),
  ];
  const [a, b, c, d, e] = students as [Person, Person, Person, Person, Person];
  const [ganok, iniy, yabluko] = exams as [Exam, Exam, Exam];
  await rename();
  await take(a, ganok, '2026-03-01T21:30:00Z', true);
  await take(b, ganok, '2026-03-02T21:30:00Z', false);
  await startAttempt(c.client, ganok);
  await take(c, iniy, '2026-03-03T10:00:00Z', true);
  await take(d, iniy, '2026-03-04T10:00:00Z', false);
  await take(e, iniy, '2026-03-05T10:00:00Z', false);
  await take(c, yabluko, '2026-03-06T10:00:00Z', true);
  await take(d, yabluko, '2026-03-07T10:00:00Z', true);
  await decide(iniy, d, 'annul');
  await company.as('owner').post(`/course/course/${second.id}/retake_form/`, {
    form_id: iniy.form_id,
    user_ids: [e.id],
    extra_attempts: 1,
    reason: 'Once more',
  });
  await decide(yabluko, e, 'cancel');
});

const rename = () =>
  asSystem(
    ...exams.map((exam, index): [string, unknown[]] => [
      `update form_versions set settings = settings || jsonb_build_object('name', $2::text) where form_id = $1`,
      [exam.form_id, NAMES[index]],
    ]),
    ['update users set last_name = $2 where id = $1', [students[0]!.id, 'Їжакевич']],
    ['update forms set form_type = 1 where id = $1', [exams[1]!.form_id]],
  );

/** Takes the exam at the instant told, all right or all wrong. */
async function take({ id }: Person, exam: Exam, at: string, right: boolean): Promise<void> {
  const answers = answersOf(exam.questions, right ? 3 : 0);
  await asSystem(
    [
      `select set_config('app.company', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'student', true),
              set_config('app.now', $3, true)`,
      [String(company.id), String(id), at],
    ],
    [
      `select finish_attempt(start_attempt($1, 'tab', 1, false), 'tab', $2::jsonb)`,
      [exam.form_id, JSON.stringify(answers)],
    ],
  );
}

const decide = (exam: Exam, person: Person, action: string) =>
  company.as('owner').post(`/course/course/${exam.course.id}/passed_form_status/`, {
    form_id: exam.form_id,
    user_ids: [person.id],
    action,
    reason: 'Because',
  });

async function rowsOf(query = '', client: Client = company.as('owner')): Promise<Row[]> {
  const { status, body } = await client.get(`${PATH}?page_size=100&${query}`);
  expect(status).toBe(200);
  expect(body.count).toBe(body.results.length);
  return body.results;
}

/** Rows as "student at exam", in their order. */
const told = (rows: readonly Row[]) =>
  rows.map(
    ({ user, form_id }) =>
      `${students.findIndex(({ id }) => id === user.id)} ${exams.findIndex((exam) => exam.form_id === form_id)}`,
  );

const ALL = ['0 0', '1 0', '2 0', '3 0', '2 1', '3 1', '4 1', '5 1', '2 2', '3 2', '4 2', '5 2'];

describe('the list of appointed forms', () => {
  test('holds each test of each student once, by the name of the form', async () => {
    expect(told(await rowsOf())).toEqual(ALL);
  });

  test.each([
    ['user', () => `user=${students[3]!.id}`, ['3 0', '3 1', '3 2']],
    ['course', () => `course=${first.id}`, ALL.slice(0, 4)],
    [
      'course_name as a name',
      () => `course_name=${encodeURIComponent(second.name.toUpperCase())}`,
      ALL.slice(4),
    ],
    ['course_name as an id', () => `course_name=${first.id}`, ALL.slice(0, 4)],
    ['form', () => `form=${exams[1]!.form_id}`, ALL.slice(4, 8)],
    ['group', () => `group=${first.group.id}&form=${exams[1]!.form_id}`, ['2 1', '3 1']],
    ['form_type', () => 'form_type=1', ALL.slice(4, 8)],
    ['passed_form_status in progress', () => 'passed_form_status=1', ['2 0']],
    ['passed_form_status completed', () => 'passed_form_status=2', ['0 0', '1 0', '2 1', '2 2', '3 2']],
    [
      'passed_form_status assigned',
      () => 'passed_form_status=3',
      ALL.filter((each) => ['3 0', '4 1', '5 1', '5 2'].includes(each)),
    ],
    ['passed_form_status reopened', () => 'passed_form_status=4', ['4 1']],
    ['passed_form_status rejected', () => 'passed_form_status=5', ['3 1']],
    ['passed_form_status canceled', () => 'passed_form_status=6', ['4 2']],
    ['passed_form_status by name', () => 'passed_form_status=completed', ['0 0', '1 0', '2 1', '2 2', '3 2']],
    ['passed_form_status passed', () => 'passed_form_status=passed', ['0 0', '2 1', '2 2', '3 2']],
    ['passed_form_status not passed', () => 'passed_form_status=not_passed', ['1 0', '3 1']],
    ['passed_form_status started', () => 'passed_form_status=started', ['2 0']],
    [
      'passed_form_status assigned by name',
      () => 'passed_form_status=assigned',
      ['3 0', '4 1', '5 1', '5 2'],
    ],
    ['both statuses', () => 'passed_form_status=rejected&appointed_form_status=not_passed', ['3 1']],
    ['appointed_form_status passed', () => 'appointed_form_status=passed', ['0 0', '2 1', '2 2', '3 2']],
    ['appointed_form_status not passed', () => 'appointed_form_status=not_passed', ['1 0', '3 1']],
    ['appointed_form_status started', () => 'appointed_form_status=started', ['2 0']],
    ['appointed_form_status assigned', () => 'appointed_form_status=assigned', ['3 0', '4 1', '5 1', '5 2']],
    // Half past nine in the evening of UTC is half past eleven in Kyiv.
    ['exam_time_end', () => 'exam_time_end=2026-03-02', ['1 0']],
    ['exam_time_end at an instant', () => 'exam_time_end=2026-03-01T23:00:00.000Z', ['1 0']],
    ['exam_time_end on a day', () => 'exam_time_end_from=2026-03-02&exam_time_end_to=2026-03-02', ['1 0']],
    ['exam_time_end from', () => 'exam_time_end_from=2026-03-05', ['2 0', '4 1', '2 2', '3 2']],
    ['exam_time_end to', () => 'exam_time_end_to=2026-03-03', ['0 0', '1 0', '2 1']],
    ['search by form', () => `search=${encodeURIComponent('ґанок')}`, ALL.slice(0, 4)],
    ['search by course', () => `search=${encodeURIComponent(second.name)}`, ALL.slice(4)],
    ['search by person', () => `search=${encodeURIComponent('їжак')}`, ['0 0']],
    ['two filters', () => `user=${students[2]!.id}&appointed_form_status=passed`, ['2 1', '2 2']],
  ])('is filtered by %s', async (_name, query, expected) => {
    expect(told(await rowsOf(query()))).toEqual(expected);
  });

  test.each([
    ['ordering=-form_name', [...ALL.slice(8), ...ALL.slice(4, 8), ...ALL.slice(0, 4)]],
    ['ordering=exam_time_end', ['0 0', '1 0', '2 1', '3 1', '4 1', '2 2', '3 2', '2 0']],
    ['ordering=-exam_time_end', ['2 0', '3 2', '2 2', '4 1', '3 1', '2 1', '1 0', '0 0']],
    ['ordering=-percent', ['0 0', '2 1', '2 2', '3 2']],
    ['ordering=percent', ['1 0', '4 1']],
  ])('is ordered by %s', async (query, expected) => {
    // Those without a date or a result follow, whichever way it runs.
    expect(told(await rowsOf(query)).slice(0, expected.length)).toEqual(expected);
  });

  test('is ordered by person, in the Ukrainian alphabet', async () => {
    // Cyrillic letters stand before Latin ones.
    expect(told(await rowsOf(`ordering=last_name&course=${first.id}`))[0]).toBe('0 0');
    expect(told(await rowsOf(`ordering=-last_name&course=${first.id}`)).at(-1)).toBe('0 0');
  });

  test('is ordered by course, and within it by form', async () => {
    const names = (await rowsOf('ordering=course_name')).map(({ course }) => course.name);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'uk')));
    expect(told(await rowsOf(`ordering=-course_name&course=${second.id}`))).toEqual(ALL.slice(4));
  });

  test('is cut into pages that together are the whole', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => company.as('owner').get(`${PATH}?page_size=5&page=${page}`)),
    );
    expect(pages.map(({ body }) => [body.results.length, body.count, body.total_pages])).toEqual([
      [5, 12, 3],
      [5, 12, 3],
      [2, 12, 3],
      [0, 12, 3],
    ]);
    expect(told(pages.flatMap(({ body }) => body.results))).toEqual(ALL);
  });
});

test('the path of a result lists without an id, by the status of its form', async () => {
  const list = '/course/student_passed_form/';
  for (const [status, rows] of [
    [1, ['2 0']],
    [2, ['0 0', '1 0', '2 1', '2 2', '3 2']],
    [3, ['3 0', '4 1', '5 1', '5 2']],
  ] as const) {
    const { body } = await company.as('owner').get(`${list}?page_size=100&passed_form_status=${status}`);
    expect({ status, rows: told(body.results) }).toEqual({ status, rows });
    expect(body).toMatchObject({ count: rows.length, total_pages: 1 });
  }
  const own = await students[2]!.client.get(list);
  expect(told(own.body.results)).toEqual(['2 0', '2 1', '2 2']);
  const [{ last_attempt_id }] = own.body.results;
  expect((await students[2]!.client.get(`${list}${last_attempt_id}/`)).status).toBe(200);
});

describe('reach', () => {
  test('a student lists their own, and a result in review is neither passed nor not', async () => {
    const [, , c] = students as [Person, Person, Person];
    expect(told(await rowsOf('', c.client))).toEqual(['2 0', '2 1', '2 2']);
    expect(told(await rowsOf('appointed_form_status=passed', c.client))).toEqual(['2 1']);
    expect(told(await rowsOf('appointed_form_status=not_passed', c.client))).toEqual([]);
    expect(told(await rowsOf('passed_form_status=2', c.client))).toEqual(['2 1', '2 2']);
    expect((await rowsOf('form_type=2&ordering=-percent', c.client)).map(({ percent }) => percent)).toEqual([
      null,
      null,
    ]);
    expect(await rowsOf(`user=${students[3]!.id}`, c.client)).toEqual([]);
  });

  test('a manager lists their groups’ people, a trainer their courses', async () => {
    expect(told(await rowsOf('', company.as('manager')))).toEqual(ALL.slice(0, 4));
    expect(told(await rowsOf('', company.as('trainer')))).toEqual(ALL.slice(0, 4));
    expect(await rowsOf(`course=${second.id}`, company.as('trainer'))).toEqual([]);
    // Nobody is found by their name who could not be listed.
    expect(await rowsOf(`search=${encodeURIComponent(students[5]!.email)}`, company.as('manager'))).toEqual(
      [],
    );
  });

  test('another company lists nothing of it', async () => {
    const other = await aCompany();
    expect(await rowsOf(`user=${students[0]!.id}`, other.as('owner'))).toEqual([]);
    expect(await rowsOf(`group=${first.group.id}`, other.as('owner'))).toEqual([]);
  });

  test('an archived test stays with those who had begun the course', async () => {
    const left = await company.aPerson('student');
    const group = await company.aGroup({ students: [students[0]!, left] });
    const course = await company.aCourse({ group, materials: 1 });
    const exam = await company.anExam({ course });
    await students[0]!.client.get(`/course/course/${course.id}/educational_material/${course.materials[0]}/`);
    await asSystem(['update materials set archived_at = now() where id = $1', [exam.material_id]]);
    const rows = await rowsOf(`course=${course.id}`);
    expect(rows.map(({ user }) => user.id)).toEqual([students[0]!.id]);
  });
});

describe('what a person learns', () => {
  test('tells times, results, certificate and what is due', async () => {
    const person = await company.aPerson('student');
    const group = await company.aGroup({ students: [person] });
    const course = await company.aCourse({ group, materials: 1 });
    const later = await company.aCourse({ group, materials: 1 });
    const exam = await company.anExam({ course, settings: { issue_certificate: true } });
    const hidden = await company.anExam({ course: later, settings: { publication_after_passing: false } });
    const program = await company.as('owner').post('/educational_program/educational_program/', {
      name: `Program of ${course.name}`,
      course_ids: [course.id, later.id],
      group_ids: [group.id],
    });
    const item = { required: true, access_rule: 'always', opens: 'none', after_due: 'allow_late' };
    const saved = await company
      .as('owner')
      .post(`/educational_program/educational_program/${program.body.id}/chronology/`, {
        stages: [
          {
            name: '',
            items: [
              { ...item, course_id: course.id, due: 'none' },
              { ...item, course_id: later.id, due: 'date', due_on: '2026-01-31' },
            ],
          },
        ],
      });
    expect(saved.status).toBeLessThan(300);
    await take(person, exam, '2026-03-01T10:00:00Z', true);
    await take(person, hidden, '2026-03-02T10:00:00Z', true);
    await asSystem([
      `insert into material_progress (company_id, material_id, user_id, opened_at, done_at)
         values ($1, $2, $3, '2026-02-20T10:00:00Z', '2026-03-05T10:00:00Z')`,
      [company.id, course.materials[0], person.id],
    ]);

    const path = `/accounts/user/${person.id}/learning/`;
    const { body } = await person.client.get(path);
    const at = (instant: string) => expect.stringContaining(instant);
    const [done, begun] = [course, later].map(({ id }) =>
      body.courses.find((each: { id: number }) => each.id === id),
    );
    expect(done).toMatchObject({
      state: 'finished',
      opened_at: at('2026-02-20T10:00'),
      last_activity: at('2026-03-05T10:00'),
      finished_at: at('2026-03-05T10:00'),
      due_at: null,
      overdue: false,
      certificate: expect.stringMatching(/\w/),
      tests: [
        { form_id: exam.form_id, passed_form_status: 2, passed_successfully: true, percent: 100, ects: 'A' },
      ],
    });
    expect(begun).toMatchObject({
      state: 'in_progress',
      finished_at: null,
      due_at: at('2026-01-31T21:59'),
      overdue: true,
      certificate: null,
      tests: [{ form_id: hidden.form_id, in_review: true, passed_successfully: null, percent: null }],
    });
    expect(body.programs).toMatchObject([
      {
        course_ids: [course.id, later.id],
        opened_at: at('2026-02-20T10:00'),
        finished_at: null,
        due_at: at('2026-01-31T21:59'),
        overdue: 1,
      },
    ]);
    // Staff see the result that waits.
    const seen = await company.as('manager').get(path);
    expect(seen.body.courses.find((each: { id: number }) => each.id === later.id).tests).toMatchObject([
      { in_review: true, passed_successfully: true, percent: 100 },
    ]);
  });
});

test('the date is that of the attempt whose result counts, also once a later one failed', async () => {
  const person = await company.aPerson('student');
  const course = await company.aCourse({ group: await company.aGroup({ students: [person] }) });
  const exam = await company.anExam({ course });
  await take(person, exam, '2026-04-01T10:00:00Z', true);
  await take(person, exam, '2026-04-20T10:00:00Z', false);
  const dates = async (query: string) =>
    (await rowsOf(`user=${person.id}&${query}`)).map(({ percent, exam_time_end }) => [
      percent,
      exam_time_end,
    ]);
  const counted = [[100, expect.stringMatching(/^2026-04-01/)]];
  expect(await dates('')).toEqual(counted);
  expect(await dates('exam_time_end=2026-04-01')).toEqual(counted);
  expect(await dates('exam_time_end=2026-04-20')).toEqual([]);
});
