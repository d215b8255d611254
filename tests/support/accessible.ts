import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Every rule of WCAG 2.2 AA and of good practice that the page breaks, with the elements that break it. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Halfway through a change of colours a text has the new one on the old ground.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
  const { violations } = await new AxeBuilder({ page })
    // One frame: without a page of its own to put the results of several together.
    .setLegacyMode()
    // Nobody reads what is right, and naming it takes most of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // The header of a dialog is no second banner of the page.
    .disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
