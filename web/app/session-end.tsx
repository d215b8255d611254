import { lazy, Suspense, useEffect } from 'react';
import { loadChunk, online } from '../lib/chunks.ts';
import { useSessionEnded } from '../lib/ended-session.ts';
import { loadMessages, prefetchMessages } from '../lib/locale.tsx';
import type { Profile } from '../lib/session.ts';
// Here, not with the dialog: what it listens to has to be listened to before any page's dialog does.
import '../ui/top-dialogs.ts';

const dialog = () => import('./session-ended-dialog.tsx');

const SessionEndedDialog = lazy(async () => {
  const [{ SessionEndedDialog: component }] = await Promise.all([
    loadChunk(dialog),
    loadMessages(['accounts']),
  ]);
  return { default: component };
});

/** Asks to sign in again when the session ends under the page. */
export function SessionEnd({ profile }: { profile: Profile }) {
  const ended = useSessionEnded();
  useFetchedWhileTyping();
  if (!ended) return null;
  return (
    <Suspense>
      <SessionEndedDialog profile={profile} />
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
            import('../features/accounts/second-factor.tsx'),
            prefetchMessages(['accounts']),
          ]),
        )
        .catch(() => {});
    document.addEventListener('input', fetchAll, { once: true });
    return () => document.removeEventListener('input', fetchAll);
  }, []);
}
