import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Company, Person } from '../../../factories/company.ts';
import { Client } from '../../../factories/world.ts';
import { address, givePassword, mailTo, signIn, tokenIn } from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem, world } from '../../../support/api/world.ts';

const NONCE = 'the secret of this browser';
const google = await generateKeyPair('RS256');
const stranger = await generateKeyPair('RS256');
const jwks = { keys: [{ ...(await exportJWK(google.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };

let company: Company;
let answers: Record<string, () => Response>;
const original = globalThis.fetch;
beforeAll(async () => {
  company = await aCompany();
});
beforeEach(() => {
  answers = {
    'https://google.test/jwks': () => Response.json(jwks),
    'https://facebook.test/jwks': () => Response.json(jwks),
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const answer = answers[url];
    return answer ? Promise.resolve(answer()) : original(input, init);
  });
});
afterEach(() => vi.restoreAllMocks());

interface Claims {
  subject?: string;
  email?: string;
  verified?: unknown;
  names?: object;
  issuer?: string;
  audience?: string | string[];
  /** The authorized party. */
  azp?: string;
  expires?: string;
  nonce?: string;
  key?: CryptoKey;
}

let serial = 0;
const aSubject = () => `subject-${Date.now()}-${(serial += 1)}`;

/** An identity token as the provider would sign it, with whatever a test makes wrong about it. */
function tokenWith(claims: Claims = {}): Promise<string> {
  const nonce = createHash('sha256')
    .update(claims.nonce ?? NONCE)
    .digest('base64url');
  return new SignJWT({
    email: claims.email,
    email_verified: 'verified' in claims ? claims.verified : true,
    ...claims.names,
    ...(claims.azp !== undefined && { azp: claims.azp }),
    nonce,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setSubject(claims.subject ?? aSubject())
    .setIssuer(claims.issuer ?? 'https://google.test')
    .setAudience(claims.audience ?? 'osnova-test')
    .setIssuedAt()
    .setExpirationTime(claims.expires ?? '1 hour')
    .sign(claims.key ?? google.privateKey);
}

const convert = (token: string, backend = 'google', along: object = {}) =>
  anonymous.post('/auth/convert-token/', { backend, token, nonce: NONCE, ...along });
const aStudent = () => company.aPerson('student');
const sessionsOf = async ({ id }: Person) =>
  (await asSystem(['select id from sessions where user_id = $1', [id]])).length;

describe('signing in with a provider', () => {
  test('finds the person by a verified e-mail, links them, and from then on by the provider’s id', async () => {
    const person = await aStudent();
    await givePassword(person);
    const subject = aSubject();
    const first = await convert(await tokenWith({ subject, email: person.email.toUpperCase() }));
    expect(first.status).toBe(200);
    const client = new Client(world, first.body.access);
    expect((await client.get('/accounts/user_info/')).body.id).toBe(person.id);
    expect((await mailTo(person.email, /безпеці/)).text).toContain('Прив’язано вхід через Google.');
    const moved = await convert(await tokenWith({ subject, email: 'elsewhere@example.com' }));
    expect((await new Client(world, moved.body.access).get('/accounts/user_info/')).body.id).toBe(person.id);
    const { body } = await client.get('/accounts/security/');
    expect(body.social_links).toMatchObject([{ backend: 'google', email: person.email }]);
  });

  test('refuses another account of the provider with the same e-mail, and says so', async () => {
    const person = await aStudent();
    expect((await convert(await tokenWith({ email: person.email }))).status).toBe(200);
    const before = await sessionsOf(person);
    const other = await convert(await tokenWith({ email: person.email }));
    expect(other).toMatchObject({
      status: 400,
      body: {
        non_field_errors: ['Another account is linked already'],
      },
    });
    expect(await sessionsOf(person)).toBe(before);
  });

  test.each<[string, Claims]>([
    ['made for another client', { audience: 'another' }],
    ['made for several that names none', { audience: ['osnova-test', 'another'] }],
    ['made for several by another client', { audience: ['osnova-test', 'another'], azp: 'another' }],
    ['whose authorized party is another', { azp: 'another' }],
    ['of another issuer', { issuer: 'https://evil.test' }],
    ['that is expired', { expires: '-2 minutes' }],
    ['signed with another key', { key: stranger.privateKey }],
    ['made for another browser', { nonce: 'another' }],
  ])('makes no session of a token %s', async (_what, claims) => {
    const person = await aStudent();
    const before = await sessionsOf(person);
    expect(await convert(await tokenWith({ email: person.email, ...claims }))).toMatchObject({
      status: 400,
      body: { non_field_errors: ['The sign-in with this provider was not accepted'] },
    });
    expect(await sessionsOf(person)).toBe(before);
  });

  test('takes a token for several that was made for us', async () => {
    const person = await aStudent();
    const claims = { audience: ['another', 'osnova-test'], azp: 'osnova-test' };
    expect((await convert(await tokenWith({ email: person.email, ...claims }))).status).toBe(200);
  });

  test.each([false, 'false', null, 'yes'])(
    'makes no session of an e-mail that the provider has not verified (%j)',
    async (verified) => {
      const person = await aStudent();
      expect(await convert(await tokenWith({ email: person.email, verified }))).toMatchObject({
        status: 400,
        body: { non_field_errors: ['No account belongs to this sign-in'] },
      });
    },
  );

  test('never makes an account, and takes no token without signature', async () => {
    const answer = await convert(await tokenWith({ email: `${aSubject()}@example.com` }));
    expect(answer.body).toEqual({ non_field_errors: ['No account belongs to this sign-in'] });
    const [, body] = (await tokenWith()).split('.');
    const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${body}.`;
    expect((await convert(none)).status).toBe(400);
    expect((await convert('no token at all')).status).toBe(400);
  });

  test('does not trust our own unverified e-mail either', async () => {
    const person = await aStudent();
    await asSystem(['update users set email_verified = false where id = $1', [person.id]]);
    expect((await convert(await tokenWith({ email: person.email }))).status).toBe(400);
  });

  test('still asks for the second factor, and tells a blocked person so', async () => {
    const person = await aStudent();
    await asSystem(["insert into totp_secrets (user_id, secret) values ($1, 'sealed')", [person.id]]);
    const answer = await convert(await tokenWith({ email: person.email }));
    expect(answer.body).toEqual({ two_factor: ['totp'], ticket: expect.any(String) });
    const blocked = await aStudent();
    await asSystem(['update users set blocked_at = now() where id = $1', [blocked.id]]);
    await asSystem([
      "insert into social_links (backend, subject, user_id) values ('google', $1, $2)",
      [`blocked-${blocked.id}`, blocked.id],
    ]);
    expect(await convert(await tokenWith({ subject: `blocked-${blocked.id}` }))).toMatchObject({
      status: 403,
      body: { code: 'account_blocked' },
    });
  });

  test('learns the provider’s new keys, and says when it does not answer', async () => {
    const person = await aStudent();
    await convert(await tokenWith());
    const renewed = await generateKeyPair('RS256');
    const key = { ...(await exportJWK(renewed.publicKey)), kid: 'two', alg: 'RS256' };
    answers['https://google.test/jwks'] = () => Response.json({ keys: [key] });
    const nonce = createHash('sha256').update(NONCE).digest('base64url');
    const token = await new SignJWT({ email: person.email, email_verified: true, nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'two' })
      .setSubject(aSubject())
      .setIssuer('https://google.test')
      .setAudience('osnova-test')
      .setIssuedAt()
      .setExpirationTime('1 hour')
      .sign(renewed.privateKey);
    expect((await convert(token)).status).toBe(200);
    answers['https://google.test/jwks'] = () => new Response('', { status: 500 });
    expect(await convert(await tokenWith())).toMatchObject({
      status: 503,
      body: { code: 'social_unavailable' },
    });
  });
});

describe('an invitation, with a provider', () => {
  const invited = async (own: Company, email: string) => {
    await own.as('owner').post('/accounts/invite_user/', { email, user_type: 'student' });
    return tokenIn(await mailTo(email));
  };

  test('makes the account of its mailbox under the names that the provider gives, without a password', async () => {
    const email = address('new');
    const invitation = await invited(company, email);
    const subject = aSubject();
    const names = { given_name: ' Ярина ', family_name: 'Їжак' };
    const answer = await convert(await tokenWith({ subject, email, names }), 'google', { invitation });
    expect(answer.status).toBe(200);
    const { body } = await new Client(world, answer.body.access).get('/accounts/user_info/');
    expect(body).toMatchObject({
      first_name: 'Ярина',
      last_name: 'Їжак',
      email,
      spaces: [{ id: company.id }],
    });
    expect((await signIn(email)).status).toBe(401);
    expect((await convert(await tokenWith({ subject }))).status).toBe(200);
  });

  test('is accepted by the account that the mailbox has', async () => {
    const other = await aCompany();
    const person = await other.aPerson('student');
    const invitation = await invited(company, person.email);
    const answer = await convert(await tokenWith({ email: person.email }), 'google', { invitation });
    const { body } = await new Client(world, answer.body.access).get('/accounts/user_info/');
    expect(body.id).toBe(person.id);
    expect(body.spaces.map(({ id }: { id: number }) => id)).toEqual(
      expect.arrayContaining([company.id, other.id]),
    );
  });

  test.each<[string, (email: string) => Claims]>([
    ['of another mailbox', () => ({ email: address('else') })],
    ['that vouches for no mailbox', (email) => ({ email, verified: false })],
  ])('is nothing to a sign-in %s', async (_what, claims) => {
    const email = address('new');
    const invitation = await invited(company, email);
    const refused = await convert(await tokenWith(claims(email)), 'google', { invitation });
    expect(refused.body).toEqual({ non_field_errors: ['No account belongs to this sign-in'] });
    expect((await anonymous.post('/accounts/invitation/', { token: invitation })).status).toBe(200);
  });
});

describe('a linked provider', () => {
  const link = (person: Person, token: string) =>
    person.client.post('/accounts/social_links/', { backend: 'facebook', token, nonce: NONCE });
  const fromFacebook = (subject: string) =>
    tokenWith({ subject, issuer: 'https://facebook.test', verified: null });

  test('signs in by its id alone, belongs to one person, and can be unlinked', async () => {
    const [person, other] = [await aStudent(), await aStudent()];
    const subject = aSubject();
    expect((await convert(await fromFacebook(subject), 'facebook')).status).toBe(400);
    expect((await link(person, await fromFacebook(subject))).status).toBe(204);
    expect((await convert(await fromFacebook(subject), 'facebook')).status).toBe(200);
    expect(await link(other, await fromFacebook(subject))).toMatchObject({
      status: 400,
      body: { non_field_errors: ['This provider account is linked to another person'] },
    });
    expect((await convert(await tokenWith({ subject }), 'google')).status).toBe(400);
    expect((await person.client.delete('/accounts/social_links/facebook/')).status).toBe(204);
    expect((await person.client.delete('/accounts/social_links/facebook/')).status).toBe(404);
    expect((await convert(await fromFacebook(subject), 'facebook')).status).toBe(400);
    expect((await person.client.delete('/accounts/social_links/myspace/')).status).toBe(404);
  });
});

test('the browser learns where to go, and trades its code for the token', async () => {
  const { body } = await anonymous.get('/accounts/sign_in_options/');
  expect(body.providers).toEqual([
    {
      backend: 'google',
      authorize_url: 'https://google.test/authorize',
      client_id: 'osnova-test',
      redirect_uri: 'https://osnova.test/accounts/social',
      scope: 'openid email profile',
    },
    {
      backend: 'facebook',
      authorize_url: 'https://facebook.test/authorize',
      client_id: 'osnova-test',
      redirect_uri: 'https://osnova.test/accounts/social',
      scope: 'openid email',
    },
  ]);
  const code = { backend: 'google', code: 'code', code_verifier: 'verifier' };
  const exchange = (more: object = {}) => anonymous.post('/auth/exchange-code/', { ...code, ...more });
  answers['https://google.test/token'] = () => Response.json({ id_token: 'the token' });
  expect((await exchange()).body).toEqual({ token: 'the token' });
  expect((await exchange({ iss: 'https://google.test' })).body).toEqual({ token: 'the token' });
  expect(await exchange({ iss: 'https://facebook.test' })).toMatchObject({
    status: 400,
    body: { non_field_errors: ['The sign-in with this provider was not accepted'] },
  });
  answers['https://google.test/token'] = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  expect((await exchange()).body).toEqual({
    non_field_errors: ['The sign-in with this provider was not accepted'],
  });
  answers['https://google.test/token'] = () => {
    throw new Error('away');
  };
  expect((await exchange()).status).toBe(503);
});
