import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepBeside } from './place.ts';
import classes from './tooltip.module.css';

interface Props {
  label: string;
  /** Milliseconds that somebody points at it before. */
  openDelay?: number;
  /** One button or link, which says the same to those who hear the page. */
  children: ReactNode;
}

/** Words beside what is pointed at: `<Tooltip label={label}><IconButton aria-label={label} …`. */
export function Tooltip({ label, openDelay = 0, children }: Props) {
  const around = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      ref={around}
      className="through"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') timer.current = setTimeout(() => setShown(true), openDelay);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
    >
      {children}
      {shown && <TooltipBox label={label} anchor={() => around.current?.firstElementChild} />}
    </span>
  );
}

/** The words themselves, beside an element. */
export function TooltipBox({ label, anchor }: { label: string; anchor: () => Element | null | undefined }) {
  const box: RefObject<HTMLDivElement | null> = useRef(null);
  useLayoutEffect(() => {
    const element = box.current!;
    const beside = anchor();
    if (!beside) return;
    element.showPopover();
    return keepBeside(element, beside, 'top');
    // Shown once: what it stands beside does not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div ref={box} popover="manual" role="tooltip" className={classes.box}>
      {label}
    </div>
  );
}
