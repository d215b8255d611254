import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapParts } from '../../../../worker/exams/questions/contract.ts';
import { readMarkedGaps, writeMarkedGaps } from '../../../../worker/exams/exchange/parts/marked-gaps.ts';

test('a text with its gaps in double brackets', () => {
  expect(readMarkedGaps('Kyiv lies on [[Dnipro|50%: the Dnipro]], Lviv on [[Poltva|~Buh]].')).toEqual({
    gap_text: 'Kyiv lies on [[1]], Lviv on [[2]].',
    answers: [
      { gap: 1, title: 'Dnipro', is_right_answer: true },
      { gap: 1, title: 'the Dnipro', is_right_answer: true, percent: 50 },
      { gap: 2, title: 'Poltva', is_right_answer: true },
      { gap: 2, title: 'Buh', is_right_answer: false },
    ],
  });
  expect(readMarkedGaps('In [[1941]] [[')).toEqual({
    gap_text: 'In [[1]] [[',
    answers: [{ gap: 1, title: '1941', is_right_answer: true }],
  });
});

const signs = fc.constantFrom('[', ']', '[[', ']]', '|', '~', '\\', '%', '5%:', 'a', ' ', '1', '\n');
const words = fc.array(signs, { maxLength: 6 }).map((parts) => parts.join(''));
const title = words.map((text) => text.trim()).filter((text) => text !== '');
const answer = fc
  .tuple(title, fc.boolean(), fc.constantFrom({}, { percent: 50 }))
  .map(([text, is_right_answer, share]) => ({ title: text, is_right_answer, ...share }));

test('what is written with brackets reads the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(words, fc.array(answer, { minLength: 1, maxLength: 3 })), { maxLength: 3 }),
      words,
      (gaps, end) => {
        const gap_text = gaps.map(([before], at) => `${before}[[${at + 1}]]`).join('') + end;
        fc.pre(gapParts(gap_text).filter((part) => typeof part === 'number').length === gaps.length);
        const answers = gaps.flatMap(([, variants], at) =>
          variants.map((variant) => ({ gap: at + 1, ...variant })),
        );
        expect(readMarkedGaps(writeMarkedGaps(gap_text, answers))).toEqual({ gap_text, answers });
      },
    ),
    { numRuns: 2000 },
  );
});
