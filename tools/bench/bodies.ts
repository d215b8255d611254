import { once } from 'node:events';
import { request } from 'node:http';
import { memoryOf } from './load/runtime.ts';

/** Several bodies beyond every limit, sent at once. */
export interface BodiesMeasure {
  what: string;
  /** Null: the line was cut before the answer could be read. */
  status: number | null;
  milliseconds: number;
  /** Megabytes of each that had gone out when the answer came: what was taken, and what waits on the way. */
  sent: number;
  /** Megabytes that the runtime took at most beyond what it held before; null where the system does not tell. */
  memory: number | null;
}

const MB = 1024 ** 2;
/** As somebody did who brought an isolate, which has 128 MB, to 770. */
const SIZE = 90 * MB;
const AT_ONCE = 3;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

const FORM =
  '--b\r\nContent-Disposition: form-data; name="screenshot"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

const CALLS = [
  ['JSON to sign in, nobody known', '/accounts/token/', 'application/json', '{"username":"', false],
  ['JSON of a course, signed in', '/course/course/', 'application/json', '{"name":"', true],
  ['a form with a picture, signed in', '/support/feedback/', 'multipart/form-data; boundary=b', FORM, true],
] as const;

/** Bodies of 90 MB that do not say how long they are, three at a time, to calls that take little. */
export async function measureBodies(
  product: { url: string; folder: string },
  access: string,
): Promise<BodiesMeasure[]> {
  const measures: BodiesMeasure[] = [];
  for (const [what, path, type, head, isSignedIn] of CALLS) {
    const headers = { 'Content-Type': type, ...(isSignedIn && { Authorization: `Bearer ${access}` }) };
    const memory = memoryOf(product.folder);
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => pour(`${product.url}/api/v1${path}`, headers, head)),
    );
    const milliseconds = performance.now() - began;
    const status = answers[0]!.status;
    measures.push({ what, status, milliseconds, sent: answers[0]!.sent / MB, memory: memory() });
  }
  return measures;
}

/** Sends a chunked body until it is answered or all of it has gone. */
async function pour(url: string, headers: Record<string, string>, head: string) {
  const call = request(url, { method: 'POST', headers: { ...headers, 'Transfer-Encoding': 'chunked' } });
  const answer: { status: number | null; sent: number; isThere: boolean } = {
    status: null,
    sent: 0,
    isThere: false,
  };
  const answered = new Promise<void>((resolve) => {
    call.on('response', (response) => {
      answer.status = response.statusCode ?? null;
      answer.isThere = true;
      response.resume().on('end', resolve);
    });
    // Whoever is refused may find the line cut.
    call.on('error', () => {
      answer.isThere = true;
      resolve();
    });
  });
  call.write(head);
  while (!answer.isThere && answer.sent < SIZE) {
    answer.sent += CHUNK.length;
    if (!call.write(CHUNK)) await Promise.race([once(call, 'drain'), answered]);
  }
  if (!answer.isThere) call.end();
  await answered;
  call.destroy();
  return answer;
}
