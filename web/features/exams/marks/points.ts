import type { Waiting } from './mark.ts';

type Rubric = NonNullable<Waiting['question']['marking']['rubric']>;

/** Points as they are typed, with a comma or a point and two decimals at most; null: none of 0 to the most. */
export function pointsOf(text: string, most: number): number | null {
  if (!/^\s*\d{1,3}([.,]\d{1,2})?\s*$/.test(text)) return null;
  const points = Number(text.trim().replace(',', '.'));
  return points <= most ? points : null;
}

/** Points to be pressed: each of a few, or quarters of many. */
export function stepsOf(most: number): number[] {
  if (most <= 5) return Array.from({ length: most + 1 }, (_, points) => points);
  return [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(most * share * 2) / 2);
}

/** The points of the levels reached; null while a criterion has none. */
export function sumOfLevels(rubric: Rubric, levels: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const [at, criterion] of rubric.entries()) {
    const level = criterion.levels[levels[at] ?? -1];
    if (!level) return null;
    sum += level.points;
  }
  return sum;
}

/** The place of the level of a criterion that all of the marks have reached; null: they differ, or there are none. */
export function agreedLevel(
  marks: readonly Pick<Waiting['marks'][number], 'levels'>[],
  at: number,
): number | null {
  const [first = null, ...others] = marks.map(({ levels }) => levels?.[at] ?? null);
  return others.every((level) => level === first) ? first : null;
}

/** The mean of marks, with two decimals rounded half up. */
export function meanOf(marks: readonly { score: number }[]): number {
  const sum = marks.reduce((total, { score }) => total + Math.round(score * 100), 0);
  return Math.floor(sum / Math.max(1, marks.length) + 0.5) / 100;
}
