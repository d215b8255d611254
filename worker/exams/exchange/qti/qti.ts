import { elementsOf, readXml, textOf, within, type XmlElement } from '../../../platform/formats/xml.ts';
import {
  FileRefused,
  openArchive,
  refuse,
  type Archive,
  type ArchiveLimits,
} from '../../../platform/formats/zip-archive.ts';
import { type ReadQuestion, type SectionWords, sectionSaying } from '../exchange.ts';
import { dataPicture, type FindFile } from '../parts/prose.ts';
import { asQti2, readItem } from './qti-item.ts';
import { keptIn, ONLY_SECTION } from '../parts/written.ts';

/** Of a package: it is held at once. */
const LIMITS: ArchiveLimits = { entries: 3000, inflated: 60 * 1024 * 1024 };
const NO_FILES: FindFile = (address) => (address.startsWith('data:') ? dataPicture(address) : null);

/**
 * Reads the questions of a QTI package in version 2.1, 2.2 or 3.0, or of one item alone, in the order of its test, else of
 * its manifest. An item that cannot be read is told, and the others are taken.
 * @throws FileRefused for what is no package, or not safe to open
 */
export function readQti(bytes: Uint8Array): ReadQuestion[] {
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) return [itemIn(asQti2(readXml(bytes)), 1, NO_FILES)];
  const archive = openArchive(bytes, LIMITS);
  const manifest =
    archive.names.find((name) => /(^|\/)imsmanifest\.xml$/i.test(name)) ?? refuse('no manifest');
  const items = itemsOf(archive, manifest);
  if (items.length === 0) refuse('no items');
  return items.map(({ path, section }, at) => ({
    ...readPath(archive, path, at + 1),
    source: path,
    ...(section && { section }),
  }));
}

function itemIn(root: XmlElement, line: number, find: FindFile): ReadQuestion {
  if (root.name === 'questestinterop') refuse('QTI 1');
  return root.name === 'assessmentItem' ? readItem(root, line, find) : refuse('no items');
}

/** An item of a test, with the section that it stands in, where that is worth a name. */
interface Listed {
  path: string;
  section?: SectionWords;
}

/** The items, each once: as the test has them, then as the manifest does. */
function itemsOf(archive: Archive, manifest: string): Listed[] {
  const root = xmlOf(archive, manifest);
  const resources = within(root, 'resource').map(({ attributes }) => ({
    type: attributes['type'] ?? '',
    path: pathOf(attributes['href'] ?? '', manifest),
  }));
  if (
    resources.some(({ type }) =>
      /^(imsqti_xmlv1|associatedcontent.*learning-application|imsqti_.*xmlv1)/i.test(type),
    ) &&
    !resources.some(({ type }) => /^imsqti_item/i.test(type))
  )
    refuse('QTI 1');
  // Some name the standard alone.
  const listed = resources
    .filter(({ type }) => /^imsqti_((apip)?item|v[23])/i.test(type))
    .map(({ path }) => path);
  const tests = resources
    .filter(({ type }) => /^imsqti_(apip)?(test|section)/i.test(type))
    .map(({ path }) => path);
  const ordered = tests.flatMap((path) => refsOf(archive, path, new Set(), {}));
  const items = [...ordered, ...listed.map((path): Listed => ({ path }))];
  const first = new Map(items.toReversed().map((item) => [item.path, item]));
  return items.filter((item) => item.path !== '' && first.get(item.path) === item);
}

/** What a test refers to, its sections in files of their own among it. */
function refsOf(archive: Archive, path: string, seen: Set<string>, within_section: InSection): Listed[] {
  if (seen.has(path) || !archive.names.includes(path)) return [];
  seen.add(path);
  const walk = (element: XmlElement, around: InSection): Listed[] => {
    const own = element.name === 'assessmentSection' ? sectionOf(element) : around;
    return elementsOf(element).flatMap((child) => {
      const href = pathOf(child.attributes['href'] ?? '', path);
      if (child.name === 'assessmentItemRef') return [{ path: href, ...own }];
      return child.name === 'assessmentSectionRef' ? refsOf(archive, href, seen, own) : walk(child, own);
    });
  };
  return walk(asQti2(xmlOf(archive, path)), within_section);
}

type InSection = Pick<Listed, 'section'>;

/** What a section says of itself; ours around everything says nothing. */
function sectionOf(element: XmlElement): InSection {
  const { identifier, title = '' } = element.attributes;
  if (identifier === ONLY_SECTION.identifier && title === ONLY_SECTION.title) return {};
  const rubric = elementsOf(element, 'rubricBlock').map(textOf).join('\n');
  return sectionSaying(title, keptIn(element.comments).description ?? rubric);
}

function xmlOf(archive: Archive, path: string): XmlElement {
  return readXml(archive.read(path) ?? refuse('no items'));
}

function readPath(archive: Archive, path: string, line: number): ReadQuestion {
  const read = new Map<string, ReturnType<FindFile>>();
  const find: FindFile = (address) => {
    if (address.startsWith('data:')) return dataPicture(address);
    const at = pathOf(address.replace(/[?#].*$/s, ''), path);
    if (!read.has(at)) {
      const bytes = at === '' ? null : archive.read(at);
      read.set(at, bytes && { name: at.slice(at.lastIndexOf('/') + 1), bytes: new Uint8Array(bytes) });
    }
    return read.get(at)!;
  };
  try {
    const bytes = archive.read(path);
    if (!bytes) return unread(path, line, 'missing_item');
    const root = asQti2(readXml(bytes));
    // Such as a link to another application, which a test may have among its items.
    return root.name === 'assessmentItem' ? readItem(root, line, find) : unread(path, line, 'not_a_question');
  } catch (error) {
    if (error instanceof FileRefused) return unread(path, line, 'malformed');
    throw error;
  }
}

const unread = (title: string, line: number, problem: ReadQuestion['problems'][number]): ReadQuestion => ({
  line,
  title,
  description: '',
  type: 'choice',
  credit: 'all',
  match_case: false,
  unit: '',
  gap_text: '',
  multiple_right_answers: false,
  required: false,
  score: 1,
  answers: [],
  problems: [problem],
});

/** Where an address leads inside of the package; '' where it leads out of it. */
function pathOf(address: string, from: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')) return '';
  const parts = address.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of decoded(address).split('/')) {
    if (part === '..') {
      if (parts.length === 0) return '';
      parts.pop();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
