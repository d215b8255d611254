import type { CSSProperties } from 'react';
import classes from './skeleton.module.css';

interface Props {
  /** Pixels, or as CSS has it. */
  height?: number | string;
  width?: number | string;
  radius?: 'md' | 'lg';
  circle?: boolean;
  className?: string | undefined;
  style?: CSSProperties & Record<`--${string}`, string | number>;
  'aria-label'?: string;
}

const lengthOf = (value: number | string | undefined) =>
  typeof value === 'number' ? `${value / 16}rem` : value;

/** Stands in the place of what is coming, and is as large. */
export function Skeleton({ height, width, radius = 'md', circle, className = '', style, ...rest }: Props) {
  const size = { height: lengthOf(height), width: lengthOf(width) };
  return (
    <div
      {...rest}
      className={`${classes.skeleton} ${className}`}
      style={{ ...size, ...style }}
      data-radius={circle ? 'round' : radius}
      data-waiting
    />
  );
}
