import { beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../factories/company.ts';
import { sheetOf } from '../../../support/api/sheets.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

test('the students of a group are exported with the courses that they have finished, and nobody else', async () => {
  const [one, other] = [await company.aPerson('student'), await company.aPerson('student')];
  await asSystem([
    `update users set last_name = (array['@Береза', 'Верба'])[array_position($1, id)] where id = any ($1)`,
    [[one.id, other.id]],
  ]);
  const group = await company.aGroup({ students: [one, other], coaches: [company.people.trainer] });
  const [course] = [await company.aCourse({ group, materials: 1 }), await company.aCourse({ group })];
  const path = `/course/course/${course.id}/educational_material/${course.materials[0]}/`;
  await one.client.get(path);
  await one.client.post(`${path}finish/`);
  const sheet = `/study_group/group_member_export/?group=${group.id}`;
  const rows = await sheetOf(sheet, company.people.owner);
  expect(rows).toMatchObject([
    {
      Прізвище: "'@Береза",
      'Електронна пошта': one.email,
      'Курсів завершено': '1',
      'Курсів усього': '2',
      'Частка завершених': '0.5',
    },
    { Прізвище: 'Верба', 'Курсів завершено': '0' },
  ]);
  const found = await sheetOf(`${sheet}&search=${encodeURIComponent('верба')}`, company.people.manager);
  expect(found.map((row) => row['Прізвище'])).toEqual(['Верба']);
  const other_company = await aCompany();
  expect((await other_company.as('owner').get(sheet)).status).toBe(404);
  expect((await one.client.get(sheet)).status).toBe(403);
});
