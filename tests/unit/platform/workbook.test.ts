import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partsOf, rowsXml, sheetXml, xlsx, zip } from '../../../tools/bench/files/xlsx.ts';
import { FileRefused, openArchive } from '../../../worker/platform/formats/zip-archive.ts';
import { recognise, roleNamed, splitName } from '../../../worker/people/imports/columns.ts';
import { writeWorkbook } from '../../../worker/platform/formats/xlsx.ts';
import { readRows } from '../../../worker/platform/formats/xlsx-reader.ts';
import { HOSTILE_FILES } from '../../../tools/bench/files/hostile-files.ts';

const read = (bytes: Uint8Array) => readRows(bytes, 5005).map(({ number, cells }) => [number, ...cells]);
const sheet = (rows: string, after = '', given = {}) => zip(partsOf(sheetXml(rows, after), given));

describe('cells come as the text that a spreadsheet shows', () => {
  test('shared, rich and inline texts, without how a word is pronounced', () => {
    const shared = `<sst><si><t>role</t></si><si><r><t>Ко</t></r><r><rPr><b/></rPr><t xml:space="preserve">валь </t></r><rPh sb="0" eb="1"><t>kova</t></rPh></si></sst>`;
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>a_x000D_b &amp; c</t></is></c></row>';
    expect(read(sheet(rows, '', { shared }))).toEqual([[1, 'role', 'Коваль', '', 'a b & c']]);
  });

  test('numbers without exponent, truth values, kept values of formulas, an error where none is', () => {
    const rows = `<row><c><v>3.80671234567E11</v></c><c><v>0.1</v></c><c t="b"><v>1</v></c>
      <c t="str"><f>A1&amp;"x"</f><v>kept</v></c><c><f>1+1</f></c><c t="e"><v>#N/A</v></c><c><v>671234567</v></c></row>`;
    expect(read(sheet(rows))).toEqual([
      [1, '380671234567', '0.1', 'TRUE', 'kept', '#N/A', '#N/A', '671234567'],
    ]);
  });

  test('dates by their style, in either calendar', () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="[$-422]&quot;day &quot;0"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const rows =
      '<row><c s="1"><v>46000</v></c><c s="2"><v>46000.5</v></c><c s="3"><v>7</v></c><c t="d"><v>2026-11-21</v></c><c><v>46000</v></c></row>';
    expect(read(sheet(rows, '', { styles }))).toEqual([
      [1, '09.12.2025', '09.12.2025 12:00', '7', '21.11.2026', '46000'],
    ]);
  });

  test('shares of a hundred by their style', () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts>
      <cellXfs><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const rows =
      '<row><c s="0"><v>0.07</v></c><c s="1"><v>0.125</v></c><c s="2"><v>-0.29</v></c><c s="3"><v>5</v></c><c s="0" t="str"><v>7 %</v></c></row>';
    expect(read(sheet(rows, '', { styles }))).toEqual([[1, '7%', '12.5%', '-29%', '5', '7 %']]);
  });

  // Both templates write their cells as text, and the spreadsheet keeps that of a number that is typed.
  test.each([48, 49])('numbers in the built-in style %i, which is of no date', (style) => {
    const styles = `<styleSheet><cellXfs><xf numFmtId="${style}"/></cellXfs></styleSheet>`;
    expect(read(sheet('<row><c s="0"><v>1</v></c><c s="0"><v>2</v></c></row>', '', { styles }))).toEqual([
      [1, '1', '2'],
    ]);
  });

  test('a merged area has its first value in every row that holds something', () => {
    const rows = rowsXml([
      ['role', 'email'],
      ['student', 'a@example.com'],
      [null, 'b@example.com'],
      [null, null],
    ]);
    const merged = '<mergeCells><mergeCell ref="A2:A4"/></mergeCells>';
    expect(read(sheet(rows, merged))).toEqual([
      [1, 'role', 'email'],
      [2, 'student', 'a@example.com'],
      [3, 'student', 'b@example.com'],
    ]);
  });

  test('empty rows are skipped and numbers of rows kept', () => {
    expect(read(sheet(`${rowsXml([['a'], [''], ['b']])}<row r="90"><c r="B90"><v>1</v></c></row>`))).toEqual([
      [1, 'a'],
      [3, 'b'],
      [90, '', '1'],
    ]);
  });

  test('UTF-16 and prefixed names read alike', () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Їжак</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    const little = new Uint8Array(
      new Uint16Array([0xfeff, ...Array.from(xml, (sign) => sign.charCodeAt(0))]).buffer,
    );
    const big = little.slice();
    for (let at = 0; at < big.length; at += 2) [big[at], big[at + 1]] = [big[at + 1]!, big[at]!];
    expect(read(zip(partsOf(little)))).toEqual([[1, 'Їжак']]);
    expect(read(zip(partsOf(big)))).toEqual([[1, 'Їжак']]);
  });

  test('the first visible sheet counts', () => {
    const parts = partsOf(sheetXml(rowsXml([['shown']])));
    const [workbook, relations] = [parts[2]!, parts[3]!];
    workbook.content = String(workbook.content).replace(
      '<sheets>',
      '<sheets><sheet name="H" state="hidden" r:id="rId9"/>',
    );
    relations.content = String(relations.content).replace(
      '</Relationships>',
      '<Relationship Id="rId9" Type="x/worksheet" Target="hidden.xml"/></Relationships>',
    );
    expect(
      read(zip([...parts, { name: 'xl/hidden.xml', content: sheetXml(rowsXml([['hidden']])) }])),
    ).toEqual([[1, 'shown']]);
  });

  test('one row more than asked for is refused', () => {
    expect(() => readRows(xlsx([['a'], ['b'], ['c']]), 2)).toThrow();
  });
});

test.each(HOSTILE_FILES)('%s is refused for what it is', (_name, make, why) => {
  expect(() => read(make())).toThrow(new FileRefused(why));
});

test('a file with bytes written over is read or refused, never anything else', () => {
  const rows = [
    ['role', 'email'],
    ['student', 'a@example.com'],
  ];
  const original = zip(partsOf(sheetXml(rowsXml(rows))).map((part) => ({ ...part, isStored: true })));
  const overwritten = fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(overwritten, (changes) => {
      const bytes = original.slice();
      for (const [at, value] of changes) bytes[at] = value;
      try {
        readRows(bytes, 10);
      } catch (error) {
        expect(error).toBeInstanceOf(FileRefused);
      }
    }),
    { numRuns: 2000 },
  );
});

describe('a written sheet', () => {
  const text = { header: 'Текст & <назва>', width: 20, format: 'text' } as const;
  const number = { header: 'Число', width: 10, format: 'percent' } as const;

  test('holds shares without the noise of binary fractions', async () => {
    const rows = [['a', 60.16 / 100] as const, ['b', 2 / 3] as const];
    const found = readRows(await writeWorkbook({ name: 'Аркуш', columns: [text, number], rows }), 100);
    expect(found.slice(1).map(({ cells }) => cells[1])).toEqual(['60.16%', '66.67%']);
  });

  test('is read again as it was written, with nothing that begins like a formula', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom('=1+1', '+1', '-1', '@x', '\tx', '<b>&amp;"'),
    );
    const figure = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 1000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, figure), { maxLength: 20 }), async (rows) => {
        const found = readRows(
          await writeWorkbook({ name: 'Аркуш: [1]', columns: [text, number], rows }),
          100,
        );
        expect(found[0]!.cells).toEqual([text.header, number.header]);
        const kept = rows.map(([first, second]) => {
          // What XML cannot hold is left out, and a reader sees one kind of line break.
          const shown = first
            .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
            .replace(/\r\n?/g, '\n');
          return [/^[=+\-@\t\r]/.test(first) ? `'${shown}` : shown, second] as const;
        });
        const cells = found.slice(1).map((row) => row.cells);
        expect(cells.map(([first]) => (first ?? '').trim())).toEqual(kept.map(([first]) => first.trim()));
        const share = (second: number) => `${Number((second * 100).toPrecision(15))}%`;
        expect(cells.map(([, second]) => second)).toEqual(kept.map(([, second]) => share(second)));
      }),
      { numRuns: 40 },
    );
  });

  test('has as many columns and rows as are given, in pieces', async () => {
    const columns = Array.from({ length: 60 }, () => text);
    const rows = Array.from({ length: 800 }, (_, row) => columns.map((__, place) => `${row}-${place}`));
    const written = new TextDecoder().decode(
      openArchive(await writeWorkbook({ name: 'Великий', columns, rows, filterable: true })).read(
        'xl/worksheets/sheet1.xml',
      )!,
    );
    expect(written.match(/<row /g)).toHaveLength(801);
    expect(written).toContain(
      '<c r="BH801" s="1" t="inlineStr"><is><t xml:space="preserve">799-59</t></is></c></row></sheetData>',
    );
    expect(written).toContain('<autoFilter ref="A1:BH801"/>');
  });

  test('is printed on its side, as wide as a page, with its heads on each', async () => {
    const instructions = { name: 'B', how: [], tables: [] };
    const workbook = await writeWorkbook(instructions, { name: "О'Генрі", columns: [text], rows: [['а']] });
    const part = (path: string) => new TextDecoder().decode(openArchive(workbook).read(path)!);
    const [guide, table] = [1, 2].map((place) => part(`xl/worksheets/sheet${place}.xml`)) as [string, string];
    expect(table).toMatch(
      /<sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr>.*<pageSetup [^>]*"landscape"[^>]*fitToHeight="0"/,
    );
    expect(guide).not.toContain('pageSetup');
    expect(part('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm.Print_Titles" localSheetId="1">'О''Генрі'!$1:$1</definedName>`,
    );
  });

  test('lets one choose in the rows of its column, and says what is wrong with anything else', async () => {
    const choices = { of: ['так', 'ні & ні'], rows: 500, error: 'Виберіть "так" чи "ні".' };
    const workbook = await writeWorkbook(
      { name: 'A', columns: [number, { ...text, choices }], rows: [], frozen: 'heads' },
      {
        name: 'B',
        how: ['Рядок', 'Другий'],
        tables: [{ heads: ['Стовпець', 'Що'], rows: [['роль', '<x>']] }],
      },
    );
    const sheets = [1, 2].map((place) =>
      new TextDecoder().decode(openArchive(workbook).read(`xl/worksheets/sheet${place}.xml`)!),
    );
    expect(sheets[0]).toContain(
      '<dataValidation type="list" allowBlank="1" showErrorMessage="1" error="Виберіть &quot;так&quot; чи &quot;ні&quot;." sqref="B2:B501"><formula1>&quot;так,ні &amp; ні&quot;</formula1></dataValidation>',
    );
    // Empty cells of the column are text too: what is typed into one keeps its zeros.
    expect(sheets[0]).toContain('<col min="2" max="2" width="20" style="1" customWidth="1"/>');
    expect(sheets[1]).toContain('<mergeCell ref="A1:B1"/><mergeCell ref="A2:B2"/></mergeCells>');
    expect(sheets[1]).toMatch(
      /<c r="A5"[^>]*><is><t [^>]*>роль<\/t><\/is><\/c><c r="B5"[^>]*><is><t [^>]*>&lt;x&gt;</,
    );
  });
});

describe('columns', () => {
  test('are recognised in three languages, whatever case and punctuation', () => {
    expect(
      recognise([
        'РОЛЬ',
        'e-mail',
        'Логін/Телефон',
        "Прізвище, ім'я, по батькові",
        'Abteilung',
        'Gruppen-ID',
        'Розмір взуття',
        'Email',
      ]),
    ).toEqual(['role', 'email', 'phone', 'full_name', 'department', 'manager_department_id', null, null]);
    expect(recognise(['Surname', 'Name', 'manager_department_id'])).toEqual([
      'last_name',
      'first_name',
      'manager_department_id',
    ]);
    expect(recognise(['Name', 'Vorname'])).toEqual(['last_name', 'first_name']);
  });

  test('roles and names', () => {
    expect(['Менеджер', ' trainer', 'Lernende:r', 'Teilnehmer', 'ADMIN', 'owner', ''].map(roleNamed)).toEqual(
      ['manager', 'trainer', 'student', 'student', 'admin', null, null],
    );
    expect(splitName('Ґалаґан Їжакевич-Яр Марія Іванівна')).toEqual({
      last_name: 'Ґалаґан',
      first_name: 'Їжакевич-Яр',
      middle_name: 'Марія Іванівна',
    });
  });
});
