import { type CSSProperties, type ReactNode, useState } from 'react';
import { inkOn } from './theme-ink.ts';
import classes from './theme-band.module.css';

interface Props {
  color: string;
  /** The thing's picture; in a tall band it stands beside the words. */
  photo: string | null;
  children?: ReactNode;
  tall?: boolean;
  /** Of a tall one: no taller than a line. */
  low?: boolean;
}

/** A surface in the theme colour of a course, with its picture or weave and an ink that reads on it. */
export function ThemeBand({ color, photo, children, tall, low }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const style = { '--theme': color, '--ink': inkOn(color) } as CSSProperties;
  const picture = photo && photo !== broken && (
    <img
      className={classes.picture}
      src={photo}
      alt=""
      loading={tall ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(photo)}
    />
  );
  return (
    <div className={classes.band} style={style} data-tall={tall || undefined} data-low={low || undefined}>
      {picture}
      {children}
    </div>
  );
}
