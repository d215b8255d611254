import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { USER_TYPES } from '../../../../worker/access/contract.ts';
import { createApp } from '../../../../worker/app.ts';
import type { Company } from '../../../factories/company.ts';
import { anotherSession, CALLS, PICTURE, send, type Sent, someThings, type Things } from './access-calls.ts';
import { ACCESS, PUBLIC, type Row } from './access-table.ts';
import { aCompany, anonymous, asSystem } from '../../../support/api/world.ts';

type Relation = 'own' | 'out' | 'other';

let company: Company;
let other: Things;
beforeAll(async () => {
  const [own, foreign] = await Promise.all([aCompany(), aCompany()]);
  company = own;
  other = await someThings(foreign, foreign.people);
  await env.FILES.put('no-file', PICTURE);
});

/** The letter of an answer, as the table writes it. */
function letterOf(answer: Awaited<ReturnType<typeof send>>, holds: Sent['holds']): string {
  if (answer.status === 404) return '0';
  if (answer.status === 403 && answer.body.code === 'permission_denied') return '-';
  if (answer.status >= 300) return '!';
  // A thing that cannot be reached by any of several people is one refusal in an answer about all of them.
  if (answer.body?.refused?.length) return '0';
  if (!holds) return '+';
  return answer.body.results.some(holds) ? '+' : '0';
}

test('each endpoint has its row in the table', () => {
  const served = createApp().endpoints.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
  expect([...Object.keys(ACCESS), ...PUBLIC].sort()).toEqual(served.sort());
  expect(Object.keys(CALLS).sort()).toEqual(Object.keys(ACCESS).sort());
});

describe.each(USER_TYPES)('what %s gets', (user_type) => {
  test.each(['own', 'out', 'other'] as const)('of %s things', async (relation) => {
    const [who, stranger] = await Promise.all([company.aPerson(user_type), company.aPerson('student')]);
    const things = {
      own: () => someThings(company, { ...company.people, [user_type]: who }),
      out: () => someThings(company, { manager: null, trainer: null, student: stranger }),
      other: () => Promise.resolve(other),
    };
    const it = await things[relation]();
    if (relation === 'own') it.session = await anotherSession(company, who, user_type);
    await asSystem([
      `insert into credentials (user_id, password_hash) values ($1, 'of another password')`,
      [who.id],
    ]);
    const unexpected: string[] = [];
    for (const [call, row] of cells(relation)) {
      const sent = CALLS[call]!(it, who);
      const answer = await send(who.client, call, sent);
      const letter = letterOf(answer, sent.holds);
      const expected = row[relation]![USER_TYPES.indexOf(user_type)];
      if (letter !== expected)
        unexpected.push(
          `${call}: ${letter} instead of ${expected} (${answer.status} ${answer.text.slice(0, 120)})`,
        );
      if (call === 'POST /course/start_form_passing' && answer.status === 200) it.running = answer.body;
    }
    expect(unexpected).toEqual([]);
  });

  test('when blocked: nothing', async () => {
    const person = await company.aPerson(user_type);
    const it = { ...other, company: company.id };
    await asSystem([
      'update memberships set blocked_at = now() where company_id = $1 and user_id = $2',
      [company.id, person.id],
    ]);
    const unexpected: string[] = [];
    for (const [call, { own }] of cells('own')) {
      if (own[USER_TYPES.indexOf(user_type)] === '-' || OPEN_TO_BLOCKED.includes(call)) continue;
      const { status, text } = await send(person.client, call, CALLS[call]!(it, person));
      const isRefused =
        own[USER_TYPES.indexOf(user_type)] === '+' ? text.includes('"account_blocked"') : status >= 400;
      if (!isRefused) unexpected.push(`${call}: ${status} ${text.slice(0, 120)}`);
    }
    expect(unexpected).toEqual([]);
  });
});

test('nobody gets anything without signing in', async () => {
  const unexpected: string[] = [];
  for (const [call] of cells('own')) {
    const { status, text } = await send(anonymous, call, CALLS[call]!(other, company.people.owner));
    if (status !== 401) unexpected.push(`${call}: ${status} ${text.slice(0, 120)}`);
  }
  for (const call of PUBLIC) {
    const { text } = await send(anonymous, call, {
      path: call.split(' ')[1]!,
      body: call.startsWith('GET') ? undefined : {},
    });
    if (text.includes('not_authenticated')) unexpected.push(`${call}: ${text}`);
  }
  expect(unexpected).toEqual([]);
});

/** Signing out, and going on in another company. */
const OPEN_TO_BLOCKED = ['POST /accounts/logout', 'POST /space/change_current_space'];

const cells = (relation: Relation): [string, Row][] =>
  Object.entries(ACCESS).filter(([, row]) => row[relation] !== undefined);
