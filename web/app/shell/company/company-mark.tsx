import { useState } from 'react';
import type { Profile } from '../../../lib/session/session.ts';
import classes from './company-mark.module.css';

/** The current company's logo, or its first letter; its name stands beside. */
export function CompanyMark({ profile }: { profile: Profile }) {
  const { space_photo, spaces, current_login_info } = profile;
  const [broken, setBroken] = useState<string | null>(null);
  const name = spaces.find(({ id }) => id === current_login_info.space_pk)?.name ?? '';
  if (space_photo && space_photo !== broken) {
    return (
      <img
        className={`${classes.logo} on-white`}
        src={space_photo}
        alt=""
        width={40}
        height={40}
        onError={() => setBroken(space_photo)}
      />
    );
  }
  return (
    <span className={classes.letter} aria-hidden>
      {/* A quotation mark is no letter. */}
      {/\p{L}|\p{N}/u.exec(name)?.[0].toUpperCase() ?? '·'}
    </span>
  );
}
