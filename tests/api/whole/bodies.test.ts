import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../worker/app.ts';
import { aCompany } from '../../support/api/world.ts';
import type { Company } from '../../factories/company.ts';

const CHUNK = 64 * 1024;
/** What a stream may give beyond the limit: the chunk that passes it, one that waits behind it, and a form's other parts. */
const BEYOND = 3 * CHUNK;

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

/** A body of 90 MB that watches what is taken of it. */
function watched(head = '', chunk: Uint8Array = new Uint8Array(CHUNK).fill(0x20)) {
  const seen = { taken: 0, canceled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const bytes = seen.taken === 0 && head ? new TextEncoder().encode(head) : chunk;
        seen.taken += bytes.length;
        controller.enqueue(bytes);
        if (seen.taken > 90 * 1024 ** 2) controller.close();
      },
      cancel() {
        seen.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

async function send(path: string, stream: ReadableStream, headers: Record<string, string>) {
  const context = createExecutionContext();
  const request = new Request(`https://osnova.test/api/v1${path}`, { method: 'POST', headers, body: stream });
  const response = await createApp().hono.fetch(request, env, context);
  await waitOnExecutionContext(context);
  return response;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM =
  '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

describe.each([
  ['says nothing of its size', {}],
  ['says it is none', { 'Content-Length': '0' }],
  ['says something else', { 'Content-Length': 'many', 'Transfer-Encoding': 'chunked' }],
])('a body that %s', (_name, said: Record<string, string>) => {
  test('of JSON is taken up to its limit, and left', async () => {
    const { seen, stream } = watched('{"username":"');
    const response = await send('/accounts/token/', stream, { ...JSON_TYPE, ...said });
    expect([response.status, seen.canceled]).toEqual([413, true]);
    expect(seen.taken).toBeLessThanOrEqual(1024 ** 2 + BEYOND);
  });

  test.each([
    ['a form', { 'Content-Type': 'multipart/form-data; boundary=b' }, FORM],
    ['a file as it is', { 'Content-Type': 'image/png' }, ''],
  ])('of %s likewise', async (_what, type, head) => {
    const { seen, stream } = watched(head);
    const path = `/space/space/${company.id}/upload_photo/`;
    const response = await send(path, stream, {
      ...type,
      ...said,
      Authorization: `Bearer ${company.as('owner').token}`,
    });
    expect([response.status, seen.canceled]).toEqual([400, true]);
    expect(await response.json()).toEqual({ photo: ['max file size exceeded'] });
    expect(seen.taken).toBeLessThanOrEqual(500 * 1024 + BEYOND);
  });
});

test('a body that tells that it is too long is not taken', async () => {
  const { seen, stream } = watched('{"username":"');
  const said = { ...JSON_TYPE, 'Content-Length': String(1024 ** 2 + 1) };
  expect((await send('/accounts/token/', stream, said)).status).toBe(413);
  expect(seen.taken).toBe(0);
});

test('a body that nobody asked for is not taken', async () => {
  const { seen, stream } = watched();
  const response = await send('/accounts/logout/', stream, {
    ...JSON_TYPE,
    Authorization: `Bearer ${company.as('owner').token}`,
  });
  expect(response.status).toBe(204);
  expect(seen.taken).toBe(0);
});

test('a limit counts bytes, not signs', async () => {
  const { seen, stream } = watched('{"username":"', new TextEncoder().encode('ї'.repeat(CHUNK / 2)));
  expect((await send('/accounts/token/', stream, JSON_TYPE)).status).toBe(413);
  expect(seen.taken).toBeLessThanOrEqual(1024 ** 2 + BEYOND);
});
