import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import classes from './rich-text-editor.module.css';

/** What a button shows, and what it writes; what was selected comes between the first braces. */
const TOOLS = {
  fraction: ['a⁄b', '\\frac{}{}'],
  power: ['xⁿ', '^{}'],
  index: ['xₙ', '_{}'],
  root: ['√', '\\sqrt{}'],
  root_n: ['ⁿ√', '\\sqrt[n]{}'],
  brackets: ['( )', '\\left({}\\right)'],
  times: ['·', '\\cdot '],
  plus_minus: ['±', '\\pm '],
  not_equal: ['≠', '\\ne '],
  at_most: ['≤', '\\le '],
  at_least: ['≥', '\\ge '],
  about: ['≈', '\\approx '],
  arrow: ['→', '\\to '],
  sum: ['∑', '\\sum_{i=1}^{n} '],
  integral: ['∫', '\\int_{a}^{b} '],
  limit: ['lim', '\\lim_{x \\to 0} '],
  pi: ['π', '\\pi '],
  alpha: ['α', '\\alpha '],
  degree: ['°', '^{\\circ}'],
  infinity: ['∞', '\\infty '],
  system: ['{ =', '\\begin{cases}  \\\\  \\end{cases}'],
} as const;

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  onWrite: (latex: string) => void;
}

/** Buttons that write a formula for those who do not know LaTeX. */
export function FormulaTools({ field, onWrite }: Props) {
  const t = useTranslations('editor.formula_tools');

  function write(template: string): void {
    const input = field.current;
    if (!input) return;
    const { value, selectionStart: from, selectionEnd: to } = input;
    const hole = template.indexOf('{}');
    const chosen = hole === -1 ? '' : value.slice(from, to);
    const put = hole === -1 ? template : template.replace('{}', () => `{${chosen}}`);
    // Drawn at once: what is typed next has to find the cursor there.
    flushSync(() => onWrite(value.slice(0, from) + put + value.slice(to)));
    // On in the first empty place, or behind what was written.
    const next = put.indexOf('{}');
    const place = from + (next === -1 ? put.length : next + 1);
    input.focus();
    input.setSelectionRange(place, place);
  }

  return (
    <div className={classes.formulaTools} role="group" aria-label={t('label')}>
      {(Object.keys(TOOLS) as (keyof typeof TOOLS)[]).map((name) => (
        <button
          key={name}
          type="button"
          className={`${classes.formulaTool} lit`}
          title={t(name)}
          onClick={() => write(TOOLS[name][1])}
        >
          <span aria-hidden>{TOOLS[name][0]}</span>
          <span className="unseen">{t(name)}</span>
        </button>
      ))}
    </div>
  );
}
