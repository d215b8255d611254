import { partsOf, rowsXml, sheetXml, xlsx, zip, type Part } from './xlsx.ts';

const HEAD = ['role', 'email'];
const good = sheetXml(rowsXml([HEAD, ['student', 'a@example.com']]));
const SHEET = 'xl/worksheets/sheet1.xml';
const WORKBOOK = 'xl/workbook.xml';

const withPart = (part: Part) => zip([...partsOf(good), part]);
const withSheet = (content: string, part: Partial<Part> = {}) =>
  zip(partsOf(good).map((each) => (each.name === SHEET ? { ...each, content, ...part } : each)));
const changed = (name: string, change: (content: string) => string) =>
  zip(
    partsOf(good).map((each) =>
      each.name === name ? { ...each, content: change(String(each.content)) } : each,
    ),
  );
const merged = (...areas: string[]) =>
  withSheet(
    sheetXml(
      rowsXml([HEAD, ...Array.from({ length: 5000 }, () => ['student'])]),
      `<mergeCells>${areas.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
    ),
  );
const empty = (count: number): Part[] =>
  Array.from({ length: count }, (_, n) => ({ name: `p${n}`, content: '', isStored: true }));
/** The bytes of a good file, one field of its end record or directory written over. */
const patched = (patch: (view: DataView, end: number) => void) => {
  const bytes = zip(partsOf(good));
  patch(new DataView(bytes.buffer), bytes.length - 22);
  return bytes;
};
const doctype = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><x>&a;</x>';
const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array([0xfeff, ...Array.from(text, (sign) => sign.charCodeAt(0))]).buffer);
const inner = zip([{ name: 'b.xml', content: '<x/>' }]);
/** As much as a file may hold. */
const LONG = Array.from({ length: 5000 }, (_row, n) =>
  Array.from({ length: 12 }, (_, cell) => `${'text '.repeat(9)}${n} ${cell}`),
);
const ole = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(600).fill(0)]);
const MACROS = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
const TEMPLATE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml';

/** Files that are not as an xlsx file has to be, with the reader's reason. */
export const HOSTILE_FILES: [name: string, make: () => Uint8Array<ArrayBuffer>, why: string][] = [
  [
    'text',
    () => Uint8Array.from('role;email;phone;full name', (sign) => sign.charCodeAt(0)),
    'not a zip file',
  ],
  ['an old or encrypted workbook', () => ole, 'not a zip file'],
  ['two bytes', () => Uint8Array.of(0x50, 0x4b), 'truncated'],
  ['a truncated file', () => xlsx([HEAD]).slice(0, -300), 'no end record'],
  ['a file cut in front', () => xlsx([HEAD]).slice(10), 'not a zip file'],
  ['another zip file', () => zip([{ name: 'a.txt', content: 'text' }]), 'no [Content_Types].xml'],
  [
    'a zip without workbook',
    () => changed('_rels/.rels', (xml) => xml.replace('/officeDocument"', '/other"')),
    'no workbook',
  ],
  ['encrypted parts', () => withSheet(good, { flags: 1 }), 'encrypted'],
  ['a workbook with macros', () => zip(partsOf(good, { type: MACROS })), 'macros'],
  ['macros under another type', () => withPart({ name: 'xl/vbaProject.bin', content: 'x' }), 'macros'],
  ['a template', () => zip(partsOf(good, { type: TEMPLATE })), 'no workbook'],
  ['entities in the sheet', () => withSheet(doctype), 'doctype'],
  [
    'entities in a part nobody reads',
    () => withPart({ name: 'docProps/core.xml', content: doctype }),
    'doctype',
  ],
  ['entities in UTF-16', () => withPart({ name: 'a.bin', content: utf16(doctype) }), 'doctype'],
  ['entities that are not declared', () => withSheet('<worksheet>&a;</worksheet>'), 'broken XML'],
  ['5,000 entries', () => zip([...partsOf(good), ...empty(5000)]), 'number of entries'],
  ['201 entries', () => zip([...partsOf(good), ...empty(196)]), 'number of entries'],
  [
    'a count that lies',
    () => patched((view, end) => view.setUint32(end + 8, 0x00020002, true)),
    'size of the directory',
  ],
  ['several disks', () => patched((view, end) => view.setUint16(end + 4, 1, true)), 'several disks'],
  [
    'zip64',
    () => patched((view, end) => view.setUint32(view.getUint32(end + 16, true) + 24, 0xffffffff, true)),
    'zip64',
  ],
  [
    'another compression',
    () => patched((view, end) => view.setUint16(view.getUint32(end + 16, true) + 10, 12, true)),
    'method',
  ],
  ['another name in its header', () => patched((view) => view.setUint8(30, 0x41)), 'two names'],
  ['a bomb', () => withPart({ name: 'xl/a.bin', content: new Uint8Array(60_000_000) }), 'inflated size'],
  [
    'a bomb that declares little',
    () => withPart({ name: 'a.xml', content: new Uint8Array(60_000_000), declared: 9 }),
    'compressed data',
  ],
  ['a part that declares too much', () => withSheet(good, { declared: 9000 }), 'size of an entry'],
  [
    'a bomb inside of a bomb',
    () =>
      withPart({
        name: 'a.zip',
        content: zip([{ name: 'b', content: new Uint8Array(60_000_000) }]),
        declared: 60_000_000,
      }),
    'inflated size',
  ],
  [
    'many small bombs',
    () =>
      zip([
        ...partsOf(good),
        ...[1, 2, 3].map((n) => ({ name: `a${n}`, content: new Uint8Array(3_000_000) })),
      ]),
    'inflated size',
  ],
  [
    'overlapping entries',
    () =>
      zip([
        ...partsOf(good),
        { name: 'a', content: inner, isStored: true },
        { name: 'b.xml', content: '<x/>', within: 31 },
      ]),
    'overlapping entries',
  ],
  ['an entry twice', () => withPart({ name: 'XL/Workbook.xml', content: '<x/>' }), 'entry twice'],
  ['a name that climbs', () => withPart({ name: '../../evil.xml', content: '<x/>' }), 'name of an entry'],
  ['an absolute name', () => withPart({ name: '/etc/passwd', content: 'x' }), 'name of an entry'],
  ['a name for Windows', () => withPart({ name: 'C:\\evil.exe', content: 'x' }), 'name of an entry'],
  ['a row too far down', () => withSheet(sheetXml('<row r="1048577"><c><v>1</v></c></row>')), 'row number'],
  ['rows out of order', () => withSheet(sheetXml('<row r="2"/><row r="1"/>')), 'row number'],
  [
    'a cell of another row',
    () => withSheet(sheetXml('<row r="1"><c r="A2"><v>1</v></c></row>')),
    'cell address',
  ],
  [
    'a column too far right',
    () => withSheet(sheetXml('<row r="1"><c r="XFE1"><v>1</v></c></row>')),
    'cell address',
  ],
  ['the whole sheet merged', () => merged('A1:XFD1048576'), 'merge'],
  [
    'the same area merged a thousand times',
    () => merged(...Array.from({ length: 1000 }, () => 'A1:B5001')),
    'merges',
  ],
  ['broken XML', () => withSheet('<worksheet><sheetData><row></sheetData></worksheet>'), 'broken XML'],
  ['XML that breaks after 7 MB', () => withSheet(sheetXml(rowsXml(LONG), '</row>')), 'broken XML'],
  [
    'XML in an encoding that nobody knows',
    () => withSheet('<?xml version="1.0" encoding="windows-9999"?><worksheet/>'),
    'declared encoding: windows-9999',
  ],
  ['no sheet', () => changed(WORKBOOK, (xml) => xml.replace(/<sheet .*?\/>/, '')), 'no sheet'],
  [
    'a sheet outside of the file',
    () =>
      changed('xl/_rels/workbook.xml.rels', (xml) =>
        xml.replace('worksheets/sheet1.xml', '../../../etc/passwd'),
      ),
    'no etc/passwd',
  ],
  [
    'a relation that is no address',
    () => changed('xl/_rels/workbook.xml.rels', (xml) => xml.replace('worksheets/sheet1.xml', '%zz')),
    'relation',
  ],
  ['a text that is not there', () => withSheet(sheetXml('<row><c t="s"><v>7</v></c></row>')), 'shared text'],
  [
    'one long text in every cell',
    () =>
      zip(
        partsOf(sheetXml(`<row>${'<c t="s"><v>0</v></c>'.repeat(90)}</row>`.repeat(40)), {
          shared: `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`,
        }),
      ),
    'too much text',
  ],
];
