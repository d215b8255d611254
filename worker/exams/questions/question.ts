import {
  isByHand,
  type AnswerResponse,
  type Area,
  type Credit,
  type Hotspot,
  type Mark,
  type QuestionType,
} from './contract.ts';

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

/**
 * A text as it is compared: compatibility forms, blanks, apostrophes and dashes alike, without signs of no width (where a
 * word may be parted, or what a page brings when something is copied from it), and capitals unless they count.
 */
export function comparable(text: string, match_case: boolean): string {
  // Wide and small forms become plain ones first, except for what would come apart into a blank and an accent.
  const alike = text
    .replaceAll('´', '’')
    .normalize('NFKC')
    .replace(/\u00ad|[\u200b-\u200d]|\u2060|\ufeff/g, '')
    .replace(/['`ʼ‘′]/g, '’')
    .replace(/[‐‒–—―−]/g, '-')
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

/** A question that is answered on a picture (decisions, "Places on a picture"); the database grades by `sql/places.sql`. */
export interface PicturedQuestion {
  credit?: Credit;
  hotspot?: Partial<Hotspot>;
  answers?: readonly { id: number; title: string; percent?: number; area?: Area }[];
}

/** An area with what it gives, 0 to 1; without an id a repair accepts it besides. */
export interface ScoredArea {
  id: number | null;
  title: string;
  area: Area;
  share: number;
}

/** Ten-thousandths of the width or height, which are whole. */
const whole = (part: number): number => Math.round(part * 10_000);

/** Whether a place lies in an area, its edge included; of a polygon by how many sides a ray to the right crosses. */
export function liesIn({ x, y }: Mark, { shape, coords }: Area): boolean {
  const [at, down] = [whole(x), whole(y)];
  const c = coords.map(whole);
  const [left = 0, top = 0, width = 0, height = 0] = c;
  if (shape === 'rect') return at >= left && at <= left + width && down >= top && down <= top + height;
  if (shape === 'ellipse') {
    const [w, h] = [BigInt(width), BigInt(height)];
    const [dx, dy] = [BigInt(2 * at - 2 * left - width), BigInt(2 * down - 2 * top - height)];
    return width > 0 && height > 0 && dx * dx * h * h + dy * dy * w * w <= w * w * h * h;
  }
  let isInside = false;
  for (let i = 0; i < c.length; i += 2) {
    const [x1, y1] = [c[i]!, c[i + 1]!];
    const [x2, y2] = [c[(i + 2) % c.length]!, c[(i + 3) % c.length]!];
    if (y1 > down === y2 > down) continue;
    if ((at - x1) * (y2 - y1) < (x2 - x1) * (down - y1) === y2 > y1) isInside = !isInside;
  }
  return isInside;
}

/** The areas of a picture in the order in which a mark belongs to them: what gives most comes first. */
export function areasByKey({ answers = [] }: PicturedQuestion, key: Key): ScoredArea[] {
  const right = key as readonly (number | AcceptedArea)[];
  const own = answers.flatMap(({ id, title, area, percent = 0 }): ScoredArea[] =>
    area ? [{ id, title, area, share: right.includes(id) ? 1 : percent / 100 }] : [],
  );
  const more = right.flatMap((each): ScoredArea[] =>
    typeof each === 'object' ? [{ id: null, title: each.title, area: each.area, share: 1 }] : [],
  );
  return [...own, ...more].toSorted((a, b) => b.share - a.share);
}

/** Each mark with the area that it belongs to; null: it lies beside all of them. */
export function marksByKey(question: PicturedQuestion, key: Key, response: unknown): (ScoredArea | null)[] {
  const areas = areasByKey(question, key);
  const marks = Array.isArray(response) ? (response as Mark[]) : [];
  return marks.map((mark) => areas.find(({ area }) => liesIn(mark, area)) ?? null);
}

/**
 * The share of the score, 0 to 1, that marks earn: each area once what it gives, less one for each mark that lies in none
 * that gives something, of as many as are asked for and right.
 */
export function marksShare(question: PicturedQuestion, key: Key, response: unknown): number {
  const right = areasByKey(question, key).filter(({ share }) => share === 1).length;
  const asked = Math.min(question.hotspot?.places ?? 1, right);
  if (asked === 0) return 0;
  const marks = marksByKey(question, key, response);
  const hits = [...new Set(marks.filter((hit) => hit !== null && hit.share > 0))] as ScoredArea[];
  if (question.credit !== 'parts')
    return hits.length === asked && marks.every((hit) => hit?.share === 1) ? 1 : 0;
  const wrong = marks.filter((hit) => !hit || hit.share === 0).length;
  const given = hits.reduce((sum, { share }) => sum + share, 0);
  return Math.max(0, Math.min(1, (given - wrong) / asked));
}
