import { createSignInSheets } from '#contract/people/users';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useAction } from '../../../../lib/api/use-action.ts';

/** As many people as one call takes. */
const SHEETS = 200;

/** Saves sign-in sheets to print; for very many people in several files. */
export function usePrintSheets(): { print: (user_ids: readonly number[]) => Promise<void>; busy: boolean } {
  const { run, busy } = useAction(createSignInSheets, { onDone: saveFile });
  async function print(user_ids: readonly number[]): Promise<void> {
    for (let from = 0; from < user_ids.length; from += SHEETS)
      await run({ body: { user_ids: user_ids.slice(from, from + SHEETS) } });
  }
  return { print, busy };
}
