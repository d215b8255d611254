import { chromium } from 'playwright-core';
import { chromiumPath } from '../stack/chromium.ts';

/** How fast a page's code runs here: what Lighthouse calls its BenchmarkIndex, of which it measures slower phones. */
export async function processorIndex(): Promise<number> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    // The first one is of code that was never run.
    await page.evaluate(COUNT);
    return await page.evaluate<number>(COUNT);
  } finally {
    await browser.close();
  }
}

/** Runs in the page: the mean of tenths of rounds a second, of one that leaves garbage behind and one that leaves none. */
const COUNT = `(() => {
  const rate = (round) => {
    const began = performance.now();
    let rounds = 0;
    do round(rounds++); while (rounds % 10 > 0 || performance.now() - began < 500);
    return (rounds * 100) / (performance.now() - began);
  };
  const write = () => {
    let text = '';
    for (let letter = 0; letter < 10_000; letter += 1) text += 'a';
    if (text.length === 1) throw new Error('so that it is not left out');
  };
  const lists = [0, 1].map(() => Array.from({ length: 100_000 }, (_, number) => number));
  const copy = (round) => {
    const [from, to] = [lists[round % 2], lists[(round + 1) % 2]];
    for (let place = 0; place < from.length; place += 1) to[place] = from[place];
  };
  return (rate(write) + rate(copy)) / 2;
})()`;
