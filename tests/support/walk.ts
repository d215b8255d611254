import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { accessibilityProblems } from './accessible.ts';

const WIDTHS = [320, 360, 960, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
export const LANGUAGES = ['uk', 'en', 'de'] as const;
type Language = (typeof LANGUAGES)[number];

export interface View {
  width: (typeof WIDTHS)[number];
  scheme: (typeof SCHEMES)[number];
  language: Language;
}

/** Twelve views in which every two values of two of the three come together. */
export const PAIRWISE: readonly View[] = Array.from({ length: 12 }, (_, index) => ({
  width: WIDTHS[index % 4]!,
  language: LANGUAGES[index % 3]!,
  scheme: SCHEMES[Math.floor(index / 6)]!,
}));

/** All 24 of them, one language after the other. */
export const EVERY_VIEW: readonly View[] = LANGUAGES.flatMap((language) =>
  SCHEMES.flatMap((scheme) => WIDTHS.map((width) => ({ width, scheme, language }))),
);

/** The pairs of values that views hold, and how many there are to hold. */
export function pairsOf(views: readonly View[]): { found: number; all: number } {
  const pairs = views.flatMap(({ width, scheme, language }) => [
    `${width} ${scheme}`,
    `${width} ${language}`,
    `${scheme} ${language}`,
  ]);
  const [widths, schemes, languages] = [WIDTHS.length, SCHEMES.length, LANGUAGES.length];
  return {
    found: new Set(pairs).size,
    all: widths * schemes + widths * languages + schemes * languages,
  };
}

/** Changes the view of the page; what moves by that is no fault of it. */
export async function show(page: Page, { width, scheme }: View): Promise<void> {
  await page.setViewportSize({ width, height: width < 600 ? 720 : 860 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.evaluate(START_ANEW);
}

/** Hears of what a page writes to its console, asks for and is refused, from now on. */
export class Watch {
  readonly #page: Page;
  readonly #pending = new Set<Request>();
  #messages: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('console', (message) => {
      // By the tests themselves.
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      this.#messages.push(`console.${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#messages.push(`uncaught: ${error.message}`));
    page.on('request', (request) => {
      // A film goes on loading while it is shown.
      if (request.resourceType() !== 'media') this.#pending.add(request);
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => {
      this.#pending.delete(request);
      const why = request.failure()?.errorText ?? '';
      // What the page gave up itself by going on.
      if (why !== 'net::ERR_ABORTED') this.#messages.push(`not loaded: ${request.url()} ${why}`);
    });
  }

  /**
   * Waits until the screen has everything: a heading, no skeleton, nothing asked for that is not there yet.
   * @throws when that does not come
   */
  async settled(): Promise<void> {
    const began = Date.now();
    await this.#page.locator('h1').first().waitFor({ state: 'attached' });
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await this.#page.waitForFunction(isWhole);
      await this.#page.evaluate(twoFrames);
      if (this.#pending.size === 0) continue;
      quiet = -1;
      if (Date.now() - began > PATIENCE) {
        const urls = [...this.#pending].map((request) => request.url());
        this.#pending.clear();
        throw new Error(`unanswered: ${urls.join(', ')}`);
      }
      await Promise.race([
        this.#page.waitForEvent('requestfinished').catch(() => {}),
        this.#page.waitForEvent('requestfailed').catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, 50)),
      ]);
    }
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

/** Milliseconds within which everything asked for is there. */
const PATIENCE = 30_000;

const twoFrames = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`;
const START_ANEW = `${twoFrames}.then(() => (window.shifted = 0))`;

/** Runs in the page. */
function isWhole(): boolean {
  const waiting = '[aria-busy=true], [data-busy], .mantine-Skeleton-root, .mantine-Loader-root';
  // A closed list of choices has its own, which nobody sees.
  return [...document.querySelectorAll(waiting)].every((element) => !element.checkVisibility());
}

/** What is wrong with the screen as it is shown now. */
export async function problemsOf(page: Page, language: Language): Promise<string[]> {
  const { sideways, shifted, clipped, texts } = await page.evaluate(look);
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...(shifted > MOST_SHIFT ? [`its layout shifts by ${shifted.toFixed(3)}`] : []),
    ...clipped.map((text) => `cut off: ${text}`),
    ...untranslated(texts, language),
    ...(await accessibilityProblems(page)),
  ];
}

/** Nothing that is read or pressed moves away. */
const MOST_SHIFT = 0.1;

/** Sums up layout shifts in `window.shifted`; runs in each document before anything else. */
export function sumUpShifts(): void {
  const sum = window as unknown as { shifted: number };
  sum.shifted = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!shift.hadRecentInput) sum.shifted += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. */
function look() {
  const sum = window as unknown as { shifted?: number };
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
  const pressed = 'button, [role=tab], [role=button], .mantine-Badge-root';
  const clipped = [...document.querySelectorAll<HTMLElement>(`:is(${pressed}), :is(${pressed}) *`)].filter(
    (element) => {
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      if (display === 'inline' || !element.textContent.trim() || !isShown(element)) return false;
      // A box that is put out of sight for screen readers alone holds more than itself.
      if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) return false;
      return textOverflow !== 'ellipsis' && !(overflowX === 'auto' || overflowX === 'scroll');
    },
  );
  return {
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    shifted: sum.shifted ?? 0,
    clipped: clipped.map((element) => element.textContent.trim()),
    texts: [...texts],
  };
}

const FOLDER = join(import.meta.dirname, '../../web/i18n');
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
    const keys = text.match(KEY) ?? [];
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
