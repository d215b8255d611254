import { expect, test } from 'vitest';
import { pastedAnswers } from '../../../../web/features/exams/forms/questions/pasted-answers.ts';
import { mathParts } from '../../../../worker/exams/questions/contract.ts';

test.each([
  ['Так\nНі', ['Так', 'Ні']],
  ['а) Так\nб) Ні\nв) Не знаю', ['Так', 'Ні', 'Не знаю']],
  ['1. Перше\r\n\r\n2. Друге', ['Перше', 'Друге']],
  ['• Перше\n• Друге', ['Перше', 'Друге']],
  // What not every line has belongs to the answer.
  ['1. Перше\nДруге', ['1. Перше', 'Друге']],
  ['Один рядок\n', []],
])('pasted lines are answers: %j', (text, answers) => {
  expect(pastedAnswers(text)).toEqual(answers);
});

const mathIn = (title: string) =>
  mathParts(title)
    .filter(({ math }) => math)
    .map(({ text }) => text);

test.each([
  ['Скільки буде $x^2$, якщо $x = 3$?', ['x^2', 'x = 3']],
  ['$\\frac{1}{2}$', ['\\frac{1}{2}']],
  ['Товар за $5 і $10', []],
  ['Ціна $5, знижка $2', []],
  ['Одна \\$ і ще \\$', []],
  ['Без формул', []],
])('mathematics stands between dollar signs, prices do not: %j', (title, formulas) => {
  expect(mathIn(title)).toEqual(formulas);
});

test('the parts together are the title', () => {
  const parts = mathParts('a $b$ c $d$ e');
  expect(parts.map(({ text, math }) => (math ? `$${text}$` : text)).join('')).toBe('a $b$ c $d$ e');
});
