import { FilterXSS } from 'xss';

const aligned = ['style'];

const OWN_PICTURE = /^\/api\/v1\/media\/\d+$/;

/** What rich text may hold: what the editor can make, and nothing that runs or loads. */
const ALLOWED: Record<string, string[]> = {
  h1: aligned,
  h2: aligned,
  h3: aligned,
  h4: aligned,
  p: aligned,
  br: [],
  hr: [],
  blockquote: [],
  pre: [],
  code: [],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  mark: [],
  ul: [],
  ol: ['start'],
  li: [],
  a: ['href', 'title', 'target', 'rel'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  // Formulas, which the reader's browser sets.
  span: ['data-type', 'data-latex'],
  div: ['data-type', 'data-latex'],
};

/** What a tag says of itself: a name, and mostly a value. */
const ATTRIBUTE = /(?<![^\s"'<>/=])([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/** A tag with the attributes alone that it may have, each once: the library goes through a tag anew at each of its blanks. */
function shortened(tag: string, html: string): string {
  const kept = new Map<string, string>();
  for (const [, name, ...values] of html.replace(/\/?>$/, '').matchAll(ATTRIBUTE)) {
    const key = name!.toLowerCase();
    const value = values.find((each) => each !== undefined) ?? '';
    if (!kept.has(key) && ALLOWED[tag]!.includes(key))
      kept.set(key, value.includes('"') ? `'${value}'` : `"${value}"`);
  }
  const attributes = [...kept].map(([name, value]) => ` ${name}=${value}`).join('');
  return `<${tag}${attributes}${html.endsWith('/>') ? ' /' : ''}>`;
}

/** One tag that is allowed, with values that harm nobody. */
const tagFilter = new FilterXSS({
  whiteList: ALLOWED,
  // Pictures come from the company's own files alone: one from elsewhere would tell its host who reads.
  onTag: (tag, html) => (tag === 'img' && !/\ssrc=["']\/api\/v1\/media\/\d+["']/.test(html) ? '' : undefined),
  onTagAttr: (tag, name, value) =>
    tag === 'img' && name === 'src' && !OWN_PICTURE.test(value) ? '' : undefined,
  css: { whiteList: { 'text-align': /^(left|right|center|justify)$/ } },
});

const filter = new FilterXSS({
  whiteList: ALLOWED,
  onTag: (tag, html, { isWhite, isClosing }) =>
    isWhite ? tagFilter.process(isClosing ? html : shortened(tag, html)) : undefined,
  stripIgnoreTag: true,
  stripIgnoreTagBody: ['script', 'style'],
});

/** Rich text with everything removed that is not allowed; done on write, and again on display. */
export function sanitize(html: string): string {
  return filter.process(html);
}
