import { useRef, useState } from 'react';

export interface Selection<R> {
  /** The rows chosen, over all pages, as they were when chosen. */
  rows: ReadonlyMap<number, R>;
  has: (row: R) => boolean;
  /** Chooses or leaves a row of the page; with `range` also those between it and the one clicked before. */
  choose: (row: R, chosen: boolean, page: readonly R[], range: boolean) => void;
  choosePage: (page: readonly R[], chosen: boolean) => void;
  clear: () => void;
}

/**
 * Rows chosen in a list; they stay while pages are turned and are left when what the list is about changes.
 * @param about the list's search and filters as one text
 */
export function useSelection<R extends { id: number }>(about: string): Selection<R> {
  const [chosen, setChosen] = useState<{ about: string; rows: ReadonlyMap<number, R> }>({
    about,
    rows: new Map(),
  });
  const last = useRef<number | null>(null);
  // None chosen stays the same none: nothing is drawn again for it.
  if (chosen.about !== about)
    setChosen({ about, rows: chosen.rows.size > 0 ? new Map<number, R>() : chosen.rows });

  function change(rows: readonly R[], add: boolean): void {
    setChosen((before) => {
      const next = new Map(before.rows);
      for (const row of rows) {
        if (add) next.set(row.id, row);
        else next.delete(row.id);
      }
      return { about, rows: next };
    });
  }

  return {
    rows: chosen.rows,
    has: (row) => chosen.rows.has(row.id),
    choose: (row, add, page, range) => {
      const from = range ? page.findIndex(({ id }) => id === last.current) : -1;
      const to = page.indexOf(row);
      change(from < 0 ? [row] : page.slice(Math.min(from, to), Math.max(from, to) + 1), add);
      last.current = row.id;
    },
    choosePage: (page, add) => change(page, add),
    clear: () => setChosen({ about, rows: new Map() }),
  };
}
