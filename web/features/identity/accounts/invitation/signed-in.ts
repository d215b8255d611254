import { useEffect, useState } from 'react';
import { isSignedIn, loadProfile, type Profile } from '../../../../lib/session/session.ts';

/** Who is signed in here: undefined while it is asked for, null for nobody; whoever cannot be read signs in anew. */
export function useSignedIn() {
  const [profile, setProfile] = useState<Profile | null | undefined>(isSignedIn() ? undefined : null);
  useEffect(() => {
    let current = true;
    if (isSignedIn())
      loadProfile().then(
        (read) => current && setProfile(read),
        () => current && setProfile(null),
      );
    return () => {
      current = false;
    };
  }, []);
  return [profile, setProfile] as const;
}
