export interface Piece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Texts are cut by the server long before this; what is longer is told as a whole. */
const MOST_WORDS = 400;

/** Which words of a text went and which came, in reading order; null: the texts have too little in common. */
export function wordDiff(before: string, after: string): Piece[] | null {
  const [old, next] = [wordsOf(before), wordsOf(after)];
  if (old.length > MOST_WORDS || next.length > MOST_WORDS) return null;
  const pieces = listDiff(old, next);
  return sizeOf(pieces, 'same') * 3 < Math.min(before.length, after.length) ? null : joined(pieces);
}

/** Words with the blanks that follow them. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

const sizeOf = (pieces: readonly Piece[], kind: Piece['kind']): number =>
  pieces.reduce((size, piece) => size + (piece.kind === kind ? piece.text.length : 0), 0);

/** Which items of a list went and which came, by the longest common subsequence; blanks around them say nothing. */
export function listDiff(old: readonly string[], next: readonly string[]): Piece[] {
  const isSame = (i: number, j: number) => old[i]!.trim() === next[j]!.trim();
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      lengths[i]![j] = isSame(i, j)
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && isSame(i, j)) {
      pieces.push({ kind: 'same', text: next[j]! });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === next.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      pieces.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      pieces.push({ kind: 'added', text: next[j]! });
      j += 1;
    }
  }
  return pieces;
}

/** Neighbours of one kind as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else found.push({ ...piece });
  }
  return found;
}
