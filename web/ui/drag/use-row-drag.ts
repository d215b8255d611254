import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Nearer than this to the edge of the window, the page scrolls along; pixels. */
const EDGE = 90;
const FASTEST = 18;

/**
 * Drags a row of a list by its grip, with a mouse, a pen or a finger: the place where it would land is marked, the page
 * scrolls at its edges, Escape gives up.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const latest = useRef({ drag, onMove });
  useEffect(() => {
    latest.current = { drag, onMove };
  });

  const onGrip = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      const row = event.currentTarget.closest('li');
      const rows = [...(list.current?.children ?? [])];
      const from = row ? rows.indexOf(row) : -1;
      if (from < 0 || event.button !== 0) return;
      event.preventDefault();
      let pointer = event.clientY;
      let frame = 0;
      setDrag({ from, to: from });

      const look = () => {
        const at = rows.findIndex((one) => {
          const { top, height } = one.getBoundingClientRect();
          return pointer < top + height / 2;
        });
        const gap = at < 0 ? rows.length : at;
        const to = gap > from ? gap - 1 : gap;
        setDrag((before) => (before?.to === to ? before : { from, to }));
      };
      const scroll = () => {
        const above = EDGE - pointer;
        const below = pointer - (window.innerHeight - EDGE);
        const by = above > 0 ? -above : Math.max(0, below);
        if (by !== 0) {
          window.scrollBy(0, Math.max(-FASTEST, Math.min(FASTEST, by / 4)));
          look();
        }
        frame = requestAnimationFrame(scroll);
      };
      const move = (moving: globalThis.PointerEvent) => {
        pointer = moving.clientY;
        look();
      };
      const end = (kept: boolean) => {
        cancelAnimationFrame(frame);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', drop);
        window.removeEventListener('pointercancel', cancel);
        window.removeEventListener('keydown', key);
        const { drag: last, onMove: land } = latest.current;
        setDrag(null);
        if (kept && last && last.to !== last.from) land(last.from, last.to);
      };
      const drop = () => end(true);
      const cancel = () => end(false);
      const key = (pressed: KeyboardEvent) => {
        if (pressed.key === 'Escape') end(false);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', drop);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('keydown', key);
      frame = requestAnimationFrame(scroll);
    },
    [list],
  );

  return {
    from: drag?.from ?? null,
    onGrip,
    /** On which side of a row the dragged one would land. */
    dropAt: (place: number): 'before' | 'after' | undefined => {
      if (!drag || drag.to !== place || drag.to === drag.from) return undefined;
      return drag.to > drag.from ? 'after' : 'before';
    },
  };
}
