import { expect, test } from 'vitest';
import fc from 'fast-check';
import { FILE_KINDS } from '../../../../worker/exams/questions/contract.ts';
import { readMoodle } from '../../../../worker/exams/exchange/moodle/moodle-xml.ts';
import { readQti } from '../../../../worker/exams/exchange/qti/qti.ts';
import { writeQti } from '../../../../worker/exams/exchange/qti/qti-writer.ts';
import { readGift } from '../../../../worker/exams/exchange/moodle/gift.ts';
import { writeGift } from '../../../../worker/exams/exchange/moodle/gift-writer.ts';
import { writeMoodle } from '../../../../worker/exams/exchange/moodle/moodle-xml-writer.ts';
import { readSheet } from '../../../../worker/exams/exchange/sheet.ts';
import { writeQuestions } from '../../../../worker/exams/exchange/sheet-writer.ts';
import { readRows } from '../../../../worker/platform/formats/xlsx-reader.ts';
import { hasAnswerFeedback } from '../../../../worker/exams/questions/contract.ts';
import type { ReadQuestion, WrittenQuestion } from '../../../../worker/exams/exchange/exchange.ts';

/** What goes out and comes in again is the same: random questions of every type, each format. */

const SEED = Number(process.env['SEED'] ?? 20_261_124);
const WORDS = { right: 'Правда', wrong: 'Неправда' };

const sign = fc.constantFrom(...Array.from('абвґєїʼ’ -–<>&"\'*\\{}=~#%:;.,/()[]€²x1]'));
const text = (most = 20) =>
  fc
    .array(sign, { minLength: 1, maxLength: most })
    .map((signs) => signs.join('').replace(/\s+/g, ' ').trim())
    .filter((word) => word !== '');
const lines = fc.array(text(), { minLength: 1, maxLength: 3 }).map((each) => each.join('\n'));
const others = fc.uniqueArray(text(), { minLength: 2, maxLength: 6, selector: (word) => word.toLowerCase() });
const percent = fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined });
const withPercent = fc.record({ title: text(), percent });
const NUMBERS = ['3.14', '3,14', '-7', '−12', '1e3', '1 000', '.5'];
const number = fc.record({
  title: fc.constantFrom(...NUMBERS),
  percent,
  tolerance: fc.constantFrom(undefined, '0.5', '0,5', '5%'),
});

const PICTURE = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 1]);
const FILE = new Uint8Array([37, 80, 68, 70, 45]);
const FILES: Pick<WrittenQuestion, 'description' | 'files'>[] = [
  { description: '', files: [] },
  {
    description: '<p>See <b>below</b> &amp; above</p><table><tbody><tr><td>1</td></tr></tbody></table>',
    files: [],
  },
  { description: '<table><tr><td>1</td></tr></table><blockquote>two <b>words</b></blockquote>', files: [] },
  {
    description: '<p><u>a</u> <span data-type="inline-math" data-latex="x^2"></span></p>',
    files: [],
  },
  {
    description: '<p>Look: <img src="/api/v1/media/1" alt="a &lt; b" width="10" height="20"> here</p>',
    files: [
      { id: 1, name: 'схема 1.png', content_type: 'image/png', kind: 'inline', bytes: PICTURE },
      { id: 2, name: 'план.pdf', content_type: 'application/pdf', kind: 'attachment', bytes: FILE },
    ],
  },
];

const plain = {
  match_case: false,
  unit: '',
  gap_text: '',
  multiple_right_answers: false,
  credit: 'all',
} as const;
const credit = fc.constantFrom('all', 'parts');
const defined = <T extends object>(one: T) =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as T;
const right = (answer: object) => ({ is_right_answer: true, ...defined(answer) });
type Asked = Omit<WrittenQuestion, 'title' | 'description' | 'required' | 'score' | 'files'>;

const words = fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined });

/** A part of a picture's width in ten-thousandths. */
const part = fc.integer({ min: 0, max: 10_000 }).map((whole) => whole / 10_000);
const area = fc.oneof(
  fc.record({
    shape: fc.constantFrom('rect' as const, 'ellipse' as const),
    coords: fc.array(part, { minLength: 4, maxLength: 4 }),
  }),
  fc.record({
    shape: fc.constant('polygon' as const),
    coords: fc.array(fc.tuple(part, part), { minLength: 3, maxLength: 6 }).map((corners) => corners.flat()),
  }),
);

const handed = fc.record({
  max_files: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  file_kinds: fc.option(fc.shuffledSubarray([...FILE_KINDS], { minLength: 1 }), { nil: undefined }),
  max_megabytes: fc.option(fc.integer({ min: 1, max: 2048 }), { nil: undefined }),
});

const asked = fc.oneof(
  fc
    .tuple(
      fc.array(fc.tuple(lines, area, fc.boolean(), percent), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 20 }),
      fc.option(lines, { nil: '' }),
      credit,
    )
    .map(([areas, places, alt, given]) => ({
      ...plain,
      type: 'hotspot',
      credit: given,
      hotspot: { places, alt },
      answers: areas.map(([title, own, is_right_answer, near]) => ({
        title,
        is_right_answer,
        ...(near && !is_right_answer && { percent: near }),
        area: own,
      })),
    })),
  fc.tuple(handed, lines).map(([work, note]) => ({
    ...plain,
    type: 'upload',
    work: defined(work),
    marking: { note },
    answers: [],
  })),
  fc.tuple(fc.record({ min_words: words, max_words: words }), lines).map(([work, note]) => ({
    ...plain,
    type: 'essay',
    work: defined(work),
    marking: { note },
    answers: [],
  })),
  fc.tuple(others, fc.nat(), percent).map(([titles, at, near]) => ({
    ...plain,
    type: 'choice',
    credit: near ? 'parts' : 'all',
    answers: titles.map((title, place) =>
      place === at % titles.length
        ? { title, is_right_answer: true }
        : { title, is_right_answer: false, ...(near && place % 2 && { percent: near }) },
    ),
  })),
  fc
    .tuple(fc.array(fc.tuple(text(), others, fc.boolean()), { minLength: 1, maxLength: 4 }), credit)
    .map(([parts, given]) => ({
      ...plain,
      type: 'gaps',
      credit: given,
      gap_text: parts.map(([before], at) => `${before.replaceAll('[', '(')} [[${at + 1}]]`).join(' '),
      answers: parts.flatMap(([, titles, isList], gap) =>
        titles.map((title, at) => ({ title, is_right_answer: !isList || at === 0, gap: gap + 1 })),
      ),
    })),
  fc.tuple(others, fc.integer({ min: 1, max: 31 }), credit).map(([titles, mask, given]) => {
    const answers = titles.map((title, place) => ({ title, is_right_answer: ((mask >> place) & 1) === 1 }));
    if (!answers.some((answer) => answer.is_right_answer)) answers[0]!.is_right_answer = true;
    // Where nothing is wrong there is nothing to take away.
    const isAll = answers.every((answer) => answer.is_right_answer);
    return { ...plain, type: 'choice', multiple_right_answers: true, credit: isAll ? 'all' : given, answers };
  }),
  fc
    .tuple(
      fc.uniqueArray(withPercent, { minLength: 1, maxLength: 4, selector: ({ title }) => title }),
      fc.boolean(),
    )
    .map(([answers, match_case]) => ({
      ...plain,
      type: 'short_answer',
      match_case,
      answers: answers.map(right),
    })),
  fc
    .tuple(
      fc.uniqueArray(number, {
        minLength: 1,
        maxLength: 3,
        // The same one with another tolerance may give a part.
        selector: ({ title, tolerance = '' }) => `${title} ${tolerance}`,
      }),
      fc.constantFrom('', 'кг'),
    )
    .map(([answers, unit]) => ({ ...plain, type: 'number', unit, answers: answers.map(right) })),
  fc.tuple(others, credit).map(([titles, given]) => ({
    ...plain,
    type: 'ordering',
    credit: given,
    answers: titles.map((title) => right({ title })),
  })),
  fc.tuple(others, others, fc.boolean(), credit).map(([titles, matches, hasMore, given]) => ({
    ...plain,
    type: 'matching',
    credit: given,
    answers: [
      ...titles.map((title, at) => right({ title, match: matches[at % matches.length]! })),
      ...(hasMore ? [{ title: '', is_right_answer: false, match: 'more' }] : []),
    ],
  })),
) as fc.Arbitrary<Asked>;

const section = fc.option(
  fc
    .record({ title: fc.option(text(), { nil: '' }), introduction: fc.option(lines, { nil: '' }) })
    .filter(({ title, introduction }) => title !== '' || introduction !== ''),
  { nil: undefined },
);

const question = fc
  .record({
    asked,
    title: lines,
    required: fc.boolean(),
    score: fc.integer({ min: 0, max: 100 }),
    shown: fc.constantFrom(...FILES),
    section,
    feedback: fc.option(lines, { nil: undefined }),
    told: fc.array(fc.option(lines, { nil: undefined }), { maxLength: 4 }),
  })
  .map(({ asked: own, shown, feedback, told, ...rest }): WrittenQuestion => {
    const said = (line: string | undefined) => (line === undefined ? {} : { feedback: line });
    const answers = hasAnswerFeedback(own.type ?? 'choice')
      ? own.answers.map((answer, at) => ({ ...answer, ...said(told[at]) }))
      : own.answers;
    return { ...own, ...shown, ...rest, ...said(feedback), answers };
  });

/** Without where it stood and what was noticed. */
function bare({
  line: _line,
  named: _named,
  problems,
  source: _source,
  left_out = [],
  files = [],
  // A section of a test is a folder of the bank.
  folders: _folders,
  ...read
}: ReadQuestion) {
  return {
    ...read,
    files: files.map(({ name, kind, bytes }) => ({ name, kind, bytes })),
    problems,
    left_out,
  };
}
const expected = ({ files = [], ...written }: WrittenQuestion) => ({
  ...written,
  files: files.map(({ name, kind, bytes }) => ({ name, kind, bytes })),
  problems: [],
  left_out: [],
});

const bytesOf = (content: string) => new Uint8Array(new TextEncoder().encode(content));

test('questions as Moodle XML are the same when they come back', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 6 }), (questions) => {
      const read = readMoodle(bytesOf(writeMoodle(questions)), WORDS);
      expect(read.map(bare)).toEqual(questions.map(expected));
    }),
    { seed: SEED, numRuns: 150 },
  );
});

/** Where questions of the bank lie, a slash at either end of a name, and their tags. */
const filed = fc.record({
  folders: fc.array(text(), { maxLength: 4 }),
  tags: fc.uniqueArray(text(), { maxLength: 4, selector: (tag) => tag.toLowerCase() }),
});
const filedQuestions = fc
  .array(fc.tuple(question, filed), { minLength: 1, maxLength: 6 })
  .map((all) =>
    all.map(([one, place]) => ({ ...one, ...place, section: undefined, files: [], description: '' })),
  );
const placesOf = (questions: readonly Pick<ReadQuestion, 'folders' | 'tags'>[]) =>
  questions.map(({ folders = [], tags = [] }) => ({ folders, tags }));

test('folders and tags of the bank are the same when they come back as Moodle XML or GIFT', () => {
  fc.assert(
    fc.property(filedQuestions, (questions) => {
      const written = placesOf(questions);
      expect(placesOf(readMoodle(bytesOf(writeMoodle(questions)), WORDS))).toEqual(written);
      expect(placesOf(readGift(writeGift(questions), WORDS))).toEqual(written);
    }),
    { seed: SEED, numRuns: 200 },
  );
});

test.each(['2.1', '2.2', '3.0'] as const)(
  'questions as QTI %s are the same when they come back',
  async (version) => {
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 6 }), async (questions) => {
        const read = readQti(await writeQti('Test', questions, version));
        expect(read.map(bare)).toEqual(questions.map(expected));
      }),
      { seed: SEED, numRuns: 60 },
    );
  },
);

/** What has no pictures. */
const inWords = fc.array(question, { minLength: 1, maxLength: 6 }).map((questions) =>
  questions.map((one): WrittenQuestion => ({
    ...one,
    files: [],
    description: one.files?.length ? '' : one.description,
  })),
);

test('questions as GIFT are the same when they come back', () => {
  fc.assert(
    fc.property(inWords, (questions) => {
      expect(readGift(writeGift(questions), WORDS).map(bare)).toEqual(questions.map(expected));
    }),
    { seed: SEED, numRuns: 150 },
  );
});

test.each(['uk', 'en', 'de'] as const)(
  'questions as a sheet in %s are the same when they come back',
  async (language) => {
    await fc.assert(
      fc.asyncProperty(inWords, async (questions) => {
        const { bytes } = await writeQuestions(questions, language, 'sheet');
        const read = readSheet(readRows(new Uint8Array(bytes as Uint8Array), 500))!;
        // Introductions of sections have no column.
        const titled = questions.map(({ section: own, ...one }) => ({
          ...expected(one),
          section: own?.title ? { title: own.title, introduction: '' } : undefined,
        }));
        expect(read.map(bare)).toEqual(titled);
      }),
      { seed: SEED, numRuns: 60 },
    );
  },
);
