import type {
  BodyInputOf,
  Endpoint,
  FileAnswer,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '#contract/platform';
import { accessToken, endAccessToken, isOfSame } from './access-token.ts';
import { forgetKept, isKept, keepAnswer, keptAnswer } from '../reading/kept-answers.ts';
import { haveCatalogue } from './catalogue.ts';
import { isAnswering, noteAnswers } from './online.ts';
import { isDispatched } from '../session/dispatched.ts';
import { endingNow, noteEnd, resumed } from '../session/ended-session.ts';
import { parseAnswer } from '../session/erased-person.ts';
import { safely } from './safely.ts';

/** Any declared endpoint. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value };
type OptionalPart<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]?: Value };

export type CallInput<E extends AnyEndpoint> = Part<'params', ParamsOf<E>> &
  OptionalPart<'query', QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>> & {
    /** The file of an endpoint with `upload`. */
    upload?: Blob;
    /** For endpoints declared `idempotent`: the same key never does the same thing twice. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Sends the call also while the page goes away. */
    keepalive?: boolean;
    /** Nothing is read again after it: it changes nothing that is shown, or its page goes away. */
    quiet?: boolean;
    /** It is shown already: nothing that was kept earlier takes its place while its answer is on the way. */
    known?: boolean;
    /** A token that is not kept yet: while signing in again. */
    access?: string;
  };

/** An answer other than success; `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`API answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

declare global {
  interface Window {
    early?: {
      access: string;
      answers: Record<string, Promise<Response>>;
      texts: Record<string, string>;
    };
  }
}

/** For so long what the page has asked for is as good as new. */
const EARLY_MS = 30_000;

type WriteListener = (endpoint: AnyEndpoint) => void;
const writeListeners = new Set<WriteListener>();

/**
 * Hears of each write that was done, or may have been since its answer was lost, except those of a running attempt, so that
 * what is shown can be read again.
 */
export function onWrite(listener: WriteListener): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

type RefusalListener = (refusal: ApiError, endpoint: AnyEndpoint) => void;
const refusalListeners = new Set<RefusalListener>();

/** Hears of each call that was answered with an error. */
export function onRefusal(listener: RefusalListener): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/**
 * Calls a declared endpoint. Throws `ApiError`. When the session has ended under an open page, or waits for a second
 * factor, the call waits until the person has signed in again, or set one up.
 * @example const { id } = await call(createGroup, { body: { name }, idempotencyKey: crypto.randomUUID() });
 */
export function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
  const answer = answerOf(endpoint, input);
  if (endpoint.method === 'GET') return input.known ? answer : inTime(endpoint, input, answer);
  writes.add(answer);
  const over = () => writes.delete(answer);
  answer.then(over, over);
  return endpoint.duringAttempt || input.quiet ? answer : toldOf(endpoint, answer);
}

function toldOf<T>(endpoint: AnyEndpoint, answer: Promise<T>): Promise<T> {
  const tell = () => {
    for (const listener of writeListeners) listener(endpoint);
  };
  return answer.then(
    (body) => {
      tell();
      return body;
    },
    (error: unknown) => {
      // It may have been done all the same.
      if (error instanceof ApiError && error.status === 0) tell();
      throw error;
    },
  );
}

/** Milliseconds for which a read waits for the server where its answer is kept, while the server answers others. */
const PATIENCE_MS = 2000;

type LateListener = (endpoint: AnyEndpoint, input: CallInput<AnyEndpoint>, body: unknown) => void;
const lateListeners = new Set<LateListener>();

/** Hears of each answer in whose place an earlier one was given out, which is shown by now. */
export function onLate(listener: LateListener): () => void {
  lateListeners.add(listener);
  return () => lateListeners.delete(listener);
}

/** The answer or, where it does not come for a while, the one that was kept. */
async function inTime<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  answer: Promise<ResponseOf<E>>,
): Promise<ResponseOf<E>> {
  const token = accessToken();
  const address = addressOf(endpoint, input.params, input.query);
  if (token === null || isDispatched || !isKept(address)) return answer;
  const waited = new Promise<void>((resolve) => setTimeout(resolve, isAnswering() ? PATIENCE_MS : 0));
  if (await Promise.race([answer.then(() => true), waited])) return answer;
  const kept = await keptAnswer(address).catch(() => undefined);
  if (!kept) return answer;
  noteAnswers(false);
  // What was asked for before a write does not know of it, and it is read again after that.
  let isOutdated = false;
  const deaf = onWrite(() => (isOutdated = true));
  answer
    .then((body) => {
      if (isOutdated || token !== accessToken()) return;
      for (const listener of lateListeners) listener(endpoint, input, body);
    })
    .catch(() => {})
    .finally(deaf);
  return (await bodyOf(kept)) as ResponseOf<E>;
}

/** Under way: leaving a company, say, ends a session and brings the next one. */
const writes = new Set<Promise<unknown>>();

async function answerOf<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
  const { response, body } = await wholeAnswer(endpoint, input).catch((error: unknown) => {
    if (error instanceof ApiError || isGivenUp(input.signal)) throw error;
    return withoutAnswer(endpoint, input);
  });
  if (!response.ok) {
    await haveCatalogue();
    const error = new ApiError(response.status, body);
    for (const listener of refusalListeners) listener(error, endpoint);
    throw error;
  }
  return body as ResponseOf<E>;
}

/** Rejects with another error than ApiError where the line was cut in the middle of an answer. */
async function wholeAnswer(endpoint: AnyEndpoint, input: CallInput<AnyEndpoint>) {
  const response =
    endpoint.access === 'public' ? await send(endpoint, input, null) : await sendSignedIn(endpoint, input);
  const body = response.ok && endpoint.file ? await fileOf(response) : await bodyOf(response);
  return { response, body };
}

/** What was kept of an answer that does not come. */
async function withoutAnswer(endpoint: AnyEndpoint, { params, query, access }: CallInput<AnyEndpoint>) {
  const isRead = isOwnRead(endpoint, access ?? accessToken());
  if (isRead) noteAnswers(false);
  const address = addressOf(endpoint, params, query);
  const response = isRead ? await keptAnswer(address).catch(() => undefined) : undefined;
  if (!response) throw new ApiError(0, undefined);
  return { response, body: await bodyOf(response) };
}

const isOwnRead = ({ method, access }: AnyEndpoint, token: string | null): boolean =>
  method === 'GET' && access !== 'public' && token !== null && !isDispatched;

const isGivenUp = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && (signal.reason as Error).name !== 'TimeoutError';

async function sendSignedIn(endpoint: AnyEndpoint, input: CallInput<AnyEndpoint>): Promise<Response> {
  if (input.access) return send(endpoint, input, input.access);
  const ending = endingNow();
  const goesOn = ending === 'second_factor' && endpoint.inNoRole;
  if (ending && !goesOn && !input.keepalive) await resumed(input.signal);
  const token = accessToken();
  const response = await send(endpoint, input, token);
  const isRefused = response.status === 403 && !endpoint.inNoRole;
  if (isRefused && (await response.clone().text()).includes('"second_factor_required"')) {
    noteEnd('second_factor');
    return !input.keepalive && (await resumed(input.signal)) ? sendSignedIn(endpoint, input) : response;
  }
  if (response.status !== 401) return response;
  if (endpoint.method === 'GET') await Promise.allSettled(writes);
  endAccessToken(token);
  // Whoever comes next in this browser finds nothing of them.
  if (!isDispatched) forgetKept().catch(() => {});
  if (accessToken() === null) noteEnd();
  if (input.keepalive) return response;
  // Refused before anything was done, so it may be sent once more, but never for somebody who has signed in since.
  const again = accessToken() === null ? await resumed(input.signal) : isOfSame(accessToken(), token);
  return again ? sendSignedIn(endpoint, input) : response;
}

async function send(
  endpoint: AnyEndpoint,
  input: CallInput<AnyEndpoint>,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (input.body !== undefined && !input.upload) headers['Content-Type'] = 'application/json';
  if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
  const { signal, keepalive } = input;
  const body = input.upload
    ? formOf(endpoint, input.upload, input.body)
    : input.body && JSON.stringify(input.body);
  const address = addressOf(endpoint, input.params, input.query);
  const early = endpoint.method === 'GET' ? takeEarly(address, token) : undefined;
  // What is read after a write is to know of it.
  if (endpoint.method !== 'GET') delete window.early;
  try {
    const answer = await (early ??
      fetch(address, {
        method: endpoint.method,
        headers,
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
        ...(keepalive && { keepalive }),
      }));
    noteAnswers(true);
    if (isOwnRead(endpoint, token)) keepAnswer(address, answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    if (isGivenUp(signal)) throw error;
    return (await withoutAnswer(endpoint, input)).response;
  }
}

/** What the page itself has asked for already (early.js): by the same person, once, soon after it was opened. */
function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const { early } = window;
  const answer = early?.answers[address];
  if (!answer) return undefined;
  delete early.answers[address];
  return early.access === token && performance.now() < EARLY_MS ? answer : undefined;
}

/** The same where it has come already, so that the screen is drawn with it at once and not first without. */
export function earlyAnswer<E extends AnyEndpoint>(
  endpoint: E,
  params: ParamsOf<E> | undefined,
  query: QueryInputOf<E> | undefined,
): ResponseOf<E> | undefined {
  if (!window.early) return undefined;
  const address = addressOf(endpoint, params, query);
  const text = window.early.texts[address];
  if (text === undefined || !takeEarly(address, accessToken())) return undefined;
  const answer = safely(() => parseAnswer(text));
  // One that was cut off is asked for again.
  if (answer !== undefined) keepAnswer(address, new Response(text)).catch(() => {});
  return answer as ResponseOf<E> | undefined;
}

function addressOf(endpoint: AnyEndpoint, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string | number>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(
    (query ?? {}) as Record<string, string | number | undefined | null>,
  )) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return `${path}/${search.size > 0 ? `?${search}` : ''}`;
}

/** A form with the file, and the body as its other fields. */
function formOf(endpoint: AnyEndpoint, file: Blob, body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.set(name, value);
  form.set(endpoint.upload!.field, file);
  return form;
}

async function fileOf(response: Response): Promise<FileAnswer> {
  const { headers } = response;
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '') ?? [];
  return {
    name: decodeURIComponent(name),
    bytes: new Uint8Array(await response.arrayBuffer()),
    type: headers.get('Content-Type') ?? '',
  };
}

/** Rejects where the answer was cut off, also where the browser takes what came for all of it, as Chromium does of gzip. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = response.status === 204 ? '' : await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  if (text === '' && !isJson) return undefined;
  try {
    return parseAnswer(text);
  } catch (error) {
    if (isJson) throw error;
    return text;
  }
}
