import { expect, test } from 'vitest';
import { aCompany } from '../../../support/api/world.ts';

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
