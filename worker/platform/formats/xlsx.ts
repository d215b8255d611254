import { escapeXml } from './xml-writer.ts';
import { ZipWriter } from './zip-writer.ts';

/**
 * Cells that a program would take for a formula begin with an apostrophe, in what we write; it is no part of the text. What
 * begins so by itself gets one more.
 */
const FORMULA_SIGN = /^'*[=+\-@\t\r]/;

/** Text that no program takes for a formula. */
function harmless(text: string): string {
  return FORMULA_SIGN.test(text) ? `'${text}` : text;
}

/** A cell's text without the apostrophe that kept it from being a formula. */
export function plainText(text: string): string {
  return text.startsWith("'") && FORMULA_SIGN.test(text.slice(1)) ? text.slice(1) : text;
}

/** How the numbers of a column are shown: in the order of the styles below. */
const FORMATS = ['text', 'number', 'whole', 'percent', 'date', 'duration', 'day'] as const;

export interface SheetColumn {
  header: string;
  /** In characters. */
  width: number;
  /**
   * percent: a share, 0 to 1, written with four decimals, without the noise of binary fractions;
   * date, day and duration: days, of which 1 is the 31st of December 1899; a day is shown without its time.
   */
  format: (typeof FORMATS)[number];
  /** What alone may be typed into its first rows, and what is said of anything else. */
  choices?: { of: readonly string[]; rows: number; error: string };
}

export type Cell = string | number | null;

/** A table below its heads. */
export interface TableSheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: Iterable<readonly Cell[]>;
  /** What stays while one scrolls: the heads, or the first column too. */
  frozen?: 'heads' | 'heads and names';
  filterable?: boolean;
}

/** How something is filled in: lines to read, then tables of two columns. */
export interface InstructionSheet {
  name: string;
  how: readonly string[];
  tables: readonly { heads: readonly string[]; rows: readonly (readonly string[])[] }[];
}

/**
 * A workbook of these sheets. Rows are compressed as they come: besides what has been compressed, only a piece of a sheet
 * is held.
 */
export async function writeWorkbook(
  ...sheets: readonly (TableSheet | InstructionSheet)[]
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = new ZipWriter();
  for (const [path, text] of Object.entries(partsOf(sheets))) await parts.add(path, [text]);
  for (const [place, sheet] of sheets.entries())
    await parts.add(
      `xl/worksheets/sheet${place + 1}.xml`,
      'rows' in sheet ? tableOf(sheet) : instructionsOf(sheet),
    );
  return parts.end();
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const WRAPPED = '<alignment vertical="top" wrapText="1"/>';
const xf = (format: number, font = 0, alignment = '') =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}${alignment ? ` applyAlignment="1">${alignment}</xf>` : '/>'}`;

/** One style per format, the bold one of heads, and those of instructions. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/><numFmt numFmtId="167" formatCode="dd\\.mm\\.yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="11">${xf(0)}${xf(49)}${xf(0)}${xf(1)}${xf(164)}${xf(165)}${xf(166)}${xf(167)}${xf(49, 1)}${xf(0, 0, WRAPPED)}${xf(0, 1, WRAPPED)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
const PERCENT_STYLE = FORMATS.indexOf('percent') + 1;
const HEAD_STYLE = FORMATS.length + 1;
const WRAPPED_STYLE = HEAD_STYLE + 1;
const WRAPPED_HEAD_STYLE = HEAD_STYLE + 2;

/** Everything but the sheets themselves. */
function partsOf(sheets: readonly (TableSheet | InstructionSheet)[]): Record<string, string> {
  const names = sheets.map(({ name }) => fittingName(name));
  const each = (write: (number: number, name: string) => string) =>
    names.map((name, place) => write(place + 1, name)).join('');
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${SHEET_ML}.${type}+xml"/>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (content: string) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook.xml', 'sheet.main')}${each((number) => override(`worksheets/sheet${number}.xml`, 'worksheet'))}${override('styles.xml', 'styles')}</Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      each((number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)) +
        relation(names.length + 1, 'styles', 'styles.xml'),
    ),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number, name) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets>${headsOfPages(sheets, names)}</workbook>`,
    'xl/styles.xml': STYLES,
  };
}

/** The heads of a table stand on each page of it that is printed. */
function headsOfPages(sheets: readonly (TableSheet | InstructionSheet)[], names: readonly string[]): string {
  const defined = sheets.flatMap((sheet, place) =>
    'rows' in sheet
      ? `<definedName name="_xlnm.Print_Titles" localSheetId="${place}">${escapeXml(`'${names[place]!.replaceAll("'", "''")}'`)}!$1:$1</definedName>`
      : [],
  );
  return defined.length ? `<definedNames>${defined.join('')}</definedNames>` : '';
}

/** Printed on its side, all columns on one page. */
const FITTED = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const ON_ITS_SIDE = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';

/** Without what the name of a sheet may not hold. */
const fittingName = (name: string) => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

const PANES = {
  heads: '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  'heads and names': '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>',
};

function* tableOf({ columns, rows, frozen, filterable }: TableSheet): Generator<string> {
  const letters = columns.map((_, place) => letterOf(place));
  const styles = columns.map(({ format }) => FORMATS.indexOf(format) + 1);
  const head = (cell: SheetColumn, place: number) => inline(`${letters[place]}1`, HEAD_STYLE, cell.header);
  yield `${XML}<worksheet xmlns="${MAIN}">${FITTED}`;
  if (frozen) yield `<sheetViews><sheetView workbookViewId="0">${PANES[frozen]}</sheetView></sheetViews>`;
  // The style of a column is that of its empty cells: text that is typed into one keeps its zeros and its plus.
  yield colsOf(columns.map(({ width }, place) => ({ width, style: styles[place]! })));
  yield `<sheetData><row r="1">${columns.map(head).join('')}</row>`;
  let number = 1;
  for (const row of rows) {
    number += 1;
    const cells = row.map((cell, place) => cellOf(`${letters[place]}${number}`, styles[place]!, cell));
    yield `<row r="${number}">${cells.join('')}</row>`;
  }
  yield '</sheetData>';
  if (filterable) yield `<autoFilter ref="A1:${letters.at(-1)}${number}"/>`;
  yield choicesOf(columns, letters);
  yield `${ON_ITS_SIDE}</worksheet>`;
}

function colsOf(columns: readonly { width: number; style: number }[]): string {
  const col = ({ width, style }: { width: number; style: number }, place: number) =>
    `<col min="${place + 1}" max="${place + 1}" width="${width}" style="${style}" customWidth="1"/>`;
  return `<cols>${columns.map(col).join('')}</cols>`;
}

function choicesOf(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const written = columns.flatMap(({ choices }, place) =>
    choices
      ? `<dataValidation type="list" allowBlank="1" showErrorMessage="1" error="${escapeXml(choices.error)}" sqref="${letters[place]}2:${letters[place]}${choices.rows + 1}"><formula1>${escapeXml(`"${choices.of.join(',')}"`)}</formula1></dataValidation>`
      : [],
  );
  return written.length
    ? `<dataValidations count="${written.length}">${written.join('')}</dataValidations>`
    : '';
}

/** Of a line to read, in points: two lines of text, since a row of merged cells does not grow by itself. */
const LINE_HEIGHT = 32;

function* instructionsOf({ how, tables }: InstructionSheet): Generator<string> {
  let number = 0;
  const row = (cells: readonly string[], style: number, height = '') =>
    `<row r="${(number += 1)}"${height}>${cells.map((cell, place) => inline(`${letterOf(place)}${number}`, style, cell)).join('')}</row>`;
  const columns = [26, 90].map((width) => ({ width, style: WRAPPED_STYLE }));
  yield `${XML}<worksheet xmlns="${MAIN}">${colsOf(columns)}<sheetData>`;
  for (const line of how) yield row([line], WRAPPED_STYLE, ` ht="${LINE_HEIGHT}" customHeight="1"`);
  for (const { heads, rows } of tables) {
    number += 1;
    yield row(heads, WRAPPED_HEAD_STYLE);
    for (const cells of rows) yield row(cells, WRAPPED_STYLE);
  }
  yield '</sheetData>';
  const merged = how.map((_, place) => `<mergeCell ref="A${place + 1}:B${place + 1}"/>`);
  if (merged.length) yield `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>`;
  yield '</worksheet>';
}

function cellOf(place: string, style: number, cell: Cell): string {
  if (cell === null || cell === '') return '';
  return typeof cell === 'number'
    ? `<c r="${place}" s="${style}"><v>${style === PERCENT_STYLE ? Math.round(cell * 10_000) / 10_000 : cell}</v></c>`
    : inline(place, style, harmless(cell));
}

const inline = (place: string, style: number, text: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** A, B, … Z, AA, … */
function letterOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}
