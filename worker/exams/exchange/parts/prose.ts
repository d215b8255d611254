import { extensionOf } from '../../../learning/media/contract.ts';
import { PICTURE_EXTENSIONS, QUESTION_EXTENSIONS, QUESTION_FILES } from '../../questions/contract.ts';
import type { ReadFile, ReadQuestion } from '../exchange.ts';

/** What a question says in words: the text that is asked, what is shown below it, and their files. */
export type Prose = Pick<ReadQuestion, 'title' | 'description'> & { files: ReadFile[]; hasLost: boolean };

/** Finds a file of the package by the address that the text gives it. */
export type FindFile = (address: string) => { name: string; bytes: Uint8Array<ArrayBuffer> } | null;

/** Our own marks, by which a text that was written here is taken apart again as it was. */
const TITLE = '<p class="osnova-title">';
const TEXT = '<div class="osnova-text">';
const FILES = '<p class="osnova-files">';

/** Letters of a text that is looked into at all; a description has fewer. */
const MOST_TEXT = 50_000;

/** The words of HTML: its blanks are one, what breaks a line does. */
export function wordsOf(html: string): string {
  return withoutTags(bare(html).replace(/\s+/g, ' '))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Without comments and what is never shown; each is looked for once, however often it begins. */
function bare(html: string): string {
  const without = (text: string, from: RegExp, to: RegExp) => {
    const pieces: string[] = [];
    let at = 0;
    for (const { index } of text.matchAll(from)) {
      if (index < at) continue;
      pieces.push(text.slice(at, index));
      to.lastIndex = index;
      if (!to.test(text)) return pieces.join('');
      at = to.lastIndex;
    }
    return [...pieces, text.slice(at)].join('');
  };
  const shown = without(html, /<!--/g, /-->/g);
  return without(without(shown, /<script\b/gi, /<\/script>/gi), /<style\b/gi, /<\/style>/gi);
}

export const holdsPicture = (html: string): boolean =>
  /<(img|svg|object|picture|video|audio|math)\b/i.test(html);

/**
 * Takes a question's HTML apart: its first words are what is asked, all else is shown below. A picture that is there is
 * kept; any other file of the text becomes one of the question's own.
 * @param name what the question is called, where it has no words
 */
export function proseOf(html: string, find: FindFile, name: string): Prose {
  const { text: found, files, hasLost } = withFiles(html, find);
  if (found.length > MOST_TEXT) return { title: name, description: found, files, hasLost };
  const text = bare(found).trim();
  const own = markedOf(text);
  if (own) return { ...own, files, hasLost };
  const blocks = partedAtFormula(blocksOf(unwrapped(text)));
  const first = blocks.findIndex((block) => isPlain(block) && wordsOf(block) !== '');
  const after = blocks.findIndex((block, at) => at > first && !isPlain(block));
  const end = first < 0 ? 0 : after < 0 ? blocks.length : after;
  const asked = blocks.slice(Math.max(first, 0), end);
  const title = asked.map(wordsOf).filter(Boolean).join('\n');
  const rest = withoutEmpty([...blocks.slice(0, Math.max(first, 0)), ...blocks.slice(end)].join(''));
  if (title !== '' && title.length <= 2000) return { title, description: withFormulas(rest), files, hasLost };
  // Words that cannot be parted from what they stand in, or too many of them.
  const words = wordsOf(text);
  const isShort =
    words !== '' && words.length <= 2000 && !/<(table|pre|ul|ol)\b/i.test(text) && !hasFormula(text);
  return isShort
    ? { title: words, description: picturesOf(text), files, hasLost }
    : { title: name || words, description: withFormulas(withoutEmpty(text)), files, hasLost };
}

/** HTML without paragraphs that hold nothing any more. */
export function withoutEmpty(html: string): string {
  const left = html.replace(/<(p|div)\b[^<>]*>\s*<\/\1>/gi, '');
  return left === html ? html.trim() : withoutEmpty(left);
}

/** The same of a text with gaps: what stands before the first is asked, the words behind it are the text. */
export function gapsProse(html: string, find: FindFile, name: string): Prose & { gap_text: string } {
  const { text, files, hasLost } = withFiles(html, find);
  const blocks = text.length > MOST_TEXT ? [text] : blocksOf(unwrapped(bare(text)));
  const first = Math.max(
    blocks.findIndex((block) => /\[\[\d+\]\]/.test(block)),
    0,
  );
  const title = blocks.slice(0, first).map(wordsOf).filter(Boolean).join('\n');
  const gap_text = blocks.slice(first).map(wordsOf).filter(Boolean).join('\n');
  return { title: title || name, description: picturesOf(text), files, hasLost, gap_text };
}

/** What was written here, or null. */
function markedOf(text: string): Pick<Prose, 'title' | 'description'> | null {
  const end = text.startsWith(TITLE) ? text.indexOf('</p>') : -1;
  if (end < 0) return null;
  const title = wordsOf(text.slice(TITLE.length, end));
  const rest = text.slice(end + 4).trim();
  if (rest === '') return { title, description: '' };
  return rest.startsWith(TEXT) && rest.endsWith('</div>')
    ? { title, description: rest.slice(TEXT.length, -6) }
    : null;
}

/** The pictures of a text, without its words. */
export const picturesOf = (html: string): string =>
  (html.match(/<img[^<>]*>/gi) ?? []).map((picture) => `<p>${picture}</p>`).join('');

/** A formula as Moodle's filters read it: between `\( \)`, `\[ \]` or two dollars. */
const FORMULA = /\\\(((?:[^<\\]|\\(?![()]))+)\\\)|\\\[((?:[^<\\]|\\(?![[\]]))+)\\\]|\$\$([^<$]+)\$\$/;
export const hasFormula = (html: string): boolean => FORMULA.test(html);

/** HTML whose formulas are set as those of our editor. */
const withFormulas = (html: string): string =>
  html.replace(new RegExp(FORMULA, 'g'), (_, round?: string, square?: string, dollars?: string) => {
    const latex = (round ?? square ?? dollars)!.trim().replaceAll('"', '&quot;');
    return `<span data-type="inline-math" data-latex="${latex}"></span>`;
  });

/** Blocks of which the first with words ends before its formula, and the formula begins another. */
function partedAtFormula(blocks: readonly string[]): string[] {
  const at = blocks.findIndex((block) => wordsOf(block) !== '');
  const block = blocks[at] ?? '';
  const before = block.slice(0, FORMULA.exec(block)?.index ?? 0);
  if (wordsOf(before) === '' || !isPlain(before)) return [...blocks];
  const open: string[] = [];
  for (const [tag, closes, name] of before.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi)) {
    if (closes) open.pop();
    else if (!/^br$/i.test(name!)) open.push(tag);
  }
  return [
    ...blocks.slice(0, at),
    before,
    `${open.join('')}${block.slice(before.length)}`,
    ...blocks.slice(at + 1),
  ];
}

/** Words alone, which lose nothing without their tags. */
const isPlain = (block: string): boolean =>
  !hasFormula(block) && !/<(img|table|ul|ol|dl|pre|sub|sup|blockquote|hr|code|a)\b|data-type=/i.test(block);

const CONTAINER = /^<(div|section|article|main|span)\b[^<>]*>([\s\S]*)<\/\1>$/i;

/** What stands inside of the one element around everything. */
function unwrapped(html: string): string {
  let inner = html;
  for (let depth = 0; depth < 10; depth += 1) {
    const found = CONTAINER.exec(inner.trim());
    if (!found || /data-type=/.test(inner.slice(0, inner.indexOf('>'))) || blocksOf(inner).length > 1)
      return inner;
    inner = found[2]!;
  }
  return inner;
}

const BLOCK = /^(p|div|section|article|main|table|ul|ol|dl|pre|blockquote|h[1-6]|hr|figure|center|address)$/i;

/** The blocks of HTML, side by side: what is inside of none stands together until the next begins. */
function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let start = 0;
  const cut = (at: number) => {
    const block = html.slice(start, at);
    if (block.trim() !== '') blocks.push(block);
    start = at;
  };
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*?(\/?)>/gi)) {
    const [whole, closes, name, isEmpty] = tag as unknown as [string, string, string, string];
    if (!BLOCK.test(name)) continue;
    if (closes) {
      depth = Math.max(0, depth - 1);
      if (depth === 0) cut(tag.index + whole.length);
    } else {
      if (depth === 0) cut(tag.index);
      if (isEmpty || /^hr$/i.test(name)) {
        if (depth === 0) cut(tag.index + whole.length);
      } else depth += 1;
    }
  }
  cut(html.length);
  return blocks;
}

const ADDRESS = /\b(?:src|data|href|poster)\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const MEDIA = /<(img|object|audio|video|source|embed|a)\b[^<>]*>/gi;

/** HTML whose pictures are named by their places, and the files that it names. */
function withFiles(html: string, find: FindFile): { text: string; files: ReadFile[]; hasLost: boolean } {
  const files: ReadFile[] = [];
  let hasLost = false;
  const place = (address: string, kind: ReadFile['kind']): number => {
    const found = find(address);
    const at = found ? files.findIndex(({ bytes }) => bytes === found.bytes) : -1;
    if (at >= 0 || !found) return at + 1;
    const extension = extensionOf(found.name);
    if (!(QUESTION_EXTENSIONS as readonly string[]).includes(extension) || files.length === QUESTION_FILES)
      return 0;
    const isPicture = (PICTURE_EXTENSIONS as readonly string[]).includes(extension);
    return files.push({ ...found, kind: isPicture ? kind : 'attachment' });
  };
  const ours = html.lastIndexOf(FILES);
  const end = ours < 0 ? -1 : html.indexOf('</p>', ours);
  const own = end < 0 ? '' : html.slice(ours, end + 4);
  const text = html.replace(own, '').replace(MEDIA, (tag: string, name: string) => {
    const address = addressOf(tag);
    const isPicture = /^(img|object)$/i.test(name);
    if (/^a$/i.test(name)) {
      if (/^(https?:|mailto:|#)/i.test(address) || address === '') return tag;
      if (place(address, 'attachment') === 0) hasLost = true;
      return '';
    }
    if (address === '') return isPicture ? '' : tag;
    const at = place(address, isPicture ? 'inline' : 'attachment');
    if (at === 0) hasLost = true;
    if (at === 0 || files[at - 1]!.kind !== 'inline') return '';
    const alt = /\balt\s*=\s*(?:"[^"]*"|'[^']*')/i.exec(tag)?.[0] ?? 'alt=""';
    const size = [...tag.matchAll(/\s(?:width|height)\s*=\s*["']\d+["']/gi)].join('');
    return `<img src="/api/v1/media/${at}" ${alt}${size}>`;
  });
  for (const [tag] of own.matchAll(MEDIA)) place(addressOf(tag), 'attachment');
  return { text, files, hasLost };
}

const unescapedAddress = (address: string): string => address.replaceAll('&amp;', '&').trim();

function addressOf(tag: string): string {
  const found = ADDRESS.exec(tag);
  return unescapedAddress(found?.[1] ?? found?.[2] ?? '');
}

const DATA = /^data:image\/(png|jpeg|gif);base64,([A-Za-z0-9+/=\s]+)$/;

/** A picture that stands in its own address. */
export function dataPicture(address: string): ReturnType<FindFile> {
  const [, type, text] = DATA.exec(address) ?? [];
  const bytes = type ? fromBase64(text!) : null;
  return bytes && { name: `picture.${type === 'jpeg' ? 'jpg' : type}`, bytes };
}

/** Bytes from base64, or null where it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const packed = text.replace(/\s+/g, '');
  if (packed === '' || packed.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return null;
  return new Uint8Array(Buffer.from(packed, 'base64'));
}

const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  amp: '&',
  ndash: '–',
  mdash: '—',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  hellip: '…',
  middot: '·',
  bull: '•',
  deg: '°',
  times: '×',
  divide: '÷',
  minus: '−',
  plusmn: '±',
  sup2: '²',
  sup3: '³',
  frac12: '½',
  micro: 'µ',
  euro: '€',
  copy: '©',
  sect: '§',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  le: '≤',
  ge: '≥',
  ne: '≠',
  rarr: '→',
  larr: '←',
};

/** The words of HTML. */
export function withoutTags(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(p|div|li|h\d)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,5}[a-z0-9]{1,3});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    })
    .trim();
}
