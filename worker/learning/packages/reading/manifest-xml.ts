import { SaxesParser, type SaxesTagNS } from 'saxes';
import { refuse } from './archive.ts';

/** An element of a manifest, by its local name; names of attributes are in small letters. */
export interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}

const LIMITS = { depth: 60, nodes: 50_000, text: 65_536 } as const;

/**
 * Reads a manifest whole.
 * @throws PackageRefused
 */
export function treeOf(xml: string): Node {
  const parser = new SaxesParser({ xmlns: true });
  const top: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let nodes = 0;
  // A document type may name entities that grow, or files of others.
  parser.on('doctype', () => refuse('manifest_unsafe'));
  parser.on('error', () => refuse('manifest_broken'));
  parser.on('opentag', (tag: SaxesTagNS) => {
    nodes += 1;
    if (nodes > LIMITS.nodes || open.length > LIMITS.depth) refuse('manifest_unsafe');
    const node = { name: tag.local, attributes: attributesOf(tag), children: [], text: '' };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1)!;
    if (node.text.length < LIMITS.text) node.text += text;
  });
  parser.on('cdata', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return top.children[0] ?? refuse('manifest_broken');
}

const attributesOf = (tag: SaxesTagNS): Record<string, string> => {
  const attributes = Object.create(null) as Record<string, string>;
  for (const { local, value, prefix } of Object.values(tag.attributes))
    attributes[prefix === 'xml' ? `xml:${local}` : local.toLowerCase()] = value.trim();
  return attributes;
};

/** The first child of a name. */
export const child = (node: Node, name: string) => node.children.find((each) => each.name === name);

/** All children of a name. */
export const childrenOf = (node: Node | undefined, name: string) =>
  node?.children.filter((each) => each.name === name) ?? [];

/** The element at the end of a path of names. */
export const nodeAt = (node: Node, ...path: string[]) =>
  path.reduce<Node | undefined>((at, name) => at && child(at, name), node);

/** The text at the end of a path of names; empty where nothing is there. */
export const textAt = (node: Node, ...path: string[]): string => nodeAt(node, ...path)?.text.trim() ?? '';

/** A number within bounds; null for what is none. */
export function numberOf(text: string, low: number, high: number): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : null;
}

/** Text at most so long, as the database can hold it. */
export const cut = (text: string, length: number) => text.replaceAll('\u0000', '').slice(0, length).trim();
