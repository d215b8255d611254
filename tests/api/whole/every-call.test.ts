import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { unique, type Company } from '../../factories/company.ts';
import { address } from '../../support/api/accounts.ts';
import { countAnyTrips } from '../../support/api/trips.ts';
import { aCompany, anonymous, asSystem } from '../../support/api/world.ts';
import { anotherSession, CALLS, PICTURE, send, someThings } from './access/access-calls.ts';
import { ACCESS, PUBLIC } from './access/access-table.ts';

/** Calls of more than one round trip to the database, the most of each with its reason; all others take one at most. */
const MORE: Record<string, number> = {
  // Some for each table that the archive holds, since no answer holds all of a company.
  'GET /space/space/:id/export': Infinity,
  // The version is read, judged by the rules of questions, and written.
  'POST /bank/questions/:id/restore': 3,
  // Who is written to is known only when the person is found or made.
  'POST /accounts/user': 2,
  'POST /accounts/invite_user': 2,
  'POST /accounts/memberships': 2,
  // A draft is judged by the rules that the client judges it by, then published as it was judged.
  'POST /course/course/:id/form/:formId/publish': 2,
  // What a package said is judged by its items.
  'POST /course/course/:id/educational_material/:materialId/package/tries/:tryId/commit': 2,
  // The hash is compared in between.
  'POST /accounts/token': 2,
};

/** What anybody may call, with links that lead nowhere. */
const token = 'a'.repeat(43);
const password = 'Zorepad-2026';
const person = { first_name: 'Олена', last_name: 'Коваль', privacy_policy: true };
const PUBLIC_BODIES: Record<string, () => object | undefined> = {
  'POST /accounts/token': () => ({ username: address('nobody'), password }),
  'POST /accounts/email_confirmation': () => ({ token }),
  'POST /accounts/invitation': () => ({ token }),
  'POST /accounts/invitation/decline': () => ({ token }),
  'POST /accounts/finish_registration': () => ({ token, password, ...person }),
  'POST /accounts/password_reset': () => ({ username: address('nobody') }),
  'POST /accounts/password_reset/link': () => ({ token }),
  'POST /accounts/password_reset/confirm': () => ({ token, new_password: password }),
  'POST /accounts/renew_link': () => ({ token }),
  'POST /space/space_registration': () => ({
    name: unique('Made'),
    email: address('made'),
    password,
    ...person,
  }),
};
/** They ask nothing of the database, or not before a provider, a key or a ticket of ours has been believed. */
const WITHOUT = [
  'POST /dispatch/launch',
  'POST /accounts/totp/login',
  'POST /accounts/u2f/login/challenge',
  'POST /accounts/u2f/login',
  'GET /accounts/sign_in_options',
  'POST /auth/exchange-code',
  'POST /auth/convert-token',
];

let company: Company;
beforeAll(async () => {
  company = await aCompany();
  await env.FILES.put('no-file', PICTURE);
  // The first request of an isolate also asks whether the database is safe.
  await company.as('owner').get('/accounts/user_info/');
});

const counted = countAnyTrips();

const isMore = (call: string, trips: number) => trips > (MORE[call] ?? 1);

/** Of calls that went well, how many round trips each took; of those that never did, the most that a refusal took. */
const served = new Map<string, number>();
const refused = new Map<string, number>();

describe.each(['owner', 'student', 'trainer', 'manager', 'admin'] as const)('what %s may', (user_type) => {
  test('is counted, where nobody before them could', async () => {
    const who = await company.aPerson(user_type);
    const it = await someThings(company, { ...company.people, [user_type]: who });
    it.session = await anotherSession(company, who, user_type);
    await asSystem([
      `insert into credentials (user_id, password_hash) values ($1, 'of another password')`,
      [who.id],
    ]);
    for (const call of Object.keys(ACCESS)) {
      if (served.has(call)) continue;
      const { trips, answer } = await counted(() => send(who.client, call, CALLS[call]!(it, who)));
      if (call === 'POST /course/start_form_passing' && answer.status === 200) it.running = answer.body;
      if (answer.status < 300) served.set(call, trips);
      else if (answer.body?.code !== 'permission_denied')
        refused.set(call, Math.max(trips, refused.get(call) ?? 0));
    }
    expect([...served].filter(([call, trips]) => isMore(call, trips))).toEqual([]);
  });
});

test('what anybody may is one round trip', async () => {
  for (const call of PUBLIC.filter((each) => !WITHOUT.includes(each))) {
    const [method, path] = call.replace(':number', '2222-2222-2222').split(' ') as [string, string];
    const body = PUBLIC_BODIES[call]?.();
    const { trips } = await counted(() =>
      anonymous.send(method, path.startsWith('/api/') ? `/..${path.replace('/api', '')}` : path, body),
    );
    served.set(call, trips);
  }
  expect([...served].filter(([call, trips]) => isMore(call, trips))).toEqual([]);
});

test('no call is left out, nor takes more where it is refused', () => {
  const all = [...Object.keys(ACCESS), ...PUBLIC.filter((call) => !WITHOUT.includes(call))];
  const counts = all.map((call) => [call, served.get(call) ?? refused.get(call)] as const);
  expect(counts.filter(([call, trips]) => trips === undefined || isMore(call, trips))).toEqual([]);
});
