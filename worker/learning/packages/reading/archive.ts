import { ZipReader, type Entry, type Reader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { decodedAs, isCyrillic } from '../../../platform/formats/text-encoding.ts';

/** Why an archive or its manifest is refused; the words stand in the catalogue's message of `package_refused`. */
export const REFUSALS = [
  'not_zip',
  'too_many_files',
  'too_large',
  'bomb',
  'bad_path',
  'duplicate',
  'link',
  'encrypted',
  'method',
  'overlap',
  'no_manifest',
  'other_standard',
  'manifest_inside',
  'manifest_too_large',
  'manifest_unsafe',
  'manifest_broken',
  'not_scorm',
  'no_items',
  'missing_file',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A package that is not taken. */
export class PackageRefused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

export const refuse = (reason: Refusal): never => {
  throw new PackageRefused(reason);
};

/** Where a file lies in the archive: local header, packed and inflated bytes, method (0 stored, 8 deflated), CRC-32. */
export type Place = [offset: number, packed: number, size: number, method: 0 | 8, crc: number];
export type Index = Record<string, Place>;

/** Bytes of the archive from an offset on. */
export type Read = (offset: number, length: number) => Promise<Uint8Array>;

export const LIMITS = {
  files: 10_000,
  /** Of all files together, inflated. */
  inflated: 2 * 1024 ** 3,
  /** Of one file: more than this many times its packed bytes is no course, but a bomb. */
  ratio: 200,
  /** Below it a file may be as packed as it likes. */
  counted: 1024 ** 2,
  depth: 20,
  path: 400,
} as const;

/**
 * Reads the directory of a zip archive, and nothing else of it.
 * @param size bytes of the archive
 * @throws PackageRefused for whatever could reach outside, or does not fit the limits
 */
export async function indexOf(read: Read, size: number): Promise<Index> {
  const entries = namedAlike(await entriesOf(read, size));
  const index = Object.create(null) as Index;
  const seen = new Set<string>();
  let inflated = 0;
  for (const { entry, path, isFolder } of entries) {
    checkEntry(entry, path);
    const name = path.toLowerCase();
    // Names that one system tells apart and another does not.
    if (seen.has(name)) refuse('duplicate');
    seen.add(name);
    if (isFolder) continue;
    inflated += entry.uncompressedSize;
    if (inflated > LIMITS.inflated) refuse('too_large');
    index[path] = [
      entry.offset,
      entry.compressedSize,
      entry.uncompressedSize,
      entry.compressionMethod as 0 | 8,
      entry.crc32 ?? 0,
    ];
  }
  refuseOverlaps(index, size);
  return index;
}

/** Encodings of names that do not say theirs, where Windows packed Cyrillic ones. */
const OLD_ENCODINGS = ['ibm866', 'windows-1251'];

/** Entries with their paths as the standard has them, whichever program packed them. */
function namedAlike(entries: readonly Entry[]): { entry: Entry; path: string; isFolder: boolean }[] {
  const unsaid = entries.filter(({ filenameUTF8 }) => !filenameUTF8);
  const encoding = OLD_ENCODINGS.find((each) =>
    isCyrillic(unsaid.map(({ rawFilename }) => decodedAs(rawFilename, each) ?? '').join('\n')),
  );
  return entries.flatMap((entry) => {
    const said =
      (!entry.filenameUTF8 && encoding && decodedAs(entry.rawFilename, encoding)) || entry.filename;
    const path = said
      .replaceAll('\\', '/')
      .replace(/^(\.\/)+/, '')
      .normalize('NFC');
    const isFolder = entry.directory || (path.endsWith('/') && entry.uncompressedSize === 0);
    return path === '' && said !== '' ? [] : [{ entry, path: path.replace(/\/$/, ''), isFolder }];
  });
}

async function entriesOf(read: Read, size: number): Promise<Entry[]> {
  try {
    const reader = new ZipReader(rangeReader(read, size), { useWebWorkers: false });
    const entries: Entry[] = [];
    // One after the other: what comes after one too many is not read.
    for await (const entry of reader.getEntriesGenerator({ filenameValidation: 'tolerant' }))
      if (entries.push(entry) > LIMITS.files) refuse('too_many_files');
    return entries;
  } catch (error) {
    if (error instanceof PackageRefused) throw error;
    return refuse(/encrypted/i.test(String(error)) ? 'encrypted' : 'not_zip');
  }
}

/** The most that is asked for at once, in bytes: a directory of all files that are allowed. */
const MOST_READ = 16 * 1024 ** 2;

/** What the library reads by: of its own readers it needs none. */
const rangeReader = (read: Read, size: number) =>
  ({
    size,
    readUint8Array: async (index: number, length: number) => {
      if (length > MOST_READ) refuse('too_many_files');
      return read(index, Math.min(length, size - index));
    },
  }) as Reader<null>;

function checkEntry(entry: Entry, path: string): void {
  if (entry.encrypted) refuse('encrypted');
  if (entry.symlink) refuse('link');
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if (!isPlainPath(path)) refuse('bad_path');
  if (entry.directory) return;
  if (compressionMethod !== 0 && compressionMethod !== 8) refuse('method');
  if (compressionMethod === 0 && compressedSize !== uncompressedSize) refuse('bomb');
  if (uncompressedSize > LIMITS.counted && uncompressedSize > compressedSize * LIMITS.ratio) refuse('bomb');
}

/** Whether a path as the standard has it stays where it is: relative, without steps upwards, drives or unseen signs. */
export function isPlainPath(path: string): boolean {
  if (path === '' || path.length > LIMITS.path || /[\\:\p{Cc}\p{Bidi_Control}]/u.test(path)) return false;
  const steps = path.split('/');
  return steps.length <= LIMITS.depth && steps.every((step) => step !== '' && step !== '.' && step !== '..');
}

const LOCAL_HEADER = 30;

/** Bytes that several files share count once in the archive and often when inflated. */
function refuseOverlaps(index: Index, size: number): void {
  let free = 0;
  for (const [offset, packed] of Object.values(index).toSorted((one, other) => one[0] - other[0])) {
    if (offset < free || offset + LOCAL_HEADER + packed > size) refuse('overlap');
    free = offset + LOCAL_HEADER + packed;
  }
}
