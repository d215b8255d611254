import {
  beginMarkedContent,
  endMarkedContent,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  PDFString,
  type PDFDocument,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';

/** What a piece of a page is to whoever hears it. */
export type Role = 'H1' | 'P' | 'Link';

export interface Said {
  role: Role;
  /** What is said in its place. */
  alt?: string;
  /** Where a link leads, and the place that is pressed: left, bottom, right, top, in points. */
  link?: { address: string; area: [number, number, number, number] };
}

export type Tags = ReturnType<typeof tagsOf>;

/**
 * Tags the only page of a PDF, so that it can be heard: what is drawn by `say` is said, in that order; all else adorns.
 * Begins with the page, and ends with `end`.
 */
export function tagsOf(pdf: PDFDocument, page: PDFPage) {
  const { context, catalog } = pdf;
  const [root, whole] = [context.nextRef(), context.nextRef()];
  const said: PDFRef[] = [];
  /** The tags of links. */
  const links: PDFRef[] = [];
  const adorn = () => page.pushOperators(beginMarkedContent('Artifact'));
  adorn();
  return {
    say: ({ role, alt = '', link }: Said, draw: () => void): void => {
      const [element, MCID] = [context.nextRef(), said.length];
      page.pushOperators(
        endMarkedContent(),
        PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(role), `<</MCID ${MCID}>>`]),
      );
      draw();
      page.pushOperators(endMarkedContent());
      adorn();
      const annotation = link && linkOf(pdf, link, alt, links.length + 1);
      if (annotation) {
        page.node.addAnnot(annotation);
        links.push(element);
      }
      const tag = context.obj({
        Type: 'StructElem',
        S: role,
        P: whole,
        Pg: page.ref,
        K: annotation ? [MCID, { Type: 'OBJR', Obj: annotation, Pg: page.ref }] : MCID,
        ...(alt !== '' && { Alt: PDFHexString.fromText(alt) }),
      });
      context.assign(element, tag);
      said.push(element);
    },
    end: (): void => {
      page.pushOperators(endMarkedContent());
      context.assign(whole, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: said }));
      const Nums = [0, said, ...links.flatMap((element, at) => [at + 1, element])];
      const ParentTreeNextKey = links.length + 1;
      const tree = { Type: 'StructTreeRoot', K: whole, ParentTree: { Nums }, ParentTreeNextKey };
      context.assign(root, context.obj(tree));
      page.node.set(PDFName.of('StructParents'), context.obj(0));
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
      catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
      catalog.set(PDFName.of('StructTreeRoot'), root);
    },
  };
}

function linkOf(
  { context }: PDFDocument,
  { address, area }: NonNullable<Said['link']>,
  alt: string,
  parent: number,
): PDFRef {
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: area,
    Border: [0, 0, 0],
    // Printed with the page.
    F: 4,
    Contents: PDFHexString.fromText(alt),
    StructParent: parent,
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(address) },
  });
  return context.register(annotation);
}
