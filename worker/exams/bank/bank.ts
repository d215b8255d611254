/** Questions that the same draws may take. */
export interface PoolClass {
  /** Which draws: bit 0 is the first. */
  draws: number;
  size: number;
}

/**
 * How many different papers draws give at least: what earlier draws may have taken of the same questions is no longer
 * there for the later ones.
 * @param counts how many questions each draw asks for
 * @param classes how many questions there are, by the draws that may take them
 * @returns 0 where a draw cannot be filled
 */
export function differentPapers(counts: readonly number[], classes: readonly PoolClass[]): bigint {
  const draws = counts.map((count, place) => ({
    count,
    bit: 1 << place,
    size: sizeOf(classes, 1 << place),
  }));
  // The narrow ones first: of what lies within another draw nothing is counted twice.
  const ordered = draws.toSorted((a, b) => a.size - b.size);
  return ordered.reduce((papers, draw, place) => {
    const taken = ordered
      .slice(0, place)
      .filter((other) => classes.some(({ draws: mask }) => (mask & draw.bit) > 0 && (mask & other.bit) > 0))
      .reduce((sum, { count }) => sum + count, 0);
    return papers * choices(draw.size - taken, draw.count);
  }, 1n);
}

function sizeOf(classes: readonly PoolClass[], bit: number): number {
  return classes.reduce((sum, { draws, size }) => ((draws & bit) > 0 ? sum + size : sum), 0);
}

/** In how many ways so many can be chosen. */
function choices(from: number, count: number): bigint {
  if (count > from) return 0n;
  let ways = 1n;
  for (let step = 1; step <= count; step += 1) ways = (ways * BigInt(from - count + step)) / BigInt(step);
  return ways;
}
