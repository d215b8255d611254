import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { readQti } from '../../../../worker/exams/exchange/qti/qti.ts';
import { writeQti } from '../../../../worker/exams/exchange/qti/qti-writer.ts';
import { FileRefused } from '../../../../worker/platform/formats/zip-archive.ts';

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const right = (title: string, more = {}) => ({ title, is_right_answer: true, ...more });
const wrong = (title: string, more = {}) => ({ title, is_right_answer: false, ...more });

const item = (declared: string, body: string, more = '') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Called so" adaptive="false">
    ${declared}<itemBody>${body}</itemBody>${more}</assessmentItem>`;
const says = (kind: string, values: string[], mapped: [string, number][] = [], id = 'R') => {
  const entries = mapped.map(([key, value]) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`).join('');
  return `<responseDeclaration identifier="${id}" ${kind}><correctResponse>${values
    .map((value) => `<value>${value}</value>`)
    .join(
      '',
    )}</correctResponse>${entries && `<mapping defaultValue="0">${entries}</mapping>`}</responseDeclaration>`;
};
const single = 'cardinality="single" baseType="identifier"';
const choices = (name: string, ...words: string[]) =>
  words.map((word) => `<${name} identifier="${word}">${word}</${name}>`).join('');
const by = (template: string) =>
  `<responseProcessing template="http://www.imsglobal.org/rptemplates/${template}"/>`;

const READ: [string, string, object][] = [
  [
    'one choice with a near miss',
    item(
      says(
        single,
        ['A'],
        [
          ['A', 2],
          ['B', 1],
        ],
      ),
      `<p>Look.</p><choiceInteraction responseIdentifier="R"><prompt>Which?</prompt>${choices('simpleChoice', 'A', 'B', 'C')}</choiceInteraction>`,
      by('map_response'),
    ),
    {
      title: 'Look.\nWhich?',
      credit: 'parts',
      answers: [right('A'), wrong('B', { percent: 50 }), wrong('C')],
    },
  ],
  [
    'several choices',
    item(
      says('cardinality="multiple" baseType="identifier"', ['A', 'B']),
      `<choiceInteraction responseIdentifier="R">${choices('simpleChoice', 'A', 'B', 'C')}</choiceInteraction>`,
      by('match_correct'),
    ),
    {
      title: 'Called so',
      multiple_right_answers: true,
      credit: 'all',
      answers: [right('A'), right('B'), wrong('C')],
    },
  ],
  [
    'a text that is typed',
    item(
      says(
        'cardinality="single" baseType="string"',
        ['York'],
        [
          ['York', 1],
          ['york', 0.5],
        ],
      ),
      '<p>Sun of <textEntryInteraction responseIdentifier="R"/>.</p>',
    ),
    {
      title: 'Sun of _____.',
      type: 'short_answer',
      match_case: true,
      answers: [right('York'), right('york', { percent: 50 })],
    },
  ],
  [
    'a number',
    item(
      says('cardinality="single" baseType="float"', ['9.8']),
      '<p>g? <textEntryInteraction responseIdentifier="R"/></p>',
      '<responseProcessing><equal toleranceMode="relative" tolerance="5 5"/></responseProcessing>',
    ),
    { type: 'number', answers: [right('9.8', { tolerance: '5%' })] },
  ],
  [
    'a slider, as a number',
    item(
      says('cardinality="single" baseType="integer"', ['16']),
      '<sliderInteraction responseIdentifier="R" lowerBound="0" upperBound="100"><prompt>How many?</prompt></sliderInteraction>',
    ),
    { title: 'How many?', type: 'number', answers: [right('16')] },
  ],
  [
    'pairs, and what belongs to none',
    item(
      says('cardinality="multiple" baseType="directedPair"', ['A X', 'B X']),
      `<matchInteraction responseIdentifier="R"><prompt>Match</prompt><simpleMatchSet>${choices('simpleAssociableChoice', 'A', 'B')}</simpleMatchSet><simpleMatchSet>${choices('simpleAssociableChoice', 'X', 'Y')}</simpleMatchSet></matchInteraction>`,
      by('map_response'),
    ),
    {
      type: 'matching',
      credit: 'parts',
      answers: [right('A', { match: 'X' }), right('B', { match: 'X' }), wrong('', { match: 'Y' })],
    },
  ],
  [
    'gaps',
    item(
      says('cardinality="single" baseType="string"', ['a'], [], 'G') + says(single, ['A'], [], 'H'),
      `<p>Fill in.</p><p>One <textEntryInteraction responseIdentifier="G"/>, two <inlineChoiceInteraction responseIdentifier="H">${choices('inlineChoice', 'A', 'B')}</inlineChoiceInteraction></p>`,
    ),
    {
      title: 'Fill in.',
      type: 'gaps',
      gap_text: 'One [[1]], two [[2]]',
      answers: [right('a', { gap: 1 }), right('A', { gap: 2 }), wrong('B', { gap: 2 })],
    },
  ],
];

test.each(READ)('%s is read, in QTI 2 and 3', (_, xml, expected) => {
  expect(readQti(bytes(xml))).toMatchObject([{ problems: [], left_out: [], ...expected }]);
  const kebab = (name: string) => name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);
  const third = xml
    .replace(
      /<(\/?)([a-z]+[A-Z]\w*|prompt|value|equal|mapping)\b/g,
      (_tag, end: string, name: string) => `<${end}qti-${kebab(name)}`,
    )
    .replace(/ ([a-z]+[A-Z]\w*)=/g, (_key, name: string) => ` ${kebab(name)}=`);
  expect(readQti(bytes(third))).toMatchObject([{ problems: [], left_out: [], ...expected }]);
});

test.each([
  ['', 'text_only'],
  ['<hotspotInteraction responseIdentifier="R"/>', 'no_picture'],
  [
    '<choiceInteraction responseIdentifier="R"/><orderInteraction responseIdentifier="R"/>',
    'several_interactions',
  ],
  [
    '<choiceInteraction responseIdentifier="R"><simpleChoice identifier="A"><img src="a.png"/></simpleChoice></choiceInteraction>',
    'picture_answer',
  ],
  [
    '<choiceInteraction responseIdentifier="none"><simpleChoice identifier="A">a</simpleChoice></choiceInteraction>',
    'no_right_answer',
  ],
])('%s is refused: %s', (body, problem) => {
  expect(readQti(bytes(item(says(single, ['A']), body)))[0]!.problems).toEqual([problem]);
});

test('a number in a gap is accepted as it may be written, and one that may be off is refused', () => {
  const entries = ['G', 'H']
    .map((id) => `<p><textEntryInteraction responseIdentifier="${id}"/></p>`)
    .join('');
  const number = 'cardinality="single" baseType="float"';
  const asked = (rules: string) =>
    readQti(
      bytes(item(says(number, ['4.0'], [], 'G') + says(number, ['-0.5'], [], 'H'), entries, rules)),
    )[0]!;
  expect(asked('').answers.map(({ gap, title }) => [gap, title])).toEqual([
    [1, '4'],
    [1, '4.0'],
    [1, '4,0'],
    [2, '-0.5'],
    [2, '-0,5'],
  ]);
  const off =
    '<responseProcessing><equal toleranceMode="absolute" tolerance="0.5 0.5"><variable identifier="G"/><correct identifier="G"/></equal></responseProcessing>';
  expect(asked(off).problems).toEqual(['gap_tolerance']);
});

test('an item whose right answer stands in its rules alone says so', () => {
  const body = '<p>The answer? <textEntryInteraction responseIdentifier="R"/></p>';
  const rules =
    '<responseProcessing><responseCondition><responseIf><equal/></responseIf></responseCondition></responseProcessing>';
  const declared = '<responseDeclaration identifier="R" cardinality="single" baseType="integer"/>';
  const problems = (processing?: string) => readQti(bytes(item(declared, body, processing)))[0]!.problems;
  expect(problems(rules)).toEqual(['key_in_rules']);
  expect(problems()).toEqual(['no_right_answer']);
});

const manifest = (hrefs: string[], type = 'imsqti_item_xmlv2p1') =>
  `<manifest><resources>${hrefs.map((href) => `<resource type="${type}" href="${href}"/>`).join('')}</resources></manifest>`;
const CHOICE = item(
  says(single, ['A']),
  `<p>Where? <img src="../media/map%201.png" alt="x"/><img src="../../out.png"/></p><choiceInteraction responseIdentifier="R">${choices('simpleChoice', 'A', 'B')}</choiceInteraction>`,
);
async function zipped(files: Record<string, string | Uint8Array>, change: (zip: JSZip) => void = () => {}) {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(files)) zip.file(name, content, { createFolders: false });
  change(zip);
  return new Uint8Array(await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }));
}

test('a package is read in the order of its test, with pictures, and what is broken in it is told', async () => {
  const read = readQti(
    await zipped({
      'imsmanifest.xml': `<manifest><resources><resource type="imsqti_item_xmlv2p1" href="items/a.xml"/>
        <resource type="imsqti_item_xmlv2p1" href="items/b.xml"/><resource type="imsqti_item_xmlv2p1" href="gone.xml"/>
        <resource type="imsqti_item_xmlv2p1" href="../up.xml"/><resource type="imsqti_test_xmlv2p1" href="test.xml"/></resources></manifest>`,
      'test.xml':
        '<assessmentTest><testPart><assessmentSection><assessmentItemRef href="items/b.xml"/><assessmentItemRef href="link.xml"/></assessmentSection></testPart></assessmentTest>',
      'items/a.xml': CHOICE,
      'items/b.xml': '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assessmentItem/>',
      'link.xml': '<cartridge_basiclti_link/>',
      'media/map 1.png': new Uint8Array([1, 2]),
    }),
  );
  expect(read).toMatchObject([
    { line: 1, source: 'items/b.xml', problems: ['malformed'] },
    { line: 2, source: 'link.xml', problems: ['not_a_question'] },
    {
      line: 3,
      source: 'items/a.xml',
      title: 'Where?',
      description: '<p><img src="/api/v1/media/1" alt="x"></p>',
      files: [{ name: 'map 1.png', kind: 'inline' }],
      left_out: ['files'],
      problems: [],
    },
    { source: 'gone.xml', problems: ['missing_item'] },
  ]);
});

/** Where the line of the first file begins in the directory. */
test('an address of many marks is gone through once', async () => {
  const address = `a.png${'?'.repeat(400_000)}&#10;b`;
  const body = `<p>Where? <img src="${address}"/></p><choiceInteraction responseIdentifier="R">${choices('simpleChoice', 'A', 'B')}</choiceInteraction>`;
  const files = { 'imsmanifest.xml': manifest(['i.xml']), 'i.xml': item(says(single, ['A']), body) };
  expect(readQti(await zipped(files))).toMatchObject([{ title: 'Where?', left_out: ['files'] }]);
});

const directoryOf = (zip: Uint8Array) =>
  zip.findLastIndex(
    (_, at) => zip[at] === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 1 && zip[at + 3] === 2,
  );

const ATTACKS: [string, () => Promise<Uint8Array>, string][] = [
  ['a path out of the package', () => zipped({ '../up.xml': 'a' }), 'name of an entry'],
  ['an absolute path', () => zipped({ '/etc/passwd': 'a' }), 'name of an entry'],
  ['one name twice', () => zipped({ 'a.xml': 'a', 'A.xml': 'b' }), 'entry twice'],
  [
    'a bomb',
    async () => {
      const bomb = await zipped({ 'a.xml': 'a' });
      new DataView(bomb.buffer).setUint32(directoryOf(bomb) + 24, 61 * 1024 * 1024, true);
      return bomb;
    },
    'inflated size',
  ],
  ['no manifest', () => zipped({ 'a.xml': 'a' }), 'no manifest'],
  ['no items', () => zipped({ 'imsmanifest.xml': manifest(['a.html'], 'webcontent') }), 'no items'],
  ['QTI 1', () => zipped({ 'imsmanifest.xml': manifest(['a.xml'], 'imsqti_xmlv1p2') }), 'QTI 1'],
  [
    'a link',
    async () => {
      const zip = new JSZip();
      zip.file('a', '/etc/passwd', { unixPermissions: 0o120777 });
      return new Uint8Array(await zip.generateAsync({ type: 'uint8array', platform: 'UNIX' }));
    },
    'link',
  ],
  [
    'a password',
    async () => {
      const locked = await zipped({ 'a.xml': 'a' });
      // The flag of encryption, in the local header and in the directory.
      for (const at of [6, directoryOf(locked) + 8]) locked[at]! |= 1;
      return locked;
    },
    'encrypted',
  ],
];

test.each(ATTACKS)('a package with %s is refused', async (_, make, why) => {
  const made = await make();
  expect(() => readQti(made)).toThrow(new FileRefused(why));
});

test('an item whose manifest names the standard alone is read', async () => {
  const files = { 'imsmanifest.xml': manifest(['a.xml'], 'imsqti_v2p1'), 'a.xml': CHOICE };
  expect(readQti(await zipped(files))).toMatchObject([{ source: 'a.xml', title: 'Where?', problems: [] }]);
});

test('a package names its version, and an item tells no order by its words', async () => {
  const question = { title: 'Q', description: '', multiple_right_answers: false, required: false, score: 1 };
  const answers = [right('b'), right('a')];
  const made = await JSZip.loadAsync(
    await writeQti('T', [{ ...question, type: 'ordering', answers }], '3.0'),
  );
  expect(await made.file('imsmanifest.xml')!.async('string')).toContain('imsqti_item_xmlv3p0');
  const written = await made.file('item-1.xml')!.async('string');
  expect(written.indexOf('>a</qti-simple-choice>')).toBeLessThan(written.indexOf('>b</qti-simple-choice>'));
});

test('what the schemas ask for is there, though HTML and a draft do without', async () => {
  const question = { title: 'Q', multiple_right_answers: false, required: false, score: 1 };
  const made = await JSZip.loadAsync(
    await writeQti(
      'T',
      [
        {
          ...question,
          description:
            '<table><tr><td>1</td></tr></table><blockquote>two <b>words</b><p>more</p></blockquote>',
          answers: [right('a')],
        },
        { ...question, description: '', type: 'hotspot', hotspot: { places: 1, alt: 'A hall' }, answers: [] },
      ],
      '2.2',
    ),
  );
  const written = (id: number) => made.file(`item-${id}.xml`)!.async('string');
  expect(await written(1)).toContain('<table><tbody><tr><td>1</td></tr></tbody></table>');
  expect(await written(1)).toContain('<blockquote><p>two <b>words</b></p><p>more</p></blockquote>');
  expect(await written(2)).toContain('<object type="image/png" data=""');
});
