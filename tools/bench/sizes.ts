import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { chromiumPath } from '../stack/chromium.ts';
import { WORKER_BUNDLE } from '../stack/paths.ts';
import type { BenchCompany } from './companies/company.ts';

export interface Size {
  name: string;
  /** null: not measured, for want of a browser. */
  bytes: number | null;
  /** Kilobytes of 1,024. */
  limit: number;
}

/** Of what is deployed, in kilobytes: the platform reads all of it whenever an isolate begins. */
export const WORKER_LIMIT = 1000;

const CHROMIUM = chromiumPath();
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

const QUIET = 500;

/** The Worker, and the JavaScript that a browser with an empty cache loads for a first screen. */
export async function measureSizes(url: string, { owners, students, sample }: BenchCompany): Promise<Size[]> {
  const sizes: Size[] = [{ name: 'Worker', bytes: workerBytes(), limit: WORKER_LIMIT }];
  const course = `/course/${sample.course_id}`;
  const screens: { path: string; access?: string | undefined; limit: number }[] = [
    { path: '/login', limit: 100 },
    { path: '/registration', limit: 100 },
    ...[
      '/profile',
      '/course',
      '/user',
      course,
      `${course}/education-materials/${sample.exam_id}/constructor`,
    ].map((path) => ({ path, access: owners[0], limit: 230 })),
    ...[
      '/course',
      course,
      `${course}/education-materials/${sample.material_id}`,
      `${course}/education-materials/${sample.exam_id}/form/${sample.form_id}`,
    ].map((path) => ({ path, access: students[0]?.access, limit: path.includes('/form/') ? 150 : 160 })),
  ];
  const browser = existsSync(CHROMIUM)
    ? await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
    : null;
  try {
    for (const { path, access, limit } of screens) {
      const role = access === undefined ? 'nobody' : access === owners[0] ? 'owner' : 'student';
      const bytes = browser ? await scriptBytes(browser, url, path, access) : null;
      sizes.push({ name: `JavaScript of ${path}, ${role}`, bytes, limit });
    }
  } finally {
    await browser?.close();
  }
  return sizes;
}

/** Packed, as `wrangler deploy` reports it. */
export function workerBytes(): number {
  return globSync('**/*', { cwd: WORKER_BUNDLE, exclude: ['**/*.{map,md}'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);
}

/** The screen is there with its heading, and nothing more has been loaded since for as long as `QUIET`. */
async function scriptBytes(
  browser: Browser,
  url: string,
  path: string,
  access: string | undefined,
): Promise<number> {
  const context = await browser.newContext({ baseURL: url, locale: 'uk-UA' });
  if (access) await context.addInitScript((token) => localStorage.setItem('access', token), access);
  const sizes: Promise<number>[] = [];
  let last = 0;
  context.on('request', () => (last = performance.now()));
  context.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('h1').first().waitFor({ timeout: 20_000 });
  while (performance.now() - last < QUIET) await sleep(50);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return bytes;
}
