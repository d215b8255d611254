import { crc32 } from 'node:zlib';

/** About so many characters are compressed at a time. */
const PIECE = 64 * 1024;

/** An archive whose entries are compressed while they are written. */
export class ZipWriter {
  readonly #pieces: Uint8Array[] = [];
  readonly #directory: Uint8Array[] = [];
  #size = 0;

  async add(path: string, content: Iterable<string> | Uint8Array): Promise<void> {
    const stream = new CompressionStream('deflate-raw');
    const compressed = piecesOf(stream.readable);
    const writer = stream.writable.getWriter();
    let [check, size] = [0, 0];
    for (const bytes of content instanceof Uint8Array ? [content] : encoded(content)) {
      check = crc32(bytes, check);
      size += bytes.length;
      await writer.write(bytes);
    }
    await writer.close();
    const pieces = await compressed;
    const packed = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const name = new TextEncoder().encode(path);
    const entry = entryOf(check, packed, size, name.length);
    this.#directory.push(directoryOf(entry, this.#size), name);
    for (const piece of [localOf(entry), name, ...pieces]) this.#push(piece);
  }

  end(): Uint8Array<ArrayBuffer> {
    const start = this.#size;
    for (const piece of this.#directory) this.#push(piece);
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, this.#directory.length / 2, true);
    end.setUint16(10, this.#directory.length / 2, true);
    end.setUint32(12, this.#size - start, true);
    end.setUint32(16, start, true);
    this.#push(new Uint8Array(end.buffer));
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  #push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
  }
}

async function piecesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield encoder.encode(piece);
    piece = '';
  }
  yield encoder.encode(piece);
}

/** What the head of an entry and its line in the directory have in common: 26 bytes from "version needed" on. */
function entryOf(check: number, packed: number, size: number, nameLength: number): Uint8Array {
  const entry = new DataView(new ArrayBuffer(26));
  entry.setUint16(0, 20, true);
  // Names are UTF-8.
  entry.setUint16(2, 0x0800, true);
  entry.setUint16(4, 8, true);
  // The first of January 1980: the same rows give the same bytes.
  entry.setUint16(8, 33, true);
  entry.setUint32(10, check, true);
  entry.setUint32(14, packed, true);
  entry.setUint32(18, size, true);
  entry.setUint16(22, nameLength, true);
  return new Uint8Array(entry.buffer);
}

function localOf(entry: Uint8Array): Uint8Array {
  const head = new Uint8Array(30);
  new DataView(head.buffer).setUint32(0, 0x04034b50, true);
  head.set(entry, 4);
  return head;
}

function directoryOf(entry: Uint8Array, offset: number): Uint8Array {
  const line = new Uint8Array(46);
  const view = new DataView(line.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, 20, true);
  line.set(entry, 6);
  view.setUint32(42, offset, true);
  return line;
}
