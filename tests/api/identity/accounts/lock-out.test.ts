import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import { anonymous, aCompany, asSystem, world } from '../../../support/api/world.ts';
import { givePassword, mailTo, PASSWORD, tokenIn } from '../../../support/api/accounts.ts';
import { longPauses } from '../../../factories/pauses.ts';

beforeAll(() => longPauses(world));

let company: Company;
let person: Person;
beforeEach(async () => {
  company = await aCompany();
  person = await company.aPerson('student');
  await givePassword(person);
});

interface From {
  cookie?: string;
  address?: string;
}

/** A try to sign in, as a browser sends it, and the cookie that it is to keep. */
async function signIn(username: string, password: string, { cookie, address }: From = {}) {
  const response = await world.fetch('/api/v1/accounts/token/', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(cookie && { Cookie: cookie }),
      ...(address && { 'CF-Connecting-IP': address }),
    },
    body: JSON.stringify({ username, password }),
  });
  const set = response.headers.get('Set-Cookie');
  return { status: response.status, set, cookie: set?.split(';')[0], body: await response.text() };
}

const guess = async (times: number, from: From = {}) => {
  for (let time = 0; time < times; time += 1) await signIn(person.email, `Wrong-${time}-2026`, from);
};
/** What the address of a test counts, as if many had failed there. */
const failed = (key: string, failures: number) =>
  asSystem([
    "update sign_in_failures set failures = $2 where key = 'address:' || encode(sha256(convert_to($1, 'UTF8')), 'hex')",
    [key, failures],
  ]);

describe('a device on which the account signed in before', () => {
  test('is known by a cookie that no script reads and no other site or call gets', async () => {
    const { set, status } = await signIn(person.email, PASSWORD);
    expect(status).toBe(200);
    expect(set).toMatch(
      /^__Secure-device=[\w-]{20,}; Path=\/api\/v1\/accounts; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
    );
    // Once is enough, and it does not change.
    expect((await signIn(person.email, PASSWORD, { cookie: set!.split(';')[0]! })).set).toBeNull();
    expect((await signIn(person.email, 'Wrong-2026')).set).toBeNull();
  });

  test('is let in however often strangers fail, anywhere and at its own address', async () => {
    const address = '198.51.100.1';
    const { cookie } = await signIn(person.email, PASSWORD, { address });
    await guess(1, { address });
    await failed(address, 300);
    await guess(1, { address });
    await guess(6);
    expect((await signIn(person.email, PASSWORD)).status).toBe(429);
    expect((await signIn(person.email, PASSWORD, { address })).status).toBe(429);
    expect((await signIn(person.email, PASSWORD, { address, cookie: cookie! })).status).toBe(200);
  });

  test('counts its own failures, and does not open the door to others by signing in', async () => {
    const { cookie } = await signIn(person.email, PASSWORD);
    await guess(5, { cookie: cookie! });
    expect((await signIn(person.email, PASSWORD, { cookie: cookie! })).status).toBe(429);
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  });

  test('says nothing of another account', async () => {
    const { cookie } = await signIn(person.email, PASSWORD);
    const other = await company.aPerson('student');
    await givePassword(other);
    for (let time = 0; time < 5; time += 1) await signIn(other.email, 'Wrong-2026', { cookie: cookie! });
    expect((await signIn(other.email, PASSWORD, { cookie: cookie! })).status).toBe(429);
    expect((await signIn(other.email, PASSWORD)).status).toBe(429);
  });

  test('serves several people; nobody plants a secret they know', async () => {
    const planted = '__Secure-device=known-to-a-stranger';
    const { cookie } = await signIn(person.email, PASSWORD, { cookie: planted });
    expect(cookie).toBeDefined();
    expect(cookie).not.toBe(planted);
    await guess(5);
    expect((await signIn(person.email, PASSWORD, { cookie: planted })).status).toBe(429);
    const other = await company.aPerson('student');
    await givePassword(other);
    expect(await signIn(other.email, PASSWORD, { cookie: cookie! })).toMatchObject({
      status: 200,
      set: null,
    });
    for (const { email } of [person, other])
      expect((await signIn(email, PASSWORD, { cookie: cookie! })).status).toBe(200);
  });

  test('is forgotten with the person, and when twenty others came after it', async () => {
    const { cookie } = await signIn(person.email, PASSWORD);
    await asSystem([
      "insert into known_devices (user_id, device_hash, last_used_at) select $1, $2 || n, now() + interval '1 s' from generate_series(1, 20) n",
      [person.id, unique('device')],
    ]);
    expect((await signIn(person.email, PASSWORD, { cookie: '__Secure-device=x' })).status).toBe(200);
    await guess(5);
    expect((await signIn(person.email, PASSWORD, { cookie: cookie! })).status).toBe(429);
    await asSystem(['select erase_people(array[$1::integer])', [person.id]]);
    await asSystem(['update users set erased_at = coalesce(erased_at, now()) where id = $1', [person.id]]);
    expect(await asSystem(['select from known_devices where user_id = $1', [person.id]])).toEqual([]);
  });
});

describe('failures', () => {
  test('of one IPv6 network count together, of another apart', async () => {
    const net = '2001:db8:7';
    await guess(1, { address: `${net}:1::1` });
    await failed(`${net}:1::/64`, 49);
    await guess(1, { address: `${net}:1:ffff::2` });
    const other = await company.aPerson('student');
    await givePassword(other);
    expect((await signIn(other.email, PASSWORD, { address: `${net}:1:aa::3` })).status).toBe(429);
    expect((await signIn(other.email, PASSWORD, { address: `${net}:2::3` })).status).toBe(200);
  });

  test('of strangers are told to known and unknown accounts alike', async () => {
    const nobody = `${unique('nobody').replace(/\s/g, '-')}@example.com`;
    for (let time = 0; time < 5; time += 1) {
      const [one, other] = await Promise.all([
        signIn(person.email, 'Wrong-2026', { cookie: '__Secure-device=x' }),
        signIn(nobody, 'Wrong-2026', { cookie: '__Secure-device=x' }),
      ]);
      expect(one).toEqual(other);
    }
    expect((await signIn(nobody, PASSWORD)).status).toBe(429);
  });

  test('never keep anybody from a new password by mail, which opens the door and makes the device known', async () => {
    const address = '198.51.100.2';
    await guess(6, { address });
    await failed(address, 300);
    await guess(1, { address });
    expect((await signIn(person.email, PASSWORD, { address })).status).toBe(429);
    const asked = await anonymous.post(
      '/accounts/password_reset/',
      { username: person.email },
      { 'CF-Connecting-IP': address },
    );
    expect(asked.status).toBe(201);
    const token = tokenIn(await mailTo(person.email, /Новий пароль/));
    const response = await world.fetch('/api/v1/accounts/password_reset/confirm/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
      body: JSON.stringify({ token, new_password: 'Nova-storinka-9' }),
    });
    expect(response.status).toBe(200);
    const cookie = response.headers.get('Set-Cookie')!.split(';')[0]!;
    await guess(6, { address });
    expect((await signIn(person.email, 'Nova-storinka-9', { address, cookie })).status).toBe(200);
  });
});
