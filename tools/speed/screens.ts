import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';

export interface Device {
  name: string;
  /** How many times slower than this machine. */
  slowdown: number;
  /** Kilobits a second and milliseconds; null: as fast as it goes. */
  network: { down: number; up: number; latency: number } | null;
}

export interface Screen {
  name: string;
  path: string;
  access?: string | undefined;
}

export interface Opening {
  fcp: number;
  lcp: number;
  cls: number;
  requests: number;
  /** Over the wire. */
  bytes: number;
}

/** Nothing was asked for during so many milliseconds. */
const QUIET = 700;

/** Opens a screen with an empty cache, and then once more. */
export async function openTwice(
  browser: Browser,
  url: string,
  screen: Screen,
  device: Device,
): Promise<{ cold: Opening; warm: Opening }> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'uk-UA',
    serviceWorkers: 'block',
    viewport: device.network ? { width: 390, height: 780 } : { width: 1440, height: 900 },
  });
  if (screen.access)
    await context.addInitScript({
      content: `if (location.protocol !== 'about:') localStorage.setItem('access', '${screen.access}')`,
    });
  await context.addInitScript({ content: OBSERVE });
  try {
    return {
      cold: await open(context, screen, device),
      warm: await open(context, screen, device),
    };
  } finally {
    await context.close();
  }
}

async function open(context: BrowserContext, { path }: Screen, device: Device): Promise<Opening> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let [requests, bytes, last] = [0, 0, performance.now()];
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', () => (last = performance.now()));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    last = performance.now();
    if (encodedDataLength > 0) requests += 1;
    bytes += encodedDataLength;
  });
  if (device.network) {
    const { down, up, latency } = device.network;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: (down * 1000) / 8,
      uploadThroughput: (up * 1000) / 8,
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown });
  await page.goto(path);
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  // Polled from here: the page forbids strings as code.
  while (!(await page.evaluate<boolean>(IS_WHOLE))) await sleep(50);
  while (performance.now() - last < QUIET) await sleep(50);
  const { fcp, lcp, cls } = await page.evaluate<Pick<Opening, 'fcp' | 'lcp' | 'cls'>>(READ_OUT);
  await page.close();
  return { fcp, lcp, cls, requests, bytes };
}

/** Runs in each document before anything else. */
const OBSERVE = `
  window.seen = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => (seen.lcp = list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (seen.cls += value)))
    .observe({ type: 'layout-shift', buffered: true });`;
const READ_OUT = `({ ...seen, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })`;
const IS_WHOLE = `!document.querySelector('[aria-busy=true], .mantine-Skeleton-root')`;
