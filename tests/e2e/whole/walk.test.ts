import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject } from 'vitest';
import { type Capability, reachOf, USER_TYPES, type UserType } from '../../../worker/access/contract.ts';
import type { Person } from '../../factories/company.ts';
import { aWalkedCompany, type WalkedCompany } from '../../factories/walked-company.ts';
import { BLANK, signIn, test } from '../../support/browser/browser.ts';
import { holdTheLibrary, LIBRARY_PATIENCE } from '../../support/library.ts';
import { productWorld } from '../../support/product-world.ts';
import { settled } from '../../support/browser/settled.ts';
import {
  EVERY_VIEW,
  LANGUAGES,
  missingPairs,
  problemsOf,
  show,
  type Showing,
  showingsOf,
  startAnew,
  sumUpShifts,
  takePicture,
  type View,
  Watch,
} from '../../support/browser/walk.ts';

/** WALK=full shows each screen to everybody in every view, else each once. */
const IS_FULL = process.env.WALK === 'full';
const KEEPS_PICTURES = process.env.SCREENSHOTS === '1';

interface Route {
  path: string;
  access: Capability | 'public' | 'login' | 'signed_in';
}
// By a name that the compiler does not follow: these tests know no JSX.
const [PUBLIC_FILE, PRIVATE_FILE]: string[] = ['public-routes', 'routes'];
const { PUBLIC_ROUTES } = (await import(`../../../web/app/${PUBLIC_FILE}.ts`)) as {
  PUBLIC_ROUTES: readonly Route[];
};
const { PRIVATE_ROUTES } = (await import(`../../../web/app/${PRIVATE_FILE}.ts`)) as {
  PRIVATE_ROUTES: readonly Route[];
};

interface State {
  address: string;
  /** The statuses that the screen is refused something with. */
  refused?: number[];
  /** Nothing new to load: come to from within the product. */
  isKnown?: boolean;
  /** Its tabs are those of another address, where they are opened. */
  hasKnownTabs?: boolean;
}

/** Where a route with parameters is shown; a route without an entry here fails. */
const ADDRESSES: Record<string, (at: WalkedCompany) => string> = {
  '*': () => '/no/such/screen',
  '/certificate/:number': ({ certificate }) => `/certificate/${certificate}`,
  '/company/:id': ({ company }) => `/company/${company.id}`,
  '/company/:id/edit': ({ company }) => `/company/${company.id}/edit`,
  '/company/:id/dashboard': ({ company }) => `/company/${company.id}/dashboard`,
  '/company/:id/history': ({ company }) => `/company/${company.id}/history`,
  '/course/:id': ({ course }) => `/course/${course}`,
  '/course/:id/edit': ({ course }) => `/course/${course}/edit`,
  '/course/:id/education-materials': ({ course }) => `/course/${course}/education-materials`,
  '/course/:id/education-materials/constructor': ({ course }) =>
    `/course/${course}/education-materials/constructor`,
  '/course/:id/education-materials/:materialID': ({ course, theory }) =>
    `/course/${course}/education-materials/${theory}`,
  '/course/:id/education-materials/:materialID/constructor': ({ course, exam }) =>
    `/course/${course}/education-materials/${exam}/constructor`,
  '/course/:id/education-materials/:materialID/form/:formID': ({ hall }) =>
    `/course/${hall.course}/education-materials/${hall.exam}/form/${hall.form}`,
  '/bank/:id': ({ bank_question }) => `/bank/${bank_question}`,
  '/course/:id/results': ({ course }) => `/course/${course}/results`,
  '/course/:id/results/:formID': ({ course, form }) => `/course/${course}/results/${form}`,
  '/course/:id/results/:formID/key': ({ course, form }) => `/course/${course}/results/${form}/key`,
  '/course/:id/results/:formID/code': ({ course, form }) => `/course/${course}/results/${form}/code`,
  '/course/:id/results/:formID/paper': ({ course, form }) => `/course/${course}/results/${form}/paper`,
  '/course/:id/results/:formID/paper/:runID': ({ course, form, print_run }) =>
    `/course/${course}/results/${form}/paper/${print_run}`,
  '/course/:id/results/:formID/questions': ({ course, form }) =>
    `/course/${course}/results/${form}/questions`,
  '/course/:id/statistic/:statisticID': ({ course, attempt }) => `/course/${course}/statistic/${attempt}`,
  '/library/:id': ({ original }) => `/library/${original}`,
  '/group/:id': ({ group }) => `/group/${group}`,
  '/group/:id/edit': ({ group }) => `/group/${group}/edit`,
  '/program/:id': ({ program }) => `/program/${program}`,
  '/program/:id/chronology': ({ program }) => `/program/${program}/chronology`,
  '/program/:id/edit': ({ program }) => `/program/${program}/edit`,
  '/webinar/:id': ({ webinar }) => `/webinar/${webinar}`,
  '/webinar/:id/edit': ({ webinar }) => `/webinar/${webinar}/edit`,
  '/user/:id': ({ company }) => `/user/${company.people.student.id}`,
  '/user/:id/edit': ({ company }) => `/user/${company.people.student.id}/edit`,
};

function addressOf({ path }: Route, at: WalkedCompany): string {
  const address = ADDRESSES[path]?.(at) ?? path;
  if (/[:*]/.test(address)) throw new Error(`The walk has no setting for the route ${path}`);
  return address;
}

const isOpenTo = (who: UserType, { access }: Route): boolean =>
  access === 'signed_in' || access === 'public' || (access !== 'login' && reachOf(access, who) !== null);

interface Walker {
  /** Nobody, where it is left out. Each a person of their own, whose language the walk sets. */
  as?: (at: WalkedCompany) => Person;
  states: (at: WalkedCompany) => State[];
}

const NOTHING = 999_999_999;
const LISTS = ['/profile', '/course', '/program', '/group', '/webinar'];
const OF_STAFF = [...LISTS, '/user', '/today', '/results', '/certificates', '/library', '/user/all'];

/** What there is to see beside the routes and their tabs. */
const STATES = {
  owner: ({ course, copy, form, company }: WalkedCompany): State[] => [
    { address: `/course/${course}#nonsense`, hasKnownTabs: true },
    { address: `/course/${copy}` },
    { address: `/course/${course}/results/${form}?state=completed` },
    { address: '/course?view=table' },
    { address: '/program?view=table' },
    { address: '/user?view=list' },
    { address: '/webinar?when=past' },
    { address: '/today?section=silent' },
    { address: '/today?section=due_soon' },
    { address: '/today?section=in_review' },
    { address: '/support?role=trainer#tests' },
    { address: '/user?search=zzzz' },
    { address: `/company/${company.id + 1}`, refused: [403, 404] },
    // Nothing of that number anywhere.
    ...PRIVATE_ROUTES.filter((route) => route.path.includes(':') && isOpenTo('owner', route)).map(
      ({ path }) => ({
        address: path.replaceAll(/:\w+/g, String(NOTHING)),
        refused: [400, 403, 404],
        isKnown: true,
      }),
    ),
  ],
  manager: (): State[] => [{ address: '/profile#nonsense' }],
  student: ({ course, closed, later, exam }: WalkedCompany): State[] => [
    { address: `/course/${closed}`, refused: [403] },
    { address: `/course/${later}`, refused: [403] },
    { address: `/course/${course}/education-materials/${exam}` },
    { address: '/course?state=finished' },
    { address: '/course?view=table' },
    { address: '/program?view=table' },
    { address: `/course/${NOTHING}`, refused: [404] },
    { address: `/group/${NOTHING}`, refused: [404] },
  ],
};

/** The roles whose every route an owner or a student loads too. */
const COMES_AFTER: ReadonlySet<UserType> = new Set(['admin', 'manager', 'trainer']);

const WALKERS: Record<string, Walker> = {
  ...Object.fromEntries(
    USER_TYPES.map((who): [string, Walker] => [
      who,
      {
        as: ({ company }) => company.people[who],
        states: (at) => [
          ...PRIVATE_ROUTES.filter((route) => isOpenTo(who, route)).map((route) => ({
            address: addressOf(route, at),
            isKnown: COMES_AFTER.has(who),
          })),
          ...(who === 'manager' || who === 'student' ? STATES[who](at) : []),
          { address: '/no-access' },
        ],
      },
    ]),
  ),
  anybody: {
    states: (at) => [
      ...PUBLIC_ROUTES.map((route) => ({ address: addressOf(route, at), refused: [400] })),
      { address: '/certificate/2222-2222-2222', refused: [404] },
      { address: '/accounts/email-confirmation?token=x', refused: [400] },
      { address: '/accounts/finish-registration?token=x', refused: [400] },
      { address: '/accounts/finish-registration?token=x&answer=decline', refused: [400] },
      { address: '/accounts/password-reset?token=x', refused: [400] },
      { address: '/login?callback_url=%2Fcourse' },
    ],
  },
  'owner of an empty company': {
    as: ({ empty }) => empty.people.owner,
    states: ({ empty }) =>
      [...OF_STAFF, `/company/${empty.id}/dashboard`, `/company/${empty.id}/history`].map((address) => ({
        address,
        isKnown: true,
      })),
  },
  'student of an empty company': {
    as: ({ empty }) => empty.people.student,
    states: () => LISTS.map((address) => ({ address, isKnown: true })),
  },
  'manager without a second factor': {
    as: ({ unready }) => unready,
    states: () => [{ address: '/second-factor' }, { address: '/profile' }],
  },
  'second owner': { as: ({ secondOwner }) => secondOwner, states: STATES.owner },
};

let at: WalkedCompany;
beforeAll(async () => {
  const release = await holdTheLibrary();
  at = await aWalkedCompany(productWorld());
  return release;
}, LIBRARY_PATIENCE);

/** They share their screens; a student sees others at the same addresses. */
const STAFF: readonly string[] = ['owner', 'admin', 'manager', 'trainer'];
/** Routes whose screens have tabs, of which the owner has the most. */
const HAVE_TABS: ReadonlySet<string> = new Set([
  '/company/:id/dashboard',
  '/course/:id',
  '/group/:id',
  '/library/:id',
  '/profile',
  '/program/:id',
  '/user/:id',
  '/webinar/:id',
]);

interface Screen {
  state: State;
  /** Who may open it. */
  walkers: string[];
}

/** Every screen once. */
function allScreens(): Screen[] {
  const withTabs = PRIVATE_ROUTES.filter(({ path }) => HAVE_TABS.has(path));
  const owners = new Set(withTabs.map((route) => addressOf(route, at)));
  const screens = new Map<string, Screen>();
  for (const [who, { states }] of Object.entries(WALKERS))
    for (const state of states(at)) {
      const isShared = STAFF.includes(who);
      if (isShared && who !== 'owner' && owners.has(state.address)) continue;
      const key = `${isShared ? 'staff' : who} ${state.address}`;
      const known = screens.get(key);
      if (known) known.walkers.push(who);
      else screens.set(key, { state, walkers: [who] });
    }
  return [...screens.values()];
}

/** To whom and how each screen is shown, where each is shown once. */
function showings(): (Showing & Screen)[] {
  // Where nobody can be chosen comes first.
  const screens = allScreens().toSorted((a, b) => a.walkers.length - b.walkers.length);
  const chosen = showingsOf(screens.map(({ walkers }) => walkers));
  return screens.map((screen, index) => ({ ...screen, ...chosen[index]! }));
}

interface Step {
  state: State;
  /** In one language. */
  views: readonly View[];
  viewsOfTab: (tab: number) => readonly View[];
}

/** Which screens come to somebody in which views, in the order of languages. */
function planOf(who: string): Step[] {
  const own = IS_FULL ? [] : showings().filter(({ role }) => role === who);
  const states = WALKERS[who]!.states(at);
  return LANGUAGES.flatMap((language) => {
    const views = EVERY_VIEW.filter((view) => view.language === language);
    if (IS_FULL) return states.map((state) => ({ state, views, viewsOfTab: () => views }));
    return states.flatMap(({ address }, index) => {
      const showing = own.find(({ state }) => state.address === address);
      if (showing?.view.language !== language) return [];
      const viewsOfTab = (tab: number) => [views[(index + 3 * (tab + 1)) % views.length]!];
      return [{ state: showing.state, views: [showing.view], viewsOfTab }];
    });
  });
}

test('every route is loaded by somebody', () => {
  const loaded = Object.values(WALKERS).flatMap(({ states }) =>
    states(at).flatMap(({ address, isKnown }) => (isKnown ? [] : [address])),
  );
  const all = [...PUBLIC_ROUTES, ...PRIVATE_ROUTES].map((route) => addressOf(route, at));
  expect(all.filter((address) => !loaded.includes(address))).toEqual([]);
});

test('every screen is shown, and every two values of role, width, colour scheme and language together', () => {
  const shown = showings();
  expect(shown).toHaveLength(allScreens().length);
  expect(missingPairs(shown, [...USER_TYPES, 'anybody'])).toEqual([]);
});

/** Between them they have every tab; others open theirs in the full walk. */
const OPENS_TABS = new Set(['owner', 'second owner', 'student', 'anybody']);

/** The tabs of a screen, and those within each, one after the other where they are not open. */
async function* closedTabs(page: Page): AsyncGenerator<Locator> {
  const isClosed = async (tab: Locator) => (await tab.getAttribute('aria-selected')) !== 'true';
  const places = page.locator('main [role=tablist]').first().getByRole('tab');
  const inside = page.locator('main [role=tabpanel] [role=tablist]').first().getByRole('tab');
  const count = await places.count();
  for (let place = 0; place < count; place += 1) {
    if (await isClosed(places.nth(place))) yield places.nth(place);
    const within = await inside.count();
    for (let tab = 0; tab < within; tab += 1) if (await isClosed(inside.nth(tab))) yield inside.nth(tab);
  }
}

test.concurrent.for(Object.keys(WALKERS))(
  'every screen of the %s is whole, translated and accessible',
  { timeout: IS_FULL ? 7_200_000 : 1_800_000 },
  async (who, { page, allowErrors }) => {
    // Judged screen by screen.
    allowErrors(/./);
    await page.addInitScript(sumUpShifts);
    const walker = WALKERS[who]!;
    const product = inject('product').url;
    const person = walker.as?.(at);
    if (person) await signIn(page, person);
    const watch = new Watch(page);
    const problems: Record<string, string[]> = {};
    const judge = async (name: string, refused: number[] | undefined, views: readonly View[]) => {
      for (const [index, view] of views.entries()) {
        if (index > 0) await show(page, view);
        const found = await settled(page)
          .then(() => problemsOf(page, view.language))
          .catch((error: Error) => [`does not come: ${error.message.split('\n')[0]}`]);
        found.push(...watch.take(refused));
        if (KEEPS_PICTURES || found.length > 0) await takePicture(page, who, name, view);
        if (found.length > 0) problems[`${name} at ${view.width}, ${view.scheme}, ${view.language}`] = found;
      }
    };
    let language = '';
    // Each screen begins with nothing of another, and takes its view before there is anything to be drawn anew.
    for (const { state, views, viewsOfTab } of planOf(who)) {
      const [first] = views;
      if (first!.language !== language) {
        language = first!.language;
        await person?.client.patch('/accounts/user_info/', { language });
        await page.goto(BLANK);
        await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
        await holdTheAttempt(page);
      }
      if (state.isKnown && page.url().startsWith(product) && !page.url().endsWith(BLANK)) {
        await goWithin(page, '/no-access');
        await show(page, first!);
        await goWithin(page, state.address);
      } else {
        await page.goto('about:blank');
        await show(page, first!);
        await page.goto(state.address);
      }
      await judge(state.address, state.refused, views);
      const isOpened = IS_FULL || OPENS_TABS.has(who);
      const hasTabs = (await page.locator('main [role=tab]').count()) > 0;
      if (hasTabs && !isOpened && STAFF.includes(who) && !state.address.includes('#'))
        problems[state.address] = ['has tabs that nobody opens'];
      if (!isOpened || (state.hasKnownTabs && !IS_FULL)) continue;
      let tab = 0;
      for await (const closed of closedTabs(page)) {
        const [view] = viewsOfTab(tab);
        await show(page, view!);
        await closed.click();
        // What comes in answer to a press takes its place, which a browser is told of only where it comes soon.
        await settled(page).then(
          () => startAnew(page),
          () => undefined,
        );
        await judge(`${state.address} tab ${tab + 1}`, state.refused, viewsOfTab(tab));
        tab += 1;
      }
    }
    expect(problems).toEqual({});
  },
);

/** Comes to a screen without loading the product anew, as people do. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((path) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = '';
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    // As the router marks what it made itself.
    history.pushState({ idx: idx + 1, key: String(performance.now()) }, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
  await page.locator('h1:not([data-left])').first().waitFor({ state: 'attached' });
  await page.locator('h1[data-left]').first().waitFor({ state: 'detached' });
}

/** The student goes on with the attempt that was begun for the walk, in this tab. */
async function holdTheAttempt(page: Page): Promise<void> {
  const { form, attempt, holder } = at.hall;
  await page.evaluate(
    ([key, held]) => sessionStorage.setItem(key!, held!),
    [`osnova.attempt.${form}`, JSON.stringify({ attempt_id: attempt, holder })],
  );
}

test.concurrent.for(USER_TYPES)(
  'a %s is sent away from what the role may not open',
  async (who, { page }) => {
    await signIn(page, at.company.people[who]);
    await page.goto('/profile');
    await page.locator('h1').first().waitFor();
    const shown: Record<string, string> = {};
    const closed = PRIVATE_ROUTES.filter((route) => !isOpenTo(who, route));
    for (const route of closed) {
      const address = addressOf(route, at);
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      await page.waitForURL('**/no-access').catch(() => (shown[address] = new URL(page.url()).pathname));
      await page.evaluate(() => history.replaceState(null, '', '/'));
    }
    expect(closed.length).toBeGreaterThan(0);
    expect(shown).toEqual({});
  },
);
