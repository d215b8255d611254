/** What is read of a sentence before and after its gap, letters. */
const BEFORE = 120;
const AFTER = 60;

/**
 * The words around a gap, for whoever hears its field alone: its sentence with "…" in its place, and the place of each
 * other gap in parentheses.
 * @param parts of the text, gaps by their numbers
 */
export function gapSentence(parts: readonly (string | number)[], at: number): string {
  const earlier = parts.slice(0, at);
  const before = plain(earlier, 0);
  const after = plain(parts.slice(at + 1), earlier.filter((part) => typeof part === 'number').length + 1);
  const begin = before.split(/(?<=[.!?…])\s+|\n/).at(-1)!;
  const [end] = after.split(/(?<=[.!?…])\s+|\n/);
  return `${lastWords(begin)}…${firstWords(end!)}`.replace(/\s+/g, ' ').trim();
}

function plain(parts: readonly (string | number)[], gaps: number): string {
  let gap = gaps;
  return parts.map((part) => (typeof part === 'number' ? `(${++gap})` : part)).join('');
}

const lastWords = (text: string) =>
  text.length <= BEFORE ? text : text.slice(-BEFORE).replace(/^\S*\s/, '');
const firstWords = (text: string) =>
  text.length <= AFTER ? text : text.slice(0, AFTER).replace(/\s\S*$/, '');
