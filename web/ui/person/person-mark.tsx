import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './person-mark.module.css';

interface Props {
  person: { id: number; first_name: string; last_name: string; photo?: string | null };
  size?: number;
}

/** A person's photo, or initials on a tone of their own; said nothing about to a screen reader, the name stands beside. */
export function PersonMark({ person, size = 36 }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const { photo } = person;
  if (photo && photo !== broken) {
    return (
      <img
        className={classes.photo}
        src={photo}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(photo)}
      />
    );
  }
  const initials = (person.first_name.charAt(0) + person.last_name.charAt(0)).toUpperCase();
  return (
    <span
      className={classes.mark}
      data-tone={person.id % 5}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      aria-hidden
    >
      {initials || <IconUser size={size * 0.5} />}
    </span>
  );
}
