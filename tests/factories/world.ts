import { neon, neonConfig } from '@neondatabase/serverless';
import { SignJWT } from 'jose';

/** Where a test reaches the product and its database; the same for tests in workerd and in Node. */
export interface World {
  /** Sends a request to the product; `path` begins with a slash. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  ownerUrl: string;
  proxyUrl: string;
  jwtSecret: string;
}

export type Row = Record<string, unknown>;

/**
 * Runs statements as the role that the system functions run as: sees every company. One transaction.
 * @returns the rows of the last statement
 */
export async function asSystem<R = Row>(
  world: World,
  ...statements: [query: string, params?: unknown[]][]
): Promise<R[]> {
  neonConfig.fetchEndpoint = world.proxyUrl;
  const sql = neon(world.ownerUrl);
  const queries = [
    sql.query('set local role osnova_system'),
    // Tests lay people down; whether these would have come by themselves is asked of nobody.
    sql.query("select set_config('app.consenting', '*', true)"),
    ...statements.map(([query, params]) => sql.query(query, params)),
  ];
  const results = await sql.transaction(queries);
  return results.at(-1) as R[];
}

/** Takes back what companies have not sent yet, locked in the order that the product has. */
export const takeBackMails = (world: World, companies: number[]) =>
  asSystem(world, [
    `with held as materialized (
       select id from mails where company_id = any ($1::integer[]) and sent_at is null order by id for update)
     delete from mails m using held where m.id = held.id`,
    [`{${companies.join()}}`],
  ]);

/** An access token as sign-in would issue it. */
export function accessOf(
  world: World,
  login: { session: number; user: number; company: number; user_type: string },
) {
  return new SignJWT({ sid: login.session, space: login.company, type: login.user_type })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(login.user))
    .setAudience('access')
    .setIssuedAt()
    .setExpirationTime('30 days')
    .sign(new TextEncoder().encode(world.jwtSecret));
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects to be there
  body: any;
  text: string;
}

/** Calls of the API under one token, or under none. */
export class Client {
  readonly #world: World;
  readonly token: string | null;

  constructor(world: World, token: string | null) {
    this.#world = world;
    this.token = token;
  }

  get(path: string) {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>) {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body: unknown) {
    return this.send('PATCH', path, body);
  }

  delete(path: string) {
    return this.send('DELETE', path);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.#world.fetch(path.startsWith('/api_uploader/') ? path : `/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answerOf(response);
  }
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, text, body: text ? withoutEcho(parsed(text)) : null };
}

/** An error as its field or detail tells it: what is said once more for plain clients is left out. */
function withoutEcho(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('non_field_errors' in body)) return body;
  const { non_field_errors: echo, ...rest } = body as Record<string, unknown>;
  return [echo].flat()[0] === Object.values(rest).flat()[0] ? rest : body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
