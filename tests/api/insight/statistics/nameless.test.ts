import { beforeAll, expect, test } from 'vitest';
import { readRows } from '../../../../worker/platform/formats/xlsx-reader.ts';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

let company: Company;
let course: Awaited<ReturnType<Company['aCourse']>>;
beforeAll(async () => {
  company = await aCompany();
  course = await company.aCourse();
  await asSystem([
    `update users set first_name = '', last_name = '' where id = $1`,
    [company.people.student.id],
  ]);
});

type Who = 'owner' | 'manager' | 'trainer';
const statistic = async (who: Who) =>
  (await company.as(who).get(`/course/course/${course.id}/statistic/`)).body.results;
const nameless = () => ({ id: company.people.student.id, first_name: '', last_name: '' });

test('staff are told the address of a student without a name, and no address of one with a name', async () => {
  const { email } = company.people.student;
  for (const who of ['owner', 'manager', 'trainer'] as const)
    expect(await statistic(who)).toMatchObject([{ user: { ...nameless(), address: email } }]);
  const other = await company.aCourse({
    group: await company.aGroup({ students: [company.people.manager] }),
  });
  const { body } = await company.as('owner').get(`/course/course/${other.id}/statistic/`);
  expect(body.results[0].user).toEqual({
    id: company.people.manager.id,
    first_name: expect.stringMatching(/./),
    last_name: expect.stringMatching(/./),
  });
});

test('their phone is told where they have no e-mail', async () => {
  const phone = `+38067${String(Math.random()).slice(2, 9)}`;
  const person = await company.aPerson('student');
  const group = await company.aGroup({ students: [person] });
  const { id } = await company.aCourse({ group });
  await asSystem([
    `update users set first_name = '', last_name = '', email = null, phone = $2 where id = $1`,
    [person.id, phone],
  ]);
  const { body } = await company.as('owner').get(`/course/course/${id}/statistic/`);
  expect(body.results).toMatchObject([{ user: { address: phone } }]);
});

test('the sheet of the analytics names them so', async () => {
  const response = await world.fetch(
    `/api/v1/course/course/${course.id}/statistic_export/?columns=last_name`,
    { headers: { Authorization: `Bearer ${company.as('owner').token}` } },
  );
  const rows = readRows(new Uint8Array(await response.arrayBuffer()), 10);
  expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual([company.people.student.email]);
});

test('two of one name are told apart in both sheets by their address and place', async () => {
  const [one, other] = [await company.aPerson('student'), await company.aPerson('student')];
  await asSystem(
    [`update users set last_name = 'Коваль', first_name = 'Ганна' where id = any ($1)`, [[one.id, other.id]]],
    [
      `update memberships set position = 'Лікарка', subdivision = 'Хірургія' where company_id = $1 and user_id = $2`,
      [company.id, one.id],
    ],
  );
  const group = await company.aGroup({ students: [one, other] });
  const exam = await company.anExam({ course: await company.aCourse({ group }) });
  for (const { client } of [one, other]) await startAttempt(client, exam);
  const rowsOf = async (path: string, heads: string[]) => {
    const response = await world.fetch(`/api/v1${path}`, {
      headers: { Authorization: `Bearer ${company.as('owner').token}` },
    });
    const [first, ...rows] = readRows(new Uint8Array(await response.arrayBuffer()), 10);
    const cells = rows.map((row) => heads.map((head) => row.cells[first!.cells.indexOf(head)] ?? ''));
    return cells.toSorted((a, b) => a[1]!.localeCompare(b[1]!));
  };
  const heads = ['Електронна пошта', 'Посада', 'Підрозділ'];
  const apart = [
    [other.email, '', ''],
    [one.email, 'Лікарка', 'Хірургія'],
  ];
  expect(await rowsOf(`/course/test_results/export/?form=${exam.form_id}`, heads)).toEqual(apart);
  const columns = 'last_name,email,position,subdivision';
  const path = `/course/course/${exam.course.id}/statistic`;
  expect(await rowsOf(`${path}_export/?columns=${columns}`, heads)).toEqual(apart);
  const { results } = (await company.as('trainer').get(`${path}/`)).body;
  expect(results).toContainEqual(
    expect.objectContaining({ email: one.email, position: 'Лікарка', subdivision: 'Хірургія' }),
  );
});

test('they are called so where they are blocked, and where they are invited', async () => {
  const owner = company.as('owner');
  const { student } = company.people;
  const called = { ...nameless(), address: student.email };
  const group = await company.aGroup({ students: [student] });
  const { id } = await company.aCourse({ group });
  expect((await owner.post(`/course/course/${id}/blocked_user/`, { user_pk: student.id })).status).toBe(204);
  expect((await owner.get(`/course/course/${id}/blocked_user/`)).body.results).toMatchObject([called]);
  const webinar = await owner.post('/webinar/webinar/', {
    name: 'Webinar',
    starts_at: new Date(Date.now() + 3_600_000).toISOString(),
    time_zone: 'Europe/Kyiv',
    duration: 60,
    join_url: 'https://example.com/room',
    group_ids: [group.id],
  });
  expect(webinar.status).toBe(201);
  const { results } = (await owner.get(`/webinar/webinar/${webinar.body.id}/attendance/`)).body;
  expect(results).toContainEqual(expect.objectContaining(called));
});
