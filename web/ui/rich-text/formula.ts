import { renderToString } from 'katex';

/** A formula as MathML, which browsers set and screen readers read by themselves; null when it is none. */
export function mathOf(latex: string, block: boolean): string | null {
  try {
    return renderToString(latex, {
      output: 'mathml',
      displayMode: block,
      throwOnError: true,
      strict: 'ignore',
    });
  } catch {
    return null;
  }
}
