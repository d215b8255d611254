import { useEffect, useState, useSyncExternalStore } from 'react';
import { onResumed } from '../../../../lib/session/ended-session.ts';
import type { AttemptRun, Snapshot } from './attempt-run.ts';
import { lockAttempt } from './held-attempt.ts';
import { announcementBetween, type SpokenSeconds } from './server-clock.ts';

/** Keeps a running attempt alive while its screen is shown, and tells it what happens to the page. */
export function useAttemptRun(run: AttemptRun): Snapshot {
  useEffect(() => {
    const wake = () => run.wake();
    const lost = () => run.noteOffline();
    const leave = () => void run.close();
    const hide = () => (document.visibilityState === 'hidden' ? run.hide() : run.show());
    const back = (event: PageTransitionEvent) => event.persisted && run.show();
    run.attach();
    const unsubscribe = onResumed(wake);
    const unlock = lockAttempt(run.started.attempt_id, () => run.lose());
    window.addEventListener('online', wake);
    window.addEventListener('offline', lost);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    document.addEventListener('visibilitychange', hide);
    return () => {
      run.detach();
      unlock();
      unsubscribe();
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', lost);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [run]);
  return useSyncExternalStore(run.subscribe, run.snapshot);
}

/** The remaining milliseconds, once a second, and what is to be said aloud about them. */
export function useCountdown(run: AttemptRun): { remaining: number; spoken: SpokenSeconds | null } {
  const [state, setState] = useState(() => ({
    remaining: run.remaining(),
    spoken: null as SpokenSeconds | null,
  }));
  useEffect(() => {
    const timer = setInterval(() => {
      const remaining = Math.max(0, run.remaining());
      setState((before) => {
        if (Math.ceil(before.remaining / 1000) === Math.ceil(remaining / 1000)) return before;
        const spoken = announcementBetween(Math.ceil(before.remaining / 1000), Math.ceil(remaining / 1000));
        return { remaining, spoken: spoken ?? before.spoken };
      });
    }, 200);
    return () => clearInterval(timer);
  }, [run]);
  return state;
}
