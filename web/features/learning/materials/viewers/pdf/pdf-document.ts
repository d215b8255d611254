// The other build of pdf.js asks for functions that browsers have had only since spring 2026.
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the bundler answers the address of the file
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

import { sourceOf } from './pdf-source.ts';
import type { Piece } from './pdf-words.ts';

export type { PDFDocumentProxy };

/** More than this many dots only cost memory, which a phone has little of. */
const MOST_DOTS = 12_000_000;

/** The code that reads documents, where it is wanted before one is opened. */
export const fetchWorker = () => fetch(workerUrl);

/** Opens a document; it is read in pieces, as pages are needed, and waits for what the line does not bring. */
export function openPdf(reading: Omit<Parameters<typeof sourceOf>[0], 'signal'>) {
  const end = new AbortController();
  let task: PDFDocumentLoadingTask | undefined;
  const opened = sourceOf({ ...reading, signal: end.signal }).then((range) => {
    task = getDocument({ range, wasmUrl: '/pdf/', enableXfa: false });
    return task.promise;
  });
  return {
    promise: opened,
    close: () => {
      end.abort();
      void task?.destroy();
    },
  };
}

const read = new WeakMap<PDFDocumentProxy, Map<number, Promise<Piece[]>>>();

/** The words of a page in their pieces, read once. */
export function wordsOf(document: PDFDocumentProxy, number: number): Promise<Piece[]> {
  const pages = read.get(document) ?? new Map<number, Promise<Piece[]>>();
  read.set(document, pages);
  const known = pages.get(number);
  if (known) return known;
  const words = document
    .getPage(number)
    .then((page) => page.getTextContent())
    .then(({ items }) => items.flatMap((item) => ('str' in item ? [item] : [])));
  pages.set(number, words);
  return words;
}

/** A line of a document's own contents; the depth from 0. */
export interface Heading {
  title: string;
  page: number;
  depth: number;
}

/** What the document says of its contents, in order; what leads to no page is left out. */
export async function outlineOf(document: PDFDocumentProxy): Promise<Heading[]> {
  type Entries = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;
  const walk = async (entries: Entries, depth: number): Promise<Heading[]> => {
    const found = (entries ?? []).map(async ({ title, dest, items }) => {
      const place = typeof dest === 'string' ? await document.getDestination(dest) : dest;
      const [target] = place ?? [];
      const index = typeof target === 'number' ? target : target && (await document.getPageIndex(target));
      const below = await walk(items as Entries, depth + 1);
      return typeof index === 'number' ? [{ title, page: index + 1, depth }, ...below] : below;
    });
    return (await Promise.all(found)).flat();
  };
  return walk(await document.getOutline(), 0);
}

/** Draws a page and lays its text over it, for selection and screen readers. The returned function undoes it. */
export function showPage(
  page: PDFPageProxy,
  scale: number,
  canvas: HTMLCanvasElement,
  layer: HTMLElement,
): () => void {
  const viewport = page.getViewport({ scale });
  const dots = viewport.width * viewport.height;
  const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(MOST_DOTS / dots));
  canvas.width = Math.floor(viewport.width * ratio);
  canvas.height = Math.floor(viewport.height * ratio);
  const drawing = page.render({
    canvas,
    viewport,
    ...(ratio !== 1 && { transform: [ratio, 0, 0, ratio, 0, 0] }),
  });
  // Until then it would be black.
  canvas.style.visibility = 'hidden';
  drawing.promise.then(
    () => canvas.style.removeProperty('visibility'),
    () => {},
  );
  layer.replaceChildren();
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
  text.render().catch(() => {});
  return () => {
    drawing.cancel();
    text.cancel();
    layer.replaceChildren();
    canvas.width = 0;
    canvas.height = 0;
  };
}
