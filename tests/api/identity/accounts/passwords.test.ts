import { networkOf } from '../../../../worker/platform/http/network.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../../../factories/world.ts';
import {
  address,
  aRegisteredOwner,
  givePassword,
  mailTo,
  PASSWORD,
  register,
  registration,
  sentMails,
  signIn,
  tokenIn,
} from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';
import { longPauses } from '../../../factories/pauses.ts';

beforeAll(() => longPauses(world));

const NEW = 'Nova-storinka-9';
const ask = (username: string) => anonymous.post('/accounts/password_reset/', { username });
const reset = (token: string, new_password = NEW) =>
  anonymous.post('/accounts/password_reset/confirm/', { token, new_password });
const renew = (token: string) => anonymous.post('/accounts/renew_link/', { token });
const age = (token_of: string, interval: string) =>
  asSystem([
    `update one_time_tokens set expires_at = expires_at - $2::interval, created_at = created_at - $2::interval
       where user_id = (select id from users where email = $1)`,
    [token_of, interval],
  ]);

describe('a forgotten password', () => {
  test('is set anew by a link that works once, ends all sessions and signs in', async () => {
    const { email, confirmed } = await aRegisteredOwner({ name: 'Затишна оселя' });
    expect(await ask(email.toUpperCase())).toMatchObject({ status: 201, body: {} });
    const mail = await mailTo(email, /Новий пароль/);
    expect(mail.links[0]).toMatch(/^https:\/\/osnova\.test\/accounts\/password-reset\?token=/);
    const token = tokenIn(mail);
    expect((await anonymous.post('/accounts/password_reset/link/', { token })).body).toEqual({
      email,
      phone: null,
      first_name: 'Олена',
      last_name: 'Коваль',
      language: 'uk',
    });
    expect(await reset(token, 'коваль-2026')).toMatchObject({
      status: 400,
      body: { new_password: ['The password must contain at least one capital letter'] },
    });
    expect(await reset(token, 'Коваль-2026')).toMatchObject({
      status: 400,
      body: { new_password: ['The password is too similar to the name or phone'] },
    });
    expect(await reset(token, 'Затишна-2026')).toMatchObject({
      status: 400,
      body: { new_password: ['The password is too similar to the name of the company or the product'] },
    });
    const done = await reset(token);
    expect(done.status).toBe(200);
    expect((await new Client(world, done.body.access).get('/accounts/user_info/')).status).toBe(200);
    const before = new Client(world, confirmed.body.access);
    expect((await before.get('/accounts/user_info/')).body.code).toBe('session_ended');
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEW)).status).toBe(200);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { token: ['The password reset link is no longer valid'] },
    });
    expect((await mailTo(email, /безпеці/)).text).toContain('Пароль змінено');
  });

  test('answers a known and an unknown account alike, and writes to nobody else', async () => {
    const { email } = await aRegisteredOwner();
    const nobody = address('nobody');
    expect(await ask(nobody)).toEqual(await ask(email));
    await mailTo(email, /Новий пароль/);
    expect(await sentMails(nobody)).toEqual([]);
  });

  test('of somebody who has not begun yet sends the link that is missing instead', async () => {
    const body = registration();
    await register(body);
    await mailTo(body.email);
    await ask(body.email);
    const [latest, first] = await sentLinks(body.email, 2);
    expect([latest, first].every((link) => link!.includes('/accounts/email-confirmation?'))).toBe(true);
    const company = await aCompany();
    const email = address('invited');
    await company.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
    await mailTo(email);
    await ask(email);
    const link = tokenIn(await mailTo(email, /Завершіть/));
    expect((await anonymous.post('/accounts/invitation/', { token: link })).body.email).toBe(email);
  });

  test('does not get round a second factor', async () => {
    const company = await aCompany();
    const person = company.people.student;
    await givePassword(person);
    await asSystem(["insert into totp_secrets (user_id, secret) values ($1, 'sealed')", [person.id]]);
    await ask(person.email);
    const done = await reset(tokenIn(await mailTo(person.email, /Новий пароль/)));
    expect(done.body).toEqual({ two_factor: ['totp'], ticket: expect.any(String) });
  });

  test('opens the door again to who locked it by guessing', async () => {
    const { email } = await aRegisteredOwner();
    for (let failure = 0; failure < 5; failure += 1) await signIn(email, 'Wrong-2026');
    expect((await signIn(email)).status).toBe(429);
    await ask(email);
    await reset(tokenIn(await mailTo(email, /Новий пароль/)));
    expect((await signIn(email, NEW)).status).toBe(200);
  });

  test('can be asked for by strangers as often as they like: the mailbox gets five, and whose it is the link', async () => {
    const { email } = await aRegisteredOwner();
    const nobody = address('nobody');
    for (let asked = 0; asked < 8; asked += 1) {
      const answer = await ask(email);
      expect(answer.status).toBe(201);
      expect(await ask(nobody)).toEqual(answer);
    }
    const mails = await asSystem<{ id: number }>([
      "select id from mails where recipient = $1 and subject like 'Новий пароль%'",
      [email],
    ]);
    expect(mails).toHaveLength(5);
    const done = await reset(tokenIn(await mailTo(email, /Новий пароль/)));
    expect(done.status).toBe(200);
  });

  test('is refused for a while to a network that asks for many', async () => {
    const from = (host: number) => ({ 'CF-Connecting-IP': `2001:db8:${host.toString(16)}:1::${host}` });
    const network = 8;
    const askFrom = (host: number) =>
      anonymous.post('/accounts/password_reset/', { username: address('nobody') }, from(host));
    expect((await askFrom(network)).status).toBe(201);
    await asSystem([
      `update sign_in_failures set failures = 49
         where key = 'reset-address:' || encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [networkOf(from(network)['CF-Connecting-IP'])],
    ]);
    expect((await askFrom(network)).status).toBe(201);
    expect(await askFrom(network)).toMatchObject({ status: 429, body: { code: 'slow_down' } });
    expect((await askFrom(network + 1)).status).toBe(201);
  });
});

async function sentLinks(email: string, count: number): Promise<string[]> {
  const links = async () => (await sentMails(email)).map((mail) => mail.links[0]!);
  await expect.poll(async () => (await links()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
  return links();
}

describe('a link that is expired, used or replaced', () => {
  test('of a password reset says so and is renewed', async () => {
    const { email } = await aRegisteredOwner();
    await ask(email);
    const token = tokenIn(await mailTo(email, /Новий пароль/));
    await age(email, '61 minutes');
    for (const path of ['link', 'confirm']) {
      const body = path === 'link' ? { token } : { token, new_password: NEW };
      expect(await anonymous.post(`/accounts/password_reset/${path}/`, body)).toMatchObject({
        status: 400,
        body: { token: ['The password reset link is no longer valid'] },
      });
    }
    expect((await renew(token)).status).toBe(201);
    const links = await sentLinks(email, 3);
    expect((await reset(new URL(links[0]!).searchParams.get('token')!)).status).toBe(200);
  });

  test('of a confirmation is renewed until the address is confirmed', async () => {
    const body = registration();
    await register(body);
    const token = tokenIn(await mailTo(body.email));
    await age(body.email, '4 days');
    const confirm = (given: string) => anonymous.post('/accounts/email_confirmation/', { token: given });
    expect((await confirm(token)).status).toBe(400);
    expect((await renew(token)).status).toBe(201);
    const [link] = await sentLinks(body.email, 2);
    expect((await confirm(new URL(link!).searchParams.get('token')!)).status).toBe(200);
    expect(await renew(token)).toMatchObject({
      status: 400,
      body: { token: ['Confirmation token is incorrect'] },
    });
  });

  test('of an invitation is renewed until it is accepted or the person is taken out', async () => {
    const company = await aCompany();
    const email = address('invited');
    const invited = await company.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
    const token = tokenIn(await mailTo(email));
    await age(email, '8 days');
    expect((await anonymous.post('/accounts/invitation/', { token })).status).toBe(400);
    expect((await renew(token)).status).toBe(201);
    await mailTo(email, /Завершіть/);
    expect((await company.as('owner').delete(`/accounts/memberships/${invited.body.id}/`)).status).toBe(204);
    expect((await renew(token)).status).toBe(400);
    const fresh = tokenIn(await mailTo(email, /Завершіть/));
    expect((await anonymous.post('/accounts/invitation/', { token: fresh })).status).toBe(400);
  });

  test('that never was is refused', async () => {
    expect((await renew('nothing')).status).toBe(400);
  });

  test('is replaced by a newer one of its kind', async () => {
    const { email } = await aRegisteredOwner();
    await ask(email);
    const first = tokenIn(await mailTo(email, /Новий пароль/));
    await ask(email);
    await sentLinks(email, 3);
    expect((await reset(first)).status).toBe(400);
  });
});

test('signing in before the address is confirmed sends the confirmation again, at most once a minute', async () => {
  const body = registration();
  await register(body);
  await mailTo(body.email);
  expect((await signIn(body.email)).body.code).toBe('email_not_verified');
  await age(body.email, '2 minutes');
  expect((await signIn(body.email)).body.code).toBe('email_not_verified');
  expect(await sentLinks(body.email, 2)).toHaveLength(2);
});

describe('changing the password', () => {
  test('needs the old one, ends the other sessions and keeps this one', async () => {
    const { email, confirmed } = await aRegisteredOwner({ name: 'Затишна оселя' });
    const here = new Client(world, confirmed.body.access);
    const there = new Client(world, (await signIn(email)).body.access);
    const change = (old_password: string, new_password: string) =>
      here.post('/accounts/change_password/', { old_password, new_password });
    expect(await change('Wrong-2026', NEW)).toMatchObject({
      status: 400,
      body: { old_password: ['Wrong password'] },
    });
    expect(await change(PASSWORD, '12345678')).toMatchObject({
      status: 400,
      body: { new_password: ['This password is entirely numeric'] },
    });
    expect(await change(PASSWORD, 'Затишна-2026')).toMatchObject({
      status: 400,
      body: { new_password: ['The password is too similar to the name of the company or the product'] },
    });
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({
      status: 400,
      body: { new_password: ['This is the password you have'] },
    });
    expect((await change(PASSWORD, NEW)).status).toBe(204);
    expect((await here.get('/accounts/user_info/')).status).toBe(200);
    expect((await there.get('/accounts/user_info/')).body.code).toBe('session_ended');
    expect((await signIn(email, NEW)).status).toBe(200);
  });

  test('is no way to guess it', async () => {
    const { confirmed } = await aRegisteredOwner();
    const here = new Client(world, confirmed.body.access);
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        here.post('/accounts/change_password/', { old_password: `Guess-${n}`, new_password: NEW }),
      ),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

describe('sessions', () => {
  test('are listed with device and activity, and end one by one or all but this one', async () => {
    const company = await aCompany();
    const person = company.people.student;
    await givePassword(person);
    const devices = ['Phone/1.0', 'Desktop/2.0'];
    const clients = [];
    for (const device of devices) {
      const { body } = await anonymous.post(
        '/accounts/token/',
        { username: person.email, password: PASSWORD },
        { 'User-Agent': device },
      );
      clients.push(new Client(world, body.access));
    }
    const [phone, desktop] = clients as [Client, Client];
    const { body: sessions } = await desktop.get('/accounts/sessions/');
    expect(sessions).toMatchObject([
      { device: 'Desktop/2.0', current: true },
      { device: 'Phone/1.0', current: false },
      { device: '', current: false },
    ]);
    expect((await desktop.delete(`/accounts/sessions/${sessions[1].id}/`)).status).toBe(204);
    expect((await phone.get('/accounts/user_info/')).status).toBe(401);
    expect((await desktop.delete(`/accounts/sessions/${sessions[1].id}/`)).status).toBe(404);
    expect((await company.as('owner').delete(`/accounts/sessions/${sessions[0].id}/`)).status).toBe(404);
    expect((await desktop.delete('/accounts/sessions/')).status).toBe(204);
    expect((await person.client.get('/accounts/user_info/')).status).toBe(401);
    expect((await desktop.get('/accounts/sessions/')).body).toHaveLength(1);
  });
});

test('hashes of before are read, and made anew at the next sign-in', async () => {
  const company = await aCompany();
  const person = company.people.student;
  // scrypt of RFC 7914's kind with p=5 and one round, over the peppered password.
  const { scryptSync, createHmac } = await import('node:crypto');
  const { env } = await import('cloudflare:workers');
  const pepper = (env as unknown as { PASSWORD_PEPPER: string }).PASSWORD_PEPPER;
  const salt = Buffer.alloc(16, 7);
  const peppered = createHmac('sha256', pepper).update(PASSWORD).digest();
  const key = scryptSync(peppered, salt, 32, { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  await asSystem([
    'insert into credentials (user_id, password_hash) values ($1, $2)',
    [person.id, `$scrypt$ln=14,r=8,p=5$${plain(salt)}$${plain(key)}`],
  ]);
  expect((await signIn(person.email)).status).toBe(200);
  const [kept] = await asSystem<{ password_hash: string }>([
    'select password_hash from credentials where user_id = $1',
    [person.id],
  ]);
  expect(kept!.password_hash).toMatch(/^\$scrypt\$ln=14,r=8,p=1,t=1\$/);
  expect((await signIn(person.email)).status).toBe(200);
});
