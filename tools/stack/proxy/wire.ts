/** Postgres' frontend/backend protocol 3.0, as far as the proxy speaks it. */

/** Bytes of a backend message's type. */
export const MESSAGE = {
  authentication: 0x52,
  error: 0x45,
  rowDescription: 0x54,
  dataRow: 0x44,
  commandComplete: 0x43,
  emptyQuery: 0x49,
  copyIn: 0x47,
  readyForQuery: 0x5a,
} as const;

const CODE = {
  password: 'p',
  query: 'Q',
  parse: 'P',
  bind: 'B',
  describe: 'D',
  execute: 'E',
  sync: 'S',
} as const;
const PROTOCOL_3 = 196_608;
const EMPTY_PORTAL = 'P\0';

/** Collects messages into one buffer, so that they leave in one write. */
export class MessageWriter {
  #bytes: Buffer;
  #at = 0;

  constructor(size = 1_024) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  startup(parameters: Record<string, string>): this {
    const text = Object.entries(parameters)
      .map(([key, value]) => `${key}\0${value}\0`)
      .join('');
    const length = 4 + 4 + Buffer.byteLength(text) + 1;
    this.#room(length);
    this.#int32(length);
    this.#int32(PROTOCOL_3);
    this.#text(`${text}\0`);
    return this;
  }

  password(value: string): this {
    return this.#message(CODE.password, `${value}\0`);
  }

  /** The simple protocol: for words without parameters. */
  query(sql: string): this {
    return this.#message(CODE.query, `${sql}\0`);
  }

  /** Parameter types are left to the server, as the driver sends every value as text. */
  parse(name: string, sql: string): this {
    return this.#message(CODE.parse, `${name}\0${sql}\0\0\0`);
  }

  /** Binds text values to the unnamed portal and asks for every column as text. */
  bind(name: string, values: readonly (string | null)[]): this {
    const start = this.#open(CODE.bind);
    this.#string(`\0${name}\0`);
    this.#room(4);
    this.#int16(0);
    this.#int16(values.length);
    for (const value of values) {
      if (value === null) {
        this.#room(4);
        this.#int32(-1);
      } else {
        const length = Buffer.byteLength(value);
        this.#room(4 + length);
        this.#int32(length);
        this.#at += this.#bytes.write(value, this.#at, 'utf8');
      }
    }
    this.#room(2);
    this.#int16(0);
    return this.#close(start);
  }

  describe(): this {
    return this.#message(CODE.describe, EMPTY_PORTAL);
  }

  execute(): this {
    return this.#message(CODE.execute, '\0\0\0\0\0');
  }

  sync(): this {
    return this.#message(CODE.sync, '');
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  #message(code: string, text: string): this {
    const start = this.#open(code);
    this.#string(text);
    return this.#close(start);
  }

  #open(code: string): number {
    this.#room(5);
    this.#bytes[this.#at] = code.charCodeAt(0);
    this.#at += 5;
    return this.#at - 4;
  }

  #close(start: number): this {
    this.#bytes.writeInt32BE(this.#at - start, start);
    return this;
  }

  #string(text: string): void {
    // Three bytes is the most one UTF-16 unit takes in UTF-8.
    this.#room(text.length * 3);
    this.#text(text);
  }

  #text(text: string): void {
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  #int16(value: number): void {
    this.#at = this.#bytes.writeInt16BE(value, this.#at);
  }

  #int32(value: number): void {
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  #room(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

/** Cuts a byte stream into messages. */
export class MessageReader {
  #rest: Buffer | null = null;
  #handle: (type: number, body: Buffer) => void;

  constructor(handle: (type: number, body: Buffer) => void) {
    this.#handle = handle;
  }

  feed(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    while (at + 5 <= bytes.length) {
      const end = at + 1 + bytes.readInt32BE(at + 1);
      if (end > bytes.length) break;
      this.#handle(bytes[at] ?? 0, bytes.subarray(at + 5, end));
      at = end;
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : null;
  }
}

/** A row as a JSON array of strings and nulls. */
export function rowToJson(body: Buffer): string {
  const columns = body.readInt16BE(0);
  let json = '[';
  for (let at = 2, column = 0; column < columns; column += 1) {
    if (column > 0) json += ',';
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) {
      json += 'null';
    } else {
      json += JSON.stringify(body.toString('utf8', at, at + length));
      at += length;
    }
  }
  return `${json}]`;
}

/** A row description as the JSON array `fields` of the driver. */
export function fieldsToJson(body: Buffer): string {
  const fields = [];
  for (let at = 2, left = body.readInt16BE(0); left > 0; left -= 1) {
    const end = body.indexOf(0, at);
    fields.push({
      name: body.toString('utf8', at, end),
      tableID: body.readUInt32BE(end + 1),
      columnID: body.readInt16BE(end + 5),
      dataTypeID: body.readUInt32BE(end + 7),
      dataTypeSize: body.readInt16BE(end + 11),
      dataTypeModifier: body.readInt32BE(end + 13),
      format: 'text',
    });
    at = end + 19;
  }
  return JSON.stringify(fields);
}

const ERROR_FIELDS: Record<string, string> = {
  S: 'severity',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  p: 'internalPosition',
  q: 'internalQuery',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  F: 'file',
  L: 'line',
  R: 'routine',
};

/** An error message with the names that the driver gives its fields. */
export function errorFields(body: Buffer): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const part of body.toString('utf8', 0, body.length).split('\0')) {
    const name = ERROR_FIELDS[part.charAt(0)];
    if (name) fields[name] = part.slice(1);
  }
  return fields;
}
