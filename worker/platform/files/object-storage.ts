import { AwsV4Signer } from 'aws4fetch';
import type { Env } from '../context.ts';

/** How long an address to PUT bytes at works, in seconds. */
const PUT_SECONDS = 600;

/** What the addresses are signed with. */
export type Storage = Pick<Env, 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/**
 * Where the browser may PUT one whole file: exactly this many bytes of this type, once.
 * @param size bytes
 */
export async function presignPut(storage: Storage, key: string, size: number, content_type: string) {
  const headers = { 'Content-Type': content_type, 'If-None-Match': '*' };
  const url = await addressOf(storage, key, {
    method: 'PUT',
    seconds: PUT_SECONDS,
    headers: { ...headers, 'Content-Length': String(size) },
  });
  return { method: 'PUT' as const, url, headers };
}

/**
 * Where the browser may PUT parts of a large file.
 * @param parts number from 1 and size in bytes of each
 */
export async function presignParts(
  storage: Storage,
  { key, upload_id }: { key: string; upload_id: string },
  parts: readonly { number: number; size: number }[],
) {
  return Promise.all(
    parts.map(async ({ number, size }) => ({
      number,
      url: await addressOf(storage, key, {
        method: 'PUT',
        seconds: PUT_SECONDS,
        headers: { 'Content-Length': String(size) },
        query: { partNumber: String(number), uploadId: upload_id },
      }),
    })),
  );
}

/**
 * Where anybody who holds the address may read a file.
 * @param expiresIn seconds, a week at most
 */
export async function presignGet(storage: Storage, key: string, expiresIn: number): Promise<string> {
  return addressOf(storage, key, { method: 'GET', seconds: expiresIn });
}

/** An address for one request with exactly these headers. */
async function addressOf(
  storage: Storage,
  key: string,
  request: {
    method: 'GET' | 'PUT';
    seconds: number;
    headers?: Record<string, string>;
    query?: Record<string, string>;
  },
): Promise<string> {
  const { method, seconds, headers = {}, query = {} } = request;
  const url = new URL(`${storage.S3_ENDPOINT}/${storage.S3_BUCKET}/${key}`);
  url.search = String(new URLSearchParams({ ...query, 'X-Amz-Expires': String(seconds) }));
  const signer = new AwsV4Signer({
    method,
    url: String(url),
    headers,
    accessKeyId: storage.S3_ACCESS_KEY_ID,
    secretAccessKey: storage.S3_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'auto',
    signQuery: true,
    // Else length and type would be left to the sender.
    allHeaders: true,
  });
  return String((await signer.sign()).url);
}
