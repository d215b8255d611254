import JSZip from 'jszip';
import { expect, test } from 'vitest';
import type { WrittenQuestion } from '../../../../worker/exams/exchange/exchange.ts';
import { readGift } from '../../../../worker/exams/exchange/moodle/gift.ts';
import { writeGift } from '../../../../worker/exams/exchange/moodle/gift-writer.ts';
import { readMoodle } from '../../../../worker/exams/exchange/moodle/moodle-xml.ts';
import { writeMoodle } from '../../../../worker/exams/exchange/moodle/moodle-xml-writer.ts';
import { readQti } from '../../../../worker/exams/exchange/qti/qti.ts';
import { writeQti } from '../../../../worker/exams/exchange/qti/qti-writer.ts';
import { answerCells, readSheet } from '../../../../worker/exams/exchange/sheet.ts';

/** A picture of 200 by 100 pixels, as far as its head says. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAMgAAABkCAIAAABM5OhcAAAAEElEQVR42u3BMQEAAADCoPVPbQ0PoAAAAA==';
const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const WORDS = { right: 'True', wrong: 'False' };
const drop = (shape: string, coords: string, choice = 1) =>
  `<drop><no>1</no><shape>${shape}</shape><coords>${coords}</coords><choice>${choice}</choice></drop>`;
const markers = (inside: string) =>
  readMoodle(
    bytes(
      `<quiz><question type="ddmarker"><questiontext format="html"><text>Where?</text></questiontext>${inside}</question></quiz>`,
    ),
    WORDS,
  )[0]!;
const FILE = `<file name="map.png" encoding="base64">${PNG}</file>`;

test('markers of one name are places on their picture', () => {
  const read = markers(
    FILE + drop('circle', '50,50;10') + drop('rectangle', '100,0;50,50') + drop('polygon', '0,0;20,0;0,10'),
  );
  expect(read).toMatchObject({
    type: 'hotspot',
    problems: [],
    hotspot: { places: 3 },
    files: [{ name: 'map.png', kind: 'attachment' }],
    answers: [
      { is_right_answer: true, area: { shape: 'ellipse', coords: [0.2, 0.4, 0.1, 0.2] } },
      { is_right_answer: true, area: { shape: 'rect', coords: [0.5, 0, 0.25, 0.5] } },
      { is_right_answer: true, area: { shape: 'polygon', coords: [0, 0, 0.1, 0, 0, 0.1] } },
    ],
  });
});

test('an area is called as its marker is, and by a number where there are several', () => {
  const named = `${FILE}<drag><no>1</no><text>the center</text></drag><drag><no>2</no><text>other</text></drag>`;
  const titles = (inside: string) => markers(inside).answers.map(({ title }) => title);
  expect(titles(named + drop('circle', '50,50;10'))).toEqual(['the center']);
  expect(titles(named + drop('circle', '50,50;10') + drop('circle', '90,50;10'))).toEqual([
    'the center 1',
    'the center 2',
  ]);
  expect(titles(FILE + drop('circle', '50,50;10'))).toEqual(['1']);
});

test.each([
  ['several names', FILE + drop('circle', '1,1;1') + drop('circle', '9,9;1', 2), 'several_labels'],
  ['no picture', drop('circle', '1,1;1'), 'no_picture'],
  ['no zone', FILE, 'no_right_answer'],
] as const)('markers with %s are refused', (_what, inside, problem) => {
  expect(markers(inside).problems).toEqual([problem]);
});

const PLACES: WrittenQuestion = {
  title: 'Where is it?',
  description: '',
  type: 'hotspot',
  credit: 'parts',
  multiple_right_answers: false,
  required: false,
  score: 2,
  hotspot: { places: 2, alt: 'A map: roads' },
  answers: [
    {
      title: 'Kyiv: the capital',
      is_right_answer: true,
      area: { shape: 'ellipse', coords: [0.2, 0.4, 0.1, 0.2] },
    },
    { title: '50 %', is_right_answer: true, area: { shape: 'rect', coords: [0.5, 0, 0.25, 0.5] } },
    {
      title: 'near',
      is_right_answer: false,
      percent: 50,
      area: { shape: 'polygon', coords: [0, 0, 0.1, 0, 0, 0.1] },
    },
  ],
};
const picture = {
  id: 1,
  name: 'map.png',
  content_type: 'image/png',
  kind: 'attachment' as const,
  bytes: new Uint8Array(Buffer.from(PNG, 'base64')),
};

/** Without the comments of our own, as other systems read it. */
const bare = (text: string) => text.replace(/<!--osnova:.*?-->/g, '');

test('places written as markers and points are read by their pixels, too', async () => {
  const question = { ...PLACES, files: [picture] };
  const [moodle] = readMoodle(bytes(bare(writeMoodle([question]))), WORDS);
  expect(moodle).toMatchObject({ type: 'hotspot', hotspot: { places: 2 } });
  expect(moodle!.answers.map(({ area }) => area)).toEqual(PLACES.answers.slice(0, 2).map(({ area }) => area));
  for (const version of ['2.1', '3.0'] as const) {
    const zip = await JSZip.loadAsync(await writeQti('T', [question], version));
    zip.file('item-1.xml', bare(await zip.file('item-1.xml')!.async('string')));
    const [item] = readQti(new Uint8Array(await zip.generateAsync({ type: 'uint8array' })));
    expect(item).toMatchObject({ type: 'hotspot', problems: [], hotspot: { places: 2 } });
    expect(
      item!.answers.map(({ is_right_answer, percent, area }) => [is_right_answer, percent, area]),
    ).toEqual(PLACES.answers.map(({ is_right_answer, percent, area }) => [is_right_answer, percent, area]));
  }
});

test('a hotspot interaction asks for its areas', async () => {
  const zip = new JSZip();
  zip.file(
    'imsmanifest.xml',
    '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="i.xml"/></resources></manifest>',
  );
  zip.file('map.png', PNG, { base64: true });
  zip.file(
    'i.xml',
    `<assessmentItem identifier="i" title="Where?"><responseDeclaration identifier="R" cardinality="single" baseType="identifier">
      <correctResponse><value>B</value></correctResponse></responseDeclaration><itemBody>
      <hotspotInteraction responseIdentifier="R" maxChoices="1"><prompt>Where?</prompt><object data="map.png" width="400" height="200"/>
      <hotspotChoice identifier="A" shape="rect" coords="0,0,100,100"/><hotspotChoice identifier="B" shape="circle" coords="200,100,20"/>
      </hotspotInteraction></itemBody></assessmentItem>`,
  );
  const [item] = readQti(new Uint8Array(await zip.generateAsync({ type: 'uint8array' })));
  expect(item).toMatchObject({
    type: 'hotspot',
    credit: 'all',
    hotspot: { places: 1 },
    answers: [
      { title: 'A', is_right_answer: false, area: { shape: 'rect', coords: [0, 0, 0.25, 0.5] } },
      { title: 'B', is_right_answer: true, area: { shape: 'ellipse', coords: [0.45, 0.4, 0.1, 0.2] } },
    ],
    files: [{ name: 'map.png' }],
  });
});

test('notes of GIFT and the cells of a sheet hold places without their picture', () => {
  const { type, hotspot, answers } = PLACES;
  expect(readGift(writeGift([PLACES]), WORDS)).toMatchObject([
    { type, hotspot, answers, score: 2, credit: 'parts', problems: [] },
  ]);
  const cells = answerCells({
    type: 'hotspot',
    multiple_right_answers: false,
    hotspot: { places: 2, alt: 'A map: roads' },
    answers: answers.map((answer, at) => ({ id: at + 1, ...answer })),
  });
  expect(cells[2]).toBe('ellipse 0.2 0.4 0.1 0.2: Kyiv: the capital');
  const rows = [
    { number: 1, cells: ['Question', 'Type', ...cells.map((_, at) => `Answer ${at + 1}`)] },
    { number: 2, cells: ['Where?', 'place', ...cells] },
  ];
  expect(readSheet(rows)).toMatchObject([{ type, hotspot, answers, problems: [] }]);
});
