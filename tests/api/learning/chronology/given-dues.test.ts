import { beforeAll, describe, expect, test } from 'vitest';
import { unique, type Company, type Course } from '../../../factories/company.ts';
import type { Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany } from '../../../support/api/world.ts';
import { companyDay } from '../../../factories/company-day.ts';

let company: Company;
let owner: Client;
beforeAll(async () => {
  company = await aCompany();
  owner = company.as('owner');
});

const DAY_MS = 24 * 3_600_000;
const pathOf = (course: { id: number }) => `/course/course/${course.id}/`;

/** A student in a group of their own that has a course. */
async function given(due: object = {}) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ group: await company.aGroup({ students: [] }), materials: 1 });
  await owner.patch(`/study_group/study_group/${group.id}/`, { course_ids: [course.id], ...due });
  return { student, group, course };
}

/** The day, where the company is, by which a student reads that a course is due. */
const dueTo = async ({ client, id }: Person, course: { id: number }) => {
  const { due_at, overdue } = (await client.get(pathOf(course))).body;
  const learning = (await client.get(`/accounts/user/${id}/learning/`)).body.courses.find(
    (one: { id: number }) => one.id === course.id,
  );
  const at = (value: string | null) => value && new Date(value).toISOString();
  expect([at(learning.due_at), learning.overdue]).toEqual([at(due_at), overdue]);
  return { day: due_at && new Date(Date.parse(due_at) - DAY_MS / 4).toISOString().slice(0, 10), overdue };
};

const finish = async ({ client }: Person, { id, materials }: Course) => {
  await client.get(`${pathOf({ id })}educational_material/${materials[0]}/`);
  await client.post(`${pathOf({ id })}educational_material/${materials[0]}/finish/`);
};

describe('a course is due that was given', () => {
  test('to a group by a day, or days after it came, and without either it is not', async () => {
    const plain = await given();
    expect(await dueTo(plain.student, plain.course)).toEqual({ day: null, overdue: false });
    const byDay = await given({ due_on: companyDay(9) });
    expect(await dueTo(byDay.student, byDay.course)).toEqual({ day: companyDay(9), overdue: false });
    const byDays = await given({ due_after_days: 5 });
    expect((await dueTo(byDays.student, byDays.course)).day).toBe(companyDay(5));
    expect((await owner.get(pathOf(byDays.course))).body.groups).toContainEqual(
      expect.objectContaining({ id: byDays.group.id, due_on: null, due_after_days: 5 }),
    );
  });

  test('to a person, to new groups of it and in bulk; the earliest of all counts', async () => {
    const { student, course } = await given({ due_on: companyDay(20) });
    const add = { user_ids: [student.id], due_on: companyDay(12) };
    expect((await owner.post(`${pathOf(course)}students/`, add)).body).toEqual({ added: 1 });
    expect((await dueTo(student, course)).day).toBe(companyDay(12));
    const other = await company.aPerson('student');
    const bulk = { action: 'add_to_course', user_ids: [other.id], target_id: course.id, due_after_days: 3 };
    expect((await owner.post('/accounts/user/bulk/', bulk)).body).toMatchObject({ done: [other.id] });
    expect((await dueTo(other, course)).day).toBe(companyDay(3));
    const group = await company.aGroup({ students: [student] });
    const made = await owner.post('/course/course/', {
      name: unique('Course'),
      group_ids: [group.id],
      due_on: companyDay(2),
      due_after_days: 9,
    });
    // Of both the day is taken.
    expect((await dueTo(student, made.body)).day).toBe(companyDay(2));
  });

  test('and is changed later, previewed first; who has not got it by that gift is not found', async () => {
    const { student, group, course } = await given();
    const set = (body: object) => owner.post(`${pathOf(course)}due_date/`, body);
    const late = { group_ids: [group.id], due_on: companyDay(-2) };
    expect((await set({ ...late, dry_run: true })).body).toMatchObject({ changed: 1, overdue: 1 });
    expect((await dueTo(student, course)).day).toBe(null);
    expect((await set(late)).body).toMatchObject({ changed: 1, overdue: 1 });
    expect(await dueTo(student, course)).toEqual({ day: companyDay(-2), overdue: true });
    expect((await owner.get(`${pathOf(course)}students/`)).body.results).toMatchObject([{ overdue: true }]);
    expect((await set({ user_ids: [student.id], due_on: companyDay(1) })).status).toBe(404);
    expect((await set({ group_ids: [group.id] })).body).toEqual({
      changed: 1,
      overdue: 0,
      from: null,
      to: null,
    });
    expect((await set({ group_ids: [group.id], due_on: '2026-02-30' })).status).toBe(400);
  });
});

test('staff see who is late with it until it is done, in Today, and remind them', async () => {
  const { student, group, course } = await given({ due_on: companyDay(-1) });
  const late = async () =>
    (await owner.get(`/course/today/overdue/?search=${encodeURIComponent(course.name)}`)).body.results;
  expect(await late()).toMatchObject([
    { kind: 'course_overdue', user: { id: student.id }, course: { id: course.id }, program: null },
  ]);
  const figures = (await owner.get(`/course/today/overdue/?group=${group.id}`)).body.count;
  expect(figures).toBe(1);
  const [{ key }] = await late();
  const reminded = await owner.post('/course/reminders/', { section: 'overdue', keys: [key] });
  expect(reminded.body).toMatchObject({ reminded: { people: [{ id: student.id }] } });
  await finish(student, course);
  expect(await late()).toEqual([]);
  // By when it was due stays to be read.
  expect(await dueTo(student, course)).toEqual({ day: companyDay(-1), overdue: false });
});

test('setting it is in the history, and is restored from there', async () => {
  const { student, course, group } = await given({ due_on: companyDay(2) });
  await owner.post(`${pathOf(course)}due_date/`, { group_ids: [group.id], due_on: companyDay(30) });
  const [entry] = (await owner.get(`${pathOf(course)}history/`)).body.results;
  expect(entry).toMatchObject({
    action: 'update_related_model',
    old_object: { due_on: companyDay(2) },
    new_object: { due_on: companyDay(30) },
  });
  expect((await owner.get(`/history/history/${entry.id}/restore/`)).status).toBe(200);
  expect((await dueTo(student, course)).day).toBe(companyDay(2));
});

test('a timeline’s preview counts with it: an earlier due date stays', async () => {
  const { student, group, course } = await given({ due_on: companyDay(4) });
  const made = await owner.post('/educational_program/educational_program/', {
    name: unique('Program'),
    course_ids: [course.id],
    group_ids: [group.id],
  });
  const path = `/educational_program/educational_program/${made.body.id}/chronology/`;
  const due = (day: string) => ({
    stages: [{ items: [{ course_id: course.id, due: 'date', due_on: day }] }],
  });
  expect((await owner.post(`${path}preview/`, due(companyDay(8)))).body).toMatchObject({ affected: 0 });
  expect((await owner.post(`${path}preview/`, due(companyDay(3)))).body).toMatchObject({ affected: 1 });
  await owner.post(path, due(companyDay(3)));
  expect((await dueTo(student, course)).day).toBe(companyDay(3));
});
