import { createSignInSheets } from '#contract/people/users';
import { useRef, useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';

/** As many people as one call takes. */
const PORTION = 200;

/** Sign-in sheets as files to print, a portion each; after a failure it goes on where it stopped. */
export function useSheets(ids: readonly number[]) {
  const errorText = useErrorText();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [printed, setPrinted] = useState(0);

  async function print(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const from = printed >= ids.length ? 0 : printed;
      for (let at = from; at < ids.length; at += PORTION) {
        const user_ids = ids.slice(at, at + PORTION);
        saveFile(await call(createSignInSheets, { body: { user_ids } }));
        setPrinted(at + user_ids.length);
      }
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { print, printed, busy };
}
