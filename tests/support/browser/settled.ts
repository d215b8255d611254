import type { Page, Request } from 'playwright-core';

/** Milliseconds within which what is waited for is there, as in vitest.config.ts. */
export const PATIENCE = 60_000;

const pendingOf = new WeakMap<Page, Set<Request>>();

/** Notes from now on what a page has asked for and not got yet; call it before the page is opened. */
export function followRequests(page: Page): void {
  const pending = new Set<Request>();
  pendingOf.set(page, pending);
  page.on('request', (request) => {
    // A film goes on loading while it is shown.
    if (request.resourceType() !== 'media') pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
}

/**
 * Waits until the screen has everything: a heading, no skeleton, nothing asked for that is not there yet.
 * @throws when that does not come
 */
export async function settled(page: Page): Promise<void> {
  const pending = pendingOf.get(page)!;
  const began = Date.now();
  await page.locator('h1').first().waitFor({ state: 'attached' });
  for (let quiet = 0; quiet < 2; quiet += 1) {
    await until(page, isWhole);
    if (pending.size === 0) continue;
    quiet = -1;
    if (Date.now() - began > PATIENCE) {
      const urls = [...pending].map((request) => request.url());
      pending.clear();
      throw new Error(`unanswered: ${urls.join(', ')}`);
    }
    await Promise.race([
      page.waitForEvent('requestfinished').catch(() => {}),
      page.waitForEvent('requestfailed').catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 50)),
    ]);
  }
}

/**
 * Waits until something holds in the page, and for the two frames after it.
 * @throws when that does not come
 */
export async function until(page: Page, holds: () => boolean): Promise<void> {
  // Playwright's own way to wait for a function brings all of its code into each document first.
  const waits = `new Promise((resolve, reject) => {
    const holds = ${String(holds)};
    const end = performance.now() + ${PATIENCE};
    const look = () => {
      if (holds()) resolve(${twoFrames});
      else if (performance.now() > end) reject(new Error('does not come: ' + holds));
      else requestAnimationFrame(look);
    };
    look();
  })`;
  for (;;) {
    try {
      await page.evaluate(waits);
      return;
    } catch (error) {
      // The page went on to another document meanwhile.
      if (!/context was destroyed|Cannot find context/.test((error as Error).message)) throw error;
    }
  }
}

/** What two frames bring is there. */
export const twoFrames = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`;

/** Waits for the typefaces of what is drawn: what stands in for them may have lines and letters a pixel off. */
export const fontsThere = (page: Page): Promise<unknown> =>
  page.evaluate('document.fonts.ready.then(() => true)');

/** Runs in the page. */
function isWhole(): boolean {
  const waiting = '[aria-busy=true], [data-busy], [data-waiting], .mantine-Loader-root';
  // A closed list of choices has its own, which nobody sees.
  return [...document.querySelectorAll(waiting)].every((element) => !element.checkVisibility());
}
