import type { AcceptedArea, Key } from '../questions/question.ts';
import { acceptedIn } from '../questions/question.ts';
import { type Credit, isByHand } from '../questions/contract.ts';
import { formulaInWords, inSigns } from '../formulas/contract.ts';
import { answerLetter } from './contract.ts';

/** What stands on paper, as pure functions: letters of answers, keys in them, and rich text in pieces. */

/** A question as it is asked, and so as it is printed. */
export interface PrintedQuestion {
  id: number;
  type: string;
  answers: readonly { id: number; title: string }[];
  options?: readonly { id: number; title: string }[] | undefined;
  gaps?:
    | readonly { gap: number; options?: readonly { id: number; title: string }[] | undefined }[]
    | undefined;
  unit?: string | undefined;
  hotspot?: { places: number } | undefined;
}

interface KeyedAnswer {
  id: number;
  title: string;
  is_right_answer: boolean;
  percent?: number;
  tolerance?: string;
  gap?: number;
}

interface KeyWords {
  annulled: string;
  by_hand: string;
  parts: string;
  percent: (percent: number) => string;
  tolerant: (number: string, tolerance: string) => string;
}

/** What of a question its key goes by besides what is asked. */
interface Keyed extends PrintedQuestion {
  credit?: Credit | undefined;
  multiple_right_answers?: boolean;
}

/**
 * The key of a question as it is written beside its number: letters of this paper, or what is accepted, with near misses
 * and whether parts of it give points.
 * @param key as repairs left it; null: annulled
 */
export function keyInWords(
  question: Keyed,
  answers: readonly KeyedAnswer[],
  key: Key | null,
  words: KeyWords,
): string {
  if (key === null) return words.annulled;
  if (isByHand(question.type as never)) return words.by_hand;
  const told = toldKey(question, answers, key, words);
  return givesParts(question) ? `${told} · ${words.parts}` : told;
}

function toldKey(question: Keyed, answers: readonly KeyedAnswer[], key: Key, words: KeyWords): string {
  switch (question.type) {
    case 'matching':
      return pairsInWords(question, key as Record<string, number>);
    case 'gaps':
      return gapsInWords(question, answers, key, words);
    case 'short_answer':
    case 'number':
      return typedInWords(question, answers, key as (number | string)[], words);
    case 'ordering':
      return lettersOf(question.answers, key as number[]).join(' ');
    case 'hotspot':
      return areasInWords(question, answers, key as (number | AcceptedArea)[], words);
    default:
      return chosenInWords(question, answers, key as number[], words);
  }
}

/** Whether a part of the answer gives a part of the points: of one thing alone there are near misses, which say so. */
function givesParts({ type, credit, multiple_right_answers, gaps = [], hotspot }: Keyed): boolean {
  if (credit !== 'parts') return false;
  if (type === 'choice') return multiple_right_answers === true;
  if (type === 'gaps') return gaps.length > 1;
  if (type === 'hotspot') return (hotspot?.places ?? 1) > 1;
  return type === 'ordering' || type === 'matching';
}

/** Wrong answers that give a part of the points; none where all counts or nothing. */
const nearMisses = (
  { credit }: Keyed,
  answers: readonly KeyedAnswer[],
  key: readonly unknown[],
): KeyedAnswer[] =>
  credit === 'parts'
    ? answers.filter(({ id, is_right_answer, percent }) => percent && !is_right_answer && !key.includes(id))
    : [];

function chosenInWords(
  question: Keyed,
  answers: readonly KeyedAnswer[],
  key: readonly number[],
  words: KeyWords,
): string {
  const right = lettersOf(question.answers, key).toSorted(byPlace).join(' ');
  const near = question.multiple_right_answers ? [] : nearMisses(question, answers, key);
  return [right, ...lettersWithShares(question.answers, near, words)].join('; ');
}

/** Letters of near misses, in their order on this paper. */
const lettersWithShares = (
  shown: readonly { id: number }[],
  near: readonly KeyedAnswer[],
  words: KeyWords,
): string[] =>
  near
    .flatMap(({ id, percent }) => lettersOf(shown, [id]).map((letter) => ({ letter, percent })))
    .toSorted((one, next) => byPlace(one.letter, next.letter))
    .map(({ letter, percent }) => `${letter} (${words.percent(percent!)})`);

const byPlace = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const lettersOf = (answers: readonly { id: number }[], ids: readonly number[]): string[] =>
  ids.flatMap((id) => {
    const place = answers.findIndex((answer) => answer.id === id);
    return place < 0 ? [] : answerLetter(place);
  });

function pairsInWords({ answers, options = [] }: PrintedQuestion, key: Record<string, number>): string {
  return answers
    .map(({ id }, place) => `${place + 1}–${lettersOf(options, [key[id] ?? 0])[0] ?? '—'}`)
    .join(', ');
}

function gapsInWords(question: Keyed, answers: readonly KeyedAnswer[], key: Key, words: KeyWords): string {
  const { gaps = [] } = question;
  return gaps
    .map(({ gap, options }, place) => {
      const accepted = acceptedIn(answers, key, gap);
      const own = answers.filter((answer) => answer.gap === gap);
      const said = options
        ? [
            ...lettersOf(
              options,
              accepted.filter((each): each is number => typeof each === 'number'),
            ),
            ...lettersWithShares(options, nearMisses(question, own, accepted), words),
          ]
        : accepted.flatMap((each) =>
            typeof each === 'string'
              ? each
              : withShare(
                  answers.find(({ id }) => id === each),
                  words,
                ),
          );
      return `${place + 1}: ${said.join(' / ')}`;
    })
    .join('; ');
}

/** What the right areas are called: one of them is asked for, or several. */
function areasInWords(
  question: Keyed,
  answers: readonly KeyedAnswer[],
  key: readonly (number | AcceptedArea)[],
  words: KeyWords,
): string {
  const areas = key.map((each) => (typeof each === 'number' ? answers.find(({ id }) => id === each) : each));
  const right = areas.map((area) => area?.title).join((question.hotspot?.places ?? 1) > 1 ? ', ' : ' / ');
  return [right, ...nearMisses(question, answers, key).flatMap((near) => withShare(near, words))].join('; ');
}

function typedInWords(
  { unit = '' }: Keyed,
  answers: readonly KeyedAnswer[],
  key: readonly (number | string)[],
  words: KeyWords,
): string {
  const said = key.flatMap((each) =>
    typeof each === 'string'
      ? each
      : withShare(
          answers.find(({ id }) => id === each),
          words,
        ),
  );
  return `${said.join(' / ')}${unit && ` ${unit}`}`;
}

function withShare(answer: KeyedAnswer | undefined, words: KeyWords): string[] {
  if (!answer) return [];
  const { title, tolerance, percent } = answer;
  return [
    `${tolerance ? words.tolerant(title, tolerance) : title}${percent ? ` (${words.percent(percent)})` : ''}`,
  ];
}

/** A cell of a table: its lines, and whether it heads a row or column. */
export interface Cell {
  text: string;
  strong: boolean;
}

/** A piece of a text on paper: a line of words, a table, or a picture of the company's own. */
export type Piece = { text: string; indent: number } | { rows: Cell[][] } | { media_id: number };

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" };

/** Rich text, as it was sanitized, in lines, tables and pictures. */
export function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  const lists: { ordered: boolean; count: number }[] = [];
  let line = '';
  let mark = '';
  let isKept = false;
  let table: ReturnType<typeof tableRows> | null = null;
  const end = () => {
    const text = isKept ? line.replace(/\n$/, '') : line.replace(/[ \t\n]+/g, ' ').trim();
    line = '';
    if (!text) return;
    if (table) table.add(mark + text);
    else for (const part of text.split('\n')) pieces.push({ text: mark + part, indent: lists.length });
    mark = '';
  };
  let within = 0;
  const endTable = () => {
    if (table?.rows.some((row) => row.length > 0)) pieces.push({ rows: table.rows });
    table = null;
    within = 0;
  };
  for (const [, tag, words] of html.matchAll(/<([^>]*)>|([^<]+)/g)) {
    if (words !== undefined) {
      line += isKept ? plain(words) : inSigns(plain(words));
      continue;
    }
    const name = /^\/?\s*([a-z0-9]+)/i.exec(tag!)?.[1]?.toLowerCase() ?? '';
    const closes = tag!.startsWith('/');
    const formula = /data-latex="([^"]*)"/.exec(tag!)?.[1];
    if (formula !== undefined) line += ` ${formulaInWords(plain(formula))} `;
    const picture = name === 'img' && /\/api\/v1\/media\/(\d+)/.exec(tag!)?.[1];
    if (name === 'sup' && !closes) line += '^';
    if (name === 'sub' && !closes) line += '_';
    if (!BREAKS.has(name) && !picture) continue;
    end();
    if (picture) pieces.push({ media_id: Number(picture) });
    if (name === 'pre') isKept = !closes;
    if (name === 'ul' || name === 'ol') {
      if (closes) lists.pop();
      else lists.push({ ordered: name === 'ol', count: 0 });
    }
    if (name === 'li' && !closes) mark = bulletOf(lists.at(-1));
    if (name === 'tr' && !closes) table?.row();
    if ((name === 'td' || name === 'th') && !closes) table?.cell(tag!);
    if (name !== 'table') continue;
    // The rows of one inside of another are rows of it.
    within += closes ? -1 : 1;
    if (!closes && within === 1) table = tableRows();
    else if (closes && within <= 0) endTable();
  }
  end();
  endTable();
  return pieces;
}

/** The rows of a table as they are read; a cell over several leaves the others empty, so that columns stay what they are. */
function tableRows() {
  const rows: Cell[][] = [];
  /** By column how many rows below a cell of an earlier one still reaches into. */
  const reaching: number[] = [];
  let current: Cell | undefined;
  const pass = (row: Cell[]) => {
    while (reaching[row.length]) {
      reaching[row.length]! -= 1;
      row.push({ text: '', strong: false });
    }
  };
  return {
    rows,
    row: () => {
      pass(rows.at(-1) ?? []);
      rows.push([]);
    },
    cell: (tag: string) => {
      const row = rows.at(-1);
      if (!row) return;
      const spans = (name: string) =>
        Math.min(50, Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 1) || 1);
      const [wide, high] = [spans('colspan'), spans('rowspan')];
      pass(row);
      current = { text: '', strong: /^th\b/i.test(tag) };
      for (let n = 0; n < wide; n += 1) {
        reaching[row.length] = high - 1;
        row.push(n === 0 ? current : { text: '', strong: false });
      }
    },
    add: (text: string) => {
      if (current) current.text += `${current.text && '\n'}${text}`;
    },
  };
}

const BREAKS = new Set('p div br hr li ul ol h1 h2 h3 h4 table tr td th blockquote pre'.split(' '));

function bulletOf(list: { ordered: boolean; count: number } | undefined): string {
  if (!list?.ordered) return '• ';
  list.count += 1;
  return `${list.count}. `;
}

const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, code, hex, name) =>
    code || hex
      ? String.fromCodePoint(Math.min(Number.parseInt(code ?? hex, code ? 10 : 16), 0x10_ff_ff))
      : (ENTITIES[String(name).toLowerCase()] ?? whole),
  );

/** What is written around the questions. */
export interface SheetWords {
  name: string;
  group: string;
  date: string;
  variant: string;
  /** In the line at the foot of each page. */
  of_variant: string;
  draft: string;
  sheet: string;
  sheet_hint: string;
  key: string;
  several: string;
  /** Of places on a picture, which are marked where they are. */
  place: (count: number) => string;
  /** How many words are wished for; '' where nobody said. */
  length: (least?: number, most?: number) => string;
  /** Of files, which no paper holds. */
  files: string;
  order: string;
  match: string;
  attached: string;
  points: string;
}
