import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from './accessible.ts';
import { twoFrames } from './settled.ts';

const WIDTHS = [320, 360, 960, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
export const LANGUAGES = ['uk', 'en', 'de'] as const;
type Language = (typeof LANGUAGES)[number];

export interface View {
  width: (typeof WIDTHS)[number];
  scheme: (typeof SCHEMES)[number];
  language: Language;
}

/** All 24 of them, one language after the other. */
export const EVERY_VIEW: readonly View[] = LANGUAGES.flatMap((language) =>
  SCHEMES.flatMap((scheme) => WIDTHS.map((width) => ({ width, scheme, language }))),
);

/** One way to show a screen: to somebody, in a view. */
export interface Showing {
  role: string;
  view: View;
}

/** The pairs of values that come together in a showing. */
function pairsIn({ role, view: { width, scheme, language } }: Showing): string[] {
  const values = [role, width, scheme, language];
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`));
}

/** The pairs of values that come together in none of the showings. */
export function missingPairs(showings: readonly Showing[], roles: readonly string[]): string[] {
  const found = new Set(showings.flatMap(pairsIn));
  const all = roles.flatMap((role) => EVERY_VIEW.flatMap((view) => pairsIn({ role, view })));
  return [...new Set(all)].filter((pair) => !found.has(pair));
}

/**
 * Shows each screen once, so that the values of role, width, scheme and language come together in pairs equally often.
 * @param screens the roles that may see each of them
 */
export function showingsOf(screens: readonly (readonly string[])[]): Showing[] {
  const times = new Map<string, number>();
  const timesOf = (pair: string) => times.get(pair) ?? 0;
  return screens.map((roles) => {
    const rarest = roles
      .flatMap((role) => EVERY_VIEW.map((view) => ({ role, view })))
      .map((showing) => ({
        showing,
        met: pairsIn(showing)
          .map(timesOf)
          .toSorted((a, b) => a - b),
      }))
      .toSorted((a, b) => a.met.map((count, index) => count - b.met[index]!).find(Boolean) ?? 0)[0]!;
    for (const pair of pairsIn(rarest.showing)) times.set(pair, timesOf(pair) + 1);
    return rarest.showing;
  });
}

/** Changes the view of the page; what moves by that is no fault of it. */
export async function show(page: Page, { width, scheme }: View): Promise<void> {
  await page.setViewportSize({ width, height: width < 600 ? 720 : 860 });
  await page.emulateMedia({ colorScheme: scheme });
  await startAnew(page);
}

/** Hears of what a page writes to its console, asks for and is refused, from now on. */
export class Watch {
  #messages: string[] = [];

  constructor(page: Page) {
    page.on('console', (message) => {
      // By the tests themselves.
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      // The blank address of the walk is a picture, which names no icon; the product's page does.
      if (message.location().url.endsWith('/favicon.ico')) return;
      this.#messages.push(`console.${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#messages.push(`uncaught: ${error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // What the page gave up itself by going on.
      if (why !== 'net::ERR_ABORTED') this.#messages.push(`not loaded: ${request.url()} ${why}`);
    });
  }

  /** What was heard since the last call, without what was to be expected. */
  take(expected: readonly number[] = []): string[] {
    const heard = this.#messages;
    this.#messages = [];
    return heard.filter(
      (message) => !expected.some((status) => message.includes(`responded with a status of ${status}`)),
    );
  }
}

/** What has moved until now is no fault of the screen. */
export const startAnew = (page: Page): Promise<unknown> =>
  page.evaluate(`${twoFrames}.then(() => ([window.shifted, window.moved] = [0, []]))`);

/** What is wrong with the screen as it is shown now. */
export async function problemsOf(page: Page, language: Language): Promise<string[]> {
  const { sideways, shifted, moved, clipped, askew, texts } = await page.evaluate(look);
  // What the page was brought to lies half below its bar, which is no small target.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(twoFrames);
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...(shifted > MOST_SHIFT ? [`its layout shifts by ${shifted.toFixed(3)}: ${moved.join(', ')}`] : []),
    ...clipped.map((text) => `cut off: ${text}`),
    ...askew.map((text) => `not in the middle of its button: ${text}`),
    ...untranslated(texts, language),
    ...(await accessibilityProblems(page)),
  ];
}

/** Nothing that is read or pressed moves away. */
const MOST_SHIFT = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Sums up layout shifts in `window.shifted`, with what moved in `window.moved`; runs in each document before anything else. */
export function sumUpShifts(): void {
  const sum = window as unknown as { shifted: number; moved: string[] };
  sum.shifted = 0;
  sum.moved = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      sum.shifted += value;
      for (const { node, previousRect, currentRect } of sources) {
        const { localName, className } = (node instanceof Element ? node : node?.parentElement) ?? {};
        const way = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round),
        );
        sum.moved.push(`${localName}.${String(className)} ${way.join(' to ')} at ${Math.round(startTime)}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. */
function look() {
  const sum = window as unknown as { shifted?: number; moved?: string[] };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = new Set<string>();
  // Names of languages are written in themselves, and say so.
  const isOurs = (element: Element) => element.closest('[lang]') === document.documentElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement!;
    const text = walker.currentNode.nodeValue!.trim();
    if (text && !parent.closest('script, style') && isOurs(parent) && isShown(parent)) texts.add(text);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
    for (const element of document.querySelectorAll(`body [${name}]`))
      if (isOurs(element) && isShown(element)) texts.add(element.getAttribute(name)!.trim());
  }
  texts.add(document.title);
  const pressed = 'button, [role=tab], [role=button]';
  const clipped = [...document.querySelectorAll<HTMLElement>(`:is(${pressed}), :is(${pressed}) *`)].filter(
    (element) => {
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      if (display === 'inline' || !element.textContent.trim() || !isShown(element)) return false;
      // A box that is put out of sight for screen readers alone holds more than itself.
      if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) return false;
      return textOverflow !== 'ellipsis' && !(overflowX === 'auto' || overflowX === 'scroll');
    },
  );
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const askew = [...document.querySelectorAll(':is(a, button) [data-label]')].filter(
    (label) => isShown(label) && Math.abs(middleOf(label) - middleOf(label.closest('a, button')!)) > 2,
  );
  return {
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    shifted: sum.shifted ?? 0,
    moved: sum.moved ?? [],
    clipped: clipped.map((element) => element.textContent.trim()),
    askew: askew.map((element) => element.textContent.trim()),
    texts: [...texts],
  };
}

const FOLDER = join(import.meta.dirname, '../../../web/i18n');
type Messages = { [key: string]: string | Messages };
const flat = (messages: Messages): string[] =>
  Object.values(messages).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)));
const textsOf = (language: Language): Set<string> =>
  new Set(
    readdirSync(join(FOLDER, language)).flatMap((slice) =>
      flat(JSON.parse(readFileSync(join(FOLDER, language, slice), 'utf8')) as Messages),
    ),
  );
const CATALOGUE = { uk: textsOf('uk'), en: textsOf('en'), de: textsOf('de') };
/** Not an address, of which only the end is told. */
const KEY = /\b[a-z_]+(?:\.(?!com\b|example\b)[a-z_]+){1,3}\b/g;

/** Keys in place of texts, and texts of another language; the names of things are in Latin letters. */
function untranslated(texts: readonly string[], language: Language): string[] {
  return texts.flatMap((text) => {
    // The form of a day in English looks like a key.
    const keys = CATALOGUE[language].has(text) ? [] : (text.match(KEY) ?? []);
    const isCyrillic = language !== 'uk' && /\p{Script=Cyrillic}/u.test(text);
    const others = LANGUAGES.filter((other) => other !== language && CATALOGUE[other].has(text));
    const isForeign = others.length > 0 && text.length > 3 && !CATALOGUE[language].has(text);
    return [
      ...keys.map((key) => `not translated: ${key}`),
      ...(isCyrillic || isForeign ? [`of another language: ${text}`] : []),
    ];
  });
}

/** Keeps a picture of the screen in test-results/screens/. */
export async function takePicture(page: Page, who: string, name: string, view: View): Promise<void> {
  const folder = join('test-results/screens', who);
  mkdirSync(folder, { recursive: true });
  const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replace(/^-/, '')}-${view.width}-${view.scheme}-${view.language}.png`;
  await page.screenshot({ path: join(folder, file), fullPage: true });
}
