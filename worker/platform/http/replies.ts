import type { FileAnswer, StoredFileAnswer } from '../contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AppContext } from './app.ts';

const isHttps = (url: string) => url.startsWith('https:');

/** The cookie by which a browser's sign-ins are known: over https no page of another host can set one by that name. */
export const deviceNameAt = (url: string) => (isHttps(url) ? '__Secure-device' : 'device');

/** Sent to the calls of signing in alone, where it only chooses whose tries are counted; no script sees it. */
const deviceCookie = (url: string, secret: string) =>
  `${deviceNameAt(url)}=${secret}; Path=/api/v1/accounts; Max-Age=31536000; HttpOnly; SameSite=Strict${isHttps(url) ? '; Secure' : ''}`;

/** What every answer tells a browser: it is data, runs nothing whatever it holds, and nobody frames it or takes it elsewhere. */
const SAFETY = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Every answer is made here and at once: in this runtime each header set on its own costs as much as a small query. */
export function reply(
  c: AppContext,
  body: BodyInit | null,
  status: number,
  headers?: Record<string, string>,
): Response {
  const device = c.get('device');
  return new Response(body, {
    status,
    headers: {
      ...SAFETY,
      'Cache-Control': 'no-store',
      'X-Request-Id': c.get('request_id'),
      ...(device && { 'Set-Cookie': deviceCookie(c.req.url, device) }),
      ...headers,
    },
  });
}

/** An instant within what Postgres made JSON of, as it writes it there. */
const INSTANT = /(?<=[:[,])"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00:00"/g;

/** JSON in which each instant is written as those of columns are: in UTC with milliseconds, `2026-01-02T03:04:05.678Z`. */
const withInstants = (json: string): string =>
  json.includes('+00:00"')
    ? json.replace(
        INSTANT,
        (_, day: string, time: string, part = '') => `"${day}T${time}.${part.slice(0, 3).padEnd(3, '0')}Z"`,
      )
    : json;

/** Answers with data. */
export function replyJson(
  c: AppContext,
  body: unknown,
  status = 200,
  headers?: Record<string, string>,
): Response {
  return reply(c, withInstants(JSON.stringify(body)), status, {
    'Content-Type': 'application/json',
    ...headers,
  });
}

const NEVER_CHANGES = 'private, max-age=31536000, immutable';

const named = (name: string) => `filename*=UTF-8''${encodeURIComponent(name)}`;

/** Answers with a file: made for the call, or one that is stored. */
export const replyFile = (
  c: AppContext,
  type: string,
  file: FileAnswer | StoredFileAnswer,
): Response | Promise<Response> => ('open' in file ? replyStored(c, file) : replyMade(c, type, file));

function replyMade(c: AppContext, declared: string, { name, bytes, stream, type }: FileAnswer): Response {
  return reply(c, stream ?? bytes ?? null, 200, {
    'Content-Type': type ?? declared,
    ...(name ? { 'Content-Disposition': `attachment; ${named(name)}` } : { 'Cache-Control': NEVER_CHANGES }),
  });
}

/** A stored file, the stretch of it that Range asks for, or only its headers (HEAD). */
async function replyStored(c: AppContext, file: StoredFileAnswer): Promise<Response> {
  const range = rangeOf(c.req.header('Range'), file.size);
  const headers = {
    'Content-Type': file.type,
    'Content-Disposition': `${file.inline ? 'inline' : 'attachment'}; ${named(file.name)}`,
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
    'Cache-Control': file.keeps ? NEVER_CHANGES : 'private, no-cache',
  };
  if (c.req.header('If-None-Match') === file.etag) return reply(c, null, 304, headers);
  if (range === 'unsatisfiable')
    return reply(c, null, 416, { ...headers, 'Content-Range': `bytes */${file.size}` });
  const { offset, length } = range ?? { offset: 0, length: file.size };
  const bytes = c.req.method === 'HEAD' ? null : await file.open(offset, length);
  if (!bytes && c.req.method !== 'HEAD') throw new AppError('not_found');
  return reply(c, bytes, range ? 206 : 200, {
    ...headers,
    'Content-Length': String(length),
    ...(range && { 'Content-Range': `bytes ${offset}-${offset + length - 1}/${file.size}` }),
  });
}

/** The one stretch that a Range header asks for; null: the whole file, as for anything but one range of bytes. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { offset: number; length: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < offset) return null;
  return offset > end || offset >= size ? 'unsatisfiable' : { offset, length: end - offset + 1 };
}
