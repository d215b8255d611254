import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/**
 * Goes to the last page that there is where a list ends before the one that is asked for: all that stood on it is gone, or
 * its address is an old one.
 * @returns whether it is on its way there
 */
export function useLastPage(
  { data, isPlaceholderData }: Pick<UseQueryResult<{ total_pages: number }>, 'data' | 'isPlaceholderData'>,
  page: number,
  setPage: (page: number, replace: true) => void,
): boolean {
  // What another page or another filter had tells nothing of this one.
  const last = isPlaceholderData || !data ? page : Math.max(1, data.total_pages);
  const isPast = page > last;
  const goThere = useEffectEvent(() => setPage(last, true));
  useEffect(() => {
    if (isPast) goThere();
  }, [isPast, last]);
  return isPast;
}
