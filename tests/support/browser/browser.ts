import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type ConsoleMessage,
  type Disposable,
  type Page,
  type WebError,
} from 'playwright-core';
import { inject, test as base, type TestContext } from 'vitest';
import { chromiumPath } from '../../../tools/stack/chromium.ts';
import { followRequests, PATIENCE } from './settled.ts';
import { pointAtToasts } from './toasts.ts';

/** Only the last such switch is heard: what Playwright turns off too, as far as it concerns these tests. */
const WITHOUT = [
  // Each page loaded anew gets all that draws it anew: half of what opening a screen takes.
  'RenderDocument',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
];

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Tabs of one context share what was compiled.
  '--process-per-site',
  `--disable-features=${WITHOUT.join(',')}`,
  // No page lives long enough to gain by it.
  '--js-flags=--no-opt --no-maglev',
];
const PICTURES = 'test-results';
const SHOWN_LINES = 80;

interface Screen {
  /** One browser for as long as its worker lives. */
  browser: Browser;
  /** Gives out clean contexts of that browser. */
  wardrobe: Wardrobe;
  outfit: Outfit;
  /** No cookie, storage or page is shared with another test; only what the browser has fetched stays. */
  context: BrowserContext;
  page: Page;
  /** In a context of its own, for a second person. */
  otherPage: Page;
  /** Errors of console and page that the test brings about itself, such as the browser's line about a 401. */
  allowErrors: (pattern: RegExp) => void;
}

/**
 * A test with a browser: `page` opens paths of the built product; an error on its console or an uncaught one fails the
 * test, and a failed test leaves a picture in test-results/.
 */
export const test = base.extend<Screen>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's needs from its pattern
    async ({}, use) => {
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
      await use(browser);
      await close(browser);
    },
    { scope: 'worker' },
  ],
  wardrobe: [async ({ browser }, use) => use(new Wardrobe(browser)), { scope: 'worker' }],
  allowErrors: async ({ task }, use) => {
    const patterns: RegExp[] = [];
    allowed.set(task.id, patterns);
    await use((pattern) => void patterns.push(pattern));
    allowed.delete(task.id);
  },
  outfit: async ({ wardrobe, allowErrors: _allowErrors, task }, use) => wear(wardrobe, task, use),
  context: async ({ outfit }, use) => use(outfit.context),
  page: async ({ outfit }, use) => use(outfit.page),
  otherPage: async ({ wardrobe, allowErrors: _allowErrors, task }, use) =>
    wear(wardrobe, task, ({ page }) => use(page)),
});

async function wear(wardrobe: Wardrobe, task: Task, use: (outfit: Outfit) => Promise<void>): Promise<void> {
  const outfit = await wardrobe.take();
  await watched(outfit.context, task, () => use(outfit));
  await wardrobe.giveBack(outfit, task.result?.state === 'fail');
  reportErrors(outfit.context, task);
}

/** A test in a browser that has never been to the product. */
export const firstVisit = test.extend<{ context: BrowserContext; page: Page }>({
  context: async ({ browser, allowErrors: _allowErrors, task }, use) => {
    const context = await openContext(browser, { serviceWorkers: 'block' });
    await watched(context, task, use);
    await close(context);
    reportErrors(context, task);
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

type Task = TestContext['task'];
const allowed = new Map<string, RegExp[]>();
const heard = new WeakMap<BrowserContext, string[]>();

async function watched(
  context: BrowserContext,
  task: Task,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const errors: string[] = [];
  heard.set(context, errors);
  const hear = (message: ConsoleMessage) => {
    if (message.type() === 'error')
      errors.push(`console.error: ${message.text()} (${message.location().url})`);
  };
  const hearUncaught = (error: WebError) => errors.push(`uncaught: ${error.error().message}`);
  context.on('console', hear).on('weberror', hearUncaught);
  await use(context);
  if (task.result?.state === 'fail') await takePictures(context, task.fullTestName ?? task.name);
  context.off('console', hear).off('weberror', hearUncaught);
}

function reportErrors(context: BrowserContext, task: Task): void {
  const patterns = allowed.get(task.id) ?? [];
  const unexpected = heard.get(context)!.filter((error) => !patterns.some((pattern) => pattern.test(error)));
  if (unexpected.length > 0) throw new Error(`The page had errors:\n${unexpected.join('\n')}`);
}

/** What a test sets by these calls there is no way to take back: what they were called of is not worn again. */
const LAST_IN_CLOCK = ['install', 'setFixedTime'];
const LAST_IN_CONTEXT = ['addInitScript', 'exposeFunction'];
const LAST_IN_PAGE = ['exposeFunction', 'setDefaultTimeout', 'addLocatorHandler', 'setExtraHTTPHeaders'];
/** What tests listen for. */
const EVENTS = ['request', 'requestfinished', 'requestfailed', 'response', 'console', 'pageerror', 'dialog'];

/**
 * Contexts and their first page are worn by one test after the other, since to start a process and to compile the
 * product's code anew takes the browser longer than a test does; between them they are cleaned.
 */
class Wardrobe {
  readonly #browser: Browser;
  readonly #clean: Outfit[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(): Promise<Outfit> {
    const kept = this.#clean.pop();
    if (kept) return kept;
    // A service worker would stand between the page and what a test makes of its requests.
    const outfit = new Outfit(await openContext(this.#browser, { serviceWorkers: 'block' }));
    await outfit.change();
    return outfit;
  }

  async giveBack(outfit: Outfit, isSuspect: boolean): Promise<void> {
    if (!isSuspect && (await inTime(outfit.clean()))) this.#clean.push(outfit);
    else await close(outfit.context);
  }
}

class Outfit {
  readonly context: BrowserContext;
  #isSpoilt = false;
  /** Set by `change`, like all of the page. */
  page!: Page;
  #isPageSpoilt = false;
  #devtools!: CDPSession;
  #scripts: Disposable[] = [];

  constructor(context: BrowserContext) {
    this.context = context;
    watchCalls(context, LAST_IN_CONTEXT, () => (this.#isSpoilt = true));
    watchCalls(context, ['newCDPSession'], () => (this.#isPageSpoilt = true));
    watchCalls(context.clock, LAST_IN_CLOCK, () => (this.#isSpoilt = true));
  }

  /** Puts on a new page. */
  async change(): Promise<void> {
    const page = await this.context.newPage();
    this.page = page;
    this.#devtools = await this.context.newCDPSession(page);
    this.#scripts = [];
    this.#isPageSpoilt = false;
    watchCalls(page, LAST_IN_PAGE, () => (this.#isPageSpoilt = true));
    watchCalls(page, ['addInitScript'], (script) => this.#scripts.push(script as Disposable));
  }

  /** False when it cannot be. */
  async clean(): Promise<boolean> {
    if (this.#isSpoilt) return false;
    const { context } = this;
    try {
      await context.setOffline(false);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      const worn = context.pages();
      if (this.#isPageSpoilt || this.page.isClosed()) await this.change();
      await Promise.all(worn.filter((page) => page !== this.page).map((page) => page.close()));
      await this.#cleanPage();
      await this.#devtools.send('Storage.clearDataForOrigin', {
        origin: new URL(inject('product').url).origin,
        storageTypes: 'local_storage,indexeddb,cache_storage,file_systems',
      });
      await Promise.all([context.clearCookies(), context.clearPermissions()]);
      return true;
    } catch {
      return false;
    }
  }

  async #cleanPage(): Promise<void> {
    const { page } = this;
    for (const event of EVENTS) page.removeAllListeners(event);
    followRequests(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const script of this.#scripts.splice(0)) await script.dispose();
    await page.setViewportSize(VIEWPORT);
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null });
    await page.goto(BLANK);
    await page.evaluate(() => sessionStorage.clear());
    await page.mouse.move(-1, -1);
    await this.#devtools.send('Page.resetNavigationHistory');
  }
}

/** Tells of each call of these methods what came of it. */
function watchCalls(owner: object, names: readonly string[], tell: (result: unknown) => void): void {
  const methods = owner as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of names) {
    const call = methods[name]!.bind(owner);
    methods[name] = async (...args) => {
      const result = await call(...args);
      tell(result);
      return result;
    };
  }
}

/** An address of the product without the product. */
export const BLANK = '/icon.svg';
const VIEWPORT = { width: 1280, height: 720 };

/** A browser that does not answer costs what was asked of it, never the test that has passed in it. */
const inTime = (work: Promise<boolean>): Promise<boolean> =>
  Promise.race([work, setTimeout(15_000, false, { ref: false })]);

/** What does not close in time ends with its worker. */
async function close(what: Browser | BrowserContext): Promise<void> {
  await inTime(
    what.close().then(
      () => true,
      () => false,
    ),
  );
}

/** A context of the product: its address, in Ukrainian, and nothing moves, so that what is there has arrived. */
export async function openContext(
  browser: Browser,
  more: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: inject('product').url,
    locale: 'uk-UA',
    reducedMotion: 'reduce',
    ...more,
  });
  context.setDefaultTimeout(PATIENCE);
  context.on('page', followRequests);
  await context.addInitScript(withoutBlur);
  await context.addInitScript(pointAtToasts);
  return context;
}

/** Runs in the page: without a graphics card, what is blurred behind a dialog takes as long as all else that is drawn. */
function withoutBlur(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::backdrop { backdrop-filter: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

async function takePictures(context: BrowserContext, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  for (const [index, page] of context.pages().entries()) {
    const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}${index > 0 ? `-${index}` : ''}.png`;
    await page.screenshot({ path: join(PICTURES, file), fullPage: true }).catch(() => {});
    // A log may be all that is left of a run.
    const lines = (await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String)).split('\n');
    const from = Math.max(
      0,
      lines.findIndex((line) => line.startsWith('- main')),
    );
    console.log([name, page.url(), ...lines.slice(from, from + SHOWN_LINES)].join('\n'));
  }
}

/** Signs a person of a factory in by their inserted session. */
export async function signIn(page: Page, { client }: { client: { token: string | null } }): Promise<void> {
  await page.addInitScript((token) => {
    // Not in frames of other hosts, such as a package's.
    if (location.hostname !== 'localhost') return;
    // Once: what the page does to its session later stays done.
    if (!sessionStorage.getItem('signed-in')) {
      localStorage.setItem('access', token);
      document.cookie = `access=${token}; Path=/api/v1/media; SameSite=Strict`;
    }
    sessionStorage.setItem('signed-in', 'yes');
  }, client.token!);
}
