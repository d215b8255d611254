/**
 * What is written but not seen, or moves what is: control characters (ANSI sequences begin with one), zero-width ones, line
 * and paragraph separators, and the signs that turn the direction of writing.
 */
export const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+/g;
