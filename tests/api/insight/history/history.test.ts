import { expect, test } from 'vitest';
import { shortened } from '../../../../worker/insight/history/history.ts';
import { unique } from '../../../factories/company.ts';
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

test('a change is told by what came or went, not by what else moved', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  // The one that makes room is restored before the other one.
  const [second, first] = [await company.aCourse(), await company.aCourse()];
  const at = '/educational_program/educational_program/';
  const { body } = await owner.post(at, { name: unique('Program'), course_ids: [first.id, second.id] });
  expect((await owner.patch(`${at}${body.id}/`, { course_ids: [second.id] })).status).toBe(204);
  const newest = async () => (await owner.get('/history/history/')).body.results[0];
  const part = { kind: 'course', label: first.name };
  const removed = await newest();
  expect(removed).toMatchObject({ part: { ...part, effect: 'removed' } });
  expect((await owner.get(`/history/history/${removed.id}/restore/`)).status).toBe(200);
  const restored = await newest();
  expect(restored).toMatchObject({ action: 'restore', part: { ...part, effect: 'added' } });
  expect(restored.more).toBeGreaterThan(0);
});

test('a question of each type is told by what its type says, in words', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const right = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
  const area = { shape: 'rect', coords: [0.1, 0.25, 0.5, 0.125] };
  const levels = [
    { title: 'none', points: 0 },
    { title: 'all', points: 3 },
  ];
  const question = { title: 'Q', score: 3 };
  const exam = await company.anExam();
  const save = async (given: object) => {
    const saved = await owner.post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [given],
    });
    expect(saved.status).toBe(200);
    return saved.body.questions[0].id as number;
  };
  const told = async (before: object, after: object) => {
    const id = await save({ ...question, answers: [], ...before });
    await save({ ...question, answers: [], ...before, ...after, id });
    const { body } = await owner.get('/history/history/?page_size=1');
    return body.results[0].fields;
  };
  const answers = (type: string, old: object[], next: object[]) =>
    told({ type, answers: old }, { answers: next });
  expect(await answers('matching', [right('a', { match: '1' })], [right('a', { match: '2' })])).toEqual([
    { field: 'answers', old: '✓ a → 1', new: '✓ a → 2' },
  ]);
  expect(await answers('number', [right('8')], [right('8', { tolerance: '5%', percent: 50 })])).toEqual([
    { field: 'answers', old: '✓ 8', new: '✓ 8 ± 5% (50\u00A0%)' },
  ]);
  const gap = (title: string) => ({ type: 'gaps', gap_text: 'a [[1]]', answers: [right(title, { gap: 1 })] });
  expect(await told(gap('b'), gap('c'))).toEqual([{ field: 'answers', old: '✓ [[1]] b', new: '✓ [[1]] c' }]);
  const places = (count: number) => ({
    type: 'hotspot',
    hotspot: { places: count, alt: 'Hall' },
    answers: [right('door', count > 1 ? { area } : {})],
  });
  expect(await told(places(1), places(2))).toEqual([
    { field: 'answers', old: '✓ door', new: '✓ door (10\u00A0% 25\u00A0% 50\u00A0% 12.5\u00A0%)' },
    { field: 'places', old: '1', new: '2' },
  ]);
  expect(
    await told(
      { type: 'essay', marking: { note: 'The exits' } },
      { work: { min_words: 9 }, marking: { note: '', rubric: [{ title: 'Ways', levels }] } },
    ),
  ).toEqual([
    { field: 'marking_note', old: 'The exits', new: null },
    { field: 'min_words', old: null, new: '9' },
    { field: 'rubric', old: null, new: 'Ways: none (0), all (3)' },
  ]);
  expect(
    await told(
      { type: 'upload', work: { max_files: 1 } },
      { work: { max_files: 2, file_kinds: ['others'] } },
    ),
  ).toEqual([
    { field: 'file_kinds', old: null, new: 'others' },
    { field: 'max_files', old: '1', new: '2' },
  ]);
});

test('sections and draws of a test are told by their words', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const exam = await company.anExam();
  const folder = await owner.post('/bank/folders/', { name: 'Fire', parent_id: null });
  const sections = [
    { id: 1, title: 'First', introduction: 'Read' },
    { id: 2, title: '', introduction: '' },
  ];
  const draws = [{ count: 2, folder_id: folder.body.id, tags: ['new'], score: 5 }];
  const path = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
  expect((await owner.patch(path, { sections, draws })).status).toBe(200);
  const { body } = await owner.get('/history/history/?page_size=1');
  expect(body.results[0].fields).toEqual([
    { field: 'draws', old: null, new: '2 × Fire #new (5)' },
    { field: 'sections', old: null, new: 'First: Read; № 2' },
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
