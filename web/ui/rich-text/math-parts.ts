export interface MathPart {
  text: string;
  /** LaTeX between two dollar signs. */
  math: boolean;
}

/**
 * What stands between dollar signs is mathematics, and prices are not: `$x^2$`, but not "$5 and $10" — nothing blank
 * inside the signs, no digit after the second; `\$` is a dollar sign.
 */
const MATH = /(?<!\\)\$(?! )((?:\\.|[^$\\])+?)(?<! )\$(?!\d)/g;

/** The parts of a title that is text but for its formulas. */
export function mathParts(title: string): MathPart[] {
  const parts: MathPart[] = [];
  let end = 0;
  for (const found of title.matchAll(MATH)) {
    if (found.index > end) parts.push({ text: title.slice(end, found.index), math: false });
    parts.push({ text: found[1]!, math: true });
    end = found.index + found[0].length;
  }
  if (end < title.length) parts.push({ text: title.slice(end), math: false });
  return parts;
}
