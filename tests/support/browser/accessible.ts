import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ElementContext, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { until } from './settled.ts';

const AXE = inAscii(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));

/** Each rule of WCAG 2.2 AA and of good practice. */
const ALL: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: {
    // The header of a dialog is no second banner of the page.
    'landmark-no-duplicate-banner': { enabled: false },
    'landmark-unique': { enabled: false },
  },
};
const SIZES: RunOptions = { runOnly: { type: 'rule', values: ['target-size'] } };

/** Every rule that the page breaks, with the elements that break it. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // What is about to be replaced stands there pale.
  await until(page, () => document.querySelector('[data-stale]') === null);
  await page.evaluate(standStill);
  await Promise.all(page.frames().map(bringAxe));
  const kept: string[] = [];
  for (const { id, at } of await page.evaluate(look, { options: ALL, context: undefined }))
    if (id !== 'target-size' || (await isNarrow(page, at))) kept.push(`${id}: ${at}`);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return kept;
}

/** What stands half below a bar is as small as what is seen of it: it is looked at once more in the middle. */
async function isNarrow(page: Page, at: string): Promise<boolean> {
  const from = await page.evaluate(() => scrollY);
  const center = (it: Element) => it.scrollIntoView({ block: 'center', behavior: 'instant' });
  await page.locator(at).first().evaluate(center);
  const found = await page.evaluate(look, { options: SIZES, context: { include: [at] } });
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), from);
  return found.length > 0;
}

interface Look {
  options: RunOptions;
  context: ElementContext | undefined;
}

/** Runs in the page. Nobody reads what is right: naming and sending it is a fifth of a look. */
async function look({ options, context = document }: Look): Promise<{ id: string; at: string }[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, at: target.join(' ') })));
}

/**
 * Runs in the page. Halfway through a change of colours a text has the new one on the old ground. Waited for they may
 * never end: a browser that nobody looks at draws when it likes; and one may begin while the page is looked at.
 */
async function standStill(): Promise<void> {
  await new Promise(requestAnimationFrame);
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(still);
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}

/** Once for each document; a frame that goes meanwhile needs none. */
async function bringAxe(frame: Frame): Promise<void> {
  const isThere = await frame.evaluate(() => 'axe' in window).catch(() => true);
  if (!isThere) await frame.evaluate(AXE).catch(() => undefined);
}

/** A browser takes half the time to be given code of such letters alone. */
function inAscii(code: string): string {
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
