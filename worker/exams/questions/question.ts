import {
  isByHand,
  type AnswerResponse,
  type Area,
  type Credit,
  type Hotspot,
  type QuestionType,
} from './contract.ts';
import { marksShare } from './places.ts';

/** What a repair accepts in a gap besides. */
export interface GapText {
  gap: number;
  title: string;
}

/** What a repair accepts on a picture besides. */
export interface AcceptedArea {
  title: string;
  area: Area;
}

/** What is right of a question, by its type: ids of answers, texts or areas accepted besides, or pairs (`sql/keys.sql`). */
export type Key = (number | string | GapText | AcceptedArea)[] | Record<string, number>;

/**
 * What an answer gives of its question's score, as pure functions (decisions, "Types of questions"). The database grades
 * by `sql/shares.sql`, which a property test compares with these; the preview of a draft uses these.
 */

export interface SharedQuestion {
  type?: QuestionType;
  credit?: Credit;
  match_case?: boolean;
  unit?: string;
  multiple_right_answers?: boolean;
  hotspot?: Partial<Hotspot>;
  answers?: readonly {
    id: number;
    title: string;
    percent?: number;
    tolerance?: string;
    gap?: number;
    area?: Area;
  }[];
}

/** An answer as it is kept: sorted ids, of an ordering in its order. */
export interface GivenAnswer {
  answer_ids: readonly number[];
  response?: AnswerResponse | null | undefined;
}

/** The share of its score, 0 to 1, that an answer earns by a key; null: a person marks it. */
export function earnedShare(question: SharedQuestion, key: Key, given: GivenAnswer): number | null {
  const { type = 'choice', credit = 'all' } = question;
  if (isByHand(type)) return null;
  if (type === 'short_answer' || type === 'number')
    return typedShare(question, key as (number | string)[], given.response);
  if (type === 'hotspot') return marksShare(question, key, given.response);
  if (type === 'gaps') return shareOfGaps(gapShares(question, key, given.response), credit);
  if (type === 'choice' && credit === 'parts' && !question.multiple_right_answers)
    return chosenShare(question, key, given.answer_ids[0]);
  const { hits, parts } = rightParts(type, key, given);
  if (credit === 'parts') return parts === 0 ? 0 : hits / parts;
  return hits === parts ? 1 : 0;
}

function rightParts(type: QuestionType, key: Key, { answer_ids, response }: GivenAnswer) {
  if (type === 'matching') {
    const pairs = Object.entries(key);
    const made = (response ?? {}) as Record<string, number>;
    return { hits: pairs.filter(([answer, match]) => made[answer] === match).length, parts: pairs.length };
  }
  const right = key as number[];
  if (type === 'ordering')
    return { hits: right.filter((id, place) => answer_ids[place] === id).length, parts: right.length };
  const hits = answer_ids.filter((id) => right.includes(id)).length;
  return { hits: Math.max(0, hits - (answer_ids.length - hits)), parts: right.length };
}

/** What one chosen of several gives: all where it is right, else the part of a near miss. */
function chosenShare({ answers = [] }: SharedQuestion, key: Key, id: number | undefined): number {
  if ((key as Key & unknown[]).includes(id)) return 1;
  return (answers.find((answer) => answer.id === id)?.percent ?? 0) / 100;
}

/** What each gap of a text gives, by its number. */
export function gapShares(question: SharedQuestion, key: Key, response: GivenAnswer['response']) {
  const { answers = [] } = question;
  const given = byGap(response);
  const gaps = [...new Set(answers.flatMap(({ gap }) => gap ?? []))];
  return new Map(
    gaps.map((gap) => {
      const own = acceptedIn(answers, key, gap);
      const said = given[gap];
      if (said === undefined) return [gap, 0] as const;
      const share =
        typeof said === 'number' ? chosenShare(question, own, said) : typedShare(question, own, said);
      return [gap, share] as const;
    }),
  );
}

/** What was typed or chosen by gap; anything else answers none. */
export const byGap = (response: GivenAnswer['response']): Record<string, string | number> =>
  typeof response === 'object' && response !== null && !Array.isArray(response) ? response : {};

/** The part of a key that is one gap's. */
export function acceptedIn(
  answers: readonly { id: number; gap?: number }[],
  key: Key,
  gap: number,
): (number | string)[] {
  const own = new Set(answers.flatMap((answer) => (answer.gap === gap ? answer.id : [])));
  return (key as (number | GapText)[]).flatMap((each) => {
    if (typeof each === 'number') return own.has(each) ? each : [];
    return each.gap === gap ? each.title : [];
  });
}

function shareOfGaps(shares: ReadonlyMap<number, number>, credit: Credit): number {
  const each = [...shares.values()];
  if (credit === 'all') return each.every((share) => share === 1) ? 1 : 0;
  return each.reduce((sum, share) => sum + share, 0) / each.length;
}

function typedShare(question: SharedQuestion, key: readonly (number | string)[], response: unknown): number {
  const { type, match_case = false, unit = '', answers = [] } = question;
  const text = typeof response === 'string' ? response : '';
  const shares = key.flatMap((each) => {
    const answer = answers.find(({ id }) => id === each);
    const title = answer?.title ?? String(each);
    const fits =
      type === 'number'
        ? isNear(typedNumber(text, unit), typedNumber(title), answer?.tolerance ?? '')
        : isAccepted(text, title, match_case);
    return fits ? (answer?.percent ?? 100) / 100 : [];
  });
  return Math.max(0, ...shares);
}

/** Of those accepted, the answer that a typed text gets its part by: of several the one that gives most. */
export function acceptedFor(
  question: SharedQuestion,
  key: readonly (number | string)[],
  response: unknown,
): number | null {
  const share = (each: number | string) => typedShare(question, [each], response);
  const fitting = key.filter((each) => typeof each === 'number' && share(each) > 0) as number[];
  return fitting.toSorted((a, b) => share(b) - share(a))[0] ?? null;
}

/** A text as it is compared: compatibility forms, blanks, apostrophes and dashes alike, and capitals unless they count. */
export function comparable(text: string, match_case: boolean): string {
  const alike = text
    .replace(/['`´ʼ‘′]/g, '’')
    .replace(/[‐‑‒–—―−]/g, '-')
    .normalize('NFKC')
    .replace(/[ \t\n\r\f\v]+/g, ' ')
    .replace(/^ | $/g, '');
  return match_case ? alike : alike.toLowerCase();
}

/** A number without an error of rounding: digits times ten to a power. */
interface Decimal {
  digits: bigint;
  power: number;
}

/**
 * A number as people type it: blanks between its digits, a comma or a point, any minus, the unit behind it.
 * @returns null for what is none
 */
export function typedNumber(text: string, unit = ''): Decimal | null {
  const whole = comparable(text, false).replaceAll(' ', '');
  const behind = comparable(unit, false).replaceAll(' ', '');
  const bare = behind && whole.endsWith(behind) ? whole.slice(0, -behind.length) : whole;
  const found = /^([+-]?)(?:([0-9]{1,30})(?:\.([0-9]{0,30}))?|\.([0-9]{1,30}))(?:e([+-]?[0-9]{1,2}))?$/.exec(
    bare.replaceAll(',', '.'),
  );
  if (!found) return null;
  const [, sign, before = '', behindPoint = '', alone = '', exponent = '0'] = found;
  const fraction = behindPoint || alone;
  const digits = BigInt(`${before}${fraction}`);
  return { digits: sign === '-' ? -digits : digits, power: Number(exponent) - fraction.length };
}

const LITERAL_STAR = '\u{E000}';

/** Whether a text is what an author accepts, where `*` stands for any signs and `\*` for itself. */
export function isAccepted(text: string, accepted: string, match_case: boolean): boolean {
  const parts = comparable(accepted.replaceAll('\\*', LITERAL_STAR), match_case)
    .split('*')
    .map((part) => part.replaceAll(LITERAL_STAR, '*'));
  let rest = comparable(text, match_case);
  if (parts.length === 1) return rest === parts[0];
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (!rest.startsWith(first)) return false;
  rest = rest.slice(first.length);
  for (const part of parts.slice(1, -1)) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  return rest.endsWith(last);
}

/** The digits of numbers at one power of ten. */
function aligned(numbers: readonly Decimal[]): bigint[] {
  const least = Math.min(...numbers.map(({ power }) => power));
  return numbers.map(({ digits, power }) => digits * 10n ** BigInt(power - least));
}

const size = (number: bigint): bigint => (number < 0n ? -number : number);
const NOUGHT: Decimal = { digits: 0n, power: 0 };

/** Whether a number is as near to the right one as the tolerance asks, absolute (`0.5`) or in percent of it (`5%`). */
function isNear(number: Decimal | null, right: Decimal | null, tolerance: string): boolean {
  if (!number || !right) return false;
  const isRelative = tolerance.trimEnd().endsWith('%');
  const allowed = typedNumber(isRelative ? tolerance.trimEnd().slice(0, -1) : tolerance) ?? NOUGHT;
  const [given, wanted, off] = aligned([number, right, allowed]) as [bigint, bigint, bigint];
  const distance = size(given - wanted);
  if (!isRelative) return distance <= off;
  const { digits, power } = allowed;
  const [left, bound] = aligned([
    { digits: distance * 100n, power: 0 },
    { digits: size(wanted) * digits, power },
  ]) as [bigint, bigint];
  return left <= bound;
}
