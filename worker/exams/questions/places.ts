import type { Area, Credit, Hotspot, Mark } from './contract.ts';
import type { AcceptedArea, Key } from './question.ts';

/**
 * What marks on a picture give (decisions, "Places on a picture"), as pure functions. The database grades by
 * `sql/places.sql`, which a property test compares with these.
 */

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
