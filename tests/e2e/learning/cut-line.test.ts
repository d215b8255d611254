import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { aPptx, aWav, type TestFile } from '../../fixtures/files.ts';
import { accessibilityProblems } from '../../support/browser/accessible.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { installedTest, untilKept } from '../../support/browser/installed.ts';
import { productWorld } from '../../support/product-world.ts';

const MEDIA = '**/api/v1/media/**';
const CUT = /Failed to load resource|ERR_FAILED|ERR_INTERNET/;

/** A student on a phone before a material that shows a file. */
async function before(page: Page, type: string, { name, mimeType, buffer }: TestFile) {
  const world = productWorld();
  const company = await aCompany(world);
  const course = await company.aCourse({ materials: 1 });
  const owner = company.as('owner');
  const at = `/course/course/${course.id}/educational_material/`;
  const { body } = await owner.post(at, { name: 'Матеріал', type });
  await world.fetch(`/api_uploader/v1${at}${body.id}/upload_file/?kind=main&name=${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': mimeType },
    body: new Uint8Array(buffer),
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  return {
    company,
    course,
    at: `${at}${body.id}/`,
    path: `/course/${course.id}/education-materials/${body.id}`,
  };
}

/** Of each page there is more than a browser reads beside what it was asked for. */
async function aLargePdf(pages: number): Promise<TestFile> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const made = numbers.map((number) => {
    const page = document.addPage([420, 595]);
    page.drawText(`Page ${number}`, { x: 60, y: 480, size: 36, font });
    return page;
  });
  // Behind all that says which pages there are: a reader begins with that.
  for (const { node } of made) {
    const rest = document.context.stream(`%${'0123456789'.repeat(20_000)}\n`);
    node.addContentStream(document.context.register(rest));
  }
  const buffer = Buffer.from(await document.save({ useObjectStreams: false }));
  return { name: 'large.pdf', mimeType: 'application/pdf', buffer };
}

/** Gives out what of a file lies before a place, and of what lies behind it only the end, where a document says what it has. */
const upTo =
  (place: number, { buffer, mimeType }: TestFile) =>
  async (route: Route) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(route.request().headers()['range'] ?? '') ?? [];
    const [first, last] = [Number(from ?? 0), Math.min(Number(to || buffer.length - 1), buffer.length - 1)];
    if (from !== undefined && last >= place && first < buffer.length - 300_000) return route.abort();
    const end = from === undefined ? place : last + 1;
    await route.fulfill({
      status: from === undefined ? 200 : 206,
      contentType: mimeType,
      headers: {
        'Accept-Ranges': 'bytes',
        'Content-Length': String(from === undefined ? buffer.length : end - first),
        ...(from !== undefined && { 'Content-Range': `bytes ${first}-${last}/${buffer.length}` }),
      },
      body: buffer.subarray(first, end),
    });
  };

const needsLine = (page: Page) => page.getByText(/^Для (відтворення|показу) потрібна мережа$/);

for (const [kind, type, file] of [
  ['recording', 'audio', () => aWav(2)],
  ['presentation', 'presentation', () => aPptx(['Один', 'Два'])],
] as const)
  test(`a ${kind} that the line does not bring is not taken for one that no browser shows, and comes by itself`, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(CUT);
    const { path } = await before(page, type, await file());
    // The browser says all the while that it has a connection.
    await page.route(MEDIA, (route) => route.abort());
    await page.goto(path);
    await needsLine(page).waitFor();
    expect(await page.getByRole('link', { name: /^Завантажити/ }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute(MEDIA);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.locator('audio, [aria-roledescription="слайд"]').first().waitFor();
    expect(await needsLine(page).count()).toBe(0);
  });

test('pages of a document that were cut off say so, and are drawn once the line is back, where the reader is', async ({
  page,
  allowErrors,
}) => {
  allowErrors(CUT);
  const file = await aLargePdf(8);
  const { path } = await before(page, 'pdf', file);
  await page.route(MEDIA, upTo(450_000, file));
  await page.goto(path);
  const sheet = (number: number) => page.locator(`[data-page="${number}"]`);
  await sheet(1).getByText('Page 1').first().waitFor();
  await sheet(6).scrollIntoViewIfNeeded();
  await needsLine(page).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const place = await page.evaluate(() => scrollY);
  await page.unroute(MEDIA);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await sheet(6).getByText('Page 6').first().waitFor();
  await needsLine(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test('the page of a document that was left without a line is gone on with, and told later', async ({
  page,
  allowErrors,
}) => {
  allowErrors(CUT);
  const { path, at, company } = await before(page, 'pdf', await aLargePdf(4));
  await page.goto(path);
  const sheet = (number: number) => page.locator(`[data-page="${number}"]`);
  await sheet(4).waitFor();
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/progress/'));
  await page.route('**/progress/', (route) => route.abort());
  await sheet(3).scrollIntoViewIfNeeded();
  await sheet(3).evaluate((it) => it.scrollIntoView());
  await refused;
  await page.reload();
  await expect
    .poll(() => sheet(3).evaluate((it) => Math.abs(it.getBoundingClientRect().top) < 300))
    .toBe(true);
  expect(await resumeAt(company, at)).toBe(0);
  await page.unroute('**/progress/');
  await page.reload();
  await expect.poll(() => resumeAt(company, at)).toBe(3);
});

const resumeAt = async (company: Company, at: string) => (await company.as('student').get(at)).body.resume_at;

test('an answer that was cut off in the middle has not come', async ({ page }) => {
  const { path } = await before(page, 'audio', aWav(2));
  let times = 0;
  await page.route('**/educational_material/*/', async (route) => {
    times += 1;
    const response = await route.fetch();
    const text = await response.text();
    // As Chromium gives out gzip that ends too early.
    await route.fulfill({ response, body: times < 3 ? text.slice(0, 120) : text });
  });
  await page.goto(path);
  await page.locator('audio').waitFor();
  expect(times).toBe(3);
});

installedTest(
  'in place of an answer that is cut off what was kept is read, and nothing cut off is kept',
  async ({ installed, visitor: page }) => {
    const { path, at, course } = await before(page, 'audio', aWav(2));
    await page.goto(`/course/${course.id}`);
    await untilKept(page, `/api/v1/course/course/${course.id}/`);
    await page.goto(path);
    await untilKept(page, `/api/v1${at}`);
    await installed.route('**/api/v1/course/course/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).slice(0, 120) });
    });
    await page.goto(path);
    await page.getByRole('heading', { name: 'Матеріал' }).waitFor();
    await page.goto(`/course/${course.id}`);
    await page.getByRole('heading', { name: course.name }).waitFor();
    const kept = await page.evaluate(
      async (address) => (await caches.match(address))!.text(),
      `/api/v1/course/course/${course.id}/`,
    );
    expect(JSON.parse(kept)).toMatchObject({ id: course.id, name: course.name });
  },
);
