import { expect, inject } from 'vitest';
import { test } from '../support/browser.ts';
import { mailsTo } from '../support/mail.ts';
import { ownerClient, roundTrips } from '../support/owner.ts';

test('the built product opens in a browser without an error', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await page.locator('#root :visible').first().waitFor();
});

test('unknown paths answer with the client, unknown calls do not', async () => {
  const { url } = inject('product');
  const screen = await fetch(`${url}/no/such/screen`);
  expect([screen.status, screen.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect((await fetch(`${url}/api/no/such/call`)).headers.get('content-type')).toContain('json');
});

test('tests outside the runtime reach mails, database and the count of its calls', async () => {
  expect(await mailsTo('nobody@example.com')).toEqual([]);
  await using owner = await ownerClient();
  expect((await owner.query('select current_user as me')).rows).toEqual([{ me: 'osnova_owner' }]);
  expect(await roundTrips()).toBeGreaterThan(0);
});
