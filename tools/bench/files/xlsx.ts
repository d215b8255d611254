import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a zip file; what a well-made file would declare may be declared otherwise. */
export interface Part {
  name: string;
  content: string | Uint8Array;
  isStored?: boolean;
  flags?: number;
  /** Bytes when inflated, as declared. */
  declared?: number;
  /** Lies inside of the part before, so many bytes after that one's header begins. */
  within?: number;
}

/** A zip file of parts. */
export function zip(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const local: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  let start = 0;
  for (const { name, content, isStored = false, flags = 0, declared, within } of parts) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const encodedName = new TextEncoder().encode(name);
    const fields = [
      u16(flags),
      u16(isStored ? 0 : 8),
      u32(0),
      u32(crc32(bytes)),
      u32(packed.length),
      u32(declared ?? bytes.length),
      u16(encodedName.length),
      u16(0),
    ];
    if (within === undefined) {
      start = at;
      const header = join([u32(0x04034b50), u16(20), ...fields, encodedName]);
      local.push(header, packed);
      at += header.length + packed.length;
    }
    directory.push(
      join([
        u32(0x02014b50),
        u16(20),
        u16(20),
        ...fields,
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(start + (within ?? 0)),
        encodedName,
      ]),
    );
  }
  const central = join(directory);
  const count = u16(Math.min(parts.length, 0xffff));
  const end = join([u32(0x06054b50), u32(0), count, count, u32(central.length), u32(at), u16(0)]);
  return join([...local, central, end]);
}

const u16 = (value: number) => new Uint8Array(new Uint16Array([value]).buffer);
const u32 = (value: number) => new Uint8Array(new Uint32Array([value]).buffer);

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The parts of a small xlsx file around a sheet's XML. */
export function partsOf(
  sheet: string | Uint8Array,
  given: { type?: string; shared?: string; styles?: string } = {},
): Part[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  return [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${given.type ?? MAIN}"/></Types>`,
    },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          (given.shared ? relation('rId2', 'sharedStrings', 'sharedStrings.xml') : '') +
          (given.styles ? relation('rId3', 'styles', '/xl/styles.xml') : ''),
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...(given.shared ? [{ name: 'xl/sharedStrings.xml', content: given.shared }] : []),
    ...(given.styles ? [{ name: 'xl/styles.xml', content: given.styles }] : []),
  ];
}

/** A sheet's XML with rows of cells as XML, and what follows the rows. */
export function sheetXml(rows: string, after = ''): string {
  return `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${after}</worksheet>`;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Rows of texts as cells with inline strings. */
export function rowsXml(rows: readonly (readonly (string | null)[])[], first = 1): string {
  const cell = (text: string | null, column: number, row: number) =>
    text === null
      ? ''
      : `<c r="${String.fromCharCode(65 + column)}${row}" t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`;
  return rows
    .map((cells, place) => {
      const row = first + place;
      return `<row r="${row}">${cells.map((text, column) => cell(text, column, row)).join('')}</row>`;
    })
    .join('');
}

/** An xlsx file of texts. */
export function xlsx(rows: readonly (readonly (string | null)[])[]): Uint8Array<ArrayBuffer> {
  return zip(partsOf(sheetXml(rowsXml(rows))));
}
