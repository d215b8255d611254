import type { Page } from 'playwright-core';

/**
 * Keeps parts of uploads, by their numbers, in the pages that are opened from now on. To stop them on their way would
 * carry all of their bytes through the browser's and the test's process, which takes longer than to send them.
 * @returns lets them go, in this page and the next ones
 */
export async function holdParts(page: Page, numbers: readonly number[]): Promise<() => Promise<void>> {
  const script = await page.addInitScript(hold, numbers);
  return async () => {
    await script.dispose();
    await page.evaluate(() => void dispatchEvent(new Event('parts-let-go')));
  };
}

/** Runs in the page. */
function hold(numbers: readonly number[]): void {
  const held = new Map<XMLHttpRequest, () => void>();
  let isHolding = true;
  class Put extends XMLHttpRequest {
    #part = 0;

    override open(method: string, url: string): void {
      this.#part = Number(new URL(url, location.href).searchParams.get('partNumber'));
      super.open(method, url);
    }

    override send(body: Blob): void {
      if (isHolding && numbers.includes(this.#part)) held.set(this, () => super.send(body));
      else super.send(body);
    }

    override abort(): void {
      if (!held.delete(this)) return super.abort();
      for (const type of ['abort', 'loadend']) this.dispatchEvent(new ProgressEvent(type));
    }
  }
  window.XMLHttpRequest = Put;
  addEventListener('parts-let-go', () => {
    isHolding = false;
    for (const go of held.values()) go();
    held.clear();
  });
}
