import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Device, inBrowser, type Screen, withProfile } from './screens.ts';
import type { SlowProxy } from './slow-proxy.ts';

/** What somebody does again and again, and what they waited each time, in milliseconds until the next paint. */
export interface Doing {
  name: string;
  waits: number[];
}

/** At most so many milliseconds at the 98th percentile. */
export const INTERACTION_GOAL = 200;

const TIMES = 100;
const MENUS = 50;
const PATIENCE = 60_000;
/** Milliseconds without a press, after which what it led to has been drawn. */
const REST = 300;

/** Answers a test, and goes from question to question. */
export async function answerAll(proxy: SlowProxy, screen: Screen, device: Device): Promise<Doing[]> {
  const [answering, moving]: [Doing, Doing] = [
    { name: 'answering a question', waits: [] },
    { name: 'the next question', waits: [] },
  ];
  await onPhone(proxy, screen, device, async (page) => {
    const next = `[...document.querySelectorAll('main button')].find((one) => one.textContent === 'Далі')`;
    await comes(page, next);
    for (let time = 0; time < TIMES; time += 1) {
      answering.waits.push(
        await press(page, `document.querySelectorAll('main label:has(input)')[${time % 4}]`),
      );
      moving.waits.push(await press(page, next));
    }
  });
  return [answering, moving];
}

/** Opens the menus of a list's rows, and types what is looked for in it. */
export async function useList(proxy: SlowProxy, screen: Screen, device: Device): Promise<Doing[]> {
  const [opening, typing]: [Doing, Doing] = [
    { name: 'opening a menu of a list', waits: [] },
    { name: 'typing into the search of a list', waits: [] },
  ];
  await onPhone(proxy, screen, device, async (page) => {
    const menu = (place: number) => `document.querySelectorAll('main [aria-haspopup=menu]')[${place}]`;
    await comes(page, menu(MENUS - 1));
    for (let place = 0; place < MENUS; place += 1) {
      opening.waits.push(await press(page, menu(place)));
      await page.keyboard.press('Escape');
      await sleep(REST);
    }
    const search = `document.querySelector('[role=search] input')`;
    await press(page, search);
    typing.waits.push(...(await typeAndErase(page)));
  });
  return [opening, typing];
}

/** Types into the first field of a form. */
export async function fillForm(proxy: SlowProxy, screen: Screen, device: Device): Promise<Doing> {
  const typing: Doing = { name: `typing into ${screen.name}`, waits: [] };
  await onPhone(proxy, screen, device, async (page) => {
    const field = `document.querySelector('form input')`;
    await comes(page, field);
    await press(page, field);
    typing.waits.push(...(await typeAndErase(page)));
  });
  return typing;
}

/** Types a word three times and erases it again. */
async function typeAndErase(page: Page): Promise<number[]> {
  const keys = [...'bench-01'.split(''), ...Array<string>(8).fill('Backspace')];
  const waits: number[] = [];
  for (const key of [...keys, ...keys, ...keys])
    waits.push(await waitOf(page, () => page.keyboard.press(key)));
  return waits;
}

/** Opens a screen as fast as the line goes; what is pressed then is drawn by the slow processor. */
async function onPhone(
  proxy: SlowProxy,
  screen: Screen,
  device: Device,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  await withProfile((profile) =>
    inBrowser(proxy, profile, screen, device, async (page, context) => {
      await page.addInitScript({ content: OBSERVE });
      const session = await context.newCDPSession(page);
      await page.goto(screen.path);
      await session.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown });
      await use(page);
    }),
  );
}

/** Waits for an element, given as an expression, with everything around it. */
async function comes(page: Page, element: string): Promise<void> {
  const opened = performance.now();
  while (!(await page.evaluate<boolean>(`!!${element} && !document.querySelector('[aria-busy=true]')`))) {
    if (performance.now() - opened > PATIENCE) throw new Error(`${element} does not come`);
    await sleep(REST);
  }
}

/** Presses an element with the mouse, at its place: what Playwright asks of one first would be part of the wait. */
async function press(page: Page, element: string): Promise<number> {
  const [x, y] = await page.evaluate<[number, number]>(`(() => {
    const element = ${element};
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  })()`);
  await sleep(REST);
  return waitOf(page, () => page.mouse.click(x, y));
}

/** Milliseconds from an event to the paint after it, in steps of 8 as browsers tell them; what is below 16 is told as 16. */
async function waitOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('void pressed.splice(0)');
  await act();
  await sleep(REST);
  return page.evaluate<number>('Math.max(16, ...pressed)');
}

/** Runs in the page before anything else. */
const OBSERVE = `
  window.pressed = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) pressed.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });`;
