import { useEffect, useEffectEvent, useState } from 'react';

/** How long an answer is waited for, and how often one is asked for while there is none. */
const PATIENCE_MS = 10_000;
const ASKED_AGAIN_MS = 5000;

/**
 * Whether the bytes of a file can be had now, whatever they are: a browser says that it has a connection also where nothing
 * comes through, and fails in the same words at a lost line and at a file that it does not understand.
 */
async function isReached(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { status } = await fetch(url, { headers: { Range: 'bytes=0-0' }, cache: 'no-store', signal });
    return status < 500;
  } catch {
    return false;
  }
}

/** Whether a file is out of reach, which is looked at when it has failed; `back` is called once it can be had again. */
export function useReach(url: string, back: () => void) {
  const [isLost, setLost] = useState(false);
  const again = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden' || !(await isReached(url))) return;
    setLost(false);
    back();
  });
  useEffect(() => {
    if (!isLost) return;
    const look = () => void again();
    const timer = setInterval(look, ASKED_AGAIN_MS);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLost]);
  return {
    isLost,
    /** The line failed, as far as that is known already; else it is asked for. */
    async hasFailed(isSure = false): Promise<boolean> {
      const lost = isSure || !(await isReached(url));
      setLost(lost);
      return lost;
    },
  };
}
