import { expect, test } from 'vitest';
import { filesOf, filesText } from '../../../../worker/exams/exchange/parts/upload-terms.ts';

test('what may be handed in is written in each language and read in any', () => {
  const work = { max_files: 2, file_kinds: ['documents' as const, 'recordings' as const], max_megabytes: 20 };
  const texts = (['uk', 'en', 'de'] as const).map((language) => filesText(work, language));
  expect(texts).toEqual([
    '2, документи, аудіо та відео, 20 МБ',
    '2, documents, sound and video, 20 MB',
    '2, Dokumente, Ton und Video, 20 MB',
  ]);
  expect(texts.map(filesOf)).toEqual([work, work, work]);
});
