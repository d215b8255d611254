import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Frame, Page } from 'playwright-core';

const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'));
const AXE = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of WCAG 2.2 AA and of good practice that the page breaks, with the elements that break it. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // What is about to be replaced stands there pale.
  await page.waitForFunction(() => document.querySelector('[data-stale]') === null);
  await page.evaluate(standStill);
  await Promise.all(page.frames().map(bringAxe));
  // The builder would bring its own, unminified, twice each time: most of what a look costs.
  const { violations } = await new AxeBuilder({ page, axeSource: 'undefined' })
    // One frame: without a page of its own to put the results of several together.
    .setLegacyMode()
    // Nobody reads what is right, and naming it takes most of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // The header of a dialog is no second banner of the page.
    .disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
    .analyze();
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => ({ id, at: target.join(' ') })),
  );
  const kept: string[] = [];
  for (const { id, at } of problems)
    if (id !== 'target-size' || (await isNarrow(page, at))) kept.push(`${id}: ${at}`);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return kept;
}

/** What stands half below a bar is as small as what is seen of it: it is looked at once more in the middle. */
async function isNarrow(page: Page, at: string): Promise<boolean> {
  const from = await page.evaluate(() => scrollY);
  const center = (it: Element) => it.scrollIntoView({ block: 'center', behavior: 'instant' });
  await page.locator(at).first().evaluate(center);
  const { violations } = await new AxeBuilder({ page, axeSource: 'undefined' })
    .setLegacyMode()
    .include(at)
    .withRules(['target-size'])
    .analyze();
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), from);
  return violations.length > 0;
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
