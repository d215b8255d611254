import * as z from 'zod/mini';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../../worker/app.ts';
import { reachOf, USER_TYPES } from '../../../../worker/access/contract.ts';
import type { Endpoint } from '../../../../worker/platform/contract.ts';
import type { Company } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, anonymous, asSystem } from '../../../support/api/world.ts';

interface Schema {
  type?: string;
  format?: string;
  maxLength?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
}

const schemaOf = (shape: z.ZodMiniType) =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema;

const endpoints = createApp().endpoints;
const withBody = endpoints
  .filter((endpoint) => endpoint.body)
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const lists = endpoints
  .filter((endpoint) => endpoint.query && 'page' in (schemaOf(endpoint.query).properties ?? {}))
  .map((endpoint) => [endpoint.path, endpoint] as const);

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

/** Somebody who may call the endpoint. */
function callerOf({ access }: Endpoint): Client {
  if (access === 'public') return anonymous;
  if (access === 'signed_in') return company.as('owner');
  return company.as(USER_TYPES.find((user_type) => reachOf(access, user_type) !== null)!);
}

const pathOf = ({ path }: Endpoint) => path.replace('/api/v1', '').replaceAll(/:\w+/g, '1');

// Postgres knows no year 0, and nobody means the others.
const OTHER_YEARS = ['0000', '0001', '1999', '9999'];
const inYear = (year: string, { format }: Schema) =>
  `${year}-01-01${format === 'date-time' ? 'T00:00:00Z' : ''}`;

/** Values that a field of this schema cannot take. */
function wrongValues(schema: Schema): unknown[] {
  const plain = schema.anyOf?.find((each) => each.type !== 'null') ?? schema;
  const wrong: unknown[] = [{ nested: true }];
  if (plain.type !== 'string') wrong.push('text');
  if (plain.type !== 'boolean') wrong.push(true);
  if (plain.type !== 'array') wrong.push([[]]);
  if (plain.type === 'string') wrong.push(7, 'a\u0000b');
  if (plain.format?.startsWith('date')) wrong.push(...OTHER_YEARS.map((year) => inYear(year, plain)));
  if (plain.type === 'integer') wrong.push(1.5, 1e15, -1);
  if (plain.maxLength) wrong.push('x'.repeat(plain.maxLength + 1));
  return wrong;
}

async function rowsOfCompany() {
  return asSystem([
    `select (select count(*) from history) as changes, (select count(*) from users) as people,
            (select count(*) from idempotency_keys) as keys, (select count(*) from one_time_tokens) as tokens`,
  ]);
}

describe.each(withBody)('%s', (_name, endpoint) => {
  const body = schemaOf(endpoint.body!);
  const send = (value: unknown) => callerOf(endpoint).send(endpoint.method, pathOf(endpoint), value);

  // Calls that make or read files are limited for each person.
  beforeAll(async () => {
    if (endpoint.upload ?? endpoint.file) company = await aCompany();
  });

  test('names each required field that is missing', async () => {
    const answer = await send({});
    if (!body.required?.length) return;
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(body.required));
  });

  test('names a field that it does not know', async () => {
    const answer = await send({ surprise: 1 });
    expect(answer).toMatchObject({ status: 400, body: { surprise: ['Unknown field'] } });
  });

  test('names a field of another type, too long or out of bounds, and changes nothing', async () => {
    const before = await rowsOfCompany();
    for (const [field, schema] of Object.entries(body.properties ?? {})) {
      for (const value of wrongValues(schema)) {
        const answer = await send({ [field]: value });
        const named = Object.keys(answer.body as object).some(
          (key) => key === field || key.startsWith(`${field}.`),
        );
        // A flag that has to be true takes true.
        if (field === 'privacy_policy' && value === true) continue;
        expect({ field, value, status: answer.status, named }).toEqual({
          field,
          value,
          status: 400,
          named: true,
        });
      }
    }
    expect(await rowsOfCompany()).toEqual(before);
  });

  test.each([null, [], 'text', 7])('takes no %j for a body', async (value) => {
    expect((await send(value)).status).toBe(400);
  });
});

const dated = endpoints.flatMap((endpoint) =>
  Object.entries(endpoint.query ? (schemaOf(endpoint.query).properties ?? {}) : {}).flatMap(
    ([field, schema]) =>
      (schema.anyOf ?? [schema])
        .filter(({ format }) => format?.startsWith('date'))
        .map((each) => [`${endpoint.method} ${endpoint.path}`, field, endpoint, each] as const),
  ),
);

test.each(dated)('%s takes no %s in a year that nobody means', async (_name, field, endpoint, schema) => {
  for (const year of OTHER_YEARS) {
    const answer = await callerOf(endpoint).send(
      endpoint.method,
      `${pathOf(endpoint)}?${field}=${inYear(year, schema)}`,
    );
    expect({ year, status: answer.status, named: field in answer.body }).toEqual({
      year,
      status: 400,
      named: true,
    });
  }
});

describe.each(lists)('%s', (_path, endpoint) => {
  const required = (schemaOf(endpoint.query!).required ?? []).map((name) => `${name}=1`);
  const read = (query: string) =>
    callerOf(endpoint).get(`${pathOf(endpoint)}?${[...required, query].join('&')}`);

  beforeAll(async () => {
    if (endpoint.file) company = await aCompany();
  });

  test.each([
    ['page=-1', { page: ['The minimum value is 1'] }],
    ['page=1e9', { page: ['The maximum value is 1000000'] }],
    ['page=x', { page: ['Must be a whole number'] }],
    ['page=1.5', { page: ['Must be a whole number'] }],
    ['page_size=101', { page_size: ['The maximum value is 100'] }],
    ['__proto__=1&surprise=1', { surprise: ['Unknown field'] }],
    [`search=${'x'.repeat(201)}`, { search: ['Too long'] }],
  ])('refuses %s', async (query, errors) => {
    expect(await read(query)).toMatchObject({ status: 400, body: errors });
  });

  test('refuses to be ordered by a field that is not on its list', async () => {
    expect((await read('ordering=password_hash')).status).toBe(400);
    expect((await read('ordering=id;drop table users')).status).toBe(400);
  });
});

test.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999999999999', '1%00'])(
  'an id of %s is a row that does not exist',
  async (id) => {
    expect(await company.as('owner').get(`/course/course/${id}/`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  },
);

test('a search for the signs of a pattern finds them as they are', async () => {
  const owner = company.as('owner');
  await owner.post('/study_group/study_group/', { name: '100% знижка_' });
  const count = async (search: string) =>
    (await owner.get(`/study_group/study_group/?search=${encodeURIComponent(search)}`)).body.count as number;
  expect([await count('0%'), await count('а_'), await count('%%'), await count('\\')]).toEqual([1, 1, 0, 0]);
});
