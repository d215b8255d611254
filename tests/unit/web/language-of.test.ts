import { expect, test } from 'vitest';
import { languageOf } from '../../../web/lib/words/language-of.ts';

test.for([
  ['<p>Куди йти, коли лунає сигнал тривоги?</p>', 'uk'],
  ['<p>Call 101 and leave the building.</p>', 'en'],
  ['<p>Rufen Sie die 112 und verlassen Sie das Gebäude.</p>', 'de'],
  ['PDF — файл для <strong>Excel</strong>', 'uk'],
  ['42', undefined],
  ['', undefined],
] as const)('%s is written in %s', ([text, language]) => {
  expect(languageOf(text)).toBe(language);
});
