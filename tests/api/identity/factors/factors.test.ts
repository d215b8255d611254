import { generate } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../../../factories/authenticator.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { Client } from '../../../factories/world.ts';
import { givePassword, mailTo, sentMails, PASSWORD, signIn } from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

const ORIGIN = 'https://osnova.test';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

/** A student with a password. */
async function aStudent(): Promise<Person> {
  const person = await company.aPerson('student');
  await givePassword(person);
  return person;
}

/** Sets up an authenticator app; `code` gives a fresh code, since each opens once. */
async function withTotp(person: Person) {
  const { body } = await person.client.post('/accounts/totp/create/');
  const secret = body.secret as string;
  const now = Math.floor(Date.now() / 1000);
  const codeAt = (seconds: number) => generate({ secret, epoch: now + seconds });
  // One of the half minute before would be refused as soon as the next one begins.
  const verified = await person.client.post('/accounts/totp/verify/', { code: await codeAt(0) });
  expect(verified.status).toBe(200);
  await asSystem(['update totp_secrets set last_step = 0 where user_id = $1', [person.id]]);
  return { secret, codeAt, recovery: verified.body.recovery_codes as string[] };
}

const ticketOf = async (person: Person) => (await signIn(person.email)).body.ticket as string;
const loginTotp = (ticket: string, code: string) => anonymous.post('/accounts/totp/login/', { ticket, code });

async function withKey(person: Person, name = 'Ключ') {
  const key = await Authenticator.make();
  const options = await person.client.post('/accounts/u2f/challenge/');
  expect(options.status).toBe(201);
  const credential = await key.create(options.body, ORIGIN);
  const created = await person.client.post('/accounts/u2f/create/', { name, credential });
  return { key, created, credential };
}

async function keyAnswer(key: Authenticator, ticket: string, origin = ORIGIN) {
  const options = await anonymous.post('/accounts/u2f/login/challenge/', { ticket });
  return key.get(options.body, origin);
}
const loginU2f = (ticket: string, credential: object) =>
  anonymous.post('/accounts/u2f/login/', { ticket, credential });

describe('an authenticator app', () => {
  test('asks for a code after the password, takes each code once, and is told about by mail', async () => {
    const person = await aStudent();
    const { codeAt, recovery } = await withTotp(person);
    expect(recovery).toHaveLength(10);
    expect((await mailTo(person.email)).text).toContain('застосунком');
    const first = await signIn(person.email);
    expect(first.body).toEqual({ two_factor: ['totp'], ticket: expect.any(String) });
    const code = await codeAt(0);
    const signedIn = await loginTotp(first.body.ticket, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(signedIn.status).toBe(200);
    const client = new Client(world, signedIn.body.access);
    expect((await client.get('/accounts/user_info/')).body.email).toBe(person.email);
    expect(await loginTotp(first.body.ticket, await codeAt(30))).toMatchObject({
      status: 400,
      body: { non_field_errors: ['The sign-in took too long, please start again'] },
    });
    const again = await ticketOf(person);
    expect(await loginTotp(again, code)).toMatchObject({
      status: 400,
      body: { code: ['The code is incorrect'] },
    });
    expect((await loginTotp(again, await codeAt(30))).status).toBe(200);
  });

  test('counts from the first right code on, and not before', async () => {
    const person = await aStudent();
    await person.client.post('/accounts/totp/create/');
    expect(await person.client.post('/accounts/totp/verify/', { code: '000000' })).toMatchObject({
      status: 400,
      body: { code: ['The code is incorrect'] },
    });
    expect((await signIn(person.email)).body).toHaveProperty('access');
  });

  test('keeps its key for whoever comes back to setting it up, for a quarter of an hour', async () => {
    const person = await aStudent();
    const begin = async () => (await person.client.post('/accounts/totp/create/')).body;
    const begun = await begin();
    expect(await begin()).toEqual(begun);
    await asSystem([
      `update totp_secrets set pending_since = now() - interval '16 minutes' where user_id = $1`,
      [person.id],
    ]);
    const later = await begin();
    expect(later.secret).not.toBe(begun.secret);
    expect(later.otpauth_url).toContain(later.secret);
    // Nor is it that of an app that is on.
    const { secret } = await withTotp(person);
    expect(secret).toBe(later.secret);
    expect((await begin()).secret).not.toBe(secret);
  });

  test('works on while another one is set up', async () => {
    const person = await aStudent();
    const { codeAt } = await withTotp(person);
    await person.client.post('/accounts/totp/create/');
    expect((await loginTotp(await ticketOf(person), await codeAt(0))).status).toBe(200);
  });

  test('gives new recovery codes to whoever never got the answer with the first', async () => {
    const person = await aStudent();
    const { codeAt, recovery: lost } = await withTotp(person);
    const verify = async () => person.client.post('/accounts/totp/verify/', { code: await codeAt(0) });
    const old = "update sessions set confirmed_at = now() - interval '16 minutes' where id = $1";
    await asSystem([old, [person.session]]);
    expect((await verify()).body.code).toBe('password_confirmation_required');
    await person.client.post('/accounts/confirm_password/', { password: PASSWORD });
    const { recovery_codes: seen } = (await verify()).body;
    expect(seen).toHaveLength(10);
    expect((await loginTotp(await ticketOf(person), lost[0]!)).status).toBe(400);
    expect((await loginTotp(await ticketOf(person), seen[0])).status).toBe(200);
    // Used, or of another factor too: somebody has them.
    expect((await verify()).body.recovery_codes).toBeNull();
    const other = await aStudent();
    await withKey(other);
    const { codeAt: ofOther } = await withTotp(other);
    const again = await other.client.post('/accounts/totp/verify/', { code: await ofOther(0) });
    expect(again.body.recovery_codes).toBeNull();
    await asSystem([
      `update totp_secrets set since = now() - interval '11 minutes' where user_id = $1`,
      [person.id],
    ]);
    expect((await verify()).body.code).toEqual(['The code is incorrect']);
  });

  test('gives way to a recovery code, once, however it is typed', async () => {
    const person = await aStudent();
    const { recovery } = await withTotp(person);
    const typed = ` ${recovery[0]!.toUpperCase().replace('-', ' ')} `;
    expect((await loginTotp(await ticketOf(person), typed)).status).toBe(200);
    expect((await loginTotp(await ticketOf(person), recovery[0]!)).status).toBe(400);
    const { body } = await person.client.get('/accounts/security/');
    expect(body).toMatchObject({ two_factor: ['totp'], recovery_codes_left: 9, security_keys: [] });
    const renewed = await person.client.post('/accounts/recovery_codes/');
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await loginTotp(await ticketOf(person), recovery[1]!)).status).toBe(400);
    expect((await loginTotp(await ticketOf(person), renewed.body.recovery_codes[0])).status).toBe(200);
  });

  test('tells of a sign-in with a recovery code: when, where, and how many are left', async () => {
    const person = await aStudent();
    const { recovery } = await withTotp(person);
    const body = { ticket: await ticketOf(person), code: recovery[3]! };
    const browser =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
    const { status } = await anonymous.post('/accounts/totp/login/', body, { 'User-Agent': browser });
    expect(status).toBe(200);
    const newest = async () => (await sentMails(person.email))[0]?.text;
    await expect.poll(newest).toContain('Лишилося кодів: 9.');
    const circumstances =
      /Коли: \d\d\.\d\d\.\d{4}, \d\d:\d\d \(Київ, GMT\+[23]\)\. Пристрій: Chrome · Windows\./;
    expect(await newest()).toMatch(circumstances);
  });

  test('locks after a few wrong codes, also with a new ticket each time', async () => {
    const person = await aStudent();
    const { codeAt } = await withTotp(person);
    for (let failure = 0; failure < 5; failure += 1) await loginTotp(await ticketOf(person), '123456');
    expect(await loginTotp(await ticketOf(person), await codeAt(0))).toMatchObject({
      status: 429,
      body: { code: 'slow_down' },
    });
  });

  test('can be turned off, which leaves the password and drops the recovery codes', async () => {
    const person = await aStudent();
    await withTotp(person);
    expect((await person.client.delete('/accounts/totp/')).status).toBe(204);
    expect((await person.client.delete('/accounts/totp/')).status).toBe(404);
    expect((await signIn(person.email)).body).toHaveProperty('access');
    expect((await person.client.get('/accounts/security/')).body.recovery_codes_left).toBe(0);
  });

  test('keeps its secret from whoever reads the database', async () => {
    const person = await aStudent();
    const { secret, recovery } = await withTotp(person);
    const [row] = await asSystem<{ all: string }>([
      `select concat((select string_agg(t::text, '') from totp_secrets t where user_id = $1),
                     (select string_agg(r::text, '') from recovery_codes r where user_id = $1)) as all`,
      [person.id],
    ]);
    expect(row!.all).not.toContain(secret);
    for (const code of recovery) expect(row!.all).not.toContain(code.replace('-', ''));
  });
});

describe('a security key', () => {
  test('signs in after the password, has a name, and can be removed', async () => {
    const person = await aStudent();
    const { key, created } = await withKey(person, 'YubiKey на ключах');
    expect(created.status).toBe(201);
    expect(created.body.recovery_codes).toHaveLength(10);
    const first = await signIn(person.email);
    expect(first.body.two_factor).toEqual(['u2f']);
    const { ticket } = first.body;
    expect((await loginU2f(ticket, await keyAnswer(key, ticket))).status).toBe(200);
    const { id } = created.body;
    expect((await person.client.patch(`/accounts/u2f/${id}/`, { name: 'Запасний' })).status).toBe(204);
    const { body } = await person.client.get('/accounts/security/');
    expect(body.security_keys).toEqual([
      { id, name: 'Запасний', created_at: expect.any(String), last_used_at: expect.any(String) },
    ]);
    expect((await person.client.delete(`/accounts/u2f/${id}/`)).status).toBe(204);
    expect((await signIn(person.email)).body).toHaveProperty('access');
  });

  test('opens nothing with an answer used before, of another page, or of a copy', async () => {
    const person = await aStudent();
    const { key } = await withKey(person);
    const ticket = await ticketOf(person);
    const refused = { status: 400, body: { non_field_errors: ['The security key was not accepted'] } };
    expect(await loginU2f(ticket, await keyAnswer(key, ticket, 'https://evil.test'))).toMatchObject(refused);
    const answer = await keyAnswer(key, ticket);
    expect((await loginU2f(ticket, answer)).status).toBe(200);
    const next = await ticketOf(person);
    expect(await loginU2f(next, answer)).toMatchObject(refused);
    // A challenge belongs to the ticket it was made for.
    const other = await ticketOf(person);
    expect(await loginU2f(next, await keyAnswer(key, other))).toMatchObject(refused);
    key.counter -= 2;
    expect(await loginU2f(next, await keyAnswer(key, next))).toMatchObject(refused);
    key.counter += 5;
    expect((await loginU2f(next, await keyAnswer(key, next))).status).toBe(200);
  });

  test('belongs to one person, and its registration to who asked for it', async () => {
    const [person, other] = [await aStudent(), await aStudent()];
    const { credential, key } = await withKey(person);
    expect(await other.client.post('/accounts/u2f/create/', { name: 'Same', credential })).toMatchObject({
      status: 400,
      body: { non_field_errors: ['The security key was not accepted'] },
    });
    const options = await other.client.post('/accounts/u2f/challenge/');
    const taken = await key.create(options.body, ORIGIN);
    expect(
      await other.client.post('/accounts/u2f/create/', { name: 'Same', credential: taken }),
    ).toMatchObject({
      status: 400,
      body: { non_field_errors: ['This security key is already registered'] },
    });
    const challenge = await person.client.post('/accounts/u2f/challenge/');
    const stolen = await (await Authenticator.make()).create(challenge.body, ORIGIN);
    expect((await other.client.post('/accounts/u2f/create/', { name: 'X', credential: stolen })).status).toBe(
      400,
    );
    expect((await other.client.get('/accounts/security/')).body.security_keys).toEqual([]);
  });

  test('stands beside an authenticator app, and either one is enough', async () => {
    const person = await aStudent();
    const { codeAt } = await withTotp(person);
    const { key, created } = await withKey(person);
    // Whoever has recovery codes keeps them.
    expect(created.body.recovery_codes).toBeNull();
    expect((await signIn(person.email)).body.two_factor).toEqual(['totp', 'u2f']);
    expect((await loginTotp(await ticketOf(person), await codeAt(0))).status).toBe(200);
    const ticket = await ticketOf(person);
    expect((await loginU2f(ticket, await keyAnswer(key, ticket))).status).toBe(200);
  });
});

test('what protects an account changes only soon after its owner proved to be there', async () => {
  const person = await aStudent();
  const { created } = await withKey(person);
  await withTotp(person);
  const old = "update sessions set confirmed_at = now() - interval '16 minutes' where id = $1";
  await asSystem([old, [person.session]]);
  const calls: [string, string][] = [
    ['POST', '/accounts/totp/create/'],
    ['DELETE', '/accounts/totp/'],
    ['POST', '/accounts/recovery_codes/'],
    ['POST', '/accounts/u2f/challenge/'],
    ['DELETE', `/accounts/u2f/${created.body.id}/`],
    ['DELETE', '/accounts/social_links/google/'],
  ];
  for (const [method, path] of calls) {
    const answer = await person.client.send(method, path);
    expect({ path, status: answer.status, code: answer.body?.code }).toEqual({
      path,
      status: 403,
      code: 'password_confirmation_required',
    });
  }
  expect(await person.client.post('/accounts/confirm_password/', { password: 'Wrong-2026' })).toMatchObject({
    status: 400,
    body: { password: ['Wrong password'] },
  });
  expect((await person.client.post('/accounts/confirm_password/', { password: PASSWORD })).status).toBe(204);
  expect((await person.client.delete('/accounts/totp/')).status).toBe(204);
});
