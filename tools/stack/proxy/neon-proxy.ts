import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../failure.ts';
import { DatabaseError, type Statement } from './pg-connection.ts';
import { PgPool } from './pg-pool.ts';

export interface NeonProxyOptions {
  /** The one Postgres behind the proxy; host and port of a connection string are not followed. */
  address: { path: string } | { host: string; port: number };
  /** Connections per connection string. */
  poolSize?: number;
}

export interface NeonProxy {
  /** For `neonConfig.fetchEndpoint`. */
  url: string;
  /** HTTP requests so far, one per query or batch; of one `application_name` if given. */
  roundTrips: (applicationName?: string) => number;
  resetRoundTrips: () => void;
  stop: () => Promise<void>;
}

interface Source {
  pool: PgPool;
  applicationName: string;
}

/**
 * The HTTP endpoint of Neon's serverless driver in front of a plain Postgres: a body `{query, params}` is one
 * statement, `{queries}` is one transaction. Connects as the user of the connection string.
 */
export async function startNeonProxy({ address, poolSize = 20 }: NeonProxyOptions): Promise<NeonProxy> {
  const sources = new Map<string, Source>();
  const counts = new Map<string, number>();

  const sourceOf = (connectionString: string): Source => {
    let source = sources.get(connectionString);
    if (!source) {
      source = newSource(connectionString, address, poolSize);
      sources.set(connectionString, source);
    }
    return source;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET' && request.url === '/round-trips') {
      send(response, 200, JSON.stringify(Object.fromEntries(counts)));
      return;
    }
    try {
      const source = sourceOf(String(request.headers['neon-connection-string']));
      counts.set(source.applicationName, (counts.get(source.applicationName) ?? 0) + 1);
      const body = JSON.parse(await textOf(request)) as DriverBody;
      send(response, 200, await execute(source.pool, body, request.headers));
    } catch (error) {
      const fields =
        error instanceof DatabaseError ? error.fields : { message: messageOf(error), code: '08006' };
      send(response, 400, JSON.stringify(fields));
    }
  };

  // Closing idle connections would race with the driver's next request on them.
  const server = createServer(
    { keepAliveTimeout: 0, requestTimeout: 0 },
    (request, response) => void answer(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sql`,
    roundTrips: (applicationName) =>
      applicationName === undefined
        ? [...counts.values()].reduce((sum, count) => sum + count, 0)
        : (counts.get(applicationName) ?? 0),
    resetRoundTrips: () => counts.clear(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { pool } of sources.values()) pool.close();
    },
  };
}

interface DriverStatement {
  query: string;
  params?: unknown[];
}

type DriverBody = DriverStatement | { queries: DriverStatement[] };

async function execute(pool: PgPool, body: DriverBody, headers: IncomingHttpHeaders): Promise<string> {
  if ('queries' in body) {
    const statements = body.queries.map(toStatement);
    const results = await pool.use((connection) => connection.run(statements, beginOf(headers)));
    return `{"results":[${results.join(',')}]}`;
  }
  const [result] = await pool.use((connection) => connection.run([toStatement(body)], null));
  return result ?? '{"command":"","rowCount":null,"rowAsArray":true,"fields":[],"rows":[]}';
}

const toStatement = ({ query, params = [] }: DriverStatement): Statement => ({
  query,
  params: params.map((value) => (value === null || value === undefined ? null : toText(value))),
});

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const ISOLATION: Record<string, string> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
};

function beginOf(headers: IncomingHttpHeaders): string {
  const level = ISOLATION[String(headers['neon-batch-isolation-level'])];
  return [
    'BEGIN',
    level ? `ISOLATION LEVEL ${level}` : '',
    headers['neon-batch-read-only'] === 'true' ? 'READ ONLY' : '',
    headers['neon-batch-deferrable'] === 'true' ? 'DEFERRABLE' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function newSource(connectionString: string, address: NeonProxyOptions['address'], poolSize: number): Source {
  const url = URL.parse(connectionString);
  if (!url?.username) throw new DatabaseError({ message: 'connection string without a user', code: '08001' });
  const applicationName = url.searchParams.get('application_name') ?? '';
  const login = {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    applicationName,
  };
  return { pool: new PgPool(address, login, poolSize), applicationName };
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      resolve((chunks[0] && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString('utf8')),
    );
    request.on('error', reject);
  });
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
