import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Env } from './context.ts';

/** How long an address to PUT bytes at works, in seconds. */
const PUT_SECONDS = 600;

/**
 * Where the browser may PUT one whole file: exactly this many bytes of this type, once.
 * @param size bytes
 */
export async function presignPut(env: Env, key: string, size: number, content_type: string) {
  const command = new PutObjectCommand({
    Bucket: env.S3_BUCKET,
    Key: key,
    ContentLength: size,
    ContentType: content_type,
    IfNoneMatch: '*',
  });
  const url = await getSignedUrl(clientOf(env), command, {
    expiresIn: PUT_SECONDS,
    signableHeaders: new Set(['content-length', 'content-type', 'if-none-match']),
    unhoistableHeaders: new Set(['if-none-match']),
  });
  return { method: 'PUT' as const, url, headers: { 'Content-Type': content_type, 'If-None-Match': '*' } };
}

/**
 * Where the browser may PUT parts of a large file.
 * @param parts number from 1 and size in bytes of each
 */
export async function presignParts(
  env: Env,
  { key, upload_id }: { key: string; upload_id: string },
  parts: readonly { number: number; size: number }[],
) {
  const client = clientOf(env);
  return Promise.all(
    parts.map(async ({ number, size }) => ({
      number,
      url: await getSignedUrl(
        client,
        new UploadPartCommand({
          Bucket: env.S3_BUCKET,
          Key: key,
          UploadId: upload_id,
          PartNumber: number,
          ContentLength: size,
        }),
        { expiresIn: PUT_SECONDS, signableHeaders: new Set(['content-length']) },
      ),
    })),
  );
}

/**
 * Where anybody who holds the address may read a file.
 * @param expiresIn seconds, a week at most
 */
export async function presignGet(env: Env, key: string, expiresIn: number): Promise<string> {
  const command = new GetObjectCommand({ Bucket: env.S3_BUCKET, Key: key });
  return getSignedUrl(clientOf(env), command, { expiresIn });
}

function clientOf(env: Env): S3Client {
  return new S3Client({
    region: 'auto',
    endpoint: env.S3_ENDPOINT,
    forcePathStyle: true,
    // It would sign the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
  });
}
