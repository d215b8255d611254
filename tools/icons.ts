import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath, installChromium } from './stack/chromium.ts';
import { ROOT } from './stack/paths.ts';
import { answerHelp } from './stack/usage.ts';

answerHelp();

const PUBLIC = join(ROOT, 'web/public');
const GROUND = '#125b59';

interface Icon {
  file: string;
  size: number;
  /** How much of the square the mark takes; the rest is ground, for systems that cut a shape of their own. */
  share: number;
}

const ICONS: readonly Icon[] = [
  { file: '192.png', size: 192, share: 1 },
  { file: '512.png', size: 512, share: 1 },
  // A circle of four fifths is always seen.
  { file: 'maskable-512.png', size: 512, share: 0.8 },
  // Cut by the system, which shows clear corners in black.
  { file: 'apple-touch-180.png', size: 180, share: 0.9 },
];

/** Draws the icons of the installed product from its mark: after icon.svg has changed. */
installChromium();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const mark = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8');
mkdirSync(join(PUBLIC, 'icons'), { recursive: true });
const page = await browser.newPage();
for (const { file, size, share } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>
       body { display: grid; place-items: center; height: 100vh; margin: 0; background: ${share < 1 ? GROUND : 'transparent'} }
       svg { width: ${share * 100}% }
     </style>${mark}`,
  );
  await page.screenshot({ path: join(PUBLIC, 'icons', file), omitBackground: true });
}
await browser.close();
