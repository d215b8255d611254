import { expect, test } from 'vitest';
import { decodedText } from '../../../worker/platform/formats/text-encoding.ts';
import { decodeXml } from '../../../worker/platform/formats/xml.ts';

/** Bytes of a text in an encoding of single bytes. */
function bytesIn(encoding: string, text: string): Uint8Array {
  const signs = Array.from({ length: 256 }, (_, code) =>
    new TextDecoder(encoding).decode(new Uint8Array([code])),
  );
  return new Uint8Array(Array.from(text, (sign) => signs.indexOf(sign)));
}

const WORDS = 'Їжак їсть ґедзя? П’ять осіб у касках, НПАОП 0.00-1.15-07, GIFT';

test('a text that is no UTF-8 is Windows-1251 where that gives Cyrillic words', () => {
  expect(decodedText(bytesIn('windows-1251', WORDS))).toBe(WORDS);
  expect(decodedText(new TextEncoder().encode(`\uFEFF${WORDS}`))).toBe(WORDS);
});

test.each([
  ['windows-1252', 'Größe für Übungen, Straße, schön'],
  ['windows-1252', 'Année, élève, où êtes-vous? Çà et là'],
  ['windows-1250', 'Źdźbło, żółć, gęślą jaźń'],
  ['koi8-u', 'Їжак їсть ґедзя, а Петро стоїть поруч'],
  ['ibm866', 'Привет, как дела у Петра и у Анны'],
])('one in %s is not taken for it: %s', (encoding, text) => {
  expect(decodedText(bytesIn(encoding, text))).toBeNull();
});

test.each(['windows-1251', 'KOI8-U', 'utf-8'])(
  'XML is read in the encoding that it declares: %s',
  (encoding) => {
    const xml = `<?xml version="1.0" encoding="${encoding}"?><a>Їжак</a>`;
    const bytes = encoding === 'utf-8' ? new TextEncoder().encode(xml) : bytesIn(encoding, xml);
    expect(decodeXml(bytes)).toBe(xml);
  },
);

test.each([
  ['utf-16', '<a/>'],
  ['windows-9999', '<a/>'],
  ['utf-8', '<a>\u00E4</a>'],
])('XML that is not in the encoding that it declares is refused with its name: %s', (encoding, rest) => {
  const bytes = bytesIn('windows-1252', `<?xml version="1.0" encoding="${encoding}"?>${rest}`);
  expect(() => decodeXml(bytes)).toThrow(`declared encoding: ${encoding}`);
});
