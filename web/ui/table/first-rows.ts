import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';

/** Until a list has been drawn. */
let opening = true;

/**
 * The rows that fill the window, and once these are drawn the others, as many at a time: all of them may take a phone longer
 * than whoever types the next letter waits. So of a page that is opened and of an answer to something else; what comes
 * anew stands there already, and whoever goes back wants to find a list as long as they left it.
 * @param sought what the list is asked for, by `useSought`
 * @param height of a row at least, in pixels
 * @param width at least, where rows stand side by side
 */
export function useFirstRows<T>(
  rows: readonly T[],
  sought: string | null,
  height: number,
  width: number = window.innerWidth,
): readonly T[] {
  const first = Math.ceil(window.innerHeight / height) * Math.ceil(window.innerWidth / width);
  const [drawn, setDrawn] = useState({ rows, sought, count: opening ? first : Infinity });
  if (drawn.rows !== rows)
    setDrawn({ rows, sought, count: sought === null || sought === drawn.sought ? Infinity : first });
  useEffect(() => {
    opening = false;
    if (drawn.count >= drawn.rows.length) return;
    const more = setTimeout(() => setDrawn((now) => ({ ...now, count: now.count + first })));
    return () => clearTimeout(more);
  }, [drawn, first]);
  return drawn.rows === rows && drawn.count < rows.length ? rows.slice(0, drawn.count) : rows;
}

/** What a list is asked for whatever its page, or null for whoever has gone back to it. */
export function useSought<E extends AnyEndpoint>({ query }: ListState<E>): string | null {
  const type: string = useNavigationType();
  return type === 'POP' ? null : JSON.stringify({ ...query, page: null });
}
