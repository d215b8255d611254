import type { BodyOf, ResponseOf } from '#contract/platform';
import { answerLetter, type getPaperSheet } from '#contract/exams/prints';
import type { listSheetPeople, listSheets, typeSheet } from '#contract/exams/sheets';

export type Asked = ResponseOf<typeof getPaperSheet>['questions'][number];
export type Person = ResponseOf<typeof listSheetPeople>['results'][number];
export type Typed = ResponseOf<typeof listSheets>['results'][number];
type Body = BodyOf<typeof typeSheet>;
type Answer = Body['answers'][number];
type OnPaper = NonNullable<Body['on_paper']>[number];

/** What stands on one line of a sheet, as it is typed: a text, or one for each gap; places on a picture. */
export interface Line {
  texts: readonly string[];
  marks: readonly { x: number; y: number }[];
}

export const EMPTY: Line = { texts: [], marks: [] };

/** A line as it is understood. */
export interface ReadLine {
  /** null: nothing was answered. */
  answer: Answer | null;
  on_paper: OnPaper | null;
  /** In the words of what was chosen, by text. */
  said: readonly string[];
  /** Why it cannot be taken, by text. */
  wrong: readonly (Wrong | null)[];
}

/** letter: it is none of the letters offered; twice: one stands twice; several: only one can be chosen; points: no points of it */
export type Wrong = 'letter' | 'cyrillic' | 'twice' | 'several' | 'too_many' | 'points';

/** The places that letters or numbers name, from 0; -1 for a dash, which names none. */
function placesOf(text: string, count: number): number[] | Wrong {
  const bare = text
    .toUpperCase()
    .replaceAll(/[\s,;.]+/g, ' ')
    .trim();
  if (/\p{Script=Cyrillic}/u.test(bare)) return 'cyrillic';
  const tokens = bare.match(count > 9 ? /Z\d{1,2}|[A-Z]|\d{1,2}|[^ ]/g : /Z\d{1,2}|[A-Z]|\d|[^ ]/g) ?? [];
  const places: number[] = [];
  for (const token of tokens) {
    if (/^[-–—−]$/.test(token)) {
      places.push(-1);
      continue;
    }
    const place = /^\d/.test(token) ? Number(token) - 1 : LETTERS.indexOf(token);
    if (place < 0 || place >= count) return 'letter';
    places.push(place);
  }
  return places;
}

const LETTERS = Array.from({ length: 50 }, (_, place) => answerLetter(place));

const isTwice = (places: readonly number[]) => new Set(places).size < places.length;

interface Offered {
  id: number;
  title: string;
}

/** Letters as ids of what is offered, with its words; or why they are none. */
function chosen(
  text: string,
  offered: readonly Offered[],
  { most = offered.length, dashes = false, repeats = false } = {},
): { ids: (number | null)[]; said: string } | Wrong {
  const places = placesOf(text, offered.length);
  if (typeof places === 'string') return places;
  if (!dashes && places.includes(-1)) return 'letter';
  if (!repeats && isTwice(places)) return 'twice';
  if (places.length > most) return most === 1 ? 'several' : 'too_many';
  const said = places.map((place) => offered[place]?.title ?? '—').join(' · ');
  return { ids: places.map((place) => offered[place]?.id ?? null), said };
}

const NOTHING: ReadLine = { answer: null, on_paper: null, said: [], wrong: [] };
const refused = (wrong: Wrong): ReadLine => ({ ...NOTHING, wrong: [wrong] });

/** A line of a sheet as its question reads it. */
export function readLine(question: Asked, line: Line): ReadLine {
  const { id: question_id, type, answers, options = [] } = question;
  const [text = ''] = line.texts;
  switch (type) {
    case 'choice':
    case 'ordering': {
      const isOne = type === 'choice' && !question.multiple_right_answers;
      const found = chosen(text, answers, isOne ? { most: 1 } : {});
      if (typeof found === 'string') return refused(found);
      const answer_ids = found.ids.flatMap((id) => id ?? []);
      return {
        ...NOTHING,
        answer: answer_ids.length > 0 ? { question_id, answer_ids } : null,
        said: [found.said],
      };
    }
    case 'matching': {
      const found = chosen(text, options, { most: answers.length, dashes: true, repeats: true });
      if (typeof found === 'string') return refused(found);
      const pairs = answers.flatMap(({ id }, n) =>
        found.ids[n] ? [[String(id), found.ids[n]] as const] : [],
      );
      return {
        ...NOTHING,
        answer:
          pairs.length > 0 ? { question_id, answer_ids: [], response: Object.fromEntries(pairs) } : null,
        said: [found.said],
      };
    }
    case 'gaps':
      return readGaps(question, line);
    case 'hotspot':
      return line.marks.length > 0
        ? { ...NOTHING, answer: { question_id, answer_ids: [], response: [...line.marks] } }
        : NOTHING;
    case 'essay':
    case 'upload':
      return readMark(question, text);
    default:
      return text.trim() ? { ...NOTHING, answer: { question_id, answer_ids: [], response: text } } : NOTHING;
  }
}

function readGaps({ id: question_id, gaps = [] }: Asked, { texts }: Line): ReadLine {
  const response: Record<string, string | number> = {};
  const said: string[] = [];
  const wrong: (Wrong | null)[] = [];
  for (const [n, { gap, options }] of gaps.entries()) {
    const text = texts[n] ?? '';
    const found = options ? chosen(text, options, { most: 1 }) : null;
    wrong.push(typeof found === 'string' ? found : null);
    if (typeof found === 'string') said.push('');
    else if (found) {
      said.push(found.said);
      if (found.ids[0]) response[gap] = found.ids[0];
    } else {
      said.push('');
      if (text.trim()) response[gap] = text;
    }
  }
  const isAnswered = Object.keys(response).length > 0;
  return { ...NOTHING, answer: isAnswered ? { question_id, answer_ids: [], response } : null, said, wrong };
}

/** Marked by a person: points, or a question mark where it is to be marked later. */
function readMark({ id: question_id, score: most, has_rubric }: Asked, text: string): ReadLine {
  const bare = text.trim();
  if (bare === '') return NOTHING;
  if (bare === '?') return { ...NOTHING, on_paper: { question_id } };
  const points = /^\d{1,3}([.,]\d{1,2})?$/.test(bare) ? Number(bare.replace(',', '.')) : null;
  if (has_rubric || points === null || points > most) return refused('points');
  return { ...NOTHING, on_paper: { question_id, score: points } };
}

/** What a whole sheet says; null while something on it cannot be taken. */
export function readSheet(
  questions: readonly Asked[],
  lines: readonly (Line | undefined)[],
): { answers: Answer[]; on_paper: OnPaper[] } | null {
  const read = questions.map((question, place) => readLine(question, lines[place] ?? EMPTY));
  if (read.some(({ wrong }) => wrong.some(Boolean))) return null;
  return {
    answers: read.flatMap(({ answer }) => answer ?? []),
    on_paper: read.flatMap(({ on_paper }) => on_paper ?? []),
  };
}
