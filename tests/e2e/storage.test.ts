import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, inject, test } from 'vitest';

const BUCKET = 'osnova-files';

const storage = new S3Client({
  region: 'auto',
  endpoint: `${inject('product').url}/cdn-cgi/local/r2/s3`,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  credentials: { accessKeyId: 'local-access-key', secretAccessKey: 'local-secret-key' },
});

async function put(key: string, body: string, type: string): Promise<number> {
  const command = new PutObjectCommand({
    Bucket: BUCKET,
    Key: key,
    ContentLength: 5,
    ContentType: 'text/plain',
    IfNoneMatch: '*',
  });
  const url = await getSignedUrl(storage, command, {
    expiresIn: 600,
    signableHeaders: new Set(['content-length', 'content-type', 'if-none-match']),
    unhoistableHeaders: new Set(['if-none-match']),
  });
  const headers = { 'content-type': type, 'if-none-match': '*' };
  return (await fetch(url, { method: 'PUT', body, headers })).status;
}

test('the local storage takes exactly the length and type that were signed, once', async () => {
  expect(await put('probe/length', 'longer', 'text/plain')).toBe(403);
  expect(await put('probe/type', 'hello', 'text/html')).toBe(403);
  expect(await put('probe/right', 'hello', 'text/plain')).toBe(200);
  expect(await put('probe/right', 'again', 'text/plain')).toBe(412);
  const url = await getSignedUrl(storage, new GetObjectCommand({ Bucket: BUCKET, Key: 'probe/right' }));
  expect(await (await fetch(url)).text()).toBe('hello');
});
