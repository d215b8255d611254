/** A piece of a page as pdf.js reads it. */
export interface Piece {
  str: string;
  /** A line ends with it. */
  hasEOL: boolean;
}

const SENTENCE_END = /[.!?…:;]["»“)]?$/;
/** Of the longest line: a shorter one ends its paragraph. */
const FULL = 0.7;

/** The words of a page in paragraphs, so that they can be read as text: lines are joined, and what was hyphenated is whole. */
export function paragraphsOf(pieces: readonly Piece[]): string[] {
  const lines: string[] = [''];
  for (const { str, hasEOL } of pieces) {
    lines[lines.length - 1] += str;
    if (hasEOL) lines.push('');
  }
  const words = lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const longest = Math.max(0, ...words.map(({ length }) => length));
  const paragraphs: string[] = [];
  let open = '';
  const close = () => {
    if (open) paragraphs.push(open);
    open = '';
  };
  for (const line of words) {
    if (!line) {
      close();
      continue;
    }
    open = /\p{L}-$/u.test(open) ? open.slice(0, -1) + line : open ? `${open} ${line}` : line;
    if (line.length < longest * FULL && (SENTENCE_END.test(line) || line.length < longest / 2)) close();
  }
  close();
  return paragraphs;
}

/** The pages, from 1, on which all of what is searched for stands, whatever its case and breaks of lines. */
export function pagesWith(pages: readonly string[], searched: string): number[] {
  const words = searched.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if (!words) return [];
  return pages.flatMap((page, index) =>
    page.toLowerCase().replaceAll(/\s+/g, ' ').includes(words) ? [index + 1] : [],
  );
}
