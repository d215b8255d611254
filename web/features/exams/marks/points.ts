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
