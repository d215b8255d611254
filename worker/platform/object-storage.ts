import type { Env } from './context.ts';

/** How long an address to PUT bytes at works, in seconds. */
const PUT_SECONDS = 600;

/**
 * Where the browser may PUT one whole file: exactly this many bytes of this type, once.
 * @param size bytes
 */
export async function presignPut(env: Env, key: string, size: number, content_type: string) {
  const { client, S3, getSignedUrl } = await signer(env);
  const command = new S3.PutObjectCommand({
    Bucket: env.S3_BUCKET,
    Key: key,
    ContentLength: size,
    ContentType: content_type,
    IfNoneMatch: '*',
  });
  const url = await getSignedUrl(client, command, {
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
  const { client, S3, getSignedUrl } = await signer(env);
  return Promise.all(
    parts.map(async ({ number, size }) => ({
      number,
      url: await getSignedUrl(
        client,
        new S3.UploadPartCommand({
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

/** Loaded with the first upload: nothing else needs it. */
async function signer(env: Env) {
  const [S3, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client = new S3.S3Client({
    region: 'auto',
    endpoint: env.S3_ENDPOINT,
    forcePathStyle: true,
    // It would sign the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
  });
  return { client, S3, getSignedUrl };
}
