import { type RefObject, useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';
import { safely } from '../api/safely.ts';
import { entryOf } from './history-entry.ts';

/** Where a screen of the history was left: by which link, and how far down. */
interface Left {
  to: string;
  y: number;
}

interface Visit {
  left?: Left;
  /** The path of the screen that led here. */
  from?: string;
}

const STORE = 'osnova.visits';
const MOST = 60;
/** A list that has not come by then is not worth a jump of the page. */
const PATIENCE_MS = 8000;

// By the key of a history entry; in the tab's storage, so that a reload in between loses nothing.
const visits = (): Record<string, Visit> =>
  safely(() => JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, Visit>) ?? {};

function note(key: string, changes: Visit): void {
  const all = visits();
  const { [key]: before, ...others } = all;
  const kept = Object.entries(others).slice(1 - MOST);
  const noted = Object.fromEntries([...kept, [key, { ...before, ...changes }]]);
  safely(() => sessionStorage.setItem(STORE, JSON.stringify(noted)));
}

/** Whether the screen before the present one is that of a path, so that going back leads there. */
export const cameFrom = (location: Location, path: string): boolean =>
  visits()[entryOf(location)]?.from === path;

/**
 * Brings whoever goes back to a list, or to any screen, to the link they left it by. The returned function is called once a
 * screen stands; it says whether the focus is there, and otherwise goes on waiting for the link.
 */
export function useKeptPlace(main: RefObject<HTMLElement | null>): () => boolean {
  const location = useLocation();
  const type: string = useNavigationType();
  const shown = useRef<Location>(location);
  const clicked = useRef({ key: '', y: 0 });
  const stopWaiting = useRef(() => {});

  useEffect(() => {
    const onClick = () => {
      clicked.current = { key: entryOf(shown.current), y: window.scrollY };
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);

  useEffect(() => {
    const before = shown.current;
    const [key, key_before] = [entryOf(location), entryOf(before)];
    if (key_before === key) return;
    shown.current = location;
    if (type === 'REPLACE') note(key, visits()[key_before] ?? {});
    if (type !== 'PUSH') return;
    note(key, { from: before.pathname });
    if (before.pathname === location.pathname) return;
    const y = clicked.current.key === key_before ? clicked.current.y : 0;
    note(key_before, { left: { to: location.pathname, y } });
  }, [location, type]);

  return () => {
    stopWaiting.current();
    const left = type === 'POP' ? visits()[entryOf(location)]?.left : undefined;
    if (!left || !main.current) return false;
    if (goTo(main.current, left)) return true;
    stopWaiting.current = waitFor(main.current, left);
    return false;
  };
}

function goTo(main: HTMLElement, { to, y }: Left): boolean {
  const link = [...main.querySelectorAll('a')].find(
    (one) => one.href !== '' && one.pathname === to && one.checkVisibility(),
  );
  if (!link) return false;
  if (y > 0) window.scrollTo(0, y);
  link.focus({ preventScroll: true });
  link.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Until the link is there, or the person does something themselves. */
function waitFor(main: HTMLElement, left: Left): () => void {
  const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
  const observer = new MutationObserver(() => {
    if (goTo(main, left)) stop();
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const touch of TOUCHES) window.removeEventListener(touch, stop);
  }
  observer.observe(main, { childList: true, subtree: true });
  for (const touch of TOUCHES) window.addEventListener(touch, stop, { passive: true });
  return stop;
}
