import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createApp } from '../../../../worker/app.ts';
import { signContent } from '../../../../worker/learning/packages/content/content-token.ts';
import { issueDispatched } from '../../../../worker/platform/secrets/access-token.ts';
import type { Env } from '../../../../worker/platform/context.ts';
import type { keptOf } from '../../../../worker/platform/secrets/tokens.ts';
import { newToken, TOKENS, type StoredPurpose } from '../../../../worker/platform/secrets/tokens.ts';
import { Authenticator } from '../../../factories/authenticator.ts';
import type { Person } from '../../../factories/company.ts';
import { Client, type Answer } from '../../../factories/world.ts';
import { givePassword } from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, fetchFrom, world } from '../../../support/api/world.ts';

type Purpose = keyof typeof TOKENS;

/** Every call that takes a token, by the purpose it takes. A challenge travels inside a key's answer. */
const TAKEN_BY: Record<
  Exclude<Purpose, 'widget' | 'dispatch'>,
  Record<string, (token: string) => Promise<Answer>>
> = {
  access: {
    'GET sessions': async (token) => {
      const answer = await new Client(world, token).get('/accounts/sessions/');
      // Whoever came from another system is known, and has no business here.
      return { ...answer, status: answer.status === 403 ? 401 : answer.status };
    },
  },
  dispatch_files: {
    'GET media': async (token) => {
      const answer = await world.fetch(`/api/v1/media/2000000000/?ticket=${token}`, { method: 'GET' });
      // The file is not there.
      return { status: answer.status === 404 ? 200 : answer.status } as Answer;
    },
  },
  package: {
    'player of packages': async (token) => {
      const answer = await fetchFrom('https://content.osnova.test', `/${token}/player`);
      // Such an address is nobody's; of the right one the material is not there.
      return { status: (await answer.text()) === 'Not found' ? 401 : 200 } as Answer;
    },
  },
  second_factor: {
    'totp/login': (ticket) => anonymous.post('/accounts/totp/login/', { ticket, code: '123456' }),
    'u2f/login': async (ticket) =>
      anonymous.post('/accounts/u2f/login/', { ticket, credential: await signed('x') }),
    'u2f/login/challenge': (ticket) => anonymous.post('/accounts/u2f/login/challenge/', { ticket }),
  },
  key_registration: {
    'u2f/create': async (challenge) => {
      const credential = await (await Authenticator.make()).create({ challenge }, ORIGIN);
      return person.client.post('/accounts/u2f/create/', { name: 'Key', credential });
    },
  },
  key_sign_in: {
    'u2f/login': async (challenge) =>
      anonymous.post('/accounts/u2f/login/', {
        ticket: await aTicket(),
        credential: await signed(challenge),
      }),
  },
  password_reset: {
    'password_reset/link': (token) => anonymous.post('/accounts/password_reset/link/', { token }),
    'password_reset/confirm': (token) =>
      anonymous.post('/accounts/password_reset/confirm/', { token, new_password: 'Nova-storinka-9' }),
  },
  invitation: {
    invitation: (token) => anonymous.post('/accounts/invitation/', { token }),
    'invitation/decline': (token) => anonymous.post('/accounts/invitation/decline/', { token }),
    finish_registration: (token) =>
      anonymous.post('/accounts/finish_registration/', {
        token,
        first_name: 'A',
        last_name: 'B',
        password: 'Nova-storinka-9',
        privacy_policy: true,
      }),
  },
  email_confirmation: {
    email_confirmation: (token) => anonymous.post('/accounts/email_confirmation/', { token }),
  },
  email_change: {
    change_email: (token) => person.client.post('/accounts/change_email/', { token }),
  },
};

const ORIGIN = 'https://osnova.test';
let person: Person;
let key: Authenticator;
let company: Awaited<ReturnType<typeof aCompany>>;

const signed = (challenge: string) => key.get({ challenge }, ORIGIN);

/** A live token of a purpose for the person of this file. */
async function aToken(purpose: Purpose): Promise<string> {
  if (purpose === 'access') return person.client.token!;
  if (purpose === 'widget') return (await person.client.post('/accounts/sleekplan_token/')).body.token;
  if (purpose === 'dispatch' || purpose === 'dispatch_files') {
    const { sid } = decodeJwt(person.client.token!) as { sid: number };
    const login = {
      session_id: sid,
      user_id: person.id,
      company_id: company.id,
      user_type: 'student' as const,
    };
    const tokens = await issueDispatched(
      { JWT_SECRET: world.jwtSecret } as Env,
      { ...login, only_course: 1 },
      new Date(Date.now() + 3_600_000).toISOString(),
    );
    return purpose === 'dispatch' ? tokens.access : tokens.ticket;
  }
  if (purpose === 'package') {
    const token = {
      session: (decodeJwt(person.client.token!) as { sid: number }).sid,
      user_type: 'student' as const,
      company: company.id,
      user: person.id,
      material: 1,
      package: 1,
      try: 0,
      dispatched: false,
    };
    return signContent({ JWT_SECRET: world.jwtSecret } as Env, token, new Date().toISOString());
  }
  const { secret, kept } = newToken(purpose);
  await keep(kept);
  return secret;
}
const aTicket = () => aToken('second_factor');

const keep = async (kept: ReturnType<typeof keptOf>) =>
  asSystem([
    'select keep_token($1::jsonb, $2, $3)',
    [
      JSON.stringify(kept),
      ...(kept.purpose === 'invitation' ? [await aRecord(), company.id] : [person.id, null]),
    ],
  ]);

/** Somebody without an e-mail whom the company has written down. */
async function aRecord(): Promise<number> {
  const [made] = await asSystem<{ id: number }>([
    `with made as (insert into users (record_of, phone) values ($1, '+380501112233') returning id)
     insert into memberships (company_id, user_id, user_types) select $1, id, '{student}' from made returning user_id as id`,
    [company.id],
  ]);
  return made!.id;
}

test('no call takes a token of another purpose, and each takes its own', async () => {
  company = await aCompany();
  person = await company.aPerson('student');
  await givePassword(person);
  key = await Authenticator.make();
  const options = await person.client.post('/accounts/u2f/challenge/');
  const credential = await key.create(options.body, ORIGIN);
  expect((await person.client.post('/accounts/u2f/create/', { name: 'Key', credential })).status).toBe(201);

  let refused = 0;
  for (const given of Object.keys(TOKENS) as Purpose[]) {
    for (const [taken, calls] of Object.entries(TAKEN_BY)) {
      if (taken === given) continue;
      for (const [name, call] of Object.entries(calls)) {
        await asSystem(["delete from sign_in_failures where key = 'factor:' || $1::integer", [person.id]]);
        const { status } = await call(await aToken(given));
        expect({ given, name, refused: status === 400 || status === 401 }).toEqual({
          given,
          name,
          refused: true,
        });
        refused += 1;
      }
    }
  }
  expect(refused).toBeGreaterThan(60);

  const own = async (purpose: keyof typeof TAKEN_BY, name: string) =>
    (await TAKEN_BY[purpose][name]!(await aToken(purpose))).status;
  expect(await own('access', 'GET sessions')).toBe(200);
  expect(await own('dispatch_files', 'GET media')).toBe(200);
  expect(await own('package', 'player of packages')).toBe(200);
  expect(await own('key_registration', 'u2f/create')).toBe(201);
  expect(await own('password_reset', 'password_reset/link')).toBe(200);
  expect(await own('invitation', 'invitation')).toBe(200);
  expect(await own('second_factor', 'u2f/login/challenge')).toBe(201);
  expect(await own('password_reset', 'password_reset/confirm')).toBe(200);
  // The key is a second factor, and no link in a mail signs in past one.
  expect(await own('email_confirmation', 'email_confirmation')).toBe(400);
});

test('an access token that was changed in any part is none', async () => {
  const { client } = await (await aCompany()).aPerson('student');
  const [header, payload, signature] = client.token!.split('.') as [string, string, string];
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { space: number };
  const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
  for (const changed of [
    `${header}.${payload}.${flipped}`,
    `${header}.${payload}.`,
    `${part({ alg: 'none' })}.${payload}.`,
    `${header}.${part({ ...claims, space: claims.space + 1 })}.${signature}`,
  ]) {
    const answer = await new Client(world, changed).get('/accounts/user_info/');
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  }
  expect((await client.get('/accounts/user_info/')).status).toBe(200);
});

test.each([
  ['one that has expired', { exp: -1, nbf: -60 }],
  ['one that does not hold yet', { exp: 120, nbf: 60 }],
  ['one that never ends', { nbf: -60 }],
])('%s opens nothing', async (_name, { exp, nbf }: { exp?: number; nbf: number }) => {
  const { client } = await (await aCompany()).aPerson('student');
  const now = Math.floor(Date.now() / 1000);
  const again = (claims: { nbf: number; exp?: number }) =>
    new SignJWT({ ...decodeJwt(client.token!), exp: undefined, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(world.jwtSecret));
  const ask = (token: string) => new Client(world, token).get('/accounts/user_info/');
  expect((await ask(await again({ nbf: now - 60, exp: now + 60 }))).status).toBe(200);
  const token = await again({ nbf: now + nbf, ...(exp !== undefined && { exp: now + exp }) });
  expect(await ask(token)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
});

test('every call with a field for a token or ticket is in the table above', () => {
  const named = createApp()
    .endpoints.filter(({ body }) => {
      const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {});
      return fields.includes('token') || fields.includes('ticket');
    })
    .map(({ path }) => path.replace('/api/v1/accounts/', '').replace('/api/v1/', ''));
  const known = new Set(Object.values(TAKEN_BY).flatMap((calls) => Object.keys(calls)));
  // A provider's token is not one of ours, and a link is renewed whatever its purpose.
  const apart = ['renew_link', 'auth/convert-token', 'social_links'];
  expect(named.filter((path) => !known.has(path)).sort()).toEqual(apart.sort());
});

test.each(Object.entries(TOKENS).filter(([, { kind }]) => kind === 'stored'))(
  'a token for %s is kept hashed and for its lifetime',
  async (purpose, { lifetime }) => {
    const { secret, kept } = newToken(purpose as StoredPurpose);
    await asSystem(['select keep_token($1::jsonb, $2)', [JSON.stringify(kept), person.id]]);
    const rows = await asSystem<{ seconds: number }>([
      `select round(extract(epoch from expires_at - created_at))::integer as seconds
         from one_time_tokens where token_hash = $1 and purpose = $2`,
      [kept.hash, purpose],
    ]);
    expect(rows).toEqual([{ seconds: lifetime }]);
    expect(await asSystem(['select from one_time_tokens t where t::text like $1', [`%${secret}%`]])).toEqual(
      [],
    );
  },
);

test('the help widget’s token says who somebody is, for an hour, in the product of their language', async () => {
  const { body } = await company.as('trainer').post('/accounts/sleekplan_token/');
  expect(body.product_id).toBe('111');
  const { payload } = await jwtVerify(
    body.token,
    new TextEncoder().encode('widget-key-of-the-tests-32-bytes!'),
    {
      audience: 'widget',
    },
  );
  expect(payload).toMatchObject({ id: company.people.trainer.id, mail: company.people.trainer.email });
  expect(payload.exp! - payload.iat!).toBe(TOKENS.widget.lifetime);
  await company.as('trainer').patch('/accounts/user_info/', { language: 'de' });
  expect((await company.as('trainer').post('/accounts/sleekplan_token/')).body.product_id).toBe('222');
});

test('calls that anybody may make are limited per address', async () => {
  const from = { 'CF-Connecting-IP': '198.51.100.7' };
  const ask = () => anonymous.post('/accounts/renew_link/', {}, from);
  const statuses = new Set<number>();
  // The minute may turn meanwhile, and the count with it.
  for (let calls = 0; calls < 1300 && !statuses.has(429); calls += 20) {
    for (const { status } of await Promise.all(Array.from({ length: 20 }, ask))) statuses.add(status);
  }
  expect([...statuses]).toEqual([400, 429]);
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect((await anonymous.post('/accounts/renew_link/', {})).status).toBe(400);
});
