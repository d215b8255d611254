import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { remindOfWebinars } from '../../../../worker/learning/webinars/service.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { notificationMails } from '../../../../worker/service/notifications/mails.ts';
import { unique, type Company, type Course, type Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const PROGRAM = '/educational_program/educational_program/';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A program of a course and, once that is done, a webinar, which its group is given last of all. */
async function aLockedWebinar(students: Person[], starts_at = inMinutes(10)) {
  const owner = company.as('owner');
  const group = await company.aGroup({ students });
  const elsewhere = await company.aGroup({ managers: [], students: [] });
  const course = await company.aCourse({ materials: 1, group: elsewhere });
  const made = await owner.post(PROGRAM, { name: unique('Program'), course_ids: [course.id] });
  const program = made.body.id as number;
  const name = unique('Webinar');
  const { body } = await owner.post('/webinar/webinar/', {
    name,
    starts_at,
    time_zone: 'Europe/Kyiv',
    duration: 60,
    join_url: 'https://example.com/room',
    recording_url: 'https://example.com/film',
    program_ids: [program],
  });
  const stages = [
    { items: [{ course_id: course.id }] },
    { items: [{ webinar_id: body.id, access_rule: 'previous_done' }] },
  ];
  expect((await owner.post(`${PROGRAM}${program}/chronology/`, { stages })).status).toBe(204);
  expect((await owner.patch(`${PROGRAM}${program}/`, { group_ids: [group.id] })).status).toBe(204);
  return { id: body.id as number, name, path: `/webinar/webinar/${body.id}/`, program, group, course };
}

async function finish({ client }: Person, { id, materials: [material] }: Course) {
  await client.get(`/course/course/${id}/educational_material/${material}/`);
  await client.post(`/course/course/${id}/educational_material/${material}/finish/`);
}

test('a webinar that the timeline locks cannot be joined, and says why, until what opens it is done', async () => {
  const student = await company.aPerson('student');
  const { path, name, program, course } = await aLockedWebinar([student]);
  const { client } = student;
  const lock = {
    program: { id: program },
    reason: 'previous_not_done',
    after: [{ name: course.name }],
    opens_at: null,
  };
  expect(await client.post(`${path}join/`)).toMatchObject({
    status: 403,
    body: { code: 'webinar_locked', lock },
  });
  const shown = async () => (await client.get(path)).body;
  const listed = async () =>
    (await client.get(`/webinar/webinar/?search=${encodeURIComponent(name)}`)).body.results[0].locked;
  const stateOf = async () =>
    (await client.get(`${PROGRAM}${program}/chronology/`)).body.stages[1].items[0].own.state;
  expect(await shown()).toMatchObject({ locked: lock, recording_url: '', joined_at: null, joined: 0 });
  expect(await listed()).toMatchObject(lock);
  expect(await stateOf()).toBe('locked');
  expect((await company.as('owner').get(path)).body.locked).toBe(null);

  await finish(student, course);
  expect(await shown()).toMatchObject({ locked: null, recording_url: 'https://example.com/film' });
  expect(await listed()).toBe(null);
  expect((await client.post(`${path}join/`)).status).toBe(200);
});

test('a webinar is open to whoever has it another way as well', async () => {
  const student = await company.aPerson('student');
  const webinar = await aLockedWebinar([student]);
  const owner = company.as('owner');
  const isOpen = async () => (await student.client.get(webinar.path)).body.locked === null;
  const give = (fields: object) => owner.patch(webinar.path, fields);
  expect(await isOpen()).toBe(false);

  await give({ group_ids: [webinar.group.id] });
  expect(await isOpen()).toBe(true);
  const { body } = await student.client.get(`${PROGRAM}${webinar.program}/chronology/`);
  expect(body.stages[1].items[0].own).toMatchObject({ state: 'open', reason: null });
  await give({ group_ids: [] });

  // By a course that is a step which waits itself, and then by the group that has that course.
  const course = await company.aCourse({ group: await company.aGroup({ managers: [], students: [] }) });
  await owner.patch(`${PROGRAM}${webinar.program}/`, { course_ids: [webinar.course.id, course.id] });
  const stages = [
    { items: [{ course_id: webinar.course.id }] },
    {
      items: [webinar, course].map(({ id }, index) => ({
        ...(index ? { course_id: id } : { webinar_id: id }),
        access_rule: 'previous_done',
      })),
    },
  ];
  expect((await owner.post(`${PROGRAM}${webinar.program}/chronology/`, { stages })).status).toBe(204);
  await give({ course_ids: [course.id] });
  expect(await isOpen()).toBe(false);
  await owner.patch(`/study_group/study_group/${webinar.group.id}/`, { course_ids: [course.id] });
  expect(await isOpen()).toBe(true);
  await give({ course_ids: [] });
  expect(await isOpen()).toBe(false);

  const second = await owner.post(PROGRAM, { name: unique('Program'), group_ids: [webinar.group.id] });
  await give({ program_ids: [webinar.program, second.body.id] });
  expect(await isOpen()).toBe(true);
});

test('nobody is invited to or reminded of a webinar before the timeline opens it to them', async () => {
  const [early, late] = [await company.aPerson('student'), await company.aPerson('student')];
  const { name, course, path } = await aLockedWebinar([early, late], inMinutes(50));
  const sweep = () =>
    asSystem(
      [
        'update notifications set mailed_at = now() where mailed_at is null and company_id <> $1',
        [company.id],
      ],
      [`delete from job_heartbeats where name = 'due_soon'`],
      ['select sweep_notifications($1)', [JSON.stringify(notificationMails({ url: 'https://osnova.test' }))]],
    );
  const told = async ({ client }: Person) =>
    (await client.get('/notifications/?kinds=webinar&ordering=created_at')).body.results.map(
      ({ params }: { params: { event: string } }) => params.event,
    );
  const mailed = ({ email }: Person) =>
    asSystem<{ subject: string }>([
      'select subject from mails where recipient = $1 and strpos(subject, $2) > 0 order by id',
      [email, name],
    ]);
  await sweep();
  expect(await told(early)).toEqual([]);

  await finish(early, course);
  await sweep();
  await remindOfWebinars(env, new Db(env));
  await company.as('owner').patch(path, { starts_at: inMinutes(55) });
  await sweep();
  expect(await told(early)).toEqual(['invited', 'hour', 'moved']);
  expect(await mailed(early)).toHaveLength(3);
  expect(await told(late)).toEqual([]);

  await company.as('owner').post(`${path}cancel/`, {});
  expect(await told(early)).toEqual(['invited', 'hour', 'moved', 'canceled']);
  expect(await told(late)).toEqual([]);
  expect(await mailed(late)).toEqual([]);
});
