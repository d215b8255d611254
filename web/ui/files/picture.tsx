import type { CSSProperties } from 'react';
import classes from './picture.module.css';

interface Props {
  src: string;
  alt: string;
  /** Pixels; null where nobody knows before it comes. */
  width: number | null;
  height: number | null;
}

/** A picture of a material or question. Its place is kept until it comes, so that nothing moves away under a finger. */
export function Picture({ src, alt, width, height }: Props) {
  const size = width && height ? { width, height } : {};
  return (
    <img
      src={src}
      alt={alt}
      {...size}
      loading="lazy"
      className={classes.picture}
      style={{ '--ratio': width && height ? width / height : undefined } as CSSProperties}
    />
  );
}
