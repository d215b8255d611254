import { expect, inject, test } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { aPackage } from '../../fixtures/packages.ts';
import { presignGet, presignPut } from '../../../worker/platform/files/object-storage.ts';
import { productWorld } from '../../support/product-world.ts';

const storage = {
  S3_ENDPOINT: `${inject('product').url}/cdn-cgi/local/r2/s3`,
  S3_BUCKET: 'osnova-files',
  S3_ACCESS_KEY_ID: 'local-access-key',
  S3_SECRET_ACCESS_KEY: 'local-secret-key',
};

async function put(key: string, body: string, type: string): Promise<number> {
  const { method, url, headers } = await presignPut(storage, key, 5, 'text/plain');
  return (await fetch(url, { method, body, headers: { ...headers, 'Content-Type': type } })).status;
}

test('the local storage takes exactly the length and type that were signed, once', async () => {
  expect(await put('probe/length', 'longer', 'text/plain')).toBe(403);
  expect(await put('probe/type', 'hello', 'text/html')).toBe(403);
  expect(await put('probe/right', 'hello', 'text/plain')).toBe(200);
  expect(await put('probe/right', 'again', 'text/plain')).toBe(412);
  const url = await presignGet(storage, 'probe/right', 60);
  expect(await (await fetch(url)).text()).toBe('hello');
});

test('a large file goes to storage in parts, out of order, and is served in stretches', async () => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse();
  const owner = company.as('owner');
  const { body: material } = await owner.post(`/course/course/${course.id}/educational_material/`, {
    name: 'A long video',
    type: 'video',
  });
  const size = 51 * 1024 ** 2;
  const bytes = Buffer.alloc(size);
  bytes.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
  bytes.write('the end', size - 7);
  const uploader = `/api_uploader/v1/course/course/${course.id}/educational_material/${material.id}/upload_file`;
  const { body: begun } = await owner.post(`${uploader}/`, { name: 'long.mp4', size, kind: 'main' });
  const { body: addresses } = await owner.post(`${uploader}/${begun.id}/parts/`, { numbers: [4, 2, 1, 3] });
  const parts = [];
  for (const { number, url } of addresses.parts) {
    const body = bytes.subarray((number - 1) * begun.part_size, number * begun.part_size);
    const stored = await fetch(url, { method: 'PUT', body });
    parts.push({ number, etag: stored.headers.get('etag') });
  }
  parts.sort((one, other) => one.number - other.number);
  const done = await owner.post(`${uploader}/${begun.id}/complete/`, { parts, duration: 60 });
  expect([done.status, done.body.size]).toEqual([200, size]);
  const headers = { Authorization: `Bearer ${owner.token}`, Range: 'bytes=-7' };
  const end = await fetch(new URL(done.body.url, inject('product').url), { headers });
  expect([end.status, end.headers.get('content-range'), await end.text()]).toEqual([
    206,
    `bytes ${size - 7}-${size - 1}/${size}`,
    'the end',
  ]);
});

test('a package of more than 50 MB goes in parts, and on where it was cut off', async () => {
  const company = await aCompany(productWorld());
  const course = await company.aCourse();
  const owner = company.as('owner');
  const at = `/course/course/${course.id}/educational_material/`;
  const { body: material } = await owner.post(at, {
    name: 'A package',
    type: 'package',
    next_access: 'free',
  });
  const video = new Uint8Array(51 * 1024 ** 2);
  const bytes = await aPackage({ stored: true, files: { 'index.html': '<p>', 'video.mp4': video } });
  const uploader = `/api_uploader/v1${at}${material.id}/package/`;
  const { body: begun } = await owner.post(uploader, { name: 'a.zip', size: bytes.length });
  const parts: { number: number; etag: string | null }[] = [];
  const send = async (...numbers: number[]) => {
    const { body } = await owner.post(`${uploader}${begun.id}/parts/`, { numbers });
    for (const { number, url } of body.parts as { number: number; url: string }[]) {
      const part = bytes.slice((number - 1) * begun.part_size, number * begun.part_size);
      const { headers } = await fetch(url, { method: 'PUT', body: part });
      parts.push({ number, etag: headers.get('etag') });
    }
  };
  const count = Math.ceil(bytes.length / begun.part_size);
  expect(count).toBeGreaterThan(2);
  await send(1);
  // A line that goes in the middle of a part leaves nothing of it.
  const { body: second } = await owner.post(`${uploader}${begun.id}/parts/`, { numbers: [2] });
  const cut = AbortSignal.timeout(1);
  const whole = bytes.slice(begun.part_size, 2 * begun.part_size);
  await fetch(second.parts[0].url, { method: 'PUT', body: whole, signal: cut }).catch(() => {});
  await send(...Array.from({ length: count - 1 }, (_, index) => index + 2));
  const done = await owner.post(`${uploader}${begun.id}/complete/`, { parts });
  expect([done.status, done.body.size]).toEqual([200, bytes.length]);
  expect((await owner.get(`${at}${material.id}/package/`)).body).toMatchObject({ version: 1, file_count: 3 });
});
