import { gapParts } from '../questions/contract.ts';
import { answerLetter } from './contract.ts';
import type { Piece, PrintedQuestion, SheetWords } from './print.ts';
import {
  BODY,
  BOTTOM,
  drawTable,
  ensure,
  INK,
  LEFT,
  linesOf,
  PALE,
  put,
  QUIET,
  RIGHT,
  rule,
  SMALL,
  TOP,
  turnPage,
  widthOf,
  WIDTH,
  write,
  type Pen,
} from './service-pen.ts';

/** A question as it is drawn: its words, with what is shown below them. */
export interface DrawnQuestion extends PrintedQuestion {
  title: string;
  pieces: readonly Piece[];
  /** Pictures of its own, and names of other files. */
  pictures: readonly number[];
  attached: readonly string[];
  multiple_right_answers: boolean;
  gap_text?: string | undefined;
  work?: { min_words?: number | undefined; max_words?: number | undefined } | undefined;
  points?: number | undefined;
}

/** Everything that stands on the pages of one variant. */
export interface DrawnPaper {
  company: string;
  title: string;
  /** Time, points and the like, in one line. */
  terms: string;
  pieces: readonly Piece[];
  /** null: a draft. */
  letter: string | null;
  questions: readonly DrawnQuestion[];
  /** What begins before a question, by its place from 0. */
  sections: ReadonlyMap<number, { title: string; introduction: string }>;
  /** What stands in the place of drawn questions of a draft. */
  note: string;
}

/** Draws a variant: its questions, then its answer sheet on a page of its own. */
export function drawPaper(pen: Pen, paper: DrawnPaper, words: SheetWords): void {
  pen.pages = [];
  turnPage(pen);
  write(pen, paper.company, LEFT, WIDTH, SMALL);
  write(pen, paper.title, LEFT, WIDTH, { size: 17, strong: true });
  if (paper.terms) write(pen, paper.terms, LEFT, WIDTH, SMALL);
  drawFields(pen, paper.letter, words);
  for (const piece of paper.pieces) drawPiece(pen, piece, LEFT);
  if (paper.pieces.length > 0) pen.y -= 6;
  for (const [place, question] of paper.questions.entries()) {
    const section = paper.sections.get(place);
    if (section) drawSection(pen, section, heightKept(pen, question));
    drawQuestion(pen, question, place + 1, words);
  }
  if (paper.note) write(pen, paper.note, LEFT, WIDTH, { ...BODY, color: QUIET });
  turnPage(pen);
  write(pen, `${words.sheet} · ${paper.title}`, LEFT, WIDTH, { size: 13, strong: true });
  drawFields(pen, paper.letter, words);
  write(pen, words.sheet_hint, LEFT, WIDTH, SMALL);
  pen.y -= 6;
  drawSheet(pen, paper.questions);
  drawFeet(pen, paper, words);
}

/** Who writes, when, and which variant. */
function drawFields(pen: Pen, letter: string | null, words: SheetWords): void {
  pen.y -= 30;
  const field = (label: string, from: number, to: number) => {
    put(pen, label, from, pen.y, SMALL);
    rule(pen, from + widthOf(pen, label, SMALL.size) + 5, to, pen.y - 2);
  };
  field(words.name, LEFT, RIGHT - 90);
  put(pen, letter === null ? words.draft : words.variant, RIGHT - 76, pen.y, SMALL);
  if (letter !== null) {
    const x = RIGHT - 22;
    const box = { x, y: pen.y - 6, width: 22, height: 22, borderColor: INK, borderWidth: 1 };
    pen.page.drawRectangle(box);
    put(pen, letter, x + 11 - widthOf(pen, letter, 13) / 2, pen.y + 0.5, { size: 13, strong: true });
  }
  pen.y -= 26;
  field(words.group, LEFT, LEFT + 250);
  field(words.date, LEFT + 270, RIGHT - 90);
  pen.y -= 16;
}

function drawSection(
  pen: Pen,
  { title, introduction }: { title: string; introduction: string },
  below: number,
): void {
  // The title stays with what begins below it, and a long introduction leaves that to chance.
  const lines = linesOf(pen, introduction, BODY.size, WIDTH).length * 14.7;
  ensure(pen, Math.min(Math.max(90, 32 + lines + below), TOP - BOTTOM));
  pen.y -= 10;
  rule(pen, LEFT, RIGHT, pen.y, PALE);
  write(pen, title, LEFT, WIDTH, { size: 13, strong: true });
  for (const line of introduction.split('\n')) if (line.trim()) write(pen, line, LEFT, WIDTH, BODY);
  pen.y -= 4;
}

function drawPiece(pen: Pen, piece: Piece, x: number): void {
  if ('media_id' in piece) return drawPicture(pen, piece.media_id, x);
  if ('rows' in piece) return drawTable(pen, piece.rows, x);
  const left = x + Math.min(piece.indent, 4) * 12;
  write(pen, piece.text, left, RIGHT - left, BODY);
}

/** A picture with its size in points: as large as on a screen at most. Undefined where it is not printed. */
function fitted(pen: Pen, id: number, x: number) {
  const picture = pen.pictures.get(id);
  if (!picture) return undefined;
  const size = picture.scaleToFit(
    Math.min(RIGHT - x, picture.width * 0.75),
    Math.min(260, picture.height * 0.75),
  );
  return { picture, ...size };
}

function drawPicture(pen: Pen, id: number, x: number): void {
  const found = fitted(pen, id, x);
  if (!found) return;
  const { picture, width, height } = found;
  ensure(pen, height + 8);
  pen.y -= height + 4;
  pen.page.drawImage(picture, { x, y: pen.y, width, height });
  pen.y -= 4;
}

const INDENT = LEFT + 26;

/** What stays on one page: the words of a question with what begins below them, a line or its picture. */
function heightKept(pen: Pen, { title, pieces, pictures }: DrawnQuestion): number {
  const head = Math.min(linesOf(pen, title, 10.5, RIGHT - INDENT).length * 14.7, 260);
  const [first] = pieces.length > 0 ? pieces : pictures.map((media_id) => ({ media_id }));
  const picture = first && 'media_id' in first ? fitted(pen, first.media_id, INDENT) : undefined;
  return head + Math.max(40, (picture?.height ?? 0) + 32);
}

function drawQuestion(pen: Pen, question: DrawnQuestion, number: number, words: SheetWords): void {
  const x = INDENT;
  ensure(pen, heightKept(pen, question));
  pen.y -= 4;
  put(pen, `${number}.`, LEFT, pen.y - 14.7, { ...BODY, strong: true });
  write(pen, question.title, x, RIGHT - x, { ...BODY, strong: true });
  const hints = [
    hintOf(question, words),
    ...(question.points === undefined ? [] : [`${words.points}: ${question.points}`]),
  ].filter(Boolean);
  if (hints.length > 0) write(pen, hints.join(' · '), x, RIGHT - x, SMALL);
  for (const piece of question.pieces) drawPiece(pen, piece, x);
  for (const id of question.pictures) drawPicture(pen, id, x);
  for (const name of question.attached) write(pen, `${words.attached}: ${name}`, x, RIGHT - x, SMALL);
  drawOffered(pen, question, x);
  pen.y -= 9;
}

function hintOf(
  { type, multiple_right_answers, unit = '', hotspot, work }: DrawnQuestion,
  words: SheetWords,
): string {
  if (type === 'ordering') return words.order;
  if (type === 'matching') return words.match;
  if (type === 'number') return unit;
  if (type === 'hotspot') return words.place(hotspot?.places ?? 1);
  if (type === 'essay') return words.length(work?.min_words, work?.max_words);
  if (type === 'upload') return words.files;
  return type === 'choice' && multiple_right_answers ? words.several : '';
}

function drawOffered(pen: Pen, question: DrawnQuestion, x: number): void {
  const { type, answers, options = [], gaps = [], gap_text = '' } = question;
  if (type === 'matching') {
    const half = (RIGHT - x - 16) / 2;
    drawPairs(pen, answers, options, x, half);
    return;
  }
  if (type === 'gaps') {
    const place = (gap: number) => gaps.findIndex((each) => each.gap === gap) + 1;
    const text = gapParts(gap_text)
      .map((part) => (typeof part === 'number' ? ` (${place(part)}) ________ ` : part))
      .join('');
    write(pen, text.replace(/ {2,}/g, ' '), x, RIGHT - x, BODY);
    for (const [at, { options: own }] of gaps.entries()) {
      if (!own) continue;
      const list = own.map(({ title }, n) => `${answerLetter(n)}. ${title}`).join('    ');
      write(pen, `(${at + 1})  ${list}`, x, RIGHT - x, BODY);
    }
    return;
  }
  for (const [place, { title }] of answers.entries()) drawLettered(pen, answerLetter(place), title, x);
}

function drawLettered(pen: Pen, letter: string, title: string, x: number): void {
  ensure(pen, 14.7);
  put(pen, `${letter}.`, x, pen.y - 14.7, BODY);
  write(pen, title, x + 22, RIGHT - x - 22, BODY);
}

/** What is to be matched on the left, its matches on the right. */
function drawPairs(
  pen: Pen,
  left: readonly { title: string }[],
  right: readonly { title: string }[],
  x: number,
  half: number,
): void {
  for (let n = 0; n < Math.max(left.length, right.length); n += 1) {
    const sides = [left[n], right[n]].map((item) => (item ? linesOf(pen, item.title, 10.5, half - 22) : []));
    const height = Math.max(...sides.map((side) => side.length)) * 14.7;
    ensure(pen, Math.min(height, TOP - BOTTOM));
    const top = pen.y;
    for (const [side, lines] of sides.entries()) {
      const from = x + side * (half + 16);
      if (lines.length > 0) put(pen, side ? `${answerLetter(n)}.` : `${n + 1}.`, from, top - 14.7, BODY);
      for (const [at, line] of lines.entries()) put(pen, line, from + 22, top - 14.7 * (at + 1), BODY);
    }
    pen.y = top - height - 2;
  }
}

const ROW = 22;
const BOX = 15;

/** What one question has on the answer sheet. */
interface Row {
  number: number;
  /** Boxes to cross, or to write into; with what stands in or before each. */
  boxes?: { inside: string[]; before: string[] };
  /** Lines to write on, with what stands before each. */
  lines?: string[];
  /** It needs the page's width. */
  wide: boolean;
}

function rowOf(question: DrawnQuestion, number: number): Row {
  const { type, answers, gaps = [], unit = '', work } = question;
  const letters = answers.map((_, place) => answerLetter(place));
  const numbers = answers.map((_, place) => String(place + 1));
  const none = answers.map(() => '');
  switch (type) {
    case 'choice':
      return { number, boxes: { inside: letters, before: none }, wide: letters.length > 10 };
    case 'ordering':
    case 'matching':
      return { number, boxes: { inside: none, before: numbers }, wide: letters.length > 6 };
    case 'gaps':
      return { number, lines: gaps.map((_, place) => `(${place + 1})`), wide: true };
    case 'short_answer':
      return { number, lines: [''], wide: true };
    case 'number':
      return { number, lines: [unit && `${unit}:`], wide: false };
    default: {
      const count = Math.min(28, Math.max(8, Math.ceil((work?.max_words ?? 100) / 9)));
      return { number, lines: Array.from({ length: count }, () => ''), wide: true };
    }
  }
}

/** A place is marked on its picture, and a file is handed in. */
const isAnsweredHere = ({ type }: DrawnQuestion) => type !== 'hotspot' && type !== 'upload';

function drawSheet(pen: Pen, questions: readonly DrawnQuestion[]): void {
  const rows = questions.flatMap((question, place) =>
    isAnsweredHere(question) ? rowOf(question, place + 1) : [],
  );
  for (let at = 0; at < rows.length;) {
    if (rows[at]!.wide) {
      drawRow(pen, rows[at]!, LEFT, RIGHT, null);
      at += 1;
      continue;
    }
    let end = at;
    while (end < rows.length && !rows[end]!.wide) end += 1;
    drawColumns(pen, rows.slice(at, end));
    at = end;
  }
}

/** Short rows in two columns, down the first and then down the second. */
function drawColumns(pen: Pen, rows: readonly Row[]): void {
  const middle = (LEFT + RIGHT) / 2;
  for (let at = 0; at < rows.length;) {
    if (pen.y - ROW < BOTTOM) turnPage(pen);
    const room = Math.floor((pen.y - BOTTOM) / ROW);
    const some = rows.slice(at, at + 2 * room);
    const half = some.length < 6 ? some.length : Math.ceil(some.length / 2);
    const down = Math.min(half, room);
    const top = pen.y;
    for (const [n, row] of some.entries()) {
      const column = n < down ? 0 : 1;
      const y = top - (n - column * down) * ROW;
      drawRow(pen, row, column ? middle + 10 : LEFT, column ? RIGHT : middle - 10, y);
    }
    pen.y = top - down * ROW;
    at += some.length;
  }
}

/** One question of the sheet; at a height, or where the pen is, on as many pages as it takes. */
function drawRow(pen: Pen, { number, boxes, lines }: Row, from: number, to: number, at: number | null): void {
  const first = from + 30;
  if (at === null) ensure(pen, ROW);
  else pen.y = at;
  const label = () => put(pen, `${number}.`, from, pen.y - 16, { ...BODY, strong: true });
  label();
  if (boxes) {
    let x = first;
    for (const [place, inside] of boxes.inside.entries()) {
      const before = boxes.before[place]!;
      const room = before ? widthOf(pen, before, 8.5) + 4 : 0;
      if (x + room + BOX > to && at === null) {
        pen.y -= ROW;
        ensure(pen, ROW);
        x = first;
      }
      if (before) put(pen, before, x, pen.y - 15, SMALL);
      x += room;
      pen.page.drawRectangle({
        x,
        y: pen.y - 18,
        width: BOX,
        height: BOX,
        borderColor: INK,
        borderWidth: 0.8,
      });
      const size = inside.length > 1 ? 6 : 8.5;
      put(pen, inside, x + BOX / 2 - widthOf(pen, inside, size) / 2, pen.y - 14, { size, color: QUIET });
      x += BOX + 7;
    }
    pen.y -= ROW;
  }
  for (const before of lines ?? []) {
    if (at === null) ensure(pen, ROW);
    if (before) put(pen, before, first, pen.y - 16, SMALL);
    rule(pen, first + (before ? widthOf(pen, before, 8.5) + 6 : 0), to, pen.y - 18);
    pen.y -= ROW;
  }
}

/** On every page which of how many it is, and of which variant. */
function drawFeet({ pages, ...pen }: Pen, { title, letter }: DrawnPaper, words: SheetWords): void {
  for (const [place, page] of pages.entries()) {
    const on = { ...pen, pages, page };
    const told = letter === null ? words.draft : `${words.of_variant} ${letter}`;
    const text = `${place + 1} / ${pages.length} · ${told}`;
    rule(on, LEFT, RIGHT, 46, PALE);
    put(on, text, RIGHT - widthOf(on, text, SMALL.size), 32, SMALL);
    const name = linesOf(on, title, SMALL.size, WIDTH - 150)[0]!;
    put(on, name, LEFT, 32, SMALL);
  }
}

/** What is right in a variant: question by question, on one page. */
export interface DrawnKey {
  company: string;
  title: string;
  letter: string | null;
  rows: readonly { key: string; score: number }[];
}

/** Draws the key of a variant, as small as it has to be for one page. */
export function drawKey(pen: Pen, key: DrawnKey, words: SheetWords): void {
  pen.pages = [];
  turnPage(pen);
  write(pen, key.company, LEFT, WIDTH, SMALL);
  const of = key.letter === null ? words.draft : `${words.of_variant} ${key.letter}`;
  write(pen, `${words.key} · ${of} · ${key.title}`, LEFT, WIDTH, { size: 14, strong: true });
  pen.y -= 8;
  const { size, columns } = fittingKey(pen, key.rows);
  const width = (WIDTH - (columns - 1) * 14) / columns;
  const top = pen.y;
  let column = 0;
  for (const [place, { key: said, score }] of key.rows.entries()) {
    const lines = linesOf(pen, said, size, width - 62);
    const height = lines.length * size * 1.3 + 4;
    if (pen.y - height < BOTTOM) {
      column += 1;
      if (column === columns) {
        turnPage(pen);
        column = 0;
      } else pen.y = top;
    }
    const x = LEFT + column * (width + 14);
    const begin = pen.y;
    for (const [at, line] of lines.entries())
      put(pen, line, x + 28, begin - size * 1.3 * (at + 1), { size, strong: true });
    put(pen, `${place + 1}.`, x, begin - size * 1.3, { size, color: QUIET });
    const points = String(score);
    put(pen, points, x + width - widthOf(pen, points, size), begin - size * 1.3, { size, color: QUIET });
    pen.y = begin - height;
    rule(pen, x, x + width, pen.y + 1, PALE);
  }
  drawFeet(pen, { title: key.title, letter: key.letter } as DrawnPaper, words);
}

/** The largest size and the fewest columns in which all rows stand on the page. */
function fittingKey(pen: Pen, rows: DrawnKey['rows']): { size: number; columns: number } {
  const room = pen.y - BOTTOM;
  for (const size of [11, 10, 9, 8, 7, 6]) {
    for (const columns of [1, 2, 3, 4]) {
      const width = (WIDTH - (columns - 1) * 14) / columns - 62;
      const heights = rows.map(({ key }) => linesOf(pen, key, size, width).length * size * 1.3 + 4);
      let used = 0;
      let column = 1;
      for (const height of heights) {
        if (used + height > room) {
          column += 1;
          used = 0;
        }
        used += height;
      }
      if (column <= columns) return { size, columns };
    }
  }
  return { size: 6, columns: 4 };
}
