import { expect, test } from 'vitest';
import { aCompany } from '../../../support/api/world.ts';

test('the questions of a course are found with their tests, right answers and links', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const second = await company.anExam({ course: exam.course });
  await company.anExam();
  const trainer = company.as('trainer');
  const find = async (query: string) =>
    (await trainer.get(`/course/questions/?course=${exam.course.id}&${query}`)).body;
  const { results, count } = await find('');
  expect(count).toBe(6);
  expect(results[1]).toMatchObject({
    title: 'Two',
    form_id: exam.form_id,
    material_id: exam.material_id,
    form_type: 2,
    multiple_right_answers: true,
    required: false,
    score: 1,
    answers: 3,
    right_answers: ['a', 'b'],
  });
  expect((await find(`form=${second.form_id}&search=thr`)).results).toMatchObject([
    { title: 'Three', required: true },
  ]);
  expect((await find('ordering=-score&page_size=2')).results).toMatchObject([{ score: 2 }, { score: 2 }]);
});

test('questions of a test that one takes are neither listed, found nor counted, in any role', async () => {
  const company = await aCompany();
  const admin = await company.aPerson('admin');
  const group = await company.aGroup({ students: [admin] });
  const exam = await company.anExam({ course: await company.aCourse({ group }) });
  const other = await company.anExam();
  const listed = async (query: string) => (await admin.client.get(`/course/questions/?${query}`)).body;
  const all = await listed('page_size=100');
  expect(all).toMatchObject({ count: 3, own_tests: 1 });
  expect(new Set(all.results.map(({ form_id }: { form_id: number }) => form_id))).toEqual(
    new Set([other.form_id]),
  );
  expect(await listed(`course=${exam.course.id}&search=thr`)).toMatchObject({
    count: 0,
    results: [],
    own_tests: 1,
  });
  expect(await listed(`form=${other.form_id}`)).toMatchObject({ count: 3, own_tests: 0 });
});

test('forms are named to those who have them, to students once they are published', async () => {
  const company = await aCompany();
  const exam = await company.anExam();
  const owner = company.as('owner');
  const draft = await owner.post(`/course/course/${exam.course.id}/educational_material/`, {
    name: 'Draft',
    type: 'practice',
  });
  const namesFor = async (who: 'owner' | 'student', query = '') =>
    (await company.as(who).get(`/directory/form_names/?${query}`)).body.results.map(
      ({ id }: { id: number }) => id,
    );
  expect(new Set(await namesFor('owner'))).toEqual(new Set([exam.form_id, draft.body.form_id]));
  expect(await namesFor('owner', 'form_type=1')).toEqual([draft.body.form_id]);
  expect(await namesFor('student')).toEqual([exam.form_id]);
});

test('kinds and states of tests are lists as any other', async () => {
  const owner = (await aCompany()).as('owner');
  const practice = { id: 1, name: 'practice' };
  expect((await owner.get('/directory/form_types/')).body).toEqual({
    results: [practice, { id: 2, name: 'exam' }],
    count: 2,
    total_pages: 1,
  });
  expect((await owner.get('/directory/form_types/?ordering=-name&page_size=1')).body).toEqual({
    results: [practice],
    count: 2,
    total_pages: 2,
  });
  expect((await owner.get('/directory/form_types/?page=2')).body.results).toEqual([]);
  const states = async (query: string) =>
    (await owner.get(`/directory/passed_form_statuses/${query}`)).body.results.map(
      ({ id }: { id: number }) => id,
    );
  expect(await states('')).toEqual([3, 1, 2, 4, 5, 6]);
  expect(await states('?ordering=id')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await states('?search=Progress')).toEqual([1]);
});

test('a trainer finds the other trainers of the company by name, and nothing else about them', async () => {
  const company = await aCompany();
  const course = await company.aCourse();
  const colleague = await company.aPerson('trainer');
  const trainer = company.as('trainer');
  const find = async (query = '') =>
    (await trainer.get(`/course/course/${course.id}/coach_candidates/?${query}`)).body.results;
  const found = await find('page_size=100');
  expect(found).toContainEqual({
    id: colleague.id,
    first_name: 'Trainer',
    last_name: 'Person',
    address: null,
    photo: null,
  });
  const ids = found.map(({ id }: { id: number }) => id);
  expect(ids).not.toContain(company.people.trainer.id);
  expect(ids).not.toContain(company.people.student.id);
  expect(await find('search=nobody-of-this-name')).toEqual([]);
});
