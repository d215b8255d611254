import { type ReactNode, useEffect, useRef } from 'react';
import classes from './step-title.module.css';

/** The heading of a step that took the place of another: it gets the focus, so that it is read and Tab goes on from it. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <h2 ref={title} tabIndex={-1} className={`${classes.title} unoutlined`}>
      {children}
    </h2>
  );
}
