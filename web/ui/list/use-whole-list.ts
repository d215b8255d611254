import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowsOfAllPages } from '../../lib/api/whole-list.ts';
import { beforePrinting } from '../../lib/page/print.ts';

/** The rows of all pages while a list is printed, else null. */
export function useWholeList<R>(page: { results: R[]; count: number } | undefined): R[] | null {
  const [whole, setWhole] = useState<R[] | null>(null);
  const prepare = useEffectEvent(async () => {
    // What cannot be had is left out: the page on screen is printed.
    const rows = page && (await rowsOfAllPages(page).catch(() => null));
    if (rows) flushSync(() => setWhole(rows));
  });
  useEffect(() => {
    const done = () => setWhole(null);
    window.addEventListener('afterprint', done);
    const forget = beforePrinting(() => prepare());
    return () => {
      forget();
      window.removeEventListener('afterprint', done);
    };
  }, []);
  return whole;
}
