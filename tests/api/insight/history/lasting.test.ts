import { expect, test } from 'vitest';
import { aCompany, asSystem } from '../../../support/api/world.ts';

test('an entry says where taking it back is always refused, and nowhere else', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const folder = (await owner.post('/bank/folders/', { name: 'Safety' })).body;
  const answers = [
    { title: 'yes', is_right_answer: true },
    { title: 'no', is_right_answer: false },
  ];
  const entries = async () =>
    (await owner.get('/history/history/?page_size=100')).body.results as {
      id: number;
      object_model: string;
      object_label: string;
      action: string;
      place: object | null;
      lasting: boolean;
    }[];
  const founded = (await entries()).filter(({ lasting }) => lasting);
  expect(founded).toMatchObject([{ object_model: 'company', action: 'create' }]);

  const question = { title: 'Of the bank', answers };
  const made = await owner.post('/bank/questions/', { folder_id: folder.id, tags: [], question });
  expect(made.status).toBe(201);
  const exam = await company.anExam();
  await company.as('student').patch('/accounts/user_info/', { last_name: 'Anew' });
  const told = await entries();
  const banked = told.find(({ object_label }) => object_label === 'Of the bank')!;
  const named = told.find(({ object_model, object_label }) => {
    return object_model === 'membership' && object_label.startsWith('Anew');
  })!;
  for (const entry of [banked, named]) expect(entry).toMatchObject({ lasting: true, place: null });
  const ofTest = told.find(({ object_model, place }) => object_model === 'question' && place)!;
  expect(ofTest).toMatchObject({ lasting: false, place: { course_id: exam.course.id } });
  // What the entry says is what a restoring does.
  for (const { id, lasting } of [banked, named, ofTest]) {
    const { body } = await owner.get(`/history/history/${id}/restore_preview/`);
    expect({ id, refused: body.refusal !== null }).toEqual({ id, refused: lasting });
  }
  // Whoever changed their own name may take it back.
  await owner.patch('/accounts/user_info/', { last_name: 'Self' });
  expect((await entries())[0]).toMatchObject({ object_model: 'membership', lasting: false });
});

test('the history neither brings the erasure of a company back nor takes it back', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const admin = company.as('admin');
  const at = `/space/space/${company.id}/erasure/`;
  const { name } = (await owner.get(`/space/space/${company.id}/`)).body;
  const eraseAt = async () => (await owner.get('/accounts/user_info/')).body.erase_at as string | null;
  const newest = async () => (await admin.get('/history/history/')).body.results[0];
  async function stays() {
    const before = await eraseAt();
    const { id, lasting, object_model } = await newest();
    expect({ lasting, object_model }).toEqual({ lasting: true, object_model: 'company' });
    expect((await admin.get(`/history/history/${id}/restore_preview/`)).body).toMatchObject({
      refusal: 'restore_impossible',
      count: 0,
    });
    expect((await admin.get(`/history/history/${id}/restore/`)).status).toBe(409);
    expect(await eraseAt()).toBe(before);
  }
  expect((await owner.post(at, { name })).status).toBe(204);
  await stays();
  expect((await owner.delete(at)).status).toBe(204);
  expect(await eraseAt()).toBeNull();
  await stays();
  await asSystem(['update companies set licence_limit = 50 where id = $1', [company.id]]);
  await stays();
  // What administrators change is theirs to take back.
  await admin.patch(`/space/space/${company.id}/`, { name: `${name} anew` });
  expect((await newest()).lasting).toBe(false);
});

test('nobody brings extra time of their own back', async () => {
  const company = await aCompany();
  const { admin } = company.people;
  const owner = company.as('owner');
  const at = `/accounts/user/${admin.id}/extra_time/`;
  for (const percent of [50, 0]) expect((await owner.post(at, { percent, minutes: 0 })).status).toBe(200);
  const { id } = (await owner.get('/history/history/')).body.results[0];
  expect((await admin.client.get(`/history/history/${id}/restore/`)).body.code).toBe('user_not_manageable');
  expect((await owner.get(`/history/history/${id}/restore/`)).body.count).toBe(1);
});
