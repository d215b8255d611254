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
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const below = bottom + SPACE;
    const fits = below + element.offsetHeight <= height - SPACE;
    const start = fits ? below : Math.max(SPACE, Math.min(below, top - SPACE - element.offsetHeight));
    element.style.left = `${Math.max(SPACE, Math.min(left, width - element.offsetWidth - SPACE)) + window.scrollX}px`;
    element.style.top = `${start + window.scrollY}px`;
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
