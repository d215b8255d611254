import { wordsOf } from '../parts/prose.ts';

/** The name of a question in double colons before it, and how its text is set. */
const NAME = /^\s*::((?:\\.|[^\\])*?)::/;
const FORMAT = /^\s*\[(html|moodle|plain|markdown)\]/i;

/** A question without its name in double colons. */
export const withoutName = (text: string): string => text.replace(NAME, '');

/** The name of a question; '' where it has none. */
export const nameOf = (text: string): string => plain(NAME.exec(text)?.[1] ?? '');

/**
 * A text that is HTML, without its escapes; null where it is none.
 * @param isHtml how its question is set: a text that names no format of its own has that one
 */
export function htmlIn(text: string, isHtml: boolean): string | null {
  const [mark, format] = FORMAT.exec(text) ?? [''];
  return (format ? /^html$/i.test(format) : isHtml) ? unescaped(text.slice(mark.length)) : null;
}

/** The words of a text without its format and its escapes, those of HTML without its tags. */
export function plain(text: string, isHtml = false): string {
  const html = htmlIn(text, isHtml);
  if (html !== null) return wordsOf(html);
  return unescaped(text.replace(FORMAT, ''))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .trim();
}

const unescaped = (text: string): string =>
  text.replace(/\\([n~=#{}:>\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

export function indexOfSign(text: string, sign: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === sign) return at;
  }
  return -1;
}

export function splitAtSigns(text: string, sign: string): string[] {
  const at = indexOfSign(text, sign);
  return at < 0 ? [text] : [text.slice(0, at), ...splitAtSigns(text.slice(at + 1), sign)];
}

export function unescapedSigns(text: string, signs: string): string[] {
  return [...text.replace(/\\./g, '')].filter((sign) => signs.includes(sign));
}

export function splitBefore(text: string, signs: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (signs.includes(text[at]!) && at > start) {
      parts.push(text.slice(start, at));
      start = at;
    }
  }
  return [...parts, text.slice(start)];
}

export function unescapedText(text: string): string {
  return text.replace(/\\([n\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}
