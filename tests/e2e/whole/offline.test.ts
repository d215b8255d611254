import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn } from '../../support/browser/browser.ts';
import { examPage } from '../../support/browser/exam-page.ts';
import { installedTest as test } from '../../support/browser/installed.ts';
import { productWorld } from '../../support/product-world.ts';
import { twoFrames } from '../../support/browser/settled.ts';

test('without a connection a page says so in the chosen language, and opens by itself later', async ({
  installed,
  visitor,
}) => {
  await visitor.evaluate(() => localStorage.setItem('language', 'de'));
  await installed.setOffline(true);
  await visitor.goto('/course');
  await visitor.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
  expect(await visitor.title()).toBe('Keine Verbindung — Osnova');
  await expect.poll(() => visitor.locator('section:visible').count()).toBe(1);
  expect(await accessibilityProblems(visitor)).toEqual([]);
  await visitor.getByRole('button', { name: 'Erneut versuchen' }).click();
  await visitor.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
  await installed.setOffline(false);
  await visitor.waitForURL('**/login?callback_url=%2Fcourse');
  await visitor.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
});

test('without a connection whoever reloads a running test reads what becomes of their answers', async ({
  installed,
  visitor,
}) => {
  const { exam } = await examPage(visitor, await aCompany(productWorld()));
  visitor.on('dialog', (dialog) => void dialog.accept());
  await installed.setOffline(true);
  await visitor.getByText('right', { exact: true }).click();
  await visitor.reload();
  await visitor
    .getByText('Час вашого тесту йде далі. Відповіді, яких ще не надіслано, зберігаються')
    .waitFor();
  expect(await accessibilityProblems(visitor)).toEqual([]);
  await installed.setOffline(false);
  await visitor.waitForURL(`**/form/${exam.form_id}`);
  await expect.poll(() => visitor.getByRole('radio', { name: 'right' }).isChecked()).toBe(true);
});

test('files of the product come from the browser, and nothing of the API is kept', async ({ visitor }) => {
  await visitor.reload();
  await visitor.getByRole('button', { name: 'Увійти', exact: true }).waitFor();
  const kept = await visitor.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return { caches: caches_.length, addresses: requests.flat().map(({ url }) => new URL(url).pathname) };
  });
  expect(kept.caches).toBe(1);
  expect(kept.addresses.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3);
  const others = kept.addresses.filter((path) => !path.startsWith('/assets/'));
  expect(others.sort()).toEqual(['/icon.svg', '/offline', '/offline.js', '/page']);
});

test('nothing waits for the service worker to start: not the page, and not the API', async ({ visitor }) => {
  const state = await visitor.evaluate(async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready;
    return navigationPreload.getState();
  });
  expect(state.enabled).toBe(true);
  // What answered: '' is the service worker itself.
  const sources = await visitor.evaluate(async () => {
    const sourceOf = async (address: string): Promise<string> => {
      await (await fetch(address)).text();
      const [entry] = performance.getEntriesByName(new URL(address, location.href).href);
      return (entry as PerformanceEntry & { workerMatchedSourceType: string }).workerMatchedSourceType;
    };
    return { api: await sourceOf('/api/v1/health/?once'), file: await sourceOf('/offline.js?once') };
  });
  expect(sources).toEqual({ api: 'network', file: '' });
});

test('a private screen says that changes are not saved, as long as there is no connection', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const company = await aCompany(productWorld());
  await signIn(page, company.people.student);
  await page.goto('/profile');
  await page.locator('h1').first().waitFor();
  const banner = page.getByText('Немає з’єднання: зберігається лише те, де про це сказано');
  expect(await banner.count()).toBe(0);
  await context.setOffline(true);
  await banner.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.setOffline(false);
  await banner.waitFor({ state: 'detached' });
});

test('code that does not come for want of a connection is waited for, and the page stays until then', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const menu = await profileOf(page);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'));
  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Курси' }).click();
  await page.getByText('Немає з’єднання: зберігається лише те, де про це сказано').waitFor();
  await failed;
  await page.evaluate(twoFrames);
  expect(new URL(page.url()).pathname).toBe('/profile');
  expect(await isSamePage(page)).toBe(true);
  await menu.waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Курси' }).waitFor();
});

test('the service worker goes on asking for code, so that nothing on the page is lost', async ({
  installed,
  visitor: page,
}) => {
  const menu = await profileOf(page);
  const failed = installed.waitForEvent(
    'requestfailed',
    (request) => request.serviceWorker() !== null && request.url().endsWith('.js'),
  );
  await installed.setOffline(true);
  await menu.getByRole('link', { name: 'Курси' }).click();
  await page.getByText('Немає з’єднання: зберігається лише те, де про це сказано').waitFor();
  await failed;
  await page.evaluate(twoFrames);
  expect(new URL(page.url()).pathname).toBe('/profile');
  await installed.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Курси' }).waitFor();
  expect(await isSamePage(page)).toBe(true);
});

/** Opens the profile of a student, and marks the page. */
async function profileOf(page: Page): Promise<Locator> {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.student);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/profile');
  const menu = page.getByRole('navigation', { name: 'Головне меню' });
  await menu.waitFor();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  return menu;
}

const isSamePage = (page: Page) => page.evaluate(() => 'isSame' in window);

test('code that a new release has taken away brings the page anew, where its reader was going', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  const menu = await profileOf(page);
  let isOld = true;
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().isNavigationRequest()) isOld = false;
    return isOld && pathname.startsWith('/assets/') ? route.fulfill({ status: 404 }) : route.continue();
  });
  await menu.getByRole('link', { name: 'Курси' }).click();
  await page.getByRole('heading', { level: 1, name: 'Курси' }).waitFor();
  expect(isOld).toBe(false);
  expect(await isSamePage(page)).toBe(false);
});

test('code that is not there even on the page anew is said to be missing', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  const menu = await profileOf(page);
  const here = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await page.route('**/assets/**', (route) =>
    here.includes(route.request().url()) ? route.continue() : route.fulfill({ status: 404 }),
  );
  await menu.getByRole('link', { name: 'Курси' }).click();
  await page.getByText('Не вдалося завантажити сторінку').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Ще раз' }).click();
  await page.getByRole('heading', { level: 1, name: 'Курси' }).waitFor();
});

test('the browser’s offer to install the product stands in the menu until it is taken', async ({ page }) => {
  const company = await aCompany(productWorld());
  await signIn(page, company.people.student);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/profile');
  const entry = page.getByRole('button', { name: 'Встановити застосунок' });
  await page.getByRole('button', { name: 'Меню компанії' }).click();
  await page.getByRole('button', { name: 'Зворотний зв’язок' }).waitFor();
  expect(await entry.count()).toBe(0);
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(offer, { prompt: async () => (document.title = 'offered') }));
  });
  await entry.click();
  await entry.waitFor({ state: 'detached' });
  expect(await page.title()).toBe('offered');
});

interface Manifest {
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts: { url: string; icons: { src: string; sizes: string }[] }[];
}

test('the manifest names icons of the sizes it says, and addresses that exist', async ({ page }) => {
  const { url } = inject('product');
  await page.goto('/login');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await fetch(new URL(address!, url));
  expect(response.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/);
  const { icons, shortcuts, start_url } = (await response.json()) as Manifest;
  expect(start_url).toBe('/');
  // Of the installed product there is one manifest, for every role.
  expect(shortcuts.map(({ url: path }) => path)).toEqual(['/course', '/profile']);
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const pictures = [
    ...icons,
    ...shortcuts.flatMap((shortcut) => shortcut.icons),
    { src: touch!, sizes: '180x180' },
  ].filter(({ sizes }) => sizes !== 'any');
  for (const { src, sizes } of pictures) expect([src, sizeOf(src)]).toEqual([src, sizes]);
  expect((await fetch(new URL('/icon.svg', url))).headers.get('Content-Type')).toMatch(/^image\/svg/);
});

/** As its header says. */
function sizeOf(path: string): string {
  const png = readFileSync(join(import.meta.dirname, '../../../web/public', path));
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}
