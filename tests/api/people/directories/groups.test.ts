import { expect, test } from 'vitest';
import { unique } from '../../../factories/company.ts';
import { address } from '../../../support/api/accounts.ts';
import { aDirectory, entraUser } from '../../../support/api/directories.ts';
import { aCompany } from '../../../support/api/world.ts';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

test('a directory makes groups and says who studies in them', async () => {
  const company = await aCompany();
  const directory = await aDirectory(company);
  const name = unique('Zarya');
  const { body: one } = await directory.post('/Users', entraUser(address('one')));
  const { body: two } = await directory.post('/Users', entraUser(address('two')));
  const made = await directory.post('/Groups', {
    schemas: [GROUP],
    externalId: 'g-1',
    displayName: name,
    members: [{ value: one.id }],
  });
  expect(made).toMatchObject({ status: 201, body: { displayName: name, members: [{ value: one.id }] } });
  const at = `/Groups/${made.body.id}`;
  const members = async () =>
    ((await directory.get(at)).body.members as { value: string }[]).map(({ value }) => value);
  // Entra ID adds and removes so.
  expect((await directory.patch(at, ['Add', 'members', [{ value: two.id }]])).status).toBe(204);
  expect(await members()).toEqual([one.id, two.id]);
  await directory.patch(at, ['Remove', 'members', [{ value: one.id }]]);
  expect(await members()).toEqual([two.id]);
  await directory.patch(at, ['replace', undefined, { members: [{ value: one.id }, { value: two.id }] }]);
  // Okta does so.
  await directory.patch(at, ['remove', `members[value eq "${two.id}"]`]);
  expect(await members()).toEqual([one.id]);
  const named = `${name} 2`;
  const put = await directory.put(at, { schemas: [GROUP], displayName: named, members: [] });
  expect(put).toMatchObject({ status: 200, body: { displayName: named, externalId: 'g-1', members: [] } });
  await directory.put(at, { schemas: [GROUP], displayName: named, members: [{ value: two.id }] });
  const filter = encodeURIComponent(`displayName eq "${named.toUpperCase()}"`);
  const { body: found } = await directory.get(`/Groups?excludedAttributes=members&filter=${filter}`);
  expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
  expect(found.Resources[0]).not.toHaveProperty('members');
  // Entra ID asks so whether somebody is in it.
  const having = async (id: string) =>
    (await directory.get(`/Groups?attributes=id&filter=${encodeURIComponent(`members eq "${id}"`)}`)).body;
  expect(await having(two.id)).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
  expect([await having(one.id), await having('x')]).toMatchObject([{ totalResults: 0 }, { totalResults: 0 }]);
  expect(await directory.post('/Groups', { displayName: named })).toMatchObject({
    status: 409,
    body: { scimType: 'uniqueness' },
  });
  expect((await directory.delete(at)).status).toBe(204);
  expect((await directory.get(at)).status).toBe(404);
  expect((await directory.delete(at)).status).toBe(404);
});

test('a group that a course has no other one beside stays, and so do its managers', async () => {
  const company = await aCompany();
  const directory = await aDirectory(company);
  const group = await company.aGroup();
  await company.aCourse({ group });
  expect((await directory.delete(`/Groups/${group.id}`)).status).toBe(409);
  expect((await directory.put(`/Groups/${group.id}`, { displayName: group.name, members: [] })).status).toBe(
    200,
  );
  const { body } = await company.as('owner').get(`/study_group/study_group/${group.id}/`);
  expect(body).toMatchObject({ students_count: 0, managers: [{ id: company.people.manager.id }] });
});
