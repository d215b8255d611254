import { beforeAll, expect, test } from 'vitest';
import { unique, type Company } from '../../factories/company.ts';
import type { Answer } from '../../factories/world.ts';
import { aCompany, asSystem } from '../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const GROUP = '/study_group/study_group/';

/** Calls of the owner under one key. */
function underOneKey(): (path: string, body: object) => Promise<Answer> {
  const headers = { 'Idempotency-Key': unique('key') };
  return (path, body) => company.as('owner').post(path, body, headers);
}

const refused = { status: 409, body: { code: 'idempotency_mismatch' } };

test('a key that comes again with other fields is refused, and answers the same ones as before', async () => {
  const post = underOneKey();
  const name = unique('Group');
  const made = await post(GROUP, { name, description: 'One' });
  expect(made.status).toBe(201);
  expect(await post(GROUP, { name, description: 'Other' })).toMatchObject(refused);
  expect(await post(GROUP, { description: 'One', name })).toEqual(made);
});

test('a key that comes again for another course is refused', async () => {
  const [course, other] = [await company.aCourse(), await company.aCourse()];
  const post = underOneKey();
  const material = { name: unique('Material'), type: 'theory' };
  const addTo = ({ id }: { id: number }) => post(`/course/course/${id}/educational_material/`, material);
  const made = await addTo(course);
  expect(made.status).toBe(201);
  expect(await addTo(other)).toMatchObject(refused);
  expect(await addTo(course)).toEqual(made);
});

test('a key that a release without digests has kept answers as before', async () => {
  const post = underOneKey();
  const group = { name: unique('Group') };
  const made = await post(GROUP, group);
  await asSystem(['update idempotency_keys set request = null where row_id = $1', [made.body.id]]);
  expect(await post(GROUP, group)).toEqual(made);
});

test('the test of a material is named as well when the call that made it is repeated', async () => {
  const { id } = await company.aCourse();
  const post = underOneKey();
  const add = () => post(`/course/course/${id}/educational_material/`, { name: 'Exam', type: 'exam' });
  const made = await add();
  expect(made).toMatchObject({ status: 201, body: { form_id: expect.any(Number) } });
  expect(await add()).toEqual(made);
});

test('an invitation that is repeated says again what became of its mail', async () => {
  const email = `${unique('again').replace(/ /g, '-')}@example.com`;
  const inviting = (more = {}) => ({ email, user_type: 'student', ...more });
  const first = underOneKey();
  const made = await first('/accounts/invite_user/', inviting());
  expect(made.body.invitation).toEqual({ outcome: 'queued', next_at: null });
  expect(await first('/accounts/invite_user/', inviting())).toEqual(made);
  const second = underOneKey();
  const onceMore = await second('/accounts/invite_user/', inviting({ last_name: 'Ще' }));
  expect(onceMore.body.invitation.outcome).toBe('already_invited');
  expect(await second('/accounts/invite_user/', inviting({ last_name: 'Ще' }))).toEqual(onceMore);
  const third = underOneKey();
  const phone = { phone: '+380671112233', user_type: 'student' };
  const byPhone = await third('/accounts/invite_user/', phone);
  expect(byPhone.body).toEqual({ id: byPhone.body.id });
  expect(await third('/accounts/invite_user/', phone)).toEqual(byPhone);
});
