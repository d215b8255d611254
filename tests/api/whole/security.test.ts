import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { Company } from '../../factories/company.ts';
import { someThings, type Things } from './access/access-calls.ts';
import { aCompany, fetchFrom, world } from '../../support/api/world.ts';

let company: Company;
let things: Things;
beforeAll(async () => {
  company = await aCompany();
  things = await someThings(company, company.people);
  await env.FILES.put('no-file', 'x');
});

/** What every answer of the API says to a browser, whatever it holds. */
const EVERYWHERE = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-powered-by': null,
  server: null,
  'access-control-allow-origin': null,
  'set-cookie': null,
};

const ask = (method: string, path: string, signedIn = true) =>
  world.fetch(path, {
    method,
    headers: signedIn ? { Authorization: `Bearer ${company.as('owner').token}` } : {},
  });

test.each<[string, (it: Things) => [method: string, path: string, signedIn?: boolean], number]>([
  ['a list', () => ['GET', '/api/v1/course/course/'], 200],
  ['the document', () => ['GET', '/api/v1/openapi.json', false], 200],
  ['the health', () => ['GET', '/api/health', false], 200],
  ['nothing', (it) => ['DELETE', `/api/v1/study_group/study_group/${it.empty_group}/`], 204],
  ['a file', (it) => ['GET', `/api/v1/media/${it.photo}/`], 200],
  ['a workbook', () => ['GET', '/api/v1/accounts/user_data_template/'], 200],
  [
    'a certificate',
    (it) => ['GET', `/api/v1/course/course/${it.course}/download_certificate/?user=${it.student}`],
    200,
  ],
  ['a refusal', () => ['GET', '/api/v1/course/course/', false], 401],
  ['what does not exist', () => ['GET', '/api/v1/no/such/call'], 404],
  ['a method that is not served', () => ['PUT', '/api/v1/course/course/'], 405],
  ['a question before a request from elsewhere', () => ['OPTIONS', '/api/v1/course/course/', false], 405],
])('%s is answered with the headers of safety', async (_name, request, status) => {
  const response = await ask(...request(things));
  await response.arrayBuffer();
  expect(response.status).toBe(status);
  const said = Object.fromEntries(Object.keys(EVERYWHERE).map((name) => [name, response.headers.get(name)]));
  expect(said).toEqual(EVERYWHERE);
  if (!response.headers.get('cache-control')?.startsWith('private'))
    expect(['no-store', null]).toContain(response.headers.get('cache-control'));
});

test.each(['/api/v1/accounts/user_info/', '/api/health', '/api/v1/openapi.json'])(
  '%s is refused without https, and not redirected',
  async (path) => {
    const response = await fetchFrom('http://osnova.test', path, {
      headers: { Authorization: `Bearer ${company.as('owner').token}` },
      redirect: 'manual',
    });
    expect([response.status, await response.json()]).toEqual([
      403,
      { detail: 'Use https', code: 'https_required', non_field_errors: ['Use https'] },
    ]);
  },
);

test('answers about people are kept by no cache', async () => {
  for (const path of ['/api/v1/accounts/user_info/', '/api/v1/accounts/user/', '/api/v1/no/such/call'])
    expect((await ask('GET', path)).headers.get('cache-control')).toBe('no-store');
});

test('a file is shown or saved as what it is, and kept by the reader’s browser alone', async () => {
  const { headers } = await ask('GET', `/api/v1/media/${things.photo}/`);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('content-disposition')).toMatch(/^(inline|attachment);/);
  expect(headers.get('cache-control')).toMatch(/^private,/);
});

test('whoever makes files faster than anybody presses is slowed down, alone', async () => {
  const fast = await company.aPerson('admin');
  const press = () => fast.client.post(`/accounts/user_data/${company.id}/`);
  const refused = { status: 429, body: { code: 'rate_limited' } };
  expect((await press()).status).toBe(400);
  let answer = await press();
  // More than two minutes hold: the count begins anew with each.
  for (let time = 0; time < 260 && answer.status !== 429; time += 1) answer = await press();
  expect(answer).toMatchObject(refused);
  expect((await fast.client.get('/accounts/user_info/')).status).toBe(200);
  expect((await company.as('owner').post(`/accounts/user_data/${company.id}/`)).status).toBe(400);
});
