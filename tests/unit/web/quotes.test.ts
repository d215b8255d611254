import { expect, test } from 'vitest';
import { nestedQuotes } from '../../../web/lib/words/quotes.ts';

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
