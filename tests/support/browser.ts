import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject, test as base } from 'vitest';

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
  /** One browser for the test file. */
  browser: Browser;
  /** A context of its own for each test: no cookie or storage is shared. */
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
      await browser.close();
    },
    { scope: 'file' },
  ],
  allowErrors: async ({ task }, use) => {
    const patterns: RegExp[] = [];
    allowed.set(task.id, patterns);
    await use((pattern) => void patterns.push(pattern));
    allowed.delete(task.id);
  },
  context: async ({ browser, allowErrors: _allowErrors, task }, use) => {
    // A service worker would stand between the page and what a test makes of its requests.
    const context = await browser.newContext({
      baseURL: inject('product').url,
      locale: 'uk-UA',
      serviceWorkers: 'block',
    });
    const errors: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error')
        errors.push(`console.error: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => errors.push(`uncaught: ${error.error().message}`));
    await use(context);
    if (task.result?.state === 'fail') await takePictures(context, task.fullTestName ?? task.name);
    await context.close();
    const patterns = allowed.get(task.id) ?? [];
    const unexpected = errors.filter((error) => !patterns.some((pattern) => pattern.test(error)));
    if (unexpected.length > 0) throw new Error(`The page had errors:\n${unexpected.join('\n')}`);
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
});

const allowed = new Map<string, RegExp[]>();

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
    if (location.protocol === 'about:') return;
    // Once: what the page does to its session later stays done.
    if (!sessionStorage.getItem('signed-in')) {
      localStorage.setItem('access', token);
      document.cookie = `access=${token}; Path=/api/v1/media; SameSite=Strict`;
    }
    sessionStorage.setItem('signed-in', 'yes');
  }, client.token!);
}
