import { expect, test } from 'vitest';
import { gapSentence } from '../../../../web/features/exams/attempts/paper/answers/gap-sentence.ts';
import { gapParts } from '#contract/exams/questions';

test.each([
  ['alone', '[[1]]', 1, '…'],
  ['its own sentence only', 'First [[1]]. Then water at [[2]] °C. Last.', 2, 'Then water at … °C.'],
  ['other gaps by their places', 'From [[3]] to [[1]] by [[2]].', 1, 'From (1) to … by (3).'],
  ['a line as a sentence', 'One\ntwo [[1]] three\nfour', 1, 'two … three'],
  [
    'of a long sentence the words close by',
    `${'far '.repeat(50)}near [[1]] ${'far '.repeat(50)}`,
    1,
    `${'far '.repeat(28)}near …${' far'.repeat(14)}`,
  ],
])('a gap is named by the words around it: %s', (_what, text, gap, words) => {
  const parts = gapParts(text);
  expect(gapSentence(parts, parts.indexOf(gap))).toBe(words);
});
