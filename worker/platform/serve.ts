import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { authorize } from '../access/authorize.ts';
import { answerOf, AppError, FieldErrors, Replay } from '../errors/app-error.ts';
import { fieldErrorsOf, messageOf } from '../errors/contract.ts';
import { readAccess } from './access-token.ts';
import type { BodyOf, Endpoint, FileAnswer, ParamsOf, QueryOf, ResponseOf, Upload } from './contract.ts';
import type { Env, Scope, Sender } from './context.ts';
import { Db } from './database.ts';
import { logError } from './log.ts';

/** Largest JSON body of an endpoint that names no other, in bytes. */
const BODY_LIMIT = 1024 * 1024;

type Bindings = { Bindings: Env; Variables: { request_id: string } };
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
  /** Work that goes on after the answer. */
  later: (work: Promise<unknown>) => void;
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
    const cookie = endpoint.byCookie ? getCookie(c, 'access') : undefined;
    const login = await readAccess(c.env, c.req.header('Authorization') ?? (cookie && `Bearer ${cookie}`));
    const key = endpoint.idempotent ? c.req.header('Idempotency-Key') : undefined;
    const scope: Scope = {
      ...login,
      reach: authorize(endpoint.access, login.user_type),
      during_attempt: endpoint.duringAttempt ?? false,
      idempotency: key ? { key: key.slice(0, 100), endpoint: `${endpoint.method} ${endpoint.path}` } : null,
    };
    try {
      return await handler({ ...(await readCall(c, endpoint)), scope });
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
    if (address && endpoint.method !== 'GET' && !(await c.env.PUBLIC_CALLS.limit({ key: address })).success) {
      throw new AppError('rate_limited');
    }
    return handler(await readCall(c, endpoint));
  });
}

function mount(app: App, endpoint: AnyEndpoint, answer: (c: Context<Bindings>) => Promise<unknown>): void {
  app.endpoints.push(endpoint);
  app.hono.on(endpoint.method, endpoint.path, async (c) => {
    const body = await answer(c);
    c.header('Cache-Control', 'no-store');
    if (endpoint.file) return sendFile(c, endpoint.file, body as FileAnswer);
    return endpoint.status === 204 ? c.body(null, 204) : c.json(body as object, endpoint.status ?? 200);
  });
}

async function readCall<E extends AnyEndpoint>(c: Context<Bindings>, endpoint: E): Promise<PublicCall<E>> {
  const params = endpoint.params
    ? z.safeParse(endpoint.params, c.req.param(), { reportInput: true })
    : undefined;
  // An id that cannot exist is a row that does not exist.
  if (params && !params.success) throw new AppError('not_found');
  return {
    env: c.env,
    db: new Db(c.env),
    sender: {
      device: c.req.header('User-Agent') ?? '',
      address: c.req.header('CF-Connecting-IP') ?? '',
    },
    params: params?.data as ParamsOf<E>,
    query: (endpoint.query ? parse(endpoint.query, c.req.query()) : undefined) as QueryOf<E>,
    upload: () => readUpload(c, endpoint.upload!),
    body: (endpoint.body
      ? parse(endpoint.body, await readJson(c, endpoint.bodyLimit))
      : undefined) as BodyOf<E>,
    later: (work) => c.executionCtx.waitUntil(work),
  };
}

function parse<S extends z.ZodMiniType>(shape: S, value: unknown): z.output<S> {
  const result = z.safeParse(shape, value, { reportInput: true });
  if (result.success) return result.data;
  // Without a prototype, so that a field may have any name.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const issue of result.error.issues) {
    for (const { field, code, params } of fieldErrorsOf(issue)) {
      (fields[field || 'non_field_errors'] ??= []).push(messageOf(code, params));
    }
  }
  throw new FieldErrors(fields);
}

async function readJson(c: Context<Bindings>, limit = BODY_LIMIT): Promise<unknown> {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^application\/json\b/i.test(type)) throw new AppError('unsupported_media_type');
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw new AppError('body_too_large');
  const text = await c.req.text();
  if (text.length > limit) throw new AppError('body_too_large');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json');
  }
}

function sendFile(c: Context<Bindings>, declared: string, { name, bytes, type }: FileAnswer): Response {
  if (name) c.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  else c.header('Cache-Control', 'private, max-age=31536000, immutable');
  c.header('Content-Type', type ?? declared);
  // Whatever it holds, it runs nothing.
  c.header('Content-Security-Policy', "default-src 'none'; sandbox");
  return c.body(bytes);
}

/** What a multipart form adds to its file, in bytes. */
const FORM_EXTRA = 16 * 1024;

/**
 * The file of a multipart form, or a binary body as it is. Never holds more than the limit.
 * @throws no_file, file_too_large or import_file_too_large on the upload's field
 */
async function readUpload(c: Context<Bindings>, upload: Upload): Promise<Uint8Array<ArrayBuffer>> {
  const { field, limit } = upload;
  const tooLarge = new AppError(field === 'photo' ? 'file_too_large' : 'import_file_too_large', { field });
  const noFile = new AppError('no_file', { field });
  const bytes = await readCapped(c.req.raw.body, limit + FORM_EXTRA);
  if (!bytes) throw tooLarge;
  const type = c.req.header('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    if (bytes.length === 0) throw noFile;
    if (bytes.length > limit) throw tooLarge;
    return bytes;
  }
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => null);
  const file: unknown = form?.get(field);
  if (!(file instanceof File) || file.size === 0) throw noFile;
  if (file.size > limit) throw tooLarge;
  return new Uint8Array(await file.arrayBuffer());
}

/** The bytes of a body, or null once there are more than `most`. */
async function readCapped(
  body: ReadableStream | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!body) return new Uint8Array();
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The one error handler: errors of the catalogue as they are, anything else as 500 with a request id and nothing more. */
export function answerError(error: unknown, c: Context<Bindings>): Response {
  if (error instanceof AppError || error instanceof FieldErrors) {
    const { status, body } = answerOf(error);
    return c.json(body, status as 400);
  }
  const request_id = c.get('request_id');
  logError({ request_id, path: c.req.path }, error);
  return c.json({ detail: messageOf('internal'), code: 'internal', request_id }, 500);
}
