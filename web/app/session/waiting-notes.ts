import { useEffect } from 'react';
import { draftsOf } from '../../lib/reading/note-drafts.ts';

/** Sends notes that were written without a connection, also on another screen or before the page was closed. */
export function useWaitingNotes(login: string): void {
  useEffect(() => {
    const send = () => void sendWaitingNotes(login);
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [login]);
}

/** Those of a login (`loginKey`), as far as there is a connection. */
export async function sendWaitingNotes(login: string): Promise<void> {
  if (draftsOf(login).length === 0 || !navigator.onLine) return;
  const { sendNotes } = await import('../../lib/reading/send-notes.ts');
  await sendNotes(login);
}
