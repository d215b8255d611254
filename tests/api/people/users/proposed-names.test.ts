import { beforeAll, expect, test } from 'vitest';
import type { Company, Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
let other: Company;
beforeAll(async () => {
  [company, other] = await Promise.all([aCompany(), aCompany()]);
});

const NAME = { last_name: 'Коваль', first_name: 'Ганна', middle_name: 'Петрівна' };

const propose = (to: Person, name: object = NAME, as: 'owner' | 'manager' | 'trainer' = 'owner') =>
  company.as(as).post(`/accounts/user/${to.id}/propose_name/`, name);
const answer = (who: Person, accept: boolean, name: object = NAME) =>
  who.client.post('/accounts/proposed_name/', { ...name, accept });
const own = async (who: Person) => (await who.client.get('/accounts/user_info/')).body;

test('a name is proposed, told of, and counts when the person takes it', async () => {
  const student = await company.aPerson('student');
  const before = await own(student);
  expect((await propose(student)).status).toBe(204);
  expect(await own(student)).toMatchObject({ last_name: before.last_name, proposed_name: NAME });
  const told = (await student.client.get('/notifications/')).body.results[0];
  expect(told).toMatchObject({
    kind: 'reminder',
    path: '/profile',
    params: { event: 'name', name: 'Коваль Ганна Петрівна' },
  });
  expect((await company.as('owner').get(`/accounts/user/${student.id}/`)).body).toMatchObject({
    proposed_name: NAME,
  });
  expect((await answer(student, true)).status).toBe(204);
  expect(await own(student)).toMatchObject({ ...NAME, proposed_name: null });
  expect((await student.client.get('/notifications/')).body.count).toBe(0);
  // As any change of the name it is known for 30 days beside certificates.
  const [row] = await asSystem(['select former_name from users where id = $1', [student.id]]);
  expect(row).toEqual({ former_name: `${before.first_name} ${before.last_name}` });
});

test('a name that is refused or taken back changes nothing', async () => {
  const student = await company.aPerson('student');
  const { last_name, first_name, middle_name } = await own(student);
  await propose(student);
  expect((await answer(student, false)).status).toBe(204);
  expect(await own(student)).toMatchObject({ last_name, first_name, proposed_name: null });
  await propose(student);
  await propose(student, { last_name, first_name, middle_name });
  expect((await own(student)).proposed_name).toBeNull();
  expect((await answer(student, true)).status).toBe(404);
});

test('only what was read is taken', async () => {
  const student = await company.aPerson('student');
  await propose(student);
  await propose(student, { ...NAME, last_name: 'Бойко' });
  expect((await answer(student, true)).status).toBe(404);
  expect((await own(student)).last_name).not.toBe('Бойко');
});

test('whom one may not edit one proposes nothing, and the record of a company is edited as it is', async () => {
  const student = await company.aPerson('student');
  expect((await propose(student, NAME, 'trainer')).status).toBe(403);
  // Out of the manager's groups.
  expect((await propose(student, NAME, 'manager')).status).toBe(404);
  expect((await propose(other.people.student)).status).toBe(404);
  expect((await propose(company.people.owner)).status).toBeGreaterThanOrEqual(400);
  const { body } = await company.as('owner').post('/accounts/user/', {
    email: `record-${student.id}@example.com`,
    first_name: 'Ще',
    last_name: 'Немає',
    user_types: ['student'],
  });
  const refused = await company.as('owner').post(`/accounts/user/${body.id}/propose_name/`, NAME);
  expect(refused.body).toEqual({ non_field_errors: ['This person has not activated the account yet'] });
});

test('a proposal is no change of the company, and goes with the person’s data', async () => {
  const student = await company.aPerson('student');
  const entries = async () => (await company.as('owner').get('/history/history/')).body.count;
  const before = await entries();
  await propose(student);
  expect(await entries()).toBe(before);
  await asSystem(['select erase_people(array[$1::integer])', [student.id]]);
  const rows = await asSystem(['select proposed_name from memberships where user_id = $1', [student.id]]);
  expect(rows).toEqual([{ proposed_name: null }]);
});

test('a name that nobody answered goes with the person', async () => {
  const [left, removed] = await Promise.all([company.aPerson('student'), company.aPerson('student')]);
  await propose(left);
  await propose(removed);
  expect((await left.client.post('/accounts/leave_company/', {})).status).toBeLessThan(300);
  expect((await company.as('owner').delete(`/accounts/memberships/${removed.id}/`)).status).toBe(204);
  const kept = await asSystem([
    'select user_id from memberships where company_id = $1 and proposed_name is not null and deleted_at is not null',
    [company.id],
  ]);
  expect(kept).toEqual([]);
});
