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
  await asSystem([`update users set middle_name = 'Лісівна' where id = $1`, [one.id]]);
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
      'По батькові': 'Лісівна',
      'Електронна пошта': one.email,
      'Курсів завершено': '1',
      'Курсів усього': '2',
      'Частка завершених': '50%',
    },
    { Прізвище: 'Верба', 'Курсів завершено': '0' },
  ]);
  const found = await sheetOf(`${sheet}&search=${encodeURIComponent('верба')}`, company.people.manager);
  expect(found.map((row) => row['Прізвище'])).toEqual(['Верба']);
  const other_company = await aCompany();
  expect((await other_company.as('owner').get(sheet)).status).toBe(404);
  expect((await one.client.get(sheet)).status).toBe(403);
});

test('the file of a group says by when its courses are due, and which were late, by those that its reader looks after', async () => {
  const [done, owing] = [await company.aPerson('student'), await company.aPerson('student')];
  const { trainer, owner } = company.people;
  const group = await company.aGroup({ students: [done, owing], coaches: [trainer] });
  const late = await company.aCourse({ group, materials: 1, coaches: [trainer] });
  const next = await company.aCourse({ group, materials: 1, coaches: [] });
  await asSystem([
    `update course_groups set due_on = case course_id when $1 then '2020-03-01' else '2099-12-31' end::date
         where course_id in ($1, $2)`,
    [late.id, next.id],
  ]);
  const path = `/course/course/${late.id}/educational_material/${late.materials[0]}/`;
  await done.client.get(path);
  await done.client.post(`${path}finish/`);
  const sheet = `/study_group/group_member_export/?group=${group.id}&ordering=email`;
  const terms = async (who: typeof owner) =>
    Object.fromEntries(
      (await sheetOf(sheet, who)).map((row) => [
        row['Електронна пошта'],
        ['Найближчий термін', 'Курсів прострочено', 'Курсів завершено пізніше'].map((head) => row[head]),
      ]),
    );
  expect(await terms(owner)).toEqual({
    [done.email]: ['31.12.2099', '0', '1'],
    [owing.email]: ['01.03.2020', '1', '0'],
  });
  expect(await terms(trainer)).toEqual({
    [done.email]: [undefined, '0', '1'],
    [owing.email]: ['01.03.2020', '1', '0'],
  });
});
