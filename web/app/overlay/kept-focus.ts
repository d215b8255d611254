import { useEffect } from 'react';
import { takeFocused } from './overlay.ts';

/** By then a screen has moved the focus itself, where it knows better. */
const PATIENCE_MS = 100;
const ROOMS = 'section, dialog, main';

function within(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let each = element as HTMLElement | null; each && each !== document.body; each = each.parentElement)
    found.push(each);
  return found;
}

/** The heading of what something stood in, or what can be pressed there first. */
function placeIn(room: Element): HTMLElement | null {
  const heading = room.querySelector<HTMLElement>('h1, h2, h3');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading ?? room.querySelector<HTMLElement>('button, a[href]');
}

/**
 * What is pressed often goes with what it did, or rests while that is done: the focus then waits for it, or goes to the heading
 * of what it stood in. Left alone it would fall to the top of the page, drawer and all.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    // What was pressed first may be gone or at rest before this code has come.
    let path = takeFocused().filter(
      (each) => each instanceof HTMLElement && !each.contains(document.body),
    ) as HTMLElement[];
    // Below a dialog, which may outlive what opened it.
    let below = path;
    let timer = 0;
    const note = () => {
      path = within(document.activeElement);
      if (!path.some((each) => each.matches('dialog'))) below = path;
    };
    const mend = () => {
      timer = 0;
      if (document.activeElement !== document.body || !document.hasFocus()) return;
      const steps = path.some((each) => each.isConnected) ? path : below;
      const left = steps.find((each) => each.isConnected);
      if (!left) return;
      if (left === steps[0]) left.focus({ preventScroll: true });
      else placeIn(left.closest(ROOMS) ?? left)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) timer ||= window.setTimeout(mend, PATIENCE_MS);
    });
    if (document.activeElement !== document.body) note();
    else timer = window.setTimeout(mend, PATIENCE_MS);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    // Pressed beside everything, the focus is let go of; of what is pressed, before it is gone with what it does.
    document.addEventListener('click', note, true);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', note, true);
    };
  }, []);
}
