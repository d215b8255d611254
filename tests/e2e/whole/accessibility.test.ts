import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { takeExam } from '../../factories/attempt.ts';
import { aCompany, type Company } from '../../factories/company.ts';
import { asSystem } from '../../factories/world.ts';
import { openContext, signIn, test } from '../../support/browser/browser.ts';
import { examPage } from '../../support/browser/exam-page.ts';
import { fontsThere, settled, twoFrames } from '../../support/browser/settled.ts';
import { productWorld } from '../../support/product-world.ts';

let company: Company;
let exam: Awaited<ReturnType<Company['anExam']>>;
let certificate: string;
beforeAll(async () => {
  company = await aCompany(productWorld());
  const course = await company.aCourse({ materials: 2 });
  await takeExam(
    company.people.student.client,
    await company.anExam({ course, settings: { issue_certificate: true } }),
    3,
  );
  const { body } = await company.as('owner').get(`/certificates/?course=${course.id}`);
  certificate = body.results[0].number;
  exam = await company.anExam({ course });
  // A name that tests are given has no words, and how wide its letters are is chance.
  course.name = 'Arbeitsschutz und Brandverhütung';
  await company.as('owner').patch(`/course/course/${course.id}/`, { name: course.name });
});

const screens = () => {
  const course = `/course/${exam.course.id}`;
  return [
    '/profile',
    '/profile#security',
    '/profile#notifications',
    '/support',
    `/certificate/${certificate}`,
    '/course',
    course,
    `${course}/education-materials/${exam.course.materials[0]}`,
    `${course}/education-materials/${exam.material_id}`,
    '/notification',
  ];
};

/** What staff work in; with things to show on each. */
async function staffScreens() {
  const course = `/course/${exam.course.id}`;
  const group = exam.course.group.id;
  const student = company.people.student;
  const webinar = await company.as('owner').post('/webinar/webinar/', {
    name: 'Безпека на складі',
    starts_at: '2030-05-01T09:00:00Z',
    time_zone: 'Europe/Kyiv',
    duration: 60,
    course_ids: [exam.course.id],
  });
  const attempt = await takeExam(student.client, exam, 0);
  await asSystem(productWorld(), [
    `update course_members set due_on = current_date - 3 where company_id = $1`,
    [company.id],
  ]);
  return [
    '/today',
    '/today?section=silent',
    '/today?section=due_soon',
    `/company/${company.id}/dashboard`,
    `/company/${company.id}/edit`,
    `/company/${company.id}/history`,
    '/user',
    '/user/import',
    `/user/${student.id}`,
    '/group',
    `/group/${group}`,
    `/group/${group}/edit`,
    '/results',
    '/certificates',
    '/webinar',
    `/webinar/${webinar.body.id}`,
    `/webinar/${webinar.body.id}/edit`,
    `${course}#students`,
    `${course}#analytics`,
    `${course}/education-materials`,
    `${course}/education-materials/${exam.material_id}/constructor`,
    `${course}/statistic/${attempt}`,
  ];
}

test.for(['student', 'owner'] as const)(
  'on a touch screen of a phone the %s has room for a finger, and with letters twice as large scrolls nothing sideways',
  async (who, { browser }) => {
    const context = await openContext(browser, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const letters = async (size: string) => {
      await page.evaluate((to) => void (document.documentElement.style.fontSize = to), size);
      await page.evaluate(twoFrames);
    };
    // German has the longest words.
    await page.addInitScript(() => localStorage.setItem('language', 'de'));
    await signIn(page, company.people[who]);
    for (const path of who === 'owner' ? await staffScreens() : screens()) {
      await page.goto(path);
      await settled(page);
      expect({ path, small: await page.locator('main').evaluate(smallIn) }).toEqual({ path, small: [] });
      await letters('200%');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect({ path, width }).toEqual({ path, width: 390 });
      // Words stand in lines, not letter under letter.
      const lines = await page.locator('h1').first().evaluate(linesOf);
      expect({ path, lines: lines <= 4 || lines }).toEqual({ path, lines: true });
      await letters('');
      if (who === 'owner') continue;
      await page.setViewportSize({ width: 360, height: 780 });
      await letters('200%');
      expect({ path, wide: await page.evaluate(wideAt360) }).toEqual({ path, wide: [] });
      await letters('');
      await page.setViewportSize({ width: 390, height: 844 });
    }
    await context.close();
  },
);

/** In the page: what widens it, or is cut at the edge of its card or button. */
function wideAt360(): string[] {
  return [...document.querySelectorAll('html, main section, main ol, main [data-label]')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.tagName} ${one.scrollWidth} > ${one.clientWidth}: ${one.textContent.slice(0, 40)}`);
}

/** In the page: on how many lines an element's words stand. */
function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  const tops = [...range.getClientRects()].map(({ top }) => top).sort((a, b) => a - b);
  return tops.filter((top, at) => at === 0 || top - tops[at - 1]! > 8).length;
}

/** In the page: what is pressed and is lower than a finger. */
function smallIn(main: Element): string[] {
  return (
    [...main.querySelectorAll<HTMLElement>('button, summary, [role=tab], a')]
      // A link of a row is as large as the row.
      .filter((one) => one.checkVisibility() && getComputedStyle(one, '::after').position !== 'absolute')
      // One in a sentence is as high as its line.
      .filter((one) => {
        const said = one.parentElement!.textContent.trim();
        return getComputedStyle(one).display !== 'inline' || said === one.textContent.trim();
      })
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => `${one.ariaLabel ?? one.textContent}: ${one.getBoundingClientRect().height}`)
  );
}

/** Presses a key of the keyboard so often, and names what it went to and nobody sees. */
async function unseenBy(page: Page, key: string, times: number): Promise<string[]> {
  const unseen = new Set<string>();
  for (let press = 0; press < times; press++) {
    await page.keyboard.press(key);
    unseen.add(await page.evaluate(unseenFocus));
  }
  unseen.delete('');
  return [...unseen];
}

/** In the page: what has the focus, where no part of it can be seen; else nothing. */
function unseenFocus(): string {
  const one = document.activeElement as HTMLInputElement;
  // A box to tick is as large as its words.
  const shown = one.labels?.[0]?.contains(one) ? one.labels[0] : one;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = parts.some((x) =>
    parts.some((y) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return hit !== null && (shown.contains(hit) || hit.contains(shown));
    }),
  );
  return isSeen ? '' : `${one.tagName} ${one.ariaLabel ?? one.textContent}`;
}

test('what the keyboard goes to comes out from behind the bars, also in a window at 400 %', async ({
  page,
  otherPage,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await signIn(page, company.people.owner);
  const course = await company.aCourse({ materials: 12 });
  await page.goto(`/course/${course.id}/education-materials`);
  await settled(page);
  await page.locator('main').getByRole('button').last().focus();
  expect(await unseenBy(page, 'Shift+Tab', 60)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/user', `/course/${course.id}/edit`]) {
    await page.goto(path);
    await settled(page);
    expect({ path, unseen: await unseenBy(page, 'Tab', 40) }).toEqual({ path, unseen: [] });
  }
  await otherPage.setViewportSize({ width: 320, height: 256 });
  await examPage(otherPage, company);
  expect(await unseenBy(otherPage, 'Tab', 25)).toEqual([]);
});

test('what goes at once with what is pressed leaves the focus on the screen', async ({ page }) => {
  await signIn(page, company.people.owner);
  await page.goto('/user');
  await settled(page);
  await page.getByRole('row').nth(2).getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Зняти вибір' }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toBe('Користувачі');
});

test('how many a search has found is said, also when it is none', async ({ page }) => {
  await signIn(page, company.people.owner);
  await page.goto('/user');
  await settled(page);
  const said = page.getByRole('status').filter({ hasText: /^Знайдено: \d+$/ });
  await said.evaluate((region) => region.setAttribute('data-same', ''));
  await page.getByRole('searchbox').fill('zzzz');
  await page.locator('[data-same]').filter({ hasText: 'Знайдено: 0' }).waitFor({ state: 'attached' });
  await page.getByRole('searchbox').fill('');
  await page
    .locator('[data-same]')
    .filter({ hasText: /^Знайдено: [1-9]/ })
    .waitFor({ state: 'attached' });
});

test('clearing an answer leaves the focus at its question', async ({ page }) => {
  await examPage(page, company);
  await page.getByText('right', { exact: true }).click();
  const clears = page.getByRole('button', { name: 'Прибрати відповідь' });
  await clears.press('Enter');
  await expect.poll(() => clears.count()).toBe(0);
  const focused = await page.evaluate(() => document.activeElement!.getAttribute('data-question'));
  expect(focused).toBe('0');
});

test('on a touch screen what is ticked answers to a finger, as high as one', async ({ browser }) => {
  const viewport = { width: 390, height: 844 };
  const context = await openContext(browser, { hasTouch: true, isMobile: true, viewport });
  const page = await context.newPage();
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}/constructor`);
  await page.getByRole('button', { name: /^Запитання 1(?!\d|:)/ }).tap();
  await page.getByRole('switch', { name: 'Обов’язкове' }).waitFor();
  const ticked = page.locator('main').locator('[type=checkbox]:visible, [type=radio]:visible');
  await expect.poll(() => ticked.count()).toBeGreaterThan(4);
  await expect.poll(() => ticked.evaluateAll(lowOf)).toEqual([]);
  await context.close();
});

/** In the page: what does not answer to a finger above and below its mark. */
function lowOf(all: (HTMLElement | SVGElement)[]): string[] {
  return (all as HTMLInputElement[])
    .filter((one) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, width, top, height } = one.getBoundingClientRect();
      return [-20, 20].some((away) => {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2 + away);
        return hit !== one && hit?.closest('label')?.control !== one;
      });
    })
    .map((one) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.name);
}

test('in colours of their own people see what is chosen, and how far they are', async ({ page }) => {
  const { course } = exam;
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, company.people.student);
  await page.emulateMedia({ forcedColors: 'active' });
  const outlined = (chosen: string, others: string) =>
    Promise.all(
      [chosen, others].map((each) =>
        page
          .locator(each)
          .first()
          .evaluate((it) => getComputedStyle(it).outlineStyle),
      ),
    );
  for (const path of ['/course', '/webinar', `/course/${course.id}`]) {
    await page.goto(path);
    await settled(page);
    const tab = 'main :is([role=tablist] [role=tab], nav a)';
    const chosen = ':is([aria-selected=true], [aria-current])';
    const told = await outlined(`${tab}${chosen}`, `${tab}:not(${chosen})`);
    expect({ path, told }).toEqual({ path, told: ['solid', 'none'] });
  }
  await page.goto('/course');
  const bar = page.getByRole('progressbar').first();
  const colours = await bar.evaluate((it) =>
    [it, it.firstElementChild!]
      .map((each) => getComputedStyle(each))
      .map(({ backgroundColor }) => backgroundColor),
  );
  expect(new Set(colours).size).toBe(2);
  expect(await bar.evaluate((it) => getComputedStyle(it).borderTopStyle)).toBe('solid');
});

test('in colours of their own people see which questions they have answered', async ({ page }) => {
  await examPage(page, company);
  await page.getByText('right', { exact: true }).click();
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = () =>
    page
      .getByRole('button', { name: /^Запитання \d/ })
      .evaluateAll((cells) => cells.map((it) => getComputedStyle(it).backgroundColor));
  await expect.poll(async () => new Set((await colours()).slice(0, 2)).size).toBe(2);
});

test('where less motion is wanted, a screen that changes is as it will be from the first frame', async ({
  page,
}) => {
  await signIn(page, company.people.owner);
  await page.goto(`/course/${exam.course.id}#general`);
  const tab = page.getByRole('tab', { name: /^Матеріали/ });
  await tab.waitFor();
  const moving = await tab.evaluate(async (one: HTMLElement) => {
    one.click();
    await new Promise(requestAnimationFrame);
    return document
      .getAnimations()
      .map((motion) => (motion instanceof CSSTransition ? motion.transitionProperty : 'animation'));
  });
  await page.getByRole('tab', { name: 'Запитання' }).waitFor();
  expect(moving.filter((what) => what !== 'animation')).toEqual([]);
});

test('with letters twice as large what is still to come needs no scroll sideways either', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  await signIn(page, company.people.student);
  await page.route('**/form_introduction/**', () => {});
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  await page.locator('[data-waiting]').last().waitFor();
  await page.locator('h1').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('on a slow phone what is to come has its place, and stands there when it has come', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, company.people.student);
  await page.route('**/form_introduction/**', () => {});
  await page.goto(`/course/${exam.course.id}/education-materials/${exam.material_id}`);
  const waiting = page.locator('[data-waiting]');
  await waiting.last().waitFor();
  const widths = await waiting.evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThan(100);

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/api\/v1\/course\/course\/(\?|$)/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/course');
  const placeOf = async (one: Locator) => Math.round((await one.boundingBox())!.y);
  await waiting.first().waitFor();
  await fontsThere(page);
  const before = await placeOf(waiting.first());
  release();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: exam.course.name }) });
  await card.waitFor();
  expect(await placeOf(card)).toBe(before);
});

test('names without a space widen no screen, no card and no table', async ({ page }) => {
  const own = await aCompany(productWorld());
  const { id, group, materials } = await own.aCourse({ materials: 1 });
  const long = 'Arbeitsunfähigkeitsbescheinigungsübermittlungsverfahren'.repeat(4).slice(0, 200);
  const since = new Date(Date.now() - 20 * 24 * 3_600_000);
  await asSystem(
    productWorld(),
    ['update courses set name = $2, description = $2 where company_id = $1', [own.id, long]],
    ['update study_groups set name = $2 where id = $1', [group.id, long]],
    ['update materials set name = $2 where company_id = $1', [own.id, long]],
    ['update companies set name = left($2, 100) where id = $1', [own.id, long]],
    ['update group_members set created_at = $2 where company_id = $1', [own.id, since]],
    ['update course_groups set created_at = $2 where company_id = $1', [own.id, since]],
  );
  await signIn(page, own.people.owner);
  const course = `/course/${id}`;
  const addresses = ['/today', '/course', '/course?view=table', course, `${course}/edit`, '/profile'];
  addresses.push(`${course}/education-materials/${materials[0]}`, `/group/${group.id}/edit`);
  for (const address of addresses) {
    await page.goto(address);
    await settled(page);
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(twoFrames);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('html, main li, main header, main div:has(> table)')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} ${scrollWidth} > ${clientWidth}`),
      );
      expect([address, width, wide]).toEqual([address, width, []]);
    }
  }
});
