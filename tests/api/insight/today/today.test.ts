import { beforeAll, describe, expect, test } from 'vitest';
import type { ResponseOf } from '../../../../worker/platform/contract.ts';
import type { getToday, listSilent } from '../../../../worker/insight/today/contract.ts';
import { answersOf } from '../../../factories/attempt.ts';
import { unique, type Company, type Course, type Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;
type Today = ResponseOf<typeof getToday>;
type Row = ResponseOf<typeof listSilent>['results'][number];

const DAY = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const SECTIONS = ['failed_twice', 'overdue', 'certificate_expired', 'silent'] as const;
const MANY = { is_one_attempt_allowed: false };

/** As if the student acted some days ago. */
const acting = (company: Company, { id }: Person, days: number): [string, unknown[]] => [
  `select set_config('app.company', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'student', true),
          set_config('app.now', $3, true)`,
  [String(company.id), String(id), ago(days)],
];

async function take(company: Company, person: Person, exam: Exam, days: number, right: boolean) {
  const answers = answersOf(exam.questions).map((answer, index) =>
    right || index === 2 ? answer : { ...answer, answer_ids: [] },
  );
  await asSystem(acting(company, person, days), [
    `select finish_attempt(start_attempt($1, 'tab', 1, false), 'tab', $2::jsonb)`,
    [exam.form_id, JSON.stringify(answers)],
  ]);
}

const read = (company: Company, person: Person, material: number, days: number, done: boolean) =>
  asSystem([
    `insert into material_progress (company_id, material_id, user_id, opened_at, done_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
    [company.id, material, person.id, ago(days), done ? ago(days) : null],
  ]);

/** A course that came to its group some days ago. */
async function aCourseSince(company: Company, days: number, students: Person[], materials = 2) {
  const group = await company.aGroup({ students });
  const course = await company.aCourse({ group, materials });
  await asSystem(
    ['update group_members set created_at = $2 where group_id = $1', [group.id, ago(days)]],
    ['update course_groups set created_at = $2 where group_id = $1', [group.id, ago(days)]],
  );
  return course;
}

async function rowsOf(section: string, client: Client, query = ''): Promise<Row[]> {
  const { status, body } = await client.get(`/course/today/${section}/?page_size=100&${query}`);
  expect(status).toBe(200);
  expect(body.count).toBe(body.results.length);
  return body.results;
}

const remind = (client: Client, body: object, key?: string) =>
  client.post('/course/reminders/', body, key ? { 'Idempotency-Key': key } : {});

/** What was queued for somebody, sent or not. */
const mailsTo = ({ email }: Person) =>
  asSystem<{ subject: string; text: string; html: string }>([
    'select subject, text, html from mails where recipient = $1 order by id',
    [email],
  ]);

describe('each section against a recount of what is stored', () => {
  let company: Company;
  let courses: Course[];
  let exams: Exam[];
  let gone: Person[];

  beforeAll(async () => {
    company = await aCompany();
    let seed = 20_261_121;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    const upTo = (most: number) => Math.floor(random() * most);
    const students = await Promise.all(Array.from({ length: 14 }, () => company.aPerson('student')));
    courses = [
      await aCourseSince(company, 40, students.slice(0, 10)),
      await aCourseSince(company, 40, students.slice(4)),
      await aCourseSince(company, 5, students),
    ];
    exams = [
      await company.anExam({ course: courses[0]!, settings: MANY }),
      await company.anExam({ course: courses[1]!, settings: { ...MANY, publication_after_passing: false } }),
      await company.anExam({ course: courses[1]!, settings: { ...MANY, result_counts: 'last' } }),
    ];
    const program = await company.as('owner').post('/educational_program/educational_program/', {
      name: unique('Program'),
      course_ids: [courses[0]!.id, courses[1]!.id],
      group_ids: [courses[0]!.group.id, courses[1]!.group.id],
    });
    await asSystem(
      ['update program_groups set created_at = $2 where program_id = $1', [program.body.id, ago(40)]],
      ['update program_courses set created_at = $2 where program_id = $1', [program.body.id, ago(40)]],
    );
    const item = { required: true, access_rule: 'always', opens: 'none', after_due: 'allow_late' };
    const saved = await company
      .as('owner')
      .post(`/educational_program/educational_program/${program.body.id}/chronology/`, {
        stages: courses.slice(0, 2).map(({ id }, index) => ({
          name: '',
          items: [{ ...item, course_id: id, due: 'date', due_on: ago(index === 0 ? 3 : -3).slice(0, 10) }],
        })),
      });
    expect(saved.status).toBe(204);
    for (const [index, student] of students.entries()) {
      for (const course of courses)
        for (const material of course.materials)
          if (random() < 0.5) await read(company, student, material, 1 + upTo(38), random() < 0.8);
      for (const exam of exams) {
        if (!(exam.course === courses[0] ? index < 10 : index >= 4)) continue;
        const times = Array.from({ length: upTo(5) }, () => 1 + random() * 30).toSorted((a, b) => b - a);
        for (const days of times) await take(company, student, exam, days, random() < 0.2);
      }
    }
    const failed = await asSystem<{ user_id: number; form_id: number }>([
      `select user_id, form_id from assignments where company_id = $1 and status = 'completed' order by id`,
      [company.id],
    ]);
    for (const [index, { user_id, form_id }] of failed.entries()) {
      if (index % 4 !== 0) continue;
      const exam = exams.find((each) => each.form_id === form_id)!;
      await company.as('owner').post(`/course/course/${exam.course.id}/retake_form/`, {
        form_id,
        user_ids: [user_id],
        extra_attempts: 1,
        due_at: ago(-1),
        reason: 'Again',
      });
      if (index % 8 === 0)
        await asSystem([
          `update assignments set due_at = due_at - interval '2 days' where form_id = $1 and user_id = $2`,
          [form_id, user_id],
        ]);
    }
    gone = students.slice(8, 11);
    await asSystem(
      [
        'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
        [company.id, gone[0]!.id],
      ],
      [
        'update memberships set deleted_at = now() where company_id = $1 and user_id = $2',
        [company.id, gone[1]!.id],
      ],
      [
        'insert into course_blocks (company_id, course_id, user_id) select $1, unnest($2::integer[]), $3',
        [company.id, courses.map(({ id }) => id), gone[2]!.id],
      ],
    );
  });

  /** Everything stored about people who are still there, to be counted in plain loops. */
  async function stored() {
    const [row] = await asSystem<{
      attempts: {
        id: number;
        form_id: number;
        user_id: number;
        number: number;
        status: string;
        finished_at: string;
        published: boolean;
        passed: boolean;
      }[];
      assignments: { form_id: number; user_id: number; status: string; due_at: string | null }[];
      states: { course_id: number; user_id: number; done: number; total: number; opened: boolean }[];
      touched: { course_id: number; user_id: number; at: string }[];
    }>([
      `select
         (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'form_id', t.form_id, 'user_id', t.user_id, 'number', t.number,
            'status', t.status, 'finished_at', t.finished_at, 'published', t.result_published_at is not null,
            'passed', (select passed from gradings g where g.attempt_id = t.id order by g.id desc limit 1)) order by t.number), '[]')
            from attempts t where t.company_id = $1) as attempts,
         (select jsonb_agg(to_jsonb(a)) from assignments a where a.company_id = $1) as assignments,
         (select jsonb_agg(jsonb_build_object('course_id', s.course_id, 'user_id', s.user_id, 'done', s.done, 'total', s.total,
            'opened', s.opened_at is not null)) from course_states s where s.company_id = $1) as states,
         (select jsonb_agg(x) from (
            select m.course_id, p.user_id, greatest(p.opened_at, p.viewed_at, p.done_at) as at
              from material_progress p join materials m on m.id = p.material_id where p.company_id = $1
            union all
            select m.course_id, t.user_id, t.finished_at from attempts t join forms f on f.id = t.form_id
              join materials m on m.id = f.material_id where t.company_id = $1) x) as touched`,
      [company.id],
    ]);
    const left = new Set(gone.map(({ id }) => id));
    const here = <T extends { user_id: number }>(rows: T[]) =>
      rows.filter(({ user_id }) => !left.has(user_id));
    return {
      attempts: here(row!.attempts),
      assignments: here(row!.assignments),
      states: here(row!.states),
      touched: here(row!.touched),
    };
  }

  const sorted = (rows: readonly string[]) => rows.toSorted();

  test('results in review are those of ended attempts that nobody published', async () => {
    const { attempts } = await stored();
    const waiting = attempts.filter(({ status, published }) => status === 'completed' && !published);
    expect(waiting.length).toBeGreaterThan(2);
    const { body } = await company.as('owner').get('/course/today/in_review/');
    expect(body.results).toHaveLength(1);
    expect(body.results[0]).toMatchObject({ form: { id: exams[1]!.form_id }, count: waiting.length });
    expect(Date.parse(body.results[0].since)).toBe(
      Math.min(...waiting.map(({ finished_at }) => Date.parse(finished_at))),
    );
    // What the row leads to holds them.
    const led = await company
      .as('owner')
      .get(
        `/course/course/${courses[1]!.id}/form/${exams[1]!.form_id}/attempts/?state=in_review&page_size=100`,
      );
    const shown = new Set(led.body.results.map(({ attempt_id }: { attempt_id: number }) => attempt_id));
    expect(waiting.every(({ id }) => shown.has(id))).toBe(true);
  });

  test('whoever failed twice stands there by their last attempt', async () => {
    const { attempts, assignments } = await stored();
    const expected = assignments.flatMap(({ form_id, user_id, status }) => {
      const taken = attempts.filter(
        (each) => each.form_id === form_id && each.user_id === user_id && each.status === 'completed',
      );
      const [last, before] = taken.toReversed();
      const passed = form_id !== exams[2]!.form_id && taken.some((each) => each.passed);
      if (
        !['completed', 'reopened', 'rejected'].includes(status) ||
        !before ||
        last!.passed ||
        before.passed ||
        passed
      )
        return [];
      return [`${user_id} ${form_id} ${last!.id}`];
    });
    expect(expected.length).toBeGreaterThan(2);
    const rows = await rowsOf('failed_twice', company.as('owner'));
    expect(sorted(rows.map((row) => `${row.user.id} ${row.form!.id} ${row.attempt_id}`))).toEqual(
      sorted(expected),
    );
    const since = rows.map((row) => Date.parse(row.since));
    expect(since).toEqual(since.toSorted((a, b) => a - b));
    // Granted already: nothing to grant.
    for (const row of rows) expect(row.actions.includes('retake')).toBe(!row.retake_granted);
  });

  test('overdue are retakes not taken and steps not finished in time', async () => {
    const { assignments, states } = await stored();
    const retakes = assignments
      .filter(({ status, due_at }) => status === 'reopened' && due_at && Date.parse(due_at) < Date.now())
      .map(({ user_id, form_id }) => `retake_overdue ${user_id} ${form_id}`);
    const steps = states
      .filter((each) => each.course_id === courses[0]!.id && !(each.opened && each.done === each.total))
      .map(({ user_id, course_id }) => `step_overdue ${user_id} ${course_id}`);
    expect(Math.min(retakes.length, steps.length)).toBeGreaterThan(0);
    const rows = await rowsOf('overdue', company.as('owner'));
    expect(sorted(rows.map((row) => `${row.kind} ${row.user.id} ${row.form?.id ?? row.course!.id}`))).toEqual(
      sorted([...retakes, ...steps]),
    );
  });

  test('silent are those who did nothing for two weeks, and who never began', async () => {
    const { states, touched } = await stored();
    const old = Date.now() - 14 * DAY;
    const expected = states.flatMap(({ course_id, user_id, done, total, opened }) => {
      const last = Math.max(
        ...touched
          .filter((each) => each.course_id === course_id && each.user_id === user_id)
          .map(({ at }) => Date.parse(at)),
      );
      if (course_id === courses[2]!.id || (opened && (done === total || last >= old))) return [];
      return [`${opened ? 'silent' : 'never_began'} ${user_id} ${course_id}`];
    });
    expect(new Set(expected.map((each) => each.split(' ')[0])).size).toBe(2);
    const rows = await rowsOf('silent', company.as('owner'));
    expect(sorted(rows.map((row) => `${row.kind} ${row.user.id} ${row.course!.id}`))).toEqual(
      sorted(expected),
    );
  });

  test('silent, each person once with all their courses, over pages and in any order', async () => {
    const owner = company.as('owner');
    for (const ordering of ['since', '-since', 'last_name', '-course_name']) {
      const rows = await rowsOf('silent', owner, `ordering=${ordering}`);
      const people = [...new Set(rows.map(({ user }) => user.id))];
      expect(rows.length).toBeGreaterThan(people.length);
      const found: Row[] = [];
      for (let page = 1; page <= people.length; page += 1) {
        const { body } = await owner.get(
          `/course/today/silent/?by_person=true&page_size=1&page=${page}&ordering=${ordering}`,
        );
        expect(body).toMatchObject({ count: people.length, total_pages: people.length });
        found.push(...body.results);
      }
      const byUser = (list: Row[]) => sorted(list.map(({ user }) => String(user.id)));
      expect(byUser(found)).toEqual(sorted(people.map(String)));
      const all = found.flatMap(({ also, ...row }) => [row, ...also!]);
      expect(sorted(all.map(({ key }) => key))).toEqual(sorted(rows.map(({ key }) => key)));
      const whole = await rowsOf('silent', owner, `by_person=true&ordering=${ordering}`);
      expect(whole.map(({ key }) => key)).toEqual(found.map(({ key }) => key));
      for (const { user, also } of whole) expect(also!.every((row) => row.user.id === user.id)).toBe(true);
    }
  });

  test('overdue, by the students of a group, as rows and as people', async () => {
    const owner = company.as('owner');
    const all = await rowsOf('overdue', owner);
    const { body } = await owner.get('/study_group/study_group/?page_size=100');
    let found = 0;
    for (const { id } of body.results as { id: number }[]) {
      const members = await owner.get(`/study_group/group_member/?group=${id}&role=student&page_size=100`);
      const ids = new Set((members.body.results as { id: number }[]).map((one) => one.id));
      const theirs = all.filter(({ user }) => ids.has(user.id));
      const keys = (rows: Row[]) => sorted(rows.map(({ key }) => key));
      expect(keys(await rowsOf('overdue', owner, `group=${id}`))).toEqual(keys(theirs));
      const people = await rowsOf('overdue', owner, `group=${id}&by_person=true`);
      expect(people).toHaveLength(new Set(theirs.map(({ user }) => user.id)).size);
      found += people.length;
    }
    expect(found).toBeGreaterThan(0);
  });

  test('the first screen counts what the lists hold and begins like them', async () => {
    const { body } = (await company.as('owner').get('/course/today/')) as { body: Today };
    for (const section of SECTIONS) {
      const rows = await rowsOf(section, company.as('owner'), section === 'silent' ? 'by_person=true' : '');
      expect(body[section].count).toBe(rows.length);
      expect(body[section].results).toEqual(rows.slice(0, 5));
    }
  });
});

/** Two courses of a program, the second open once the first is done, that came to students 60 days ago. */
async function twoSteps(company: Company, students: Person[], materials: number) {
  const group = await company.aGroup({ students });
  const elsewhere = await company.aGroup({ students: [] });
  const first = await company.aCourse({ group: elsewhere, materials });
  const second = await company.aCourse({ group: elsewhere, materials: 1 });
  const { body } = await company.as('owner').post('/educational_program/educational_program/', {
    name: unique('Program'),
    course_ids: [first.id, second.id],
    group_ids: [group.id],
  });
  await asSystem(
    ['update group_members set created_at = $2 where group_id = $1', [group.id, ago(60)]],
    ['update program_groups set created_at = $2 where group_id = $1', [group.id, ago(60)]],
    ['update program_courses set created_at = null where program_id = $1', [body.id]],
  );
  const item = { required: true, opens: 'none', due: 'none', after_due: 'allow_late' };
  await company.as('owner').post(`/educational_program/educational_program/${body.id}/chronology/`, {
    stages: [
      { name: '', items: [{ ...item, access_rule: 'always', course_id: first.id }] },
      { name: '', items: [{ ...item, access_rule: 'previous_done', course_id: second.id }] },
    ],
  });
  return { first, second };
}

describe('what a list is about', () => {
  test('a course that a timeline keeps closed is nobody’s silence, and counts from the step before', async () => {
    const company = await aCompany();
    const [slow, quick, late] = await Promise.all([1, 2, 3].map(() => company.aPerson('student')));
    const { first, second } = await twoSteps(company, [slow!, quick!, late!], 1);
    await read(company, quick!, first.materials[0]!, 3, true);
    await read(company, late!, first.materials[0]!, 20, true);
    const rows = await rowsOf('silent', company.as('manager'));
    expect(rows.map((row) => [row.kind, row.user.id, row.course!.id])).toEqual([
      ['never_began', slow!.id, first.id],
      ['never_began', late!.id, second.id],
    ]);
    expect(Math.round((Date.now() - Date.parse(rows[1]!.since)) / DAY)).toBe(20);
  });

  test('a step whose test was marked late is done with the mark, and the next one counts from then', async () => {
    const company = await aCompany();
    const { student } = company.people;
    const { first } = await twoSteps(company, [student], 0);
    const exam = await company.anExam({
      course: first,
      questions: [{ title: 'Why?', type: 'essay', answers: [] }],
    });
    const [question] = exam.questions;
    const [taken] = await asSystem<{ id: number }>(acting(company, student, 20), [
      `with begun as materialized (select start_attempt($1, 'tab', 1, false) as id)
       select id, finish_attempt(id, 'tab', $2::jsonb) from begun`,
      [
        exam.form_id,
        JSON.stringify([{ question_id: question!.id, answer_ids: [], response: 'Because', seq: 1 }]),
      ],
    ]);
    const silent = async () =>
      (await rowsOf('silent', company.as('manager'))).map(({ kind, course }) => [kind, course!.id]);
    expect(await silent()).toEqual([['silent', first.id]]);
    const marked = await company
      .as('trainer')
      .post(`/course/student_passed_form/${taken!.id}/marks/`, { question_id: question!.id, score: 1 });
    expect(marked.status).toBeLessThan(300);
    expect(await silent()).toEqual([]);
  });

  test('timelines that are worked out here stand as the chronology has them', async () => {
    const company = await aCompany();
    const students = await Promise.all(Array.from({ length: 5 }, () => company.aPerson('student')));
    const group = await company.aGroup({ students });
    const courses = await Promise.all(
      Array.from({ length: 4 }, () => company.aCourse({ group, materials: 2 })),
    );
    const { body } = await company.as('owner').post('/educational_program/educational_program/', {
      name: unique('Program'),
      course_ids: courses.map(({ id }) => id),
      group_ids: [group.id],
    });
    for (const [index, student] of students.entries())
      for (const course of courses.slice(0, index))
        for (const material of course.materials.slice(0, 1 + (index % 2)))
          await read(company, student, material, 20 - index, true);
    let seed = 7;
    const pick = <T>(of: readonly T[]): T =>
      of[(seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % of.length]!;
    const found = { locked: 0, overdue: 0 };
    for (let round = 0; round < 12; round += 1) {
      const given = pick([3, 20, 60]);
      const day = () => ago(pick([-5, 2, 12])).slice(0, 10);
      await asSystem(
        ['update group_members set created_at = $2 where group_id = $1', [group.id, ago(given)]],
        ['update program_groups set created_at = $2 where group_id = $1', [group.id, ago(given)]],
      );
      const saved = await company
        .as('owner')
        .post(`/educational_program/educational_program/${body.id}/chronology/`, {
          stages: courses.map(({ id }) => ({
            name: '',
            items: [
              {
                course_id: id,
                required: pick([true, true, false]),
                access_rule: pick(['always', 'previous_done', 'previous_done', 'from_date']),
                access_from: day(),
                opens: pick(['none', 'none', 'date', 'after_assignment']),
                opens_on: day(),
                opens_after_days: pick([1, 10, 40]),
                due: pick(['none', 'date', 'after_assignment']),
                due_on: day(),
                due_after_days: pick([1, 10, 40]),
                after_due: pick(['block', 'allow_late']),
              },
            ],
          })),
        });
      expect(saved.status).toBe(204);
      // What a change keeps open is forgotten now and then, so that rules decide.
      if (round % 3 > 0)
        await asSystem(['delete from chronology_opened where company_id = $1', [company.id]]);
      const rows = await asSystem<{ same: boolean; locked: boolean; overdue: boolean }>(
        [
          `select set_config('app.company', $1, true), set_config('app.user', $2, true), set_config('app.user_type', 'owner', true)`,
          [String(company.id), String(company.people.owner.id)],
        ],
        [
          `select (s.state = 'locked', s.overdue, s.due_at) is not distinct from (t.locked, t.overdue, t.due_at) as same, t.locked, t.overdue
             from chronology_states($1, $2::integer[]) s
             full join today_steps($1, $2::integer[]) t on t.user_id = s.user_id and t.course_id = s.course_id`,
          [body.id, students.map(({ id }) => id)],
        ],
      );
      expect(rows).toHaveLength(students.length * courses.length);
      expect(rows.every(({ same }) => same)).toBe(true);
      found.locked += rows.filter(({ locked }) => locked).length;
      found.overdue += rows.filter(({ overdue }) => overdue).length;
    }
    expect(Math.min(found.locked, found.overdue)).toBeGreaterThan(10);
  });

  test('a failed test is activity, though it changes no progress', async () => {
    const company = await aCompany();
    const { student } = company.people;
    const course = await aCourseSince(company, 40, [student], 1);
    const exam = await company.anExam({ course, settings: MANY });
    await read(company, student, course.materials[0]!, 30, true);
    await read(company, student, exam.material_id, 30, false);
    expect(await rowsOf('silent', company.as('owner'))).toHaveLength(1);
    await take(company, student, exam, 2, false);
    expect(await rowsOf('silent', company.as('owner'))).toEqual([]);
  });

  test('manager and trainer see those in their reach, students and other companies nothing', async () => {
    const company = await aCompany();
    const { manager, trainer, student } = company.people;
    const mine = await aCourseSince(company, 40, [student], 1);
    const far = await company.aPerson('student');
    const group = await company.aGroup({ students: [far], managers: [] });
    const foreign = await company.aCourse({ group, coaches: [], materials: 1 });
    await asSystem(
      ['update group_members set created_at = $2 where group_id = $1', [group.id, ago(60)]],
      ['update course_groups set created_at = $2 where group_id = $1', [group.id, ago(60)]],
    );
    // Who has not accepted an invitation yet is told apart.
    await asSystem(['update users set activated_at = null where id = $1', [far.id]]);
    expect(
      (await rowsOf('silent', company.as('owner'))).map(({ user, activated }) => [user.id, activated]),
    ).toEqual(
      expect.arrayContaining([
        [student.id, true],
        [far.id, false],
      ]),
    );
    const seen = async (client: Client) => (await rowsOf('silent', client)).map((row) => row.course!.id);
    expect(sorted(await seen(company.as('owner')))).toEqual(sorted([mine.id, foreign.id]));
    expect(await seen(manager.client)).toEqual([mine.id]);
    expect(await seen(trainer.client)).toEqual([mine.id]);
    expect(await seen((await aCompany()).as('owner'))).toEqual([]);
    expect((await student.client.get('/course/today/')).status).toBe(403);
    // A row out of reach and a row that never was are refused alike.
    const [row] = (await rowsOf('silent', company.as('owner'))).filter(({ user }) => user.id === far.id);
    for (const key of [row!.key, 'silent-1-1-0-0-0']) {
      const { body } = await remind(manager.client, { section: 'silent', keys: [key] });
      expect(body).toEqual({ reminded: { count: 0, people: [] }, refused: [], gone: [key] });
    }
    expect(await mailsTo(far)).toEqual([]);

    function sorted(ids: number[]) {
      return ids.toSorted((a, b) => a - b);
    }
  });
});

describe('reminders', () => {
  async function silentPeople(count: number) {
    const company = await aCompany();
    const students = await Promise.all(Array.from({ length: count }, () => company.aPerson('student')));
    students.sort((a, b) => a.id - b.id);
    const course = await aCourseSince(company, 40, students, 1);
    const rows = await rowsOf('silent', company.as('manager'));
    expect(rows).toHaveLength(count);
    const keyOf = (person: Person) => rows.find(({ user }) => user.id === person.id)!.key;
    return { company, students, course, keyOf };
  }

  test('go to exactly those concerned, each in their language, with the way to the thing', async () => {
    const { company, students, course, keyOf } = await silentPeople(5);
    const [uk, en, de, unverified, left] = students as [Person, Person, Person, Person, Person];
    await asSystem(
      ["update users set language = 'en' where id = $1", [en.id]],
      ["update users set language = 'de' where id = $1", [de.id]],
      ['update users set email_verified = false where id = $1', [unverified.id]],
    );
    const body = {
      section: 'silent',
      keys: [uk, en, de, unverified].map(keyOf),
      text: 'See you {name}\n<b>soon</b>',
    };
    const preview = await company.as('manager').post('/course/reminders/preview/', body);
    expect(preview.body.reminded.count).toBe(3);
    expect(preview.body.mail.subject).toContain(course.name);
    expect(await mailsTo(uk)).toEqual([]);

    const sent = await remind(company.as('manager'), body);
    expect(sent.status).toBe(200);
    expect(sent.body.refused).toMatchObject([
      { people: [{ id: unverified.id }], code: 'email_not_verified' },
    ]);
    expect(new Set(sent.body.reminded.people.map(({ id }: Person) => id))).toEqual(
      new Set([uk.id, en.id, de.id]),
    );
    const subjects = { [uk.id]: 'Нагадування', [en.id]: 'Reminder', [de.id]: 'Erinnerung' };
    for (const person of [uk, en, de]) {
      const mails = await mailsTo(person);
      expect(mails).toHaveLength(1);
      expect(mails[0]!.subject).toBe(`${subjects[person.id]}: ${course.name}`);
      expect(mails[0]!.text).toContain(`/in/${company.id}/student/course/${course.id}`);
      expect(mails[0]!.text).toContain('Person Manager');
      // What looks like a placeholder or like HTML stays what was written.
      expect(mails[0]!.text.replaceAll('\u2060', '')).toContain('See you {name}');
      expect(mails[0]!.html).toContain('&lt;b&gt;soon');
    }
    expect([...(await mailsTo(unverified)), ...(await mailsTo(left))]).toEqual([]);
    const row = (await rowsOf('silent', company.as('trainer'))).find(({ user }) => user.id === uk.id)!;
    expect(row.reminded).toMatchObject({ author: { id: company.people.manager.id } });
    expect([row.refusal, row.actions]).toEqual(['reminded_recently', []]);
  });

  test('are not sent twice: by the key, and within three days', async () => {
    const { company, students, keyOf } = await silentPeople(2);
    const [first, second] = students as [Person, Person];
    const key = unique('key');
    const body = { section: 'silent', keys: [keyOf(first)] };
    const sent = await remind(company.as('manager'), body, key);
    expect(await remind(company.as('manager'), body, key)).toEqual(sent);
    expect(await mailsTo(first)).toHaveLength(1);
    const both = { section: 'silent', keys: [keyOf(first), keyOf(second)] };
    const again = await Promise.all(
      ['trainer', 'owner'].map((role) => remind(company.as(role as 'owner'), both)),
    );
    expect(again.flatMap((answer) => answer.body.reminded.people.map(({ id }: Person) => id))).toEqual([
      second.id,
    ]);
    expect(await mailsTo(first)).toHaveLength(1);
    expect(await mailsTo(second)).toHaveLength(1);
    await asSystem([
      `update reminders set created_at = created_at - interval '73 hours' where company_id = $1`,
      [company.id],
    ]);
    const later = await remind(company.as('manager'), { section: 'silent' });
    expect(later.body.reminded.count).toBe(2);
    expect(await mailsTo(first)).toHaveLength(2);
  });

  test('leave out who has gone on meanwhile', async () => {
    const { company, students, course, keyOf } = await silentPeople(2);
    const [idle, active] = students as [Person, Person];
    const keys = [keyOf(idle), keyOf(active)];
    await read(company, active, course.materials[0]!, 0, true);
    const { body } = await remind(company.as('manager'), { section: 'silent', keys });
    expect(body.reminded.people.map(({ id }: Person) => id)).toEqual([idle.id]);
    expect([body.refused, body.gone]).toEqual([[], [keyOf(active)]]);
    expect(await mailsTo(active)).toEqual([]);
  });

  test('about several things are one mail', async () => {
    const { company, students, course } = await silentPeople(1);
    const [student] = students as [Person];
    const other = await aCourseSince(company, 30, [student], 1);
    const { body } = await remind(company.as('manager'), { section: 'silent' });
    expect(body.reminded.count).toBe(1);
    const mails = await mailsTo(student);
    expect(mails).toHaveLength(1);
    for (const { id, name } of [course, other]) {
      expect(mails[0]!.text).toContain(`/course/${id}`);
      expect(mails[0]!.html).toContain(`>${name}</a>`);
    }
    expect(await asSystem(['select course_id from reminders where user_id = $1', [student.id]])).toHaveLength(
      2,
    );
  });

  test('of a test are for who may still take it', async () => {
    const company = await aCompany();
    const [tries, exhausted] = await Promise.all([1, 2].map(() => company.aPerson('student')));
    const course = await aCourseSince(company, 10, [tries!, exhausted!], 0);
    const exam = await company.anExam({ course, settings: { ...MANY, attempt_limit: 2 } });
    for (const person of [tries!, exhausted!])
      for (const days of [5, 4]) await take(company, person, exam, days, false);
    await company.as('trainer').post(`/course/course/${course.id}/retake_form/`, {
      form_id: exam.form_id,
      user_ids: [tries!.id],
      extra_attempts: 1,
      reason: 'Once more',
    });
    const { body } = await remind(company.as('trainer'), { section: 'failed_twice' });
    expect(body.reminded.people.map(({ id }: Person) => id)).toEqual([tries!.id]);
    expect(body.refused).toMatchObject([{ people: [{ id: exhausted!.id }], code: 'attempts_exhausted' }]);
    const mails = (await mailsTo(tries!)).filter(({ subject }) => subject.startsWith('Нагадування'));
    expect(mails[0]!.text).toContain(`/form/${exam.form_id}`);
  });
});

describe('certificates that have expired', () => {
  let company: Company;
  beforeAll(async () => {
    company = await aCompany();
  });

  /** Earned two years ago, with a term of one. */
  async function anExpired(settings: object) {
    const student = await company.aPerson('student');
    const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
    await company.as('owner').patch(`/course/course/${course.id}/`, { certificate_months: 12 });
    const exam = await company.anExam({ course, settings: { issue_certificate: true, ...settings } });
    await take(company, student, exam, 730, true);
    return { student, course, exam };
  }
  const expired = async (client: Client, { course }: { course: Course }) =>
    (await rowsOf('certificate_expired', client)).filter((row) => row.course!.id === course.id);

  test('stand there for whoever reaches them until they are renewed, and their people are reminded', async () => {
    const scene = await anExpired(MANY);
    const { student, course, exam } = scene;
    const [row] = await expired(company.as('manager'), scene);
    expect(row).toMatchObject({
      kind: 'certificate_expired',
      user: { id: student.id },
      form: null,
      refusal: null,
      actions: ['remind'],
    });
    // To the end of its last day.
    expect(Math.ceil((Date.now() - Date.parse(row!.since)) / DAY)).toBe(365);
    const far = await company.aPerson('manager');
    expect(await expired(far.client, scene)).toEqual([]);
    await remind(company.as('manager'), { section: 'certificate_expired', keys: [row!.key] });
    const [mail] = (await mailsTo(student)).filter(({ subject }) => subject.startsWith('Нагадування'));
    expect(mail!.text).toContain(`Строк дії вашого сертифіката за курс «${course.name}» минув`);
    expect(mail!.text).toContain(`/course/${course.id}`);
    await take(company, student, exam, 0, true);
    expect(await expired(company.as('manager'), scene)).toEqual([]);
  });

  test('remind nobody who has no attempt left', async () => {
    const scene = await anExpired({ is_one_attempt_allowed: true });
    expect(await expired(company.as('trainer'), scene)).toMatchObject([
      { refusal: 'attempts_exhausted', actions: [] },
    ]);
  });

  test('leave out who is kept out of the course, and who has it no more', async () => {
    const scene = await anExpired(MANY);
    const { course, student } = scene;
    const owner = company.as('owner');
    await owner.post(`/course/course/${course.id}/blocked_user/`, { user_pk: student.id });
    expect(await expired(owner, scene)).toEqual([]);
    await owner.delete(`/course/course/${course.id}/blocked_user/${student.id}/`);
    expect(await expired(owner, scene)).toHaveLength(1);
    await asSystem(['delete from group_members where user_id = $1', [student.id]]);
    expect(await expired(owner, scene)).toEqual([]);
  });
});
