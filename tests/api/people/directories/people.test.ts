import { describe, expect, test, vi } from 'vitest';
import { Client } from '../../../factories/world.ts';
import { accessOf } from '../../../factories/world.ts';
import {
  acceptInvitation,
  address,
  mailTo,
  PASSWORD,
  sentMails,
  tokenIn,
} from '../../../support/api/accounts.ts';
import { aDirectory, entraUser } from '../../../support/api/directories.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The membership behind a person of a directory, with the account or record. */
const kept = async (company: { id: number }, email: string) => {
  const [row] = await asSystem<Record<string, unknown>>([
    `select m.*, u.record_of, u.email, u.first_name, u.last_name, u.language, u.phone
       from memberships m join users u on u.id = m.user_id
       where m.company_id = $1 and u.email = $2 order by m.deleted_at desc nulls first limit 1`,
    [company.id, email],
  ]);
  return row!;
};

describe('a person whom a directory brings', () => {
  test('is invited with what it typed, by the name of who made its token, and told back to it', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const email = address('Olena').toLowerCase();
    const made = await directory.post('/Users', entraUser(email));
    expect(made.status).toBe(201);
    expect(made.headers.get('Content-Type')).toBe('application/scim+json');
    expect(made.headers.get('Location')).toBe(made.body.meta.location);
    expect(made.body).toMatchObject({
      userName: email,
      externalId: `e-${email}`,
      active: true,
      name: { givenName: 'Олена', familyName: 'Коваль' },
      emails: [{ value: email, type: 'work', primary: true }],
      phoneNumbers: [{ value: '+380671234567' }],
      title: 'Інженерка',
      roles: [{ value: 'student', primary: true }],
      [ENTERPRISE]: { department: 'Цех 4' },
    });
    expect((await directory.get(`/Users/${made.body.id}`)).body).toEqual(made.body);
    expect(await kept(company, email)).toMatchObject({
      record_of: company.id,
      accepted_at: null,
      invited_by: company.people.owner.id,
      user_types: ['student'],
    });
    const mail = await mailTo(email);
    expect(mail.text).toContain('{'.slice(1));
    expect(mail.text).not.toMatch(/\{(company|inviter|places|until)\}/);
    expect((await anonymous.get(`/accounts/invitation/${tokenIn(mail)}/`)).status).not.toBe(500);
  });

  test('comes in by their own will, and is known by the same number then, also by an account of another id', async () => {
    const [company, elsewhere] = await Promise.all([aCompany(), aCompany()]);
    const directory = await aDirectory(company);
    const { student } = elsewhere.people;
    await asSystem(['update users set email_verified = true where id = $1', [student.id]]);
    const { body: made } = await directory.post('/Users', entraUser(student.email));
    expect(made.name.familyName).toBe('Коваль');
    await acceptInvitation(student.client, company);
    const { body: now } = await directory.get(`/Users/${made.id}`);
    expect(now).toMatchObject({ id: made.id, userName: student.email, externalId: `e-${student.email}` });
    expect(Number(now.id)).not.toBe(student.id);
    expect((await directory.find(`userName eq "${student.email.toUpperCase()}"`)).Resources).toMatchObject([
      { id: made.id },
    ]);
    // The number is of this company: to the other one, whose they are too, it says nothing.
    const there_too = await aDirectory(elsewhere);
    expect((await there_too.get(`/Users/${made.id}`)).status).toBe(404);
    expect((await there_too.patch(`/Users/${made.id}`, ['Replace', 'active', false])).status).toBe(404);
    // What is their own stays, and is answered as it is.
    const changed = await directory.patch(
      `/Users/${made.id}`,
      ['Replace', 'name.familyName', 'Чуже'],
      ['Replace', 'userName', address('other')],
      ['Replace', 'title', 'Директорка'],
      ['Replace', `${ENTERPRISE}:department`, 'Дирекція'],
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { userName: student.email, title: 'Директорка', [ENTERPRISE]: { department: 'Дирекція' } },
    });
    expect(changed.body.name?.familyName).not.toBe('Чуже');
    const there = new Client(
      world,
      await accessOf(world, {
        session: student.session,
        user: student.id,
        company: company.id,
        user_type: 'student',
      }),
    );
    expect((await there.get('/accounts/user_info/')).status).toBe(200);
    expect((await directory.patch(`/Users/${made.id}`, ['Replace', 'active', 'False'])).body.active).toBe(
      false,
    );
    expect((await there.get('/course/course/')).body.code).toBe('account_blocked');
    expect((await directory.delete(`/Users/${made.id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${made.id}`)).status).toBe(404);
    expect((await elsewhere.as('student').get('/accounts/user_info/')).status).toBe(200);
  });

  test('who belongs to the company already is found by a filter, and not made again', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const { trainer } = company.people;
    expect(await directory.post('/Users', entraUser(trainer.email))).toMatchObject({
      status: 409,
      body: { status: '409', scimType: 'uniqueness' },
    });
    const [found] = (await directory.find(`userName eq "${trainer.email}"`)).Resources;
    expect(found).toMatchObject({ userName: trainer.email, roles: [{ value: 'trainer' }] });
    const linked = await directory.patch(`/Users/${found.id}`, ['Add', 'externalId', 'abc']);
    expect(linked.body.externalId).toBe('abc');
    expect(
      (await directory.find('externalId eq "abc" and emails[type eq "work"].value eq "x@y.example"'))
        .totalResults,
    ).toBe(0);
    expect((await directory.find('externalId eq "abc"')).Resources).toMatchObject([{ id: found.id }]);
    const { body } = await company.as('owner').get('/space/directory/');
    expect(body).toMatchObject({
      people: 1,
      refusals: [{ call: 'POST Users', subject: trainer.email, code: 'email_taken', token: 'Entra ID' }],
    });
    const email = address('twice');
    const both = await Promise.all([1, 2].map(() => directory.post('/Users', entraUser(email))));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  test('who is not active is blocked without a seat and without a mail, and invited once they are', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const email = address('later').toLowerCase();
    const [{ taken }] = (await asSystem<{ taken: number }>(
      [
        'update companies set licence_limit = (select used + pending from licences(id)) where id = $1',
        [company.id],
      ],
      ['select licence_limit as taken from companies where id = $1', [company.id]],
    )) as [{ taken: number }];
    const { body: made, status } = await directory.post('/Users', entraUser(email, { active: false }));
    expect([status, made.active]).toEqual([201, false]);
    expect(await sentMails(email)).toEqual([]);
    const activate = () => directory.patch(`/Users/${made.id}`, ['replace', undefined, { active: true }]);
    expect(await activate()).toMatchObject({ status: 400, body: { detail: 'No free licences left' } });
    expect((await directory.post('/Users', entraUser(address('full')))).status).toBe(400);
    await asSystem(['update companies set licence_limit = $2 where id = $1', [company.id, taken + 1]]);
    expect((await activate()).body.active).toBe(true);
    const { text } = await mailTo(email);
    const account = await anonymous.post('/accounts/finish_registration/', {
      token: tokenIn(await mailTo(email)),
      first_name: 'Олена',
      last_name: 'Коваль',
      password: PASSWORD,
      privacy_policy: true,
    });
    expect([text.length > 0, account.status]).toEqual([true, 200]);
    expect((await directory.get(`/Users/${made.id}`)).body).toMatchObject({ id: made.id, active: true });
  });

  test('of whom the address was a slip gets the invitation there, and the old link ends', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const [wrong, right] = [address('wrong').toLowerCase(), address('right').toLowerCase()];
    const { body: made } = await directory.post('/Users', entraUser(wrong));
    const old = tokenIn(await mailTo(wrong));
    const changed = await directory.patch(`/Users/${made.id}`, [
      'Replace',
      'emails[type eq "work"].value',
      right,
    ]);
    expect(changed.body).toMatchObject({ id: made.id, userName: right });
    const accept = (token: string) =>
      anonymous.post('/accounts/finish_registration/', {
        token,
        first_name: 'О',
        last_name: 'К',
        password: PASSWORD,
        privacy_policy: true,
      });
    expect((await accept(old)).status).toBe(400);
    expect((await accept(tokenIn(await mailTo(right)))).status).toBe(200);
  });

  test('has the roles that it gives, never the owner’s, and the owner is not its to block or remove', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const email = address('roles').toLowerCase();
    const { body: made } = await directory.post(
      '/Users',
      entraUser(email, { roles: [{ value: 'Manager' }] }),
    );
    const types = async () => (await kept(company, email))['user_types'];
    expect(await types()).toEqual(['manager', 'trainer', 'student']);
    const at = `/Users/${made.id}`;
    await directory.put(at, entraUser(email));
    expect(await types()).toEqual(['manager', 'trainer', 'student']);
    await directory.patch(
      at,
      ['add', 'roles', [{ value: 'admin' }]],
      ['remove', 'roles[value eq "manager"]'],
    );
    expect(await types()).toEqual(['admin', 'trainer', 'student']);
    await directory.patch(at, ['Add', 'roles[primary eq "True"].value', 'trainer']);
    expect(await types()).toEqual(['trainer', 'student']);
    await directory.patch(at, ['remove', 'roles']);
    expect(await types()).toEqual(['student']);
    expect((await directory.patch(at, ['replace', 'roles', [{ value: 'owner' }]])).status).toBe(400);
    const { owner, admin } = company.people;
    expect((await directory.patch(`/Users/${owner.id}`, ['Replace', 'active', false])).status).toBe(400);
    for (const one of [owner, admin]) {
      const refused = await directory.delete(`/Users/${one.id}`);
      // A 403 would be the token's, and end the directory's work with everybody.
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('be removed')]);
    }
    const kind = await directory.patch(
      `/Users/${owner.id}`,
      ['Replace', 'active', true],
      ['Replace', 'roles', []],
      ['Replace', 'title', 'Засновниця'],
    );
    expect(kind).toMatchObject({ status: 200, body: { title: 'Засновниця', roles: [], active: true } });
    expect((await kept(company, owner.email))['user_types']).toContain('owner');
  });

  test('is in the history by the maker of the token, as the directory’s doing', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    await directory.post('/Users', entraUser(address('told')));
    const { body } = await company.as('admin').get('/history/history/?section=users');
    expect(body.results[0]).toMatchObject({
      action: 'create',
      kind: 'directory',
      author: { id: company.people.owner.id },
      author_type: 'owner',
    });
  });

  test('is no import, which could be taken back', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const { body: made } = await directory.post('/Users', entraUser(address('steady')));
    await directory.patch(`/Users/${made.id}`, ['Replace', 'title', 'Директорка']);
    const { body } = await company.as('owner').get(`/accounts/user_data/${company.id}/imports/`);
    expect(body).toEqual([]);
  });
});

test('lists people in pages, and refuses what it cannot answer', async () => {
  const company = await aCompany();
  const directory = await aDirectory(company);
  const all = (await directory.get('/Users')).body;
  expect(all).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 5 });
  const { body: page } = await directory.get('/Users?startIndex=2&count=2&attributes=userName');
  expect(page).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
  expect(page.Resources).toEqual(
    all.Resources.slice(1, 3).map(({ schemas, id, userName }: Record<string, unknown>) => ({
      schemas,
      id,
      userName,
    })),
  );
  expect((await directory.get('/Users?count=0')).body).toMatchObject({ totalResults: 5, Resources: [] });
  const refused = async (path: string, scimType: string) =>
    expect(await directory.get(path)).toMatchObject({ status: 400, body: { scimType } });
  await refused('/Users?filter=title%20eq%20%22x%22', 'invalidFilter');
  await refused('/Users?filter=userName%20co%20%22x%22', 'invalidFilter');
  await refused('/Users?count=many', 'invalidValue');
  const bodies: [unknown, string][] = [
    [{}, 'invalidValue'],
    [{ userName: 'no address' }, 'invalidValue'],
    [[], 'invalidSyntax'],
    [entraUser(address('x'), { name: { givenName: 'x'.repeat(101) } }), 'invalidValue'],
  ];
  for (const [body, scimType] of bodies)
    expect(await directory.post('/Users', body)).toMatchObject({ status: 400, body: { scimType } });
  expect((await directory.send('PATCH', '/Users')).status).toBe(405);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  for (const path of ['/Bulk', '/.search', '/Users/.search'])
    expect((await directory.post(path, {})).status).toBe(501);
  // No failure of the product, which somebody would be called for.
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
  expect((await directory.get('/Users?startIndex=0&count=99999999999')).body.itemsPerPage).toBe(5);
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas', '/ResourceTypes/User'])
    expect((await directory.get(path)).status).toBe(200);
});
