import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { aWav, type TestFile } from '../../fixtures/files.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { installedTest, untilKept } from '../../support/browser/installed.ts';
import { productWorld } from '../../support/product-world.ts';

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
