import { getCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { authorize } from '../../access/authorize.ts';
import { answerOf, AppError, FieldErrors, Replay, waitOf } from '../../errors/app-error.ts';
import { messageOf } from '../../errors/contract.ts';
import { fieldErrorsOf } from '../../errors/rules/contract.ts';
import type { App, AppContext } from './app.ts';
import { readCappedText } from './body.ts';
import { readAccess, readTicket } from '../secrets/access-token.ts';
import { sha256 } from '../secrets/hash.ts';
import type {
  BodyOf,
  Endpoint,
  FileAnswer,
  ParamsOf,
  QueryOf,
  ResponseOf,
  StoredFileAnswer,
} from '../contract.ts';
import type { Env, Later, Scope, Sender } from '../context.ts';
import { Db } from '../database/database.ts';
import { isFault, logError, logRequest } from './log.ts';
import { countError } from './operations.ts';
import { networkOf } from './network.ts';
import { guardStorage } from '../files/storage.ts';
import { deviceNameAt, reply, replyFile, replyJson } from './replies.ts';
import { readingsOf, withoutAnswered, withoutNulls } from './written-back.ts';
import { readFieldsAndUpload, readForm, type UploadedFile } from './uploads.ts';

/** Largest JSON body of an endpoint that names no other, in bytes. */
const BODY_LIMIT = 1024 * 1024;

export interface PublicCall<E> {
  env: Env;
  db: Db;
  sender: () => Sender;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Reads the file of an endpoint with `upload`. */
  upload: () => Promise<Uint8Array<ArrayBuffer>>;
  /** The same with the name that a multipart form gives; null where the call has a JSON body instead. */
  file: (() => Promise<UploadedFile>) | null;
  /** The token of the Authorization header, whatever it is. */
  bearer: () => string | null;
  /** Work that goes on after the answer. */
  later: Later;
}

export interface Call<E> extends PublicCall<E> {
  scope: Scope;
}

/** Serves an endpoint for signed-in people: token, capability, input, then the handler, which `enter`s first. */
export function serve<E extends Endpoint>(
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
    const scope: Scope = {
      ...login,
      reach: isOneself(c, endpoint, login.user_id) ? 'own' : authorize(endpoint.access, login.user_type),
      in_no_role: (endpoint.duringAttempt || endpoint.inNoRole) ?? false,
      idempotency: null,
    };
    const call = await readCall(c, endpoint, app.endpoints);
    scope.idempotency = await idempotencyOf(c, endpoint, call);
    try {
      return await handler(Object.assign(call, { scope }));
    } catch (error) {
      if (error instanceof Replay) return { id: error.row_id };
      throw error;
    }
  });
}

/** The caller's key, where the endpoint takes one, with what it stands for: another request is not a repetition. */
async function idempotencyOf<E extends Endpoint>(
  c: AppContext,
  { idempotent, method, path }: Endpoint,
  { params, query, body, file }: PublicCall<E>,
): Promise<Scope['idempotency']> {
  const key = idempotent ? c.req.header('Idempotency-Key') : undefined;
  if (!key) return null;
  const sent = file && sha256((await file()).bytes);
  const request = sha256(JSON.stringify([params, query, body, sent]));
  return { key: key.slice(0, 100), endpoint: `${method} ${path}`, request };
}

/** Serves an endpoint for anybody. */
export function servePublic<E extends Endpoint>(
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
    return handler(await readCall(c, endpoint, app.endpoints));
  });
}

/** Whoever came from another system reaches one course. Errors: permission_denied; not_found for another course. */
function requireInDispatch(c: AppContext, { inDispatch }: Endpoint, course: number): void {
  if (!inDispatch) throw new AppError('permission_denied');
  if (inDispatch === 'course' && c.req.param('id') !== String(course)) throw new AppError('not_found');
}

const isOneself = (c: AppContext, endpoint: Endpoint, user_id: number) =>
  endpoint.alsoOneself === true && c.req.param('id') === String(user_id);

/** As the client names it: over https no page of another host can set one by that name without https. */
const cookieNameAt = (url: string) => (url.startsWith('https:') ? '__Secure-access' : 'access');

function mount(app: App, endpoint: Endpoint, answer: (c: AppContext) => Promise<unknown>): void {
  app.endpoints.push(endpoint);
  const paths = [endpoint.path, ...(endpoint.alsoAt ? [endpoint.alsoAt] : [])];
  app.hono.on(methodsOf(endpoint), paths, (c) => {
    c.set('endpoint', endpoint);
    return answerCall(app, c, () => answer(c).then((body) => replyWith(c, endpoint, body)));
  });
}

function replyWith(c: AppContext, endpoint: Endpoint, body: unknown): Response | Promise<Response> {
  if (endpoint.file) return replyFile(c, endpoint.file, body as FileAnswer | StoredFileAnswer);
  return endpoint.status === 204 ? reply(c, null, 204) : replyJson(c, body, endpoint.status);
}

/**
 * Answers a call, whatever comes of it: with an id, admitted, its error told, in the log. A function of its own and no
 * middleware, of which each keeps some objects more alive for as long as a call lasts: in a hall of a thousand that is
 * what the runtime stops to collect.
 */
export async function answerCall(
  { admit }: App,
  c: AppContext,
  work: () => Response | Promise<Response>,
): Promise<Response> {
  const started = Date.now();
  c.set('request_id', requestIdOf(c.req.header('CF-Ray')));
  let response: Response;
  try {
    await admit(c);
    response = await work();
  } catch (error) {
    response = answerError(error, c);
  }
  noteAnswer(c, response.status, Date.now() - started);
  return response;
}

/** The platform's id of a request; elsewhere anybody could send one, so it has to look like it. */
const requestIdOf = (ray: string | undefined): string =>
  ray && /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID();

const methodsOf = ({ method, alsoBy }: Endpoint) => [method, ...(alsoBy ? [alsoBy] : [])];

const isAt = (path: string, pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

/** Answers what no endpoint takes: 405 where the path has other methods, else 404. */
export function answerUnknown(app: App, c: AppContext): Response {
  const path = c.req.path.replace(/\/$/, '');
  const methods = app.endpoints
    .filter((endpoint) => [endpoint.path, endpoint.alsoAt].some((one) => one && isAt(path, one)))
    .flatMap(methodsOf);
  const answer = answerError(new AppError(methods.length > 0 ? 'method_not_allowed' : 'not_found'), c);
  if (methods.length > 0) answer.headers.set('Allow', [...new Set(methods)].join(', '));
  return answer;
}

async function readCall<E extends Endpoint>(
  c: AppContext,
  endpoint: E,
  endpoints: readonly Endpoint[],
): Promise<PublicCall<E>> {
  const { own, named } = pathOf(c, endpoint);
  const params = endpoint.params ? z.safeParse(endpoint.params, own, { reportInput: true }) : undefined;
  // An id that cannot exist is a row that does not exist.
  if (params && !params.success) throw new AppError('not_found');
  const { upload } = endpoint;
  const hasFile = upload !== undefined && !(endpoint.body && isJson(c));
  const form = hasFile && upload.withFields ? await readForm(c, upload) : null;
  const sent = form ? form.fields : endpoint.body && !hasFile && (await readJson(c, endpoint.bodyLimit));
  const said = named && sent instanceof Object ? Object.assign({}, sent, named) : sent;
  const body = asMaking(withOwnNames(asChange(said, endpoint, endpoints), endpoint), endpoint);
  const alone = hasFile && !form ? await readFieldsAndUpload(c, upload) : null;
  const file = form ? form.file : (alone?.file ?? null);
  return {
    env: guarded(c.env),
    db: new Db(c.env),
    // Asked for by few calls.
    sender: () => senderOf(c),
    params: params?.data as ParamsOf<E>,
    query: (endpoint.query
      ? parse(endpoint.query, withFields(queryOf(c), endpoint.query, alone?.fields), 1)
      : undefined) as QueryOf<E>,
    upload: async () => (await file!()).bytes,
    file,
    body: (endpoint.body && (form || !hasFile) ? parse(endpoint.body, body) : undefined) as BodyOf<E>,
    bearer: () => /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null,
    later: (work) => c.executionCtx.waitUntil(work),
  };
}

/** What a change was sent of the thing as it was read (decisions, "Reading and writing back"). */
function asChange(body: unknown, endpoint: Endpoint, endpoints: readonly Endpoint[]): unknown {
  if (!isChange(endpoint)) return body;
  const names = { ...endpoint.alsoNamed, ...endpoint.aloneNamed };
  const said = withoutAnswered(body, endpoint.body, readingsOf(endpoint, endpoints), names);
  // Whoever sends nothing else means that.
  return Object.keys(said ?? {}).length > 0 ? said : body;
}

/** What makes something was sent by a client that writes null for what it has nothing for (the same). */
const asMaking = (body: unknown, endpoint: Endpoint): unknown =>
  endpoint.status === 201 && !isChange(endpoint) ? withoutNulls(body, endpoint.body) : body;

/** By PATCH, or by POST to the address of a thing or as it is declared. */
const isChange = (endpoint: Endpoint) =>
  methodsOf(endpoint).includes('PATCH') ||
  (endpoint.method === 'POST' && (endpoint.readAs !== undefined || /:\w+$/.test(endpoint.path)));

/** A body in the contract's own names; a field that is given under both is refused as one too many. */
function withOwnNames(body: unknown, { alsoNamed, aloneNamed }: Endpoint): unknown {
  const names = { ...alsoNamed, ...aloneNamed };
  if (!(body instanceof Object) || !Object.keys(names).some((name) => name in body)) return body;
  const taken = new Set(Object.keys(body));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const own = names[name];
      if (own === undefined || taken.has(own)) return [name, value];
      taken.add(own);
      return [own, aloneNamed && name in aloneNamed ? [value].flat() : value];
    }),
  );
}

/** The parameters of the path: its own, and those of a second path that are fields of the body. */
function pathOf(c: AppContext, { path, alsoAt }: Endpoint) {
  if (!path.includes(':') && !alsoAt) return { own: {}, named: null };
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
const queryOf = (c: AppContext) =>
  Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''));

/**
 * A query with what the form of a file says of its fields, so that nothing is carried out that the form asked only to try.
 * Where the two differ nothing is.
 */
function withFields(
  query: Record<string, string>,
  shape: z.ZodMiniType,
  fields: Record<string, string> = {},
) {
  const known = new Set(Object.keys((shape as z.ZodMiniObject).shape));
  const given = Object.entries(fields).filter(([name, value]) => known.has(name) && value !== '');
  const differing = given.filter(([name, value]) => (query[name] ?? value) !== value);
  if (differing.length > 0)
    throw new FieldErrors(
      Object.fromEntries(differing.map(([name]) => [name, [messageOf('invalid_choice')]])),
    );
  return { ...Object.fromEntries(given), ...query };
}

function senderOf(c: AppContext): Sender {
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

/** @param depth of a field that errors name: what a query has is texts, and what is wrong inside of one is wrong with it */
function parse<S extends z.ZodMiniType>(shape: S, value: unknown, depth?: number): z.output<S> {
  const result = z.safeParse(shape, value, { reportInput: true });
  if (result.success) return result.data;
  // Without a prototype, so that a field may have any name.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const issue of result.error.issues) {
    const path = issue.path.slice(0, depth);
    for (const { field, code, params } of fieldErrorsOf({ ...issue, path, input: valueAt(value, path) })) {
      const [told, message] = [(fields[field || 'non_field_errors'] ??= []), messageOf(code, params)];
      if (!told.includes(message)) told.push(message);
    }
  }
  throw new FieldErrors(fields);
}

/** As it was given: a number is not a number when it is missing too. */
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

const isJson = (c: AppContext) => /^application\/json\b/i.test(c.req.header('Content-Type') ?? '');

async function readJson(c: AppContext, limit = BODY_LIMIT): Promise<unknown> {
  if (!isJson(c) && c.req.header('Content-Type')) throw new AppError('unsupported_media_type');
  const text = await readCappedText(c.req.raw, limit);
  if (text === null) throw new AppError('body_too_large');
  // Nothing at all says no more than no field.
  if (text === '') return {};
  if (!isJson(c)) throw new AppError('unsupported_media_type');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json');
  }
}

/** The one error handler: errors of the catalogue as they are, anything else as 500 with a request id and nothing more. */
export function answerError(error: unknown, c: AppContext): Response {
  if (error instanceof AppError || error instanceof FieldErrors) {
    const { status, body } = answerOf(error, c.get('endpoint'));
    c.set('refusal', error instanceof AppError ? refusalOf(error) : 'field_errors');
    const wait = error instanceof AppError ? waitOf(error) : undefined;
    return replyJson(c, body, status, wait === undefined ? undefined : { 'Retry-After': String(wait) });
  }
  const request_id = c.get('request_id');
  logError({ request_id, endpoint: placeOf(c) }, error);
  return replyJson(c, { detail: messageOf('internal'), code: 'internal', request_id }, 500);
}

/** As the log has it. */
const refusalOf = ({ code, because }: AppError) => (because ? `${code} (${because})` : code);

/** A request as logs and counts name it. */
const placeOf = (c: AppContext) => `${c.req.method} ${c.get('endpoint')?.path ?? 'unknown'}`;

/** Logs an answered request, and counts it where it failed. */
function noteAnswer(c: AppContext, status: number, ms: number): void {
  const [request_id, login] = [c.get('request_id'), c.get('login')];
  if (isFault(status)) c.executionCtx.waitUntil(countError(c.env, placeOf(c), request_id));
  if (!isFault(status) && c.env.LOG_REQUESTS === 'errors') return;
  const endpoint = c.get('endpoint')?.path ?? 'unknown';
  logRequest({ request_id, method: c.req.method, endpoint, status, refusal: c.get('refusal'), ms, ...login });
}
