import { inflateRawSync } from 'node:zlib';
import type { Env } from '../../platform/context.ts';
import { Db } from '../../platform/database.ts';
import { LIMITS, type Index, type Place } from './archive.ts';
import type { ContentToken } from './content-token.ts';
import { filesOfPackage } from './functions.ts';

export interface Opened {
  /** Of the archive in the bucket. */
  key: string;
  files: Index;
  items: readonly string[];
  /** It has rules, and stands as they say. */
  ruled: boolean;
  allow_popups: boolean;
  allow_downloads: boolean;
}

/** How long an isolate serves a person without asking whether they still belong, in milliseconds. */
const KEPT = 10 * 60_000;
/** Packages that an isolate remembers. */
const MOST_KEPT = 16;
const kept = new Map<string, { at: number; opened: Promise<Opened> }>();

/** Where the files of a package lie: asked with the first file, and remembered. Errors: not_found. */
export function openedPackage(env: Env, token: ContentToken): Promise<Opened> {
  const { company, user, material, package: id } = token;
  const name = [company, user, material, id].join(' ');
  const known = kept.get(name);
  if (known && Date.now() - known.at < KEPT) return known.opened;
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
  const opened = new Db(env)
    .system(filesOfPackage({ company, user, material, package: id }))
    .then(([[row]]) => ({ ...row!, items: row!.items.map((item) => item.id) }));
  kept.set(name, { at: Date.now(), opened });
  opened.catch(() => kept.delete(name));
  return opened;
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
    const whole = await wholeOf(bucket, key, place);
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

export function typeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || 'application/octet-stream';
}
