import { crc32 } from 'node:zlib';

/** Cells that a program would take for a formula begin with an apostrophe, in what we write; it is no part of the text. */
const FORMULA_SIGN = /^[=+\-@\t\r]/;

/** Text that no program takes for a formula. */
export function harmless(text: string): string {
  return FORMULA_SIGN.test(text) ? `'${text}` : text;
}

/** A cell's text without the apostrophe that kept it from being a formula. */
export function plainText(text: string): string {
  return text.startsWith("'") && FORMULA_SIGN.test(text.slice(1)) ? text.slice(1) : text;
}

/** How the numbers of a column are shown: in the order of the styles below. */
const FORMATS = ['text', 'number', 'percent', 'date', 'duration'] as const;

export interface SheetColumn {
  header: string;
  /** In characters. */
  width: number;
  /** percent: a share, 0 to 1; date and duration: days, of which 1 is the 31st of December 1899. */
  format: (typeof FORMATS)[number];
}

export type Cell = string | number | null;

/** About so many characters are compressed at a time. */
const PIECE = 64 * 1024;

/**
 * A workbook of one sheet, its first row and column frozen and its columns filterable. Rows are compressed as they come:
 * besides what has been compressed, only a piece of the sheet is held.
 * @param name of the sheet
 */
export async function writeSheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: Iterable<readonly Cell[]>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = new ZipWriter();
  for (const [path, text] of Object.entries(PARTS)) await parts.add(path, [text]);
  await parts.add('xl/workbook.xml', [workbookOf(name)]);
  await parts.add('xl/worksheets/sheet1.xml', sheetOf(columns, rows));
  return parts.end();
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xf = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}/>`;

/** The parts that are the same in each workbook. Styles: one per format, and the bold one of the header. */
const PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_ML}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_ML}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${xf(0)}${xf(49)}${xf(0)}${xf(164)}${xf(165)}${xf(166)}${xf(49, 1)}</cellXfs></styleSheet>`,
};
const HEADER_STYLE = FORMATS.length + 1;

function workbookOf(name: string): string {
  // What the name of a sheet may not hold.
  const fitting = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(fitting)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

function* sheetOf(columns: readonly SheetColumn[], rows: Iterable<readonly Cell[]>): Generator<string> {
  const letters = columns.map((_, place) => letterOf(place));
  const styles = columns.map(({ format }) => FORMATS.indexOf(format) + 1);
  const header = (cell: SheetColumn, place: number) =>
    inline(`${letters[place]}1`, HEADER_STYLE, cell.header);
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      ({ width }, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData><row r="1">${columns.map(header).join('')}</row>`;
  let number = 1;
  for (const row of rows) {
    number += 1;
    const cells = row.map((cell, place) => cellOf(`${letters[place]}${number}`, styles[place]!, cell));
    yield `<row r="${number}">${cells.join('')}</row>`;
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${number}"/></worksheet>`;
}

function cellOf(place: string, style: number, cell: Cell): string {
  if (cell === null || cell === '') return '';
  return typeof cell === 'number'
    ? `<c r="${place}" s="${style}"><v>${cell}</v></c>`
    : inline(place, style, harmless(cell));
}

const inline = (place: string, style: number, text: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A, B, … Z, AA, … */
function letterOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML cannot hold. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => SIGNS[sign]!);
}

/** An archive whose entries are compressed while they are written. */
class ZipWriter {
  readonly #pieces: Uint8Array[] = [];
  readonly #directory: Uint8Array[] = [];
  #size = 0;

  async add(path: string, texts: Iterable<string>): Promise<void> {
    const stream = new CompressionStream('deflate-raw');
    const compressed = piecesOf(stream.readable);
    const writer = stream.writable.getWriter();
    let [check, size] = [0, 0];
    for (const bytes of encoded(texts)) {
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
