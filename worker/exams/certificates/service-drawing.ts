import {
  degrees,
  rgb,
  TextRenderingMode,
  type Color,
  type PDFDocument,
  type PDFFont,
  type PDFImage,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { wrapped } from '../../platform/formats/pdf.ts';
import { tagsOf, type Tags } from '../../platform/formats/pdf-tags.ts';

/** Everything that is drawn, in words and figures as they are written. */
interface Drawn {
  content: {
    company: string;
    name: string;
    course: string;
    forms: readonly { name: string; percent: string; ects: string; date: string }[];
    percent: string;
    ects: string;
  };
  words: {
    title: string;
    number: string;
    issued: string;
    valid_until: string;
    scan: string;
    more: (count: number) => string;
  };
  /** What it was earned by. */
  earned: string;
  issued_on: string;
  /** Null: it holds for good. */
  valid_until: string | null;
  number: string;
  theme_color: string;
  logo: PDFImage | null;
  qr: boolean[][];
  /** Of the page that checks it. */
  address: string;
  /** Written across a certificate that is valid no more. */
  stamp: { text: string; date: string } | null;
}

// A4 across, in points.
const WIDTH = 842;
const HEIGHT = 595;
const MARGIN = 64;
const MIDDLE = WIDTH / 2;
/** Where the foot of the page begins. */
const FLOOR = 148;

const INK = rgb(0.13, 0.15, 0.19);
const QUIET = rgb(0.36, 0.39, 0.45);
const LINE = rgb(0.83, 0.85, 0.88);
const WARNING = rgb(0.72, 0.11, 0.11);

/** A piece of the middle of the page; `draw` gets the height of its top edge. */
interface Block {
  height: number;
  /** What separates it from the one above, at least. */
  gap: number;
  draw: (top: number) => void;
}

/** Draws a certificate on a page of its own. */
export function drawCertificate(pdf: PDFDocument, font: PDFFont, drawn: Drawn): void {
  const page = pdf.addPage([WIDTH, HEIGHT]);
  const theme = readable(drawn.theme_color);
  const tags = tagsOf(pdf, page);
  const pen = penOf(page, font, tags);
  drawFrame(page, theme);
  const head = drawHead(page, pen, drawn, theme);
  drawMiddle(page, pen, drawn, theme, head);
  drawFoot(page, pen, drawn, theme);
  const { stamp } = drawn;
  if (stamp) tags.say({ role: 'P' }, () => drawStamp(page, font, stamp));
  tags.end();
}

interface Look {
  size: number;
  color?: Color;
  /** Between letters, in points. */
  spacing?: number;
  /** Width of the outline that makes it heavier. */
  weight?: number;
}

type Pen = ReturnType<typeof penOf>;

function penOf(page: PDFPage, font: PDFFont, { say }: Tags) {
  const widthOf = (text: string, { size, spacing = 0 }: Look) =>
    font.widthOfTextAtSize(text, size) + spacing * Math.max(0, [...text].length - 1);
  const write = (text: string, x: number, y: number, look: Look) => {
    const { size, color = INK, spacing, weight } = look;
    // What stands beside it or below is another word, also where a program hears them without their places.
    page.drawText(`${text} `, {
      x,
      y,
      size,
      font,
      color,
      ...(spacing && { characterSpacing: spacing }),
      ...(weight && {
        renderMode: TextRenderingMode.FillAndOutline,
        strokeColor: color,
        strokeWidth: weight,
      }),
    });
  };
  return {
    font,
    say,
    widthOf,
    write,
    centred: (text: string, x: number, y: number, look: Look) =>
      write(text, x - widthOf(text, look) / 2, y, look),
    toTheLeft: (text: string, x: number, y: number, look: Look) =>
      write(text, x - widthOf(text, look), y, look),
    /** The text in the largest size that cuts no word and takes no more lines than told; the smallest takes what it needs. */
    fitted: (text: string, width: number, largest: number, smallest: number, lines: number) => {
      for (let size = largest; ; size -= 1) {
        const parts = wrapped(text, font, size, width);
        const isWhole = text.split(' ').every((word) => font.widthOfTextAtSize(word, size) <= width);
        if ((parts.length <= lines && isWhole) || size <= smallest) return { size, parts };
      }
    },
    /** On one line, cut where it would be too long. */
    cut: (text: string, width: number, look: Look) => {
      if (widthOf(text, look) <= width) return text;
      let kept = text;
      while (kept && widthOf(`${kept}…`, look) > width) kept = kept.slice(0, -1);
      return `${kept.trimEnd()}…`;
    },
  };
}

/** Two lines with a woven band between them: threads that go over and under each other. */
function drawFrame(page: PDFPage, theme: Color): void {
  const pale = towardsWhite(theme, 0.72);
  const frame = (inset: number, width: number, color: Color) =>
    page.drawRectangle({
      x: inset,
      y: inset,
      width: WIDTH - 2 * inset,
      height: HEIGHT - 2 * inset,
      borderColor: color,
      borderWidth: width,
    });
  const over: string[] = [];
  const under: string[] = [];
  const diamond = (x: number, y: number, reach: number) =>
    `M${x - reach} ${y} L${x} ${y - reach} L${x + reach} ${y} L${x} ${y + reach} Z`;
  const along = (length: number, at: (place: number) => [number, number]) => {
    const count = 2 * Math.round((length - 92) / 22);
    for (let n = 0; n <= count; n += 1) {
      const [x, y] = at(46 + (n * (length - 92)) / count);
      (n % 2 ? over : under).push(diamond(x, y, n % 2 ? 4.4 : 2.6));
    }
  };
  for (const y of [27, HEIGHT - 27]) along(WIDTH, (place) => [place, y]);
  for (const x of [27, WIDTH - 27]) along(HEIGHT, (place) => [x, place]);
  page.drawSvgPath(under.join(' '), { x: 0, y: HEIGHT, color: pale, borderWidth: 0 });
  page.drawSvgPath(over.join(' '), { x: 0, y: HEIGHT, color: theme, borderWidth: 0 });
  for (const x of [27, WIDTH - 27]) {
    for (const y of [27, HEIGHT - 27]) {
      page.drawRectangle({ x: x - 9, y: y - 9, width: 18, height: 18, color: theme });
      page.drawSvgPath(diamond(x, HEIGHT - y, 6), { x: 0, y: HEIGHT, color: rgb(1, 1, 1), borderWidth: 0 });
      page.drawSvgPath(diamond(x, HEIGHT - y, 2.8), { x: 0, y: HEIGHT, color: theme, borderWidth: 0 });
    }
  }
  frame(18, 1.1, theme);
  frame(36, 0.6, theme);
  frame(40, 0.3, pale);
}

/** Logo, company and title; gives the height at which they end. */
function drawHead(page: PDFPage, pen: Pen, { content, words, logo }: Drawn, theme: Color): number {
  let y = HEIGHT - 58;
  if (logo) {
    const { width, height } = logo.scaleToFit(180, 50);
    y -= height;
    page.drawImage(logo, { x: MIDDLE - width / 2, y, width, height });
    y -= 6;
  } else {
    y -= 10;
  }
  const { size, parts } = pen.fitted(content.company, WIDTH - 2 * MARGIN - 60, logo ? 12 : 16, 9, 1);
  pen.say({ role: 'P' }, () => {
    for (const part of parts.slice(0, 2)) {
      y -= size * 1.3;
      pen.centred(part, MIDDLE, y, { size, color: QUIET, ...(parts.length === 1 && { spacing: 0.6 }) });
    }
  });
  y -= logo ? 50 : 60;
  const title: Look = { size: 40, color: theme, spacing: 9, weight: 0.9 };
  pen.say({ role: 'H1' }, () => pen.centred(words.title.toUpperCase(), MIDDLE, y, title));
  return y - 8;
}

function drawMiddle(page: PDFPage, pen: Pen, drawn: Drawn, theme: Color, head: number): void {
  const { content } = drawn;
  const width = WIDTH - 2 * MARGIN - 40;
  const lines = (parts: readonly string[], look: Look): Pick<Block, 'height' | 'draw'> => ({
    height: parts.length * look.size * 1.22,
    draw: (top) =>
      pen.say({ role: 'P' }, () => {
        for (const [n, part] of parts.entries())
          pen.centred(part, MIDDLE, top - look.size * (0.95 + n * 1.22), look);
      }),
  });
  const name = pen.fitted(content.name, width, 38, 17, content.name.length > 45 ? 2 : 1);
  const course = pen.fitted(content.course, width, 21, 11, 2);
  const before: Block[] = [
    { gap: 12, ...lines(name.parts.slice(0, 3), { size: name.size, weight: name.size / 70 }) },
    { gap: 8, height: 8, draw: (top) => drawRule(page, top - 4, theme) },
    { gap: 8, ...lines([drawn.earned], { size: 12, color: QUIET }) },
    {
      gap: 6,
      ...lines(course.parts.slice(0, 4), { size: course.size, color: theme, weight: course.size / 80 }),
    },
  ];
  const needed = before.reduce((sum, { gap, height }) => sum + gap + height, 0) + 14;
  const blocks = [...before, { gap: 14, ...formRows(page, pen, drawn, head - FLOOR - needed) }];
  const total = blocks.reduce((sum, { gap, height }) => sum + gap + height, 0);
  const stretch = Math.min(1.9, 1 + Math.max(0, head - FLOOR - total) / (blocks.length * 12));
  const spare = head - FLOOR - blocks.reduce((sum, { gap, height }) => sum + gap * stretch + height, 0);
  let y = head - Math.max(0, spare * 0.25);
  for (const { gap, height, draw } of blocks) {
    y -= gap * stretch;
    draw(y);
    y -= height;
  }
}

function drawRule(page: PDFPage, y: number, theme: Color): void {
  for (const [from, to] of [
    [MIDDLE - 150, MIDDLE - 10],
    [MIDDLE + 10, MIDDLE + 150],
  ] as const) {
    page.drawLine({
      start: { x: from, y },
      end: { x: to, y },
      thickness: 0.7,
      color: towardsWhite(theme, 0.4),
    });
  }
  page.drawSvgPath(`M-4 0 L0 -4 L4 0 L0 4 Z`, { x: MIDDLE, y, color: theme, borderWidth: 0 });
}

const ROW = 17;

/** The forms with their results; those that do not fit stand on the page that checks the certificate. */
function formRows(
  page: PDFPage,
  pen: Pen,
  { content, words }: Drawn,
  room: number,
): Pick<Block, 'height' | 'draw'> {
  const fitting = Math.max(1, Math.floor(room / ROW));
  const { forms } = content;
  const shown = forms.length <= fitting ? forms : forms.slice(0, Math.max(1, fitting - 1));
  const hidden = forms.length - shown.length;
  const [left, right] = [MIDDLE - 250, MIDDLE + 250];
  const look: Look = { size: 10 };
  const quiet: Look = { size: 10, color: QUIET };
  return {
    height: (shown.length + (hidden ? 1 : 0)) * ROW,
    draw: (top) => {
      for (const [n, form] of shown.entries()) {
        const y = top - n * ROW - 12;
        const small = { size: pen.fitted(form.name, 340, 10, 8, 1).size };
        pen.say({ role: 'P' }, () => {
          pen.write(pen.cut(form.name, 340, small), left, y, small);
          pen.toTheLeft(form.date, right - 92, y, quiet);
          pen.toTheLeft(form.percent, right - 32, y, look);
          pen.toTheLeft(form.ects, right, y, { ...look, weight: 0.3 });
        });
        page.drawLine({
          start: { x: left, y: y - 5 },
          end: { x: right, y: y - 5 },
          thickness: 0.4,
          color: LINE,
        });
      }
      if (!hidden) return;
      const y = top - shown.length * ROW - 12;
      pen.say({ role: 'P' }, () => pen.write(words.more(hidden), left, y, quiet));
    },
  };
}

/** Date and number, the seal with the overall result, the code that leads to the check. */
function drawFoot(page: PDFPage, pen: Pen, drawn: Drawn, theme: Color): void {
  const { content, words } = drawn;
  const label: Look = { size: 8.5, color: QUIET };
  const value: Look = { size: 12, weight: 0.25 };
  const named = (name: string, what: string, x: number, y: number, look: Look) =>
    pen.say({ role: 'P' }, () => {
      pen.write(name, x, y, label);
      pen.write(what, x, y - 16, look);
    });
  named(words.issued, drawn.issued_on, MARGIN, 128, value);
  if (drawn.valid_until) named(words.valid_until, drawn.valid_until, MARGIN + 128, 128, value);
  named(words.number, drawn.number, MARGIN, 86, { ...value, spacing: 0.4 });
  drawSeal(page, pen, content, theme);
  const side = 76;
  const [x, y] = [WIDTH - MARGIN - side, 62];
  const room = 150;
  const written = drawn.address.replace(/^https?:\/\//, '').replace(/\/(?=[^/]+$)/, '/ ');
  const parts = wrapped(written, pen.font, 8.5, room).map((part) => part.trim());
  const area: [number, number, number, number] = [x - 12 - room, y, x + side, y + side];
  const alt = `${words.scan} ${drawn.address}`;
  pen.say({ role: 'Link', alt, link: { address: drawn.address, area } }, () => {
    pen.toTheLeft(words.scan, x - 12, y + side - 9, label);
    for (const [n, part] of parts.entries())
      pen.toTheLeft(part, x - 12, y + side - 22 - n * 11, { size: 8.5 });
    drawQr(page, drawn.qr, x, y, side);
  });
}

/** A rosette with the overall grade. */
function drawSeal(page: PDFPage, pen: Pen, { percent, ects }: Drawn['content'], theme: Color): void {
  const [x, y] = [MIDDLE, 98];
  const points = Array.from({ length: 64 }, (_, n) => {
    const radius = n % 2 ? 38.5 : 42;
    const angle = (n * Math.PI) / 32;
    return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
  });
  page.drawSvgPath(`M${points.join(' L')} Z`, { x, y, color: theme, borderWidth: 0 });
  page.drawCircle({ x, y, size: 34, borderColor: rgb(1, 1, 1), borderWidth: 0.9 });
  const white = rgb(1, 1, 1);
  pen.say({ role: 'P' }, () => {
    pen.centred(ects, x, y - 2, { size: ects.length > 1 ? 22 : 28, color: white, weight: 0.7 });
    pen.centred(percent, x, y - 19, { size: 12, color: white });
  });
}

function drawQr(page: PDFPage, data: boolean[][], x: number, y: number, side: number): void {
  const module = side / data.length;
  const at = (n: number) => (n * module).toFixed(3);
  // A hair wider, so that no lines show between modules.
  const wide = (module + 0.06).toFixed(3);
  const path = data.flatMap((signs, row) =>
    signs.flatMap((dark, column) =>
      dark ? [`M${at(column)} ${at(row)} h${wide} v${wide} h-${wide} Z`] : [],
    ),
  );
  page.drawSvgPath(path.join(' '), { x, y: y + side, color: rgb(0, 0, 0), borderWidth: 0 });
}

function drawStamp(page: PDFPage, font: PDFFont, { text, date }: NonNullable<Drawn['stamp']>): void {
  const angle = 18;
  const turn = (angle * Math.PI) / 180;
  const across = (words: string, size: number, down: number) => {
    const half = font.widthOfTextAtSize(words, size) / 2;
    page.drawText(words, {
      x: MIDDLE - half * Math.cos(turn) + down * Math.sin(turn),
      y: HEIGHT / 2 - half * Math.sin(turn) - down * Math.cos(turn),
      size,
      font,
      color: WARNING,
      opacity: 0.6,
      rotate: degrees(angle),
    });
  };
  const capitals = text.toUpperCase();
  const size = Math.min(84, (620 / font.widthOfTextAtSize(capitals, 100)) * 100);
  across(capitals, size, 0);
  across(date, 26, 38);
}

/** The colour, darkened until it stands out from white paper by 4.5 to 1. */
function readable(hex: string): Color {
  let parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const luminance = () => {
    const [red, green, blue] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  while (1.05 / (luminance() + 0.05) < 4.5) parts = parts.map((part) => part * 0.94);
  return rgb(parts[0]!, parts[1]!, parts[2]!);
}

function towardsWhite(color: Color, share: number): Color {
  if (!('red' in color)) return color;
  const mix = (part: number) => part + (1 - part) * share;
  return rgb(mix(color.red), mix(color.green), mix(color.blue));
}
