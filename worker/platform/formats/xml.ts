import { SaxesParser } from 'saxes';
import { decodedAs, decodedText } from './text-encoding.ts';
import { refuse } from './zip-archive.ts';

const MOST_DEPTH = 100;
const MOST_ELEMENTS = 200_000;

/** An element of a document that was read as a whole; names of elements come without their prefix. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  /** Texts of the comments that stand in it. */
  comments: string[];
  /** Where it begins, from 1. */
  line: number;
}

/**
 * Reads a small document. Nothing but XML's own entities is known, and what declares others is refused unread.
 * @throws FileRefused with `doctype`, `encoding`, `declared encoding: …`, `too deep`, `too many elements`, or `broken XML, line n`
 */
export function readXml(bytes: Uint8Array): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], comments: [], line: 1 };
  const open: XmlElement[] = [top];
  let count = 0;
  const parser = new SaxesParser({ xmlns: false, position: true });
  parser.on('doctype', () => refuse('doctype'));
  parser.on('error', () => refuse(`broken XML, line ${parser.line}`));
  parser.on('comment', (text) => open.at(-1)!.comments.push(text));
  parser.on('text', (text) => open.at(-1)!.children.push(text));
  parser.on('cdata', (text) => open.at(-1)!.children.push(text));
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > MOST_ELEMENTS) refuse('too many elements');
    if (open.length > MOST_DEPTH) refuse('too deep');
    const element = { name: localName(name), attributes, children: [], comments: [], line: parser.line };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.write(decodeXml(bytes)).close();
  return elementsOf(top)[0]!;
}

/** `imsmd:title` without its namespace, which files name as they like. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const DECLARED = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

/** What the first bytes of a text say of its encoding; '' where they say nothing. */
function markedEncoding([first, second, third]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : '';
}

/**
 * The text of a document in the encoding that it marks or declares; of one that does neither, as any text.
 * @throws FileRefused with `encoding`, or `declared encoding: …` where it is not in what it declares
 */
export function decodeXml(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  const head = marked ? decodedAs(bytes, marked) : decodedAs(bytes.subarray(0, 200), 'windows-1252');
  const declared = DECLARED.exec(head ?? '')?.[1]?.toLowerCase();
  if (marked) {
    if (declared && !declared.startsWith(marked.slice(0, 6))) refuse(`declared encoding: ${declared}`);
    return head ?? refuse('encoding');
  }
  if (!declared) return decodedText(bytes) ?? refuse('encoding');
  // What begins in single bytes is no text of double ones.
  const text = declared.startsWith('utf-16') ? null : decodedAs(bytes, declared);
  return text ?? refuse(`declared encoding: ${declared}`);
}

/** The elements right below one, all or those with a name. */
export function elementsOf({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** All elements below one, with that name, in the order of the document. */
export function within(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) =>
    child.name === name ? [child, ...within(child, name)] : within(child, name),
  );
}

/** All text below an element; of none, nothing. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
