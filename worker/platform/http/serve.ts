import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { authorize } from '../../access/authorize.ts';
import { answerOf, AppError, FieldErrors, Replay } from '../../errors/app-error.ts';
import { fieldErrorsOf, messageOf } from '../../errors/contract.ts';
import { readCapped } from './body.ts';
import { readAccess, readTicket } from '../secrets/access-token.ts';
import type {
  BodyOf,
  Endpoint,
  FileAnswer,
  ParamsOf,
  QueryOf,
  ResponseOf,
  StoredFileAnswer,
  Upload,
} from '../contract.ts';
import type { Env, Later, Scope, Sender } from '../context.ts';
import { Db } from '../database/database.ts';
import { logError, logRequest } from './log.ts';
import { countError } from './operations.ts';
import { networkOf } from './network.ts';
import { guardStorage } from '../files/storage.ts';

/** Largest JSON body of an endpoint that names no other, in bytes. */
const BODY_LIMIT = 1024 * 1024;

/** `endpoint` as declared, who called it, once that is known, and why it was refused: for the log. */
interface Variables {
  request_id: string;
  endpoint?: Endpoint;
  refusal?: string;
  login?: { company_id: number; user_type: string };
  /** A secret for the browser to keep, by which its sign-ins are known. */
  device?: string;
}
type Bindings = { Bindings: Env; Variables: Variables };
type AnyEndpoint = Endpoint;

/** The router together with the list of what it serves. */
export interface App {
  hono: Hono<Bindings>;
  endpoints: AnyEndpoint[];
}

export interface PublicCall<E> {
  env: Env;
  db: Db;
  sender: Sender;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Reads the file of an endpoint with `upload`. */
  upload: () => Promise<Uint8Array<ArrayBuffer>>;
  /** The same with the name that a multipart form gives; null where the call has a JSON body instead. */
  file: (() => Promise<UploadedFile>) | null;
  /** The token of the Authorization header, whatever it is. */
  bearer: string | null;
  /** Work that goes on after the answer. */
  later: Later;
}

export interface UploadedFile {
  /** '' in a binary body. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Call<E> extends PublicCall<E> {
  scope: Scope;
}

/** Serves an endpoint for signed-in people: token, capability, input, then the handler, which `enter`s first. */
export function serve<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>>,
): void {
  mount(app, endpoint, async (c) => {
    if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public`);
    const cookie = endpoint.byCookie ? getCookie(c, cookieNameAt(c.req.url)) : undefined;
    const ticket = endpoint.byCookie ? c.req.query('ticket') : undefined;
    const login = ticket
      ? await readTicket(c.env, ticket)
      : await readAccess(c.env, c.req.header('Authorization') ?? (cookie && `Bearer ${cookie}`));
    if (login.only_course !== undefined) requireInDispatch(c, endpoint, login.only_course);
    // Making or reading a file costs more than a page does, and nobody presses as fast as this.
    const isCostly = (endpoint.file !== undefined && !endpoint.byCookie) || endpoint.upload !== undefined;
    if (isCostly && !(await c.env.FILE_CALLS.limit({ key: String(login.user_id) })).success)
      throw new AppError('rate_limited');
    c.set('login', { company_id: login.company_id, user_type: login.user_type });
    const key = endpoint.idempotent ? c.req.header('Idempotency-Key') : undefined;
    const scope: Scope = {
      ...login,
      reach: isOneself(c, endpoint, login.user_id) ? 'own' : authorize(endpoint.access, login.user_type),
      in_no_role: (endpoint.duringAttempt || endpoint.inNoRole) ?? false,
      idempotency: key ? { key: key.slice(0, 100), endpoint: `${endpoint.method} ${endpoint.path}` } : null,
    };
    try {
      return await handler(Object.assign(await readCall(c, endpoint), { scope }));
    } catch (error) {
      if (error instanceof Replay) return { id: error.row_id };
      throw error;
    }
  });
}

/** Serves an endpoint for anybody. */
export function servePublic<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handler: (call: PublicCall<E>) => Promise<ResponseOf<E>>,
): void {
  mount(app, endpoint, async (c) => {
    const address = c.req.header('CF-Connecting-IP');
    // In front of everything else; the database counts per account besides.
    if (
      address &&
      endpoint.method !== 'GET' &&
      !(await c.env.PUBLIC_CALLS.limit({ key: networkOf(address) })).success
    ) {
      throw new AppError('rate_limited');
    }
    return handler(await readCall(c, endpoint));
  });
}

/** Whoever came from another system reaches one course. Errors: permission_denied; not_found for another course. */
function requireInDispatch(c: Context<Bindings>, { inDispatch }: AnyEndpoint, course: number): void {
  if (!inDispatch) throw new AppError('permission_denied');
  if (inDispatch === 'course' && c.req.param('id') !== String(course)) throw new AppError('not_found');
}

const isOneself = (c: Context<Bindings>, endpoint: AnyEndpoint, user_id: number) =>
  endpoint.alsoOneself === true && c.req.param('id') === String(user_id);

/** As the client names it: over https no page of another host can set one by that name without https. */
const cookieNameAt = (url: string) => (url.startsWith('https:') ? '__Secure-access' : 'access');

const isHttps = (url: string) => url.startsWith('https:');
const deviceNameAt = (url: string) => (isHttps(url) ? '__Secure-device' : 'device');

/** Sent to the calls of signing in alone, where it only chooses whose tries are counted; no script sees it. */
const deviceCookie = (url: string, secret: string) =>
  `${deviceNameAt(url)}=${secret}; Path=/api/v1/accounts; Max-Age=31536000; HttpOnly; SameSite=Strict${isHttps(url) ? '; Secure' : ''}`;

function mount(app: App, endpoint: AnyEndpoint, answer: (c: Context<Bindings>) => Promise<unknown>): void {
  app.endpoints.push(endpoint);
  const paths = [endpoint.path, ...(endpoint.alsoAt ? [endpoint.alsoAt] : [])];
  app.hono.on(methodsOf(endpoint), paths, async (c) => {
    c.set('endpoint', endpoint);
    const body = await answer(c);
    if (endpoint.file) {
      return body instanceof Object && 'open' in body
        ? sendStored(c, body as StoredFileAnswer)
        : sendFile(c, endpoint.file, body as FileAnswer);
    }
    return endpoint.status === 204 ? reply(c, null, 204) : replyJson(c, body, endpoint.status);
  });
}

const methodsOf = ({ method, alsoBy }: AnyEndpoint) => [method, ...(alsoBy ? [alsoBy] : [])];

const isAt = (path: string, pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

/** Answers what no endpoint takes: 405 where the path has other methods, else 404. */
export function answerUnknown(app: App, c: Context<Bindings>): Response {
  const path = c.req.path.replace(/\/$/, '');
  const methods = app.endpoints
    .filter((endpoint) => [endpoint.path, endpoint.alsoAt].some((one) => one && isAt(path, one)))
    .flatMap(methodsOf);
  const answer = answerError(new AppError(methods.length > 0 ? 'method_not_allowed' : 'not_found'), c);
  if (methods.length > 0) answer.headers.set('Allow', [...new Set(methods)].join(', '));
  return answer;
}

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
function reply(
  c: Context<Bindings>,
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

/** Answers with data. */
export function replyJson(c: Context<Bindings>, body: unknown, status = 200): Response {
  return reply(c, JSON.stringify(body), status, { 'Content-Type': 'application/json' });
}

async function readCall<E extends AnyEndpoint>(c: Context<Bindings>, endpoint: E): Promise<PublicCall<E>> {
  const { own, named } = pathOf(c, endpoint);
  const params = endpoint.params ? z.safeParse(endpoint.params, own, { reportInput: true }) : undefined;
  // An id that cannot exist is a row that does not exist.
  if (params && !params.success) throw new AppError('not_found');
  const { upload } = endpoint;
  const hasFile = upload !== undefined && !(endpoint.body && isJson(c));
  const form = hasFile && upload.withFields ? await readForm(c, upload) : null;
  const sent = form ? form.fields : endpoint.body && !hasFile && (await readJson(c, endpoint.bodyLimit));
  const body = withOwnNames(
    named && sent instanceof Object ? Object.assign({}, sent, named) : sent,
    endpoint,
  );
  const file = form ? form.file : hasFile ? () => readUpload(c, upload) : null;
  return {
    env: guarded(c.env),
    db: new Db(c.env),
    // Made where it is asked for: few calls do.
    get sender() {
      return senderOf(c);
    },
    params: params?.data as ParamsOf<E>,
    query: (endpoint.query ? parse(endpoint.query, queryOf(c)) : undefined) as QueryOf<E>,
    upload: async () => (await readUpload(c, upload!)).bytes,
    file,
    body: (endpoint.body && (form || !hasFile) ? parse(endpoint.body, body) : undefined) as BodyOf<E>,
    get bearer() {
      return /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null;
    },
    later: (work) => c.executionCtx.waitUntil(work),
  };
}

/** A body in the contract's own names; a field that is given under both is refused as one too many. */
function withOwnNames(body: unknown, { alsoNamed }: AnyEndpoint): unknown {
  if (!alsoNamed || !(body instanceof Object) || !Object.keys(alsoNamed).some((name) => name in body))
    return body;
  const taken = new Set(Object.keys(body));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const own = alsoNamed[name];
      if (own === undefined || taken.has(own)) return [name, value];
      taken.add(own);
      return [own, value];
    }),
  );
}

/** The parameters of the path: its own, and those of a second path that are fields of the body. */
function pathOf(c: Context<Bindings>, { path, alsoAt }: AnyEndpoint) {
  const given = Object.entries(c.req.param());
  const isOwn = ([name]: [string, string]) => new RegExp(`:${name}\\b`).test(path);
  const more = alsoAt ? given.filter((each) => !isOwn(each)) : [];
  if (more.length === 0) return { own: c.req.param(), named: null };
  return {
    own: Object.fromEntries(given.filter(isOwn)),
    named: Object.fromEntries(more.map(([name, text]) => [name, Number(text)])),
  };
}

/** A parameter without a value is one that is not given. */
const queryOf = (c: Context<Bindings>) =>
  Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''));

function senderOf(c: Context<Bindings>): Sender {
  const address = c.req.header('CF-Connecting-IP') ?? '';
  return {
    device: c.req.header('User-Agent') ?? '',
    address,
    network: networkOf(address),
    known: getCookie(c, deviceNameAt(c.req.url)) ?? null,
    keep: (secret) => c.set('device', secret),
  };
}

const guardedEnvs = new WeakMap<Env, Env>();

/** The environment as handlers see it; made once, since it is the same object for every request of an isolate. */
function guarded(env: Env): Env {
  let known = guardedEnvs.get(env);
  if (!known) guardedEnvs.set(env, (known = { ...env, FILES: guardStorage(env.FILES) }));
  return known;
}

function parse<S extends z.ZodMiniType>(shape: S, value: unknown): z.output<S> {
  const result = z.safeParse(shape, value, { reportInput: true });
  if (result.success) return result.data;
  // Without a prototype, so that a field may have any name.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const issue of result.error.issues) {
    for (const { field, code, params } of fieldErrorsOf({ ...issue, input: valueAt(value, issue.path) })) {
      (fields[field || 'non_field_errors'] ??= []).push(messageOf(code, params));
    }
  }
  throw new FieldErrors(fields);
}

/** As it was given: a number is not a number when it is missing too. */
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

const isJson = (c: Context<Bindings>) => /^application\/json\b/i.test(c.req.header('Content-Type') ?? '');

async function readJson(c: Context<Bindings>, limit = BODY_LIMIT): Promise<unknown> {
  if (!isJson(c) && c.req.header('Content-Type')) throw new AppError('unsupported_media_type');
  const bytes = await readCapped(c.req.raw, limit);
  if (!bytes) throw new AppError('body_too_large');
  // Nothing at all says no more than no field.
  if (bytes.length === 0) return {};
  if (!isJson(c)) throw new AppError('unsupported_media_type');
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new AppError('malformed_json');
  }
}

const NEVER_CHANGES = 'private, max-age=31536000, immutable';

const named = (name: string) => `filename*=UTF-8''${encodeURIComponent(name)}`;

function sendFile(
  c: Context<Bindings>,
  declared: string,
  { name, bytes, stream, type }: FileAnswer,
): Response {
  return reply(c, stream ?? bytes ?? null, 200, {
    'Content-Type': type ?? declared,
    ...(name ? { 'Content-Disposition': `attachment; ${named(name)}` } : { 'Cache-Control': NEVER_CHANGES }),
  });
}

/** A stored file, the stretch of it that Range asks for, or only its headers (HEAD). */
async function sendStored(c: Context<Bindings>, file: StoredFileAnswer): Promise<Response> {
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

/** What a multipart form adds to its file, in bytes. */
const FORM_EXTRA = 32 * 1024;

/**
 * The file of a multipart form, or a binary body as it is. Never holds more than the limit.
 * @throws no_file, or the upload's refusal, on its field
 */
async function readUpload(c: Context<Bindings>, upload: Upload): Promise<UploadedFile> {
  const { field, limit } = upload;
  const noFile = new AppError('no_file', { field });
  const { bytes, form } = await readFormOrBytes(c, upload);
  if (!form) {
    if (bytes.length === 0) throw noFile;
    if (bytes.length > limit) throw tooLarge(upload);
    return { name: nameIn(c.req.header('Content-Disposition')), bytes };
  }
  const file = await fileOf(form, upload);
  if (!file) throw noFile;
  return file;
}

/**
 * A multipart form of fields that may have a file. Never holds more than the limit.
 * @throws the upload's refusal on its field; unsupported_media_type for anything but a form
 */
async function readForm(c: Context<Bindings>, upload: Upload) {
  const { form } = await readFormOrBytes(c, upload);
  if (!form) throw new AppError('unsupported_media_type');
  const fields = Object.fromEntries([...form].filter(([name]) => name !== upload.field));
  const file = await fileOf(form, upload);
  return { fields, file: file && (async () => file) };
}

/** The name of a file in a Content-Disposition header (RFC 6266), or ''. */
function nameIn(disposition = ''): string {
  const extended = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '';
  try {
    // Browsers and programs send it in UTF-8, which a header shows as Latin-1.
    const bytes = Uint8Array.from(name, (sign) => sign.charCodeAt(0));
    return extended
      ? decodeURIComponent(extended)
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return name;
  }
}

const tooLarge = ({ field, limit, refusal }: Upload) =>
  new AppError(refusal, { field, params: { max: limit / 1024 ** 2 } });

async function readFormOrBytes(c: Context<Bindings>, upload: Upload) {
  const bytes = await readCapped(c.req.raw, upload.limit + FORM_EXTRA);
  if (!bytes) throw tooLarge(upload);
  const type = c.req.header('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return { bytes, form: null };
  const read = new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  return { bytes, form: await read.catch(() => new FormData()) };
}

async function fileOf(form: FormData, upload: Upload): Promise<UploadedFile | null> {
  const file: unknown = form.get(upload.field);
  if (!(file instanceof File) || file.size === 0) return null;
  if (file.size > upload.limit) throw tooLarge(upload);
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** The one error handler: errors of the catalogue as they are, anything else as 500 with a request id and nothing more. */
export function answerError(error: unknown, c: Context<Bindings>): Response {
  if (error instanceof AppError || error instanceof FieldErrors) {
    const { status, body } = answerOf(error, c.get('endpoint'));
    c.set('refusal', error instanceof AppError ? error.code : 'field_errors');
    return replyJson(c, body, status);
  }
  const request_id = c.get('request_id');
  logError({ request_id, endpoint: placeOf(c) }, error);
  return replyJson(c, { detail: messageOf('internal'), code: 'internal', request_id }, 500);
}

/** A request as logs and counts name it. */
const placeOf = (c: Context<Bindings>) => `${c.req.method} ${c.get('endpoint')?.path ?? 'unknown'}`;

/** Logs an answered request, and counts it where it failed. */
export function noteAnswer(c: Context<Bindings>, ms: number): void {
  const { status } = c.res;
  const [request_id, login] = [c.get('request_id'), c.get('login')];
  if (status >= 500) c.executionCtx.waitUntil(countError(c.env, placeOf(c), request_id));
  if (status < 500 && c.env.LOG_REQUESTS === 'errors') return;
  const endpoint = c.get('endpoint')?.path ?? 'unknown';
  logRequest({ request_id, method: c.req.method, endpoint, status, refusal: c.get('refusal'), ms, ...login });
}
