import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** good: all passes. dead: connections are taken, and nothing passes. refused: none is taken. */
type State = 'good' | 'dead' | 'refused';

/**
 * Stands between a browser and the product, as the line of a train does.
 * @param target address of the product
 */
export async function startLine(target: string) {
  const { hostname, port } = new URL(target);
  let state: State = 'good';
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'refused') return void near.resetAndDestroy();
    const far = connect({ host: hostname, port: Number(port) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('data', (bytes) => {
        if (state === 'good') other.write(bytes);
      });
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** What was open before is as dead as what comes; it ends where the line is another one than a dead one. */
    become: (next: State) => {
      state = next;
      if (next !== 'dead') cut();
    },
    stop: () => {
      cut();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
