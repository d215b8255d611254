import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import classes from './popover.module.css';

/** Between it and what it stands below or the window's edge, pixels. */
const SPACE = 6;

interface Props {
  /** Stands above it. */
  from: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** Closes the one that is open, and gives the focus back to where it was. */
export const closePopover = (): void =>
  document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover();

/** A panel below a button: the platform's own popover, which Escape and a press beside it close. Shown while mounted. */
export function Popover({ from, label, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = panel.current!;
    element.showPopover();
    const { left, top, bottom } = from.getBoundingClientRect();
    const { scrollX, scrollY } = window;
    const below = bottom + SPACE;
    let start = left;
    let isBelow = true;
    // Only ever inwards, so that it does not wander while what stands in it gets shorter.
    const place = () => {
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      const { offsetWidth, offsetHeight } = element;
      start = Math.max(SPACE, Math.min(start, width - offsetWidth - SPACE));
      isBelow &&= below + offsetHeight <= height - SPACE;
      const at = isBelow ? below : Math.max(SPACE, Math.min(below, top - SPACE - offsetHeight));
      element.style.left = `${start + scrollX}px`;
      element.style.top = `${at + scrollY}px`;
    };
    place();
    // What comes later makes it larger.
    const size = new ResizeObserver(place);
    size.observe(element);
    return () => size.disconnect();
  }, [from]);

  const closed = useEffectEvent((event: Event) => {
    if (event.target === panel.current && (event as ToggleEvent).newState === 'closed') onClose();
  });
  useEffect(() => {
    const element = panel.current!;
    element.addEventListener('toggle', closed);
    return () => element.removeEventListener('toggle', closed);
  }, []);

  return (
    <div ref={panel} popover="auto" className={classes.panel} role="dialog" aria-label={label}>
      {children}
    </div>
  );
}
