import type { CSSProperties, ReactNode } from 'react';
import { inkOn } from '../../ui/theme-ink.ts';
import classes from './course-band.module.css';

/** A surface in the course's theme colour, with its weave and an ink that reads on it. */
export function CourseBand({
  color,
  children,
  tall,
}: {
  color: string;
  children?: ReactNode;
  tall?: boolean;
}) {
  const style = { '--course': color, '--ink': inkOn(color) } as CSSProperties;
  return (
    <div className={classes.band} style={style} data-tall={tall || undefined}>
      {children}
    </div>
  );
}
