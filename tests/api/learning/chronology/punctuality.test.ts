import { beforeAll, describe, expect, test } from 'vitest';
import { unique, type Company, type Course, type Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { shownDay, sheetOf } from '../../../support/api/sheets.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';
import { companyDay } from '../../../factories/company-day.ts';

let company: Company;
let owner: Client;
beforeAll(async () => {
  company = await aCompany();
  owner = company.as('owner');
});

const pathOf = (course: { id: number }) => `/course/course/${course.id}/`;

/** A student whose group has a course by a day. */
async function given(due_on: string | null) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group: await company.aGroup({ students: [] }), materials: 1 });
  await owner.patch(`/study_group/study_group/${group.id}/`, { course_ids: [course.id], due_on });
  return { student, group, course };
}

const finish = async ({ client }: Person, { id, materials }: Course) => {
  await client.get(`${pathOf({ id })}educational_material/${materials[0]}/`);
  await client.post(`${pathOf({ id })}educational_material/${materials[0]}/finish/`);
};

/** What the course's list, its analytics, the person's card and the student's own page say of it, which is the same. */
async function told({ id, client }: Person, course: Course) {
  const [row] = (await owner.get(`${pathOf(course)}students/`)).body.results;
  const [figures] = (await owner.get(`${pathOf(course)}statistic/`)).body.results;
  const cards = (await owner.get(`/accounts/user/${id}/learning/`)).body.courses;
  const card = cards.find((one: { id: number }) => one.id === course.id);
  const own = (await client.get(pathOf(course))).body;
  const day = (at: string | null) =>
    at && new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Kyiv' });
  const said = [row, card, own].map(({ due_at, overdue, finished_late_days }) => ({
    due: day(due_at),
    overdue,
    late: finished_late_days,
  }));
  expect(said).toEqual([said[0], said[0], said[0]]);
  expect({ due: day(figures.due_at), late: figures.late_days }).toEqual({
    due: said[0]!.due,
    late: said[0]!.late,
  });
  return said[0];
}

describe('by when a course was due', () => {
  test('stays to be read once it is finished, with how many days late', async () => {
    const { student, course } = await given(companyDay(-3));
    expect(await told(student, course)).toEqual({ due: companyDay(-3), overdue: true, late: null });
    await finish(student, course);
    expect(await told(student, course)).toEqual({ due: companyDay(-3), overdue: false, late: 3 });
    const keys = 'last_name,due_at,late_days,certificate_number';
    const [row] = await sheetOf(`${pathOf(course)}statistic_export/?columns=${keys}`, company.people.owner);
    expect(row).toMatchObject({ 'Пройти до': shownDay(companyDay(-3)), 'Запізнення, днів': '3' });
  });

  test('says in time on its very day, and nothing where nothing gives a day any more', async () => {
    const { student, group, course } = await given(companyDay(0));
    await finish(student, course);
    expect(await told(student, course)).toEqual({ due: companyDay(0), overdue: false, late: 0 });
    await owner.post(`${pathOf(course)}due_date/`, { group_ids: [group.id] });
    expect(await told(student, course)).toEqual({ due: null, overdue: false, late: null });
    const plain = await given(null);
    await finish(plain.student, plain.course);
    expect(await told(plain.student, plain.course)).toEqual({ due: null, overdue: false, late: null });
  });

  test('counts what the student did: a mark that comes later makes nobody late', async () => {
    const { student, course } = await given(companyDay(0));
    await finish(student, course);
    await asSystem(
      [`update material_progress set done_at = now() + interval '5 days' where user_id = $1`, [student.id]],
      [
        `update course_states set done_at = now() + interval '5 days', last_activity = now() where user_id = $1`,
        [student.id],
      ],
    );
    expect(await told(student, course)).toMatchObject({ late: 0 });
  });

  test('is told of who has not begun again as before', async () => {
    const { student, course } = await given(companyDay(5));
    expect(await told(student, course)).toEqual({ due: companyDay(5), overdue: false, late: null });
  });
});

describe('a program', () => {
  /** Of two courses by these days, for one student. */
  async function program(days: (string | null)[]) {
    const student = await company.aPerson('student');
    await asSystem([`update users set last_name = '=Граб' where id = $1`, [student.id]]);
    const group = await company.aGroup({ students: [student] });
    const courses = await Promise.all(
      days.map(async () => company.aCourse({ group: await company.aGroup({ students: [] }), materials: 1 })),
    );
    const { body } = await owner.post('/educational_program/educational_program/', {
      name: unique('Program'),
      course_ids: courses.map(({ id }) => id),
      group_ids: [group.id],
    });
    const path = `/educational_program/educational_program/${body.id}/chronology/`;
    const items = courses.map(({ id }, at) => ({
      course_id: id,
      ...(days[at] && { due: 'date', due_on: days[at] }),
    }));
    expect((await owner.post(path, { stages: [{ items }] })).status).toBeLessThan(300);
    const card = async () =>
      (await owner.get(`/accounts/user/${student.id}/learning/`)).body.programs.find(
        (one: { id: number }) => one.id === body.id,
      );
    return { student, courses, path, card };
  }

  test('is as late as the step that was latest, once all of it is finished', async () => {
    const { student, courses, path, card } = await program([companyDay(-4), companyDay(2)]);
    const row = async () => (await owner.get(`${path}students/`)).body.results[0];
    expect(await row()).toMatchObject({
      overdue: 1,
      late_steps: 0,
      finished_at: null,
      finished_late_days: null,
    });
    await finish(student, courses[0]!);
    expect(await row()).toMatchObject({ overdue: 0, late_steps: 1, finished_late_days: null });
    expect(new Date((await row()).due_at) > new Date()).toBe(true);
    expect(await card()).toMatchObject({ finished_late_days: null, overdue: 0 });
    await finish(student, courses[1]!);
    expect(await row()).toMatchObject({
      late_steps: 1,
      finished_late_days: 4,
      finished_at: expect.any(String),
    });
    expect(await card()).toMatchObject({ finished_late_days: 4, due_at: expect.any(String) });
    expect(Date.parse((await card()).due_at)).toBe(Date.parse((await row()).due_at));
  });

  test('has its students in a sheet, with what was due and how late', async () => {
    const { student, courses, path } = await program([companyDay(-4), null]);
    for (const course of courses) await finish(student, course);
    const [row] = await sheetOf(`${path}students_export/`, company.people.owner);
    expect(row).toMatchObject({
      Прізвище: "'=Граб",
      'Електронна пошта': student.email,
      Прогрес: '100%',
      'Кроків завершено': '2',
      'Пройти до': shownDay(companyDay(-4)),
      Завершено: shownDay(companyDay(0)),
      'Запізнення, днів': '4',
      'Кроків завершено пізніше': '1',
    });
    const none = `${path}students_export/?search=${encodeURIComponent('Нікого')}`;
    expect(await sheetOf(none, company.people.owner)).toEqual([]);
  });
});
