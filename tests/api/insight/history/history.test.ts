import { expect, test } from 'vitest';
import { shortened } from '../../../../worker/insight/history/history.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

test('a course tells who did what to it and to what belongs to it, newest first', async () => {
  const company = await aCompany();
  const exam = await company.anExam({ course: await company.aCourse({ materials: 1 }) });
  const { course } = exam;
  const owner = company.as('owner');
  const at = `/course/course/${course.id}`;
  await asSystem(['delete from history where company_id = $1', [company.id]]);
  const group = await company.aGroup();
  const foreign = await company.aCourse();
  await company.as('admin').patch(`${at}/`, {
    description: 'New words',
    detailed_description: '<p>Fish &amp; <strong>chips</strong></p>',
    tags: ['one', 'two'],
  });
  await company
    .as('trainer')
    .patch(`${at}/educational_material/${course.materials[0]}/`, { name: 'Renamed' });
  const { body: draft } = await owner.get(`${at}/form/${exam.form_id}/`);
  draft.questions[0].answers[0].title = 'surely';
  await owner.post('/course/update_questions/', { form_id: exam.form_id, questions: draft.questions });
  await owner.patch(`${at}/`, { group_ids: [course.group.id, group.id] });
  await owner.post(`${at}/blocked_user/`, { user_pk: company.people.student.id });
  await owner.patch(`/course/course/${foreign.id}/`, { description: 'Of another course' });

  const { body } = await owner.get(`${at}/history/`);
  expect(body.count).toBe(5);
  expect(body.results).toMatchObject([
    {
      action: 'blocked',
      object_model: 'course',
      object_label: course.name,
      part: { kind: 'blocked_person', label: 'Person Student', effect: 'added' },
    },
    { action: 'add', object_model: 'course', part: { kind: 'group', label: group.name, effect: 'added' } },
    {
      action: 'update',
      object_model: 'question',
      object_label: 'One',
      fields: [{ field: 'answers', old: '✓ right; wrong', new: '✓ surely; wrong' }],
    },
    {
      action: 'update',
      object_model: 'material',
      author_type: 'trainer',
      fields: [{ field: 'name', old: 'Material 1', new: 'Renamed' }],
    },
    {
      action: 'update',
      object_model: 'course',
      author: { id: company.people.admin.id },
      author_type: 'admin',
      fields: [
        { field: 'description', old: null, new: 'New words' },
        { field: 'detailed_description', old: null, new: 'Fish & chips' },
        { field: 'tags', old: null, new: 'one, two' },
      ],
    },
  ]);
  expect((await owner.get(`${at}/history/?page_size=2&page=3`)).body.results).toHaveLength(1);
});

test('a clone is one entry, whatever it holds', async () => {
  const [library, company] = [await aCompany(), await aCompany()];
  await asSystem(['update companies set is_library = id = $1 where is_library or id = $1', [library.id]]);
  const { course } = await library.anExam({ course: await library.aCourse({ materials: 5 }) });
  const owner = company.as('owner');
  const { body: copy } = await owner.post(`/library/library/${course.id}/clone_course/`, {});
  const { body } = await owner.get(`/course/course/${copy.id}/history/`);
  expect(body.count).toBe(1);
  expect(body.results).toMatchObject([
    {
      action: 'create',
      object_model: 'course',
      object_label: course.name,
      more: 10,
      kind: 'clone',
      fields: [],
    },
  ]);
});

test('a long value is shown around its first difference', () => {
  const start = 'same '.repeat(100);
  const found = shortened({ field: 'text', old: `${start}old`, new: `${start}new ${start}` });
  expect(found.old).toBe(`…${start.slice(-30)}old`);
  expect(found.new).toMatch(/^…same same same same same same new same .*…$/);
  expect(shortened({ field: 'name', old: 'One', new: 'Once' })).toEqual({
    field: 'name',
    old: 'One',
    new: 'Once',
  });
});
