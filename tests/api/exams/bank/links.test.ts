import { expect, test } from 'vitest';
import { aCompany } from '../../../support/api/world.ts';

const aQuestion = (title: string, answers = ['yes', 'no']) => ({
  title,
  answers: answers.map((each, place) => ({ title: each, is_right_answer: place === 0 })),
});

test('a question that is tied to the bank says what its version says, until it is brought up or made a copy', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const folder = await owner.post('/bank/folders/', { name: 'Folder' });
  const made = await owner.post('/bank/questions/', {
    folder_id: folder.body.id,
    question: aQuestion('Old'),
  });
  const banked = `/bank/questions/${made.body.id}/`;
  const exam = await company.anExam();
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
  const taken = await owner.post(`${form}copy_questions/`, { question_ids: [made.body.id], linked: true });
  const [tied] = taken.body.questions;
  const draft = async () => (await owner.get(form)).body.questions.at(-1);
  const links = async () => (await owner.get(`${form}bank_links/`)).body.links;
  const save = async (more: object) => {
    const { questions } = (await owner.get(form)).body;
    return owner.post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [...questions.slice(0, -1), { ...questions.at(-1), ...more }],
    });
  };

  expect((await save({ title: 'Changed here', score: 7 })).status).toBe(200);
  expect(await draft()).toMatchObject({ title: 'Old', score: 7 });
  const upload = { name: 'a.png', size: 1, kind: 'attachment' };
  expect((await owner.post(`/course/questions/${tied.id}/upload_files/`, upload)).body.code).toBe(
    'question_of_bank',
  );

  await owner.patch(banked, { version: 1, question: aQuestion('New') });
  expect(await owner.patch(banked, { version: 1, question: aQuestion('Late') })).toMatchObject({
    status: 409,
    body: { code: 'bank_question_changed' },
  });
  expect((await owner.get(`/bank/questions/?folder=${folder.body.id}`)).body.results).toMatchObject([
    { tests: 1, older_links: 1 },
  ]);
  expect((await owner.get(banked)).body.uses).toMatchObject([
    { form_id: exam.form_id, kind: 'link', version: 1 },
  ]);
  expect(await links()).toMatchObject([
    { question_id: tied.id, version: 1, latest: 2, before: { title: 'Old' }, after: { title: 'New' } },
  ]);
  const settle = (action: string) => owner.post(`/course/questions/${tied.id}/bank_link/`, { action });
  expect((await settle('renew')).status).toBe(204);
  expect(await draft()).toMatchObject({ id: tied.id, title: 'New', score: 7 });
  expect(await links()).toMatchObject([{ version: 2, latest: 2, before: null, after: null }]);

  expect((await settle('detach')).status).toBe(204);
  expect(await links()).toEqual([]);
  await save({ title: 'Changed here' });
  expect(await draft()).toMatchObject({ title: 'Changed here' });
  expect((await settle('detach')).status).toBe(404);
});

test('an earlier version that became the next again is no news to a test that has it', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const folder = await owner.post('/bank/folders/', { name: 'Folder' });
  const question = aQuestion('Old', ['yes', 'no', 'perhaps']);
  const made = await owner.post('/bank/questions/', { folder_id: folder.body.id, question });
  const banked = `/bank/questions/${made.body.id}/`;
  const exam = await company.anExam();
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}/`;
  await owner.post(`${form}copy_questions/`, { question_ids: [made.body.id], linked: true });
  const news = async () => {
    const { links } = (await owner.get(`${form}bank_links/`)).body;
    const { uses } = (await owner.get(banked)).body;
    const listed = (await owner.get(`/bank/questions/?folder=${folder.body.id}`)).body.results;
    return [links[0].version, links[0].latest, links[0].after?.title, uses[0].older, listed[0].older_links];
  };
  await owner.patch(banked, { version: 1, question: aQuestion('New', ['yes', 'never', 'perhaps']) });
  expect(await news()).toEqual([1, 2, 'New', true, 1]);
  const back = await owner.post(`${banked}restore/`, { number: 1, version: 2 });
  expect(back.status).toBeLessThan(300);
  expect((await owner.get(banked)).body.version).toBe(3);
  expect(await news()).toEqual([1, 1, undefined, false, 0]);
  // What the test decides for itself is none either.
  await owner.patch(banked, { version: 3, question: { ...question, score: 7 } });
  expect(await news()).toEqual([1, 1, undefined, false, 0]);
});

test('a course takes its draws and what they draw from along when it is cloned', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const folder = await owner.post('/bank/folders/', { name: 'Folder' });
  for (const title of ['a', 'b'])
    await owner.post('/bank/questions/', { folder_id: folder.body.id, question: aQuestion(title) });
  const draws = [{ count: 1, folder_id: folder.body.id }];
  const exam = await company.anExam({ questions: [], settings: { draws, passing_score: 1 } });
  const path = `/course/course/${exam.course.id}/educational_material/${exam.material_id}/clone/`;
  const cloned = await owner.post(path, {});
  expect(cloned.status).toBe(201);
  const material = await owner.get(
    `/course/course/${exam.course.id}/educational_material/${cloned.body.id}/`,
  );
  const copy = { form_id: material.body.form_id as number };
  const started = await company.as('student').post('/course/start_form_passing/', copy);
  expect(started.body.questions).toMatchObject([{ title: expect.stringMatching(/^[ab]$/) }]);
});

test('tags are added to chosen questions and taken off them beside those that each has, ten of a question at most', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const folder_id = (await owner.post('/bank/folders/', { name: 'Folder' })).body.id;
  const add = async (title: string, tags: string[]): Promise<number> =>
    (await owner.post('/bank/questions/', { folder_id, tags, question: aQuestion(title) })).body.id;
  const question_ids = [await add('A', ['fire', 'old']), await add('B', []), await add('C', ['Old', 'new'])];
  const place = (body: object) => owner.post('/bank/questions/place/', { question_ids, ...body });
  const tags = async () =>
    (await owner.get('/bank/questions/?ordering=title')).body.results.map(
      (row: { tags: string[] }) => row.tags,
    );
  expect((await place({ add_tags: ['New', '2026'], remove_tags: ['OLD'] })).status).toBe(204);
  // Spelled as the bank has it.
  expect(await tags()).toEqual([
    ['fire', 'new', '2026'],
    ['new', '2026'],
    ['new', '2026'],
  ]);
  const many = Array.from({ length: 8 }, (_, at) => `tag ${at}`);
  expect(await place({ add_tags: many })).toMatchObject({
    status: 400,
    body: { add_tags: ['No more than 10 active tags may be added'] },
  });
  expect(await tags()).toContainEqual(['new', '2026']);
});

test('folders lie ten levels deep at most, also those that are moved with what lies in them', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const make = (name: string, parent_id: number | null) => owner.post('/bank/folders/', { name, parent_id });
  let last: number | null = null;
  for (let level = 1; level <= 10; level += 1) last = (await make(`Level ${level}`, last)).body.id;
  const tooDeep = { status: 400, body: { parent_id: ['Folders may lie 10 levels deep at most'] } };
  expect(await make('Level 11', last)).toMatchObject(tooDeep);
  const other = (await make('Other', null)).body.id;
  const { folders } = (await owner.get('/bank/folders/')).body;
  const second = folders.find(({ name }: { name: string }) => name === 'Level 2');
  const move = (parent_id: number | null) =>
    owner.patch(`/bank/folders/${second.id}/`, { name: 'Level 2', parent_id });
  expect((await move(other)).status).toBe(204);
  const inner = (await make('Inner', other)).body.id;
  expect(await move(inner)).toMatchObject(tooDeep);
});
