import { Commits, type Commit, type ItemState } from './commits.ts';
import { launch, type Item, type RunTime } from './run-time.ts';
import type { FromPlayer, PlayerWords, ToPlayer } from './words.ts';

/** A try as the host of content gives it. */
interface Try {
  standard: '1.2' | '2004';
  title: string;
  items: Item[];
  opening: number;
  sequence: number;
  item: string;
  state: Record<string, ItemState>;
  learner_id: string;
  learner_name: string;
  /** Of the product: whom this page speaks with, and nobody else. */
  app: string;
  preview: boolean;
}

/** This page is `/{token}/player`; all of it lies beside. */
const ROOT = location.pathname.replace(/player$/, '');
/** What this tab kept when it went; the address names the try. */
const LAST = `last ${ROOT}`;

const frame = document.createElement('iframe');
const stage = document.createElement('main');
const bar = document.createElement('nav');
const contents = document.createElement('select');

let opened: Try;
let commits: Commits;
let words: PlayerWords;
let state: Record<string, ItemState> = {};
let item: Item;
let running: RunTime | null = null;
let soon: ReturnType<typeof setTimeout> | undefined;

const tell = (message: FromPlayer) => parent.postMessage(message, opened.app);

async function open(): Promise<void> {
  const response = await fetch(`${ROOT}try`, { method: 'POST' });
  if (!response.ok) return;
  opened = (await response.json()) as Try;
  const begin = new Promise<ToPlayer>((resolve) => {
    addEventListener('message', (event: MessageEvent<ToPlayer>) => {
      if (event.source === parent && event.origin === opened.app && event.data.kind === 'begin')
        resolve(event.data);
    });
  });
  tell({ kind: 'ready' });
  const { kept, words: given } = await begin;
  words = given;
  const last = readLast();
  await forgetOthers();
  commits = new Commits(`${ROOT}commit`, opened.opening, opened.sequence, tell);
  const unsent = latestOf([kept, last]);
  ({ state } = opened);
  let first = opened.item;
  if (unsent && unsent.sequence > opened.sequence) {
    ({ state, item: first } = unsent);
    commits = new Commits(`${ROOT}commit`, opened.opening, unsent.sequence, tell);
    commits.take(first, state);
    void commits.send();
  }
  draw();
  await show(opened.items.find(({ id }) => id === first) ?? opened.items[0]!);
}

function latestOf(bodies: readonly (string | null)[]): Commit | null {
  const read = bodies.flatMap((body) => {
    try {
      return body ? [JSON.parse(body) as Commit] : [];
    } catch {
      return [];
    }
  });
  return read.toSorted((one, other) => other.sequence - one.sequence)[0] ?? null;
}

function readLast(): string | null {
  try {
    return sessionStorage.getItem(LAST);
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
  if (opened.items.length > 1) {
    contents.setAttribute('aria-label', words.contents);
    for (const one of opened.items) contents.add(new Option('\u2003'.repeat(one.depth) + one.title, one.id));
    contents.addEventListener('change', () => void goTo(contents.value));
    bar.setAttribute('aria-label', words.contents);
    bar.append(step(words.previous, -1), contents, step(words.next, 1));
    document.body.append(bar);
  }
  document.body.append(stage);
  addEventListener('resize', fit);
}

function step(label: string, by: number): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.dataset.by = String(by);
  button.addEventListener('click', () => void goBy(by));
  return button;
}

const goBy = (by: number) => goTo(opened.items[opened.items.indexOf(item) + by]?.id);

async function goTo(id: string | undefined): Promise<void> {
  const next = opened.items.find((one) => one.id === id);
  if (!next || next === item) return;
  // The item that goes says its last words first.
  frame.src = 'about:blank';
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  keep();
  running = null;
  await show(next);
}

async function show(next: Item): Promise<void> {
  item = next;
  contents.value = item.id;
  const place = opened.items.indexOf(item);
  for (const button of bar.querySelectorAll('button'))
    button.disabled = !opened.items[place + Number(button.dataset.by)];
  const before = state[item.id];
  if (item.sco) {
    const learner = { id: opened.learner_id, name: opened.learner_name };
    const events = { onSet: keepSoon, onCommit: keepNow, onEnd: ended };
    running = await launch(opened.standard, item, before, learner, events);
  } else {
    state = {
      ...state,
      [item.id]: { elements: COMPLETED[opened.standard], seconds: (before?.seconds ?? 0) + 1 },
    };
    keepNow();
  }
  frame.src = `${ROOT}files/${item.href}`;
}

/** An asset is done when it was opened. */
const COMPLETED = {
  '1.2': { 'cmi.core.lesson_status': 'completed' },
  '2004': { 'cmi.completion_status': 'completed' },
};

/** Takes what the package says now into what is to be sent; whether it is anything new. */
function keep(): boolean {
  if (running) {
    const now = running.state();
    const same = JSON.stringify(state[item.id]) === JSON.stringify(now);
    if (same) return false;
    state = { ...state, [item.id]: now };
  }
  if (!opened.preview) commits.take(item.id, state);
  return true;
}

function keepNow(): void {
  clearTimeout(soon);
  if (keep()) void commits.send();
}

/** A package sets many values in one go. */
function keepSoon(): void {
  clearTimeout(soon);
  soon = setTimeout(keepNow, 150);
}

function ended(): void {
  keepNow();
  const asked = running?.asked() ?? '';
  const choice = /^\{target=([^}]+)\}(?:choice|jump)$/.exec(asked)?.[1];
  // After the package's own call has come back.
  setTimeout(() => {
    if (choice) void goTo(choice);
    else if (asked === 'continue') void goBy(1);
    else if (asked === 'previous') void goBy(-1);
    else if (asked !== '') tell({ kind: 'close' });
  });
}

/** A page that was made for one size, and is wider than the screen, is shown smaller. */
function fit(): void {
  frame.style.cssText = '';
  let page: Document | null = null;
  try {
    page = frame.contentDocument;
  } catch {
    return;
  }
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
    sessionStorage.setItem(LAST, unsent);
  } catch {
    // Full or forbidden: the product keeps it too.
  }
  commits.sendLast();
}

addEventListener('pagehide', leave);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave();
});

await open();
