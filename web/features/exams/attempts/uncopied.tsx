import type { ReactNode, RefObject } from 'react';
import classes from './uncopied.module.css';

const refuse = (event: { preventDefault: () => void }) => event.preventDefault();
const REFUSED = { onCopy: refuse, onCut: refuse, onContextMenu: refuse, onDragStart: refuse };

interface Props {
  /** The form says so. */
  forbidden: boolean;
  className?: string | undefined;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Questions that may not be copied, dragged out or printed, where their form forbids it. */
export function Uncopied({ forbidden, className, ref, children }: Props) {
  return (
    <div
      ref={ref}
      className={[className, forbidden && `${classes.uncopied} off-paper`].filter(Boolean).join(' ')}
      data-forbid-copying={forbidden || undefined}
      {...(forbidden && REFUSED)}
    >
      {children}
    </div>
  );
}
