import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onWrite } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/use-data.ts';
import { giveUp, goOn, setPageOpen, useEnding } from '../../lib/session/ended-session.ts';
import { isSignedIn, useMaybeProfile } from '../../lib/session/session.ts';
import { ScreenOutlet } from '../parts/screen-outlet.tsx';
import { OfflineBanner } from '../shell/offline-banner.tsx';
import classes from './dispatched-layout.module.css';
import { launchAgain, report } from './launch.ts';

/** A course in a frame of another system: the page, and nothing of the product around it. */
export default function DispatchedLayout() {
  const main = useRef<HTMLElement>(null);
  useSession();
  useReports();
  useHeadingFocus(main);
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineBanner />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ScreenOutlet />
      </main>
    </QueryClientProvider>
  );
}

/** A session that ends under the page begins anew, as the other system still says who is there. */
function useSession(): void {
  const ending = useEnding();
  const navigate = useNavigate();
  useEffect(() => {
    setPageOpen(true);
    return () => setPageOpen(false);
  }, []);
  useEffect(() => {
    if (!ending) return;
    launchAgain().then(goOn, () => {
      giveUp();
      void navigate('/', { replace: true });
    });
  }, [ending, navigate]);
}

const EVERY_MS = 20_000;
/** What a write changed is counted by then. */
const SOON_MS = 1000;

/** Tells the other system how the person stands: when they go on, when they wrote something, and now and then. */
function useReports(): void {
  const { pathname } = useLocation();
  // Another one when a test is over, whether or not it knew of the test.
  const profile = useMaybeProfile();
  useEffect(() => {
    const tell = () => {
      // A call that fails is made again by the next turn.
      if (isSignedIn()) report().catch(() => {});
    };
    const soon = () => setTimeout(tell, SOON_MS);
    tell();
    const often = setInterval(tell, EVERY_MS);
    const hidden = () => document.visibilityState === 'hidden' && tell();
    document.addEventListener('visibilitychange', hidden);
    const stop = onWrite(soon);
    return () => {
      clearInterval(often);
      document.removeEventListener('visibilitychange', hidden);
      stop();
    };
  }, [pathname, profile]);
}

/** A screen reader and the keyboard start at the new page's heading. */
function useHeadingFocus(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const heading = main.current?.querySelector<HTMLElement>('h1');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [pathname, main]);
}
