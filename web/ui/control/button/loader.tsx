import type { ComponentProps, CSSProperties } from 'react';
import classes from './loader.module.css';

interface Props extends Omit<ComponentProps<'span'>, 'children'> {
  /** Pixels. */
  size?: number;
}

/** A ring that turns while something comes. */
export function Loader({ size, className = '', ...rest }: Props) {
  const style = size === undefined ? undefined : ({ '--size': `${size / 16}rem` } as CSSProperties);
  return <span {...rest} className={`${classes.loader} ${className}`} style={style} data-waiting />;
}
