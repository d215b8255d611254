import { beforeEach, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Course } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
let course: Course;
let student: Client;
beforeEach(async () => {
  company = await aCompany();
  course = await company.aCourse({ materials: 2, chain: true });
  student = company.as('student');
});

const path = (what: 'note' | 'bookmark', place = 0) =>
  `/course/course/${course.id}/educational_material/${course.materials[place]}/${what}/`;
const listed = async (client: Client, query = '') => {
  const { status, body } = await client.get(`/course/notes/${query}`);
  expect(status).toBe(200);
  return (body.results as { id: number; kind: string; at: number; text: string; open: boolean }[]).map(
    ({ kind, at, text }) => [kind, at, text],
  );
};

describe('notes and bookmarks', () => {
  test('are written again in the same place, found by search, and gone when empty or deleted', async () => {
    const first = await student.post(path('note'), { text: 'Вогнегасник: <b>перевірка</b> щороку' });
    const again = await student.post(path('note'), { text: 'Вогнегасник: перевірка щопівроку' });
    expect([first.status, again.body.id]).toEqual([200, first.body.id]);
    const bookmark = await student.post(path('bookmark'), { kind: 'heading', at: 2, text: 'Евакуація' });
    await student.post(path('bookmark'), { kind: 'heading', at: 2, text: 'Евакуація' });
    await student.post(path('bookmark'), { kind: 'material', text: 'Material 1' });
    expect(await listed(student)).toEqual([
      ['material', 0, 'Material 1'],
      ['heading', 2, 'Евакуація'],
      ['note', 0, 'Вогнегасник: перевірка щопівроку'],
    ]);
    expect(await listed(student, '?search=щопів')).toHaveLength(1);
    expect(await listed(student, `?search=Material 1&material=${course.materials[0]}`)).toHaveLength(3);
    expect(await listed(student, `?material=${course.materials[1]}`)).toEqual([]);
    expect(await listed(student, `?course=${course.id}&ordering=edited_at`)).toHaveLength(3);
    expect((await student.delete(`/course/notes/${bookmark.body.id}/`)).status).toBe(204);
    expect((await student.delete(`/course/notes/${bookmark.body.id}/`)).status).toBe(404);
    expect((await student.post(path('note'), { text: '  ' })).body).toEqual({ id: null });
    expect(await listed(student)).toEqual([['material', 0, 'Material 1']]);
  });

  test('are two hundred places of a material at most, also when two are kept at once', async () => {
    const { id } = company.people.student;
    await asSystem([
      `insert into notes (company_id, user_id, material_id, kind, at, text, edited_at)
         select $1, $2, $3, 'page', n, 'Page', now() from generate_series(1, 199) n`,
      [company.id, id, course.materials[0]],
    ]);
    const keep = (at: number) => student.post(path('bookmark'), { kind: 'page', at, text: 'Page' });
    const both = await Promise.all([keep(300), keep(301)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)!.body).toEqual({
      non_field_errors: ['No more bookmarks can be kept in this material'],
    });
    expect((await keep(7)).status).toBe(200);
    expect((await student.post(path('note'), { text: 'A note' })).status).toBe(200);
  });

  test('are read by nobody else: no role, no list, no archive of the company, no history', async () => {
    const secret = 'Нотатка, яку ніхто не читає';
    const { body } = await student.post(path('note'), { text: secret });
    for (const role of ['owner', 'admin', 'manager', 'trainer'] as const) {
      expect([role, await listed(company.as(role))]).toEqual([role, []]);
      expect((await company.as(role).delete(`/course/notes/${body.id}/`)).status).toBe(404);
    }
    const classmate = await company.aPerson('student');
    await asSystem([
      "insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')",
      [company.id, course.group.id, classmate.id],
    ]);
    expect(await listed(classmate.client)).toEqual([]);
    const recorded = await asSystem<{ count: number }>([
      'select count(*)::integer from history where company_id = $1 and (coalesce(old_object, new_object))::text like $2',
      [company.id, `%${secret}%`],
    ]);
    expect(recorded).toEqual([{ count: 0 }]);
    const taken = await student.get('/accounts/export/');
    expect(taken.text).toContain(secret);
  });

  test('are of materials that are open to the person, and stay readable when they are not any more', async () => {
    expect((await student.post(path('note', 1), { text: 'Locked' })).status).toBe(404);
    await student.post(path('note'), { text: 'Kept' });
    await asSystem([
      'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
      [company.id, course.id, company.people.student.id],
    ]);
    expect((await student.post(path('note'), { text: 'Blocked' })).status).toBe(404);
    const { body } = await student.get('/course/notes/');
    expect(body.results).toMatchObject([{ text: 'Kept', open: false, course: { id: course.id } }]);
  });

  test('rest while a test of their course runs', async () => {
    const exam = await company.anExam();
    const { course: examined } = exam;
    await asSystem([
      `insert into materials (company_id, course_id, name, type, text, position)
         values ($1, $2, 'Theory', 'theory', '<p>A</p>', 9)`,
      [company.id, examined.id],
    ]);
    const { body } = await company.as('owner').get(`/course/course/${examined.id}/`);
    const theory = (body.education_materials as { id: number; type: string }[]).find(
      ({ type }) => type === 'theory',
    )!;
    const note = `/course/course/${examined.id}/educational_material/${theory.id}/note/`;
    await student.post(note, { text: 'The answers' });
    expect(await listed(student)).toHaveLength(1);
    await startAttempt(student, exam);
    expect(await listed(student)).toEqual([]);
    const refused = await student.post(note, { text: 'More' });
    expect([refused.status, refused.body.code]).toEqual([403, 'blocked_during_tests']);
  });

  test('go with a person who leaves the company', async () => {
    await student.post(path('note'), { text: 'Mine' });
    expect((await student.post('/accounts/leave_company/', {})).status).toBeLessThan(300);
    expect(
      await asSystem(['select count(*)::integer from notes where company_id = $1', [company.id]]),
    ).toEqual([{ count: 0 }]);
  });
});
