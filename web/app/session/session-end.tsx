import { Suspense, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { type AnyEndpoint, type ApiError, onRefusal } from '../../lib/api/api.ts';
import { online } from '../../lib/page/chunks.ts';
import { useEnding } from '../../lib/session/ended-session.ts';
import { codeOf } from '../../lib/api/errors.ts';
import { prefetchMessages } from '../../lib/words/locale.tsx';
import type { Profile } from '../../lib/session/session.ts';
// Here, not with the dialog: what it listens to has to be listened to before any page's dialog does.
import { later } from '../../lib/page/later.tsx';

const dialog = () => import('./session-ended-dialog.tsx');

const SessionEndedDialog = later(dialog, {
  words: ['accounts'],
});

const SecondFactorDialog = later(() => import('./second-factor-dialog.tsx'), { words: ['security'] });

/** Asks to sign in again when the session ends under the page, or for the second factor that it waits for. */
export function SessionEnd({ profile }: { profile: Profile }) {
  const ending = useEnding();
  useLedToSecondFactor();
  useFetchedWhileTyping();
  if (!ending) return null;
  return (
    <Suspense>
      {ending === 'session' ? (
        <SessionEndedDialog profile={profile} />
      ) : (
        <SecondFactorDialog profile={profile} />
      )}
    </Suspense>
  );
}

// After a new release its code would be gone, and what was typed with it: so it is fetched with the first thing typed.
function useFetchedWhileTyping(): void {
  useEffect(() => {
    const fetchAll = () =>
      void online()
        .then(() =>
          Promise.all([
            dialog(),
            import('../../features/identity/accounts/sign-in/second-factor.tsx'),
            prefetchMessages(['accounts']),
          ]),
        )
        .catch(() => {});
    document.addEventListener('input', fetchAll, { once: true });
    return () => document.removeEventListener('input', fetchAll);
  }, []);
}

// Chose a role that waits for one.
function useLedToSecondFactor(): void {
  const navigate = useNavigate();
  const lead = useEffectEvent((refusal: ApiError, endpoint: AnyEndpoint) => {
    if (endpoint.inNoRole && codeOf(refusal) === 'second_factor_required') void navigate('/second-factor');
  });
  useEffect(() => onRefusal(lead), []);
}
