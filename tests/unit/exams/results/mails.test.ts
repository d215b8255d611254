import { expect, test } from 'vitest';
import { resultMail } from '../../../../worker/exams/results/mails.ts';

const PRODUCT = { name: 'Osnova', url: 'https://osnova.test', space: 7, company: 'ТОВ «Зоря»' };

test.each([
  ['uk', 'Стандарт «Поруч»', 'Ви завершили «Стандарт „Поруч“» у курсі «Тест».'],
  ['en', 'The “Poruch” standard', 'You finished “The ‘Poruch’ standard” in the course “Тест”.'],
  ['de', 'Standard „Poruch“', 'Sie haben „Standard ‚Poruch‘“ im Kurs „Тест“ beendet.'],
] as const)('in %s a name with marks of its own is quoted with others: %s', (language, form_name, told) => {
  const result = { id: 1, form_name, course: { id: 2, name: 'Тест' } } as Parameters<typeof resultMail>[3];
  const { text, html } = resultMail(PRODUCT, language, 'finished', result, false);
  expect(text).toContain(told);
  expect(html).toContain(told);
  expect(text).toContain('https://osnova.test/in/7/student/course/2/statistic/1\n');
  expect(text).toContain('ТОВ «Зоря»');
});

test.each([
  ['uk', 'Результат: складено. 19,5 з 20 балів, 97,5\u00A0%, ECTS A.', '0 з 1 бала', '0,5 з 4,5 бала'],
  ['en', 'Result: passed. 19.5 of 20 points, 97.5%, ECTS A.', '0 of 1 point)', '0.5 of 4.5 points'],
  [
    'de',
    'Ergebnis: bestanden. 19,5 von 20 Punkten, 97,5\u00A0%, ECTS A.',
    '0 von 1 Punkt)',
    '0,5 von 4,5 Punkten',
  ],
] as const)('in %s points are written as percents are', (language, ...told) => {
  const question = { type: 'choice', title: 'Чому?', answers: [], outcome: 'wrong' };
  const result = {
    id: 1,
    form_name: 'Тест',
    course: { id: 2, name: 'Курс' },
    published: true,
    passed_successfully: true,
    percent: 97.5,
    score: 19.5,
    max_score: 20,
    ects: 'A',
    score_explanation: [
      { ...question, earned: 0, maximum: 1 },
      { ...question, earned: 0.5, maximum: 4.5 },
    ],
  } as unknown as Parameters<typeof resultMail>[3];
  const { text } = resultMail(PRODUCT, language, 'finished', result, true);
  for (const words of told) expect(text).toContain(words);
});

test('formulas are signs in a mail, which can set none', () => {
  const half = String.raw`$\frac{1}{2}$`;
  const pair = { title: '$x^2$', match: half, right_match: '$x_1$', chosen: true, is_right_answer: false };
  const gap = { gap: 1, title: half, accepted: ['$x^2$'], chosen: true, is_right_answer: false };
  const result = {
    id: 1,
    form_name: 'Тест',
    course: { id: 2, name: 'Курс' },
    published: true,
    score_explanation: [
      { type: 'matching', title: `Скільки буде ${half}?`, answers: [pair], feedback: `Бо ${half}` },
      { type: 'gaps', title: 'Пропуск', gap_text: '$x_1$ — [[1]]', answers: [gap] },
      { type: 'choice', title: 'Скільки?', answers: [{ title: half, chosen: true }] },
    ],
  } as unknown as Parameters<typeof resultMail>[3];
  const { text } = resultMail(PRODUCT, 'uk', 'finished', result, true);
  for (const words of ['Скільки буде 1/2?', 'x² → 1/2', 'x² → x₁', 'Бо 1/2', 'x₁ — 1)', '1) 1/2', '1) x²'])
    expect(text).toContain(words);
  expect(text).not.toMatch(/[\\$]/);
});
