import { useState } from 'react';
import classes from './program-cover.module.css';

/** The picture of a program, or a cloth woven from its number; the name stands beside. */
export function ProgramCover({ program }: { program: { id: number; photo: string | null } }) {
  const [broken, setBroken] = useState<string | null>(null);
  const [fills, setFills] = useState(false);
  const { id, photo } = program;
  if (photo && photo !== broken) {
    return (
      <img
        className={`${classes.picture} on-white`}
        src={photo}
        alt=""
        loading="lazy"
        decoding="async"
        data-fills={fills || undefined}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          const shape = naturalWidth / naturalHeight;
          setFills(shape > 1.5 && shape < 2.1);
        }}
        onError={() => setBroken(photo)}
      />
    );
  }
  return <span className={classes.cloth} data-tone={id % 4} aria-hidden />;
}
