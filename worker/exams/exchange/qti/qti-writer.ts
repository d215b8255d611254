import { writeElement } from '../../../platform/formats/xml-writer.ts';
import { ZipWriter } from '../../../platform/formats/zip-writer.ts';
import { type SectionWords, withHeads, type WrittenFile, type WrittenQuestion } from '../exchange.ts';
import { contentOf, NAMESPACES, writeItem, writerOf, type QtiVersion } from './qti-item-writer.ts';
import { asHtml, keptComment, ONLY_SECTION } from '../parts/written.ts';

/** A package: its manifest, a test with its sections, an item for each question, and their files. */
export async function writeQti(
  title: string,
  questions: readonly WrittenQuestion[],
  version: QtiVersion,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter();
  const items = withHeads(questions).map(({ question: { files = [] }, head }, at) => ({
    id: `item-${at + 1}`,
    files: filesOf(files, at + 1),
    head,
  }));
  await zip.add('imsmanifest.xml', [manifestOf(items, version)]);
  await zip.add('test.xml', [testOf(title, items, version)]);
  for (const [at, question] of questions.entries()) {
    const { id, files } = items[at]!;
    const address = (file: WrittenFile) => files.get(file)!.split('/').map(encodeURIComponent).join('/');
    await zip.add(`${id}.xml`, [writeItem(question, id, version, address)]);
    for (const [file, path] of files) await zip.add(path, file.bytes);
  }
  return zip.end();
}

interface Listed {
  id: string;
  files: Map<WrittenFile, string>;
  /** The section that begins with it. */
  head: SectionWords | null;
}

/** Paths, no two alike, whose last part is the file's own name. */
const filesOf = (files: readonly WrittenFile[], question: number): Map<WrittenFile, string> =>
  new Map(
    files.map((file, at) => [file, `media/${question}-${at + 1}/${file.name.replace(/[\\/:]/g, '_')}`]),
  );

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What the manifest of a version says of itself. */
const MANIFESTS: Record<QtiVersion, { xmlns: string; schema: string; schemaversion: string; type: string }> =
  {
    '2.1': {
      xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1',
      schema: 'QTIv2.1 Package',
      schemaversion: '1.0.0',
      type: 'xmlv2p1',
    },
    '2.2': {
      xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1',
      schema: 'QTIv2.2 Package',
      schemaversion: '1.0.0',
      type: 'xmlv2p2',
    },
    '3.0': {
      xmlns: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
      schema: 'QTI Package',
      schemaversion: '3.0.0',
      type: 'xmlv3p0',
    },
  };

function manifestOf(items: readonly Listed[], version: QtiVersion): string {
  const { xmlns, schema, schemaversion, type } = MANIFESTS[version];
  const file = (path: string) =>
    writeElement('file', { href: path.split('/').map(encodeURIComponent).join('/') });
  const resource = (id: string, kind: string, path: string, ...inside: string[]) =>
    `\n    ${writeElement('resource', { identifier: id, type: `imsqti_${kind}_${type}`, href: path }, file(path), ...inside)}`;
  return `${XML}${writeElement(
    'manifest',
    { xmlns, identifier: 'osnova-questions' },
    writeElement(
      'metadata',
      {},
      writeElement('schema', {}, schema),
      writeElement('schemaversion', {}, schemaversion),
    ),
    '<organizations/>',
    writeElement(
      'resources',
      {},
      resource(
        'test',
        'test',
        'test.xml',
        ...items.map(({ id }) => writeElement('dependency', { identifierref: id })),
      ),
      ...items.map(({ id, files }) => resource(id, 'item', `${id}.xml`, ...[...files.values()].map(file))),
    ),
  )}\n`;
}

function testOf(title: string, items: readonly Listed[], version: QtiVersion): string {
  const write = writerOf(version);
  const starts = items.flatMap(({ head }, at) => (head || at === 0 ? at : []));
  const sections = starts.map((start, at) => {
    const { head } = items[start]!;
    const refs = items
      .slice(start, starts[at + 1])
      .map(({ id }) => write('assessmentItemRef', { identifier: id, href: `${id}.xml` }));
    if (!head) return write('assessmentSection', { ...ONLY_SECTION, visible: true }, ...refs);
    const { title: named, introduction } = head;
    const told =
      introduction &&
      write(
        'rubricBlock',
        { view: 'candidate', ...(version === '3.0' && { use: 'instructions' }) },
        contentOf(`<p>${asHtml(introduction)}</p>`, write, version),
      );
    return write(
      'assessmentSection',
      { identifier: `section-${at + 1}`, title: named, visible: true },
      keptComment({ description: introduction || undefined }),
      told,
      ...refs,
    );
  });
  const part = write(
    'testPart',
    { identifier: 'part', navigationMode: 'nonlinear', submissionMode: 'simultaneous' },
    ...sections,
  );
  return `${XML}${write('assessmentTest', { xmlns: NAMESPACES[version], identifier: 'test', title: title || 'Test' }, part)}\n`;
}
