import { env, exports } from 'cloudflare:workers';
import { neon, neonConfig } from '@neondatabase/serverless';
import { expect, test } from 'vitest';

test('the worker answers inside workerd', async () => {
  const response = await exports.default.fetch('https://osnova.test/api/v1/openapi.json');
  expect(response.status).toBe(200);
});

test('mail goes to the outbox', async () => {
  await env.MAIL.send({ from: 'no-reply@osnova.test', to: 'a@example.com', subject: 'S', text: 'http://x.y/z' });
  expect(await env.MAIL.sent('a@example.com')).toMatchObject([{ subject: 'S', links: ['http://x.y/z'] }]);
});

test('the owner sees the database', async () => {
  neonConfig.fetchEndpoint = env.DATABASE_PROXY;
  expect(await neon(env.OWNER_DATABASE_URL)`select current_user as me`).toEqual([{ me: 'osnova_owner' }]);
});
