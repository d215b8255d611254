import { describe, expect, test } from 'vitest';
import type { Company } from '../../../factories/company.ts';
import { address, mailTo, sentMails } from '../../../support/api/accounts.ts';
import { aDirectory, Directory, entraUser } from '../../../support/api/directories.ts';
import { confirmLongAgo } from '../../../support/api/somebody.ts';
import { countAnyTrips } from '../../../support/api/trips.ts';
import { aCompany, asSystem, fetchFrom } from '../../../support/api/world.ts';
import { heldUntilAwaited } from '../../../support/api/held.ts';

const trips = countAnyTrips();
const at = '/space/directory/';

describe('tokens of a directory', () => {
  test('are shown once, kept as a hash, and told of in the history without it', async () => {
    const company = await aCompany();
    const { token, id } = await aDirectory(company);
    const { body } = await company.as('admin').get(at);
    expect(body).toMatchObject({
      address: expect.stringMatching(/^https?:\/\/[^/]+\/scim\/v2$/),
      people: 0,
      tokens: [{ id, name: 'Entra ID', prefix: token!.slice(0, -39), last_used_at: null, works: true }],
    });
    expect((await company.as('owner').delete(`${at}tokens/${id}/`)).status).toBe(204);
    const kept = await asSystem<{ all: string }>([
      `select (select json_agg(t)::text from directory_tokens t where company_id = $1)
              || (select json_agg(h)::text from history h where company_id = $1) as all`,
      [company.id],
    ]);
    expect(kept[0]!.all).toContain('revoked_at');
    expect(kept[0]!.all).not.toContain(token!.slice(-39));
    const { body: history } = await company.as('owner').get('/history/history/');
    expect(history.results.slice(0, 2).map((entry: { part: object }) => entry.part)).toEqual([
      { kind: 'directory_token', label: 'Entra ID', role: null, effect: 'changed' },
      { kind: 'directory_token', label: 'Entra ID', role: null, effect: 'added' },
    ]);
    expect(JSON.stringify(history)).not.toMatch(/token_hash/);
    const [{ id: entry }] = history.results;
    expect((await company.as('owner').get(`/history/history/${entry}/restore/`)).body.code).toBe(
      'restore_impossible',
    );
  });

  test('are told of to all owners of the company by mail, and to nobody else', async () => {
    const company = await aCompany();
    const { owner, admin } = company.people;
    const [other, blocked] = [await company.aPerson('admin'), await company.aPerson('admin')];
    await asSystem([
      `update memberships set user_types = '{owner,admin,trainer,student}',
           blocked_at = case when user_id = $2 then now() end
         where company_id = $1 and user_id in ($2, $3)`,
      [company.id, blocked.id, other.id],
    ]);
    const invited = { email: address('invited'), first_name: 'А', last_name: 'Б', user_types: ['owner'] };
    expect((await company.as('owner').post('/accounts/user/', invited)).status).toBe(201);
    const { token } = await aDirectory(company, 'HR <1>');
    for (const { email } of [owner, other]) {
      const mail = await mailTo(email);
      expect(mail.text).toContain('«HR <1>»');
      expect(mail.text).not.toMatch(/[{}]/);
      expect(JSON.stringify(mail)).toContain('HR &lt;1&gt;');
      expect(JSON.stringify(mail)).not.toContain(token!.slice(-39));
    }
    for (const { email } of [admin, blocked]) expect(await sentMails(email)).toEqual([]);
    expect((await sentMails(invited.email.toLowerCase())).filter(({ text }) => text.includes('HR'))).toEqual(
      [],
    );
  });

  test('are made by the owner alone, soon after the password, five at most', async () => {
    const company = await aCompany();
    const make = (as: 'owner' | 'admin') => company.as(as).post(`${at}tokens/`, { name: 'Okta' });
    expect((await make('admin')).status).toBe(403);
    await confirmLongAgo(company.people.owner);
    expect((await make('owner')).body.code).toBe('password_confirmation_required');
    await asSystem([
      'update sessions set confirmed_at = now() where id = $1',
      [company.people.owner.session],
    ]);
    const made = await Promise.all(Array.from({ length: 8 }, () => make('owner')));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await make('owner')).text).toContain('No more than 5 tokens');
  });

  test('are counted with one that another is making meanwhile', async () => {
    const company = await aCompany();
    const make = () => company.as('owner').post(`${at}tokens/`, { name: 'Okta' });
    for (let count = 0; count < 4; count += 1) await make();
    const own = `from directory_tokens where company_id = ${company.id}`;
    const companyRow = `from companies where id = ${company.id} for no key update`;
    const making = heldUntilAwaited(
      companyRow,
      `insert into directory_tokens (company_id, name, prefix, token_hash, created_by, created_at)
         select company_id, name, prefix, 'of another', created_by, created_at ${own} limit 1`,
      `(select count(*) ${own}) > 4`,
    );
    await expect.poll(() => asSystem([`select id ${companyRow} skip locked`])).toEqual([]);
    expect((await make()).text).toContain('No more than 5 tokens');
    await making;
  });

  test('open nothing once revoked, nor what is not theirs, and nothing else opens their door', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    expect((await directory.get('/Users')).status).toBe(200);
    const session = new Directory(company.as('owner').token);
    const garbage = [
      '',
      'x',
      `${directory.token}x`,
      `osnova_${company.id + 1}${directory.token!.slice(-44)}`,
    ];
    for (const other of [session, new Directory(null), ...garbage.map((token) => new Directory(token))])
      for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig', '/Nothing'])
        expect(await other.get(path)).toMatchObject({ status: 401, body: { status: '401' } });
    // Pasted with something more it is none, which is no sign that none was sent.
    const pasted = await new Directory(`${directory.token}x`).get('/Users');
    expect(pasted.body.detail).toContain('the whole token');
    for (const path of ['/accounts/user_info/', '/accounts/user/', '/space/directory/']) {
      const answer = await fetchFrom('https://osnova.test', `/api/v1${path}`, {
        headers: { Authorization: `Bearer ${directory.token}` },
      });
      expect(answer.status).toBe(401);
    }
    await company.as('owner').delete(`${at}tokens/${directory.id}/`);
    expect((await directory.get('/Users')).status).toBe(401);
  });

  test.each([
    [
      'its maker owns the company no more',
      `update memberships set user_types = '{admin,trainer,student}'
       where company_id = $1 and user_id = (select owner_id from companies where id = $1)`,
    ],
    [
      'its maker is blocked',
      `update memberships set blocked_at = now()
       where company_id = $1 and user_id = (select owner_id from companies where id = $1)`,
    ],
    ['the company is blocked', 'update companies set blocked_at = now() where id = $1'],
    ['the company is deleted', 'update companies set deleted_at = now() where id = $1'],
    [
      'its maker lacks the second factor asked of staff',
      `update companies set second_factor_required = true
       where id = $1`,
    ],
  ])('open nothing when %s', async (_, change) => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    await asSystem([change, [company.id]]);
    expect((await directory.get('/Users')).status).toBe(401);
    expect((await directory.post('/Users', entraUser(address('late')))).status).toBe(401);
  });

  test('reach the people and groups of their own company alone', async () => {
    const [own, other] = await Promise.all([aCompany(), aCompany()]);
    const directory = await aDirectory(own);
    const [group, theirs] = [await other.aGroup(), other.people.student];
    const missing = await directory.get('/Users/2147483000');
    expect(missing.status).toBe(404);
    const on = (path: string) => [
      directory.get(path),
      directory.put(path, { ...entraUser(address('taken')), displayName: 'Taken' }),
      directory.patch(path, ['replace', 'active', false]),
      directory.delete(path),
    ];
    for (const answer of await Promise.all([...on(`/Users/${theirs.id}`), ...on(`/Groups/${group.id}`)]))
      expect([answer.status, answer.text]).toEqual([404, missing.text]);
    expect((await directory.find(`id eq "${theirs.id}"`)).totalResults).toBe(0);
    expect((await directory.find(`userName eq "${theirs.email}"`)).totalResults).toBe(0);
    const mine = await own.aGroup();
    expect(
      await directory.patch(`/Groups/${mine.id}`, ['add', 'members', [{ value: String(theirs.id) }]]),
    ).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
  });

  test('each call is one round trip, and is noted once a minute', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const email = address('trip');
    const made = await trips(() => directory.post('/Users', entraUser(email)));
    const id = `/Users/${made.answer.body.id}`;
    const calls = [
      () => directory.get('/Users'),
      () => directory.get(`/Users?filter=userName%20eq%20%22${email}%22`),
      () => directory.get('/Schemas'),
      () => directory.get(id),
      () => directory.put(id, entraUser(email, { active: false })),
      () => directory.patch(id, ['Replace', 'active', 'True']),
      () => directory.get('/Groups'),
      () => directory.delete(id),
    ];
    expect(made.trips).toBe(1);
    for (const call of calls) expect((await trips(call)).trips).toBe(1);
    const { body } = await company.as('owner').get(at);
    expect(body.tokens[0].last_used_at).not.toBeNull();
  });
});

interface Refusal {
  id: number;
  call: string;
  subject: string;
  code: string;
  detail: string;
}

describe('what a directory was refused', () => {
  const refusals = async (company: Company) => (await company.as('admin').get(at)).body.refusals as Refusal[];

  test('names people and groups as they are known here, and what could not be taken', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const [group, { student }] = [await company.aGroup(), company.people];
    await directory.patch(`/Users/${student.id}`, ['replace', 'title', 'x'.repeat(201)]);
    await directory.delete(`/Users/${company.people.admin.id}`);
    await directory.patch(`/Groups/${group.id}`, ['add', 'members', [{ value: 'nobody' }]]);
    await directory.patch('/Users/2147483000', ['replace', 'active', false]);
    await expect.poll(() => refusals(company)).toHaveLength(4);
    const told = new Map((await refusals(company)).map((one) => [one.subject, one]));
    expect(told.get('2147483000')).toMatchObject({ call: 'PATCH Users', code: 'not_found', detail: '' });
    expect(told.get(group.name)).toMatchObject({ call: 'PATCH Groups', detail: 'There is no member nobody' });
    expect(told.get(company.people.admin.email)).toMatchObject({ code: 'user_not_manageable', detail: '' });
    expect(told.get(student.email)).toMatchObject({
      code: 'invalidValue',
      detail: 'title is not a text that can be kept',
    });
  });

  test('says nothing of people and groups of another company', async () => {
    const [company, other] = await Promise.all([aCompany(), aCompany()]);
    const directory = await aDirectory(company);
    const group = await other.aGroup();
    await directory.delete(`/Groups/${group.id}`);
    await directory.patch(`/Users/${other.people.student.id}`, ['replace', 'active', 'perhaps']);
    await directory.patch(`/Groups/${group.id}`, ['replace', 'displayName', '']);
    await expect.poll(() => refusals(company)).toHaveLength(2);
    const numbers = [group.id, other.people.student.id].map(String);
    expect((await refusals(company)).map(({ subject }) => subject).toSorted()).toEqual(numbers.toSorted());
  });

  test('stands there once, however often the directory comes back with it', async () => {
    const company = await aCompany();
    const directory = await aDirectory(company);
    const other = `/Users/${company.people.student.id}`;
    await directory.patch(other, ['replace', 'active', 'perhaps']);
    await expect.poll(() => refusals(company)).toHaveLength(1);
    for (let round = 0; round < 3; round++) {
      const [{ id: last }] = (await refusals(company)) as [Refusal];
      await directory.delete(`/Users/${company.people.owner.id}`);
      await expect.poll(async () => (await refusals(company))[0]!.id).toBeGreaterThan(last);
    }
    expect((await refusals(company)).map(({ call }) => call).toSorted()).toEqual([
      'DELETE Users',
      'PATCH Users',
    ]);
  });
});
