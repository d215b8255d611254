import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { installedTest as test } from '../../support/browser/installed.ts';
import { twoFrames } from '../../support/browser/settled.ts';

/** Changes the page that the service worker has kept, as if it had come so. */
const changeKept = (page: Page, change: { from: string; to: string; at?: number }) =>
  page.evaluate(async ({ from, to, at }) => {
    const name = (await caches.keys()).find((one) => /^osnova-\w{8}$/.test(one))!;
    const cache = await caches.open(name);
    const known = (await cache.match('/page'))!;
    const headers = new Headers(known.headers);
    const text = (await known.text()).replace(from, to);
    const [, script] = /<script>([^]+?)<\/script>/.exec(text)!;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
    const hash = btoa(String.fromCodePoint(...new Uint8Array(digest)));
    const policy = headers.get('Content-Security-Policy')!;
    headers.set('Content-Security-Policy', policy.replace(/sha256-[^']+/, `sha256-${hash}`));
    if (at !== undefined) headers.set('Kept-At', String(at));
    await cache.put('/page', new Response(text, { headers }));
  }, change);

const MARK = { from: '<body>', to: '<body data-kept="">' };
const isMarked = (page: Page) => page.evaluate(() => 'kept' in document.body.dataset);
const signInButton = (page: Page) => page.getByRole('button', { name: 'Увійти', exact: true });

test('a page is given out as it was kept, and from the network to whoever loads it again', async ({
  visitor,
}) => {
  await changeKept(visitor, MARK);
  await visitor.goto('/login');
  await signInButton(visitor).waitFor();
  expect(await isMarked(visitor)).toBe(true);
  await visitor.reload();
  await signInButton(visitor).waitFor();
  expect(await isMarked(visitor)).toBe(false);
  // What came then is kept.
  await visitor.goto('/login');
  await signInButton(visitor).waitFor();
  expect(await isMarked(visitor)).toBe(false);
});

test('a page of another release goes at once, and what came in its place is kept', async ({ visitor }) => {
  await changeKept(visitor, MARK);
  await changeKept(visitor, { from: '<script>', to: '<script>/* of before */' });
  let pages = 0;
  visitor.on('framenavigated', () => (pages += 1));
  await visitor.goto('/login');
  // Whatever a test asks the page for counts as a press.
  await expect.poll(() => pages).toBe(2);
  expect(await isMarked(visitor)).toBe(false);
  await signInButton(visitor).waitFor();
  await visitor.goto('/registration');
  expect(await isMarked(visitor)).toBe(false);
});

test('a page goes for another one early, and where nobody has pressed anything', async ({ visitor }) => {
  const username = visitor.getByRole('textbox', { name: 'Електронна пошта або телефон' });
  const isReplaced = async (state: { hasBeenActive: boolean; after: number }) => {
    await username.fill('a');
    await visitor.evaluate(({ hasBeenActive, after }) => {
      Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
      performance.now = () => after;
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'another page' }));
    }, state);
    await visitor.evaluate(twoFrames).catch(() => {});
    return (await username.inputValue()) === '';
  };
  expect(await isReplaced({ hasBeenActive: true, after: 100 })).toBe(false);
  expect(await isReplaced({ hasBeenActive: false, after: 5000 })).toBe(false);
  expect(await isReplaced({ hasBeenActive: false, after: 100 })).toBe(true);
});

test('a page that was kept too long ago comes from the network', async ({ visitor }) => {
  const week = 7 * 86_400_000;
  await changeKept(visitor, { ...MARK, at: Date.now() - week - 60_000 });
  await visitor.goto('/login');
  await signInButton(visitor).waitFor();
  expect(await isMarked(visitor)).toBe(false);
  await changeKept(visitor, { ...MARK, at: Date.now() - week + 3_600_000 });
  await visitor.goto('/login');
  await signInButton(visitor).waitFor();
  expect(await isMarked(visitor)).toBe(true);
  // It was renewed meanwhile.
  await expect.poll(() => keptPolicy(visitor).then((kept) => Date.now() - kept.at < 600_000)).toBe(true);
});

/** How the kept page is to be shown, and when it came. */
const keptPolicy = (page: Page) =>
  page.evaluate(async () => {
    const known = await caches.match('/page');
    const policy = known?.headers.get('Content-Security-Policy') ?? '';
    return { policy, at: Number(known?.headers.get('Kept-At')) };
  });

test('what others may frame is never kept for the screens', async ({ visitor, allowErrors }) => {
  allowErrors(/./);
  await visitor.evaluate(async () => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete('/page');
  });
  await visitor.goto('/dispatch/1');
  await visitor.locator('main').first().waitFor();
  expect(await keptPolicy(visitor)).toMatchObject({ policy: '' });
  await visitor.goto('/login');
  await expect
    .poll(() => keptPolicy(visitor).then(({ policy }) => policy))
    .toContain("frame-ancestors 'none'");
});
