import { useEffect, useRef } from 'react';
import { queryClient } from '../api/use-data.ts';
import { useGoOn, useHere } from '../api/go-on.tsx';

/**
 * Leaves the page of a thing that is no longer there. The call that ended it is sent `quiet`: nothing is read again before
 * the page is gone, since nothing of the thing can be.
 */
export function useLeave(): (to: string) => void {
  const goOn = useGoOn();
  const here = useHere();
  const leaving = useRef(false);
  useEffect(
    () => () => {
      // Once all of the page has let go of what it showed.
      if (leaving.current) queueMicrotask(readAgain);
    },
    [],
  );
  return (to) => {
    leaving.current = true;
    void queryClient.invalidateQueries({ refetchType: 'none' });
    if (here.current) goOn(to, { replace: true });
    else readAgain();
  };
}

function readAgain(): void {
  void queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
}
