import type { Slide, SlideElement, TextBody } from 'pptx-viewer';

/** The text of a slide, paragraph by paragraph, for whoever does not see it. */
export function textOf({ elements }: Slide): string[] {
  return elements.flatMap(linesOf).filter((line) => line !== '');
}

function linesOf(element: SlideElement): string[] {
  if (element.type === 'group') return element.children.flatMap(linesOf);
  if (element.type === 'table') {
    return element.rows.map(({ cells }) => cells.map(({ text }) => paragraphsOf(text).join(' ')).join(', '));
  }
  return 'text' in element ? paragraphsOf(element.text) : [];
}

const paragraphsOf = (text: TextBody | undefined): string[] =>
  (text?.paragraphs ?? []).map(({ runs }) =>
    runs
      .map((run) => run.text)
      .join('')
      .trim(),
  );
