import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** refused: the request never arrives. cut: it is carried out, and its answer is lost. */
export type Fault = 'refused' | 'cut';

/**
 * Stands between the product and its database and loses what it is told to.
 * @param target address of the HTTP endpoint behind it
 */
export async function startFaultyProxy(target: string) {
  const faults: { fault: Fault; asking: string }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const place = faults.findIndex(({ asking }) => body.includes(asking));
      const [{ fault } = {}] = place < 0 ? [] : faults.splice(place, 1);
      if (fault === 'refused') return request.socket.destroy();
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith('neon-')),
      ) as Record<string, string>;
      const answer = await fetch(target, { method: 'POST', headers, body: new Uint8Array(body) });
      const text = await answer.text();
      if (fault === 'cut') return request.socket.destroy();
      return response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sql`,
    /** What happens to the next request, or to the next with these words in its statements. */
    next: (fault: Fault, asking = '') => faults.push({ fault, asking }),
    /** Whether what was asked for has happened. */
    isSpent: () => faults.length === 0,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
