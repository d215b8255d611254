import { escapeXml } from './xml-writer.ts';
import { ZipWriter } from './zip-writer.ts';

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
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(fitting)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
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
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** A, B, … Z, AA, … */
function letterOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}
