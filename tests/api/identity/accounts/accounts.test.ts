import { beforeAll, describe, expect, test } from 'vitest';
import { timeZone } from '../../../../worker/identity/companies/contract.ts';
import { Client } from '../../../factories/world.ts';
import {
  acceptInvitation,
  address,
  aRegisteredOwner,
  finishRegistration,
  mailTo,
  PASSWORD,
  profileOf,
  register,
  registration,
  signIn,
  tokenIn,
} from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';
import { longPauses } from '../../../factories/pauses.ts';

beforeAll(() => longPauses(world));

const aPhone = () => `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

describe('registering a company', () => {
  test('mails a link of the configured host that confirms the address once and signs in as owner', async () => {
    const body = registration();
    expect(await register(body)).toMatchObject({ status: 201, body: { email: body.email } });
    expect((await signIn(body.email)).body).toMatchObject({ code: 'email_not_verified' });
    const mail = await mailTo(body.email);
    expect(mail.links[0]).toMatch(/^https:\/\/osnova\.test\/accounts\/email-confirmation\?token=/);
    const confirm = (typed: object = { password: PASSWORD }) =>
      anonymous.post('/accounts/email_confirmation/', { token: tokenIn(mail), ...typed });
    expect(await confirm({ password: 'Zorepad-2027' })).toMatchObject({
      status: 400,
      body: { password: ['Wrong password'] },
    });
    const { body: profile } = await profileOf(await confirm());
    expect(profile).toMatchObject({
      email: body.email,
      email_verified: true,
      current_login_info: { type_user: 'owner' },
      spaces: [{ name: body.name }],
      licences: { used: 1, pending: 0, limit: null },
    });
    expect(await confirm()).toMatchObject({
      status: 400,
      body: { token: ['Confirmation token is incorrect'] },
    });
  });

  test('says where it is, which is Kyiv if nothing is said', async () => {
    const zoneOf = async (email: string) =>
      (
        await asSystem<{ time_zone: string }>([
          'select time_zone from companies c join users u on u.id = c.owner_id where u.email = $1',
          [email],
        ])
      ).map(({ time_zone }) => time_zone);
    const silent = await aRegisteredOwner();
    expect(await zoneOf(silent.email)).toEqual(['Europe/Kyiv']);
    const abroad = await aRegisteredOwner({ time_zone: 'Europe/Berlin' });
    expect(await zoneOf(abroad.email)).toEqual(['Europe/Berlin']);
    // The runtime knows the last two, the database does not.
    for (const time_zone of ['Europe/Nowhere', 'AET', 'US/Pacific-New']) {
      const refused = await register(registration({ time_zone }));
      expect(refused).toMatchObject({ status: 400, body: { time_zone: ['Invalid value'] } });
    }
  });

  test('a zone that is taken is one that the database knows too', async () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kyiv'];
    const unknown = await asSystem<{ zone: string }>([
      `select zone from unnest($1::text[]) zone
         where not exists (select from pg_timezone_names where lower(name) = lower(zone))`,
      [zones.filter((zone) => timeZone.safeParse(zone).success)],
    ]);
    expect(unknown).toEqual([]);
  });

  test('with a known e-mail says so in the words of the specification; a phone tells nothing', async () => {
    const phone = aPhone();
    const { email } = await aRegisteredOwner({ phone });
    const same = await register(registration({ email: email.toUpperCase() }));
    expect(same).toMatchObject({ status: 400, body: { email: ['user with this email already exists.'] } });
    expect((await register(registration({ phone: phone.slice(3) }))).status).toBe(201);
  });

  test.each([
    [{ privacy_policy: false }, { privacy_policy: ["You didn't agree to the Privacy Policy"] }],
    [{ privacy_policy: undefined }, { privacy_policy: ["You didn't agree to the Privacy Policy"] }],
    [{ name: undefined }, { name: ['Required field'] }],
    [{ name: '  ' }, { name: ['Required field'] }],
    [{ name: 'x'.repeat(201) }, { name: ['Too long'] }],
    [{ name: 5 }, { name: ['Invalid value'] }],
    [{ email: 'olena' }, { email: ['Invalid email format'] }],
    [
      { phone: '12', email: 'olena' },
      { phone: ['Invalid phone format'], email: ['Invalid email format'] },
    ],
    // With as many digits as a phone has it takes the plan of numbers to tell.
    [{ phone: '+380 00 000 00 00' }, { phone: ['Invalid phone format'] }],
    [{ password: '12345678' }, { password: ['This password is entirely numeric'] }],
    [{ password: 'Password1' }, { password: ['The password is too common'] }],
    [
      { phone: '+380 67 123 45 67', password: 'Zorepad0671234567' },
      { password: ['The password is too similar to the name or phone'] },
    ],
    [{ password: 'Коваль-2026' }, { password: ['The password is too similar to the name or phone'] }],
    [
      { name: 'Затишна оселя', password: 'Затишна-2026' },
      { password: ['The password is too similar to the name of the company or the product'] },
    ],
    [
      { password: 'Osnova-2026' },
      { password: ['The password is too similar to the name of the company or the product'] },
    ],
    [{ is_admin: true }, { is_admin: ['Unknown field'] }],
    [{ first_name: 'a\u0000b' }, { first_name: ['Invalid value'] }],
  ])('refuses %j', async (change, errors) => {
    const body = registration(change);
    expect(await register(body)).toMatchObject({ status: 400, body: errors });
    const [found] = await asSystem<{ count: number }>([
      'select count(*)::integer from users where email = $1',
      [body.email],
    ]);
    expect(found!.count).toBe(0);
  });

  test('does not take a body that is no JSON object', async () => {
    const send = (body: string, type = 'application/json') =>
      world.fetch('/api/v1/space/space_registration/', {
        method: 'POST',
        body,
        headers: { 'Content-Type': type },
      });
    expect((await send('{')).status).toBe(400);
    expect((await send('[]')).status).toBe(400);
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
  });
});

describe('signing in', () => {
  test('takes the e-mail in any case and the phone in any usual form', async () => {
    const digits = String(Date.now()).slice(-7);
    const { email } = await aRegisteredOwner({ phone: `067 ${digits}` });
    for (const username of [
      email,
      email.toUpperCase(),
      `+38067${digits}`,
      `067${digits}`,
      `38 (067) ${digits}`,
    ]) {
      expect({ username, status: (await signIn(username)).status }).toEqual({ username, status: 200 });
    }
  });

  test('answers an unknown account and a wrong password alike', async () => {
    const { email } = await aRegisteredOwner();
    const wrong = await signIn(email, 'Zorepad-2027');
    const unknown = await signIn(address('nobody'));
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, body: { detail: 'Incorrect username / password entered' } });
  });

  test('locks an account for a while after repeated failures, and says so', async () => {
    const { email } = await aRegisteredOwner();
    for (let failure = 0; failure < 5; failure += 1) await signIn(email, 'Wrong-2026');
    expect(await signIn(email)).toMatchObject({ status: 429, body: { code: 'slow_down' } });
    await asSystem([
      'update sign_in_failures set failures = 9, locked_until = null where key = account_key($1)',
      [email],
    ]);
    await signIn(email, 'Wrong-2026');
    expect(await signIn(email)).toMatchObject({
      status: 429,
      body: { detail: 'Too many attempts, try again in 15 min', code: 'too_many_attempts' },
    });
    const told = await world.fetch('/api/v1/accounts/token/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: email, password: PASSWORD }),
    });
    expect(told.headers.get('Retry-After')).toBe('900');
  });

  test('judges no more than a few of many passwords tried at once', async () => {
    const { email } = await aRegisteredOwner();
    const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => signIn(email, `Guess-${n}-2026`)));
    const judged = tries.filter(({ status }) => status === 401);
    expect(judged).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test('forgets failures with success, and lets an address fail more often than an account', async () => {
    const { email } = await aRegisteredOwner();
    const others = await Promise.all([aRegisteredOwner(), aRegisteredOwner()]);
    const from = { 'CF-Connecting-IP': '192.0.2.1' };
    const fail = (username: string) =>
      anonymous.post('/accounts/token/', { username, password: 'Wrong-2026' }, from);
    for (let failure = 0; failure < 4; failure += 1) await fail(email);
    expect((await signIn(email)).status).toBe(200);
    for (const other of others) await fail(other.email);
    expect((await fail(email)).status).toBe(401);
    await asSystem([
      "update sign_in_failures set failures = 49 where key = 'address:' || encode(sha256(convert_to($1, 'UTF8')), 'hex')",
      [from['CF-Connecting-IP']],
    ]);
    await fail(email);
    expect(await fail(others[0].email)).toMatchObject({ status: 429, body: { code: 'slow_down' } });
    expect((await signIn(others[0].email)).status).toBe(200);
  });

  test('ends with logging out', async () => {
    const { confirmed } = await aRegisteredOwner();
    const client = new Client(world, confirmed.body.access);
    expect((await client.post('/accounts/logout/')).status).toBe(204);
    expect(await client.get('/accounts/user_info/')).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
  });
});

describe('an invitation', () => {
  test('brings a new person into role and group, sets name and password, and works once', async () => {
    const company = await aCompany();
    const group = await company.aGroup({ students: [] });
    const email = address('student');
    const invited = await company.as('manager').post('/accounts/invite_user/', {
      email,
      user_type: 'student',
      group_ids: [group.id],
    });
    expect(invited.status).toBe(201);
    const token = tokenIn(await mailTo(email));
    expect((await anonymous.post('/accounts/invitation/', { token })).body).toMatchObject({ email });
    const accept = (change: object = {}) =>
      anonymous.post('/accounts/finish_registration/', {
        token,
        first_name: 'Іван',
        last_name: 'Ґава',
        password: 'Litak-nad-7',
        privacy_policy: true,
        ...change,
      });
    expect(await accept({ password: 'short' })).toMatchObject({ status: 400 });
    const { name } = (await company.as('owner').get(`/space/space/${company.id}/`)).body;
    expect(await accept({ password: `${name}-Q9` })).toMatchObject({
      status: 400,
      body: { password: ['The password is too similar to the name of the company or the product'] },
    });
    const { body: profile } = await profileOf(await accept());
    expect(profile).toMatchObject({
      first_name: 'Іван',
      user_types: ['student'],
      current_login_info: { type_user: 'student', space_pk: company.id },
    });
    expect(await accept()).toMatchObject({
      status: 400,
      body: { token: ['Confirmation token is incorrect'] },
    });
    const members = await company
      .as('owner')
      .get(`/study_group/group_member/?group=${group.id}&role=student`);
    expect(members.body.results).toMatchObject([{ email, role: 'student' }]);
    expect((await signIn(email, 'Litak-nad-7')).status).toBe(200);
  });

  test('of a person known elsewhere waits for them, and leaves name and password alone', async () => {
    const { email } = await aRegisteredOwner();
    const company = await aCompany();
    const invite = { email, user_type: 'trainer', first_name: 'Typed' };
    const { body: invited } = await company.as('owner').post('/accounts/invite_user/', invite);
    const shown = await company.as('owner').get(`/accounts/user/${invited.id}/`);
    expect(shown.body).toMatchObject({ first_name: 'Typed', last_name: '', activated: false });
    const client = new Client(world, (await signIn(email)).body.access);
    const { body } = await client.get('/accounts/user_info/');
    expect(body).toMatchObject({ first_name: 'Олена', invitations: 1 });
    expect(body.spaces).toHaveLength(1);
    const token = tokenIn(await mailTo(email, /Запрошення/));
    expect(await finishRegistration(token)).toMatchObject({
      status: 400,
      body: { email: expect.anything() },
    });
    const there = await acceptInvitation(client, company);
    expect((await there.get('/accounts/user_info/')).body).toMatchObject({
      first_name: 'Олена',
      current_login_info: { type_user: 'trainer', space_pk: company.id },
      invitations: 0,
    });
    expect((await company.as('owner').get(`/accounts/user/${invited.id}/`)).status).toBe(404);
    expect((await company.as('owner').get(`/accounts/user/${body.id}/`)).body.first_name).toBe('Олена');
  });

  test('needs the right to assign the role, a group in reach and a free licence', async () => {
    const company = await aCompany();
    const foreign = await company.aGroup({ managers: [], students: [] });
    const own = await company.aGroup({ students: [] });
    const invite = (user_type: string, group_ids: number[] = []) =>
      company
        .as('manager')
        .post('/accounts/invite_user/', { email: address('invited'), user_type, group_ids });
    expect(await invite('admin')).toMatchObject({ status: 403, body: { code: 'user_type_not_assignable' } });
    expect((await invite('student', [foreign.id])).status).toBe(404);
    await asSystem(['update companies set licence_limit = 5 where id = $1', [company.id]]);
    expect(await invite('student')).toMatchObject({
      status: 400,
      body: { group_ids: ['This list may not be empty.'] },
    });
    expect(await invite('student', [own.id])).toMatchObject({
      status: 400,
      body: { non_field_errors: ['No free licences left'] },
    });
    const [found] = await asSystem<{ count: number }>([
      'select count(*)::integer from memberships where company_id = $1',
      [company.id],
    ]);
    expect(found!.count).toBe(5);
  });
});

describe('a person with several roles', () => {
  test('switches between those held and to no other', async () => {
    const company = await aCompany();
    const switched = await company
      .as('trainer')
      .post('/accounts/change_current_user_type/', { user_type: 'student' });
    expect((await profileOf(switched)).body.current_login_info.type_user).toBe('student');
    expect(
      await company.as('trainer').post('/accounts/change_current_user_type/', { user_type: 'owner' }),
    ).toMatchObject({
      status: 403,
      body: { code: 'user_type_not_held' },
    });
  });

  test('changes own name and language', async () => {
    const company = await aCompany();
    const student = company.as('student');
    expect((await student.patch('/accounts/user_info/', { language: 'de', last_name: 'Ївга' })).status).toBe(
      204,
    );
    expect((await student.get('/accounts/user_info/')).body).toMatchObject({
      language: 'de',
      last_name: 'Ївга',
    });
    expect(await student.patch('/accounts/user_info/', { language: 'ru' })).toMatchObject({
      status: 400,
      body: { language: ['Not a valid choice'] },
    });
  });

  test('changes own phone, in any usual form, and is told of it by mail', async () => {
    const company = await aCompany();
    const { client, id, email } = company.people.student;
    const phone = aPhone();
    const typed = `${phone.slice(3, 6)} ${phone.slice(6, 9)}-${phone.slice(9)}`;
    expect((await client.patch('/accounts/user_info/', { phone: typed })).status).toBe(204);
    expect((await client.get('/accounts/user_info/')).body.phone).toBe(phone);
    expect((await mailTo(email)).text).toContain('телефон');
    expect(await client.patch('/accounts/user_info/', { phone: '12' })).toMatchObject({
      status: 400,
      body: { phone: ['Invalid phone format'] },
    });
    // Nobody learns that somebody else has it, and nobody takes it away.
    expect((await company.as('trainer').patch('/accounts/user_info/', { phone })).status).toBe(204);
    expect((await client.patch('/accounts/user_info/', { phone: '', last_name: 'Ївга' })).status).toBe(204);
    expect((await client.get('/accounts/user_info/')).body).toMatchObject({ phone: null, last_name: 'Ївга' });
    await client.patch('/accounts/user_info/', { phone });
    await asSystem(['update users set email = null where id = $1', [id]]);
    expect(await client.patch('/accounts/user_info/', { phone: ' ', last_name: 'Інша' })).toMatchObject({
      status: 400,
      body: { phone: ['Enter an e-mail or a phone'] },
    });
    expect((await client.get('/accounts/user_info/')).body).toMatchObject({ phone, last_name: 'Ївга' });
  });

  test('changes own phone only soon after the password was given', async () => {
    const company = await aCompany();
    const { client, session } = company.people.student;
    const phone = aPhone();
    await client.patch('/accounts/user_info/', { phone });
    await asSystem([
      "update sessions set confirmed_at = now() - interval '16 minutes' where id = $1",
      [session],
    ]);
    expect(await client.patch('/accounts/user_info/', { phone: aPhone() })).toMatchObject({
      status: 403,
      body: { code: 'password_confirmation_required' },
    });
    expect((await client.patch('/accounts/user_info/', { phone: '' })).status).toBe(403);
    expect((await client.patch('/accounts/user_info/', { phone, language: 'en' })).status).toBe(204);
    expect((await client.get('/accounts/user_info/')).body.phone).toBe(phone);
  });
});
