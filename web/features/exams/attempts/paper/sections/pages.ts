import type { Started } from '../../run/attempt-run.ts';
import type { View } from '../use-choice.ts';

export type PaperSection = Started['paper']['sections'][number];

/** The pages of a paper: the places of its questions from and to, in their order. */
export interface Page {
  from: number;
  /** Not on it any more. */
  to: number;
  /** The section that it belongs to, or begins with; null: none. */
  section: { number: number; words: PaperSection } | null;
}

/** How a paper is shown: as its form says, else as the student likes. */
export function viewOf({ pages, sections }: Started['paper'], chosen: View): View | 'section' {
  if (pages === 'one') return 'one';
  // One section alone is the whole paper.
  if (pages === 'section') return sections.length > 1 ? 'section' : 'all';
  return chosen;
}

/** The sections of a paper as parts of its questions; without sections one part without a name. */
export function partsOf({ sections }: Started['paper'], total: number): Page[] {
  if (sections.length === 0) return [{ from: 0, to: total, section: null }];
  let from = 0;
  return sections.map((words, place) => {
    const part = { from, to: from + words.question_ids.length, section: { number: place + 1, words } };
    from = part.to;
    return part;
  });
}

/** On which page a question stands, by its place; from 0. */
export function pageOf(view: View | 'section', parts: readonly Page[], index: number): number {
  if (view === 'one') return index;
  return view === 'section' ? parts.findIndex(({ to }) => index < to) : 0;
}
