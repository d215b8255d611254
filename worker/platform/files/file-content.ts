import { fileTypeFromBuffer } from 'file-type/core';
import { GIF } from 'image-size/types/gif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { UNSEEN } from '../words/plain-text.ts';

/**
 * A file's name as it is kept: what one reads is what there is, so that a name that is turned round cannot pass for a PDF, and no
 * system takes a part of it for something else than the name.
 */
export function plainFileName(name: string): string {
  return name
    .replace(UNSEEN, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/(?<![\s.])[\s.]+$/, '')
    .trimStart();
}

/** How much of a file's beginning tells what it is, in bytes; a camera writes up to 64 KB before the size of its picture. */
export const TELLING_BYTES = 128 * 1024;

interface Kind {
  type: string;
  /** What the bytes may turn out to be; empty for plain text. */
  found: readonly string[];
}

const MPEG_4 = ['mp4', 'mov', 'm4v', 'm4a', '3gp', '3g2', 'f4v', 'm4p'];
const OGG = ['ogg', 'oga', 'ogv', 'ogx', 'opus', 'spx'];
const ofZip = (type: string, extension: string): Kind => ({ type, found: [extension, 'zip'] });
const plain = (type: string): Kind => ({ type, found: [] });

/** By extension: what it is served as, and what its bytes have to be (§9). */
const KINDS: Record<string, Kind> = {
  mp4: { type: 'video/mp4', found: MPEG_4 },
  m4v: { type: 'video/mp4', found: MPEG_4 },
  mov: { type: 'video/quicktime', found: MPEG_4 },
  '3gp': { type: 'video/3gpp', found: MPEG_4 },
  '3g2': { type: 'video/3gpp2', found: MPEG_4 },
  mkv: { type: 'video/x-matroska', found: ['mkv', 'webm'] },
  avi: { type: 'video/x-msvideo', found: ['avi'] },
  flv: { type: 'video/x-flv', found: ['flv'] },
  wmv: { type: 'video/x-ms-wmv', found: ['wmv', 'asf'] },
  mpg: { type: 'video/mpeg', found: ['mpg', 'mts', 'm2ts'] },
  mpeg: { type: 'video/mpeg', found: ['mpg', 'mts', 'm2ts'] },
  wav: { type: 'audio/wav', found: ['wav'] },
  mp3: { type: 'audio/mpeg', found: ['mp3', 'mp2', 'mp1'] },
  ogg: { type: 'audio/ogg', found: OGG },
  png: { type: 'image/png', found: ['png', 'apng'] },
  jpg: { type: 'image/jpeg', found: ['jpg'] },
  jpeg: { type: 'image/jpeg', found: ['jpg'] },
  gif: { type: 'image/gif', found: ['gif'] },
  webp: { type: 'image/webp', found: ['webp'] },
  svg: { type: 'image/svg+xml', found: ['xml'] },
  pdf: { type: 'application/pdf', found: ['pdf'] },
  pptx: ofZip('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'),
  docx: ofZip('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
  xlsx: ofZip('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
  odp: ofZip('application/vnd.oasis.opendocument.presentation', 'odp'),
  odt: ofZip('application/vnd.oasis.opendocument.text', 'odt'),
  ods: ofZip('application/vnd.oasis.opendocument.spreadsheet', 'ods'),
  ppt: { type: 'application/vnd.ms-powerpoint', found: ['cfb'] },
  doc: { type: 'application/msword', found: ['cfb'] },
  xls: { type: 'application/vnd.ms-excel', found: ['cfb'] },
  zip: { type: 'application/zip', found: ['zip'] },
  vtt: plain('text/vtt'),
  txt: plain('text/plain; charset=utf-8'),
  csv: plain('text/csv; charset=utf-8'),
  md: plain('text/markdown; charset=utf-8'),
};

const OTHER = 'application/octet-stream';

/** What a file with this extension is served as, before its bytes are known. */
export function typeByExtension(extension: string): string {
  return KINDS[extension]?.type ?? OTHER;
}

/**
 * Whether a file's bytes are what its extension says (§5, "wrong file format"): a renamed file is refused.
 * @param head its first `TELLING_BYTES`, or all of a smaller one
 */
export async function fitsExtension(extension: string, head: Uint8Array): Promise<boolean> {
  // A zip that is cut off tells no more than that it is one.
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.ext ?? (isZip(head) ? 'zip' : null);
  const kind = KINDS[extension];
  if (extension === 'svg')
    return (found === null || found === 'xml') && new TextDecoder().decode(head).includes('<svg');
  if (extension === 'vtt') return found === null || found === 'vtt' ? startsWithWebVtt(head) : false;
  if (!kind) return found === null ? isText(head) || !looksExecutable(head) : found === extension;
  if (kind.found.length === 0) return found === null && isText(head);
  return found !== null && kind.found.includes(found);
}

/** Above it no program shows a picture. */
const MOST_PIXELS = 65_535;

/**
 * How large a picture is shown, in pixels: turned as its camera was held.
 * @param head its first `TELLING_BYTES`, or all of a smaller one
 * @returns null for what is none of PNG, JPEG and GIF, or does not tell it there
 */
export function pictureSize(head: Uint8Array): { width: number; height: number } | null {
  try {
    const found = [PNG, JPG, GIF].find((format) => format.validate(head))?.calculate(head);
    if (!found) return null;
    const { width, height, orientation = 1 } = found;
    if (![width, height].every((pixels) => pixels > 0 && pixels <= MOST_PIXELS)) return null;
    return orientation > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

const isZip = (head: Uint8Array) =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
const isText = (head: Uint8Array) => !head.includes(0);
const looksExecutable = (head: Uint8Array) =>
  (head[0] === 0x4d && head[1] === 0x5a) ||
  (head[0] === 0x7f && head[1] === 0x45) ||
  (head[0] === 0x23 && head[1] === 0x21);
const startsWithWebVtt = (head: Uint8Array) =>
  /^WEBVTT(\s|$)/.test(new TextDecoder().decode(head.subarray(0, 16)));
