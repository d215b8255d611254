import { SaxesParser, type SaxesTagNS } from 'saxes';
import { isPlainPath, refuse, type Index } from './archive.ts';

export const STANDARDS = ['1.2', '2004'] as const;

/** What is odd in a package, and does not keep it from running. */
export const PROBLEMS = ['missing_files', 'several_organizations', 'sequencing'] as const;
type Problem = (typeof PROBLEMS)[number];

export interface Item {
  id: string;
  title: string;
  /** The file that it begins with, with its parameters. */
  href: string;
  /** An asset tells nothing of itself: it is done when it was opened. */
  sco: boolean;
  /** Of 1.2: from 0 to 100; of 2004: from -1 to 1; null where the package judges itself. */
  mastery: number | null;
  launch_data: string;
  /** How deep it stands in the contents, from 0. */
  depth: number;
}

export interface Manifest {
  standard: (typeof STANDARDS)[number];
  /** As the manifest calls it: `1.2`, `2004 3rd Edition`. */
  edition: string;
  title: string;
  items: Item[];
  problems: Problem[];
}

const LIMITS = { depth: 60, nodes: 50_000, items: 1000, text: 65_536, title: 300 } as const;

interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}

/**
 * Reads imsmanifest.xml.
 * @param index the files of the archive
 * @throws PackageRefused
 */
export function readManifest(xml: string, index: Index): Manifest {
  const root = treeOf(xml);
  if (root.name !== 'manifest') refuse('not_scorm');
  const edition = textAt(root, 'metadata', 'schemaversion');
  const standard = standardOf(textAt(root, 'metadata', 'schema'), edition, xml);
  const organizations = child(root, 'organizations');
  const all = organizations?.children.filter(({ name }) => name === 'organization') ?? [];
  const chosen =
    all.find(({ attributes }) => attributes.identifier === organizations?.attributes.default) ?? all[0];
  const resources = resourcesOf(root);
  const items = chosen ? itemsOf(chosen, resources) : [];
  // Without contents a package is its first page.
  const shown = items.length > 0 ? items : [...resources.values()].filter(({ sco }) => sco).slice(0, 1);
  if (shown.length === 0) refuse('no_items');
  const missing = shown.filter(({ href }) => !(fileOf(href) in index));
  if (missing.length === shown.length) refuse('missing_file');
  const title = chosen ? textAt(chosen, 'title') : '';
  const problems: Problem[] = [
    ...(missing.length > 0 ? (['missing_files'] as const) : []),
    ...(all.length > 1 ? (['several_organizations'] as const) : []),
    ...(/<(\w+:)?(sequencingRules|rollupRules|preConditionRule|prerequisites)\b/.test(xml)
      ? (['sequencing'] as const)
      : []),
  ];
  return {
    standard,
    edition: edition || standard,
    title: cut(title || shown[0]!.title, LIMITS.title),
    items: shown.filter(({ href }) => fileOf(href) in index).slice(0, LIMITS.items),
    problems,
  };
}

/** The file that an address names, without its parameters. */
export function fileOf(href: string): string {
  const path = href.replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function standardOf(schema: string, edition: string, xml: string): Manifest['standard'] {
  if (/2004|CAM 1\.3|^1\.3/i.test(edition) || /adlcp_v1p3/.test(xml)) return '2004';
  if (edition.startsWith('1.2') || /adlcp_rootv1p2|ADL SCORM/i.test(schema + xml)) return '1.2';
  return refuse('not_scorm');
}

function treeOf(xml: string): Node {
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
    attributes[prefix === 'xml' ? `xml:${local}` : local.toLowerCase()] = value;
  return attributes;
};

const child = (node: Node, name: string) => node.children.find((each) => each.name === name);

function textAt(node: Node, ...path: string[]): string {
  const found = path.reduce<Node | undefined>((at, name) => at && child(at, name), node);
  return found?.text.trim() ?? '';
}

function resourcesOf(root: Node): Map<string, Item> {
  const resources = child(root, 'resources');
  const outer = resources?.attributes['xml:base'] ?? '';
  const base = (root.attributes['xml:base'] ?? '') + outer;
  return new Map(
    (resources?.children ?? [])
      .filter(({ name, attributes }) => name === 'resource' && attributes.href)
      .map(({ attributes }) => {
        const href = base + (attributes['xml:base'] ?? '') + attributes.href!.trim();
        const id = attributes.identifier ?? '';
        const sco = (attributes.scormtype ?? '').toLowerCase() !== 'asset';
        return [id, { id, title: '', href, sco, mastery: null, launch_data: '', depth: 0 }];
      }),
  );
}

function itemsOf(organization: Node, resources: Map<string, Item>): Item[] {
  const items: Item[] = [];
  const walk = (node: Node, depth: number): void => {
    for (const item of node.children) {
      if (item.name !== 'item' || item.attributes.isvisible === 'false') continue;
      const resource = resources.get(item.attributes.identifierref ?? '');
      if (resource && isPlainPath(fileOf(resource.href))) {
        items.push({
          ...resource,
          id: cut(item.attributes.identifier || resource.id, 200),
          title: cut(textAt(item, 'title') || resource.href, LIMITS.title),
          href: withParameters(resource.href, item.attributes.parameters ?? ''),
          mastery: masteryOf(item),
          launch_data: cut(textAt(item, 'datafromlms') || textAt(item, 'dataFromLMS'), 4096),
          depth: Math.min(depth, 10),
        });
      }
      walk(item, depth + 1);
    }
  };
  walk(organization, 0);
  // State is kept by these.
  return items.filter(({ id }, at) => items.findIndex((other) => other.id === id) === at);
}

/** Parameters as SCORM joins them to an address. */
function withParameters(href: string, parameters: string): string {
  const given = parameters.trim().replace(/^[?&]+/, '');
  if (given === '') return href;
  if (given.startsWith('#')) return href + (href.includes('#') ? '' : given);
  return `${href}${href.includes('?') ? '&' : '?'}${given}`;
}

/** `masteryscore` of 1.2, or the least measure of the primary objective of 2004. */
function masteryOf(item: Node): number | null {
  const score = textAt(item, 'masteryscore');
  if (score !== '') return numberOf(score, 0, 100);
  const objective = ['sequencing', 'objectives', 'primaryObjective'].reduce<Node | undefined>(
    (at, name) => at && child(at, name),
    item,
  );
  if (objective?.attributes.satisfiedbymeasure !== 'true') return null;
  return numberOf(textAt(objective, 'minNormalizedMeasure') || '1', -1, 1);
}

function numberOf(text: string, low: number, high: number): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : null;
}

const cut = (text: string, length: number) => text.replaceAll('\u0000', '').slice(0, length).trim();
