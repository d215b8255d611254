import { createHash } from 'node:crypto';
import { expect, inject } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { test } from '../../support/browser/browser.ts';
import { mailsTo } from '../../support/mail.ts';
import { ownerClient, roundTrips } from '../../support/owner.ts';
import { productWorld } from '../../support/product-world.ts';
import { givePassword, typePassword } from '../../support/browser/signing-in.ts';

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

test('every page and asset is answered with the headers of safety', async () => {
  const { url } = inject('product');
  const html = await (await fetch(url)).text();
  const asset = /\/assets\/[^"]+\.js/.exec(html)![0];
  const [own, ...others] = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)];
  const hash = createHash('sha256').update(own![1]!).digest('base64');
  for (const path of ['/', '/login', '/no/such/screen', '/certificate/XXXX', asset, '/icon.svg']) {
    const { headers } = await fetch(`${url}${path}`);
    const policy = Object.fromEntries(
      headers
        .get('content-security-policy')!
        .split('; ')
        .map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1).join(' ')]),
    );
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': `'self' 'sha256-${hash}' 'wasm-unsafe-eval'`,
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect({ path, ...Object.fromEntries(headers) }).toMatchObject({
      path,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), display-capture=(self)'),
    });
  }
  // One script stands in the page itself, which the policy knows by its content.
  expect(others).toEqual([]);
  expect(html.replace(own![0], '')).not.toMatch(/\son\w+=|javascript:/i);
});

test('the cookie that pictures are asked for with goes to them alone, and to no other site', async ({
  page,
}) => {
  const owner = (await aCompany(productWorld())).people.owner;
  await givePassword(owner);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Електронна пошта або телефон' }).fill(owner.email);
  await typePassword(page);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  const cookies = await page.context().cookies(`${inject('product').url}/api/v1/media/1`);
  expect(cookies).toMatchObject([{ name: 'access', path: '/api/v1/media', sameSite: 'Strict' }]);
  // That of the device, which opens nothing, goes where one signs in; no other call is sent one.
  const sentTo = async (path: string) =>
    (await page.context().cookies(`${inject('product').url}${path}`)).map(({ name }) => name);
  expect(await sentTo('/api/v1/accounts/user_info/')).toEqual(['device']);
  expect(await sentTo('/api/v1/course/course/')).toEqual([]);
  expect(await sentTo('/login')).toEqual([]);
});

test('over https the cookie cannot be set without https', async ({ page }) => {
  const owner = (await aCompany(productWorld())).people.owner;
  // The product as it is behind the platform's https.
  const secure = 'https://learn.poruch.test';
  await page.route(`${secure}/**`, async (route) => {
    const url = route.request().url().replace(secure, inject('product').url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.addInitScript((token) => localStorage.setItem('access', token), owner.client.token!);
  await page.goto(`${secure}/profile`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.context().cookies(`${secure}/api/v1/media/1`)).toMatchObject([
    {
      name: '__Secure-access',
      value: owner.client.token,
      secure: true,
      path: '/api/v1/media',
      sameSite: 'Strict',
    },
  ]);
});

test('tests outside the runtime reach mails, database and the count of its calls', async () => {
  expect(await mailsTo('nobody@example.com')).toEqual([]);
  await using owner = await ownerClient();
  expect((await owner.query('select current_user as me')).rows).toEqual([{ me: 'osnova_owner' }]);
  expect(await roundTrips()).toBeGreaterThan(0);
});
