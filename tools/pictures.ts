import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { type Language, type Scene, SCENES } from './pictures/scenes.ts';
import type { SignIn } from './demo.ts';
import { buildProduct } from './stack/build.ts';
import { chromiumPath, installChromium } from './stack/chromium.ts';
import { openDataFolder } from './stack/data-folder.ts';
import { Failure } from './stack/failure.ts';
import { removeInstallation, startDatabase } from './stack/installation.ts';
import { startNeonProxy } from './stack/proxy/neon-proxy.ts';
import { openOutbox } from './stack/mail/outbox.ts';
import { ROOT } from './stack/paths.ts';
import { freePort } from './stack/ports.ts';
import { startProduct } from './stack/product.ts';
import { runProgram } from './stack/program.ts';

/** Takes the pictures of the instructions anew: every scene in every language, from a demo company of its own. */

const LANGUAGES: readonly Language[] = ['uk', 'en', 'de'];
/** The window, and the picture made of it, in pixels. */
const WINDOW = { width: 1200, height: 750 };
const PICTURE = { width: 960, height: 600 };
/** Bytes of one picture. */
const LIMIT = 40 * 1024;
const FOLDER = join(ROOT, 'web/public/support');
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--font-render-hinting=none'];

await runProgram(async ({ onStop, finish }) => {
  installChromium();
  const path = mkdtempSync(join(tmpdir(), 'osnova-pictures-'));
  onStop(() => rmSync(path, { recursive: true, force: true }));
  const folder = await openDataFolder(path);
  onStop(async () => {
    await removeInstallation(folder);
    await folder.release();
  });
  const [{ postgres, installation }] = await Promise.all([
    startDatabase(folder, { demo: true, onStop }),
    buildProduct(),
  ]);
  const proxy = await startNeonProxy({ address: { path: postgres.socket } });
  onStop(proxy.stop);
  const product = await startProduct({
    port: await freePort(),
    folder: folder.path,
    workerUrl: postgres.workerUrl,
    proxyUrl: proxy.url,
    secrets: folder.secrets,
    outbox: openOutbox(folder.file('mails.jsonl')),
  });
  onStop(product.stop);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: FLAGS,
  });
  onStop(() => browser.close());

  const asked = process.argv.slice(2);
  const scenes = SCENES.filter(({ name }) => asked.length === 0 || asked.includes(name));
  if (asked.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  const sum = await takePictures(browser, product.url, installation.sign_ins, scenes);
  console.log(`${scenes.length * LANGUAGES.length} pictures, ${Math.round(sum / 1024)} KB`);
  finish();
});

async function takePictures(browser: Browser, url: string, signIns: SignIn[], scenes: readonly Scene[]) {
  const painter = await browser.newPage();
  let sum = 0;
  for (const user_type of new Set(scenes.map((scene) => scene.user_type))) {
    const access = user_type && (await accessOf(url, signIns, user_type));
    const context = await contextOf(browser, url, access);
    // One page for all: an exam that was begun goes on in it.
    const page = await context.newPage();
    for (const scene of scenes.filter((each) => each.user_type === user_type)) {
      for (const language of LANGUAGES) {
        if (access) await speak(url, access, language);
        const shot = await shoot(page, scene, language);
        const picture = await smaller(painter, shot);
        mkdirSync(join(FOLDER, language), { recursive: true });
        writeFileSync(join(FOLDER, language, `${scene.name}.webp`), picture);
        sum += picture.length;
      }
    }
    await context.close();
  }
  return sum;
}

async function contextOf(browser: Browser, url: string, access: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: WINDOW,
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((token) => {
    if (location.protocol === 'about:') return;
    localStorage.setItem('osnova.narrow_drawer', 'true');
    if (!token) return;
    localStorage.setItem('access', token);
    document.cookie = `access=${token}; Path=/api/v1/media; SameSite=Strict`;
  }, access);
  return context;
}

async function shoot(page: Page, scene: Scene, language: Language): Promise<Buffer> {
  // Away first: the same path with another hash would load nothing.
  await page.goto('/terms');
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(scene.path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await scene.act?.(page, (key) => labelOf(language, key));
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.evaluate(() => document.fonts.ready);
  // The heading has the focus after a start, which nobody who reads has done.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return page.screenshot({ animations: 'disabled' });
}

/** WebP of the picture's size, as good as the limit lets it be. */
async function smaller(painter: Page, png: Buffer): Promise<Buffer> {
  for (const quality of [0.8, 0.7, 0.6, 0.5, 0.4]) {
    const address = await painter.evaluate(
      async ([data, width, height, good]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width, height });
        const context = canvas.getContext('2d')!;
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, height);
        return canvas.toDataURL('image/webp', good);
      },
      [png.toString('base64'), PICTURE.width, PICTURE.height, quality] as const,
    );
    const picture = Buffer.from(address.split(',')[1]!, 'base64');
    if (picture.length <= LIMIT) return picture;
  }
  throw new Failure('A picture stays above 40 KB whatever its quality.');
}

async function accessOf(url: string, signIns: SignIn[], user_type: string): Promise<string> {
  const { username, password } = signIns.find((each) => each.user_type === user_type)!;
  const { access } = await send<{ access: string }>(url, 'POST', '/accounts/token/', { username, password });
  return access;
}

/** The profile's language is the interface's. */
function speak(url: string, access: string, language: Language): Promise<unknown> {
  return send(url, 'PATCH', '/accounts/user_info/', { language }, access);
}

async function send<T>(url: string, method: string, path: string, body: object, access?: string): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `Bearer ${access}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Failure(`${method} ${path} answered ${response.status}.`);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

interface Texts {
  [key: string]: string | Texts;
}

function labelOf(language: Language, key: string): string {
  const [slice, ...rest] = key.split('.');
  const texts = JSON.parse(readFileSync(join(ROOT, `web/i18n/${language}/${slice}.json`), 'utf8')) as Texts;
  return rest.reduce<string | Texts>((found, name) => (found as Texts)[name]!, texts) as string;
}
