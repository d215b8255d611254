import { expect, test } from 'vitest';
import { formulaInWords, inSigns } from '../../../../worker/exams/formulas/contract.ts';

test.each([
  [String.raw`\frac{1}{2}`, '1/2'],
  [String.raw`2\frac{1}{2}x`, '2 1/2 x'],
  [String.raw`x = \frac{-b \pm \sqrt{b^{2}-4ac}}{2a}`, 'x = (-b ± √(b²-4ac))/2a'],
  [String.raw`x_1 + x_{12} \le \sqrt[3]{8}`, 'x₁ + x₁₂ ≤ ³√8'],
  [String.raw`\sum_{i=1}^{n} a_i^2 \ne \infty`, 'Σ_(i=1)ⁿ a_i² ≠ ∞'],
  [String.raw`\alpha = 90^{\circ}, e^{i\pi}`, 'α = 90°, e^(iπ)'],
  [String.raw`\begin{cases} x+y=1 \\ x-y=0 \end{cases}`, 'x+y=1; x-y=0'],
  [String.raw`\left(\frac{a}{b}\right)`, '(a/b)'],
  [String.raw`\vec{a}`, String.raw`\vec(a)`],
])('a formula is one line of signs: %s', (latex, line) => {
  expect(formulaInWords(latex)).toBe(line);
});

test('formulas of a title are signs, and prices stay what they are', () => {
  expect(inSigns(String.raw`Скільки буде $\frac{1}{2}$ + $x_1$?`)).toBe('Скільки буде 1/2 + x₁?');
  expect(inSigns('Товар за $5 і $10')).toBe('Товар за $5 і $10');
});

test('groups within groups are told as deep as anybody reads, however deep they go', () => {
  const deep = (count: number) => formulaInWords(`${'a^{'.repeat(count)}b${'}'.repeat(count)}`);
  expect(deep(3)).toBe('a^(a^(a^b))');
  // Gone through once for each, it would outlast the test.
  expect(deep(60_000)).toHaveLength(239_999);
});
