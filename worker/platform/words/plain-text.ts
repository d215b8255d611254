/**
 * What is written but not seen, or moves what is: control characters (ANSI sequences begin with one), zero-width ones, line
 * and paragraph separators, and the signs that turn the direction of writing.
 */
export const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+/g;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** The words of rich text, as the editor writes it: a line for each paragraph, one empty line in a row at most. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(?:p|h[1-6]|li|blockquote|pre|tr)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
