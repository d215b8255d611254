import { beforeAll, expect, test } from 'vitest';
import { type Company, unique } from '../../../factories/company.ts';
import { aFullCourse, contentsOf } from '../../../support/api/full-course.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const copy = (id: number, body: object = {}, headers?: Record<string, string>) =>
  company.as('owner').post(`/course/course/${id}/clone/`, body, headers);
const read = async (id: number) => (await company.as('owner').get(`/course/course/${id}/`)).body;

test('a copy is its original but for ids and name: fields, files, texts, tests with their drafts and versions', async () => {
  const { course, key } = await aFullCourse(company);
  const { status, body } = await copy(course.id);
  expect(status).toBe(201);
  const [original, copied] = await Promise.all([contentsOf(course), contentsOf(body)]);
  expect(copied).toEqual(original);
  // The comparison has seen what it should.
  expect(original).toMatchObject({ photo: `${key} photo`, pictures: [`${key} inline`] });
  expect(original['materials']).toHaveLength(3);
  expect(await read(body.id)).toMatchObject({ name: `${course.name} (2)`, published: false, groups: [] });
});

test('nobody and nothing that was done comes with a copy; groups that are given have it at once', async () => {
  const { course, group } = await company.aCourse({ materials: 1 }).then(async (made) => ({
    course: made,
    group: await company.aGroup(),
  }));
  const student = company.as('student');
  await student.post(`/course/course/${course.id}/educational_material/${course.materials[0]}/finish/`);
  expect((await student.get(`/course/course/${course.id}/`)).body.progress).toBe(100);
  const { body } = await copy(course.id, { study_groups: [group.id] });
  expect(await read(body.id)).toMatchObject({
    published: true,
    groups: [{ id: group.id }],
    coaches: [],
    students: 1,
  });
  expect((await student.get(`/course/course/${body.id}/`)).body.progress).toBe(0);
});

test('a repeated call copies once, and the history says what was copied', async () => {
  const course = await company.aCourse({ materials: 2 });
  const headers = { 'Idempotency-Key': unique('key') };
  const first = await copy(course.id, {}, headers);
  expect((await copy(course.id, {}, headers)).body).toEqual(first.body);
  const { body } = await company
    .as('owner')
    .get(`/history/history/?search=${encodeURIComponent(`${course.name} (2)`)}`);
  // The words of its name stand in other entries too.
  expect(body.results[0]).toMatchObject({ kind: 'copy', action: 'create', object_model: 'course' });
});

test('whoever takes a test of a course copies no course with its key', async () => {
  const exam = await company.anExam();
  const admin = company.as('admin');
  const at = `/course/course/${exam.course.id}/`;
  expect((await admin.post(`${at}clone/`, {})).status).toBe(201);
  await asSystem([
    "insert into course_members (company_id, course_id, user_id, role) values ($1, $2, $3, 'student')",
    [company.id, exam.course.id, company.people.admin.id],
  ]);
  const refused = await admin.post(`${at}clone/`, {});
  expect([refused.status, refused.body.code]).toEqual([403, 'own_form']);
});

test('a copy of a clone stays one: it is told of the same changes, and keeps what was decided', async () => {
  const library = await aCompany();
  await asSystem(['update companies set is_library = id = $1 where is_library or id = $1', [library.id]]);
  const original = await library.aCourse({ materials: 3 });
  const owner = company.as('owner');
  const clone = await owner.post(`/library/library/${original.id}/clone_course/`, {});
  const [kept, open] = original.materials as [number, number];
  const rename = (id: number) =>
    library.as('owner').patch(`/course/course/${original.id}/educational_material/${id}/`, {
      name: unique('Newer'),
    });
  await rename(kept);
  await owner.post(`/course/course/${clone.body.id}/library_changes/`, {
    decisions: [{ origin_material_id: kept, decision: 'keep' }],
  });
  const { body } = await copy(clone.body.id);
  await rename(open);
  const { origin, changes } = (await owner.get(`/course/course/${body.id}/library_changes/`)).body;
  expect(origin.id).toBe(original.id);
  const { education_materials } = await read(body.id);
  expect(changes).toMatchObject([
    { origin_material_id: open, kind: 'changed', material_id: education_materials[1].id },
  ]);
});

test('a course of another company is not there to be copied', async () => {
  const foreign = await (await aCompany()).aCourse();
  const group = await (await aCompany()).aGroup();
  const own = await company.aCourse();
  expect((await copy(foreign.id)).status).toBe(404);
  expect((await copy(2_000_000_000)).status).toBe(404);
  expect((await copy(own.id, { group_ids: [group.id] })).status).toBe(404);
});
