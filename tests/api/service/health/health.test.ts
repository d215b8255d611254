import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../../worker/app.ts';
import { problemsOf, statusOf, type Checked } from '../../../../worker/service/health/health.ts';
import { runNamed } from '../../../../worker/platform/http/operations.ts';
import type { Env } from '../../../../worker/platform/context.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

afterEach(() => vi.restoreAllMocks());

/** A request to the product with other surroundings, and everything that it leaves to do done. */
async function ask(path: string, changed: Partial<Env> = {}, token: string | null = null, posted?: object) {
  const work: Promise<unknown>[] = [];
  const context = {
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    passThroughOnException: () => undefined,
    props: {},
  } as unknown as ExecutionContext;
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(posted && { 'Content-Type': 'application/json' }),
  };
  const post = posted && { method: 'POST', body: JSON.stringify(posted) };
  const request = new Request(`https://osnova.test${path}`, { headers, ...post });
  const response = await createApp().hono.fetch(request, { ...env, ...changed }, context);
  const text = await response.text();
  await Promise.all(work);
  return { status: response.status, text, body: JSON.parse(text), id: response.headers.get('X-Request-Id') };
}

/** As if nobody had asked for a while. */
const later = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);

describe('health', () => {
  test('tells anybody one word, and the operator the figures', async () => {
    const anybody = await ask('/api/health');
    expect(Object.keys(anybody.body)).toEqual(['status']);
    expect(await ask('/api/health', {}, 'health-token-of-nobody')).toMatchObject({ body: anybody.body });
    // A product without the token has no figures for anybody.
    expect((await ask('/api/health', { HEALTH_TOKEN: '' }, '')).body).toEqual(anybody.body);
    const operator = await ask('/api/health', {}, 'health-token-of-the-tests');
    expect(operator.body).toMatchObject({
      database: { ok: true },
      storage: { ok: true },
      mails: { waiting: expect.any(Number), oldest: expect.any(Number), given_up: expect.any(Number) },
      errors: expect.any(Number),
    });
  });

  test('answers 503 when the database is away, and is not kept from it by the look at its safety', async () => {
    later();
    const away = { DATABASE_PROXY: 'http://127.0.0.1:9/sql' };
    const answer = await ask('/api/health', away, 'health-token-of-the-tests');
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'unavailable', status: 'down', database: { ok: false }, problems: [/database/] },
    });
  });

  test('a storage that is away leaves the product serving', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
    const FILES = { head: () => Promise.reject(new Error('away')) } as unknown as R2Bucket;
    const answer = await ask('/api/health', { FILES }, 'health-token-of-the-tests');
    expect(answer).toMatchObject({ status: 200, body: { status: 'degraded', storage: { ok: false } } });
    // Forgotten again.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 240_000);
    await ask('/api/health');
  });

  const well: Checked = {
    stored: { jobs: [{ name: 'sweep', age: 30 }], mails: { waiting: 2, oldest: 60, given_up: 0 }, errors: 0 },
    database: { ok: true, ms: 3 },
    storage: { ok: true, ms: 5 },
  };
  test.each<[string, Checked, string, RegExp | null]>([
    ['all is well', well, 'ok', null],
    ['no job ever ran', { ...well, stored: { ...well.stored!, jobs: [] } }, 'degraded', /No job/],
    [
      'a job is late',
      { ...well, stored: { ...well.stored!, jobs: [{ name: 'sweep', age: 301 }] } },
      'degraded',
      /sweep last ended well 301 s/,
    ],
    [
      'hourly work waits for its hour',
      { ...well, stored: { ...well.stored!, jobs: [{ name: 'due_soon', age: 3900 }] } },
      'ok',
      null,
    ],
    [
      'hourly work is late',
      { ...well, stored: { ...well.stored!, jobs: [{ name: 'due_soon', age: 3901 }] } },
      'degraded',
      /due_soon last ended well 3901 s/,
    ],
    [
      'mails wait',
      { ...well, stored: { ...well.stored!, mails: { waiting: 9, oldest: 1801, given_up: 0 } } },
      'degraded',
      /9 mails are due/,
    ],
    ['the storage is away', { ...well, storage: { ok: false, ms: 1 } }, 'degraded', /storage/],
    ['the database is away', { ...well, stored: null, database: { ok: false, ms: 1 } }, 'down', /database/],
  ])('when %s', (_name, checked, status, problem) => {
    expect(statusOf(checked)).toBe(status);
    const problems = problemsOf(checked);
    if (problem) expect(problems).toEqual([expect.stringMatching(problem)]);
    else expect(problems).toEqual([]);
  });

  test('counts mails that are due, and not those that wait for their hour', async () => {
    const mails = async () => {
      const [row] = await asSystem<{ mails: { waiting: number; oldest: number } }>(
        [
          `insert into mails (recipient, subject, text, html, next_try_at) values
           ('due@example.com', 's', 't', 'h', now() - interval '20 hours'), ('quiet@example.com', 's', 't', 'h', now() + interval '1 hour')`,
        ],
        [`select health()->'mails' as mails`],
      );
      return row!.mails;
    };
    const before = await mails();
    const after = await mails();
    await asSystem([`delete from mails where recipient in ('due@example.com', 'quiet@example.com')`]);
    expect(after.waiting).toBe(before.waiting + 1);
    expect(after.oldest).toBeGreaterThanOrEqual(20 * 3600);
  });
});

describe('the log', () => {
  const lines = (spy: { mock: { calls: unknown[][] } }) =>
    spy.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);

  test('has a line for each request, with the address as declared and nobody by name', async () => {
    const company = await aCompany();
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const owner = company.people.owner;
    const path = `/api/v1/accounts/user/${company.people.student.id}/?secret=7`;
    const { id } = await ask(path, { LOG_REQUESTS: 'all' }, owner.client.token);
    await ask('/api/v1/certificates/ABCDEF/', { LOG_REQUESTS: 'all' });
    await ask('/api/v1/no/such/thing/', { LOG_REQUESTS: 'all' });
    expect(lines(log)).toEqual([
      {
        level: 'info',
        request_id: id,
        method: 'GET',
        endpoint: '/api/v1/accounts/user/:id',
        status: 200,
        ms: expect.any(Number),
        company_id: company.id,
        user_type: 'owner',
      },
      expect.objectContaining({
        endpoint: '/api/v1/certificates/:number',
        status: 404,
        refusal: 'not_found',
      }),
      expect.objectContaining({ endpoint: 'unknown', status: 404, refusal: 'not_found' }),
    ]);
    expect(JSON.stringify(lines(log))).not.toMatch(/ABCDEF|secret|example\.com|eyJ/);
  });

  test('says why a sign-in was refused, with which factor, and of whom nothing', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const all = { LOG_REQUESTS: 'all' };
    const typed = { username: 'olena@example.com', password: 'Wrong-2026' };
    await ask('/api/v1/accounts/token/', all, null, typed);
    await ask('/api/v1/accounts/totp/login/', all, null, { ticket: 'x'.repeat(43), code: '123456' });
    await ask('/api/v1/accounts/token/', all, null, { ...typed, olena: 1 });
    await ask('/api/v1/accounts/user_info/', all, 'a.b.c');
    expect(lines(log).map(({ endpoint, status, refusal }) => [endpoint, status, refusal])).toEqual([
      ['/api/v1/accounts/token', 401, 'wrong_credentials'],
      ['/api/v1/accounts/totp/login', 400, 'ticket_expired'],
      ['/api/v1/accounts/token', 400, 'field_errors'],
      ['/api/v1/accounts/user_info', 401, 'session_ended'],
    ]);
    expect(JSON.stringify(lines(log))).not.toMatch(/olena|Wrong|123456/);
  });

  test('says nothing of what went well where only errors are asked for', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await ask('/api/v1/certificates/ABCDEF/', { LOG_REQUESTS: 'errors' });
    expect(lines(log)).toEqual([]);
  });

  test('an error bears the id that its caller was given, and is counted', async () => {
    const company = await aCompany();
    const FILE_CALLS = { limit: () => Promise.reject(new Error('it cannot count')) };
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const answer = await ask(
      '/api/v1/accounts/user_data_template/',
      { FILE_CALLS },
      company.as('owner').token,
    );
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ detail: 'Request error', code: 'internal', request_id: answer.id });
    expect(lines(errors)).toMatchObject([
      {
        level: 'error',
        request_id: answer.id,
        endpoint: 'GET /api/v1/accounts/user_data_template',
        error: { message: 'it cannot count' },
      },
    ]);
    const counted = await asSystem([
      `select count from error_counts where place = 'GET /api/v1/accounts/user_data_template' and last_request_id = $1`,
      [answer.id],
    ]);
    expect(counted).toHaveLength(1);
  });

  test('what Postgres quotes of wrong data stays out of it', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await runNamed(env, {
      quoting: () =>
        Promise.reject(Object.assign(new Error('invalid input "olena@example.com"'), { code: '22P02' })),
    });
    expect(lines(errors)).toMatchObject([{ job: 'quoting', error: { code: '22P02' } }]);
    expect(JSON.stringify(lines(errors))).not.toContain('olena');
  });
});

test('a job that fails leaves the others to run, is counted, and keeps its old heartbeat', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const name = `job-${crypto.randomUUID()}`;
  await runNamed(env, {
    [`${name}-bad`]: () => Promise.reject(new Error('no')),
    [`${name}-good`]: () => Promise.resolve(),
  });
  const beats = await asSystem(['select name from job_heartbeats where name like $1', [`${name}%`]]);
  expect(beats).toEqual([{ name: `${name}-good` }]);
  const counts = await asSystem([
    'select place, count from error_counts where place like $1',
    [`job ${name}%`],
  ]);
  expect(counts).toEqual([{ place: `job ${name}-bad`, count: 1 }]);
  await asSystem(['delete from job_heartbeats where name like $1', [`${name}%`]]);
});
