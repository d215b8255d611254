import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { aCompany } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { signIn, test as browserTest } from '../../support/browser/browser.ts';
import { installedTest, untilKept } from '../../support/browser/installed.ts';
import { startLine } from '../../support/browser/line.ts';
import { productWorld } from '../../support/product-world.ts';

/** A student on a phone, in a course of two texts. */
async function aStudent(page: Page) {
  const world = productWorld();
  const company = await aCompany(world);
  const course = await company.aCourse({ materials: 2 });
  await asSystem(
    world,
    ...[1, 2].map((number): [string, unknown[]] => [
      'update materials set text = $2 where id = $1',
      [course.materials[number - 1], `<h2>Розділ ${number}</h2><p>Читайте уважно.</p>`],
    ]),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.people.student);
  const [first, second] = course.materials.map((id) => `/course/${course.id}/education-materials/${id}`);
  return { course, first: first!, second: second! };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const notice = (page: Page) => page.getByText('Немає з’єднання: зберігається лише те, де про це сказано');
const FINISH = '**/finish/';

browserTest(
  'a late answer to what was read marks it, and takes nobody away from where they are',
  async ({ page }) => {
    const { course, first } = await aStudent(page);
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(FINISH, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(first);
    await page.getByRole('button', { name: /^Прочитано\. Далі/ }).click();
    await page.getByRole('link', { name: course.name }).first().click();
    await heading(page, course.name).waitFor();
    const answered = page.waitForResponse(FINISH);
    answer();
    await answered;
    // The course tells of it.
    await page.getByText('Пройдено', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/course/${course.id}`);
  },
);

browserTest(
  'a press that lasts says so and lets one read on; one that fails can be tried again',
  async ({ page, allowErrors }) => {
    allowErrors(/ERR_FAILED/);
    const { first, second } = await aStudent(page);
    let fail = (): void => {};
    const held = new Promise<void>((resolve) => (fail = resolve));
    await page.route(FINISH, async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(first);
    await page.getByRole('button', { name: /^Прочитано\. Далі/ }).click();
    await page.getByText('Зв’язок слабкий: ще надсилаємо').waitFor();
    await page.getByRole('link', { name: 'Наступний' }).click();
    await heading(page, 'Розділ 2').waitFor();
    fail();
    const again = page.getByRole('button', { name: 'Спробувати ще раз' });
    await again.waitFor();
    await page.unroute(FINISH);
    const done = page.waitForResponse(FINISH);
    await again.click();
    expect((await done).ok()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(second);
  },
);

const lineTest = installedTest.extend<{ line: Awaited<ReturnType<typeof startLine>> }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's needs from its pattern
  line: async ({}, use) => {
    const line = await startLine(inject('product').url);
    await use(line);
    await line.stop();
  },
});

lineTest.for(['dead', 'refused'] as const)(
  'what was opened is read on a line that is %s, with the notice, and comes anew when it is good',
  async (state, { line, installed }) => {
    const page = await installed.newPage();
    const { first, course } = await aStudent(page);
    await page.goto(`${line.url}/course/${course.id}`);
    await heading(page, course.name).waitFor();
    await untilKept(page, `/api/v1/course/course/${course.id}/`);
    await page.goto(line.url + first);
    await heading(page, 'Розділ 1').waitFor();
    await untilKept(page, '/kept-page');
    line.become(state);
    await page.reload();
    await heading(page, 'Розділ 1').waitFor();
    await notice(page).waitFor();
    await page.goto(`${line.url}/course/${course.id}`);
    await heading(page, course.name).waitFor();
    await notice(page).waitFor();
    line.become('good');
    await page.reload();
    await heading(page, course.name).waitFor();
    await notice(page).waitFor({ state: 'detached' });
  },
);
