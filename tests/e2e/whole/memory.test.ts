import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { aCompany, type Company } from '../../factories/company.ts';
import { firstVisit as test, signIn } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { productWorld } from '../../support/product-world.ts';

/** How many screens a tab has shown in the end. */
const SCREENS = process.env.WALK === 'full' ? 200 : 100;

let company: Company;
let exam: Awaited<ReturnType<Company['anExam']>>;
beforeAll(async () => {
  company = await aCompany(productWorld());
  exam = await company.anExam();
});

/** What the tab holds when everything that nothing refers to is gone. */
async function held(devtools: CDPSession) {
  for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  return devtools.send('Memory.getDOMCounters');
}

/** As a link of the page leads there. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    const { idx } = history.state as { idx: number };
    history.pushState({ idx: idx + 1, key: `screen-${idx}` }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  await settled(page);
}

const course = () => `/course/${exam.course.id}`;
const material = () => `${course()}/education-materials/${exam.material_id}`;
const ROUNDS = {
  owner: () => [
    '/today',
    '/course',
    course(),
    `${course()}/education-materials`,
    `${material()}/constructor`,
    `${course()}/results`,
    '/user',
    `/user/${company.people.student.id}`,
    '/program/create',
    '/webinar',
    '/bank',
    `/company/${company.id}/history`,
  ],
  student: () => [
    '/profile',
    '/course',
    course(),
    material(),
    '/program',
    '/group',
    '/notification',
    '/profile/edit',
  ],
};

test.for(['owner', 'student'] as const)(
  'a tab of the %s holds no more, however many screens it has shown',
  async (who, { page }) => {
    const paths = ROUNDS[who]();
    await signIn(page, company.people[who]);
    await page.goto('/profile');
    await settled(page);
    const devtools = await page.context().newCDPSession(page);
    const goRound = async () => {
      for (const path of paths) await goTo(page, path);
    };
    // What is made once, code most of all, is there after a few.
    for (let time = 0; time < 2; time += 1) await goRound();
    const before = await held(devtools);
    const rounds = Math.ceil(SCREENS / paths.length) - 2;
    for (let time = 0; time < rounds; time += 1) await goRound();
    const after = await held(devtools);
    // What one screen alone left behind each time would be as much as this.
    const grown = (['documents', 'nodes', 'jsEventListeners'] as const).filter(
      (what) => after[what] - before[what] >= rounds,
    );
    expect(grown).toEqual([]);
  },
);
