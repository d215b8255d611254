/*
 * Keeps what never changes, and says in the product's own words that there is no connection. The page is given out as it
 * came last, and asked for anew beside it: of another release, it takes its place. The API passes by. Without a connection
 * it gives out what the page has kept of a student who is signed in (web/lib/reading/kept-materials.ts): the page, and
 * files of materials.
 */
/* global self, caches, fetch, Response, Headers, setTimeout, navigator */

// Another one with each release, so that a new worker takes over and what the old one kept goes.
const RELEASE = '__RELEASE__';
const KEPT = `osnova-${RELEASE}`;
const OFFLINE_PAGE = '/offline';
/** As it came last. */
const PAGE = '/page';
const KEPT_PAGE = '/kept-page';
/** The screens whose code is kept with it (web/app/parts/reading-code.ts): another one would wait for its own. */
const KEPT_SCREENS = /^\/(profile|course(\/\d+(\/education-materials\/\d+)?)?)?$/;
const PERSONAL = 'osnova-kept-';
const MEDIA = '/api/v1/media/';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // Past this worker, which a browser that was closed has to start first.
  event.addRoutes?.([
    { condition: { urlPattern: `${MEDIA}*` }, source: 'fetch-event' },
    {
      condition: { or: [{ urlPattern: '/api/*' }, { urlPattern: '/api_uploader/*' }] },
      source: 'network',
    },
  ]);
  event.waitUntil(
    Promise.all([
      caches.open(KEPT).then((cache) => cache.addAll([OFFLINE_PAGE, '/offline.js', '/icon.svg'])),
      fetch('/').then((response) => renew(response, null)),
    ]),
  );
});

self.addEventListener('activate', (event) => {
  // The page is asked for while this worker starts.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preload, dropOthers()]).then(() => self.clients.claim()));
});

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== KEPT && !name.startsWith(PERSONAL)).map((name) => caches.delete(name)),
  );
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith(MEDIA)) event.respondWith(media(request, pathname));
  if (pathname.startsWith('/api') || pathname.startsWith('/cdn-cgi/')) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request));
  else if (pathname === '/offline.js' || pathname === '/icon.svg')
    event.respondWith(fetch(request).catch(() => fromCache(pathname)));
});

/** Code that is older than this may ask the server for what is gone. */
const OUTDATED_MS = 7 * 86_400_000;
/** What comes with a page of the same release may have changed by then. */
const RENEWED_MS = 3_600_000;

async function page(event) {
  const coming = fromNetwork(event);
  if (!isScreen(event.request)) return coming.catch(() => withoutNetwork(event.request));
  const asked = isLoadedAgain(event.request) ? null : await keptPage();
  const known = asked ?? (await inPlaceOf(coming, () => ownPage(event.request)));
  const renewed = coming.then((response) => renew(response.clone(), known));
  if (!known) {
    event.waitUntil(renewed.catch(() => {}));
    return coming.catch(() => withoutNetwork(event.request));
  }
  const isWrong = () => isUnreachable(event.request);
  event.waitUntil(renewed.catch(isWrong).then((isOther) => isOther && tell(event.resultingClientId)));
  return known.clone();
}

const fromNetwork = async ({ request, preloadResponse }) => (await preloadResponse) ?? fetch(request);
const ownPage = async ({ url }) =>
  KEPT_SCREENS.test(new URL(url).pathname) ? (await caches.open(KEPT)).match(KEPT_PAGE) : undefined;
const withoutNetwork = async (request) => (await ownPage(request)) ?? fromCache(OFFLINE_PAGE);
/** Milliseconds for which the network is waited for where what it is asked for is kept. */
const PATIENCE_MS = 2000;

/** What is kept of an answer that fails or does not come for a while; nothing where it comes. */
async function inPlaceOf(coming, find) {
  const hasCome = coming.then(
    () => true,
    () => false,
  );
  const waited = new Promise((resume) => setTimeout(resume, PATIENCE_MS));
  return (await Promise.race([hasCome, waited])) ? undefined : find();
}

/** Whether who has no connection is to see another page than the one that was given out. */
const isUnreachable = async (request) => !(await ownPage(request));

/** As worker/platform/http/page.ts tells screens from files, and from what others may frame. */
function isScreen({ url }) {
  const { pathname } = new URL(url);
  return !/\.[a-z0-9]+$/i.test(pathname) && !pathname.startsWith('/dispatch/');
}

/** Whoever loads a page again wants it from the network. */
const isLoadedAgain = ({ cache }) => cache === 'no-cache' || cache === 'reload';

async function keptPage() {
  const known = navigator.onLine && (await (await caches.open(KEPT)).match(PAGE));
  return known && ageOf(known) < OUTDATED_MS ? known : null;
}

const ageOf = (known) => Date.now() - Number(known.headers.get('Kept-At'));

/** What releases differ in: the page's own script names all that it loads. */
const releaseOf = (text) => /<script>([^]+?)<\/script>/.exec(text)?.[1];

/** Keeps a page that has come in the place of the one that is known; whether it is of another release. */
async function renew(response, known) {
  const text = await response.text();
  const release = response.ok && !response.redirected && releaseOf(text);
  if (!release) return false;
  const isOther = !known || release !== releaseOf(await known.clone().text());
  if (isOther || ageOf(known) > RENEWED_MS) {
    const headers = new Headers(response.headers);
    for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
    headers.set('Kept-At', String(Date.now()));
    await (await caches.open(KEPT)).put(PAGE, new Response(text, { headers }));
  }
  return isOther;
}

/** Another page is to stand there: its script sees to it, unless somebody works there by now. */
const tell = async (client) => (await self.clients.get(client))?.postMessage('another page');

async function fromCache(address) {
  return (await caches.match(address)) ?? Response.error();
}

/** A file of a material from the network, or as it was kept: whole, or the part of it that a player asks for. */
async function media(request, pathname) {
  const coming = fetch(request);
  const file = await inPlaceOf(coming, () => caches.match(pathname));
  if (!file) return coming;
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('Range') ?? '') ?? [];
  if (from === undefined) return file;
  const whole = await file.blob();
  const last = Math.min(to ? Number(to) : whole.size - 1, whole.size - 1);
  const headers = new Headers(file.headers);
  headers.set('Content-Range', `bytes ${from}-${last}/${whole.size}`);
  headers.set('Content-Length', String(last - Number(from) + 1));
  return new Response(whole.slice(Number(from), last + 1), { status: 206, headers });
}

const PAUSE_MS = 2000;
const TRIES = 50;

/** From the network, also after a connection that was lost for a while: a page never asks anew for code that failed. */
async function patient(request, tries = TRIES) {
  try {
    return await fetch(request);
  } catch (error) {
    if (tries === 1) throw error;
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    return patient(request, tries - 1);
  }
}

/** A file whose name is its content: from here, else from the network and then from here. */
async function kept(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request);
  if (known) return known;
  const response = await patient(request);
  // A file of an earlier release is gone, and the page comes in its place: that is for the page to notice.
  const isFile = !response.headers.get('Content-Type')?.startsWith('text/html');
  if (response.status === 200 && isFile) await cache.put(request, response.clone()).catch(() => {});
  return response;
}
