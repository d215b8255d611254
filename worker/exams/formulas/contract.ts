import { mathParts } from '../questions/contract.ts';

/** Formulas where nothing can be set: on paper, in a list to choose from, in what is read aloud. */

const SIGNS: Record<string, string> = {
  cdot: '·', times: '×', div: '÷', pm: '±', le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠', approx: '≈',
  infty: '∞', to: '→', rightarrow: '→', Rightarrow: '=>', Leftrightarrow: '<=>', alpha: 'α', beta: 'β', gamma: 'γ',
  Gamma: 'Γ', delta: 'δ', Delta: 'Δ', zeta: 'ζ', eta: 'η', kappa: 'κ', lambda: 'λ', Lambda: 'Λ', mu: 'μ', nu: 'ν',
  xi: 'ξ', Xi: 'Ξ', pi: 'π', Pi: 'Π', rho: 'ρ', sigma: 'σ', Sigma: 'Σ', sum: 'Σ', tau: 'τ', varphi: 'φ', phi: 'φ',
  Phi: 'Φ', chi: 'χ', psi: 'ψ', Psi: 'Ψ', omega: 'ω', Omega: 'Ω', theta: 'θ', Theta: 'Θ', varepsilon: 'ε',
  epsilon: 'ε', circ: '°', degree: '°', left: '', right: '', quad: ' ', ldots: '…', dots: '…', sin: 'sin',
  cos: 'cos', tan: 'tan', ln: 'ln', log: 'log', lim: 'lim', int: '∫', partial: '∂', sqrt: '√',
}; // prettier-ignore

/** What stands above the line, and below it, where the type has it. */
const RAISED: Record<string, string> = Object.fromEntries(
  '0123456789n'.split('').map((sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ'.charAt(at)]),
);
const LOWERED: Record<string, string> = Object.fromEntries(
  '0123456789'.split('').map((sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉'.charAt(at)]),
);

function offLine(mark: string, signs: string): string {
  const small = [...signs.trim()].map((sign) => (mark === '^' ? RAISED : LOWERED)[sign]);
  return small.every((sign) => sign !== undefined) ? small.join('') : mark + inBrackets(signs);
}

/** How deep groups are told in signs; nobody reads what stands deeper, and each round goes through all of the text. */
const MOST_ROUNDS = 30;

/** What a group in braces becomes that has none inside; done until there is none, from the inside out. */
const GROUPS: readonly [RegExp, (...found: (string | undefined)[]) => string][] = [
  [/\\(?:text|mathrm|mathbf|mathbb|operatorname)\s*\{([^{}]*)\}/g, (_, words) => words!],
  [/([\^_])\s*\{([^{}]*)\}/g, (_, mark, signs) => offLine(mark!, signs!)],
  [
    /\\sqrt\s*(?:\[([^[\]]*)\]\s*)?\{([^{}]*)\}/g,
    (_, root, under) => `${root ? offLine('^', root).replace('^', '') : ''}√${inBrackets(under!)}`,
  ],
  // A number before a fraction is not part of it, nor is what comes behind.
  [
    /\\[dt]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|(\d)\s*(\d))/g,
    (_, above, below, one, next) => ` ${inBrackets(above ?? one!)}/${inBrackets(below ?? next!)} `,
  ],
];

/** A formula in one line of signs; what has none stays as its author wrote it. */
export function formulaInWords(latex: string): string {
  let text = latex
    .replace(/\\(?:begin|end)\s*\{\w+\}/g, ' ')
    .replace(/\\\\/g, '; ')
    .replace(/\^\s*(?:\{\s*\\circ\s*\}|\\circ\b)/g, '°')
    .replace(/([\^_])\s*([^\s\\{}])/g, (_, mark: string, sign: string) => offLine(mark, sign));
  for (let before = '', round = 0; before !== text && round < MOST_ROUNDS; round += 1) {
    before = text;
    for (const [group, told] of GROUPS) text = text.replace(group, told);
  }
  return text
    .replace(/\\([a-zA-Z]+)/g, (whole, name: string) => SIGNS[name] ?? whole)
    .replace(/(?<!\\[a-zA-Z]+)\{(\w|[^\w\s{}])\}/gu, '$1')
    .replace(/[{}]/g, (sign) => (sign === '{' ? '(' : ')'))
    .replace(/\\[,;!: ]/g, ' ')
    .replace(/\\([%#&$_])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\() | (?=[),.;])/g, '')
    .trim();
}

const inBrackets = (text: string): string =>
  /^[\p{L}\p{N}.,]*$/u.test(text.trim()) ? text.trim() : `(${text.trim()})`;

/** A text with the formulas that were typed in it, each in one line of signs. */
export const inSigns = (text: string): string =>
  mathParts(text)
    .map((part) => (part.math ? formulaInWords(part.text) : part.text))
    .join('');
