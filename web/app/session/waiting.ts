import { useEffect } from 'react';
import { onAnswering } from '../../lib/api/online.ts';
import { isWaiting } from '../../lib/session/stored.ts';

/** Sends what waits for a connection, notes and states of packages, on whatever screen and after the page was closed. */
export function useWaiting(login: string): void {
  useEffect(() => {
    const send = () => void sendWaiting(login);
    send();
    const deaf = onAnswering((answers) => answers && send());
    window.addEventListener('online', send);
    return () => {
      deaf();
      window.removeEventListener('online', send);
    };
  }, [login]);
}

/** That of a login (`loginKey`), as far as there is a connection. */
export async function sendWaiting(login: string): Promise<void> {
  if (!isWaiting(login) || !navigator.onLine) return;
  const [{ sendNotes }, { sendStates }] = await Promise.all([
    import('../../lib/reading/send-notes.ts'),
    import('../../lib/reading/send-package-states.ts'),
  ]);
  await Promise.all([sendNotes(login), sendStates(login)]);
}
