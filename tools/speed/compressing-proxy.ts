import { createServer } from 'node:http';
import { once } from 'node:events';
import { brotliCompressSync, constants } from 'node:zlib';
import { freePort } from '../stack/ports.ts';

const COMPRESSED = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;
const QUALITY = 5;

/**
 * Serves a product with Brotli, as Cloudflare does and the local runtime does not; over HTTP/1.1, which asks for six
 * things at once where production asks for all.
 */
export async function startCompressingProxy(target: string): Promise<{ url: string; stop: () => void }> {
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { host: _, connection: __, ...headers } = request.headers;
      const answer = await fetch(new URL(request.url!, target), {
        method: request.method!,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        redirect: 'manual',
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const kept = new Map(answer.headers);
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
        kept.delete(name);
      const isText = body.length > 0 && COMPRESSED.test(kept.get('content-type') ?? '');
      if (isText) kept.set('content-encoding', 'br');
      response.writeHead(answer.status, Object.fromEntries(kept));
      response.end(isText ? brotli(request.url!, body) : body);
    })().catch(() => response.destroy());
  });

  /** The edge compresses a file once. */
  function brotli(path: string, body: Buffer): Buffer {
    const known = compressed.get(path);
    if (known) return known;
    const smaller = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
    if (path.startsWith('/assets/')) compressed.set(path, smaller);
    return smaller;
  }

  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://localhost:${port}`, stop: () => void server.close() };
}
