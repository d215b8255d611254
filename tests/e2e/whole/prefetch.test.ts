import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { signIn, firstVisit as test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';

/** Opens the list of groups and lets everything come that it fetches by itself. */
async function openGroups(page: Page) {
  const company = await aCompany(productWorld());
  const { name } = await company.aGroup();
  await signIn(page, company.people.owner);
  await page.clock.install();
  await page.goto('/group');
  await page.getByRole('link', { name }).waitFor();
  await page.mouse.move(700, 5);
  // What waits for a page that stands: the bell, the palette's keys, the listening for links.
  const news = page.waitForResponse('**/notifications/unread/');
  await page.clock.runFor(4000);
  await news;
  await settled(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const scripts = () => asked.filter((path) => path.endsWith('.js')).length;
  return { name, asked, scripts };
}

test('a screen is fetched while its link is pointed at or focused, but not its data', async ({ page }) => {
  const { name, asked, scripts } = await openGroups(page);
  await page.getByRole('link', { name }).hover();
  await expect.poll(scripts).toBeGreaterThan(0);
  await settled(page);
  const before = scripts();
  await page.getByRole('link', { name: 'Вебінари' }).focus();
  await expect.poll(scripts).toBeGreaterThan(before);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('nothing is fetched ahead where data is to be saved', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const { name, scripts } = await openGroups(page);
  await page.getByRole('link', { name }).hover();
  await page.getByRole('link', { name: 'Вебінари' }).focus();
  await settled(page);
  expect(scripts()).toBe(0);
});
