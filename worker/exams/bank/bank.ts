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

interface Folder {
  id: number;
  parent_id: number | null;
  name: string;
}

/** The names that lead to a folder, from the outermost, its own the last. */
export function pathOf(folders: ReadonlyMap<number, Folder>, id: number): string[] {
  const folder = folders.get(id);
  if (!folder) return [];
  return [...(folder.parent_id === null ? [] : pathOf(folders, folder.parent_id)), folder.name];
}

const key = (parent: number, name: string): string => `${parent} ${name.toLowerCase()}`;

/** Folders below one, found by their names as the bank compares them: whatever the case. */
export class FoldersBelow {
  readonly #within: ReadonlyMap<string, Folder>;
  readonly #made = new Map<string, number>();
  readonly #names = new Map<number, string[]>();

  readonly #below: number;
  /** How many levels there may be below it. */
  readonly room: number;

  constructor(folders: Iterable<Folder>, below: number, room: number) {
    this.#below = below;
    this.room = room;
    this.#within = new Map([...folders].map((folder) => [key(folder.parent_id ?? 0, folder.name), folder]));
  }

  /** Where names lead, as the bank spells them, or as they were spelled first; those beyond the room are left out. */
  at(names: readonly string[]): string[] {
    let parent = this.#below;
    const path: string[] = [];
    for (const name of names.slice(0, this.room)) {
      const own = key(parent, name);
      const there = this.#within.get(own);
      const id = there?.id ?? this.#made.get(own) ?? -1 - this.#made.size;
      path.push(there?.name ?? this.#names.get(id)?.at(-1) ?? name);
      if (!there && !this.#made.has(own)) {
        this.#made.set(own, id);
        this.#names.set(id, [...path]);
      }
      parent = id;
    }
    return path;
  }

  /** Those that are to be made, in the order in which they were asked for. */
  get made(): string[][] {
    return [...this.#names.values()];
  }
}
