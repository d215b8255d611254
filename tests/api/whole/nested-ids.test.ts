import { beforeAll, expect, test } from 'vitest';
import { USER_TYPES } from '../../../worker/access/contract.ts';
import { createApp } from '../../../worker/app.ts';
import type { Company, Person } from '../../factories/company.ts';
import { CALLS, type Sent, someThings, type Things } from './access/access-calls.ts';
import { ACCESS } from './access/access-table.ts';
import { read } from './answers.ts';
import { aCompany } from '../../support/api/world.ts';

/** Two sets of things of one company, both in everybody's reach. */
let company: Company;
let ones: Things;
let others: Things;
beforeAll(async () => {
  company = await aCompany();
  const first = await company.aPerson('student');
  const second = await company.aPerson('student');
  ones = await someThings(company, { ...company.people, student: first });
  others = await someThings(company, { ...company.people, student: second });
  for (const { group } of [ones, others])
    await company.as('owner').post('/study_group/group_member/', {
      group,
      role: 'student',
      user_ids: [company.people.student.id],
    });
});

const endpoints = createApp().endpoints.map(({ method, path }) => ({
  call: `${method} ${path.replace('/api/v1', '')}`,
  ids: (path.match(/:(?!role\b)\w+/g) ?? []).length,
}));
const NESTED = endpoints.filter(({ ids }) => ids > 1).map(({ call }) => call);

/** The call about the first things, with one id after the other taken from the second; and with the form of its body. */
function mixed(call: string, who: Person): Sent[] {
  const [sent, foreign] = [CALLS[call]!(ones, who), CALLS[call]!(others, who)];
  const [parts, theirs] = [sent.path.split('/'), foreign.path.split('/')];
  const calls = parts.flatMap((part, place) =>
    part === theirs[place] ? [] : [{ ...sent, path: parts.with(place, theirs[place]!).join('/') }],
  );
  if (!namesForm(sent)) return calls;
  return [...calls, { ...sent, body: { ...(sent.body as object), form_id: others.form } }];
}

const namesForm = ({ body }: Sent): boolean => typeof body === 'object' && body !== null && 'form_id' in body;

test('each call with two ids is made', () => {
  expect(NESTED.filter((call) => !CALLS[call] || !ACCESS[call])).toEqual([]);
  expect(NESTED.filter((call) => mixed(call, company.people.owner).length < 2)).toEqual([]);
});

test.each(USER_TYPES)('an id of another parent in the same company is not found by %s', async (user_type) => {
  const who = company.people[user_type];
  const unexpected: string[] = [];
  for (const { call, ids } of endpoints) {
    const isNested = ids > 1 || (ids === 1 && call in CALLS && namesForm(CALLS[call]!(ones, who)));
    const letter = ACCESS[call]?.own[USER_TYPES.indexOf(user_type)];
    if (!isNested || letter === '-') continue;
    if (call.startsWith('GET ') && letter === '+' && user_type !== 'student') {
      const { status } = await read(who.client, call, CALLS[call]!(ones, who));
      if (status !== 200) unexpected.push(`${call} with ids that belong together: ${status}`);
    }
    for (const sent of mixed(call, who)) {
      const { status, text } = await read(who.client, call, sent);
      if (status !== 404) unexpected.push(`${call} ${sent.path}: ${status} ${text.slice(-160)}`);
    }
  }
  expect(unexpected).toEqual([]);
});
