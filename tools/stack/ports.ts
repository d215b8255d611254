import { createServer } from 'node:net';
import { codeOf } from './failure.ts';

const LOOPBACK = ['127.0.0.1', '::1'];

/** A port on the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  return await listenOnce(0, '127.0.0.1');
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

async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
