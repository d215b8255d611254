import { listNotes } from '#contract/learning/notes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api.ts';
import { draftOf, keepDraft } from '../../../lib/reading/note-drafts.ts';
import { sendNote } from '../../../lib/reading/send-notes.ts';
import { loginKey, useProfile } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { readNotesAgain } from './note.ts';

const PAUSE_MS = 800;

export type NoteState = 'idle' | 'saving' | 'saved' | 'offline' | 'refused';

/**
 * The person's note on a material. Each change is in the browser's storage at once, and goes out after a pause; what cannot
 * go waits there, also over a reload, and goes when there is a connection.
 */
export function useNote(course_id: number, material_id: number) {
  const login = loginKey(useProfile());
  const query = useData(listNotes, { query: { material: material_id, page_size: 100 } });
  const [typed, setTyped] = useState(() => draftOf(login, material_id)?.text ?? null);
  const [state, setState] = useState<NoteState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSending = useRef(false);
  const stored = query.data?.results.find(({ kind }) => kind === 'note')?.text ?? '';

  async function send(leaving = false): Promise<void> {
    clearTimeout(timer.current);
    const draft = draftOf(login, material_id);
    // It may have gone by another way meanwhile: see waiting.ts.
    if (!draft) setState((now) => (now === 'idle' ? now : 'saved'));
    if (!draft || (isSending.current && !leaving)) return;
    isSending.current = true;
    setState('saving');
    try {
      await sendNote(login, draft, leaving);
      setState('saved');
    } catch (error) {
      setState(error instanceof ApiError && error.status !== 0 && error.status < 500 ? 'refused' : 'offline');
      return;
    } finally {
      isSending.current = false;
    }
    // What was typed while it went.
    if (draftOf(login, material_id)) timer.current = setTimeout(() => void send(), PAUSE_MS);
  }

  function write(text: string): void {
    setTyped(text);
    setState('saving');
    keepDraft(login, { course_id, material_id, text });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), PAUSE_MS);
  }

  const begin = useEffectEvent(() => void send());
  const leave = useEffectEvent(() => {
    void send(true).then(readNotesAgain);
  });
  useEffect(() => {
    const back = () => begin();
    const hidden = () => document.visibilityState === 'hidden' && leave();
    begin();
    window.addEventListener('online', back);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('online', back);
      document.removeEventListener('visibilitychange', hidden);
      leave();
    };
  }, []);

  return { query, text: typed ?? stored, state, write };
}
