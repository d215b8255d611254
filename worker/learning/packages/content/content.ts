import { answerOf, AppError } from '../../../errors/app-error.ts';
import type { Env, Later } from '../../../platform/context.ts';
import { Db, refuseUnsafeDatabase, type Entering } from '../../../platform/database/database.ts';
import { sha256 } from '../../../platform/secrets/hash.ts';
import { logError } from '../../../platform/http/log.ts';
import { SaveQueue } from '../../../platform/database/save-queue.ts';
import { readCapped } from '../../../platform/http/body.ts';
import { rangeOf } from '../../../platform/http/replies.ts';
import { bytesOf, judgedBy, openedFiles, openedPackage, typeOf, type Opened } from './content-files.ts';
import { contentOrigin, enteringOf, readContentToken, type ContentToken } from './content-token.ts';
import { commitPackageTries, openPackageTry } from '../functions.ts';
import {
  commit,
  COMMIT_LIMIT,
  type Committed,
  type Judged,
  judgedCommit,
  keptOf,
  readCommit,
} from '../service-commits.ts';

/** Code and style of the player, which stand among the client's files. */
const PLAYER_FILES = ['/player.js', '/player.css'];

/**
 * Answers at the host of content. It knows no cookie: an address names a try and a session by its token, and gives the
 * files of that version and the commits of that try while the product would open its material in that session.
 */
export async function answerContent(env: Env, request: Request, later: Later): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    if (request.url.startsWith('http:') && env.APP_URL.startsWith('https:')) return refusal(404);
    // What would outlive the page, and answer for other pages of its host.
    if (request.headers.has('Service-Worker')) return refusal(404);
    if (PLAYER_FILES.includes(pathname)) return await playerFile(env, request);
    const [, text = '', what = '', rest = ''] =
      /^\/([\w-]+\.[\w-]+\.[\w-]+)\/(\w+)(?:\/(.*))?$/s.exec(pathname) ?? [];
    const token = text === '' ? null : await readContentToken(env, text);
    if (!token || !isAtItsHost(env, request, token)) return refusal(404);
    await refuseUnsafeDatabase(env, later);
    const { method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (what === 'files' && isRead) return await answerFile(env, request, token, rest, later);
    if (what === 'player' && isRead && rest === '') return await playerPage(env, token, later);
    if (what === 'try' && method === 'POST' && rest === '') return await answerTry(env, token);
    if (what === 'commit' && method === 'POST' && rest === '')
      return await answerCommit(env, request, token, later);
    return refusal(404);
  } catch (error) {
    if (error instanceof AppError) {
      const { status, body } = answerOf(error);
      return json(body, status);
    }
    logError({ content: pathname.replace(/^\/[^/]+/, '') }, error);
    return refusal(500);
  }
}

/** A token of one try opens nothing where another one runs. */
const isAtItsHost = (env: Env, request: Request, token: ContentToken) =>
  new URL(request.url).host === URL.parse(contentOrigin(env, token))?.host;

const SAFETY = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; sandbox";

const refusal = (status: number) =>
  new Response(status === 404 ? 'Not found' : 'Not available', {
    status,
    headers: {
      ...SAFETY,
      'Content-Type': 'text/plain',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': NOTHING_RUNS,
    },
  });

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      ...SAFETY,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': NOTHING_RUNS,
    },
  });

/** Where the product is: what frames the player, and whom the player speaks with. */
const appOrigin = (env: Env) => new URL(env.APP_URL).origin;

async function playerFile(env: Env, request: Request): Promise<Response> {
  const found = await env.ASSETS.fetch(new Request(request.url, { headers: request.headers }));
  const headers = new Headers({ ...SAFETY, 'Cache-Control': 'no-cache' });
  for (const name of ['Content-Type', 'ETag']) {
    const value = found.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(found.body, { status: found.status, headers });
}

const PLAYER = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>…</title>
<link rel="stylesheet" href="/player.css">
<script type="module" src="/player.js"></script>
</head>
<body></body>
</html>
`;

/**
 * Who may frame what a token opens: the product, also where the product is framed itself by another system, whose name
 * nobody here knows. Without the token nothing is shown, and it opens one try.
 */
const framers = (env: Env, { dispatched }: ContentToken) => (dispatched ? '*' : appOrigin(env));

async function playerPage(env: Env, token: ContentToken, later: Later): Promise<Response> {
  await openedPackage(env, token, later);
  return new Response(PLAYER, {
    headers: {
      ...SAFETY,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${framers(env, token)}`,
      ].join('; '),
    },
  });
}

/** What a package may do: everything with what is its own, and nothing with anybody else's. */
function policyOf(env: Env, token: ContentToken, { allow_popups, allow_downloads }: Opened): string {
  return [
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
    "connect-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-ancestors 'self' ${framers(env, token)}`,
    `sandbox allow-scripts allow-same-origin allow-forms allow-modals${allow_popups ? ' allow-popups' : ''}${
      allow_downloads ? ' allow-downloads' : ''
    }`,
  ].join('; ');
}

async function answerFile(
  env: Env,
  request: Request,
  token: ContentToken,
  asked: string,
  later: Later,
): Promise<Response> {
  const [opened, files] = await openedFiles(env, token, later);
  // It runs within the player alone.
  if (request.headers.get('Sec-Fetch-Dest') === 'document' && !opened.allow_popups) return refusal(404);
  const named = decoded(asked);
  // Letters with a mark may be two signs where a page names them, or in an archive that was read as it came.
  const path = named && [named, named.normalize('NFC')].find((each) => Object.hasOwn(files, each));
  const place = path && files[path];
  if (!place) return refusal(404);
  const [, , size, , crc] = place;
  const headers: Record<string, string> = {
    ...SAFETY,
    'Content-Type': typeOf(path),
    'Content-Security-Policy': policyOf(env, token, opened),
    'Accept-Ranges': 'bytes',
    ETag: `"${sha256(opened.key).slice(0, 16)}-${crc.toString(16)}"`,
    // It never changes, and is asked for again each time: it may be closed by now.
    'Cache-Control': 'private, no-cache',
  };
  // A proxy that packs it makes a weak one of it.
  if (request.headers.get('If-None-Match')?.replace(/^W\//, '') === headers.ETag)
    return new Response(null, { status: 304, headers });
  const range = rangeOf(request.headers.get('Range') ?? undefined, size);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` } });
  const { offset, length } = range ?? { offset: 0, length: size };
  const body =
    request.method === 'HEAD' ? null : await bytesOf(env.FILES, opened.key, place, { offset, length });
  if (!body && request.method !== 'HEAD') return refusal(404);
  return new Response(fixed(body, length), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${offset}-${offset + length - 1}/${size}` }),
    },
  });
}

/** A body of exactly so many bytes: one that is longer or shorter than the directory says breaks off. */
const fixed = (body: ReadableStream | Uint8Array<ArrayBuffer> | null, length: number) =>
  body instanceof ReadableStream ? body.pipeThrough(new FixedLengthStream(length)) : body;

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

async function answerTry(env: Env, token: ContentToken): Promise<Response> {
  const { user, material, package: id, try: number } = token;
  const [[opened]] = await new Db(env).run(
    enteringOf(token),
    openPackageTry({ material, package: id, try: number }),
  );
  if (!opened) return refusal(404);
  return json({
    ...opened,
    try: number,
    learner_id: String(user),
    app: appOrigin(env),
    preview: number === 0,
  });
}

/** Bytes of a commit that waits with others. */
const SHARED = 64 * 1024;

interface Committing {
  db: Db;
  entering: Entering;
  one: Judged;
}

const commits = new SaveQueue<Committing, Committed>({
  alone: ({ db, entering, one }) => commit(db, entering, one),
  together: commitTogether,
});

async function answerCommit(
  env: Env,
  request: Request,
  token: ContentToken,
  later: Later,
): Promise<Response> {
  const bytes = await readCapped(request, COMMIT_LIMIT);
  if (!bytes) throw new AppError('body_too_large');
  const sent = readCommit(new TextDecoder().decode(bytes));
  // Whoever looks at it leaves nothing behind.
  if (token.try === 0) return json({ sequence: sent.sequence, done: false });
  const one = judgedCommit(token, sent, await judgedBy(env, token));
  const save = { db: new Db(env), entering: enteringOf(token), one };
  // What is large would be held in memory with as many others as wait.
  const committing =
    bytes.length > SHARED ? commit(save.db, save.entering, one) : commits.save(token.company, save);
  // Others may depend on it, whether its sender stays to hear of it or not.
  later(committing.catch(() => {}));
  return json(keptOf(await committing));
}

async function commitTogether(
  several: readonly [Committing, ...Committing[]],
): Promise<(Committed | undefined)[]> {
  const given = several.map(({ one, entering }, place) => {
    const { session_id: session, company_id: company, user_type } = entering;
    return { ...one, place, session, company, user_type };
  });
  const [rows] = await several[0].db.system(commitPackageTries({ commits: given }));
  const byPlace = new Map(rows.map(({ place, ...committed }) => [place, committed]));
  return several.map((_, place) => byPlace.get(place));
}
