import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Company, unique } from '../../../factories/company.ts';
import { address } from '../../../support/api/accounts.ts';
import { aCompany, asSystem, forgetRemovedFiles, world } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);
const owner = () => company.as('owner');

/** The newest entry about an object. */
async function newest(model: string, id: number, where = ''): Promise<number> {
  const [entry] = await asSystem<{ id: number }>([
    `select max(id) as id from history where company_id = $1 and object_model = $2 and object_id = $3 ${where}`,
    [company.id, model, id],
  ]);
  return entry!.id;
}
const preview = (entry: number, query = '') =>
  owner().get(`/history/history/${entry}/restore_preview/${query}`);
const restore = (entry: number, query = '', who = owner()) =>
  who.get(`/history/history/${entry}/restore/${query}`);

describe('a restoring', () => {
  test('is previewed, is an entry of its own, and can be undone', async () => {
    const course = await company.aCourse({ materials: 2 });
    const at = `/course/course/${course.id}/`;
    await owner().patch(at, { name: `${course.name} renamed`, tags: ['new'] });
    const entry = await newest('course', course.id);
    expect((await preview(entry)).body).toEqual({
      count: 1,
      changes: [
        {
          object_model: 'course',
          object_id: course.id,
          object_label: course.name,
          deleted: false,
          place: null,
          part: null,
          effect: 'changed',
          parent: false,
          fields: [
            { field: 'name', old: `${course.name} renamed`, new: course.name },
            { field: 'tags', old: 'new', new: null },
          ],
        },
      ],
      name_taken: null,
      refusal: null,
      depends: [
        { what: 'students', count: 1 },
        { what: 'materials', count: 2 },
      ],
      files_gone: [],
      draft: false,
      kept: 0,
    });
    const { body } = await restore(entry);
    expect(body).toEqual({ entry_id: expect.any(Number), count: 1 });
    expect((await owner().get(at)).body).toMatchObject({ name: course.name, tags: [] });
    const [told] = (await owner().get(`/history/history/?search=${encodeURIComponent(course.name)}`)).body
      .results;
    expect(told).toMatchObject({
      id: body.entry_id,
      action: 'restore',
      author: { id: company.people.owner.id },
      more: 0,
    });
    expect((await restore(entry)).body).toEqual({ entry_id: null, count: 0 });
    await restore(body.entry_id);
    expect((await owner().get(at)).body).toMatchObject({ name: `${course.name} renamed`, tags: ['new'] });
  });

  test('asks for another name where the own is taken', async () => {
    const group = await company.aGroup({ students: [] });
    await owner().delete(`/study_group/study_group/${group.id}/`);
    const entry = await newest('group', group.id);
    await owner().post('/study_group/study_group/', { name: ` ${group.name.toUpperCase()}` });
    const taken = await preview(entry);
    expect(taken.body).toMatchObject({
      name_taken: { object_model: 'group', name: group.name, suggestion: `${group.name} (2)` },
      refusal: null,
      changes: [{ effect: 'restored', object_label: `${group.name} (2)` }],
    });
    expect(await restore(entry)).toMatchObject({
      status: 400,
      body: { name: ['Study group with this name already exists'] },
    });
    const name = unique('Chosen');
    expect((await preview(entry, `?name=${encodeURIComponent(name)}`)).body).toMatchObject({
      name_taken: null,
      count: 1,
    });
    expect((await restore(entry, `?name=${encodeURIComponent(name)}`)).status).toBe(200);
    expect((await owner().get(`/study_group/study_group/${group.id}/`)).body.name).toBe(name);
  });

  test('brings back first what the thing belongs to, and says so', async () => {
    const course = await company.aCourse({ materials: 1 });
    const at = `/course/course/${course.id}/`;
    await owner().delete(`${at}educational_material/${course.materials[0]}/`);
    const entry = await newest('material', course.materials[0]!);
    await owner().delete(at);
    await owner().delete(`/study_group/study_group/${course.group.id}/`);
    expect((await preview(entry)).body.changes).toMatchObject([
      { object_model: 'course', object_id: course.id, effect: 'restored', parent: true },
      { object_model: 'material', object_id: course.materials[0], effect: 'restored', parent: false },
      { object_model: 'group', object_id: course.group.id, effect: 'restored', parent: true },
    ]);
    await restore(entry);
    expect((await owner().get(at)).body).toMatchObject({
      groups: [{ id: course.group.id }],
      education_materials: [{ id: course.materials[0] }],
    });
  });

  test('of one entry leaves the others of its change', async () => {
    const people = [await company.aPerson('student'), await company.aPerson('student')];
    const group = await company.aGroup({ students: [] });
    await owner().post('/study_group/group_member/', {
      group: group.id,
      role: 'student',
      user_ids: people.map(({ id }) => id),
    });
    const entry = await newest('group', group.id);
    const { body } = await owner().get(`/history/history/${entry}/entries/`);
    expect(body.results.map((one: { part: object }) => one.part)).toEqual(
      ['Person Student', 'Person Student'].map((label) => ({
        kind: 'person',
        label,
        role: 'student',
        effect: 'added',
      })),
    );
    const members = async () =>
      (await owner().get(`/study_group/group_member/?group=${group.id}&role=student`)).body.count;
    await restore(body.results[0].id, '?alone=true');
    expect(await members()).toBe(1);
    await restore(entry);
    expect(await members()).toBe(0);
  });

  test('makes a draft of a course whose last group it takes, and gives it back published', async () => {
    const course = await company.aCourse();
    const more = await company.aGroup();
    await owner().patch(`/course/course/${course.id}/`, { group_ids: [course.group.id, more.id] });
    const added = await newest('course', course.id);
    await owner().patch(`/course/course/${course.id}/`, { group_ids: [more.id] });
    expect((await preview(added)).body).toMatchObject({
      refusal: null,
      count: 2,
      changes: [
        { part: { kind: 'group', effect: 'removed' } },
        { fields: [{ field: 'published_at', new: null }] },
      ],
    });
    const { body } = await restore(added);
    const shown = async () => (await owner().get(`/course/course/${course.id}/`)).body;
    expect(await shown()).toMatchObject({ groups: [], published: false });
    expect((await owner().patch(`/course/course/${course.id}/`, { published: true })).body).toMatchObject({
      study_groups: ['This list may not be empty.'],
    });
    await restore(body.entry_id);
    expect(await shown()).toMatchObject({ groups: [{ id: more.id }], published: true });
  });

  test('takes back the making of a group that is the only one of a course', async () => {
    const { body: group } = await owner().post('/study_group/study_group/', { name: unique('Only') });
    const course = await company.aCourse({ group });
    const made = await newest('group', group.id, "and action = 'create'");
    expect((await preview(made)).body).toMatchObject({ refusal: null });
    const { body } = await restore(made);
    const shown = async () => (await owner().get(`/course/course/${course.id}/`)).body;
    expect(await shown()).toMatchObject({ groups: [], published: false });
    await restore(body.entry_id);
    expect(await shown()).toMatchObject({ groups: [{ id: group.id }], published: true });
  });

  test('is not for the founding of a company', async () => {
    const [entry] = await asSystem<{ id: number }>([
      "select id from history where company_id = $1 and relation = 'companies' and action = 'create'",
      [company.id],
    ]);
    expect((await preview(entry!.id)).body).toMatchObject({ refusal: 'company_stays', count: 0 });
    expect(await restore(entry!.id)).toMatchObject({ status: 409, body: { code: 'company_stays' } });
  });

  test('of a draft says that it is one, and leaves what was published', async () => {
    const exam = await company.anExam();
    const at = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
    const { body: before } = await owner().get(at);
    await owner().patch(at, { passing_score: 75 });
    const entry = await newest('form', exam.form_id);
    expect((await preview(entry)).body).toMatchObject({
      draft: true,
      changes: [{ fields: [{ field: 'passing_score', old: '75', new: String(before.passing_score) }] }],
    });
    await restore(entry);
    const { body: after } = await owner().get(at);
    expect(after.passing_score).toBe(before.passing_score);
    expect(after.revision).toBe(before.revision);
  });

  test('is for owner and admin of this company alone', async () => {
    const group = await company.aGroup();
    const entry = await newest('group', group.id);
    const other = await aCompany();
    for (const path of ['entries', 'restore_preview', 'restore'])
      expect((await other.as('owner').get(`/history/history/${entry}/${path}/`)).status).toBe(404);
    expect((await restore(entry, '', company.as('manager'))).status).toBe(403);
  });
});

describe('of people', () => {
  test('give themselves their own name back, and nobody else does', async () => {
    const before = { first_name: 'Owner', last_name: 'Person' };
    await owner().patch('/accounts/user_info/', { first_name: 'Ольга', last_name: 'Їжак' });
    const entry = await newest('membership', company.people.owner.id);
    expect((await preview(entry)).body.refusal).toBe(null);
    expect((await restore(entry, '', company.as('admin'))).status).toBe(403);
    expect((await restore(entry)).status).toBe(200);
    expect((await owner().get('/accounts/user_info/')).body).toMatchObject(before);
  });

  test('roles and blocks are given and taken as by hand', async () => {
    const person = await company.aPerson('student');
    await owner().patch(`/accounts/user/${person.id}/`, { user_types: ['trainer'], position: 'Cook' });
    const promoted = await newest('membership', person.id);
    await owner().post('/accounts/blocking_membership/', { user_pk: person.id, blocked: true });
    const blocked = await newest('membership', person.id);
    const person_at = `/accounts/user/${person.id}/`;
    await restore(blocked, '', company.as('admin'));
    expect((await owner().get(person_at)).body).toMatchObject({ blocked: false, position: 'Cook' });
    await restore(promoted);
    expect((await owner().get(person_at)).body).toMatchObject({ user_types: ['student'], position: '' });
  });

  test('nobody restores themselves, or the owner, into other roles', async () => {
    const { admin } = company.people;
    await owner().patch(`/accounts/user/${admin.id}/`, { user_types: ['admin', 'manager'] });
    const entry = await newest('membership', admin.id);
    expect((await restore(entry, '', admin.client)).body).toMatchObject({ code: 'user_not_manageable' });
    expect((await restore(entry)).body.count).toBe(1);
    const founded = await newest('membership', company.people.owner.id, "and action = 'create'");
    expect(
      (await company.as('admin').get(`/history/history/${founded}/restore_preview/?alone=true`)).body.refusal,
    ).toBe('user_not_manageable');
  });

  test('who was taken out comes back with places, if there is a licence', async () => {
    const person = await company.aPerson('student');
    const group = await company.aGroup({ students: [person] });
    await owner().delete(`/accounts/memberships/${person.id}/`);
    const former = await owner().get(`/accounts/former_users/?search=${person.email}`);
    const entry = await newest('membership', former.body.results[0].id);
    const members = async () =>
      (await owner().get(`/study_group/group_member/?group=${group.id}&role=student`)).body.count;
    expect(await members()).toBe(0);
    await asSystem(['update companies set licence_limit = 1 where id = $1', [company.id]]);
    expect((await preview(entry)).body.refusal).toBe('licences_exhausted');
    expect((await restore(entry)).status).toBe(400);
    await asSystem(['update companies set licence_limit = null where id = $1', [company.id]]);
    expect((await restore(entry)).body.count).toBe(2);
    expect(await members()).toBe(1);
    // Whether they come back is theirs to say.
    const record = await owner().get(`/accounts/user/${former.body.results[0].id}/`);
    expect(record.body).toMatchObject({ activated: false, email: person.email });
    expect((await person.client.get('/accounts/user_info/')).status).toBe(401);
  });

  test('own fields are recorded where a person belongs to one company, and put back until they are activated', async () => {
    const [first, second] = [address('first'), address('second')];
    const { body } = await owner().post('/accounts/user/', {
      email: first,
      first_name: 'Olha',
      last_name: 'Bondar',
      user_types: ['student'],
    });
    await owner().patch(`/accounts/user/${body.id}/`, { email: second, first_name: 'Olena' });
    const entry = await newest('membership', body.id);
    expect((await preview(entry)).body.changes[0].fields).toEqual([
      { field: 'email', old: second, new: first },
      { field: 'first_name', old: 'Olena', new: 'Olha' },
    ]);
    await restore(entry);
    expect((await owner().get(`/accounts/user/${body.id}/`)).body).toMatchObject({
      email: first,
      first_name: 'Olha',
    });
    await owner().patch(`/accounts/user/${body.id}/`, { first_name: 'Olena' });
    const later = await newest('membership', body.id);
    await asSystem(['update users set record_of = null, activated_at = now() where id = $1', [body.id]]);
    expect((await preview(later)).body.refusal).toBe('person_fields_locked');

    const other = await aCompany();
    await asSystem(
      [
        `insert into memberships (company_id, user_id, user_types) values ($1, $2, '{student}')`,
        [other.id, body.id],
      ],
      ["update users set first_name = 'Oksana' where id = $1", [body.id]],
    );
    expect(await newest('membership', body.id)).toBe(later);
  });
});

describe('of files', () => {
  const photoOf = async (id: number) =>
    (await owner().get(`/course/course/${id}/`)).body.photo as string | null;
  const upload = (id: number) => {
    const form = new FormData();
    form.append('photo', new Blob([PICTURE], { type: 'image/png' }), 'a.png');
    return world.fetch(`/api/v1/course/course/${id}/upload_photo/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner().token}` },
      body: form,
    });
  };

  test('a photo that was replaced or removed is shown again, for 90 days', async () => {
    const course = await company.aCourse();
    expect((await upload(course.id)).status).toBe(200);
    const first = await photoOf(course.id);
    await owner().delete(`/course/course/${course.id}/remove_photo/`);
    const entry = await newest('course', course.id);
    expect((await owner().get(first!.replace('/api/v1', ''))).status).toBe(404);
    await restore(entry);
    expect(await photoOf(course.id)).toBe(first);
    expect((await owner().get(first!.replace('/api/v1', ''))).status).toBe(200);
    await owner().delete(`/course/course/${course.id}/remove_photo/`);
    await forgetRemovedFiles(company);
    expect((await preview(entry)).body).toMatchObject({ count: 0, files_gone: ['—'] });
    expect(await photoOf(course.id)).toBeNull();
  });

  test('a file of a material takes its place again', async () => {
    const course = await company.aCourse({ materials: 1 });
    const key = unique('key');
    const [file] = await asSystem<{ id: number }>([
      `with made as (insert into media (company_id, key, content_type, size, name) values ($1, $3, 'image/png', 1, 'Plan.png') returning id)
       insert into material_files (company_id, material_id, media_id, kind) select $1, $2, id, 'attachment' from made returning media_id as id`,
      [company.id, course.materials[0], key],
    ]);
    await env.FILES.put(key, PICTURE);
    const material = `/course/course/${course.id}/educational_material/${course.materials[0]}/`;
    const files = async () =>
      (await owner().get(material)).body.files.map(({ name }: { name: string }) => name);
    await owner().delete(`/api_uploader/v1${material}delete_file/${file!.id}/`);
    expect(await files()).toEqual([]);
    const entry = await newest('material', course.materials[0]!);
    expect((await preview(entry)).body.changes).toMatchObject([
      { effect: 'created', part: { kind: 'file', label: 'Plan.png', effect: 'added' } },
    ]);
    await restore(entry);
    expect(await files()).toEqual(['Plan.png']);
  });
});

test('what was opened for one student is closed again, and opened again', async () => {
  const course = await company.aCourse({ materials: 3, chain: true });
  const { student } = company.people;
  const material = course.materials[2]!;
  await owner().post('/course/unblock_material/', { material_id: material, user_id: student.id });
  const open = async () =>
    (await asSystem(['select from material_unlocks where material_id = $1', [material]])).length;
  expect(await open()).toBe(1);
  const { body } = await restore(await newest('material', material));
  expect([body.count, await open()]).toEqual([1, 0]);
  await restore(body.entry_id);
  expect(await open()).toBe(1);
});

describe('the history of a company', () => {
  test('is found by action, section, author, time and words, a change as one', async () => {
    const own = await aCompany();
    const boss = own.as('owner');
    await asSystem(['delete from history where company_id = $1', [own.id]]);
    const find = async (query: string) =>
      (
        (await boss.get(`/history/history/?${query}`)).body.results as {
          object_model: string;
          more: number;
        }[]
      ).map(({ object_model, more }) => `${object_model} ${more}`);
    const { body: group } = await boss.post('/study_group/study_group/', {
      name: 'Night shift',
      student_ids: [own.people.student.id],
    });
    await own.as('admin').post('/course/course/', { name: 'Fire drill', group_ids: [group.id] });
    await boss.delete(`/accounts/memberships/${own.people.trainer.id}/`);
    await asSystem([
      `update history set created_at = '2026-03-01T21:59:59Z' where company_id = $1 and object_model = 'course'`,
      [own.id],
    ]);
    expect(await find('')).toEqual(['membership 0', 'group 1', 'course 1']);
    expect(await find('action=create')).toEqual(['group 1', 'course 1']);
    expect(await find('action=add')).toEqual(['group 1', 'course 1']);
    expect(await find('section=users')).toEqual(['membership 0']);
    expect(await find(`author=${own.people.admin.id}`)).toEqual(['course 1']);
    expect(await find('search=drill')).toEqual(['course 1']);
    // Of who came to the group, and of who was taken out.
    expect(await find('search=student')).toEqual(['group 1']);
    expect(await find('search=trainer')).toEqual(['membership 0']);
    // Kyiv is two hours ahead: the last second of that day.
    expect(await find('created_at_before=2026-03-01')).toEqual(['course 1']);
    expect(await find('created_at_before=2026-02-28')).toEqual([]);
    expect(await find('created_at_after=2026-03-02')).toEqual(['membership 0', 'group 1']);
    expect(
      await find('created_at_after=2026-03-01T21:59:59Z&created_at_before=2026-03-01T21:59:59Z'),
    ).toEqual(['course 1']);
    expect(await find('ordering=created_at&page_size=1')).toEqual(['course 1']);
    const { body } = await boss.get('/history/authors/');
    expect(new Set(body.map(({ id }: { id: number }) => id))).toEqual(
      new Set([own.people.owner.id, own.people.admin.id]),
    );
    expect((await boss.get('/history/history/?action=fly')).status).toBe(400);
  });
});

test('an entry carries what was recorded before and after, and no key of a test that its reader takes', async () => {
  const exam = await company.anExam();
  const question = await newest('question', exam.questions[0]!.id);
  const of = async (client = owner()) =>
    (await client.get(`/history/history/${question}/entries/`)).body.results[0];
  expect(await of()).toMatchObject({ old_object: null, new_object: { answers: expect.any(Array) } });
  await owner().patch(`/course/course/${exam.course.id}/`, { description: 'Нове' });
  const [newestChange] = (await owner().get('/history/history/')).body.results;
  expect(newestChange).toMatchObject({
    old_object: { id: exam.course.id, description: '' },
    new_object: { id: exam.course.id, description: 'Нове' },
  });
  const { admin } = company.people;
  await owner().post('/study_group/group_member/', {
    group: exam.course.group.id,
    role: 'student',
    user_ids: [admin.id],
  });
  expect((await of(admin.client)).new_object).not.toHaveProperty('answers');
});

test('what changed in the note and the rubric of a question is told to nobody who takes its test', async () => {
  const own = await aCompany();
  const exam = await own.anExam();
  const save = (marking: object, id?: number) =>
    own.as('owner').post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [
        { id, title: 'Write', type: 'essay', score: 2, work: { min_words: 3 }, marking, answers: [] },
      ],
    });
  const levels = [
    { title: 'none', points: 0 },
    { title: 'all', points: 2 },
  ];
  const { body } = await save({ note: 'The exits' });
  await save({ note: 'The stairs', rubric: [{ title: 'Ways', levels }] }, body.questions[0].id);
  const told = async () => {
    const { body: page } = await own.as('admin').get('/history/history/?action=update&page_size=1');
    return page.results[0].fields.map(({ field }: { field: string }) => field);
  };
  expect(await told()).toEqual(['marking_note', 'rubric']);
  await own.as('owner').post('/study_group/group_member/', {
    group: exam.course.group.id,
    role: 'student',
    user_ids: [own.people.admin.id],
  });
  const page = await own.as('admin').get('/history/history/?action=update');
  expect(page.text).not.toMatch(/The exits|The stairs|Ways/);
});

test('a question of each type is restored with all that its type says', async () => {
  const right = (title: string, more: object = {}) => ({ title, is_right_answer: true, ...more });
  const wrong = (title: string, more: object = {}) => ({ title, is_right_answer: false, ...more });
  const area = { shape: 'rect', coords: [0.1, 0.1, 0.2, 0.2] };
  const questions = [
    { multiple_right_answers: true, credit: 'parts', answers: [right('a'), right('b')] },
    { credit: 'parts', answers: [right('a'), wrong('b', { percent: 50, feedback: 'Майже' }), wrong('c')] },
    { answers: [wrong('Правда'), right('Неправда')] },
    { type: 'short_answer', match_case: true, answers: [right('Київ', { percent: 50, feedback: 'Так' })] },
    { type: 'number', unit: 'кг', answers: [right('8,2', { tolerance: '5%' })] },
    { type: 'ordering', credit: 'parts', answers: [right('a'), right('b')] },
    { type: 'matching', answers: [right('a', { match: '1' }), right('b', { match: '2' })] },
    { type: 'gaps', gap_text: 'a [[1]]', answers: [right('b', { gap: 1 })] },
    { type: 'hotspot', hotspot: { places: 1, alt: 'Зал' }, answers: [right('a', { area })] },
    { type: 'essay', work: { min_words: 3, max_words: 9 }, marking: { note: 'Чому' }, answers: [] },
    { type: 'upload', work: { max_files: 2, max_megabytes: 5 }, answers: [] },
  ].map((question, at) => ({ title: `Q${at}`, score: 3, feedback: 'Бо', ...question }));
  const exam = await company.anExam();
  const post = (given: object[]) =>
    owner().post('/course/update_questions/', { form_id: exam.form_id, questions: given });
  const before = (await post(questions)).body.questions as { id: number; type: string }[];
  // Three of them are choices.
  expect(new Set(before.map(({ type }) => type)).size).toBe(questions.length - 2);
  const plain = { title: 'Other', answers: [right('x'), wrong('y')] };
  await post(before.map(({ id }, at) => ({ ...plain, id, title: `Other ${at}` })));
  for (const { id } of before) expect((await restore(await newest('question', id))).status).toBe(200);
  const { body } = await owner().get(`/course/course/${exam.course.id}/form/${exam.form_id}/`);
  expect(body.questions).toEqual(before);
});
