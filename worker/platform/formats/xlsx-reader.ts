import { SaxesParser } from 'saxes';
import { decodeXml, localName } from './xml.ts';
import { openArchive, refuse, type Archive } from './zip-archive.ts';

/** A row that holds something: its number in the file, and the text of its cells from column A on. */
export interface SheetRow {
  number: number;
  cells: string[];
  /** Places of cells whose formula failed, or was never counted; absent: none. */
  errors?: number[];
}

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** Columns further to the right are not looked at. */
const MOST_COLUMNS = 100;
/** Of all cells together, in characters: one shared text may stand in every cell. */
const MOST_TEXT = 8 * 1024 * 1024;
const MOST_MERGED = 100_000;
/** What stands in a cell whose formula no spreadsheet has counted yet. */
const UNCOUNTED = '#N/A';
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** More rows than the reader was asked for. */
export class TooManyRows extends Error {}

/**
 * The rows of the first visible sheet of an xlsx file, judged by its content. Formulas give the value kept with them,
 * an error where none is: no spreadsheet has counted it yet. Cells of a merged area the value of the first.
 * @param most rows with something in them; one more is refused
 * @throws FileRefused, TooManyRows
 */
export function readRows(bytes: Uint8Array, most: number): SheetRow[] {
  const archive = openArchive(bytes);
  const workbook = workbookOf(archive);
  const parts = relationsOf(archive, workbook);
  const sheets: { id: string; isHidden: boolean }[] = [];
  let epoch = Date.UTC(1899, 11, 30);
  walk(archive, workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? ''))
        epoch = Date.UTC(1904, 0, 1);
      if (name === 'sheet')
        sheets.push({ id: relationOf(attributes), isHidden: 'hidden' === attributes['state'] });
    },
  });
  const worksheets = sheets.filter(({ id }) => parts.get(id)?.type === 'worksheet');
  const sheet = worksheets.find(({ isHidden }) => !isHidden) ?? worksheets[0] ?? refuse('no sheet');
  const partOf = (type: string) => [...parts.values()].find((part) => part.type === type)?.target;
  const texts = sharedTexts(archive, partOf('sharedStrings'));
  const styles = stylesOf(archive, partOf('styles'));
  const seen = new Set([workbook, partOf('sharedStrings'), partOf('styles'), parts.get(sheet.id)!.target]);
  for (const name of archive.names) if (!seen.has(name)) refuseDoctype(archive, name);
  return rowsOf(archive, parts.get(sheet.id)!.target, { texts, styles, epoch, most });
}

// ── The parts of the file ──────────────────────────────────────────────────────────────────────────

interface Handlers {
  open: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Reads an XML part; names of elements come without their prefix. */
function walk(archive: Archive, part: string, { open, close, text }: Handlers): void {
  const bytes = archive.read(part) ?? refuse(`no ${part}`);
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => refuse('doctype'));
  parser.on('error', () => refuse('broken XML'));
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.write(decodeXml(bytes)).close();
}

/** The id of a relation: the one attribute read here that has a prefix, whichever a file calls it. */
const relationOf = (attributes: Record<string, string>): string =>
  Object.entries(attributes).find(([name]) => localName(name) === 'id')?.[1] ?? '';

/** Parts that are not read may not declare entities either. */
function refuseDoctype(archive: Archive, name: string): void {
  const bytes = archive.read(name)!;
  const [first = 0, second] = bytes;
  const looksLikeXml =
    first === 0xef || first === 0x3c || first <= 0x20 || (first === 0xff && second === 0xfe);
  if (!looksLikeXml && !(first === 0xfe && second === 0xff) && !/\.(xml|rels|vml)$/i.test(name)) return;
  const encoding = first === 0xff ? 'utf-16le' : first === 0xfe ? 'utf-16be' : 'utf-8';
  if (/<!(DOCTYPE|ENTITY)/.test(new TextDecoder(encoding).decode(bytes))) refuse('doctype');
}

function workbookOf(archive: Archive): string {
  const types = new Map<string, string>();
  walk(archive, '[Content_Types].xml', {
    open: (name, { PartName, Extension, ContentType = '' }) => {
      if (/macroEnabled|vbaProject/i.test(ContentType)) refuse('macros');
      if (name === 'Override' && PartName) types.set(PartName.replace(/^\//, ''), ContentType);
      if (name === 'Default' && Extension) types.set(`.${Extension}`, ContentType);
    },
  });
  if (archive.names.some((name) => /vbaproject/i.test(name))) refuse('macros');
  const [workbook = refuse('no workbook')] = [...relationsOf(archive, '').values()]
    .filter(({ type }) => type === 'officeDocument')
    .map(({ target }) => target);
  const type = types.get(workbook) ?? types.get(workbook.slice(workbook.lastIndexOf('.')));
  return type === WORKBOOK_TYPE ? workbook : refuse('no workbook');
}

/** What a part refers to inside of the file, by id; '' is the file itself. */
function relationsOf(archive: Archive, part: string): Map<string, { type: string; target: string }> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const relations = new Map<string, { type: string; target: string }>();
  walk(archive, `${folder}_rels/${part.slice(folder.length)}.rels`, {
    open: (_name, { Id, Type, Target, TargetMode }) => {
      if (!Id || !Type || !Target || TargetMode === 'External') return;
      const target = pathOf(Target, folder);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return relations;
}

/** Where a relation points, as a name in the archive; what would climb out of it ends at its top. */
function pathOf(target: string, folder: string): string {
  try {
    return decodeURIComponent(new URL(target, `file:///${folder}`).pathname.slice(1));
  } catch {
    return refuse('relation');
  }
}

function sharedTexts(archive: Archive, part: string | undefined): string[] {
  const texts: string[] = [];
  if (!part) return texts;
  const richText = textCollector();
  walk(archive, part, {
    open: richText.open,
    text: richText.text,
    close: (name) => {
      richText.close(name);
      if (name === 'si') texts.push(richText.take());
    },
  });
  return texts;
}

/** Joins the runs of a text; how a word is pronounced is none of it. */
function textCollector() {
  let collected = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open: (name: string) => {
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close: (name: string) => {
      if (name === 'rPh') isPhonetic = false;
      if (name === 't') isText = false;
    },
    text: (text: string) => {
      if (isText) collected += text;
    },
    take: () => {
      const text = collected;
      collected = '';
      return unescape(text);
    },
  };
}

/** Spreadsheets write signs that XML cannot hold as _x000D_. */
function unescape(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => {
    const sign = Number.parseInt(code, 16);
    return sign < 32 || (sign >= 0xd800 && sign <= 0xdfff) ? ' ' : String.fromCharCode(sign);
  });
}

/** How a style shows a number. */
type Shown = 'date' | 'percent' | 'number';

/** How the styles show a number, by their place. */
function stylesOf(archive: Archive, part: string | undefined): Shown[] {
  const styles: Shown[] = [];
  if (!part) return styles;
  const formats = new Map<number, string>();
  let isCellStyle = false;
  walk(archive, part, {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) styles.push(shownBy(Number(numFmtId), formats.get(Number(numFmtId))));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles;
}

/** Letters that a number format has at most in Excel. */
const LONGEST_CODE = 255;

function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) {
    if (id === 9 || id === 10) return 'percent';
    const isDate =
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
    return isDate ? 'date' : 'number';
  }
  // Not the letters of literal text, colours and languages.
  const plain = code.slice(0, LONGEST_CODE).replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '');
  if (plain.includes('%')) return 'percent';
  return !/^general$/i.test(plain) && /[dmyhs]/i.test(plain) ? 'date' : 'number';
}

// ── The sheet ──────────────────────────────────────────────────────────────────────────────────────

interface Reading {
  texts: string[];
  styles: Shown[];
  /** Milliseconds of day 0. */
  epoch: number;
  most: number;
}

interface Area {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

function rowsOf(archive: Archive, part: string, reading: Reading): SheetRow[] {
  const rows: SheetRow[] = [];
  const merged: Area[] = [];
  const inline = textCollector();
  let row: SheetRow = { number: 0, cells: [] };
  let cell = { column: 0, type: '', style: 0, isCounted: false };
  let value = '';
  let isValue = false;
  let total = 0;
  walk(archive, part, {
    open: (name, attributes) => {
      if (name === 'row') row = { number: rowNumber(attributes['r'], row.number), cells: [] };
      else if (name === 'c') {
        cell = {
          column: columnNumber(attributes['r'], cell.column, row),
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          isCounted: false,
        };
      } else if (name === 'f') cell.isCounted = true;
      else if (name === 'mergeCell') merged.push(areaOf(attributes['ref'] ?? ''));
      isValue = name === 'v';
      inline.open(name);
    },
    text: (text) => {
      if (isValue) value += text;
      inline.text(text);
    },
    close: (name) => {
      isValue = false;
      inline.close(name);
      if (name === 'c') {
        const text = textOf(value, inline.take(), cell, reading).trim();
        value = '';
        if (text === '' || cell.column > MOST_COLUMNS) return;
        total += text.length;
        if (total > MOST_TEXT) refuse('too much text');
        while (row.cells.length < cell.column - 1) row.cells.push('');
        row.cells[cell.column - 1] = text;
        if (cell.type === 'e' || (cell.isCounted && text === UNCOUNTED))
          (row.errors ??= []).push(cell.column - 1);
      }
      if (name === 'row') {
        cell.column = 0;
        if (row.cells.length === 0) return;
        if (rows.length === reading.most) throw new TooManyRows();
        rows.push(row);
      }
    },
  });
  return fillMerged(rows, merged, total);
}

function rowNumber(given: string | undefined, before: number): number {
  const number = given === undefined ? before + 1 : Number(given);
  return Number.isInteger(number) && number > before && number <= LAST_ROW ? number : refuse('row number');
}

/** From 1; without an address a cell follows the one before. */
function columnNumber(address: string | undefined, before: number, row: SheetRow): number {
  if (address === undefined) return before + 1;
  const { top, left } = positionOf(address);
  return top === row.number && left > before ? left : refuse('cell address');
}

function positionOf(address: string): { top: number; left: number } {
  const [, letters = '', digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(address) ?? [];
  let left = 0;
  for (let n = 0; n < letters.length; n += 1) left = left * 26 + letters.charCodeAt(n) - 64;
  const top = Number(digits);
  return left > 0 && left <= LAST_COLUMN && top > 0 && top <= LAST_ROW
    ? { top, left }
    : refuse('cell address');
}

function areaOf(ref: string): Area {
  const [from = '', to = from] = ref.split(':');
  const [{ top, left }, { top: bottom, left: right }] = [positionOf(from), positionOf(to)];
  if (bottom < top || right < left || (bottom - top + 1) * (right - left + 1) > MOST_MERGED) refuse('merge');
  return { top, bottom, left, right };
}

/** Gives each cell of a merged area the area's value, in rows that hold something of their own. */
function fillMerged(rows: SheetRow[], merged: readonly Area[], total: number): SheetRow[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  let steps = 0;
  for (const { top, bottom, left, right } of merged) {
    const text = byNumber.get(top)?.cells[left - 1] ?? '';
    if (text === '') continue;
    for (let number = top; number <= bottom; number += 1) {
      const { cells = [] } = byNumber.get(number) ?? {};
      const last = cells.length > 0 ? Math.min(right, MOST_COLUMNS) : 0;
      for (let column = left; column <= last; column += 1) {
        if (number === top && column === left) continue;
        while (cells.length < column - 1) cells.push('');
        cells[column - 1] = text;
        total += text.length;
        if (total > MOST_TEXT) refuse('too much text');
      }
      steps += 1;
      if (steps > MOST_MERGED) refuse('merges');
    }
  }
  return rows;
}

function textOf(
  value: string,
  inline: string,
  { type, style, isCounted }: { type: string; style: number; isCounted: boolean },
  { texts, styles, epoch }: Reading,
): string {
  switch (type) {
    case 's':
      return value === '' ? '' : (texts[Number(value)] ?? refuse('shared text'));
    case 'inlineStr':
      return inline;
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
    case 'd':
      return dateText(Date.parse(/Z|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`), value);
    case 'n':
      if (value.trim() === '') return isCounted ? UNCOUNTED : '';
      if (styles[style] === 'date') return dateText(epoch + Number(value) * 86_400_000, value);
      return styles[style] === 'percent' ? `${numberText(String(Number(value) * 100))}%` : numberText(value);
    default:
      return unescape(value);
  }
}

/** As a spreadsheet shows it with 15 digits, a phone without exponent. */
function numberText(value: string): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)));
}

/** Day, month, year; the time where there is one. */
function dateText(time: number, value: string): string {
  const date = new Date(Math.round(time / 1000) * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return value;
  const [day, clock] = [date.toISOString().slice(0, 10), date.toISOString().slice(11, 16)];
  const shown = day.split('-').toReversed().join('.');
  if (date.getUTCFullYear() < 1900) return clock;
  return clock === '00:00' ? shown : `${shown} ${clock}`;
}
