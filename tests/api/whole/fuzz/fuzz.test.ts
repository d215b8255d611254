import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { expect, inject, test } from 'vitest';
import { reachOf, USER_TYPES } from '../../../../worker/access/contract.ts';
import { createApp } from '../../../../worker/app.ts';
import { ERRORS, findError, type ErrorCode } from '../../../../worker/errors/contract.ts';
import type { Endpoint } from '../../../../worker/platform/contract.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { CALLS, type Sent, someThings, type Things } from '../access/access-calls.ts';
import { ACCESS } from '../access/access-table.ts';
import {
  attacksOn,
  fitting,
  meaningOf,
  schemaOf,
  type Attack,
  type Schema,
  type TokenKind,
} from './fuzz-requests.ts';
import { aCompany, asSystem, world } from '../../../support/api/world.ts';

/** How many requests; the same ones at each run with the same seed. `FUZZ_REQUESTS` and `SEED` change them. */
const { FUZZ_REQUESTS, JWT_SECRET } = env as unknown as Record<string, string>;
const REQUESTS = Number(FUZZ_REQUESTS);
const SEED = inject('seed');
/** Of one endpoint in a row, before the next set of things is made. */
const MOST_IN_A_ROW = 10;

const keyOf = ({ method, path }: Endpoint) => `${method} ${path.replace('/api/v1', '')}`;
const PLACES = new Map(Object.keys(ACCESS).map((key, place) => [key, place]));
function placeOf(endpoint: Endpoint): number {
  return PLACES.get(keyOf(endpoint)) ?? -1;
}
/** Whatever takes things away comes last, as in the table of access. */
const endpoints = createApp().endpoints.toSorted((a, b) => placeOf(a) - placeOf(b));

interface Surroundings {
  company: Company;
  other: Company;
  things: Things;
}

async function surroundings(): Promise<Surroundings> {
  const [company, other] = await Promise.all([aCompany(), aCompany()]);
  await asSystem([
    `insert into credentials (user_id, password_hash) select user_id, 'of no password' from memberships
       join users on users.id = user_id and record_of is null where company_id in ($1, $2)`,
    [company.id, other.id],
  ]);
  return { company, other, things: await someThings(company, company.people) };
}

const holderOf = ({ access }: Endpoint, company: Company): Person =>
  access === 'public' || access === 'signed_in'
    ? company.people.owner
    : company.people[USER_TYPES.find((user_type) => reachOf(access, user_type) !== null)!];

/** A call that would be served: the one of the access test, or what the declaration says. */
function sentTo(endpoint: Endpoint, things: Things, who: Person): Sent {
  const call = CALLS[keyOf(endpoint)];
  if (call) return call(things, who);
  const body = endpoint.body && fc.sample(fitting(schemaOf(endpoint.body)), { numRuns: 1, seed: SEED })[0];
  return { path: `${endpoint.path.replaceAll(/:\w+/g, '1')}/`, body };
}

async function tokenOf(
  kind: TokenKind | null,
  who: Person,
  { company, other }: Surroundings,
): Promise<string | null> {
  const good = `Bearer ${who.client.token}`;
  const signed = (expiry: string, audience: string) =>
    new SignJWT({ sid: who.session, space: company.id, type: who.user_type })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(who.id))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expiry)
      .sign(new TextEncoder().encode(JWT_SECRET));
  switch (kind) {
    case null:
      return good;
    case 'none':
      return null;
    case 'garbage':
      return 'Bearer a.b.c';
    case 'unsigned':
      return `Bearer ${btoa('{"alg":"none"}')}.${good.split('.')[1]}.`;
    case 'tampered':
      return `${good.slice(0, -3)}AAA`;
    case 'expired':
      return `Bearer ${await signed('-1 day', 'access')}`;
    case 'other audience':
      return `Bearer ${await signed('1 day', 'media')}`;
    case 'basic':
      return `Basic ${btoa('owner:owner')}`;
    case 'long':
      return `Bearer ${'x'.repeat(16_000)}`;
    case 'a student':
      return `Bearer ${company.as('student').token}`;
    case 'another company':
      return `Bearer ${other.as('owner').token}`;
  }
}

interface Outcome {
  problem: string | null;
  status: number;
  ms: number;
}

async function outcomeOf(attack: Attack, authorization: string | null): Promise<Outcome> {
  const headers = { ...attack.headers, ...(authorization ? { Authorization: authorization } : {}) };
  const takesBody = !['GET', 'HEAD'].includes(attack.method);
  const whole = takesBody ? attack.body : null;
  const body = attack.chunked && typeof whole === 'string' ? inPieces(whole) : whole;
  const started = Date.now();
  try {
    const response = await world.fetch(attack.path, { method: attack.method, headers, body });
    const text = new TextDecoder().decode(await response.arrayBuffer());
    return {
      problem: problemOf(response, text, attack.method),
      status: response.status,
      ms: Date.now() - started,
    };
  } catch (error) {
    return {
      problem: `no declared answer: ${String(error).slice(0, 500)}`,
      status: 0,
      ms: Date.now() - started,
    };
  }
}

function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += 64 * 1024)));
    },
  });
}

/** What a stack, a statement or a driver would leave in an answer. */
const INSIDES =
  /\n\s+at |node_modules|NeonDbError|drizzle|relation "|column "|operator does not exist|violates|SQLSTATE|worker\/[a-z]+\//i;
/** What errors of the catalogue carry beside their message. */
const EXTRAS = new Set(['attempt_id', 'lock', 'errors', 'questions', 'refused', 'seconds']);

function problemOf(response: Response, text: string, method: string): string | null {
  const { status, headers } = response;
  if (status < 400) return null;
  const said = `${status} ${text.slice(0, 400)}`;
  if (status >= 500 && !/"(social_)?unavailable"/.test(text)) return said;
  // These have no body.
  if (method === 'HEAD' || status === 416) return null;
  if (!headers.get('Content-Type')?.startsWith('application/json')) return `no JSON: ${said}`;
  if (INSIDES.test(text)) return `tells of its insides: ${said}`;
  const body = JSON.parse(text) as Record<string, unknown>;
  if (typeof body['code'] === 'string') {
    const code = body['code'] as ErrorCode;
    if (ERRORS[code]?.status !== status) return `not of the catalogue: ${said}`;
    return findError(String(body['detail']))?.code === code ? null : `not the code's message: ${said}`;
  }
  if (status !== 400) return `no code: ${said}`;
  for (const [field, messages] of Object.entries(body)) {
    if (EXTRAS.has(field) && !Array.isArray(messages)) continue;
    const isKnown =
      Array.isArray(messages) && messages.every((each) => EXTRAS.has(field) || findError(String(each)));
    if (!isKnown) return `not of the catalogue: ${field} in ${said}`;
  }
  return null;
}

const slowest: string[] = [];

/** Sends them one after another. */
async function send(around: Surroundings, attacks: [Attack, Person][]): Promise<string[]> {
  const problems: string[] = [];
  for (const [attack, who] of attacks) {
    const { problem, status, ms } = await outcomeOf(attack, await tokenOf(attack.token, who, around));
    if (problem) problems.push(`${attack.what} → ${problem}`);
    slowest.push(`${String(ms).padStart(6)} ms  ${status}  ${attack.what.slice(0, 160)}`);
  }
  return problems;
}

test(
  'no request makes it fail, tells of its insides or leaves the catalogue',
  { timeout: 3_600_000 },
  async () => {
    const problems: string[] = [];
    let left = REQUESTS;
    for (let round = 0; left > 0; round += 1) {
      const around = await surroundings();
      const each = Math.min(MOST_IN_A_ROW, Math.ceil(left / endpoints.length));
      for (const [place, endpoint] of endpoints.slice(0, Math.ceil(left / each)).entries()) {
        const who = holderOf(endpoint, around.company);
        const sent = sentTo(endpoint, around.things, who);
        const prefix = /^\/api(_uploader)?\//.test(sent.path) ? '' : '/api/v1';
        const made = fc.sample(attacksOn(endpoint, sent, prefix), {
          numRuns: each,
          seed: SEED + round * 1000 + place,
        });
        problems.push(
          ...(await send(
            around,
            made.map((attack) => [attack, who]),
          )),
        );
      }
      left -= each * endpoints.length;
    }
    slowest.sort().reverse();
    console.log(`${slowest.length} requests, seed ${SEED}; the slowest:\n${slowest.slice(0, 10).join('\n')}`);
    expect(problems).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  },
);

/** Each value that a filter or an order can have, as a query has it. */
function valuesOf(schema: Schema): string[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.flatMap(valuesOf);
  if (schema.enum) return schema.enum.map(String);
  if ('const' in schema) return [String(schema.const)];
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'array') return valuesOf(schema.items ?? {});
  if (schema.type === 'integer' || schema.type === 'number') return ['1', '100'];
  return ['а', 'ї'.repeat(200), '%_\\', '2026-01-05', '2026-01-05T09:00:00Z'];
}

test('each list answers each value of its filters and orders, one by one and all together', async () => {
  const around = await surroundings();
  const problems: string[] = [];
  for (const endpoint of endpoints.filter(({ query, method }) => query && method === 'GET')) {
    const who = holderOf(endpoint, around.company);
    const address = sentTo(endpoint, around.things, who).path;
    const [path = '', given = ''] = address.split('?');
    const ask = async (changed: Record<string, string>) => {
      const query = new URLSearchParams([
        ...[...new URLSearchParams(given)].filter(([name]) => !(name in changed)),
        ...Object.entries(changed),
      ]);
      const headers = { Authorization: `Bearer ${who.client.token}` };
      const response = await world.fetch(`/api/v1${path}?${query.toString()}`, { headers });
      const text = new TextDecoder().decode(await response.arrayBuffer());
      const problem = problemOf(response, text, 'GET');
      if (problem) problems.push(`${path}?${query.toString()}: ${problem}`);
      return response.status;
    };
    const filters = Object.entries(meaningOf(endpoint.query!).properties ?? {}).map(
      ([name, schema]) => [name, valuesOf(schema)] as const,
    );
    const served: Record<string, string> = {};
    for (const [name, values] of filters) {
      for (const value of values) if ((await ask({ [name]: value })) === 200) served[name] = value;
      if (name === 'ordering') await ask({ ordering: values.join(',') });
    }
    await ask(served);
  }
  expect(problems).toEqual([]);
});
