import { inflateRawSync } from 'node:zlib';
import { AppError } from '../../../errors/app-error.ts';
import type { Env, Later } from '../../../platform/context.ts';
import { Db } from '../../../platform/database/database.ts';
import { LIMITS, type Index, type Place } from '../reading/archive.ts';
import { enteringOf, type ContentToken } from './content-token.ts';
import { indexOfPackage, itemsOfPackage, packageOfToken } from '../functions.ts';

export interface Opened {
  /** Of the archive in the bucket. */
  key: string;
  allow_popups: boolean;
  allow_downloads: boolean;
}

/** What a try at a package is judged by. */
interface Judged {
  items: readonly string[];
  /** It has rules, and stands as they say. */
  ruled: boolean;
}

/** What an isolate remembers of packages: what they are judged by and where their files lie never changes. */
const MOST = { judged: 200, indexes: 16 } as const;
const judged = new Map<string, Judged>();
const indexes = new Map<string, Promise<Index>>();
/** Whether something is open is asked for each request anew; those that come meanwhile share it, as a page's files do. */
const asking = new Map<string, Promise<Opened>>();

function remember<Value>(kept: Map<string, Value>, most: number, name: string, value: Value): Value {
  if (kept.size >= most) kept.delete(kept.keys().next().value!);
  kept.set(name, value);
  return value;
}

const packageOf = ({ company, package: id }: ContentToken) => `${company} ${id}`;
const personOf = ({ session, user_type, user, material }: ContentToken) =>
  [session, user_type, user, material].join(' ');

const asked = ({ material, package: id }: ContentToken) => packageOfToken({ material, package: id });

function shared(token: ContentToken, later: Later, opened: Promise<Opened>): Promise<Opened> {
  const name = `${packageOf(token)} ${personOf(token)}`;
  asking.set(name, opened);
  const over = () => void asking.delete(name);
  later(opened.then(over, over));
  return opened;
}

/** What a token opens now. Errors: those of entering and of opening the material. */
export function openedPackage(env: Env, token: ContentToken, later: Later): Promise<Opened> {
  const answer = () => new Db(env).run(enteringOf(token), asked(token)).then(([[row]]) => row!);
  return asking.get(`${packageOf(token)} ${personOf(token)}`) ?? shared(token, later, answer());
}

/** The same with where its files lie, in one round trip. */
export async function openedFiles(env: Env, token: ContentToken, later: Later): Promise<[Opened, Index]> {
  const { company, package: id } = token;
  const name = packageOf(token);
  const index = indexes.get(name);
  if (index) {
    const opened = await openedPackage(env, token, later);
    const files = await index.catch(() => null);
    // Whoever asked for it first was refused.
    return files ? [opened, files] : openedFiles(env, token, later);
  }
  const answer = new Db(env).run(enteringOf(token), asked(token), indexOfPackage({ company, package: id }));
  const files = answer.then(([, [row]]) => row!.files);
  files.catch(() => indexes.delete(name));
  void remember(indexes, MOST.indexes, name, files);
  const opened = shared(
    token,
    later,
    answer.then(([[row]]) => row!),
  );
  return [await opened, await files];
}

/** What a commit of a try is judged by; asked of the database once. Errors: those of entering, not_found. */
export async function judgedBy(env: Env, token: ContentToken): Promise<Judged> {
  const known = judged.get(packageOf(token));
  if (known) return known;
  const { material, package: id } = token;
  const [[row]] = await new Db(env).run(enteringOf(token), itemsOfPackage({ material, package: id }));
  if (!row) throw new AppError('not_found');
  const found = { items: row.items.map((one) => one.id), ruled: row.ruled };
  return remember(judged, MOST.judged, packageOf(token), found);
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
