import * as z from 'zod/mini';
import type { Capability } from '../access/contract.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call: anybody (`public`), anybody signed in whose session is alive (`signed_in`),
 * or a role that holds the capability.
 */
export type Access = 'public' | 'signed_in' | Capability;

type Shape = z.ZodMiniType;
type Out<S> = S extends Shape ? z.output<S> : undefined;
type In<S> = S extends Shape ? z.input<S> : undefined;

export interface Endpoint<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
  R extends Shape = Shape,
> {
  method: Method;
  /** Path under the origin with `:name` parameters and no trailing slash; both forms are served. */
  path: string;
  /** A second path that the specification lists; its further parameters, ids, are fields of the body. */
  alsoAt?: string;
  /** A second method that is taken, where the specification names none. */
  alsoBy?: Method;
  access: Access;
  /** One line for the OpenAPI document. */
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The specification's names for fields of the body: each is taken, and a field's errors are told, under both. */
  alsoNamed?: Readonly<Record<string, string>>;
  /** How what it changes is read, of a POST that replaces it, or where nothing is read at its address or the one above. */
  readAs?: Shape;
  /** The specification's names for one value where the body's field takes several: as a list of that one. */
  aloneNamed?: Readonly<Record<string, string>>;
  /** What is missing where the row of its path is; `not_found` unless told. */
  missing?: 'profile_not_found' | 'account_not_found';
  /** Largest JSON body, in bytes; 1 MB unless told. */
  bodyLimit?: number;
  /**
   * A file in a multipart form, or as it is, instead of a JSON body: the form's field, and the most bytes it may have.
   * The form's other fields stand for those of the query.
   * With `body` as well, a JSON body is that.
   */
  upload?: Upload;
  response: R;
  /** The answer is a file of this media type. */
  file?: string;
  /** Success status, 200 unless told. */
  status?: 200 | 201 | 204;
  /** The call must not happen twice: an `Idempotency-Key` header is honoured. */
  idempotent?: boolean;
  /** The cookie stands for the Bearer token: for pictures and files that a page shows. */
  byCookie?: boolean;
  /** Calls of a running attempt tolerate a role lost since its start (decisions, "Assignment and attempt"). */
  duringAttempt?: boolean;
  /** The `id` of its path may be the caller's own, whatever role they act in. */
  alsoOneself?: boolean;
  /** About the person alone, whatever role they act in: goes also where that one waits for a second factor. */
  inNoRole?: boolean;
  /**
   * Open to whoever came from another system, who has one course and nothing else: `course` where the `id` of the path
   * is that course, `own` where the call is about what is the caller's own.
   */
  inDispatch?: 'course' | 'own';
}

export interface Upload {
  field: 'photo' | 'file' | 'screenshot';
  /** Bytes. */
  limit: number;
  /** The error of a larger one. */
  refusal: 'file_too_large' | 'import_file_too_large' | 'upload_too_large';
  /** The form's other fields are the endpoint's body, and it may come without the file. */
  withFields?: true;
  /** Several files may come at once, within the limit together: under the field, or under this one. */
  severalAs?: 'files';
}

/** What the handler of an endpoint with `file` gives. */
export interface FileAnswer {
  /** The name to save it under; '' shows it in its place, and keeps it in the browser, since an id never changes. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Sent in their place while it is made, where it may be larger than an isolate can hold. */
  stream?: ReadableStream<Uint8Array>;
  /** Where the endpoint does not say it. */
  type?: string;
}

/** A stored file, of which any stretch can be asked for (Range). */
export interface StoredFileAnswer {
  /** What it is saved as. */
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Names these very bytes. */
  etag: string;
  /** Shown in its place; else it is offered for download. */
  inline: boolean;
  /** An id never changes what it names, and whoever saw it once may keep it; else each use is asked for anew. */
  keeps: boolean;
  /** Its bytes from an offset on, or null when they are gone. */
  open: (offset: number, length: number) => Promise<ReadableStream | null>;
}

/** The response of an endpoint with `file`. */
export const storedFileAnswer = z.custom<StoredFileAnswer>();
export const fileAnswer = z.custom<FileAnswer>();

/** Photos of people, companies, programs (§5). */
export const PHOTO: Upload = { field: 'photo', limit: 500 * 1024, refusal: 'file_too_large' };

/** Declares an endpoint once, for the Worker's router, the web client, the OpenAPI document and the tests. */
export function endpoint<
  R extends Shape,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(declaration: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return declaration;
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? Out<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? Out<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? Out<B> : never;
export type QueryInputOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? In<Q> : never;
export type BodyInputOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? In<B> : never;
export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** Text in composed form (NFC) with its surrounding blanks removed; `max` and `min` count characters after that. */
export function text(max: number, min = 1) {
  return z
    .string()
    .check(z.normalize('NFC'), z.trim(), z.minLength(min), z.maxLength(max), z.refine(isStorable));
}

const LINE_OR_TAB = /[\t-\r\u2028\u2029]+/g;
// Kept is what joins emoji into one or gives them colors, and what joins letters where a script is written by it.
const HIDDEN =
  /((?<=\p{ExtPict}\p{M}?|\p{EMod})\u200D(?=\p{ExtPict})|(?<=\p{Emoji})\uFE0F|(?<=[^\p{sc=Cyrl}\p{sc=Latn}\p{sc=Grek}\P{L}]\p{M}*)[\u200C\u200D](?=\p{L}))|(?!\0)[\p{Cc}\p{Cf}\p{DI}]/gu;

/** A name as it is seen: what is written in it and not shown is left out. */
export const withoutUnseen = (name: string): string => name.replace(LINE_OR_TAB, ' ').replace(HIDDEN, '$1');

/** The name of a thing or person: a text without what is not seen, so that no two names look like one. */
export function nameText(max = NAME_LENGTH, min = 1) {
  return z.string().check(z.overwrite(withoutUnseen), ...text(max, min).def.checks!);
}

/** Letters of a thing's name. */
export const NAME_LENGTH = 200;
/** Of what a list is searched for. */
export const SEARCH_LENGTH = 200;
/** Of why something is done to people. */
export const REASON_LENGTH = 500;

/** Text that may be empty. */
export function anyText(max: number) {
  return text(max, 0);
}

/** Text that may be left out or empty; an empty one is stored as ''. */
export function optionalText(max: number) {
  return z.optional(anyText(max));
}

/** Text taken as it is, blanks included: a password, a name given by a program. */
export function exactText(max: number) {
  return z.string().check(z.minLength(1), z.maxLength(max), z.refine(isStorable));
}

// Postgres can hold neither U+0000 nor half a character.
const isStorable = (value: string) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value);

/** A field whose answer says null for nothing: null is taken back, and is ''. */
export function orNull(shape: z.ZodMiniString) {
  return z.pipe(
    z.nullable(shape),
    z.transform((value: string | null) => value ?? ''),
  );
}

/** A phone as somebody types it, or none. What lacks the digits of one is seen before it is sent; whether it is one, after. */
export const optionalPhone = z.optional(
  orNull(anyText(32).check(z.refine((typed) => typed === '' || /(?:\d\D*){7}/.test(typed)))),
);

/** A row id: a positive integer that fits Postgres' `integer`. */
export const id = z.int().check(z.gte(1), z.lte(2_147_483_647));

/** A row id in a path or query, where it arrives as text. */
export const idText = z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647));

const FLAGS: Record<string, string> = { '1': 'true', '0': 'false' };

/** Yes or no in a query, in the spellings of several languages: true, True, 1. */
export const flag = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => FLAGS[value] ?? value.toLowerCase()),
  ),
  z.enum(['true', 'false']),
);

/** An instant on the wire: ISO 8601 UTC. */
export const instant = z.string();

/** What Postgres holds and somebody can mean: further away is a slip of the keyboard. */
const isMeant = (value: string) => /^2[01]/.test(value);

/** A day and an instant as they come in: in UTC, whether that is written `Z` or `+00:00`. */
export const givenDate = z.iso.date().check(z.refine(isMeant));
export const givenInstant = z.iso.datetime({ offset: true, abort: true }).check(
  z.overwrite((value) => value.replace(/\+00:00$/, 'Z')),
  z.refine((value) => isMeant(value) && value.endsWith('Z'), { abort: true }),
);
export const zonedInstant = z.iso.datetime({ offset: true }).check(z.refine(isMeant));

/** With at most 64 letters before the @ (RFC 5321). */
const mailbox = new RegExp(`^(?=[^@]{1,64}@)${z.regexes.email.source}`);
export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email({ pattern: mailbox }));

/** An e-mail, or none. */
export const optionalEmail = z.optional(orNull(email));

/** The number of a certificate as it is shown: in three groups. */
export const writtenNumber = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1-');

/** Tags of a course or a program (decisions, "Groups, programs, courses"). */
export const TAG_LIMIT = 10;
export const TAG_LENGTH = 40;
export const tags = z.array(nameText(TAG_LENGTH)).check(z.maxLength(TAG_LIMIT));

/** A day of the company's calendar. */
export const day = z.string().check(
  z.regex(/^2[01]\d\d-\d\d-\d\d$/),
  z.refine((value) => new Date(`${value}T00:00Z`).toJSON()?.startsWith(value)),
);

export const DAYS_LIMIT = 1000;
export const days = z.int().check(z.gte(0), z.lte(DAYS_LIMIT));

/** By when what a call gives is due: a day, or else days after it came; without either it is not. */
export const dueFields = {
  due_on: z.optional(z.nullable(day)),
  due_after_days: z.optional(z.nullable(days)),
};
/** By when a person is to finish it, the earliest of all that give it, also once they have; null: not due. */
export const dueMoment = {
  due_at: z.nullable(instant),
  overdue: z.boolean(),
  /** Null: not finished, or not due. */
  finished_at: z.nullable(instant),
  /** Days of the company after the due date; 0: in time. */
  finished_late_days: z.nullable(z.int()),
};
/** When it is due: by a day, or days after it is given, or with both null never; never both. */
export const dueRule = { due_on: z.nullable(day), due_after_days: z.nullable(days) };

/** Words in one value, with commas between them. */
export const byComma = z.pipe(
  z.string(),
  z.transform((value: string) => value.split(',')),
);

export const byId = z.strictObject({ id: idText });

/** A thing as others name it. */
export const named = z.object({ id, name: z.string() });

/** A person as others name them. */
export const person = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  /** What stands for the name of somebody who has none yet: e-mail or phone, to staff who reach them. */
  address: z.optional(z.nullable(z.string())),
});
export const personWithPhoto = z.extend(person, { photo: z.nullable(z.string()) });

/** What an answer without content sends. */
export const nothing = z.undefined();

/**
 * The query of a list (§7): `page` from 1, `page_size` up to 100, `ordering` by
 * allow-listed fields, comma-separated, minus for descending, `search` and the list's own filters.
 * @param options.page_size the list's default size (§9)
 * @param options.ordering the fields the list can be sorted by
 */
export function listQuery<const F extends string, const X extends Record<string, Shape> = {}>(options: {
  page_size: number;
  ordering: readonly F[];
  filters?: X;
}) {
  const field = z.enum([...options.ordering, ...options.ordering.map((name) => `-${name}`)] as (
    | F
    | `-${F}`
  )[] as [F]);
  return z.strictObject({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
    page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), options.page_size),
    ordering: z.optional(z.pipe(byComma, z.array(field))),
    search: z.optional(nameText(SEARCH_LENGTH, 0)),
    ...((options.filters ?? {}) as X),
  });
}

/**
 * The lists of a change as they were read. Of one that is named here counts what was put in and taken out, so that what others
 * have changed since stays; another replaces what stands there.
 */
export function listsRead<N extends string>(...names: N[]) {
  const list = z.optional(z.array(id).check(z.maxLength(5000)));
  return z.optional(
    z.strictObject(Object.fromEntries(names.map((name) => [name, list])) as Record<N, typeof list>),
  );
}

/** The answer of a list. */
export function page<R extends Shape>(row: R) {
  return z.object({ results: z.array(row), count: z.int(), total_pages: z.int() });
}

/** Apostrophes however they are written, which no search tells apart; as `search_text()` has them. */
export const APOSTROPHES = /['’ʼ`´‘′]/g;
/** What stands between words; as `search_text()` has it. */
export const BETWEEN_WORDS = /[-‐–—/«»"“”„()[\],;:…\s]+/;
