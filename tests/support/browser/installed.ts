import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { firstVisit, openContext } from './browser.ts';

/** A test in a browser where the product's service worker is in charge. */
export const installedTest = firstVisit.extend<{ installed: BrowserContext; visitor: Page }>({
  installed: async ({ browser }, use) => {
    const context = await openContext(browser);
    await use(context);
    await context.close();
  },
  /** At the sign-in screen. */
  visitor: async ({ installed }, use) => {
    const page = await installed.newPage();
    await page.goto('/login');
    // As web/lib/page/installable.ts does when the first screen has had its time.
    await page.evaluate(async () => {
      const inCharge = new Promise((done) => {
        navigator.serviceWorker.addEventListener('controllerchange', done);
      });
      await navigator.serviceWorker.register('/service-worker.js');
      if (!navigator.serviceWorker.controller) await inCharge;
    });
    await use(page);
  },
});

/** Waits until the browser keeps what the server answered: who goes to another page before that takes it along. */
export const untilKept = (page: Page, address: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, address))
    .toBe(true);
