import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import { type Company, type Course, unique } from '../../../factories/company.ts';
import { aFullCourse, contentsOf } from '../../../support/api/full-course.ts';
import { aCompany, asSystem, forgetRemovedFiles } from '../../../support/api/world.ts';

let library: Company;
let company: Company;
beforeAll(async () => {
  [library, company] = await Promise.all([aCompany(), aCompany()]);
  await asSystem(['update companies set is_library = id = $1 where is_library or id = $1', [library.id]]);
});

/** A published course of the library with everything that a course can hold. */
const anOriginal = () => aFullCourse(library);

const clone = (id: number, group_ids?: number[], headers?: Record<string, string>) =>
  company.as('owner').post(`/library/library/${id}/clone_course/`, group_ids ? { group_ids } : {}, headers);

test('a clone is its original but for ids: fields, category, files, texts, tests with their drafts and versions', async () => {
  const { course, key } = await anOriginal();
  const { status, body } = await clone(course.id);
  expect(status).toBe(201);
  const [original, copy] = await Promise.all([contentsOf(course), contentsOf(body)]);
  expect(copy).toEqual(original);
  // The comparison has seen what it should.
  expect(original).toMatchObject({ photo: `${key} photo`, pictures: [`${key} inline`] });
  expect(original['materials']).toMatchObject([
    { pictures: [`${key} inline`, null], files: [{ key: `${key} attached` }, { key: `${key} inline` }] },
    {
      form: {
        version: { questions: [{ row: 'One' }, { row: 'Two' }, { row: 'Three' }] },
        questions: { length: 2 },
      },
    },
    { form: { version: null } },
  ]);
  const [shared] = await asSystem<{ ids: number }>([
    `select count(*)::integer as ids from questions o join questions c on c.form_id <> o.form_id
       join forms fo on fo.id = o.form_id join materials mo on mo.id = fo.material_id and mo.course_id = $1
       join forms fc on fc.id = c.form_id join materials mc on mc.id = fc.material_id and mc.course_id = $2
       where exists (select from jsonb_array_elements(o.answers) a, jsonb_array_elements(c.answers) b where a->'id' = b->'id')`,
    [course.id, body.id],
  ]);
  expect(shared).toEqual({ ids: 0 });
});

test('without groups a clone is a draft; with groups their students have it, and their answers are graded rightly', async () => {
  const { course } = await anOriginal();
  const draft = await clone(course.id);
  expect((await company.as('owner').get(`/course/course/${draft.body.id}/`)).body).toMatchObject({
    published: false,
    groups: [],
    coaches: [],
    students: 0,
  });
  const group = await company.aGroup();
  const given = await clone(course.id, [group.id]);
  const owner = company.as('owner');
  const { body } = await owner.get(`/course/course/${given.body.id}/`);
  expect(body).toMatchObject({ published: true, students: 1, groups: [{ id: group.id }] });
  // As published: of the three questions the draft has dropped one.
  const { form_id } = body.education_materials[1];
  await owner.patch(`/course/course/${given.body.id}/`, { material_access: 'all_materials_access' });
  const student = company.as('student');
  const results = [];
  for (const wrong of [false, true]) {
    const { body: started, finish } = await startAttempt(student, { form_id, questions: [] });
    const answers = started.questions.map(
      (question: { id: number; title: string; answers: { id: number; title: string }[] }) => ({
        question_id: question.id,
        answer_ids: question.answers
          .filter(
            ({ title }) =>
              (title === 'right' || 'ab'.includes(title)) !== (wrong && question.title === 'Two'),
          )
          .map(({ id }) => id),
        seq: 1,
      }),
    );
    const { body: ended } = await finish(answers);
    results.push([started.questions.length, ended.score, ended.passed_successfully]);
  }
  expect(results).toEqual([
    [3, 4, true],
    [3, 3, true],
  ]);
});

test('a name that is taken gets a number, also when two clone at once', async () => {
  const course = await library.aCourse({ materials: 1 });
  const both = await Promise.all([clone(course.id), clone(course.id)]);
  const third = await clone(course.id);
  const listed = await company.as('owner').get(`/library/library/?search=${encodeURIComponent(course.name)}`);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(listed.body.results[0].cloned.map(({ name }: { name: string }) => name).sort()).toEqual([
    course.name,
    `${course.name} (2)`,
    `${course.name} (3)`,
  ]);
  expect(listed.body.results[0].cloned[2]).toEqual({
    id: third.body.id,
    name: `${course.name} (3)`,
    published: false,
  });
});

test('a repeated call clones once', async () => {
  const course = await library.aCourse();
  const headers = { 'Idempotency-Key': unique('key') };
  const first = await clone(course.id, undefined, headers);
  const again = await clone(course.id, undefined, headers);
  expect(again.body).toEqual(first.body);
  const { body } = await company.as('owner').get(`/library/library/${course.id}/`);
  expect(body.cloned).toHaveLength(1);
});

test('the library shows what is published of one company, to owners and admins of any', async () => {
  const { course, exam, theory } = await anOriginal();
  const hidden = await library.aCourse();
  await asSystem(['update courses set published_at = null where id = $1', [hidden.id]]);
  const foreign = await company.aCourse();
  const owner = company.as('owner');
  const { body } = await owner.get(`/library/library/${course.id}/`);
  expect(body).toMatchObject({
    name: course.name,
    materials: [
      { type: 'theory', count: 1 },
      { type: 'exam', count: 1 },
      { type: 'practice', count: 1 },
    ],
    form_type: [1, 2],
    cloned: [],
    outline: [{ id: theory, questions: null }, { id: exam.material_id, questions: 3 }, { questions: null }],
  });
  expect(JSON.stringify(body)).not.toContain('right');
  const absent = [hidden.id, foreign.id, 2_000_000_000];
  const answers = await Promise.all(
    absent.flatMap((id) => [owner.get(`/library/library/${id}/`), clone(id)]),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(404);
  expect((await library.as('admin').get(`/library/library/${course.id}/`)).status).toBe(200);

  const find = async (query: string) => (await owner.get(`/library/library/?page_size=100&${query}`)).body;
  const all = await find('ordering=-created_at');
  expect(all.results[0].id).toBe(course.id);
  const { category } = all.results[0];
  expect(all.categories).toContain(category);
  expect(all.tags).toEqual(['Fire drill', 'safety']);
  expect((await find(`category=${encodeURIComponent(category)}&tag=SAFETY`)).results).toMatchObject([
    { id: course.id },
  ]);
  expect((await find(`category=${encodeURIComponent(category)}&tag=none`)).count).toBe(0);
  expect((await find(`search=${encodeURIComponent(course.name)}`)).count).toBe(1);
});

test('of the library another company gets the pictures of courses, and no other file', async () => {
  const { course, key, theory } = await anOriginal();
  await Promise.all(['photo', 'inline'].map((what) => env.FILES.put(`${key} ${what}`, 'bytes')));
  const [files] = await asSystem<{ inline: number }>([
    `select media_id as inline from material_files where material_id = $1 and kind = 'inline'`,
    [theory],
  ]);
  const student = company.as('student');
  const { photo } = (await company.as('owner').get(`/library/library/${course.id}/`)).body;
  expect((await student.get(photo.replace('/api/v1', ''))).status).toBe(200);
  expect((await student.get(`/media/${files!.inline}/`)).status).toBe(404);
  await asSystem(['update courses set published_at = null where id = $1', [course.id]]);
  expect((await student.get(photo.replace('/api/v1', ''))).status).toBe(404);
});

test('the bytes of a picture stay as long as a course shows it', async () => {
  const { course, key } = await anOriginal();
  const file = `${key} photo`;
  await env.FILES.put(file, 'bytes');
  const copies = [await clone(course.id), await clone(course.id)];
  const owner = company.as('owner');
  const remove = (id: number) => owner.delete(`/course/course/${id}/remove_photo/`);
  expect((await remove(copies[0]!.body.id)).status).toBe(204);
  await forgetRemovedFiles(company);
  expect(await env.FILES.head(file)).not.toBeNull();
  await library.as('owner').delete(`/course/course/${course.id}/remove_photo/`);
  const { photo } = (await owner.get(`/course/course/${copies[1]!.body.id}/`)).body;
  expect((await owner.get(photo.replace('/api/v1', ''))).status).toBe(200);
  await remove(copies[1]!.body.id);
  expect((await owner.get(photo.replace('/api/v1', ''))).status).toBe(404);
  await Promise.all([library, company].map(forgetRemovedFiles));
  expect(await env.FILES.head(file)).toBeNull();
});

const changesOf = async (id: number, who = company.as('owner')) =>
  (await who.get(`/course/course/${id}/library_changes/`)).body as {
    origin: { id: number } | null;
    changes: {
      origin_material_id: number;
      material_id: number | null;
      name: string;
      kind: string;
      edited: boolean;
    }[];
  };
const decide = (id: number, decision: 'keep' | 'accept', ...materials: number[]) =>
  company.as('owner').post(`/course/course/${id}/library_changes/`, {
    decisions: materials.map((origin_material_id) => ({ origin_material_id, decision })),
  });
/** As the page of the course says it, before anybody asks what they are. */
const newsOf = async (id: number, who = company.as('owner')) =>
  (await who.get(`/course/course/${id}/`)).body.library_news as object | null;
const kindsOf = async (id: number) =>
  Object.fromEntries((await changesOf(id)).changes.map((change) => [change.origin_material_id, change.kind]));

/** Changes one material of each kind, adds one and takes one away. */
async function changed({ course, exam, theory, practice }: Awaited<ReturnType<typeof anOriginal>>) {
  const owner = library.as('owner');
  const at = `/course/course/${course.id}`;
  await owner.patch(`${at}/educational_material/${theory}/`, {
    name: unique('Renamed'),
    description: 'Newer',
  });
  await owner.patch(`${at}/form/${exam.form_id}/`, { time_limit: 33, passing_score: 1 });
  await owner.post(`${at}/form/${exam.form_id}/publish/`);
  await owner.delete(`${at}/educational_material/${practice}/`);
  const added = await owner.post(`${at}/educational_material/`, {
    name: unique('Added'),
    type: 'theory',
    text: '<p>New</p>',
  });
  return added.body.id as number;
}

test('a clone tells what its original has changed, added and lost, and nothing else', async () => {
  const original = await anOriginal();
  const { body: copy } = await clone(original.course.id);
  expect(await changesOf(copy.id)).toEqual({
    origin: { id: original.course.id, name: original.course.name },
    changes: [],
  });
  // Its place, its being archived for the clone and a draft that is not published are no news.
  const owner = library.as('owner');
  await owner.post(`/course/course/${original.course.id}/update_materials_sequence/`, {
    material_ids: [original.practice, original.theory],
  });
  await owner.patch(`/course/course/${original.course.id}/form/${original.exam.form_id}/`, { time_limit: 5 });
  expect(await kindsOf(copy.id)).toEqual({});
  expect(await newsOf(copy.id)).toBeNull();
  const added = await changed(original);
  expect(await newsOf(copy.id)).toEqual({
    id: original.course.id,
    name: original.course.name,
    changes: 4,
  });
  expect(await kindsOf(copy.id)).toEqual({
    [original.theory]: 'changed',
    [original.exam.material_id]: 'changed',
    [original.practice]: 'removed',
    [added]: 'added',
  });
  const plain = await company.aCourse();
  expect(await changesOf(plain.id)).toEqual({ origin: null, changes: [] });
  expect(await newsOf(plain.id)).toBeNull();
});

test('what is kept is not asked about again, until it changes once more', async () => {
  const original = await anOriginal();
  const { body: copy } = await clone(original.course.id);
  const before = await contentsOf(copy);
  const added = await changed(original);
  const all = Object.keys(await kindsOf(copy.id)).map(Number);
  expect((await decide(copy.id, 'keep', ...all)).status).toBe(204);
  expect(await kindsOf(copy.id)).toEqual({});
  expect(await contentsOf(copy)).toEqual(before);
  const owner = library.as('owner');
  await owner.patch(`/course/course/${original.course.id}/educational_material/${added}/`, {
    text: '<p>Newer</p>',
  });
  await owner.patch(`/course/course/${original.course.id}/educational_material/${original.theory}/`, {
    text: '<p>Newer</p>',
  });
  expect(await kindsOf(copy.id)).toEqual({ [added]: 'added', [original.theory]: 'changed' });
});

test('a change says whether the copy has changes of its own: in the material, or in the draft of its test', async () => {
  const original = await anOriginal();
  const { body: copy } = await clone(original.course.id);
  const owner = company.as('owner');
  const at = `/course/course/${copy.id}`;
  const [theory, exam] = (await owner.get(`${at}/`)).body.education_materials;
  await changed(original);
  const editedOf = async () =>
    (await changesOf(copy.id)).changes.filter(({ edited }) => edited).map(({ material_id }) => material_id);
  expect(await editedOf()).toEqual([]);
  await owner.patch(`${at}/educational_material/${theory.id}/`, { description: 'Own words' });
  expect(await editedOf()).toEqual([theory.id]);
  await owner.patch(`${at}/form/${exam.form_id}/`, { time_limit: 7 });
  expect(await editedOf()).toEqual([theory.id, exam.id]);
  // A copy of the copy has them too.
  const { body: second } = await owner.post(`${at}/clone/`, {});
  expect((await changesOf(second.id)).changes.filter(({ edited }) => edited)).toHaveLength(2);
  // What is taken over is the original's again.
  await decide(copy.id, 'accept', original.theory);
  await library
    .as('owner')
    .patch(`/course/course/${original.course.id}/educational_material/${original.theory}/`, {
      description: 'Newest',
    });
  expect(await editedOf()).toEqual([exam.id]);
});

test('what is accepted is taken over; progress and attempts stay, what is gone is archived', async () => {
  const original = await anOriginal();
  const group = await company.aGroup();
  const { body: copy } = await clone(original.course.id, [group.id]);
  const owner = company.as('owner');
  await owner.patch(`/course/course/${copy.id}/`, { material_access: 'all_materials_access' });
  const read = async () => (await owner.get(`/course/course/${copy.id}/`)).body;
  const [theory, exam] = (await read()).education_materials;
  const student = company.as('student');
  await student.get(`/course/course/${copy.id}/educational_material/${theory.id}/`);
  await student.post(`/course/course/${copy.id}/educational_material/${theory.id}/finish/`);
  const attempt = await startAttempt(student, { form_id: exam.form_id, questions: [] });
  await changed(original);
  const all = Object.keys(await kindsOf(copy.id)).map(Number);
  expect((await decide(copy.id, 'accept', ...all)).status).toBe(204);
  expect(await kindsOf(copy.id)).toEqual({});
  await library
    .as('owner')
    .patch(`/course/course/${original.course.id}/`, { material_access: 'all_materials_access' });
  expect(await contentsOf(copy)).toEqual(await contentsOf(original.course));

  const after = (await read()).education_materials;
  expect(after.map((one: { id: number; archived: boolean }) => [one.id, one.archived])).toEqual([
    [theory.id, false],
    [exam.id, false],
    [expect.any(Number), true],
    [expect.any(Number), false],
  ]);
  const seen = (await student.get(`/course/course/${copy.id}/`)).body.education_materials;
  expect(seen[0]).toMatchObject({ id: theory.id, done: true });
  const { body: ended } = await attempt.finish(
    attempt.body.questions.map((question: { id: number; answers: { id: number }[] }) => ({
      question_id: question.id,
      answer_ids: [question.answers[0]!.id],
      seq: 1,
    })),
  );
  expect(ended.status).toBe(2);
  // A second try is at the newer version.
  const { questions } = (await owner.get(`/course/course/${copy.id}/form/${exam.form_id}/`)).body;
  const next = await startAttempt(student, { form_id: exam.form_id, questions });
  expect(next.body.questions).toHaveLength(2);
  const { body: passed } = await next.finish();
  expect(passed).toMatchObject({ passed_successfully: true, percent: 100 });
});

test('a new name that is taken in the copy is not taken over', async () => {
  const original = await anOriginal();
  const { body: copy } = await clone(original.course.id);
  const name = unique('Taken');
  await company.as('owner').post(`/course/course/${copy.id}/educational_material/`, { name, type: 'theory' });
  await library
    .as('owner')
    .patch(`/course/course/${original.course.id}/educational_material/${original.theory}/`, {
      name,
      description: 'Newer',
    });
  expect((await decide(copy.id, 'accept', original.theory)).status).toBe(204);
  const [first] = (await company.as('owner').get(`/course/course/${copy.id}/`)).body.education_materials;
  expect(first).toMatchObject({ name: 'Material 1', description: 'Newer' });
});

test('only who edits the materials of a copy decides about it, and only about its original', async () => {
  const original = await anOriginal();
  const { body: copy } = await clone(original.course.id);
  const trainer = company.as('trainer');
  expect((await trainer.get(`/course/course/${copy.id}/library_changes/`)).status).toBe(404);
  await company
    .as('owner')
    .post(`/course/course/${copy.id}/coaches/`, { user_ids: [company.people.trainer.id] });
  expect((await changesOf(copy.id, trainer)).changes).toEqual([]);
  await changed(original);
  expect(await newsOf(copy.id, trainer)).toMatchObject({ changes: 4 });
  const { group } = await company.aCourse();
  await company.as('owner').patch(`/course/course/${copy.id}/`, { group_ids: [group.id] });
  expect((await company.as('manager').get(`/course/course/${copy.id}/`)).body).toMatchObject({
    id: copy.id,
    library_news: null,
  });
  expect((await company.as('manager').get(`/course/course/${copy.id}/library_changes/`)).status).toBe(403);
  const strange: Course = await library.aCourse({ materials: 1 });
  expect((await decide(copy.id, 'accept', strange.materials[0]!)).status).toBe(404);
});

test('a trainer adds other trainers of the company as coaches', async () => {
  const course = await company.aCourse();
  const [colleague, student] = await Promise.all([company.aPerson('trainer'), company.aPerson('student')]);
  const add = (id: number) =>
    company.as('trainer').post(`/course/course/${course.id}/coaches/`, { user_ids: [id] });
  expect((await add(colleague.id)).body).toEqual({ added: 1 });
  expect((await add(student.id)).status).toBe(404);
  expect((await add(library.people.trainer.id)).status).toBe(404);
});

test('whoever takes a test of a clone reads its key in no second clone, and publishes none over it', async () => {
  const { course, exam } = await anOriginal();
  const admin = await company.aPerson('admin');
  const group = await company.aGroup({ students: [admin] });
  const { body } = await clone(course.id, [group.id]);
  const again = await admin.client.post(`/library/library/${course.id}/clone_course/`, {});
  expect(again).toMatchObject({ status: 403, body: { code: 'own_form' } });

  const form = `/course/course/${course.id}/form/${exam.form_id}/`;
  await library.as('owner').patch(form, { passing_score: 2 });
  await library.as('owner').post(`${form}publish/`);
  const decisions = [{ origin_material_id: exam.material_id, decision: 'accept' }];
  const changes = `/course/course/${body.id}/library_changes/`;
  expect((await admin.client.post(changes, { decisions })).body.code).toBe('own_form');
  expect((await company.as('owner').post(changes, { decisions })).status).toBeLessThan(300);
  expect((await clone(course.id)).status).toBe(201);
});

test('a page of the library has 16', async () => {
  await asSystem([
    `insert into courses (company_id, name) select $1, $2 || n from generate_series(1, 17) n`,
    [library.id, unique('Page')],
  ]);
  const { body } = await company.as('owner').get('/library/library/');
  expect(body.results).toHaveLength(16);
  expect(body.total_pages).toBe(Math.ceil(body.count / 16));
});
