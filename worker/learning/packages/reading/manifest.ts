import type { PROBLEMS } from '../contract.ts';
import { isPlainPath, refuse, type Index } from './archive.ts';
import { child, childrenOf, cut, nodeAt, numberOf, textAt, treeOf, type Node } from './manifest-xml.ts';
import { allOf, readPrerequisites, type Prerequisite } from './prerequisites.ts';
import { readSequencing, thresholdOf, type Activity } from './sequencing.ts';

export const STANDARDS = ['1.2', '2004'] as const;

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
  /** How long it may take, as its standard writes it, and what it does then; the item itself keeps to that. */
  max_time?: string;
  time_limit_action?: string;
  /** Of 2004: how much of it, of one, is all of it. */
  threshold?: number;
  /** Of 2004: the names of its objectives. */
  objectives?: string[];
  /** How deep it stands in the contents, from 0. */
  depth: number;
  /** What stands above it in the contents, and was not told before: chapters without a page. */
  chapters?: { title: string; depth: number }[];
  /** It is not in the contents, and opened by rules alone. */
  hidden?: boolean;
  /** Of 1.2: what must be done first. */
  needs?: Prerequisite;
}

export interface MissingPage {
  title: string;
  file: string;
}

export interface Manifest {
  standard: (typeof STANDARDS)[number];
  /** As the manifest calls it: `1.2`, `2004 3rd Edition`. */
  edition: string;
  title: string;
  items: Item[];
  problems: Problem[];
  /** Pages of the contents that are not in the archive, and are left out. */
  missing: MissingPage[];
  /** Of 2004: the activities with their rules; null where items are taken in turn. */
  sequencing: Activity | null;
}

const LIMITS = { items: 1000, title: 300, edition: 60, objectives: 100, missing: 100 } as const;

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
  const named = items.length > 0 ? items : [...resources.values()].filter(({ sco }) => sco).slice(0, 1);
  if (named.length === 0) refuse('no_items');
  const there = named.filter(({ href }) => fileOf(href) in index).slice(0, LIMITS.items);
  if (there.length === 0) refuse('missing_file');
  const missing = [
    ...(chosen ? unresolvedIn(chosen, resources) : []),
    ...named.map(({ title, href }) => ({ title, file: fileOf(href) })).filter(({ file }) => !(file in index)),
  ].slice(0, LIMITS.missing);
  const rules = standard === '2004' && chosen ? readSequencing(root, chosen, idsOf(there)) : null;
  const tree = rules?.tree ?? null;
  const shown = tree ? there : there.filter(({ hidden }) => !hidden);
  if (shown.length === 0) refuse('no_items');
  const locks = standard === '1.2' && chosen ? locksOf(chosen, idsOf(shown)) : null;
  const title = chosen ? textAt(chosen, 'title') : '';
  const problems: Problem[] = [
    ...(missing.length > 0 ? (['missing_files'] as const) : []),
    ...(all.length > 1 ? (['several_organizations'] as const) : []),
    ...(rules?.unserved ?? []),
    ...(locks?.unread ? (['prerequisites'] as const) : []),
    ...(/<(\w+:)?(maxtimeallowed|timelimitaction)\b/i.test(xml) ? (['time_limits'] as const) : []),
  ];
  return {
    standard,
    edition: editionOf(edition) || standard,
    title: cut(title || shown[0]!.title, LIMITS.title),
    items: shown.map((item) => ({
      ...item,
      ...(locks?.needs.has(item.id) && { needs: locks.needs.get(item.id)! }),
    })),
    problems: [...new Set(problems)],
    missing,
    sequencing: tree,
  };
}

const idsOf = (items: readonly Item[]) => new Set(items.map(({ id }) => id));

/** What must be done before each item of 1.2, with what its chapters ask for; and whether some was not understood. */
function locksOf(organization: Node, shown: ReadonlySet<string>) {
  const within = new Map<string, string[]>();
  const collect = (node: Node): string[] => {
    const id = cut(node.attributes.identifier ?? '', 200);
    const own = shown.has(id) ? [id] : [];
    const all = [...own, ...childrenOf(node, 'item').flatMap(collect)];
    within.set(id, all);
    return all;
  };
  collect(organization);
  const needs = new Map<string, Prerequisite>();
  let unread = false;
  const walk = (node: Node, outer: Prerequisite[]): void => {
    for (const item of childrenOf(node, 'item')) {
      const text = textAt(item, 'prerequisites');
      const read = text === '' ? null : readPrerequisites(text, within);
      if (text !== '' && !read) unread = true;
      const all = read ? [...outer, read] : outer;
      const id = cut(item.attributes.identifier ?? '', 200);
      if (all.length > 0 && shown.has(id)) needs.set(id, allOf(all));
      walk(item, all);
    }
  };
  walk(organization, []);
  return { needs, unread };
}

/** The file that an address names, without its parameters. */
export function fileOf(href: string): string {
  const path = href.replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path.normalize('NFC');
  }
}

function standardOf(schema: string, edition: string, xml: string): Manifest['standard'] {
  if (/2004|CAM 1\.3|^1\.3/i.test(edition) || /adlcp_v1p3/.test(xml)) return '2004';
  if (edition.startsWith('1.2') || /adlcp_rootv1p2|ADL SCORM/i.test(schema + xml)) return '1.2';
  return refuse('not_scorm');
}

/** As people know it: the first two editions of 2004 call themselves by the version of a part of theirs. */
const editionOf = (edition: string): string =>
  /^(CAM )?1\.3$/i.test(edition) ? '2004 2nd Edition' : cut(edition, LIMITS.edition);

function resourcesOf(root: Node): Map<string, Item> {
  const resources = child(root, 'resources');
  const outer = resources?.attributes['xml:base'] ?? '';
  const base = (root.attributes['xml:base'] ?? '') + outer;
  return new Map(
    (resources?.children ?? [])
      .filter(({ name, attributes }) => name === 'resource' && attributes.href)
      .map(({ attributes }) => {
        const href = withinArchive(base + (attributes['xml:base'] ?? '') + attributes.href!.trim());
        const id = attributes.identifier ?? '';
        const sco = (attributes.scormtype ?? '').toLowerCase() !== 'asset';
        return [id, { id, title: '', href, sco, mastery: null, launch_data: '', depth: 0 }];
      }),
  );
}

/** An address as a browser resolves it; one that leads out keeps its steps upwards, and is no file. */
function withinArchive(address: string): string {
  const [, path = '', behind = ''] = /^([^?#]*)(.*)$/s.exec(address)!;
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/') + behind;
}

/** Items whose page is nowhere in the manifest, or leads out of the archive. */
function unresolvedIn(node: Node, resources: ReadonlyMap<string, Item>): MissingPage[] {
  return childrenOf(node, 'item').flatMap((item) => {
    const named = item.attributes.identifierref ?? '';
    const resource = resources.get(named);
    const isThere = named === '' || (resource && isPlainPath(fileOf(resource.href)));
    const title = cut(textAt(item, 'title'), LIMITS.title);
    const own = isThere ? [] : [{ title, file: cut(resource?.href ?? named, LIMITS.title) }];
    return [...own, ...unresolvedIn(item, resources)];
  });
}

function itemsOf(organization: Node, resources: Map<string, Item>): Item[] {
  const items: Item[] = [];
  let chapters: NonNullable<Item['chapters']> = [];
  const walk = (node: Node, depth: number): void => {
    for (const item of node.children) {
      if (item.name !== 'item') continue;
      const hidden = item.attributes.isvisible === 'false';
      const resource = resources.get(item.attributes.identifierref ?? '');
      const title = cut(textAt(item, 'title'), LIMITS.title);
      if (resource && isPlainPath(fileOf(resource.href))) {
        items.push({
          ...resource,
          id: cut(item.attributes.identifier || resource.id, 200),
          title: title || cut(resource.href, LIMITS.title),
          href: withParameters(resource.href, item.attributes.parameters ?? ''),
          mastery: masteryOf(item),
          launch_data: cut(textAt(item, 'datafromlms') || textAt(item, 'dataFromLMS'), 4096),
          ...limitsOf(item),
          depth: Math.min(depth, 10),
          ...(hidden && { hidden }),
          ...(chapters.length > 0 && !hidden && { chapters }),
        });
        if (!hidden) chapters = [];
      } else if (title !== '' && !hidden) {
        chapters = [...chapters.filter((one) => one.depth < depth), { title, depth: Math.min(depth, 10) }];
      }
      walk(item, depth + 1);
    }
  };
  walk(organization, 0);
  // State is kept by these.
  return items.filter(({ id }, at) => items.findIndex((other) => other.id === id) === at);
}

/** What an item is told of its own limits and objectives. */
function limitsOf(item: Node): Pick<Item, 'max_time' | 'time_limit_action' | 'threshold' | 'objectives'> {
  const sequencing = child(item, 'sequencing');
  const limits = sequencing && child(sequencing, 'limitConditions');
  const longest = textAt(item, 'maxtimeallowed') || limits?.attributes.attemptabsolutedurationlimit;
  const action = textAt(item, 'timelimitaction') || textAt(item, 'timeLimitAction');
  const { completedByMeasure, minProgressMeasure } = thresholdOf(child(item, 'completionThreshold'));
  const objectives = (sequencing && child(sequencing, 'objectives'))?.children
    .map(({ attributes }) => cut(attributes.objectiveid ?? '', 200))
    .filter((id) => id !== '')
    .slice(0, LIMITS.objectives);
  return {
    ...(longest && { max_time: cut(longest, 50) }),
    ...(action && { time_limit_action: cut(action, 50) }),
    ...(completedByMeasure === true && { threshold: Number(minProgressMeasure ?? 1) }),
    ...(objectives && objectives.length > 0 && { objectives }),
  };
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
  const objective = nodeAt(item, 'sequencing', 'objectives', 'primaryObjective');
  if (objective?.attributes.satisfiedbymeasure !== 'true') return null;
  return numberOf(textAt(objective, 'minNormalizedMeasure') || '1', -1, 1);
}
