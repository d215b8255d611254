import { expect, test } from 'vitest';
import { resultMail } from '../../../../worker/exams/results/mails.ts';

const PRODUCT = { name: 'Osnova', url: 'https://osnova.test' };

test.each([
  ['uk', 'Стандарт «Поруч»', 'Ви завершили «Стандарт „Поруч“» у курсі «Тест».'],
  ['en', 'The “Poruch” standard', 'You finished “The ‘Poruch’ standard” in the course “Тест”.'],
  ['de', 'Standard „Poruch“', 'Sie haben „Standard ‚Poruch‘“ im Kurs „Тест“ beendet.'],
] as const)('in %s a name with marks of its own is quoted with others: %s', (language, form_name, told) => {
  const result = { id: 1, form_name, course: { id: 2, name: 'Тест' } } as Parameters<typeof resultMail>[3];
  const { text, html } = resultMail(PRODUCT, language, 'finished', result, false);
  expect(text).toContain(told);
  expect(html).toContain(told);
});
