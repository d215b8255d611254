/** One sign, or what stands for one: `\s`, `\p{L}`, `[^a-z]`, `x`. */
const SIGN = String.raw`(?:\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\[\](){}*+?^$|])`;
const BEGINS_WITH_RUN = new RegExp(String.raw`^(?:\((?:\?:|\?<\w+>)?)*${SIGN}(?:[*+]|\{\d+,\})\??(.+)$`, 's');

/**
 * What makes a regular expression of the Worker take the square of a text, or null: one that begins with a run (`\s*%`)
 * is tried from each sign of a long run and reads to its end each time. An author's file can be megabytes of blanks, and
 * everybody else's requests wait in the same isolate.
 * @param pattern between the slashes
 */
export function runProblem(pattern: string, flags: string): string | null {
  const rest = BEGINS_WITH_RUN.exec(pattern)?.[1];
  if (flags.includes('y') || rest === undefined || /^\)*$/.test(rest)) return null;
  return 'what begins with a run takes the square of the text: anchor it, or look behind (?<!…)';
}
