import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';
import { companyDay } from '../../factories/company-day.ts';

const shown = (day: string) => day.split('-').toReversed().join('.');

test('by when a course was due, and how late it was finished, is told in its list, on the person’s page and in a sheet', async ({
  page,
}) => {
  const company = await aCompany(productWorld());
  const owner = company.as('owner');
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group: await company.aGroup({ students: [] }), materials: 1 });
  await owner.patch(`/study_group/study_group/${group.id}/`, {
    course_ids: [course.id],
    due_on: companyDay(-3),
  });
  const material = `/course/course/${course.id}/educational_material/${course.materials[0]}/`;
  await student.client.get(material);
  await student.client.post(`${material}finish/`);
  // An instant is shown by the clock of whoever reads, a due date by the company's.
  const finished = new Date().toLocaleDateString('de-DE', { dateStyle: 'medium' });
  await signIn(page, company.people.owner);
  await page.goto(`/course/${course.id}#students`);
  await page.getByText(shown(companyDay(-3))).waitFor();
  await page.getByText(`завершено ${finished}, на 3 дні пізніше`).waitFor();
  await page.goto(`/user/${student.id}#courses`);
  await page.getByText(`Термін ${shown(companyDay(-3))} · на 3 дні пізніше`).waitFor();
  const { body } = await owner.post('/educational_program/educational_program/', {
    name: 'Програма',
    course_ids: [course.id],
    group_ids: [group.id],
  });
  await owner.post(`/educational_program/educational_program/${body.id}/chronology/`, {
    stages: [{ items: [{ course_id: course.id, due: 'date', due_on: companyDay(1) }] }],
  });
  await page.goto(`/program/${body.id}#students`);
  await page.getByText(`завершено ${finished}, вчасно`).waitFor();
  const saved = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return file.suggestedFilename();
  };
  expect(await saved('Експорт в Excel')).toBe('Студенти — Програма.xlsx');
  await page.goto(`/group/${group.id}`);
  expect(await saved('Експорт студентів в Excel')).toBe(`Студенти — ${group.name}.xlsx`);
});
