import { expect, test } from 'vitest';
import { comesAlong } from '../../../../web/lib/reading/comes-along.ts';

const MB = 1024 ** 2;

test.each([
  ['a picture in the text', { kind: 'inline', group: 'image', size: MB }, 'theory', true],
  ['an attached picture', { kind: 'attachment', group: 'image', size: MB }, 'theory', true],
  [
    'an attached document, which is taken along',
    { kind: 'attachment', group: 'text', size: MB },
    'theory',
    false,
  ],
  ['a large picture', { kind: 'attachment', group: 'image', size: 11 * MB }, 'theory', false],
  ['a document that is shown', { kind: 'main', group: 'text', size: MB }, 'pdf', true],
  ['a video', { kind: 'main', group: 'video', size: MB }, 'video', false],
])('%s comes along with a material that is opened, or does not', (_, file, type, comes) => {
  expect(comesAlong(file, type)).toBe(comes);
});
