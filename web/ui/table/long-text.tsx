import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './long-text.module.css';
import { laterOver } from '../../lib/page/later.tsx';

const WholeText = laterOver(() => import('./whole-text.tsx'));

/**
 * §9: text of 30 characters or more, cut to one line, shows whole in a tooltip. That comes when somebody points at it: lists
 * are first screens, and few of their texts are ever pointed at.
 */
export function LongText({ children }: { children: string }) {
  const isLong = children.length >= 30;
  const text = useRef<HTMLSpanElement>(null);
  const pointedAt = usePointedAt(text, isLong);
  const [asked, setAsked] = useState(false);
  if (pointedAt && !asked) setAsked(true);
  if (!isLong) return <span>{children}</span>;
  return (
    <>
      <span ref={text} className={`${classes.cut} anywhere`}>
        {children}
      </span>
      {asked && <WholeText text={children} target={text} opened={pointedAt} />}
    </>
  );
}

/** Whether the pointer rests over the text, also where the link of a whole row lies above it. */
function usePointedAt(text: RefObject<HTMLElement | null>, isLong: boolean): boolean {
  const [pointedAt, setPointedAt] = useState(false);
  useEffect(() => {
    const around = text.current?.closest<HTMLElement>('tr, li') ?? text.current;
    if (!isLong || !around) return;
    const note = ({ clientX: x, clientY: y }: PointerEvent) => {
      const { left, right, top, bottom } = text.current!.getBoundingClientRect();
      setPointedAt(x >= left && x <= right && y >= top && y <= bottom);
    };
    const leave = () => setPointedAt(false);
    around.addEventListener('pointermove', note);
    around.addEventListener('pointerleave', leave);
    return () => {
      around.removeEventListener('pointermove', note);
      around.removeEventListener('pointerleave', leave);
    };
  }, [text, isLong]);
  return pointedAt;
}
