import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { standings, type Progress, type Student } from '../../../models/chronology.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import { unique, type Company, type Course } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { IDS, NOW, students, timelines, WEBINARS, ZONES } from '../../../models/timelines.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const pathOf = (program: number) => `/educational_program/educational_program/${program}/chronology/`;

/** A program with courses that only it gives to the student, through a group of the company's manager. */
async function aProgram(given: { courses?: Course[]; materials?: number } = {}) {
  const group = await company.aGroup();
  const elsewhere = await company.aGroup({ managers: [], students: [] });
  const courses = given.courses ?? [
    await company.aCourse({ materials: given.materials ?? 1, group: elsewhere }),
    await company.aCourse({ materials: given.materials ?? 1, group: elsewhere }),
  ];
  const made = await company.as('owner').post('/educational_program/educational_program/', {
    name: unique('Program'),
    course_ids: courses.map(({ id }) => id),
    group_ids: [group.id],
  });
  const id = made.body.id as number;
  return { id, path: pathOf(id), group, courses, first: courses[0]!, second: courses[1]! };
}

/** The second course opens once the first is done. */
const chained = ({ first, second }: { first: Course; second: Course }) => [
  { items: [{ course_id: first.id }] },
  { items: [{ course_id: second.id, access_rule: 'previous_done' }] },
];

const finish = (client: Client, { id, materials }: Course) =>
  materials.reduce(async (before, material) => {
    await before;
    await client.get(`/course/course/${id}/educational_material/${material}/`);
    await client.post(`/course/course/${id}/educational_material/${material}/finish/`);
  }, Promise.resolve());

const statesOf = async (client: Client, path: string): Promise<string[]> =>
  (await client.get(path)).body.stages.flatMap((stage: { items: { own: { state: string } }[] }) =>
    stage.items.map(({ own }) => own.state),
  );

describe('a timeline', () => {
  test('is saved, read again with its ids, and keeps them when it is saved anew', async () => {
    const owner = company.as('owner');
    const program = await aProgram();
    expect((await owner.get(program.path)).body).toMatchObject({
      stages: [],
      unplaced: [{ course_id: program.first.id }, { course_id: program.second.id }],
      time_zone: 'Europe/Kyiv',
      may_edit: true,
    });
    await owner.post(program.path, { stages: chained(program) });
    const before = (await owner.get(program.path)).body;
    expect(before.stages[1].items[0]).toMatchObject({
      course_id: program.second.id,
      access_rule: 'previous_done',
      own: null,
    });
    const [one, two] = before.stages;
    const items = [
      { course_id: program.first.id },
      { course_id: program.second.id, due: 'date', due_on: '2027-01-31' },
    ];
    const moved = [{ id: two.id, name: 'All at once', items }];
    expect((await owner.post(program.path, { stages: moved })).status).toBe(204);
    const after = (await owner.get(program.path)).body;
    expect(after.stages).toMatchObject([
      {
        id: two.id,
        name: 'All at once',
        items: [
          { id: one.items[0].id },
          { id: two.items[0].id, due_on: '2027-01-31', access_rule: 'always' },
        ],
      },
    ]);
  });

  test.each([
    [
      'a course twice',
      [{ items: [{ own: 0 }, { own: 0 }] }],
      'stages.0.items.1.course_id',
      'This is in the timeline already',
    ],
    [
      'a course of another program',
      [{ items: [{ course_id: 1 }] }],
      'stages.0.items.0.course_id',
      'Not a valid choice',
    ],
    [
      'a webinar of another program',
      [{ items: [{ webinar_id: 1 }] }],
      'stages.0.items.0.webinar_id',
      'Not a valid choice',
    ],
    ['an item without a thing', [{ items: [{}] }], 'stages.0.items.0.webinar_id', 'Required field'],
    [
      'a rule without its day',
      [{ items: [{ own: 0, access_rule: 'from_date' }] }],
      'stages.0.items.0.access_from',
      'Required field',
    ],
    [
      'a due day before the opening',
      [{ items: [{ own: 0, opens: 'date', opens_on: '2027-02-01', due: 'date', due_on: '2027-01-31' }] }],
      'stages.0.items.0.due_on',
      'The due date is before the opening',
    ],
    [
      'more than 1000 days',
      [{ items: [{ own: 0, due: 'after_assignment', due_after_days: 1001 }] }],
      'stages.0.items.0.due_after_days',
      'The maximum value is 1000',
    ],
    [
      'a day that is none',
      [{ items: [{ own: 0, due_on: '2027-02-30' }] }],
      'stages.0.items.0.due_on',
      'Invalid value',
    ],
  ])(
    'does not take %s',
    async (
      _what,
      stages: { items: { own?: number; course_id?: number; webinar_id?: number; access_rule?: string }[] }[],
      field,
      message,
    ) => {
      const program = await aProgram();
      const body = {
        stages: stages.map(({ items }) => ({
          items: items.map(({ own, ...item }) =>
            own === undefined ? item : { ...item, course_id: program.courses[own]!.id },
          ),
        })),
      };
      const answer = await company.as('owner').post(program.path, body);
      expect(answer).toMatchObject({ status: 400, body: { [field]: [message] } });
      expect((await company.as('owner').get(program.path)).body.stages).toEqual([]);
    },
  );

  test('is not replaced by whoever has read an earlier one, and is by whoever names none', async () => {
    const owner = company.as('owner');
    const program = await aProgram();
    const read = async () => (await owner.get(program.path)).body;
    const stages = (name: string) => [{ name, items: [{ course_id: program.first.id }] }];
    const save = (name: string, revision?: string) =>
      owner.post(program.path, { stages: stages(name), revision });
    const refused = {
      status: 409,
      body: { detail: 'The draft was changed in another window', code: 'draft_changed' },
    };
    const { revision } = await read();
    expect((await save('First', revision)).status).toBe(204);
    expect(await save('Second', revision)).toMatchObject(refused);
    const changed = { stages: stages('Second'), revision };
    expect(await owner.post(`${program.path}preview/`, changed)).toMatchObject(refused);
    const now = await read();
    expect(now.stages).toMatchObject([{ name: 'First', items: [{ course_id: program.first.id }] }]);
    expect((await save('Second', now.revision)).status).toBe(204);
    // Only a setting of an item is another by now.
    const second = await read();
    const items = [{ course_id: program.first.id, required: false }];
    const late = { stages: [{ id: second.stages[0].id, name: 'Second', items }] };
    expect((await owner.post(program.path, { ...late, revision: second.revision })).status).toBe(204);
    expect(await save('Third', second.revision)).toMatchObject(refused);
    // Who knows nothing of revisions is served as before.
    expect((await save('Third')).status).toBe(204);
    expect((await owner.post(`${program.path}preview/`, { stages: stages('Fourth') })).status).toBe(200);
    expect((await read()).stages).toMatchObject([{ name: 'Third', items: [{ required: true }] }]);
    // Nor does what one may not edit say whether it is another.
    const stranger = await company.aPerson('manager');
    expect((await stranger.client.post(program.path, changed)).status).toBe(404);
  });

  test('is replaced by one of two who save at once what they made of the same', async () => {
    const owner = company.as('owner');
    const program = await aProgram();
    const { revision } = (await owner.get(program.path)).body;
    const isHeld = async () =>
      (await asSystem([`select from programs where id = $1 for update skip locked`, [program.id]])).length ===
      0;
    // Lets the program go once both wait for it, one of them perhaps for the other.
    const held = asSystem([
      `do $$ begin
         perform from programs where id = ${program.id} for update;
         while (with recursive waiting(pid) as (
                  select pg_backend_pid() union
                  select l.pid from waiting w join pg_locks l on not l.granted and w.pid = any (pg_blocking_pids(l.pid)))
                select count(*) from waiting) < 3 loop
           perform pg_sleep(0.01);
         end loop;
       end $$`,
    ]);
    await expect.poll(isHeld).toBe(true);
    const save = (name: string) => owner.post(program.path, { stages: [{ name, items: [] }], revision });
    const statuses = (await Promise.all([save('One'), save('Other')])).map(({ status }) => status);
    await held;
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 409]);
    const name = statuses[0] === 204 ? 'One' : 'Other';
    expect((await owner.get(program.path)).body.stages).toMatchObject([{ name }]);
  });

  test('takes no stage of another timeline', async () => {
    const owner = company.as('owner');
    const [program, other] = [await aProgram(), await aProgram()];
    await owner.post(other.path, { stages: chained(other) });
    const { stages } = (await owner.get(other.path)).body;
    expect((await owner.post(program.path, { stages: [{ id: stages[0].id, items: [] }] })).status).toBe(404);
  });

  test('of another company is not there, whatever is done with it', async () => {
    const stranger = (await aCompany()).as('owner');
    const program = await aProgram();
    const answers = [
      await stranger.get(program.path),
      await stranger.post(program.path, { stages: [] }),
      await stranger.post(`${program.path}preview/`, { stages: [] }),
      await stranger.get(`${program.path}students/`),
    ];
    const nowhere = await stranger.get(pathOf(2_147_483_647));
    for (const answer of answers) expect(answer).toEqual(nowhere);
  });

  test('is edited by owner, admin and the manager of a group that has it', async () => {
    const program = await aProgram();
    const stranger = await company.aPerson('manager');
    const save = (client: Client) => client.post(program.path, { stages: chained(program) });
    expect((await save(company.as('manager'))).status).toBe(204);
    expect((await save(stranger.client)).status).toBe(404);
    expect((await save(company.as('trainer'))).status).toBe(403);
    expect((await save(company.as('student'))).status).toBe(403);
  });
});

describe('what a student sees', () => {
  test('moves on as they do', async () => {
    const program = await aProgram();
    const student = company.as('student');
    await company.as('owner').post(program.path, { stages: chained(program) });
    const timeline = await student.get(program.path);
    expect(timeline.body.stages[1].items[0].own).toMatchObject({
      state: 'locked',
      reason: 'previous_not_done',
      after: [{ name: program.first.name }],
    });
    expect(timeline.body.unplaced).toEqual([]);
    await student.get(
      `/course/course/${program.first.id}/educational_material/${program.first.materials[0]}/`,
    );
    expect(await statesOf(student, program.path)).toEqual(['in_progress', 'locked']);
    await finish(student, program.first);
    expect(await statesOf(student, program.path)).toEqual(['done', 'open']);
  });

  test('stays open to them when the timeline becomes stricter', async () => {
    const program = await aProgram();
    const [owner, student] = [company.as('owner'), company.as('student')];
    const open = [{ items: [{ course_id: program.first.id }, { course_id: program.second.id }] }];
    await owner.post(program.path, { stages: open });
    await owner.post(program.path, { stages: chained(program) });
    expect(await statesOf(student, program.path)).toEqual(['open', 'open']);
    // Who comes later finds it closed.
    const late = await company.aPerson('student');
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, program.group.id, late.id],
    ]);
    expect(await statesOf(late.client, program.path)).toEqual(['open', 'locked']);
  });

  test('stays open to them where they had begun before there was a timeline', async () => {
    const program = await aProgram({ materials: 2 });
    const student = company.as('student');
    const { id, materials } = program.second;
    await student.get(`/course/course/${id}/educational_material/${materials[0]}/`);
    await company.as('owner').post(program.path, { stages: chained(program) });
    expect(await statesOf(student, program.path)).toEqual(['open', 'in_progress']);
  });

  test('stays open when what went before gets something new to do', async () => {
    const program = await aProgram({ materials: 2 });
    const [owner, student] = [company.as('owner'), company.as('student')];
    await owner.post(program.path, { stages: chained(program) });
    await finish(student, program.first);
    const { id, materials } = program.second;
    await student.get(`/course/course/${id}/educational_material/${materials[0]}/`);
    await owner.post(`/course/course/${program.first.id}/educational_material/`, {
      name: unique('New'),
      type: 'theory',
    });
    expect(await statesOf(student, program.path)).toEqual(['in_progress', 'in_progress']);
    expect((await student.get(`/course/course/${id}/`)).status).toBe(200);
  });
});

describe('a course that the timeline locks', () => {
  test('is closed: its page, its materials, its forms', async () => {
    const elsewhere = await company.aGroup({ students: [] });
    const exam = await company.anExam({ course: await company.aCourse({ materials: 1, group: elsewhere }) });
    const program = await aProgram({
      courses: [await company.aCourse({ materials: 1, group: elsewhere }), exam.course],
    });
    const student = company.as('student');
    await company.as('owner').post(program.path, { stages: chained(program) });
    const course = `/course/course/${exam.course.id}/`;
    const refused = {
      status: 403,
      body: {
        code: 'course_locked',
        lock: {
          program: { id: program.id },
          reason: 'previous_not_done',
          after: [{ name: program.first.name }],
          opens_at: null,
        },
      },
    };
    const material = `${course}educational_material/${exam.course.materials[0]}/`;
    const start = () => student.post('/course/start_form_passing/', { form_id: exam.form_id });
    expect(await student.get(course)).toMatchObject(refused);
    expect(await student.get(material)).toMatchObject(refused);
    expect(await student.get(`${course}educational_material/${exam.material_id}/`)).toMatchObject(refused);
    expect(await start()).toMatchObject(refused);
    const row = (await student.get(`/course/course/?search=${encodeURIComponent(exam.course.name)}`)).body
      .results[0];
    expect(row.locked).toEqual({
      ...refused.body.lock,
      program: row.locked.program,
      after: row.locked.after,
    });
    const locksIn = async (client: Client) =>
      (await client.get(`/educational_program/educational_program/${program.id}/`)).body.courses.map(
        ({ locked }: { locked: unknown }) => locked,
      );
    expect(await locksIn(student)).toEqual([null, row.locked]);
    expect(await locksIn(company.as('owner'))).toEqual([null, null]);

    await finish(student, program.first);
    expect((await student.get(course)).status).toBe(200);
    expect((await student.get(material)).status).toBe(200);
    expect((await start()).status).toBe(201);
    expect(await locksIn(student)).toEqual([null, null]);
  });

  test('keeps its files closed, also by an address that was read before', async () => {
    const program = await aProgram();
    const [owner, student] = [company.as('owner'), company.as('student')];
    const [material] = program.first.materials;
    await owner.post(program.path, { stages: chained(program) });
    await asSystem([
      `with stored as (insert into media (company_id, key, content_type, size, name) values ($1, $2, 'text/plain', 1, 'a.txt') returning id)
       insert into material_files (company_id, material_id, media_id, kind) select $1, $3, id, 'attachment' from stored`,
      [company.id, unique('no-file'), material],
    ]);
    const read = `/course/course/${program.first.id}/educational_material/${material}/`;
    const url = (await student.get(read)).body.files[0].url.replace('/api/v1', '');
    // There are no bytes behind it, which is found out once it may be read.
    expect((await student.get(url)).status).toBe(404);
    const closed = { course_id: program.first.id, due: 'date', due_on: '2026-01-01', after_due: 'block' };
    await owner.post(program.path, { stages: [{ items: [closed] }] });
    expect(await student.get(url)).toMatchObject({ status: 403, body: { code: 'course_locked' } });
    expect((await student.get(read)).body.code).toBe('course_locked');
  });

  test('is open to whoever has it another way', async () => {
    const program = await aProgram();
    const [owner, student] = [company.as('owner'), company.as('student')];
    await owner.post(program.path, { stages: chained(program) });
    const read = async () => (await student.get(`/course/course/${program.second.id}/`)).status;
    expect(await read()).toBe(403);

    const second = await aProgram({ courses: program.courses });
    expect(await read()).toBe(200);
    await owner.post(second.path, {
      stages: [{ items: [{ course_id: program.second.id, opens: 'date', opens_on: '2099-01-01' }] }],
    });
    expect(await read()).toBe(403);

    const people = `/course/course/${program.second.id}/students/`;
    await owner.post(people, { user_ids: [company.people.student.id] });
    expect(await read()).toBe(200);
    await owner.delete(`${people}${company.people.student.id}/`);
    expect(await read()).toBe(403);

    const group = await company.aGroup();
    await owner.patch(`/study_group/study_group/${group.id}/`, { course_ids: [program.second.id] });
    expect(await read()).toBe(200);
  });

  test('names all that it opens after, and which of that has tests', async () => {
    const exam = await company.anExam({ course: await company.aCourse({ materials: 0 }) });
    const plain = await company.aCourse({ materials: 1 });
    const last = await company.aCourse({ materials: 1, group: await company.aGroup({ students: [] }) });
    const program = await aProgram({ courses: [exam.course, plain, last] });
    await company.as('owner').post(program.path, {
      stages: [
        { items: [{ course_id: exam.course.id }] },
        { items: [{ course_id: plain.id }] },
        { items: [{ course_id: last.id, access_rule: 'all_previous_passed' }] },
      ],
    });
    const items = async () =>
      (await company.as('student').get(program.path)).body.stages.flatMap(
        (stage: { items: object[] }) => stage.items,
      );
    expect(await items()).toMatchObject([
      { has_tests: true },
      { has_tests: false },
      {
        own: {
          reason: 'previous_not_passed',
          after: [{ name: exam.course.name }, { name: plain.name }],
        },
      },
    ]);
    await finish(company.as('student'), plain);
    expect((await items())[2].own.after).toMatchObject([{ name: exam.course.name }]);
  });

  test('is never closed to an attempt that runs', async () => {
    const elsewhere = await company.aGroup({ students: [] });
    const exam = await company.anExam({ course: await company.aCourse({ group: elsewhere }) });
    const program = await aProgram({ courses: [exam.course] });
    const student = company.as('student');
    const held = await startAttempt(student, exam);
    const blocking = { course_id: exam.course.id, due: 'date', due_on: '2026-01-01', after_due: 'block' };
    await company.as('owner').post(program.path, { stages: [{ items: [blocking] }] });
    expect(await statesOf(student, program.path)).toEqual(['overdue']);
    const again = await startAttempt(student, exam, { take_over: true });
    expect(again.attempt_id).toBe(held.attempt_id);
    const wrong = answersOf(exam.questions, 0);
    expect((await again.save(wrong)).status).toBe(200);
    expect((await again.finish(wrong)).status).toBe(200);
    expect(await statesOf(student, program.path)).toEqual(['locked']);
    const next = await student.post('/course/start_form_passing/', { form_id: exam.form_id });
    expect(next).toMatchObject({ status: 403, body: { code: 'course_locked', lock: { reason: 'overdue' } } });
  });
});

describe('the preview', () => {
  test('tells who would see what change, and writes nothing', async () => {
    const program = await aProgram();
    const owner = company.as('owner');
    const stages = chained(program);
    const tables = () =>
      asSystem([
        `select (select count(*) from chronology_stages) as stages, (select count(*) from chronology_items) as items,
                (select count(*) from chronology_opened) as opened, (select count(*) from history) as history`,
      ]);
    const before = await tables();
    const preview = await owner.post(`${program.path}preview/`, { stages });
    expect(preview.body).toEqual({
      affected: 1,
      items: [
        {
          course_id: program.second.id,
          webinar_id: null,
          name: program.second.name,
          changes: [{ from: null, to: 'locked', students: 1, due: null }],
        },
      ],
      students: [
        {
          id: company.people.student.id,
          first_name: 'Student',
          last_name: 'Person',
          changes: [{ name: program.second.name, from: null, to: 'locked', due: null }],
        },
      ],
    });
    expect(await tables()).toEqual(before);
    await owner.post(program.path, { stages });
    expect(await statesOf(company.as('student'), program.path)).toEqual(['open', 'locked']);
    expect((await owner.post(`${program.path}preview/`, { stages })).body).toEqual({
      affected: 0,
      items: [],
      students: [],
    });
  });

  test('says what saving then does', async () => {
    const program = await aProgram();
    const owner = company.as('owner');
    await owner.post(program.path, { stages: chained(program) });
    const before = await statesOf(company.as('student'), program.path);
    const due = { due: 'date', due_on: '2026-01-01' };
    const stages = [
      { items: [{ course_id: program.first.id, ...due, after_due: 'block' }] },
      { items: [{ course_id: program.second.id, ...due }] },
    ];
    const { body } = await owner.post(`${program.path}preview/`, { stages });
    await owner.post(program.path, { stages });
    const after = await statesOf(company.as('student'), program.path);
    expect(body.students[0].changes).toEqual([
      { name: program.first.name, from: before[0], to: after[0], due: expect.any(Object) },
      { name: program.second.name, from: before[1], to: after[1], due: expect.any(Object) },
    ]);
    expect(after).toEqual(['locked', 'overdue']);
  });

  test('tells of a due date, also where it opens and closes nothing', async () => {
    const program = await aProgram();
    const owner = company.as('owner');
    const open = (more: object) => [{ items: [{ course_id: program.first.id, ...more }] }];
    await owner.post(program.path, { stages: open({}) });
    const dated = open({ due: 'date', due_on: '2027-05-31' });
    const { body } = await owner.post(`${program.path}preview/`, { stages: dated });
    // The end of that day in the company's time zone.
    const end = '2027-05-31T20:59:59.999Z';
    const due = { from: end, to: end, was_from: null, was_to: null };
    expect(body).toMatchObject({
      affected: 1,
      items: [{ changes: [{ from: 'open', to: 'open', students: 1, due }] }],
      students: [{ changes: [{ name: program.first.name, due }] }],
    });
    await owner.post(program.path, { stages: dated });
    const back = await owner.post(`${program.path}preview/`, { stages: open({}) });
    const gone = { from: null, to: null, was_from: end, was_to: end };
    expect(back.body.items[0].changes).toMatchObject([{ due: gone }]);
    expect(back.body.students[0].changes).toMatchObject([{ due: gone }]);
  });

  test('names only whom the caller reaches', async () => {
    const program = await aProgram();
    const foreign = await company.aPerson('student');
    const group = await company.aGroup({ managers: [], students: [foreign] });
    await company.as('owner').patch(`/educational_program/educational_program/${program.id}/`, {
      group_ids: [program.group.id, group.id],
    });
    const { body } = await company
      .as('manager')
      .post(`${program.path}preview/`, { stages: chained(program) });
    expect(body.affected).toBe(2);
    expect(body.students.map(({ id }: { id: number }) => id)).toEqual([company.people.student.id]);
  });
});

test('days end where the company is', async () => {
  const own = await aCompany();
  const space = `/space/space/${own.id}/`;
  const owner = own.as('owner');
  expect((await owner.get(space)).body.time_zone).toBe('Europe/Kyiv');
  expect((await owner.patch(space, { time_zone: 'America/New_York' })).status).toBe(204);
  expect((await owner.get(space)).body.time_zone).toBe('America/New_York');
  for (const time_zone of ['Mars/Olympus', '+03:00', ''])
    expect((await owner.patch(space, { time_zone })).status).toBe(400);
  const course = await own.aCourse({ materials: 1 });
  const made = await owner.post('/educational_program/educational_program/', {
    name: unique('Program'),
    course_ids: [course.id],
    group_ids: [course.group.id],
  });
  const path = pathOf(made.body.id as number);
  await owner.post(path, {
    stages: [{ items: [{ course_id: course.id, due: 'date', due_on: '2030-01-31' }] }],
  });
  const { body } = await own.as('student').get(path);
  expect(new Date(body.stages[0].items[0].own.due_at).toISOString()).toBe('2030-02-01T04:59:59.999Z');
});

test('staff see how far each student of theirs has come', async () => {
  const program = await aProgram();
  const student = company.as('student');
  const rows = async (client: Client, query = '') =>
    (await client.get(`${program.path}students/${query}`)).body;
  await finish(student, program.first);
  expect(await rows(company.as('owner'))).toMatchObject({
    count: 1,
    results: [
      {
        id: company.people.student.id,
        done: 1,
        total: 2,
        overdue: 0,
        current: { name: program.second.name, state: 'open' },
      },
    ],
  });
  const stages = [
    { items: [{ course_id: program.first.id }] },
    { items: [{ course_id: program.second.id, due: 'date', due_on: '2026-01-01' }] },
  ];
  await company.as('owner').post(program.path, { stages });
  const expected = {
    count: 1,
    results: [{ done: 1, total: 2, overdue: 1, current: { name: program.second.name, state: 'overdue' } }],
  };
  expect(await rows(company.as('manager'))).toMatchObject(expected);
  expect(await rows(company.as('trainer'))).toMatchObject(expected);
  // A course outside of the timeline counts too, here as on the student's card.
  const [outside, { path }] = [await company.aCourse({ materials: 1 }), program];
  const of = path.replace(/chronology\/$/, '');
  await company.as('owner').patch(of, { course_ids: [program.first.id, program.second.id, outside.id] });
  await finish(student, program.second);
  expect((await rows(company.as('owner'))).results).toMatchObject([
    { done: 2, total: 3, overdue: 0, current: { name: outside.name, state: 'open' } },
  ]);
  expect(await rows(company.as('owner'), '?search=nobody')).toMatchObject({ count: 0, results: [] });
  expect((await student.get(`${program.path}students/`)).status).toBe(403);
});

test('staff are told of a late step what the student is, who may have the course another way', async () => {
  const program = await aProgram();
  const [owner, student] = [company.as('owner'), company.as('student')];
  const course_id = program.second.id;
  const late = { course_id, due: 'date', due_on: '2026-01-01', after_due: 'block' };
  await owner.post(program.path, { stages: [{ items: [late] }] });
  const told = async () => {
    const staff = (await owner.get(`${program.path}students/`)).body.results[0].current.state;
    const { results } = (await owner.get('/course/today/overdue/?page_size=100')).body;
    const row = results.find((each: { course: { id: number } }) => each.course?.id === course_id);
    const own = (await student.get(program.path)).body.stages[0].items[0].own.state;
    return { staff, own, refusal: row.refusal, actions: row.actions };
  };
  expect(await told()).toEqual({ staff: 'locked', own: 'locked', refusal: 'course_locked', actions: [] });
  await owner.post(`/course/course/${course_id}/students/`, { user_ids: [company.people.student.id] });
  expect(await told()).toEqual({ staff: 'overdue', own: 'overdue', refusal: null, actions: ['remind'] });
});

test('the database stands where the model does, whatever the timeline and whoever has done what', async () => {
  const own = await aCompany();
  const elsewhere = await own.aGroup({ students: [] });
  const group = await own.aGroup({ students: [] });
  const exams = [await own.anExam({ course: await own.aCourse({ materials: 1, group: elsewhere }) })];
  for (const _ of [1, 2])
    exams.push(await own.anExam({ course: await own.aCourse({ materials: 1, group: elsewhere }) }));
  const plain: Course[] = [];
  for (const _ of [3, 4, 5]) plain.push(await own.aCourse({ materials: 1, group: elsewhere }));
  const courses = [...exams.map(({ course }) => course), ...plain];
  const [made] = await asSystem<{ program: number; webinars: number[] }>([
    `with made as (insert into programs (company_id, name) values ($1, 'Program') returning id),
          holds as (insert into program_courses (company_id, program_id, course_id) select $1, id, unnest($2::integer[]) from made),
          given as (insert into program_groups (company_id, program_id, group_id) select $1, id, $3 from made),
          webinars as (insert into webinars (company_id, name, host_id, starts_at, time_zone, duration, canceled_at)
            select $1, 'Webinar', $4, '2000-01-01', 'UTC', 60, case n when 2 then now() end from generate_series(1, 2) n returning id),
          shown as (insert into webinar_programs (company_id, webinar_id, program_id) select $1, w.id, made.id from webinars w, made)
     select id as program, (select array_agg(id order by id) from webinars) as webinars from made`,
    [own.id, courses.map(({ id }) => id), group.id, own.people.owner.id],
  ]);
  const { program, webinars } = made!;
  const isCourse = (id: number) => !WEBINARS.includes(id);
  /** What can be of such an item: only an exam is passed apart from being done, and nobody begins a webinar. */
  const possible = (id: number, { started_at, done_at, passed_at }: Progress): Progress => ({
    started_at: isCourse(id) ? started_at : null,
    done_at,
    passed_at: id < exams.length ? passed_at : done_at,
  });
  const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

  await fc.assert(
    fc.asyncProperty(timelines, students, fc.constantFrom(...ZONES), async (timeline, drawn, zone) => {
      const student: Student = {
        ...drawn,
        progress: Object.fromEntries(IDS.map((id) => [id, possible(id, drawn.progress[id]!)])),
      };
      const items = timeline.flatMap((stage, place) =>
        stage.map((item, index) => ({
          ...item,
          key: item.id,
          stage: place + 1,
          position: index,
          course_id: isCourse(item.id) ? courses[item.id]!.id : null,
          webinar_id: isCourse(item.id) ? null : webinars[item.id - courses.length],
        })),
      );
      const materials = IDS.filter(isCourse).flatMap((id) => {
        const { started_at, done_at } = student.progress[id]!;
        const all = [...courses[id]!.materials, ...(exams[id] ? [exams[id].material_id] : [])];
        return started_at === null
          ? []
          : all.map((material_id) => ({ material_id, opened_at: at(started_at), done_at: at(done_at) }));
      });
      const attempts = exams.flatMap(({ form_id }, id) => {
        const { done_at, passed_at } = student.progress[id]!;
        return done_at === null
          ? []
          : [{ form_id, finished_at: at(passed_at ?? done_at), passed: passed_at !== null }];
      });
      const attended = WEBINARS.flatMap((id) => {
        const { done_at } = student.progress[id]!;
        return done_at === null
          ? []
          : [{ webinar_id: webinars[id - courses.length], joined_at: at(done_at) }];
      });
      const rows = await asSystem<Record<string, unknown>>(
        [
          `select set_config('app.company', $1, true), set_config('app.now', $2, true)`,
          [String(own.id), at(NOW)],
        ],
        ['update companies set time_zone = $2 where id = $1', [own.id, zone]],
        [
          'update program_groups set created_at = $2 where company_id = $1',
          [own.id, at(student.assigned_at)],
        ],
        // Whoever was there before would be reckoned with again.
        [`delete from group_members where company_id = $1 and role = 'student'`, [own.id]],
        ['delete from chronology_stages where company_id = $1', [own.id]],
        [
          `with person as (insert into users (first_name) values ('Anybody') returning id),
                member as (insert into memberships (company_id, user_id, user_types) select $1, id, '{student}' from person returning user_id)
           insert into group_members (company_id, group_id, user_id, role, created_at)
             select $1, $2, user_id, 'student', $3::timestamptz - interval '1 hour' from member`,
          [own.id, group.id, at(student.assigned_at)],
        ],
        [
          `insert into chronology_stages (company_id, program_id, position) select $1, $2, n from generate_series(1, 4) n`,
          [own.id, program],
        ],
        [
          `insert into chronology_items (company_id, program_id, stage_id, position, course_id, webinar_id, required, access_rule,
               access_from, opens, opens_on, opens_after_days, due, due_on, due_after_days, after_due)
             select $1, $2, s.id, i.position, course_id, webinar_id, required, access_rule, access_from, opens, opens_on,
                    opens_after_days, due, due_on, due_after_days, after_due
               from jsonb_to_recordset($3) as i(stage integer, position integer, course_id integer, webinar_id integer, required boolean,
                 access_rule text, access_from date, opens text, opens_on date, opens_after_days integer, due text, due_on date,
                 due_after_days integer, after_due text)
               join chronology_stages s on s.company_id = $1 and s.program_id = $2 and s.position = i.stage`,
          [own.id, program, JSON.stringify(items)],
        ],
        [
          `insert into material_progress (company_id, material_id, user_id, opened_at, done_at)
             select $1, material_id, (select max(user_id) from group_members where group_id = $3), opened_at, done_at
               from jsonb_to_recordset($2) as p(material_id integer, opened_at timestamptz, done_at timestamptz)`,
          [own.id, JSON.stringify(materials), group.id],
        ],
        [
          `with taken as (select * from jsonb_to_recordset($2) as a(form_id integer, finished_at timestamptz, passed boolean)),
                assigned as (insert into assignments (company_id, form_id, user_id, status, attempts_used)
                  select $1, form_id, (select max(user_id) from group_members where group_id = $3), 'completed', 1 from taken
                  returning id, form_id, user_id)
           insert into attempts (company_id, assignment_id, form_id, form_version_id, user_id, number, holder, seed, started_at, deadline,
               due_at, status, finished_at, finished_by)
             select $1, s.id, s.form_id, v.id, s.user_id, 1, 'tab', 1, t.finished_at, t.finished_at, t.finished_at, 'completed',
                    t.finished_at, case when t.passed then 'user' else 'timer' end
               from assigned s join taken t using (form_id) join form_versions v on v.company_id = $1 and v.form_id = s.form_id`,
          [own.id, JSON.stringify(attempts), group.id],
        ],
        [
          `insert into gradings (company_id, attempt_id, score, max_score, percent, ects, passed, explanation, created_at)
             select $1, a.id, 1, 1, 100, 'A', a.finished_by = 'user', '[]', a.finished_at from attempts a
               where a.company_id = $1 and a.user_id = (select max(user_id) from group_members where group_id = $2)`,
          [own.id, group.id],
        ],
        [
          `insert into webinar_attendance (company_id, webinar_id, user_id, joined_at, source, status)
             select $1, webinar_id, (select max(user_id) from group_members where group_id = $3), joined_at, 'join', 'attended'
               from jsonb_to_recordset($2) as a(webinar_id integer, joined_at timestamptz)`,
          [own.id, JSON.stringify(attended), group.id],
        ],
        [
          `insert into chronology_opened (company_id, item_id, user_id, opened_at)
             select $1, i.id, (select max(user_id) from group_members where group_id = $3), o.opened_at
               from jsonb_to_recordset($2) as o(course_id integer, webinar_id integer, opened_at timestamptz)
               join chronology_items i on i.company_id = $1 and (i.course_id = o.course_id or i.webinar_id = o.webinar_id)`,
          [
            own.id,
            JSON.stringify(
              items.flatMap(({ key, course_id, webinar_id }) =>
                student.opened[key] ? [{ course_id, webinar_id, opened_at: at(student.opened[key]) }] : [],
              ),
            ),
            group.id,
          ],
        ],
        [
          `select s.course_id, s.webinar_id, s.state, s.reason, s.after, s.opened, s.overdue, s.opens_at, s.due_at,
                  (select jsonb_object_agg(i.id, coalesce(i.course_id, -i.webinar_id)) from chronology_items i where i.company_id = $1) as things
             from chronology_states($2, array[(select max(user_id) from group_members where group_id = $3)]) s order by s.place`,
          [own.id, program, group.id],
        ],
      );
      const keys = new Map(items.map(({ key, course_id, webinar_id }) => [course_id ?? -webinar_id!, key]));
      const stored = rows.map((row) => {
        const things = row['things'] as Record<string, number>;
        return {
          id: keys.get((row['course_id'] as number) ?? -(row['webinar_id'] as number)),
          state: row['state'],
          reason: row['reason'],
          after: ((row['after'] as { id: number }[] | null) ?? []).map(({ id }) => keys.get(things[id]!)),
          opened: row['opened'],
          overdue: row['overdue'],
          opens_at: (row['opens_at'] as Date | null)?.getTime() ?? null,
          due_at: (row['due_at'] as Date | null)?.getTime() ?? null,
        };
      });
      expect(stored).toEqual(standings(timeline, student, NOW, zone));
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('a list is told of each course what its page is told, whatever programs give them', async () => {
  const own = await aCompany();
  const elsewhere = await own.aGroup({ students: [] });
  const group = await own.aGroup({ students: [] });
  const courses: Course[] = [];
  for (const id of IDS)
    if (!WEBINARS.includes(id)) courses.push(await own.aCourse({ materials: 1, group: elsewhere }));
  const ids = courses.map(({ id }) => id);
  const programs = await asSystem<{ id: number }>([
    `with made as (insert into programs (company_id, name) select $1, 'Program ' || n from generate_series(1, 3) n returning id),
          given as (insert into program_groups (company_id, program_id, group_id) select $1, id, $2 from made)
     select id from made order by id`,
    [own.id, group.id],
  ]);
  const some = (maxLength: number) => fc.subarray(ids, { maxLength });
  const program = fc.record({ timeline: timelines, unplaced: some(1) });
  const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
  const found = { locked: 0, open: 0 };

  await fc.assert(
    fc.asyncProperty(
      fc.tuple(program, program, program),
      students,
      some(1),
      fc.shuffledSubarray(ids, { minLength: 2 }),
      async (drawn, student, enrolled, asked) => {
        const items = drawn.flatMap(({ timeline }, index) =>
          timeline.flatMap((stage, place) =>
            stage
              .filter(({ id }) => !WEBINARS.includes(id))
              .map((item, position) => ({
                ...item,
                key: item.id,
                program_id: programs[index]!.id,
                stage: place + 1,
                position,
                course_id: ids[item.id]!,
              })),
          ),
        );
        const given = drawn.flatMap(({ unplaced }, index) =>
          [
            ...new Set([
              ...unplaced,
              ...items
                .filter(({ program_id }) => program_id === programs[index]!.id)
                .map(({ course_id }) => course_id),
            ]),
          ].map((course_id) => ({ program_id: programs[index]!.id, course_id })),
        );
        const progress = courses.flatMap(({ materials }, id) => {
          const { started_at, done_at } = student.progress[id]!;
          return started_at === null
            ? []
            : [{ material_id: materials[0], opened_at: at(started_at), done_at: at(done_at) }];
        });
        const opened = items.filter(({ key }) => student.opened[key]).map(({ course_id }) => course_id);
        // Each costs a look at all that gives its course.
        const pages = asked.slice(0, 2);
        const own_id = `(select max(user_id) from group_members where group_id = ${group.id})`;
        const [row] = await asSystem<{
          together: Record<string, unknown>;
          alone: Record<string, unknown>;
          steps: {
            program: object;
            course_id: number;
            state: string;
            reason: string;
            after: unknown[] | null;
            opens_at: unknown;
          }[];
        }>(
          [
            `select set_config('app.company', $1, true), set_config('app.now', $2, true), set_config('app.user_type', 'student', true)`,
            [String(own.id), at(NOW)],
          ],
          [
            'update program_groups set created_at = $2 where company_id = $1',
            [own.id, at(student.assigned_at)],
          ],
          [`delete from group_members where company_id = $1 and role = 'student'`, [own.id]],
          ['delete from chronology_stages where company_id = $1', [own.id]],
          ['delete from program_courses where company_id = $1', [own.id]],
          [
            `insert into program_courses (company_id, program_id, course_id, position)
               select $1, program_id, course_id, 0 from jsonb_to_recordset($2) as g(program_id integer, course_id integer)`,
            [own.id, JSON.stringify(given)],
          ],
          [
            `with person as (insert into users (first_name) values ('Anybody') returning id),
                  member as (insert into memberships (company_id, user_id, user_types) select $1, id, '{student}' from person returning user_id)
             insert into group_members (company_id, group_id, user_id, role, created_at)
               select $1, $2, user_id, 'student', $3 from member`,
            [own.id, group.id, at(student.assigned_at)],
          ],
          [`select set_config('app.user', ${own_id}::text, true)`],
          [
            `insert into chronology_stages (company_id, program_id, position)
               select $1, p, n from unnest($2::integer[]) p, generate_series(1, 4) n`,
            [own.id, programs.map(({ id }) => id)],
          ],
          [
            `insert into chronology_items (company_id, program_id, stage_id, position, course_id, required, access_rule, access_from,
                 opens, opens_on, opens_after_days, due, due_on, due_after_days, after_due)
               select $1, i.program_id, s.id, i.position, course_id, required, access_rule, access_from, opens, opens_on,
                      opens_after_days, due, due_on, due_after_days, after_due
                 from jsonb_to_recordset($2) as i(program_id integer, stage integer, position integer, course_id integer,
                   required boolean, access_rule text, access_from date, opens text, opens_on date, opens_after_days integer,
                   due text, due_on date, due_after_days integer, after_due text)
                 join chronology_stages s on s.company_id = $1 and s.program_id = i.program_id and s.position = i.stage`,
            [own.id, JSON.stringify(items)],
          ],
          [
            `insert into material_progress (company_id, material_id, user_id, opened_at, done_at)
               select $1, material_id, ${own_id}, opened_at, done_at
                 from jsonb_to_recordset($2) as p(material_id integer, opened_at timestamptz, done_at timestamptz)`,
            [own.id, JSON.stringify(progress)],
          ],
          [
            `insert into chronology_opened (company_id, item_id, user_id, opened_at)
               select $1, id, ${own_id}, $3 from chronology_items where company_id = $1 and course_id = any ($2::integer[])`,
            [own.id, opened, at(NOW)],
          ],
          [
            `insert into course_members (company_id, course_id, user_id, role)
               select $1, unnest($2::integer[]), ${own_id}, 'student'`,
            [own.id, enrolled],
          ],
          [
            `with states as materialized (
               select p.id as program_id, s.* from programs p cross join lateral chronology_states(p.id, array[${own_id}]) s
                 where p.company_id = $1)
             select course_locks($2::integer[]) as together,
                    (select jsonb_object_agg(c, course_lock(c)) from unnest($3::integer[]) c) as alone,
                    coalesce((select jsonb_agg(jsonb_build_object('program', jsonb_build_object('id', p.id, 'name', p.name),
                        'course_id', pc.course_id, 'state', s.state, 'reason', s.reason, 'after', s.after, 'opens_at', s.opens_at) order by p.id)
                      from programs p join program_courses pc on pc.company_id = $1 and pc.program_id = p.id
                      left join states s on s.program_id = p.id and s.course_id = pc.course_id
                      where p.company_id = $1), '[]') as steps`,
            [own.id, asked, pages],
          ],
        );
        const { together, alone, steps } = row!;
        for (const id of asked) {
          const from = steps.filter(({ course_id }) => course_id === id);
          const isLocked =
            !enrolled.includes(id) && from.length > 0 && from.every(({ state }) => state === 'locked');
          const told = from.find(({ reason }) => reason !== 'overdue') ?? from[0];
          const lock = isLocked
            ? {
                program: told!.program,
                reason: told!.reason,
                after: told!.after ?? [],
                opens_at: told!.opens_at,
              }
            : null;
          expect(together[id] ?? null).toEqual(lock);
          if (pages.includes(id)) expect(alone[id]).toEqual(lock);
          found[isLocked ? 'locked' : 'open'] += 1;
        }
        expect(Object.keys(together).map(Number)).toEqual(
          asked.filter((id) => together[id]).toSorted((a, b) => a - b),
        );
      },
    ),
    { numRuns: 80 },
  );
  expect(Math.min(found.locked, found.open)).toBeGreaterThan(3);
}, 120_000);
