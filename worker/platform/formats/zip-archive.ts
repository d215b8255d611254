import { inflateRawSync } from 'node:zlib';

export interface ArchiveLimits {
  entries: number;
  /** Of all entries together, in bytes. */
  inflated: number;
}

/** What a workbook needs. */
const SMALL: ArchiveLimits = { entries: 200, inflated: 8 * 1024 * 1024 };

/** Anything about a file that is not as an xlsx file of ours has to be. */
export class FileRefused extends Error {}

/** Says why a file is refused: for tests and the log, the person reads that the format is wrong. */
export function refuse(why: string): never {
  throw new FileRefused(why);
}

interface Entry {
  name: string;
  isDeflated: boolean;
  /** Where its header begins, and where its bytes lie. */
  start: number;
  from: number;
  to: number;
  /** Bytes when inflated, as declared. */
  size: number;
}

/** The parts of a zip file, listed at once and inflated one by one. */
export interface Archive {
  names: string[];
  /** Bytes of a part, or null where there is none. */
  read: (name: string) => Uint8Array | null;
}

/**
 * Opens a zip file. What it declares is checked before anything is inflated, and nothing is inflated past it: at most
 * so many entries that lie side by side, neither encrypted nor in zip64, no links, under plain relative names.
 * @throws FileRefused
 */
export function openArchive(bytes: Uint8Array, limits = SMALL): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = new Map(entriesOf(bytes, view, limits).map((entry) => [entry.name, entry]));
    return {
      names: [...entries.keys()],
      read: (name) => {
        const entry = entries.get(name);
        return entry ? inflate(bytes, entry) : null;
      },
    };
  } catch (error) {
    // A position outside of the file.
    if (error instanceof RangeError) refuse('truncated');
    throw error;
  }
}

function entriesOf(bytes: Uint8Array, view: DataView, limits: ArchiveLimits): Entry[] {
  if (view.getUint32(0, true) !== 0x04034b50) refuse('not a zip file');
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (view.getUint16(end + 4, true) || view.getUint16(end + 6, true)) refuse('several disks');
  if (count > limits.entries || count !== view.getUint16(end + 8, true)) refuse('number of entries');
  const directory = view.getUint32(end + 16, true);
  const entries: Entry[] = [];
  const names = new Set<string>();
  let inflated = 0;
  let at = directory;
  for (let place = 0; place < count; place += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) refuse('directory');
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const entry = entryAt(bytes, view, at, lengths[0]!, directory);
    inflated += entry.size;
    if (inflated > limits.inflated) refuse('inflated size');
    // Programs differ in which of two they read, and some do not tell cases apart.
    if (names.has(entry.name.toLowerCase())) refuse('entry twice');
    names.add(entry.name.toLowerCase());
    entries.push(entry);
    at += 46 + lengths.reduce((sum, length) => sum + length);
  }
  if (at > end || at - directory !== view.getUint32(end + 12, true)) refuse('size of the directory');
  refuseOverlaps(entries);
  return entries;
}

/** Where the end record begins: the last one whose comment reaches the end of the file. */
function endOf(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50 && view.getUint16(at + 20, true) === last - at) return at;
  }
  return refuse('no end record');
}

function entryAt(bytes: Uint8Array, view: DataView, at: number, length: number, directory: number): Entry {
  const name = nameOf(bytes.subarray(at + 46, at + 46 + length));
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const [packed, size, local] = [20, 24, 42].map((offset) => view.getUint32(at + offset, true)) as [
    number,
    number,
    number,
  ];
  if ([packed, size, local].includes(0xffffffff)) refuse('zip64');
  // What Unix keeps of a file: a link points anywhere.
  if (view.getUint16(at + 40, true) >> 12 === 0xa) refuse('link');
  if (view.getUint32(local, true) !== 0x04034b50) refuse('local header');
  // Encrypted, also strongly or with hidden headers.
  if ((flags | view.getUint16(local + 6, true)) & 0x2041) refuse('encrypted');
  if (method !== view.getUint16(local + 8, true) || (method !== 0 && method !== 8)) refuse('method');
  const nameLength = view.getUint16(local + 26, true);
  if (nameOf(bytes.subarray(local + 30, local + 30 + nameLength)) !== name) refuse('two names');
  const from = local + 30 + nameLength + view.getUint16(local + 28, true);
  if (from + packed > directory) refuse('entry beyond the directory');
  if (method === 0 && packed !== size) refuse('stored size');
  return { name, isDeflated: method === 8, start: local, from, to: from + packed, size };
}

function nameOf(bytes: Uint8Array): string {
  const name = new TextDecoder().decode(bytes);
  const isPlain = name !== '' && !/[\\:\p{Cc}]|^\/|(^|\/)\.{1,2}(\/|$)/u.test(name);
  return isPlain ? name : refuse('name of an entry');
}

/** Bytes shared by several entries would count once in the file and often when inflated. */
function refuseOverlaps(entries: readonly Entry[]): void {
  let free = 0;
  for (const { start, to } of entries.toSorted((one, other) => one.start - other.start)) {
    if (start < free) refuse('overlapping entries');
    free = to;
  }
}

function inflate(bytes: Uint8Array, { isDeflated, from, to, size }: Entry): Uint8Array {
  const packed = bytes.subarray(from, to);
  if (!isDeflated) return packed;
  if (size === 0) return new Uint8Array();
  let inflated: Uint8Array;
  try {
    // Twice as much, since the runtime's buffer may not grow past it, and grows by doubling.
    inflated = inflateRawSync(packed, { maxOutputLength: 2 * size + 65_536 });
  } catch {
    // Broken, or longer than it declared itself to be.
    return refuse('compressed data');
  }
  return inflated.length === size ? inflated : refuse('size of an entry');
}
