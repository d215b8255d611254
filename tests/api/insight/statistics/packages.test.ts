import { beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../../../worker/platform/formats/xlsx-reader.ts';
import type { Company, Course, Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aPackage } from '../../../fixtures/packages.ts';
import { aPackageMaterial, committed, opened } from '../../../support/api/packages.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

/** Who passed at the second try, who failed, who is in the middle, and who has not begun. */
let company: Company;
let course: Course;
let material: number;
let [good, weak, slow, absent]: [Person, Person, Person, Person] = [] as never;

const lesson = (status: string, score?: string) => ({
  'cmi.core.lesson_status': status,
  ...(score && { 'cmi.core.score.raw': score }),
});

beforeAll(async () => {
  company = await aCompany();
  const people: Person[] = [];
  for (let count = 0; count < 4; count += 1) people.push(await company.aPerson('student'));
  [good, weak, slow, absent] = people as typeof people & [Person, Person, Person, Person];
  const group = await company.aGroup({ students: [good, weak] });
  const other = await company.aGroup({ managers: [], students: [slow, absent] });
  course = await company.aCourse({ materials: 0, group });
  await company.as('owner').patch(`/course/course/${course.id}/`, { group_ids: [group.id, other.id] });
  ({ material } = await aPackageMaterial(company, course, await aPackage()));
  const plays = async ({ client }: Person, elements: object, again = false) => {
    const { root, told } = await opened(client, course, material, { again });
    const { opening, sequence } = told as { opening: number; sequence: number };
    const answer = await committed(root, opening, sequence + 1, elements);
    expect(answer.status).toBe(200);
  };
  await plays(good, lesson('failed', '40'));
  await plays(good, lesson('passed', '90'), true);
  await plays(good, lesson('incomplete', '10'), true);
  await plays(weak, lesson('failed', '55'));
  await plays(slow, lesson('incomplete'));
});

const statistic = (query = '', client: Client = company.as('owner')) =>
  client.get(`/course/course/${course.id}/statistic/?page_size=100${query}`);
const whoIs = async (query: string) => {
  const { status, body } = await statistic(query);
  expect([query, status]).toEqual([query, 200]);
  return (body.results as { user: { id: number } }[]).map(({ user }) => user.id);
};
const ids = (...people: Person[]) => people.map(({ id }) => id);

test('each column has a label of its own, in the reader’s language', async () => {
  const reader = await company.aPerson('admin');
  await asSystem([`update users set language = 'de' where id = $1`, [reader.id]]);
  const { body } = await reader.client.get(`/course/course/${course.id}/statistic_columns/`);
  const labels = (body.columns as { label: string }[]).map(({ label }) => label);
  expect(labels[0]).toBe('Lernende');
  expect(new Set(labels).size).toBe(labels.length);
  const score = body.columns.find(({ key }: { key: string }) => key === `package_${material}_score`);
  expect(score.label).toBe(`${score.part_name}: Punkte`);
});

describe('packages in the analytics of a course', () => {
  test('have columns of their own, each told of everybody in reach', async () => {
    const { body } = await company.as('owner').get(`/course/course/${course.id}/statistic_columns/`);
    const own = (body.columns as { key: string; package_id: number | null }[]).filter(
      ({ package_id }) => package_id === material,
    );
    expect(own.map(({ key }) => key)).toEqual(
      ['standing', 'score', 'tries', 'time'].map((field) => `package_${material}_${field}`),
    );
    const all = await statistic();
    const packageOf = (person: Person) =>
      all.body.results.find(({ user }: { user: { id: number } }) => user.id === person.id).packages;
    // The try that counts is the one that got farthest, not the last.
    expect(packageOf(good)).toMatchObject([{ standing: 'passed', score: 90, tries: 3, time: 180 }]);
    expect(packageOf(weak)).toMatchObject([{ standing: 'failed', score: 55, tries: 1 }]);
    expect(packageOf(slow)).toMatchObject([{ standing: 'incomplete', score: null, tries: 1 }]);
    expect(packageOf(absent)).toMatchObject([{ standing: 'not_begun', score: null, tries: 0, time: 0 }]);
    expect(all.body.results.find((row: { user: { id: number } }) => row.user.id === good.id).time_spent).toBe(
      180,
    );
    const reached = await statistic('', company.as('manager'));
    expect(new Set(reached.body.results.map(({ user }: { user: { id: number } }) => user.id))).toEqual(
      new Set(ids(good, weak)),
    );
  });

  test('order and narrow its students', async () => {
    const by = (field: string) => whoIs(`&ordering=${field}`);
    expect((await by(`-package_${material}_score`)).slice(0, 2)).toEqual(ids(good, weak));
    expect(await by(`package_${material}_standing`)).toEqual(ids(absent, slow, weak, good));
    expect((await by(`-package_${material}_tries,last_name`))[0]).toBe(good.id);
    expect((await by(`-package_${material}_time`))[0]).toBe(good.id);
    for (const about of ['', `&package=${material}`]) {
      expect(await whoIs(`&standing=passed${about}`)).toEqual(ids(good));
      expect(await whoIs(`&standing=failed${about}`)).toEqual(ids(weak));
      expect(await whoIs(`&standing=not_begun${about}`)).toEqual(ids(absent));
    }
    expect(await whoIs(`&package=${material}&score_from=50&score_to=60`)).toEqual(ids(weak));
    expect((await statistic('&score_from=50')).body).toHaveProperty('package');
    const strange = await company.aCourse({ materials: 0 });
    const { material: foreign } = await aPackageMaterial(company, strange, await aPackage());
    for (const [query, field] of [
      [`&package=${foreign}&standing=passed`, 'package'],
      [`&ordering=package_${foreign}_score`, 'ordering'],
      ['&ordering=package_0_score', 'ordering'],
      [`&ordering=package_${material}_percent`, 'ordering'],
      ['&standing=good', 'standing'],
    ] as const) {
      const refused = await statistic(query);
      expect([query, refused.status, Object.keys(refused.body)]).toEqual([
        query,
        400,
        expect.arrayContaining([field]),
      ]);
    }
  });

  test('go into the sheet as they stand', async () => {
    const keys = [
      'last_name',
      ...['standing', 'score', 'tries', 'time'].map((field) => `package_${material}_${field}`),
    ];
    const ordering = `-package_${material}_score,-package_${material}_standing`;
    const response = await world.fetch(
      `/api/v1/course/course/${course.id}/statistic_export/?ordering=${ordering}&columns=${keys.join(',')}`,
      { headers: { Authorization: `Bearer ${company.as('owner').token}` } },
    );
    expect(response.status).toBe(200);
    const rows = readRows(new Uint8Array(await response.arrayBuffer()), 100).map(({ cells }) =>
      cells.map(String),
    );
    expect(rows[0]!.slice(1).map((text) => text.replace(/^.*: /, ''))).toEqual([
      'Стан',
      'Бал',
      'Спроби',
      'Час',
    ]);
    expect(rows.slice(1).map((row) => row.slice(1, 4))).toEqual([
      ['Складено', '90%', '3'],
      ['Не складено', '55%', '1'],
      ['У процесі', '', '1'],
      ['Не розпочато', '', '0'],
    ]);
  });

  test('stand on the card of a person, and in their own results', async () => {
    const read = async (client: Client) => {
      const { body } = await client.get(`/accounts/user/${good.id}/learning/`);
      return body.courses.find(({ id }: { id: number }) => id === course.id).packages;
    };
    const told = [{ material_id: material, standing: 'passed', score: 90, tries: 3, time: 180 }];
    expect(await read(company.as('owner'))).toMatchObject(told);
    expect(await read(company.as('manager'))).toMatchObject(told);
    expect(await read(good.client)).toMatchObject(told);
    expect((await slow.client.get(`/accounts/user/${good.id}/learning/`)).status).toBe(404);
  });
});
