import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { freePort } from '../stack/ports.ts';

const COMPRESSED = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;
const QUALITY = 5;
/** Of one connection alone, which HTTP/2 has none of. */
const OF_CONNECTION = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Line {
  /** Kilobits a second, which all answers share. */
  down: number;
  /** Milliseconds from a question until its answer begins. */
  latency: number;
}

export interface SlowProxy {
  url: string;
  flag: string;
  /** Answers as over such a line from now on, and counts anew. */
  slowDown: (line: Line | null) => void;
  /** Answers given since then. */
  used: () => { requests: number; bytes: number };
  /** When something was last asked or answered, by `performance.now()`. */
  lastUse: () => number;
  stop: () => void;
}

/** Bytes of one answer before it is another's turn. */
const SLICE = 4096;

/**
 * Serves a product as Cloudflare's edge does and the local runtime does not: over HTTP/2, with Brotli, and its files
 * from memory; if told, over a slow line. A browser can slow its pages down itself, but not their service worker. `flag`
 * makes Chromium trust its certificate, which `openssl` writes: without trust nothing is kept.
 */
export async function startSlowProxy(target: string): Promise<SlowProxy> {
  let line: Line | null = null;
  let [requests, bytes, last] = [0, 0, performance.now()];
  /** Since the answers that were sent would all have come over the line. */
  let free = 0;
  const files = new Map<string, Answer>();
  const { key, cert, flag } = await certificate();
  const server = createSecureServer({ key, cert }, (request, response) => {
    void (async () => {
      last = performance.now();
      const late = line && sleep(line.latency);
      const known = files.get(request.url);
      const answer = known ?? (await ask(request));
      if (request.url.startsWith('/assets/')) files.set(request.url, answer);
      await late;
      response.writeHead(answer.status, answer.headers);
      await send(answer.body, response);
      [requests, bytes, last] = [requests + 1, bytes + answer.body.length, performance.now()];
    })().catch(() => response.stream.close());
  });

  /** In slices, by which answers take turns. */
  async function send(body: Buffer, response: Http2ServerResponse): Promise<void> {
    const over = line;
    if (!over) return void response.end(body);
    for (let sent = 0; sent < body.length; sent += SLICE) {
      const slice = body.subarray(sent, sent + SLICE);
      free = Math.max(free, performance.now()) + (slice.length * 8) / over.down;
      await sleep(free - performance.now());
      response.write(slice);
    }
    response.end();
  }

  async function ask(request: Http2ServerRequest): Promise<Answer> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    const answer = await fetch(new URL(request.url, target), {
      method: request.method,
      headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name)));
    if (body.length === 0 || !COMPRESSED.test(headers['content-type'] ?? ''))
      return { status: answer.status, headers, body };
    return {
      status: answer.status,
      headers: { ...headers, 'content-encoding': 'br' },
      body: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    };
  }

  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${port}`,
    flag,
    slowDown: (next) => {
      line = next;
      [requests, bytes, free] = [0, 0, 0];
    },
    used: () => ({ requests, bytes }),
    lastUse: () => last,
    stop: () => void server.close(),
  };
}

async function certificate(): Promise<{ key: Buffer; cert: Buffer; flag: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'osnova-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const how = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
    const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert];
    await promisify(execFile)('openssl', ['req', ...how.split(' '), ...files]);
    const bytes = await readFile(cert);
    const spki = new X509Certificate(bytes).publicKey.export({ type: 'spki', format: 'der' });
    const hash = createHash('sha256').update(spki).digest('base64');
    return { key: await readFile(key), cert: bytes, flag: `--ignore-certificate-errors-spki-list=${hash}` };
  } finally {
    await rm(folder, { recursive: true });
  }
}
