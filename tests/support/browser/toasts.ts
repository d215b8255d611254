import type { Locator, Page } from 'playwright-core';

/** Which of these elements a toast lies on, by their words; read within the page. */
export function coveredByToasts(selector: string): string[] {
  const shown = [...document.querySelectorAll('[data-toasts] [data-kind]')].map((one) =>
    one.getBoundingClientRect(),
  );
  if (shown.length === 0) throw new Error('There is no toast');
  return [...document.querySelectorAll(selector)]
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return shown.some(
        (toast) => toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom,
      );
    })
    .map((one) => one.textContent || one.getAttribute('aria-label') || one.tagName);
}

/** The toasts with these words; what holds them all is said as one. */
export const toastsWith = (page: Page, words: string | RegExp): Locator =>
  page.locator('[data-toasts] [data-kind]').filter({ hasText: words });

/** For a test of how long toasts stay: those of this document go by themselves. */
export const letToastsGo = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.dataset['toasts'] = 'go'));

/**
 * Runs in each document: points at every toast that appears, so that it waits as for whoever reads it. On a busy machine
 * its seconds go by before anybody has looked.
 */
export function pointAtToasts(): void {
  const pointed = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[data-toasts] [data-kind]')) {
      if (pointed.has(toast) || document.documentElement.dataset['toasts'] === 'go') continue;
      pointed.add(toast);
      toast.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, movementX: 1 }));
    }
  }).observe(document, { childList: true, subtree: true });
}
