import { escapeXml } from '../../../platform/formats/xml-writer.ts';
import { withoutTags } from '../parts/prose.ts';

const VOID = /^(br|hr|img)$/;
const INLINE = /^(br|img|span|a|code|strong|b|em|i|sub|sup)$/;
/** What every version of QTI knows, with what it may say of itself; of anything else its words stay. */
const ALLOWED: Record<string, readonly string[]> = {
  p: ['class'],
  div: ['class'],
  span: ['class'],
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};
for (const name of 'h1 h2 h3 h4 h5 h6 br hr blockquote pre code strong b em i sub sup ul ol li table thead tbody tr'.split(
  ' ',
))
  ALLOWED[name] = [];

/** HTML of ours as XHTML: every element closed, and none that QTI does not know. */
export function asXhtml(html: string): string {
  const open: string[] = [];
  let out = '';
  const begin = (name: string) => {
    out += `<${name}>`;
    open.push(name);
  };
  const end = (name: string) => {
    const at = open.lastIndexOf(name);
    if (at < 0) return;
    for (const each of open.splice(at).toReversed()) out += `</${each}>`;
  };
  for (const [piece] of html.matchAll(/<\/?[a-zA-Z][^<>]*>|[^<]+|</g)) {
    const [, closes, given, rest = ''] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]*)>$/.exec(piece) ?? [];
    const name = given?.toLowerCase() ?? '';
    // HTML lets words stand in a quotation, and rows in a table, by themselves; QTI does not.
    const around = open.at(-1);
    if (around === 'blockquote' && !closes && (name ? INLINE.test(name) : piece.trim())) begin('p');
    if (around === 'table' && !closes && name === 'tr') begin('tbody');
    if (around === 'p' && !closes && ALLOWED[name] && !INLINE.test(name)) end('p');
    if (!given) {
      out += escapeXml(decoded(piece));
      continue;
    }
    const allowed = ALLOWED[name];
    if (!allowed) continue;
    if (closes) {
      end(name);
      continue;
    }
    const attributes = [...rest.matchAll(/(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
      .map(([, key, double, single]) => ({ key: key!.toLowerCase(), value: decoded(double ?? single ?? '') }))
      .filter(({ key }) => allowed.includes(key));
    if (name === 'img' && !attributes.some(({ key }) => key === 'alt'))
      attributes.push({ key: 'alt', value: '' });
    const said = attributes.map(({ key, value }) => ` ${key}="${escapeXml(value)}"`).join('');
    out += VOID.test(name) ? `<${name}${said}/>` : `<${name}${said}>`;
    if (!VOID.test(name)) open.push(name);
  }
  while (open[0]) end(open[0]);
  return out;
}

/** Text without the entities of HTML; its blanks stay. */
const decoded = (text: string): string =>
  text.replace(/&[#a-z0-9]{2,9};/gi, (entity) => (entity === '&nbsp;' ? '\u00a0' : withoutTags(entity)));
