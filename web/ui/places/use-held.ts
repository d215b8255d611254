import { type PointerEvent, useRef } from 'react';
import { type Point, pointOf } from './area.ts';

interface Held {
  id: number;
  from: Point;
  hasMoved: boolean;
}

/** Less than this, pixels, is a tap. */
const STILL = 4;

/**
 * Takes hold of something on a picture until the pointer lets go.
 * @param onMove where the pointer is and where it began, on the picture
 */
export function useHeld(
  picture: () => Element | null | undefined,
  onMove: (to: Point, from: Point, isFirst: boolean) => void,
  onEnd?: () => void,
) {
  const held = useRef<(Held & { clientX: number; clientY: number }) | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      const stage = picture();
      if (!stage || event.button !== 0) return;
      const { clientX, clientY, pointerId: id } = event;
      event.currentTarget.setPointerCapture(id);
      held.current = { id, from: pointOf(stage, event), hasMoved: false, clientX, clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const stage = picture();
      const own = held.current;
      if (!stage || own?.id !== event.pointerId) return;
      const far = Math.hypot(event.clientX - own.clientX, event.clientY - own.clientY);
      if (!own.hasMoved && far < STILL) return;
      onMove(pointOf(stage, event), own.from, !own.hasMoved);
      own.hasMoved = true;
    },
    onPointerUp(): void {
      if (held.current?.hasMoved) onEnd?.();
      held.current = null;
    },
    onPointerCancel(): void {
      if (held.current?.hasMoved) onEnd?.();
      held.current = null;
    },
  };
}
