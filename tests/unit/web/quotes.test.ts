import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import formatMessage from '../../../web/lib/words/format-message.ts';
import { nestedQuotes } from '../../../web/lib/words/quotes.ts';

type Format = Parameters<typeof formatMessage>;
type Values = Format[2];
type Options = Format[3];

test.each([
  ['Ukrainian', 'Вийти з «ТОВ «Поруч»»?', 'Вийти з «ТОВ „Поруч“»?'],
  ['Ukrainian, twice', '«А «Б»» і «В «Г» Ґ»', '«А „Б“» і «В „Г“ Ґ»'],
  ['German', '„Firma „Poruch““ verlassen?', '„Firma ‚Poruch‘“ verlassen?'],
  ['English', 'Leave “The “Poruch” Ltd”?', 'Leave “The ‘Poruch’ Ltd”?'],
  ['side by side', '«А» і «Б»', '«А» і «Б»'],
  ['marks of another language', '„Das «Haus»“', '„Das «Haus»“'],
  ['marks that do not pair', '«ТОВ «Поруч»', '«ТОВ «Поруч»'],
  ['none', 'Зберегти', 'Зберегти'],
])('a quotation in a quotation has marks of its own: %s', (_, text, told) => {
  expect(nestedQuotes(text)).toBe(told);
});

test('also where a name stands in a tag, or between the marks of one', () => {
  const message = compile('Вам призначено <b>«{name}»</b> у «<i>{company}</i>», <i>«Ґ»</i>');
  const options = { formatters: {}, cache: {}, locale: 'uk', timeZone: 'UTC' } as unknown as Options;
  const tags = { b: (words: unknown) => ({ bold: words }), i: (words: unknown) => ({ thin: words }) };
  const values = { name: 'Стандарт «Поруч»', company: 'ТОВ «Ґ»', ...tags } as unknown as Values;
  expect(formatMessage('', message, values, options)).toEqual([
    'Вам призначено ',
    { bold: ['«Стандарт „Поруч“»'] },
    ' у «',
    { thin: ['ТОВ „Ґ“'] },
    '», ',
    { thin: ['«Ґ»'] },
  ]);
});
