import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type WebError,
} from 'playwright-core';
import { inject, test as base, type TestContext } from 'vitest';
import { followRequests } from './settled.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PICTURES = 'test-results';

interface Screen {
  /** One browser for as long as its worker lives. */
  browser: Browser;
  /** Gives out clean contexts of that browser. */
  wardrobe: Wardrobe;
  /** No cookie, storage or page is shared with another test; only what the browser has fetched stays. */
  context: BrowserContext;
  page: Page;
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
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
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
  context: async ({ wardrobe, allowErrors: _allowErrors, task }, use) => {
    const context = await wardrobe.take();
    await watched(context, task, use);
    await wardrobe.giveBack(context, task.result?.state === 'fail');
    reportErrors(context, task);
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()));
  },
});

/** A test in a browser that has never been to the product. */
export const firstVisit = test.extend<{ context: BrowserContext }>({
  context: async ({ browser, allowErrors: _allowErrors, task }, use) => {
    const context = await openContext(browser, { serviceWorkers: 'block' });
    await watched(context, task, use);
    await close(context);
    reportErrors(context, task);
  },
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

/** What a test sets for all pages of a context there is no way to take back. */
const LASTS: readonly (readonly [of: 'clock' | 'context', name: string])[] = [
  ['clock', 'install'],
  ['clock', 'setFixedTime'],
  ['context', 'addInitScript'],
  ['context', 'exposeFunction'],
];

/**
 * Contexts are worn by one test after the other, since to fetch and compile the product's code anew takes the browser
 * twice as long as a test; between them they are cleaned.
 */
class Wardrobe {
  readonly #browser: Browser;
  readonly #clean: BrowserContext[] = [];
  readonly #spoilt = new WeakSet<BrowserContext>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(): Promise<BrowserContext> {
    const kept = this.#clean.pop();
    if (kept) return kept;
    // A service worker would stand between the page and what a test makes of its requests.
    const context = await openContext(this.#browser, { serviceWorkers: 'block' });
    for (const [of, name] of LASTS) {
      const owner = (of === 'clock' ? context.clock : context) as unknown as Record<
        string,
        (...args: unknown[]) => unknown
      >;
      const call = owner[name]!.bind(owner);
      owner[name] = (...args) => {
        this.#spoilt.add(context);
        return call(...args);
      };
    }
    return context;
  }

  async giveBack(context: BrowserContext, isSuspect: boolean): Promise<void> {
    if (isSuspect || this.#spoilt.has(context)) return close(context);
    if (await inTime(cleaned(context))) this.#clean.push(context);
    else void close(context);
  }
}

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

async function cleaned(context: BrowserContext): Promise<boolean> {
  try {
    await context.setOffline(false);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    const worn = context.pages();
    const next = await context.newPage();
    await Promise.all(worn.map((page) => page.close()));
    const devtools = await context.newCDPSession(next);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(inject('product').url).origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,file_systems',
    });
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    await devtools.detach();
    return true;
  } catch {
    return false;
  }
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
  context.on('page', followRequests);
  return context;
}

async function takePictures(context: BrowserContext, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  for (const [index, page] of context.pages().entries()) {
    const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}${index > 0 ? `-${index}` : ''}.png`;
    await page.screenshot({ path: join(PICTURES, file), fullPage: true }).catch(() => {});
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
