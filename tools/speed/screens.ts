import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../stack/chromium.ts';
import type { Line, SlowProxy } from './slow-proxy.ts';

export interface Device {
  name: string;
  /** How many times slower than this machine. */
  slowdown: number;
  /** null: as fast as it goes. */
  line: Line | null;
  viewport: { width: number; height: number };
}

export interface Screen {
  name: string;
  path: string;
  access?: string | undefined;
  /** What the tab holds from before, anew for each opening: a name and its text. */
  hold?: () => Promise<[string, string]>;
}

export interface Opening {
  fcp: number;
  lcp: number;
  /** When the application's last skeleton was gone. */
  whole: number;
  /** When the page changed last, and where. */
  last: number;
  place: string;
  cls: number;
  requests: number;
  /** Over the wire, without headers. */
  bytes: number;
}

/** Openings after which the service worker keeps the files and the browser knows them. */
const VISITS = 3;
/** Milliseconds for which a screen has stood and nothing was asked for. */
const QUIET = 1000;
const PATIENCE = 60_000;

/** Opens a screen in browsers that were never used before. */
export async function openCold(proxy: SlowProxy, screen: Screen, device: Device, times: number) {
  const openings: Opening[] = [];
  for (let time = 0; time < times; time += 1)
    await withProfile(async (profile) => openings.push(await open(proxy, profile, screen, device)));
  return openings;
}

/** Opens a screen as somebody does who was there on other days: the browser was closed meanwhile, and kept its files. */
export async function openWarm(proxy: SlowProxy, screen: Screen, device: Device, times: number) {
  const openings: Opening[] = [];
  await withProfile(async (profile) => {
    for (let visit = 0; visit < VISITS; visit += 1) await visitOnce(proxy, profile, screen, device);
    for (let time = 0; time < times; time += 1) openings.push(await open(proxy, profile, screen, device));
  });
  return openings;
}

export async function withProfile(use: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'osnova-profile-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Lets the service worker come, and its files be written. */
async function visitOnce(proxy: SlowProxy, profile: string, screen: Screen, device: Device): Promise<void> {
  await inBrowser(proxy, profile, screen, device, async (page) => {
    await page.goto(screen.path);
    await page.locator('h1').first().waitFor({ timeout: PATIENCE });
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await sleep(QUIET);
  });
}

async function open(proxy: SlowProxy, profile: string, screen: Screen, device: Device): Promise<Opening> {
  return inBrowser(proxy, profile, screen, device, async (page, context) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown });
    // Not by a locator: what Playwright puts into the page for one takes a slow processor a tenth of a second.
    const ask = async <T>(expression: string): Promise<T> =>
      (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as T;
    proxy.slowDown(device.line);
    try {
      await page.goto(screen.path, { waitUntil: 'commit' });
      const opened = performance.now();
      let wholeSince = Infinity;
      while (performance.now() - Math.max(wholeSince, proxy.lastUse()) < QUIET) {
        if (performance.now() - opened > PATIENCE) throw new Error(`${screen.name} does not come`);
        await sleep(200);
        wholeSince = (await ask<boolean>('seen.whole > 0'))
          ? Math.min(wholeSince, performance.now())
          : Infinity;
      }
      const { fastest, ...seen } = await ask<
        Omit<Opening, 'requests' | 'bytes'> & { fastest: number | null }
      >(READ_OUT);
      // Whatever fetches, the page or the service worker, is to feel the line.
      if (device.line && fastest !== null && fastest < device.line.latency)
        throw new Error(`an answer took ${fastest} ms on a line of ${device.line.latency}`);
      return { ...seen, ...proxy.used() };
    } finally {
      proxy.slowDown(null);
    }
  });
}

export async function inBrowser<T>(
  proxy: SlowProxy,
  profile: string,
  screen: Screen,
  { viewport }: Device,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', proxy.flag],
    baseURL: proxy.url,
    locale: 'uk-UA',
    viewport,
  });
  try {
    if (screen.access)
      await context.addInitScript({
        content: `if (location.protocol !== 'about:') localStorage.setItem('access', '${screen.access}')`,
      });
    if (screen.hold)
      await context.addInitScript({
        content: `if (location.protocol !== 'about:') sessionStorage.setItem(...${JSON.stringify(await screen.hold())})`,
      });
    await context.addInitScript({ content: OBSERVE });
    const page = await context.newPage();
    // The browser itself has come to rest.
    await sleep(QUIET);
    return await use(page, context);
  } finally {
    await context.close();
  }
}

/** Runs in each document before anything else. */
const OBSERVE = `
  window.seen = { lcp: 0, whole: 0, cls: 0, last: 0, place: '' };
  new PerformanceObserver((list) => (seen.lcp = list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (seen.cls += value)))
    .observe({ type: 'layout-shift', buffered: true });
  const placeOf = ({ target }) => {
    const { localName, className } = target.closest?.('[class]') ?? target.parentElement ?? target;
    return localName + '.' + String(className ?? '').split(' ')[0];
  };
  new MutationObserver((changes) => {
    const shown = changes.filter(({ target }) => document.querySelector('#root')?.contains(target));
    if (shown.length > 0) [seen.last, seen.place] = [performance.now(), placeOf(shown.at(-1))];
    const whole = document.querySelector('#root h1')
      && !document.querySelector('#frame, [aria-busy=true], [data-waiting]');
    seen.whole = whole ? seen.whole || performance.now() : 0;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-busy'] });`;
const READ_OUT = `({
  ...seen,
  fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  fastest: performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
    .reduce((least, { duration }) => Math.min(least ?? duration, duration), null),
})`;
