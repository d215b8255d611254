import { useState } from 'react';
import classes from './program-cover.module.css';

/** The picture of a program, or a cloth woven from its number; the name stands beside. */
export function ProgramCover({ program }: { program: { id: number; photo: string | null } }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { id, photo } = program;
  if (photo && photo !== broken) {
    return (
      <img
        className={classes.picture}
        src={photo}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(photo)}
      />
    );
  }
  return <span className={classes.cloth} data-tone={id % 4} aria-hidden />;
}
