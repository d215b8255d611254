import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { UserType } from '../../../../worker/access/contract.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { remindOfWebinars } from '../../../../worker/learning/webinars/service.ts';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import { answerOf, type Client } from '../../../factories/world.ts';
import { aCompany, asSystem, nameOf, world } from '../../../support/api/world.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const WEBINAR = '/webinar/webinar/';
const MINUTES = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTES).toISOString();
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function aWebinar(fields: Record<string, unknown> = {}, by: Client = company.as('owner')) {
  const name = unique('Вебінар');
  const { status, body } = await by.post(WEBINAR, {
    name,
    starts_at: inMinutes(3 * 24 * 60),
    time_zone: 'Europe/Kyiv',
    duration: 60,
    join_url: 'https://example.com/room',
    ...fields,
  });
  expect(status).toBe(201);
  return { id: body.id as number, name, path: `${WEBINAR}${body.id}/` };
}

/** Moves the start, as if that much time had passed. */
const moveTo = (id: number, minutes: number) =>
  asSystem([
    `update webinars set starts_at = now() + make_interval(mins => $2), day_reminded_at = null, hour_reminded_at = null
       where id = $1`,
    [id, minutes],
  ]);

/** A statement that ends once the database has so many such locks. */
const untilLocks = (are: string, count: number) =>
  `do $$ begin
     while (select count(*) from pg_locks where ${are}) < ${count} loop perform pg_sleep(0.01); end loop;
   end $$`;

describe('a webinar', () => {
  test('is made whole, changed in part and deleted', async () => {
    const owner = company.as('owner');
    const course = await company.aCourse();
    const cohost = await company.aPerson('trainer');
    const program = await owner.post('/educational_program/educational_program/', {
      name: unique('Програма'),
    });
    const { path, name, id } = await aWebinar({
      description: '<p onclick="a()">Про все<script>a()</script></p>',
      host_id: company.people.trainer.id,
      cohost_ids: [cohost.id],
      course_ids: [course.id],
      group_ids: [course.group.id],
      program_ids: [program.body.id],
      provider: 'zoom',
      join_url: 'https://us02web.zoom.us/j/1',
      capacity: 30,
    });
    expect((await owner.get(path)).body).toMatchObject({
      name,
      description: '<p>Про все</p>',
      host: { id: company.people.trainer.id },
      cohosts: [{ id: cohost.id }],
      courses: [{ id: course.id }],
      groups: [{ id: course.group.id }],
      programs: [{ id: program.body.id }],
      provider: 'zoom',
      join_url: 'https://us02web.zoom.us/j/1',
      has_address: true,
      capacity: 30,
      joined: 0,
      state: 'scheduled',
      time_zone: 'Europe/Kyiv',
      actions: ['edit', 'cancel', 'delete'],
    });
    expect((await owner.patch(path, { capacity: null, cohost_ids: [] })).status).toBe(204);
    expect((await owner.get(path)).body).toMatchObject({
      name,
      capacity: null,
      cohosts: [],
      joined_at: null,
    });
    expect((await owner.delete(path)).status).toBe(204);
    expect((await owner.get(path)).status).toBe(404);
    expect((await owner.patch(path, { name: 'a' })).status).toBe(404);
    expect(idsOf((await owner.get(`${WEBINAR}?page_size=100`)).body.results)).not.toContain(id);
  });

  test('is made once for one idempotency key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { name: unique('Раз'), starts_at: inMinutes(99), time_zone: 'UTC', duration: 30 };
    const answers = await Promise.all([1, 2, 3].map(() => company.as('owner').post(WEBINAR, body, headers)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
  });

  test.each([
    [{ starts_at: '2026-02-30T10:00:00Z' }, 'starts_at'],
    [{ starts_at: '2030-05-01T10:00:00+02:00' }, 'starts_at'],
    [{ starts_at: '0001-01-01T00:00:00Z' }, 'starts_at'],
    [{ time_zone: 'Europe/Nowhere' }, 'time_zone'],
    [{ time_zone: '+02:00' }, 'time_zone'],
    [{ duration: 4 }, 'duration'],
    [{ duration: 1441 }, 'duration'],
    [{ capacity: 0 }, 'capacity'],
    [{ join_url: 'http://example.com' }, 'join_url'],
    [{ join_url: 'javascript:alert(1)' }, 'join_url'],
    [{ join_url: 'https://zoom.us@example.com/' }, 'join_url'],
    [{ recording_url: 'ftp://example.com' }, 'recording_url'],
    [{ provider: 'zoom', join_url: 'https://zoom.us.example.com/j/1' }, 'join_url'],
    [{ provider: 'zoom', join_url: 'https://example.com\\.zoom.us/' }, 'join_url'],
    [{ provider: 'meet', join_url: 'https://zoom.us/j/1' }, 'join_url'],
    [{ provider: 'teams', join_url: 'https://microsoft.com/' }, 'join_url'],
  ])('refuses %j by the name of its field', async (fields, field) => {
    const answer = await company.as('owner').post(WEBINAR, {
      name: 'Ні',
      starts_at: inMinutes(60),
      time_zone: 'UTC',
      duration: 60,
      ...fields,
    });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });

  test('fits its provider also when only one of the two is changed', async () => {
    const owner = company.as('owner');
    const { path } = await aWebinar({ provider: 'meet', join_url: 'https://meet.google.com/abc' });
    const mismatch = {
      status: 400,
      body: { join_url: ['The address does not belong to the chosen service'] },
    };
    expect(await owner.patch(path, { provider: 'teams' })).toMatchObject(mismatch);
    expect(await owner.patch(path, { join_url: 'https://zoom.us/j/2' })).toMatchObject(mismatch);
    expect((await owner.patch(path, { provider: 'zoom', join_url: 'https://ZOOM.us/j/2' })).status).toBe(204);
  });

  test('is listed by time, state, course, program, group and words', async () => {
    const alone = await aCompany();
    const owner = alone.as('owner');
    const course = await alone.aCourse();
    const program = await owner.post('/educational_program/educational_program/', {
      name: unique('Програма'),
    });
    const make = async (minutes: number, fields = {}) =>
      (await aWebinar({ starts_at: inMinutes(minutes), ...fields }, owner)).id;
    const soon = await make(60, { course_ids: [course.id] });
    const later = await make(600, { program_ids: [program.body.id] });
    const live = await make(-10, { group_ids: [course.group.id] });
    const ended = await make(-600);
    const recorded = await make(-1200, { recording_url: 'https://example.com/film', name: 'Кіно' });
    const canceled = await make(1200);
    expect((await owner.post(`${WEBINAR}${canceled}/cancel/`, {})).status).toBe(204);
    const found = async (query: string) => idsOf((await owner.get(`${WEBINAR}?${query}`)).body.results);
    expect(await found('when=upcoming')).toEqual([live, soon, later, canceled]);
    expect(await found('when=past')).toEqual([ended, recorded]);
    expect(await found('ordering=starts_at')).toEqual([recorded, ended, live, soon, later, canceled]);
    expect(await found('state=scheduled&ordering=starts_at')).toEqual([soon, later]);
    expect(await found('state=live')).toEqual([live]);
    expect(await found('state=ended')).toEqual([ended]);
    expect(await found('state=recorded')).toEqual([recorded]);
    expect(await found('state=canceled')).toEqual([canceled]);
    expect(await found(`course=${course.id}`)).toEqual([soon]);
    expect(await found(`program=${program.body.id}`)).toEqual([later]);
    expect(await found(`group=${course.group.id}`)).toEqual([live]);
    expect(await found(`search=${encodeURIComponent('кіно')}`)).toEqual([recorded]);
  });
});

describe('who may do what with a webinar', () => {
  const REQUIRED = { status: 400, body: { course_ids: ['Choose at least one course, program or group'] } };
  const fields = () => ({ name: 'А', starts_at: inMinutes(60), time_zone: 'UTC', duration: 60 });

  test.each(['manager', 'trainer'] as const)('a %s ties it to something in reach', async (user_type) => {
    const client = company.as(user_type);
    const course = await company.aCourse();
    const strange = await company.aCourse({
      group: await company.aGroup({ managers: [] }),
      coaches: [],
    });
    expect(await client.post(WEBINAR, fields())).toMatchObject(REQUIRED);
    expect((await client.post(WEBINAR, { ...fields(), course_ids: [strange.id] })).status).toBe(404);
    const group = await client.post(WEBINAR, { ...fields(), group_ids: [course.group.id] });
    expect(group.status).toBe(user_type === 'manager' ? 201 : 404);
    const { path } = await aWebinar({ course_ids: [course.id] }, client);
    expect((await client.get(path)).body.host.id).toBe(company.people[user_type].id);
    expect(await client.patch(path, { course_ids: [] })).toMatchObject(REQUIRED);
  });

  test('what is out of reach stays tied when a trainer changes their part', async () => {
    const [mine, second, theirs] = [
      await company.aCourse(),
      await company.aCourse(),
      await company.aCourse({ coaches: [] }),
    ];
    const { path } = await aWebinar({ course_ids: [mine.id, theirs.id], group_ids: [theirs.group.id] });
    const trainer = company.as('trainer');
    expect((await trainer.patch(path, { course_ids: [second.id], group_ids: [] })).status).toBe(204);
    const { courses, groups } = (await company.as('owner').get(path)).body;
    expect(new Set(idsOf(courses))).toEqual(new Set([second.id, theirs.id]));
    expect(idsOf(groups)).toEqual([theirs.group.id]);
    expect(idsOf((await trainer.get(path)).body.courses)).toEqual([second.id]);
  });

  test('a host and a co-host reach what they hold, whoever it is for', async () => {
    const [host, cohost] = [await company.aPerson('trainer'), await company.aPerson('trainer')];
    const { path } = await aWebinar({ host_id: host.id, cohost_ids: [cohost.id] });
    for (const { client } of [host, cohost]) {
      expect((await client.patch(path, { description: 'Так' })).status).toBe(204);
    }
    expect((await company.as('trainer').get(path)).status).toBe(404);
  });

  test('only who may be a trainer holds one', async () => {
    const student = company.people.student.id;
    for (const given of [{ host_id: student }, { cohost_ids: [student] }]) {
      expect(await company.as('owner').post(WEBINAR, { ...fields(), ...given })).toMatchObject({
        status: 400,
        body: { [Object.keys(given)[0]!]: ['This person does not hold the role needed here'] },
      });
    }
    expect(
      (await company.as('owner').post(WEBINAR, { ...fields(), host_id: other.people.owner.id })).status,
    ).toBe(404);
  });

  test('a student sees those of their courses, groups and programs, without the address', async () => {
    const student = company.as('student');
    const course = await company.aCourse();
    const draft = await company.aCourse();
    await asSystem(['update courses set published_at = null where id = $1', [draft.id]]);
    const owner = company.as('owner');
    const program = await owner.post('/educational_program/educational_program/', {
      name: unique('Програма'),
      group_ids: [course.group.id],
    });
    const strangers = await company.aGroup({ students: [] });
    const seen = async (given: object) => {
      const { path } = await aWebinar(given as Record<string, unknown>);
      const { status, body } = await student.get(path);
      if (status === 200) expect(body).toMatchObject({ join_url: null, has_address: true, actions: [] });
      return status;
    };
    expect(await seen({ course_ids: [course.id] })).toBe(200);
    expect(await seen({ group_ids: [course.group.id] })).toBe(200);
    expect(await seen({ program_ids: [program.body.id] })).toBe(200);
    expect(await seen({ group_ids: [strangers.id] })).toBe(404);
    expect(await seen({ course_ids: [draft.id] })).toBe(404);
    expect(await seen({})).toBe(404);
    await owner.post(`/course/course/${course.id}/blocked_user/`, { user_pk: company.people.student.id });
    expect(await seen({ course_ids: [course.id] })).toBe(404);
  });

  test.each(['owner', 'admin', 'manager', 'trainer', 'student'] as UserType[])(
    'another company’s %s finds nothing',
    async (user_type) => {
      const course = await company.aCourse();
      const { path, id } = await aWebinar({ course_ids: [course.id] });
      await moveTo(id, 0);
      const client = other.as(user_type);
      const statuses = [
        (await client.get(path)).status,
        (await client.get(`${path}calendar/`)).status,
        (await client.post(`${path}join/`)).status,
        (await client.post(`${path}leave/`)).status,
      ];
      expect(statuses).toEqual([404, 404, 404, 404]);
    },
  );
});

describe('joining', () => {
  const refusal = (code: string) => ({ status: 409, body: { code } });

  test('opens a quarter of an hour before and closes at the end', async () => {
    const course = await company.aCourse();
    const student = company.as('student');
    const { path, id } = await aWebinar({ course_ids: [course.id] });
    const join = () => student.post(`${path}join/`);
    const early = await join();
    expect(early).toMatchObject(refusal('webinar_not_open'));
    const { starts_at } = (await student.get(path)).body;
    const opens_at = new Date(Date.parse(starts_at) - 15 * MINUTES).toISOString();
    expect(early.body.detail).toBe(`The webinar can be joined from ${opens_at}`);
    await moveTo(id, 16);
    expect(await join()).toMatchObject(refusal('webinar_not_open'));
    await moveTo(id, 14);
    expect(await join()).toMatchObject({ status: 200, body: { join_url: 'https://example.com/room' } });
    await moveTo(id, -59);
    expect((await join()).status).toBe(200);
    await moveTo(id, -60);
    expect(await join()).toMatchObject(refusal('webinar_ended'));
  });

  test('is refused when canceled, and while nobody knows the address', async () => {
    const course = await company.aCourse();
    const { path, id } = await aWebinar({ course_ids: [course.id], join_url: '' });
    await moveTo(id, 0);
    expect(await company.as('student').post(`${path}join/`)).toMatchObject(
      refusal('webinar_without_address'),
    );
    await company.as('owner').post(`${path}cancel/`, {});
    expect(await company.as('student').post(`${path}join/`)).toMatchObject(refusal('webinar_canceled'));
  });

  test('of 20 at once only as many as there is place, and whoever is in comes back', async () => {
    const students = await Promise.all(Array.from({ length: 20 }, () => company.aPerson('student')));
    const group = await company.aGroup({ students });
    const { path, id } = await aWebinar({ group_ids: [group.id], capacity: 3 });
    await moveTo(id, 5);
    // Nobody is written down until ten wait, who would all have counted by then if nothing kept them from it.
    const held = asSystem(['lock table webinar_attendance in share mode'], [untilLocks('not granted', 10)]);
    await asSystem([
      untilLocks(`granted and mode = 'ShareLock' and relation = 'webinar_attendance'::regclass`, 1),
    ]);
    const answers = await Promise.all(students.map(({ client }) => client.post(`${path}join/`)));
    await held;
    const inside = students.filter((_, index) => answers[index]!.status === 200);
    expect(inside).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refusal('webinar_full'));
    expect((await inside[0]!.client.post(`${path}leave/`)).status).toBe(204);
    expect((await inside[0]!.client.post(`${path}join/`)).status).toBe(200);
    // A host is never turned away.
    expect((await company.as('owner').post(`${path}join/`)).status).toBe(200);
  });
});

describe('attendance', () => {
  async function heldWebinar() {
    const students = await Promise.all(
      ['student', 'student', 'student'].map(() => company.aPerson('student')),
    );
    const group = await company.aGroup({ managers: [], students });
    const webinar = await aWebinar({ group_ids: [group.id] });
    await moveTo(webinar.id, 0);
    return { ...webinar, students };
  }
  const rowsOf = async (path: string, people: readonly Person[]) => {
    const { body } = await company.as('owner').get(`${path}attendance/?page_size=100`);
    return people.map(({ id }) => body.results.find((row: { id: number }) => row.id === id));
  };

  test('is noted by joining, leaving and by hand', async () => {
    const { path, id, students } = await heldWebinar();
    const [first, second, third] = students as [Person, Person, Person];
    await first.client.post(`${path}join/`);
    await second.client.post(`${path}join/`);
    await second.client.post(`${path}leave/`);
    expect((await third.client.post(`${path}leave/`)).status).toBe(404);
    expect(await rowsOf(path, students)).toMatchObject([
      { status: 'attended', source: 'join', left_at: null },
      { status: 'left', source: 'join' },
      { status: null, joined_at: null, minutes: null, source: null },
    ]);
    const note = (user_id: number, status: string) =>
      company.as('owner').post(`${path}attendance/`, { user_id, status });
    expect((await note(first.id, 'absent')).status).toBe(204);
    expect((await note(third.id, 'attended')).status).toBe(204);
    expect((await note(other.people.student.id, 'attended')).status).toBe(404);
    expect(await rowsOf(path, students)).toMatchObject([
      { status: 'absent', source: 'manual' },
      { status: 'left' },
      { status: 'attended', source: 'manual', minutes: null },
    ]);
    const { body } = await company.as('owner').get(`${path}attendance/?status=attended`);
    expect(body).toMatchObject({ count: 1, totals: { invited: 3, came: 2 } });
    expect(idsOf(body.results)).toEqual([third.id]);
    expect((await company.as('owner').get(path)).body.joined).toBe(2);
    expect(id).toBeGreaterThan(0);
  });

  test('is told and noted of people in reach alone, and by who holds it of whoever came', async () => {
    const manager = company.as('manager');
    const mine = await company.aPerson('student');
    const [came, away] = [await company.aPerson('student'), await company.aPerson('student')];
    const course = await company.aCourse({ group: await company.aGroup({ students: [mine] }) });
    await company.as('owner').post(`/course/course/${course.id}/students/`, { user_ids: [came.id, away.id] });
    const given = await aWebinar({ course_ids: [course.id] });
    const held = await aWebinar({ course_ids: [course.id] }, manager);
    for (const { id, path } of [given, held]) {
      await moveTo(id, 0);
      expect((await came.client.post(`${path}join/`)).status).toBe(200);
    }
    const told = async ({ path }: { path: string }) => (await manager.get(`${path}attendance/`)).body;
    const noted = async ({ path }: { path: string }, people: Person[]) =>
      Promise.all(
        people.map(
          async ({ id: user_id }) =>
            (await manager.post(`${path}attendance/`, { user_id, status: 'attended' })).status,
        ),
      );
    const people = [mine, came, away, company.people.owner];
    const ids = (body: { results: { id: number }[] }) => idsOf(body.results).sort((a, b) => a - b);

    const seen = await told(given);
    expect(ids(seen)).toEqual([mine.id]);
    expect(seen).toMatchObject({ count: 1, totals: { invited: 1, came: 0 } });
    expect(await noted(given, people)).toEqual([204, 404, 404, 404]);

    const own = await told(held);
    // Whoever holds it is there in any case.
    expect(ids(own)).toEqual([mine.id, came.id].sort((a, b) => a - b));
    expect(own).toMatchObject({ count: 2, totals: { invited: 2, came: 1 } });
    expect(await noted(held, people)).toEqual([204, 204, 404, 404]);
    expect((await company.as('owner').get(`${held.path}attendance/`)).body.totals.invited).toBe(3);
  });

  test('counts the minutes of the webinar’s own time, and who never came is absent at the end', async () => {
    const { path, id, students } = await heldWebinar();
    const [first, second] = students as [Person, Person];
    await first.client.post(`${path}join/`);
    await second.client.post(`${path}join/`);
    // An hour that began 70 minutes ago: one was there from before until the end, the other left after a quarter.
    await asSystem(
      [`update webinars set starts_at = now() - interval '70 minutes' where id = $1`, [id]],
      [`update webinar_attendance set joined_at = now() - interval '80 minutes' where webinar_id = $1`, [id]],
      [
        `update webinar_attendance set left_at = now() - interval '55 minutes' where webinar_id = $1 and user_id = $2`,
        [id, second.id],
      ],
    );
    expect(await rowsOf(path, students)).toMatchObject([
      { status: 'attended', minutes: 60 },
      { status: 'left', minutes: 15 },
      { status: 'absent', minutes: null },
    ]);
  });

  test('begins with the webinar, and who left in its last tenth stayed to the end', async () => {
    const { path, id, students } = await heldWebinar();
    const [waiting, leaving] = students as [Person, Person, Person];
    await moveTo(id, 14);
    for (const { client } of [waiting, leaving]) expect((await client.post(`${path}join/`)).status).toBe(200);
    await leaving.client.post(`${path}leave/`);
    const came = async () => (await company.as('owner').get(`${path}attendance/`)).body.totals.came;
    expect(await rowsOf(path, students)).toMatchObject([
      { status: 'joined', minutes: 0 },
      { status: null, minutes: 0 },
      { status: null, minutes: null },
    ]);
    expect(await came()).toBe(0);
    const joinedAnHourAgo = (left: number | null) =>
      asSystem([
        `update webinar_attendance set joined_at = now() - interval '62 minutes',
             left_at = case when user_id = $2 then now() - interval '61 minutes' else now() - make_interval(mins => $3) end
           where webinar_id = $1`,
        [id, leaving.id, left],
      ]);
    await moveTo(id, -60);
    await joinedAnHourAgo(null);
    expect(await rowsOf(path, students)).toMatchObject([
      { status: 'attended', minutes: 60 },
      { status: 'absent', minutes: 0 },
      { status: 'absent' },
    ]);
    expect(await came()).toBe(1);
    await joinedAnHourAgo(2);
    expect(await rowsOf(path, students)).toMatchObject([{ status: 'attended', minutes: 58 }, {}, {}]);
    await joinedAnHourAgo(7);
    expect(await rowsOf(path, students)).toMatchObject([{ status: 'left', minutes: 53 }, {}, {}]);
  });

  test('is taken back where the webinar moves past its time, with places and progress', async () => {
    const { path, id, students } = await heldWebinar();
    const [first, second] = students as [Person, Person, Person];
    const owner = company.as('owner');
    const { groups } = (await owner.get(path)).body;
    const program = await owner.post('/educational_program/educational_program/', {
      name: unique('Програма'),
      group_ids: idsOf(groups),
    });
    const timeline = `/educational_program/educational_program/${program.body.id}/chronology/`;
    await owner.patch(path, { program_ids: [program.body.id], capacity: 1 });
    await owner.post(timeline, { stages: [{ items: [{ webinar_id: id }] }] });
    const state = async () => (await first.client.get(timeline)).body.stages[0].items[0].own.state;
    await moveTo(id, 10);
    await first.client.post(`${path}join/`);
    expect(await state()).toBe('open');
    await owner.patch(path, { starts_at: inMinutes(12) });
    expect((await second.client.post(`${path}join/`)).body.code).toBe('webinar_full');
    await moveTo(id, -1);
    expect(await state()).toBe('done');
    await owner.patch(path, { starts_at: inMinutes(14), duration: 5 });
    expect(await state()).toBe('open');
    await owner.patch(path, { starts_at: inMinutes(15) });
    await owner.patch(path, { starts_at: inMinutes(60 * 24) });
    expect(await state()).toBe('open');
    await moveTo(id, 10);
    expect((await first.client.get(path)).body).toMatchObject({ joined: 0, joined_at: null });
    expect((await second.client.post(`${path}join/`)).status).toBe(200);
  });

  test('cannot be noted before the webinar opens', async () => {
    const { path } = await aWebinar();
    const user_id = company.people.owner.id;
    expect(
      await company.as('owner').post(`${path}attendance/`, { user_id, status: 'attended' }),
    ).toMatchObject({ status: 409, body: { code: 'webinar_not_open' } });
  });
});

describe('the calendar file', () => {
  const entryOf = async (path: string, client = company.as('owner')) => {
    const { status, text } = await client.get(`${path}calendar/`);
    expect(status).toBe(200);
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    const unfolded = text.replaceAll('\r\n ', '');
    return Object.fromEntries(
      unfolded
        .split('\r\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    );
  };

  test('keeps its UID, counts its changes, and never holds the join address', async () => {
    const owner = company.as('owner');
    const course = await company.aCourse();
    const name = 'Кава; чай, какао \\ й усе, що п’ють узимку в довгих чергах';
    const { path } = await aWebinar({
      name,
      starts_at: '2030-07-01T09:00:00Z',
      duration: 90,
      course_ids: [course.id],
      description: '<p>Перше</p><p>Друге</p>',
    });
    const first = await entryOf(path, company.as('student'));
    expect(first).toMatchObject({
      SEQUENCE: '0',
      DTSTART: '20300701T090000Z',
      DTEND: '20300701T103000Z',
      SUMMARY: String.raw`Кава\; чай\, какао \\ й усе\, що п’ють узимку в довгих чергах`,
      STATUS: 'CONFIRMED',
    });
    expect(first['DESCRIPTION']).toContain(
      String.raw`Перше\nДруге\n\nЧас: 01.07.2030\, 12:00 (Київ\, GMT+3)`,
    );
    expect(first['URL']).toMatch(/\/webinar\/\d+$/);
    expect(JSON.stringify(first)).not.toContain('example.com/room');
    await owner.patch(path, { description: 'Інше', capacity: 5 });
    expect(await entryOf(path)).toMatchObject({ UID: first['UID'], SEQUENCE: '0' });
    await owner.patch(path, { duration: 60 });
    await owner.patch(path, { starts_at: '2030-07-01T10:00:00Z' });
    await owner.patch(path, { name: 'Кава' });
    expect(await entryOf(path)).toMatchObject({ UID: first['UID'], SEQUENCE: '3', SUMMARY: 'Кава' });
    await owner.post(`${path}cancel/`, { reason: '' });
    expect(await entryOf(path)).toMatchObject({ UID: first['UID'], SEQUENCE: '4', STATUS: 'CANCELLED' });
  });
});

describe('mails', () => {
  const mailsAbout = (name: string) =>
    asSystem<{ recipient: string; subject: string; text: string; html: string }>([
      'select recipient, subject, text, html from mails where strpos(subject, $1) > 0 order by id',
      [name],
    ]);
  const remind = () => remindOfWebinars(env, new Db(env));
  const kindsOf = (mails: { subject: string }[]) =>
    mails.map(({ subject }) => (subject.includes('незабаром') ? 'hour' : 'day'));

  test('remind a day and an hour before, each exactly once though two jobs run at once', async () => {
    const person = await company.aPerson('student');
    const german = await company.aPerson('student');
    await asSystem([`update users set language = 'de' where id = $1`, [german.id]]);
    const group = await company.aGroup({ managers: [], students: [person, german] });
    const { name, id } = await aWebinar({ group_ids: [group.id] });
    await remind();
    expect(await mailsAbout(name)).toEqual([]);
    const until = (minutes: number) =>
      asSystem([
        'update webinars set starts_at = now() + make_interval(mins => $2) where id = $1',
        [id, minutes],
      ]);
    await until(23 * 60);
    await Promise.all([remind(), remind(), remind()]);
    const first = await mailsAbout(name);
    expect(first.map(({ recipient }) => recipient).sort()).toEqual(
      [person.email, german.email, company.people.owner.email].sort(),
    );
    const words = (email: string) => first.find(({ recipient }) => recipient === email)!;
    expect(words(german.email).subject).toBe(`Erinnerung an das Webinar: ${name}`);
    expect(words(person.email).text).toContain(`/in/${company.id}/student/webinar/${id}?calendar=1`);
    expect(words(company.people.owner.email).text).toContain(`/in/${company.id}/owner/webinar/${id}`);
    expect(words(person.email).text).toContain(`на вебінар компанії ${await nameOf(company)}.`);
    expect(words(person.email).text).toMatch(/\(Київ, GMT\+[23]\)/);
    expect(words(german.email).text).toMatch(/\(Kyjiw, GMT\+[23]\)/);
    expect(first[0]!.text + first[0]!.html).not.toMatch(/\{\w+\}|example\.com\/room/);
    await remind();
    await until(50);
    await Promise.all([remind(), remind()]);
    await remind();
    expect((await mailsAbout(name)).length).toBe(6);
  });

  test('remind only of the hour what is made or moved within it, and again after another move', async () => {
    const person = await company.aPerson('student');
    const group = await company.aGroup({ managers: [], students: [person] });
    const { name, path } = await aWebinar({ group_ids: [group.id], starts_at: inMinutes(40) });
    const own = async () =>
      kindsOf((await mailsAbout(name)).filter(({ recipient }) => recipient === person.email));
    await remind();
    expect(await own()).toEqual(['hour']);
    await company.as('owner').patch(path, { starts_at: inMinutes(50) });
    await remind();
    expect(await own()).toEqual(['hour', 'hour']);
    await company.as('owner').patch(path, { starts_at: inMinutes(5 * 60), description: 'Потім' });
    await remind();
    expect(await own()).toEqual(['hour', 'hour', 'day']);
    await company.as('owner').patch(path, { description: 'Ще потім' });
    await remind();
    expect(await own()).toEqual(['hour', 'hour', 'day']);
  });

  test('do not remind of what has begun, was canceled or deleted', async () => {
    const owner = company.as('owner');
    const begun = await aWebinar({ starts_at: inMinutes(-1) });
    const canceled = await aWebinar({ starts_at: inMinutes(30) });
    const deleted = await aWebinar({ starts_at: inMinutes(30) });
    await owner.post(`${canceled.path}cancel/`, {});
    await owner.delete(deleted.path);
    await remind();
    expect(await mailsAbout(begun.name)).toEqual([]);
    expect(await mailsAbout(deleted.name)).toEqual([]);
    expect(
      (await mailsAbout(canceled.name)).every(({ subject }) => subject.startsWith('Вебінар скасовано')),
    ).toBe(true);
  });

  test('tell those invited that it is canceled, with the reason as it was written, once', async () => {
    const [person, blocked] = [await company.aPerson('student'), await company.aPerson('student')];
    await asSystem(['update memberships set blocked_at = now() where user_id = $1', [blocked.id]]);
    const group = await company.aGroup({ managers: [], students: [person, blocked] });
    const { name, path } = await aWebinar({ group_ids: [group.id] });
    const owner = company.as('owner');
    await asSystem(['update notifications set mailed_at = now() where company_id = $1', [company.id]]);
    expect((await owner.post(`${path}cancel/`, { reason: 'Хвора <лекторка>' })).status).toBe(204);
    expect(await owner.post(`${path}cancel/`, {})).toMatchObject({
      status: 409,
      body: { code: 'webinar_canceled' },
    });
    expect(await owner.patch(path, { name: 'Б' })).toMatchObject({ status: 409 });
    const mails = await mailsAbout(name);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [person.email, company.people.owner.email].sort(),
    );
    expect(mails[0]!.text).toContain('Причина: Хвора <лекторка>');
    expect(mails[0]!.html).toContain('Хвора &lt;лекторка&gt;');
    expect((await owner.get(path)).body).toMatchObject({
      state: 'canceled',
      cancel_reason: 'Хвора <лекторка>',
      actions: ['delete'],
    });
  });

  test('an ended webinar cannot be canceled', async () => {
    const { path } = await aWebinar({ starts_at: inMinutes(-120) });
    expect(await company.as('owner').post(`${path}cancel/`, {})).toMatchObject({
      status: 409,
      body: { code: 'webinar_ended' },
    });
  });
});

describe('the files of a webinar', () => {
  const PDF = new TextEncoder().encode('%PDF-1.7\n%%EOF');
  const MP4 = Uint8Array.from([
    0,
    0,
    0,
    24,
    ...new TextEncoder().encode('ftypisom'),
    0,
    0,
    2,
    0,
    ...Array<number>(64).fill(1),
  ]);
  const take = async (client: Client, id: number, name: string, kind: string, body: BodyInit) => {
    const answer = await world.fetch(
      `/api_uploader/v1/webinar/webinar/${id}/upload_file/?name=${name}&kind=${kind}`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/octet-stream' },
        body,
      },
    );
    return answerOf(answer);
  };
  const read = async (client: Client, url: string) =>
    (await world.fetch(url, { method: 'GET', headers: { Authorization: `Bearer ${client.token}` } })).status;

  test('are read by those invited alone; a recording makes it recorded and takes the place of the one before', async () => {
    const [invited, stranger] = [await company.aPerson('student'), await company.aPerson('student')];
    const group = await company.aGroup({ students: [invited] });
    const { id, path } = await aWebinar({ group_ids: [group.id] });
    const owner = company.as('owner');
    expect((await take(owner, id, 'slides.pdf', 'file', PDF)).status).toBe(201);
    expect((await take(owner, id, 'first.mp4', 'recording', MP4)).status).toBe(201);
    expect((await take(owner, id, 'second.mp4', 'recording', MP4)).status).toBe(201);
    const { body } = await invited.client.get(path);
    expect(
      body.files.map((file: { name: string; kind: string; group: string }) => [
        file.name,
        file.kind,
        file.group,
      ]),
    ).toEqual([
      ['slides.pdf', 'file', 'text'],
      ['second.mp4', 'recording', 'video'],
    ]);
    const [{ url, id: media }] = body.files;
    expect(await read(invited.client, url)).toBe(200);
    expect(await read(stranger.client, url)).toBe(404);
    expect(await read(other.as('owner'), url)).toBe(404);
    expect((await invited.client.get(`/media/${media}/`)).body.code).toBe('address_expired');
    await moveTo(id, -120);
    expect((await invited.client.get(path)).body.state).toBe('recorded');
    await owner.delete(`/api_uploader/v1/webinar/webinar/${id}/delete_file/${body.files[1].id}/`);
    expect((await invited.client.get(path)).body.state).toBe('ended');
    expect(await read(invited.client, body.files[1].url)).toBe(404);
  });

  test('are refused where they are of another kind, and from a student', async () => {
    const { id } = await aWebinar();
    const owner = company.as('owner');
    const wrong = { file: ['The file format does not match the required one'] };
    expect(await take(owner, id, 'slides.pdf', 'recording', PDF)).toMatchObject({ status: 400, body: wrong });
    expect(await take(owner, id, 'renamed.mp4', 'recording', PDF)).toMatchObject({
      status: 400,
      body: wrong,
    });
    expect(await take(owner, id, 'setup.exe', 'file', PDF)).toMatchObject({ status: 400, body: wrong });
    expect((await take(company.as('student'), id, 'slides.pdf', 'file', PDF)).status).toBe(403);
    expect((await take(other.as('owner'), id, 'slides.pdf', 'file', PDF)).status).toBe(404);
  });
});
