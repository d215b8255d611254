import { mathOf } from './formula.ts';

/** Sets the formulas of a text that stands in the page. */
export function setFormulas(text: HTMLElement): void {
  for (const formula of text.querySelectorAll<HTMLElement>('[data-latex]')) {
    const latex = formula.dataset['latex'] ?? '';
    const math = mathOf(latex, formula.dataset['type'] === 'block-math');
    if (math === null) formula.textContent = latex;
    else formula.innerHTML = math;
  }
}
