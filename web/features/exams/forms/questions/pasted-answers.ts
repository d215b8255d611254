/** "а) ", "1. ", "- ", "• " before an answer, as lists are written in documents. */
const MARK = /^\s*(?:[-–—•*·]|\(?(?:\d{1,2}|\p{L})[.)])\s+/u;

/** The answers of a pasted text, one a line, without what numbered them there; of a single line none. */
export function pastedAnswers(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
  const filled = lines.filter(Boolean);
  if (filled.length < 2) return [];
  const areMarked = filled.every((line) => MARK.test(line));
  return filled.map((line) => (areMarked ? line.replace(MARK, '') : line));
}
