import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { codeOf } from './failure.ts';

const LOOPBACK = ['127.0.0.1', '::1'];

/** Below what systems give to connections that go out: any of these would take a port that is not listened on yet. */
const FIRST = 20_000;
const BEHIND_LAST = 32_768;
const given = new Set<number>();

/** A port on the loopback address that was free a moment ago, and another one each time. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, BEHIND_LAST);
  if (given.has(port) || (await portProblem(port)) !== null) return freePort();
  given.add(port);
  return port;
}

/** Why nothing can listen on the port, as the end of a sentence; null when something can. */
export async function portProblem(port: number): Promise<string | null> {
  for (const host of LOOPBACK) {
    try {
      await listenOnce(port, host);
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE') return 'is taken by another program';
      if (codeOf(error) === 'EACCES') return 'is not open to this user';
      // A machine without IPv6 has no second address to look at.
      if (host === '127.0.0.1') throw error;
    }
  }
  return null;
}

async function listenOnce(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
