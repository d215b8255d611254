import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { signIn, test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';

const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLAnchorElement | null)?.pathname ?? null);
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('whoever goes back to a list finds the row they left, on its page and where it stood', async ({
  page,
}) => {
  const company = await aCompany(productWorld());
  for (let n = 0; n < 30; n += 1) await company.aPerson('student');
  await page.setViewportSize({ width: 1000, height: 500 });
  await signIn(page, company.people.owner);
  await page.goto('/user?page=2');
  const link = page.getByRole('table').getByRole('row').nth(12).getByRole('link');
  const path = (await link.getAttribute('href'))!;
  await link.scrollIntoViewIfNeeded();
  const y = await scrolled(page);
  expect(y).toBeGreaterThan(0);

  await link.click();
  await page.waitForURL(`**${path}`);
  // A tab of the page stands in the place of it in the history.
  await page.getByRole('tab').nth(1).click();
  await page.goBack();
  await page.waitForURL('**/user?page=2');
  await expect.poll(() => focused(page)).toBe(path);
  await expect.poll(() => scrolled(page)).toBe(y);

  // The link above the title does the same, also after a reload, when the list has to be asked for anew.
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}`);
  await page.getByRole('main').getByRole('link', { name: 'Користувачі' }).waitFor();
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Користувачі' }).click();
  await page.waitForURL('**/user?page=2');
  await expect.poll(() => focused(page)).toBe(path);
  await link.waitFor();
});

test('what was typed into a search does not hold back whoever goes on', async ({ page }) => {
  const company = await aCompany(productWorld());
  const { name } = await company.aGroup();
  await signIn(page, company.people.owner);
  await page.clock.install();
  await page.goto('/group');
  await page.getByRole('link', { name }).waitFor();
  // The next screen is long in coming.
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('Gr');
  await page.getByRole('link', { name }).click();
  // The time after which what was typed is searched for is over long before.
  await page.clock.runFor(1000);
  resolve();
  await page.getByRole('heading', { name }).waitFor();

  await page.unrouteAll({ behavior: 'wait' });
  // Going back wins over what was typed before it.
  await page.goto('/group?search=Group');
  await page.getByRole('link', { name }).waitFor();
  await page.getByRole('button', { name: 'Назва', exact: true }).first().click();
  await page.waitForURL(/ordering/);
  await page.getByRole('searchbox').fill('zzz');
  await page.goBack();
  await page.getByRole('link', { name }).waitFor();
});

test('a browser whose storage is full goes from screen to screen all the same', async ({ page }) => {
  const company = await aCompany(productWorld());
  const { id, name } = await company.aGroup();
  await signIn(page, company.people.owner);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/group');
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  // What notes the visited pages for the palette comes with it, when the first screen stands.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.getByRole('link', { name }).waitFor();
  await page.goto(`/group/${id}`);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
});

test('a page that is loaded anew begins at its own top, and a reload stays where it was', async ({
  page,
}) => {
  const company = await aCompany(productWorld());
  await page.setViewportSize({ width: 360, height: 300 });
  await signIn(page, company.people.owner);
  const down = async (path: string) => {
    await page.goto(path);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => document.documentElement.scrollHeight > 700);
    const before = await scrolled(page);
    await page.evaluate(() => window.scrollTo(0, 300));
    return before;
  };
  expect(await down('/support')).toBe(0);
  expect(await down('/profile/edit')).toBe(0);
  await page.reload();
  await page.locator('h1').waitFor();
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('a page of a list that holds nothing any more is left for the last one there is', async ({ page }) => {
  const company = await aCompany(productWorld());
  const students = await Promise.all(Array.from({ length: 11 }, () => company.aPerson('student')));
  const course = await company.aCourse({ group: await company.aGroup({ students }) });
  const owner = company.people.owner;
  for (const { id } of students)
    await owner.client.post(`/course/course/${course.id}/blocked_user/`, { user_pk: id });
  await signIn(page, owner);
  await page.goto(`/course/${course.id}#settings`);
  await page.getByRole('button', { name: 'Сторінка 2' }).click();
  const letIn = page.getByRole('button', { name: /^Розблокувати: / });
  await expect.poll(() => letIn.count()).toBe(1);
  await letIn.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Розблокувати' }).click();
  await expect.poll(() => letIn.count()).toBe(10);

  // In the address of a list it is the same, and the browser does not go back to what is not there.
  await page.goto('/course');
  await page.goto('/user?page=9');
  await page.waitForURL('**/user');
  await page.getByRole('table').getByRole('row').nth(12).waitFor();
  await page.goBack();
  await page.waitForURL('**/course');
});
