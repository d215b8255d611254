import { inflateRawSync } from 'node:zlib';
import type { Env, Later } from '../../../platform/context.ts';
import { Db } from '../../../platform/database/database.ts';
import type { RowsOf } from '../../../platform/database/queries.ts';
import { LIMITS, type Index, type Place } from '../reading/archive.ts';
import type { ContentToken } from './content-token.ts';
import { indexOfPackage, packageOfToken } from '../functions.ts';

export interface Opened {
  /** Of the archive in the bucket. */
  key: string;
  items: readonly string[];
  /** It has rules, and stands as they say. */
  ruled: boolean;
  allow_popups: boolean;
  allow_downloads: boolean;
}

/** How long an isolate serves a person without asking whether they still belong, in milliseconds. */
const BELONGS = 10 * 60_000;
/** What an isolate remembers: people with a package each, and where the files of packages lie, which all share. */
const MOST = { people: 2000, packages: 16 } as const;
const people = new Map<string, { at: number; opened: Promise<Opened> }>();
const indexes = new Map<string, Promise<Index>>();

function remember<Value>(kept: Map<string, Value>, most: number, name: string, value: Value): Value {
  if (kept.size >= most) kept.delete(kept.keys().next().value!);
  kept.set(name, value);
  return value;
}

/** Of which person and package a token is, as far as this isolate knows them. */
function known({ company, user, material, package: id }: ContentToken) {
  const names = { person: [company, user, material, id].join(' '), index: `${company} ${id}` };
  const person = people.get(names.person);
  const opened = person && Date.now() - person.at < BELONGS ? person.opened : null;
  return { names, opened, index: indexes.get(names.index) ?? null };
}

function keepPerson(name: string, opened: Promise<Opened>): Promise<Opened> {
  opened.catch(() => people.delete(name));
  return remember(people, MOST.people, name, { at: Date.now(), opened }).opened;
}

type Row = RowsOf<ReturnType<typeof packageOfToken>>[number];
const openedOf = ({ items, ...row }: Row): Opened => ({ ...row, items: items.map(({ id }) => id) });

const asked = ({ company, user, material, package: id }: ContentToken) =>
  packageOfToken({ company, user, material, package: id });

/** What a token opens: asked of the database once, and remembered. Errors: not_found. */
export async function openedPackage(env: Env, token: ContentToken, later: Later): Promise<Opened> {
  const { names, opened } = known(token);
  if (opened) return opened;
  const answer = new Db(env).system(asked(token));
  later(answer.catch(() => {}));
  return keepPerson(
    names.person,
    answer.then(([[row]]) => openedOf(row!)),
  );
}

/** The same with where its files lie, in one round trip. Errors: not_found. */
export async function openedFiles(env: Env, token: ContentToken, later: Later): Promise<[Opened, Index]> {
  const { names, opened, index } = known(token);
  if (index) return [await openedPackage(env, token, later), await index];
  const { company, package: id } = token;
  const answer = new Db(env).system(asked(token), indexOfPackage({ company, package: id }));
  later(answer.catch(() => {}));
  const files = answer.then(([, [row]]) => row!.files);
  files.catch(() => indexes.delete(names.index));
  void remember(indexes, MOST.packages, names.index, files);
  const person =
    opened ??
    keepPerson(
      names.person,
      answer.then(([[row]]) => openedOf(row!)),
    );
  return [await person, await files];
}

/** Small files of packages that this isolate served last, inflated: a group opens the same screens one after another. */
const SERVED = { file: 512 * 1024, all: 24 * 1024 ** 2 } as const;
const served = new Map<string, Uint8Array<ArrayBuffer>>();
let servedBytes = 0;

function keepServed(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  if (bytes.length > SERVED.file || served.has(name)) return;
  served.set(name, bytes);
  servedBytes += bytes.length;
  for (const [first, { length }] of served) {
    if (servedBytes <= SERVED.all) break;
    served.delete(first);
    servedBytes -= length;
  }
}

/** Packed bytes up to which a file is inflated at once. */
const AT_ONCE = 1024 ** 2;
/** Inflated ones. */
const MOST_AT_ONCE = 8 * 1024 ** 2;
const LOCAL_HEADER = 30;
/** What stands between a local header and its bytes: the name, and what programs add to it. */
const SLACK = 4 * LIMITS.path + 2048;

/**
 * A stretch of a file inside of an archive, inflated on the way. Never more than the directory says.
 * @returns null where the archive is gone, or is not what it was
 */
export async function bytesOf(
  bucket: R2Bucket,
  key: string,
  place: Place,
  { offset, length }: { offset: number; length: number },
): Promise<ReadableStream | Uint8Array<ArrayBuffer> | null> {
  const [start, packed, size, method] = place;
  if (packed <= AT_ONCE && size <= MOST_AT_ONCE) {
    const name = `${key} ${start}`;
    const whole = served.get(name) ?? (await wholeOf(bucket, key, place));
    if (whole) keepServed(name, whole);
    return whole && whole.subarray(offset, offset + length);
  }
  const head = await read(bucket, key, start, LOCAL_HEADER);
  const skipped = head && headerLength(head);
  if (!skipped) return null;
  const from = start + skipped;
  if (method === 0) return streamOf(bucket, key, from + offset, length);
  const stream = await streamOf(bucket, key, from, packed);
  if (!stream) return null;
  const inflated = stream.pipeThrough(new DecompressionStream('deflate-raw'));
  return inflated.pipeThrough(stretch(offset, length));
}

async function wholeOf(bucket: R2Bucket, key: string, place: Place): Promise<Uint8Array<ArrayBuffer> | null> {
  const [start, packed, size, method] = place;
  const bytes = await read(bucket, key, start, LOCAL_HEADER + SLACK + packed);
  const skipped = bytes && headerLength(bytes);
  if (!skipped) return null;
  const fits = bytes.length >= skipped + packed;
  const raw = fits
    ? bytes.subarray(skipped, skipped + packed)
    : await read(bucket, key, start + skipped, packed);
  if (raw?.length !== packed) return null;
  if (method === 0 || size === 0) return raw.subarray(0, size);
  try {
    const inflated = inflateRawSync(raw, { maxOutputLength: 2 * size + 65_536 });
    return inflated.length === size ? new Uint8Array(inflated) : null;
  } catch {
    return null;
  }
}

async function read(bucket: R2Bucket, key: string, offset: number, length: number) {
  const stored = await bucket.get(key, { range: { offset, length } });
  return stored && new Uint8Array(await stored.arrayBuffer());
}

async function streamOf(bucket: R2Bucket, key: string, offset: number, length: number) {
  const stored = await bucket.get(key, { range: { offset, length } });
  return (stored?.body ?? null) as ReadableStream<Uint8Array> | null;
}

/** Bytes from a local header to what it heads; null where there is none. */
function headerLength(bytes: Uint8Array): number | null {
  if (bytes.length < LOCAL_HEADER) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== 0x04034b50) return null;
  return LOCAL_HEADER + view.getUint16(26, true) + view.getUint16(28, true);
}

/** Lets a stretch of a stream through, and nothing after it. */
function stretch(offset: number, length: number): TransformStream<Uint8Array, Uint8Array> {
  let skip = offset;
  let left = length;
  return new TransformStream({
    transform(chunk, controller) {
      if (left === 0) return;
      const from = Math.min(skip, chunk.length);
      skip -= from;
      const taken = chunk.subarray(from, from + left);
      left -= taken.length;
      if (taken.length > 0) controller.enqueue(taken);
      if (left === 0) controller.terminate();
    },
  });
}

const TEXT = '; charset=utf-8';
/** By extension: what a file of a package is served as; anything else is bytes. Pages without charset say their own. */
const TYPES: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  xml: 'text/xml',
  xsd: 'text/xml',
  dtd: 'text/plain',
  txt: `text/plain${TEXT}`,
  vtt: `text/vtt${TEXT}`,
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
};

/** The media type of a file of a package by its name; of unknown ones bytes that no browser runs. */
export function typeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || 'application/octet-stream';
}
