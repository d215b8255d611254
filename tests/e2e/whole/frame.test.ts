import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { signIn, firstVisit as test } from '../../support/browser/browser.ts';
import { productWorld } from '../../support/product-world.ts';
import { fontsThere } from '../../support/browser/settled.ts';

const SELF = '**/api/v1/accounts/user_info/';
let company: Company;
/** With which material the student goes on. */
let next: string;
let exam: Awaited<ReturnType<Company['anExam']>>;
beforeAll(async () => {
  company = await aCompany(productWorld());
  exam = await company.anExam();
  const { body } = await company.people.student.client.get(`/course/course/${exam.course.id}/`);
  next = body.next_step.material.name as string;
});

/** Opens a screen whose code, or some of it, waits until the answer is called. */
async function openHeld(page: Page, path: string, code = '**/assets/*.js'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    await promise;
    await route.fallback();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return resolve;
}

const frameOf = (page: Page) => page.locator('#frame');

/** Answers whether a frame was drawn at any time in this tab. */
async function watchFrames(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript({
    content: `new MutationObserver(() => {
      if (document.getElementById('frame')) sessionStorage.setItem('framed', 'yes');
    }).observe(document, { childList: true, subtree: true });`,
  });
  return () => page.evaluate(() => sessionStorage.getItem('framed') !== null);
}

/** Where logo, mark, and the letters of the person and of a student's next course stand below an element, and how they look. */
const LOOKS = `((root) => {
  const boxOf = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  };
  const logo = [...root.querySelectorAll('svg:has(> rect)')].find((one) => one.checkVisibility({ visibilityProperty: true }));
  const mark = root.querySelector('[class*=marked] > *');
  const words = [mark.nextElementSibling, root.querySelector('section[data-themed] [class*=name]')].filter((one) => one?.textContent);
  const lettersOf = (one) => {
    const letters = document.createRange();
    letters.selectNodeContents(one);
    return letters;
  };
  const styleOf = (one) => {
    const { color, backgroundColor, fontFamily, fontSize, fontWeight, borderRadius } = getComputedStyle(one);
    return [color, backgroundColor, fontFamily, fontSize, fontWeight, borderRadius];
  };
  return {
    boxes: [logo, mark, ...words.map(lettersOf)].map(boxOf),
    texts: [mark, ...words].map((one) => one.textContent),
    styles: [mark, ...words, document.body].map(styleOf),
  };
})`;

async function looksBelow(page: Page, root: '#frame' | '#root') {
  await fontsThere(page);
  return page.evaluate(`${LOOKS}(document.querySelector('${root}'))`);
}

test.for([
  [360, 'the initials'],
  [960, 'a photo'],
  [1440, 'the initials'],
  [1440, 'a photo that is gone'],
] as const)(
  'at %d px, with %s, the heading of the profile stays as it was drawn early',
  async ([width, what], { page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, company.people.student);
    if (what !== 'the initials')
      await page.route(SELF, async (route) => {
        const photo = what === 'a photo' ? '/icon.svg' : '/no-picture';
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), photo } });
      });
    await page.addInitScript({
      content: `window.largest = [];
    new PerformanceObserver((list) => largest.push(...list.getEntries().map(({ element }) => !!element?.closest('#root :is(h1, h2)'))))
      .observe({ type: 'largest-contentful-paint', buffered: true });`,
    });
    const letGo = await openHeld(page, '/profile');
    await frameOf(page).getByText('Person Student').waitFor();
    // Comes with an answer of its own.
    await frameOf(page).getByText(next).waitFor();
    if (what.startsWith('a photo that')) await frameOf(page).locator('[data-tone]').waitFor();
    const early = await looksBelow(page, '#frame');
    expect(JSON.stringify(early)).toContain(next);
    letGo();
    await page.getByRole('heading', { level: 1, name: 'Person Student' }).waitFor();
    await expect.poll(() => frameOf(page).count()).toBe(0);
    if (what.startsWith('a photo that')) await page.locator('h1 [data-tone]').waitFor();
    expect(await looksBelow(page, '#root')).toEqual(early);
    // A browser tells of a larger content only.
    expect(await page.evaluate('largest.length > 0 && !largest.includes(true)')).toBe(true);
  },
);

/** Where the title, the rows and their words of a company's first steps stand below an element, however far it was scrolled. */
const STEPS = `((root) => [...root.querySelectorAll(':has(> ol) h2, ol li, ol strong, ol strong + span')].map((one) => {
  const letters = document.createRange();
  letters.selectNodeContents(one);
  const { x, y, width, height } = (one.matches('li') ? one : letters).getBoundingClientRect();
  return [one.matches('li') || one.textContent, ...[x, y + scrollY, width, height].map(Math.round)];
}))`;
async function stepsBelow(page: Page, root: string) {
  await fontsThere(page);
  return page.evaluate(`${STEPS}(document.querySelector('${root}'))`);
}

test.for([
  [360, 'uk'],
  [1440, 'de'],
] as const)(
  'at %d px, the first steps of a company stay as they were drawn early (%s)',
  async ([width, language], { page }) => {
    const { admin } = company.people;
    await admin.client.patch('/accounts/user_info/', { language });
    await page.addInitScript(`localStorage.setItem('language', '${language}')`);
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, admin);
    const letGo = await openHeld(page, '/profile', '**/assets/index-*.js');
    await page.locator('#frame[data-steps]').waitFor();
    const early = await stepsBelow(page, '#frame');
    letGo();
    await page.locator('#root ol').waitFor();
    await expect.poll(() => frameOf(page).count()).toBe(0);
    expect(await stepsBelow(page, '#root main')).toEqual(early);
  },
);

test('a frame keeps to the chosen scheme and drawer, and takes a name for text', async ({ page }) => {
  const { trainer } = company.people;
  const name = '<img src=x onerror="document.title=1">';
  await trainer.client.patch('/accounts/user_info/', { first_name: name });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage.setItem('color_scheme', 'dark');
    localStorage.setItem('osnova.narrow_drawer', 'true');
  });
  await signIn(page, trainer);
  const letGo = await openHeld(page, '/profile');
  await frameOf(page).getByText(name).waitFor();
  const early = await looksBelow(page, '#frame');
  letGo();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await looksBelow(page, '#root')).toEqual(early);
  expect(JSON.stringify(early)).toContain('rgb(16, 23, 24)');
});

test('a frame takes no press and no focus, and stands still where motion is not wanted', async ({ page }) => {
  await signIn(page, company.people.owner);
  const letGo = await openHeld(page, '/group');
  await frameOf(page).waitFor();
  expect(
    await page.evaluate(() => document.elementFromPoint(400, 100)?.closest('#frame') ?? null),
  ).toBeNull();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('#frame') ?? null)).toBeNull();
  const motion = frameOf(page)
    .locator('p')
    .last()
    .evaluate((one) => getComputedStyle(one).animationIterationCount);
  expect(await motion).toBe('1');
  letGo();
  await page.getByRole('heading', { name: 'Навчальні групи' }).waitFor();
  await page.getByRole('link', { name: 'Курси' }).click();
  await page.getByRole('heading', { name: 'Курси' }).waitFor();
  await expect.poll(() => frameOf(page).count()).toBe(0);
});

test('a screen whose code never comes says so, with no frame over it', async ({ page, allowErrors }) => {
  allowErrors(/ERR_FAILED|Failed to (load|fetch)/);
  const wasFramed = await watchFrames(page);
  await signIn(page, company.people.student);
  // What the page itself names comes; what a screen needs does not.
  await page.route('**/assets/*.js', async (route) => {
    const html = await (await page.request.get('/profile')).text();
    const { pathname } = new URL(route.request().url());
    await (html.includes(`"${pathname}"`) ? route.fallback() : route.abort());
  });
  const letGo = await openHeld(page, '/profile');
  await frameOf(page).waitFor();
  letGo();
  await page.getByRole('button', { name: 'Ще раз' }).click({ trial: true });
  expect(await wasFramed()).toBe(true);
  await expect.poll(() => frameOf(page).count()).toBe(0);
});

test('whoever is refused gets no frame', async ({ page, allowErrors }) => {
  allowErrors(/status of 401/);
  const wasFramed = await watchFrames(page);
  await signIn(page, company.people.student);
  await page.route(SELF, (route) => route.fulfill({ status: 401, json: { detail: 'no' } }));
  await page.goto('/profile');
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Увійти', exact: true }).waitFor();
  expect(await wasFramed()).toBe(false);
});

test('a test has its page to itself from the beginning', async ({ page }) => {
  const wasFramed = await watchFrames(page);
  await signIn(page, company.people.student);
  const { course, material_id, form_id } = exam;
  const letGo = await openHeld(
    page,
    `/course/${course.id}/education-materials/${material_id}/form/${form_id}`,
  );
  await page.waitForResponse(SELF);
  letGo();
  await page.locator('#root main').waitFor();
  expect(await wasFramed()).toBe(false);
});
