import { describe, expect, test } from 'vitest';
import { Client } from '../../../factories/world.ts';
import { aRegisteredOwner, givePassword } from '../../../support/api/accounts.ts';
import { PNG, uploadPhoto as upload } from '../../../support/api/photos.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

describe('the company', () => {
  test('is changed by owner and admin; web addresses lose their scheme', async () => {
    const own = await aCompany();
    const path = `/space/space/${own.id}/`;
    const changed = await own.as('admin').patch(path, {
      website: 'https://poruch.example/',
      facebook: 'http://facebook.com/poruch',
      phone: '0671112233',
    });
    expect(changed.status).toBe(204);
    expect((await own.as('student').get(path)).body).toMatchObject({
      website: 'poruch.example',
      facebook: 'facebook.com/poruch',
      phone: '+380671112233',
      photo: null,
    });
    expect((await upload(own.as('owner'), `${path}upload_photo/`, PNG)).status).toBe(200);
    expect((await own.as('owner').get(path)).body.photo).toMatch(/^\/api\/v1\/media\/\d+$/);
    expect((await own.as('owner').delete(`${path}remove_photo/`)).status).toBe(204);
    expect((await own.as('manager').patch(path, { name: 'Mine' })).status).toBe(403);
    const other = await aCompany();
    expect((await own.as('owner').patch(`/space/space/${other.id}/`, { name: 'Mine' })).status).toBe(404);
  });

  test('has the e-mail of whoever founds it as its contact, and not their phone', async () => {
    const { confirmed } = await aRegisteredOwner({ phone: '+380671112244' });
    const client = new Client(world, confirmed.body.access);
    const profile = (await client.get('/accounts/user_info/')).body;
    const founded = await client.post('/space/new_space/', { name: 'Next' });
    const contacts = await asSystem([
      'select email, phone from companies where owner_id = $1 order by id',
      [profile.id],
    ]);
    expect([founded.status, profile.phone]).toEqual([201, '+380671112244']);
    expect(contacts).toEqual([1, 2].map(() => ({ email: profile.email, phone: null })));
  });

  test('has the zone of the one from which it is founded', async () => {
    const own = await aCompany();
    const owner = own.as('owner');
    await owner.patch(`/space/space/${own.id}/`, { time_zone: 'Europe/Berlin' });
    const { body } = await owner.post('/space/new_space/', { name: 'Next' });
    expect(await asSystem(['select time_zone from companies where id = $1', [body.id]])).toEqual([
      { time_zone: 'Europe/Berlin' },
    ]);
  });

  test('is founded by its name alone, or with all that it tells of itself', async () => {
    const own = await aCompany();
    const owner = own.as('owner');
    const all = {
      email: 'office@next.example',
      website: 'next.example',
      facebook: 'facebook.com/next',
      instagram: 'instagram.com/next',
      linkedin: 'linkedin.com/company/next',
      description: 'Друга',
      time_zone: 'Europe/Berlin',
    };
    const given = { name: 'Next', phone: '044 555 01 42', ...all, website: 'https://next.example' };
    const { status, body } = await owner.post('/space/new_space/', given);
    expect(status).toBe(201);
    const { access } = (await owner.post('/space/change_current_space/', { space_pk: body.id })).body;
    const founded = await new Client(world, access).get(`/space/space/${body.id}/`);
    expect(founded.body).toMatchObject({ name: 'Next', phone: '+380445550142', ...all });
    const refused = await own
      .as('admin')
      .post('/space/new_space/', { name: 'Next', phone: '12', website: 'no' });
    expect(refused.body).toMatchObject({
      phone: ['Invalid phone format'],
      website: ['Invalid web address'],
    });
  });

  test('is told everything that is wrong with it at once, and keeps what it was', async () => {
    const own = await aCompany();
    const path = `/space/space/${own.id}/`;
    const before = (await own.as('owner').get(path)).body;
    const wrong = { name: 'Changed', phone: '12', website: 'no address', facebook: 'https://example.com/me' };
    const refused = await own.as('owner').patch(path, wrong);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      phone: ['Invalid phone format'],
      website: [expect.any(String)],
      facebook: [expect.any(String)],
    });
    expect((await own.as('owner').get(path)).body).toEqual(before);
  });

  test('that the vendor has blocked lets nobody in', async () => {
    const own = await aCompany();
    await givePassword(own.people.owner);
    await asSystem(['update companies set blocked_at = now() where id = $1', [own.id]]);
    expect((await own.as('owner').get('/accounts/user_info/')).body.code).toBe('account_blocked');
  });
});
