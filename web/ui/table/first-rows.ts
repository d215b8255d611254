import { useDeferredValue, useEffect } from 'react';

/** Until a list has been drawn. */
let opening = true;

/**
 * The rows that fill the window, and once these are drawn all of them: the others may take a phone longer than all that it
 * shows. Only as the page is opened, since whoever goes back wants to find a list as long as they left it.
 * @param height of a row at least, in pixels
 * @param width at least, where rows stand side by side
 */
export function useFirstRows<T>(
  rows: readonly T[],
  height: number,
  width: number = window.innerWidth,
): readonly T[] {
  const all = useDeferredValue(true, !opening);
  useEffect(() => {
    opening = false;
  }, []);
  if (all) return rows;
  return rows.slice(0, Math.ceil(window.innerHeight / height) * Math.ceil(window.innerWidth / width));
}
