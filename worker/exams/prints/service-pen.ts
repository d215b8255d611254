import {
  rgb,
  TextRenderingMode,
  type Color,
  type PDFDocument,
  type PDFFont,
  type PDFImage,
  type PDFPage,
} from '@cantoo/pdf-lib';

/** What draws on the pages of a print: lines of words, rules, and where the page ends. */

// A4 in points.
export const PAGE: [number, number] = [595, 842];
export const LEFT = 48;
export const RIGHT = PAGE[0] - LEFT;
export const TOP = PAGE[1] - 48;
export const BOTTOM = 58;
export const WIDTH = RIGHT - LEFT;

export const INK = rgb(0.1, 0.11, 0.13);
export const QUIET = rgb(0.38, 0.4, 0.45);
export const LINE = rgb(0.6, 0.62, 0.66);
export const PALE = rgb(0.72, 0.74, 0.78);

export interface Look {
  size: number;
  color?: Color;
  strong?: boolean;
}

/** A pen that goes down the pages of one variant, and on to the next page where there is no room. */
export interface Pen {
  pdf: PDFDocument;
  font: PDFFont;
  /** For signs of mathematics, which the font has not. */
  signs: PDFFont;
  pictures: ReadonlyMap<number, PDFImage>;
  page: PDFPage;
  pages: PDFPage[];
  y: number;
  /** Widths of words at size 1, which repeat from variant to variant. */
  widths: Map<string, number>;
}

/** A pen without a page: the first is turned to. `pictures` by the id of their file. */
export function newPen(
  pdf: PDFDocument,
  fonts: Pick<Pen, 'font' | 'signs'>,
  pictures: ReadonlyMap<number, PDFImage>,
): Pen {
  return { pdf, ...fonts, pictures, page: undefined as never, pages: [], y: 0, widths: new Map() };
}

/** Goes on at the top of a new page. */
export function turnPage(pen: Pen): void {
  pen.page = pen.pdf.addPage(PAGE);
  pen.pages.push(pen.page);
  pen.y = TOP;
}

/** Turns the page where less than `height` points are left of it. */
export function ensure(pen: Pen, height: number): void {
  if (pen.y - height < BOTTOM) turnPage(pen);
}

const MATH_SIGNS = /([≤≥≠≈∞←→∫√∑∏∂]+)/;

/** A text in stretches of one font each. */
const stretchesOf = (pen: Pen, text: string): { part: string; font: PDFFont }[] =>
  text
    .split(MATH_SIGNS)
    .map((part, place) => ({ part, font: place % 2 ? pen.signs : pen.font }))
    .filter(({ part }) => part !== '');

/** How wide a text is in a line, in points. */
export function widthOf(pen: Pen, text: string, size: number): number {
  let width = pen.widths.get(text);
  if (width === undefined) {
    width = stretchesOf(pen, text).reduce((sum, { part, font }) => sum + font.widthOfTextAtSize(part, 1), 0);
    pen.widths.set(text, width);
  }
  return width * size;
}

/** Text in lines no wider than given; a word that is wider itself is cut. */
export function linesOf(pen: Pen, text: string, size: number, width: number): string[] {
  const blank = widthOf(pen, ' ', size);
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    const add = (word: string) => {
      const wide = widthOf(pen, word, size);
      if (line && used + blank + wide > width) {
        lines.push(line);
        line = '';
        used = 0;
      }
      used += (line ? blank : 0) + wide;
      line = line ? `${line} ${word}` : word;
    };
    for (const word of paragraph.split(' ')) for (const part of cut(pen, word, size, width)) add(part);
    return [...lines, line];
  });
}

function cut(pen: Pen, word: string, size: number, width: number): string[] {
  if (widthOf(pen, word, size) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const sign of word) {
    if (part && widthOf(pen, part + sign, size) > width) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}

/** One line of text with its base line at `y`, both in points from the lower left corner. */
export function put(pen: Pen, text: string, x: number, y: number, { size, color = INK, strong }: Look): void {
  if (!text.trim()) return;
  let at = x;
  for (const { part, font } of stretchesOf(pen, text)) {
    pen.page.drawText(part, {
      x: at,
      y,
      size,
      font,
      color,
      ...(strong && {
        renderMode: TextRenderingMode.FillAndOutline,
        strokeColor: color,
        strokeWidth: size / 40,
      }),
    });
    at += font.widthOfTextAtSize(part, size);
  }
}

/** Writes lines downwards, each on a page that has room for it. */
export function write(pen: Pen, text: string, x: number, width: number, look: Look): void {
  for (const line of linesOf(pen, text, look.size, width)) {
    ensure(pen, look.size * 1.4);
    pen.y -= look.size * 1.4;
    put(pen, line, x, pen.y, look);
  }
}

/** A line across, between two places in points. */
export function rule(pen: Pen, from: number, to: number, y: number, color = LINE): void {
  pen.page.drawLine({ start: { x: from, y }, end: { x: to, y }, thickness: 0.6, color });
}

/** A line down, between two heights in points. */
function upright(pen: Pen, x: number, from: number, to: number): void {
  pen.page.drawLine({ start: { x, y: from }, end: { x, y: to }, thickness: 0.6, color: LINE });
}

const CELL = { size: 9.5, leading: 12.5, pad: 4 };

/** Widths of columns: those that need less than an even part keep what they need, the others share what is left. */
function columnsOf(pen: Pen, rows: readonly (readonly { text: string }[])[], room: number): number[] {
  const needed: number[] = [];
  for (const row of rows)
    for (const [at, { text }] of row.entries()) {
      const own = Math.max(...text.split('\n').map((line) => widthOf(pen, line, CELL.size)));
      needed[at] = Math.max(needed[at] ?? 0, own + 2 * CELL.pad + 1);
    }
  let left = room;
  let open = needed.length;
  const widths = [...needed];
  for (const at of [...needed.keys()].toSorted((a, b) => needed[a]! - needed[b]!)) {
    widths[at] = Math.min(needed[at]!, left / open);
    left -= widths[at];
    open -= 1;
  }
  return widths;
}

/** A table as a grid, from `x` to the right; a row that is higher than what is left of the page goes on on the next. */
export function drawTable(
  pen: Pen,
  rows: readonly (readonly { text: string; strong: boolean }[])[],
  x: number,
): void {
  const widths = columnsOf(pen, rows, RIGHT - x);
  const edges = widths.reduce((all, width) => [...all, all.at(-1)! + width], [x]);
  const fitting = (height: number) => Math.floor((height - BOTTOM - CELL.pad) / CELL.leading);
  pen.y -= 6;
  for (const row of rows) {
    let cells = widths.map((width, at) => ({
      strong: row[at]?.strong ?? false,
      lines: linesOf(pen, row[at]?.text ?? '', CELL.size, width - 2 * CELL.pad),
    }));
    while (cells.some(({ lines }) => lines.length > 0)) {
      const most = Math.max(...cells.map(({ lines }) => lines.length));
      const isWhole = most <= fitting(pen.y);
      if (!isWhole && (most <= fitting(TOP) || fitting(pen.y) < 1)) turnPage(pen);
      const count = Math.min(most, fitting(pen.y));
      const [top, bottom] = [pen.y, pen.y - count * CELL.leading - CELL.pad];
      for (const [at, { lines, strong }] of cells.entries())
        for (const [n, line] of lines.slice(0, count).entries())
          put(pen, line, edges[at]! + CELL.pad, top - CELL.leading * (n + 1) + 1, {
            size: CELL.size,
            strong,
          });
      for (const y of [top, bottom]) rule(pen, x, edges.at(-1)!, y);
      for (const edge of edges) upright(pen, edge, top, bottom);
      cells = cells.map(({ strong, lines }) => ({ strong, lines: lines.slice(count) }));
      pen.y = bottom;
    }
  }
  pen.y -= 6;
}

export const BODY: Look = { size: 10.5 };
export const SMALL: Look = { size: 8.5, color: QUIET };
