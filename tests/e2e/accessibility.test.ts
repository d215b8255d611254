import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../factories/company.ts';
import { openContext, signIn, test } from '../support/browser.ts';
import { productWorld } from '../support/product-world.ts';

let company: Company;
let exam: Awaited<ReturnType<Company['anExam']>>;
beforeAll(async () => {
  company = await aCompany(productWorld());
  exam = await company.anExam({ course: await company.aCourse({ materials: 2 }) });
});

const screens = () => {
  const course = `/course/${exam.course.id}`;
  return [
    '/profile',
    '/course',
    course,
    `${course}/education-materials/${exam.course.materials[0]}`,
    `${course}/education-materials/${exam.material_id}`,
    '/notification',
  ];
};

test('with letters twice as large a student’s screens need no scroll sideways on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  await signIn(page, company.people.student);
  for (const path of screens()) {
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ path, width }).toEqual({ path, width: 390 });
  }
});

test('on a touch screen what is pressed has room for a finger', async ({ browser }) => {
  const context = await openContext(browser, { hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, company.people.student);
  for (const path of screens()) {
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    const small = await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('button, summary, [role=tab], a')]
        // A link of a row is as large as the row.
        .filter((one) => one.checkVisibility() && getComputedStyle(one, '::after').position !== 'absolute')
        .filter((one) => one.getBoundingClientRect().height < 42)
        .map((one) => one.textContent),
    );
    expect({ path, small }).toEqual({ path, small: [] });
  }
  await context.close();
});
