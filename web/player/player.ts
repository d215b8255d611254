import { Commits, type Commit, type ItemState, type Kept } from './commits.ts';
import { Rules, type Activity, type Ways } from './rules.ts';
import { launch, ruledEngine, type Item, type RunTime } from './run-time.ts';
import { turns } from './turns.ts';
import type { Begin, FromPlayer, PlayerWords, ToPlayer } from './words.ts';

/** A try as the host of content gives it. */
interface Try {
  try: number;
  standard: '1.2' | '2004';
  title: string;
  items: Item[];
  opening: number;
  sequence: number;
  item: string;
  state: Record<string, ItemState>;
  /** Its activities with their rules; null: its items are taken in turn. */
  tree: Activity | null;
  sequencing: Kept | null;
  learner_id: string;
  learner_name: string;
  /** Of the product: whom this page speaks with, and nobody else. */
  app: string;
  preview: boolean;
}

const rootOf = (address: { pathname: string }) => address.pathname.replace(/player$/, '');
/** This page is `/{token}/player`; all of it lies beside, until the token is renewed. */
let root = rootOf(location);
/** Where this tab keeps what was not sent when it goes. */
const lastKey = () => `last ${opened.try}`;

const frame = document.createElement('iframe');
const stage = document.createElement('main');
const bar = document.createElement('nav');
const contents = document.createElement('select');
const note = document.createElement('p');

let opened: Try;
let commits: Commits;
let words: PlayerWords;
let state: Record<string, ItemState> = {};
/** What is shown; none where the rules have brought nothing. */
let item: Item | undefined;
let rules: Rules | null = null;
let leaving = false;
let running: RunTime | null = null;
let soon: ReturnType<typeof setTimeout> | undefined;

const tell = (message: FromPlayer) => parent.postMessage(message, opened.app);

async function open(): Promise<void> {
  const response = await fetch(`${root}try`, { method: 'POST' });
  if (!response.ok) return sayWhyNot(response);
  opened = (await response.json()) as Try;
  const begin = new Promise<Begin>((resolve) => {
    addEventListener('message', ({ source, origin, data }: MessageEvent<ToPlayer>) => {
      if (source !== parent || origin !== opened.app) return;
      if (data.kind === 'begin') resolve(data);
      if (data.kind === 'leave') void goOut();
      if (data.kind === 'renewed') renew(data.url);
    });
  });
  tell({ kind: 'ready' });
  ({ words } = await begin);
  const last = readLast();
  await forgetOthers();
  commits = new Commits(`${root}commit`, opened.opening, opened.sequence, tell);
  ({ state } = opened);
  let { item: first, sequencing } = opened;
  const isLater = last && last.opening === opened.opening - 1 && last.sequence > opened.sequence;
  if (isLater) {
    ({ state, item: first } = last);
    sequencing = last.sequencing ?? null;
    commits = new Commits(`${root}commit`, opened.opening, last.sequence, tell);
  } else if (last && last.opening < opened.opening - 1) commits.leave(last);
  if (opened.tree) {
    rules = new Rules(opened.tree, await ruledEngine());
    first = rules.begin(sequencing?.run ?? null) ?? '';
  }
  if (isLater) {
    commits.take(first, state, keptRules());
    void commits.send();
  }
  if (!opened.preview) commits.watch();
  draw();
  const shown = byId(first) ?? (rules ? undefined : opened.items[0]);
  if (shown) await show(shown);
  else showNothing();
}

/** Nobody has said yet where the product is; whoever frames the player may know this much. */
function sayWhyNot({ status }: Response): void {
  const isClosed = status === 401 || status === 403;
  const what = isClosed ? 'closed' : status === 404 ? 'gone' : 'failed';
  parent.postMessage({ kind: 'trouble', what } satisfies FromPlayer, '*');
}

/** What is open stays where it came from; what follows comes from there, and is kept there. */
function renew(url: string): void {
  root = rootOf(new URL(url));
  if (commits) commits.renew(`${root}commit`);
}

const byId = (id: string | null | undefined) => opened.items.find((one) => one.id === id);
const keptRules = (): Kept | undefined => (rules ? { ...rules.standing, run: rules.run } : undefined);

/** What this tab said last, and could not send. */
function readLast(): Commit | null {
  try {
    return JSON.parse(sessionStorage.getItem(lastKey()) ?? 'null') as Commit | null;
  } catch {
    return null;
  }
}

/** Packages share this host: what one left in the browser the next one does not find. */
async function forgetOthers(): Promise<void> {
  try {
    sessionStorage.clear();
    localStorage.clear();
    const databases = await indexedDB.databases();
    for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function draw(): void {
  document.title = opened.title;
  frame.title = words.page;
  frame.allow = 'fullscreen; autoplay';
  frame.addEventListener('load', fit);
  stage.append(frame);
  note.setAttribute('role', 'status');
  note.textContent = words.choose;
  note.hidden = true;
  stage.append(note);
  if (opened.items.length > 1) {
    contents.setAttribute('aria-label', words.contents);
    for (const one of opened.items) {
      for (const chapter of one.chapters ?? []) contents.add(chapterOf(chapter));
      if (!one.hidden) contents.add(new Option(indented(one), one.id));
    }
    contents.hidden = contents.options.length === 0;
    contents.addEventListener('change', () => void goTo(contents.value));
    bar.setAttribute('aria-label', words.contents);
    bar.append(step(words.previous, 'previous'), contents, step(words.next, 'next'));
    document.body.append(bar);
  }
  document.body.append(stage);
  addEventListener('resize', fit);
  // A page that did not come without a connection comes with it.
  addEventListener('online', () => {
    if (item && !shownPage()) lead(addressOf(item));
  });
}

const addressOf = ({ href }: Item): string => `${root}files/${href}`;

/** What is shown, unless it is the browser's own page of what went wrong. */
const shownPage = (): Document | null => {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
};

const indented = ({ title, depth }: { title: string; depth: number }): string =>
  '\u2003'.repeat(depth) + title;

/** A chapter without a page: it is read, and not chosen. */
function chapterOf(chapter: { title: string; depth: number }): HTMLOptionElement {
  const option = new Option(indented(chapter), '');
  option.disabled = true;
  return option;
}

type Way = 'previous' | 'next';

function step(label: string, way: Way): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.dataset.way = way;
  button.addEventListener('click', () => void goBy(way));
  return button;
}

/** Shows which ways are open now. */
function drawWays(): void {
  const ways: Ways = rules ? rules.ways() : turns(opened.items, item ?? opened.items[0]!, state);
  for (const button of bar.querySelectorAll('button')) {
    const way = button.dataset.way as Way;
    button.disabled = !ways[way];
    button.hidden = ways.hidden.includes(way === 'next' ? 'continue' : 'previous');
  }
  for (const option of contents.options)
    option.disabled = option.value !== item?.id && !ways.items.has(option.value);
  const isListed = item !== undefined && !item.hidden;
  if (isListed) contents.value = item!.id;
  else contents.selectedIndex = -1;
}

function goBy(way: Way): Promise<void> {
  if (rules) return goByRules(way === 'next' ? 'continue' : 'previous');
  const place = item ? opened.items.indexOf(item) : -1;
  return goTo(opened.items[place + (way === 'next' ? 1 : -1)]?.id);
}

async function goTo(id: string | undefined): Promise<void> {
  const next = byId(id);
  if (!next || next === item) return;
  if (rules) return goByRules('choice', next.id);
  await clear();
  keep();
  running = null;
  await show(next);
}

/** Takes what is shown away; it says its last words first. */
async function clear(): Promise<void> {
  const gone = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  lead('about:blank');
  await gone;
}

/** The item that goes is told where: what it says at its end is judged with it. */
async function goByRules(request: string, target?: string): Promise<void> {
  const { engine } = rules!;
  const isOpen = engine.isInitialized() && !engine.isTerminated();
  moving = true;
  if (isOpen) rules!.led = target ? `{target=${target}}${request}` : request;
  await clear();
  rules!.led = null;
  moving = false;
  if (!isOpen || !engine.isTerminated()) rules!.go(request, target);
  else if (target) rules!.settle(`{target=${target}}${request}`);
  await follow();
}
let moving = false;

/** Shows what the rules have brought. */
async function follow(): Promise<void> {
  if (running && item) state = { ...state, [item.id]: running.state() };
  running = null;
  const { ended } = rules!;
  const next = byId(rules!.taken());
  if (next) return show(next);
  showNothing();
  if (ended) tell({ kind: 'close' });
}

function showNothing(): void {
  item = undefined;
  keepNow();
  note.hidden = false;
  frame.hidden = true;
  drawWays();
  contents.focus();
}

async function show(next: Item): Promise<void> {
  item = next;
  note.hidden = true;
  frame.hidden = false;
  const kept = state[item.id];
  // Of an earlier attempt only its time stays.
  const before = rules?.beginsAnew(item.id) && kept ? { elements: {}, seconds: kept.seconds } : kept;
  if (item.sco) {
    const learner = { id: opened.learner_id, name: opened.learner_name };
    const events = { onSet: keepSoon, onCommit: keepNow, onEnd: hasEnded };
    running = await launch(opened.standard, item, before, learner, events, rules?.engine);
  } else {
    rules?.engine.reset();
    const elements = COMPLETED[opened.standard];
    state = { ...state, [item.id]: { elements, seconds: (before?.seconds ?? 0) + 1 } };
    keepNow();
  }
  drawWays();
  lead(addressOf(item));
}

/** Without a step in the browser's way back, which leads out of the package. */
function lead(address: string): void {
  if (frame.contentWindow) frame.contentWindow.location.replace(address);
  else frame.src = address;
}

/** An asset is done when it was opened. */
const COMPLETED = {
  '1.2': { 'cmi.core.lesson_status': 'completed' },
  '2004': { 'cmi.completion_status': 'completed' },
};

/** Takes what the package says now into what is to be sent; whether it is anything new. */
function keep(): boolean {
  const ruled = keptRules();
  if (running && item) {
    const now = running.state();
    const same = JSON.stringify(state[item.id]) === JSON.stringify(now) && ruled?.run === sentRun;
    if (same) return false;
    state = { ...state, [item.id]: now };
  }
  sentRun = ruled?.run;
  if (!opened.preview) commits.take(item?.id ?? '', state, ruled);
  return true;
}
let sentRun: string | undefined;

function keepNow(): void {
  clearTimeout(soon);
  if (!keep()) return;
  void commits.send();
  if (!leaving && bar.isConnected) drawWays();
}

/** A package sets many values in one go. */
function keepSoon(): void {
  clearTimeout(soon);
  soon = setTimeout(keepNow, 150);
}

function hasEnded(): void {
  keepNow();
  const asked = running?.asked() ?? '';
  if (moving) return;
  if (rules) {
    // The rules go on once the item's own call has come back; a page that goes has no later.
    queueMicrotask(() => {
      if (leaving) leave();
      else void settle(asked);
    });
    return;
  }
  const choice = /^\{target=([^}]+)\}(?:choice|jump)$/.exec(asked)?.[1];
  // After the package's own call has come back.
  setTimeout(() => {
    if (choice) void goTo(choice);
    else if (asked === 'continue') void goBy('next');
    else if (asked === 'previous') void goBy('previous');
    else if (asked !== '') tell({ kind: 'close' });
  });
}

/** The item has ended itself: what its rules bring now is shown; where they bring nothing, it stays. */
async function settle(asked: string): Promise<void> {
  rules!.settle(asked);
  if (rules!.hasMore) {
    await clear();
    await follow();
  } else keepNow();
}

/** A page that was made for one size, and is wider than the screen, is shown smaller. */
function fit(): void {
  frame.style.cssText = '';
  const page = shownPage();
  if (!page?.documentElement || page.querySelector('meta[name="viewport" i]')) return;
  const { clientWidth: width, clientHeight: height } = stage;
  const needed = page.documentElement.scrollWidth;
  if (needed <= width + 1) return;
  const scale = width / needed;
  frame.style.cssText = `width:${needed}px;height:${height / scale}px;transform:scale(${scale})`;
}

function leave(): void {
  if (!commits || opened.preview) return;
  clearTimeout(soon);
  if (running) keep();
  const { unsent } = commits;
  if (unsent === null) return;
  try {
    sessionStorage.setItem(lastKey(), unsent);
  } catch {
    // Full or forbidden: the product keeps it too.
  }
  commits.sendLast();
}

/** Lets a page and those in it say what they say before they unload: some keep what they have at no other moment. */
function askLastWords(page: Window): void {
  try {
    page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    for (let place = 0; place < page.length; place += 1) askLastWords(page[place]!);
  } catch {
    // Of another host: what it says is not for us.
  }
}

/** The product is about to take the player away: a browser asks no last words of such a frame. */
async function goOut(): Promise<void> {
  leaving = true;
  rules?.suspend();
  if (frame.contentWindow) askLastWords(frame.contentWindow);
  clearTimeout(soon);
  if (running) keep();
  // What is on its way already has its answer, too: the product asks then what came of it.
  if (commits) await commits.send();
  tell({ kind: 'close' });
}

addEventListener('pagehide', () => {
  leaving = true;
  rules?.suspend();
  leave();
});
addEventListener('pageshow', () => {
  leaving = false;
  if (rules) rules.led = null;
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave();
});

try {
  await open();
} catch {
  // The line was cut meanwhile: nothing stands here, and whoever frames the player can have it begin anew.
  parent.postMessage({ kind: 'trouble', what: 'failed' } satisfies FromPlayer, '*');
}
