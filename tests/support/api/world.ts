import { env, exports } from 'cloudflare:workers';
import { aCompany as companyIn, type Company } from '../../factories/company.ts';
import { expect } from 'vitest';
import { createApp } from '../../../worker/app.ts';
import { discardStaleFiles } from '../../../worker/learning/media/service.ts';
import { Db } from '../../../worker/platform/database/database.ts';
import { asSystem as asSystemIn, Client, type World } from '../../factories/world.ts';

interface TestEnv {
  OWNER_DATABASE_URL: string;
  DATABASE_PROXY: string;
  JWT_SECRET: string;
}
const { OWNER_DATABASE_URL, DATABASE_PROXY, JWT_SECRET } = env as unknown as TestEnv;
const worker = (exports as unknown as { default: Fetcher }).default;

const endpoints = createApp().endpoints.map((endpoint) => ({
  ...endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** An instant as the database writes it, and not as all are: in UTC with milliseconds, `2026-01-02T03:04:05.678Z`. */
const OTHER_INSTANT = /"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?\+00(?::00)?"/g;

/** Each answer is exactly what its endpoint declares: nothing missing, nothing more. */
async function expectDeclared(method: string, path: string, response: Response): Promise<void> {
  const endpoint = endpoints.find((each) => each.method === method && each.pattern.test(path.split('?')[0]!));
  if (!response.ok || !endpoint) return;
  // A stretch of a file is one as well.
  if (endpoint.file && response.status === 206) return;
  expect({ path, status: response.status }).toEqual({ path, status: endpoint.status ?? 200 });
  if (endpoint.status === 204 || endpoint.file) return;
  const text = await response.clone().text();
  expect({ path, instants: text.match(OTHER_INSTANT) }).toEqual({ path, instants: null });
  const body = JSON.parse(text);
  expect({ path, body: endpoint.response.parse(body) }).toEqual({ path, body });
}

/** Asks the Worker in this isolate at another origin than its own. */
export const fetchFrom = (origin: string, path: string, init?: RequestInit) =>
  worker.fetch(`${origin}${path}`, init);

/** The Worker in this isolate. */
export const world: World = {
  async fetch(path, init) {
    const response = await fetchFrom('https://osnova.test', path, init);
    await expectDeclared(init.method ?? 'GET', path, response);
    return response;
  },
  ownerUrl: OWNER_DATABASE_URL,
  proxyUrl: DATABASE_PROXY,
  jwtSecret: JWT_SECRET,
};

export const aCompany = (): Promise<Company> => companyIn(world);
export const asSystem = <R>(...statements: [query: string, params?: unknown[]][]) =>
  asSystemIn<R>(world, ...statements);
/** Calls without a token. */
export const anonymous = new Client(world, null);

/** As 90 days after now: what a company has removed by then can be brought back no more. */
export async function forgetRemovedFiles(company: Company): Promise<void> {
  await asSystem([
    `update media set removed_at = removed_at - interval '90 days' where company_id = $1 and removed_at is not null`,
    [company.id],
  ]);
  await discardStaleFiles(env, new Db(env));
}

/** As everybody has who works in the product; without one there is nothing to say of their security. */
export async function givePasswords(company: Company): Promise<void> {
  await asSystem([
    `insert into credentials (user_id, password_hash) select user_id, 'of no password' from memberships
       join users on users.id = user_id and record_of is null where company_id = $1
       on conflict do nothing`,
    [company.id],
  ]);
}

/** What a company is called. */
export async function nameOf({ id }: { id: number }): Promise<string> {
  const [company] = await asSystem<{ name: string }>(['select name from companies where id = $1', [id]]);
  return company!.name;
}
