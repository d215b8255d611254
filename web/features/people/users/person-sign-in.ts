import { findError } from '#contract/errors';
import { changeUsers, createSignInSheets } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../lib/api/errors.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';

/** Saves the sheet with which a person without e-mail signs in for the first time. */
export function usePersonSheet(onSaved?: () => void) {
  const sheets = useAction(createSignInSheets, {
    onDone: (file) => {
      saveFile(file);
      onSaved?.();
    },
  });
  return {
    busy: sheets.busy,
    print: (id: number) => void sheets.run({ body: { user_ids: [id] } }),
  };
}

/** Sends the invitation again, or how to sign in to somebody activated. */
export function useSignInMail(person: { id: number; email: string | null }) {
  const t = useTranslations('users.info');
  const errorText = useErrorText();
  const change = useAction(changeUsers, {
    onDone: ({ refused: [refusal] }) => {
      if (refusal) showWarning(errorText(findError(refusal.message) ?? { raw: refusal.message }));
      else showSuccess(t('sent', { email: person.email ?? '' }));
    },
  });
  return {
    busy: change.busy,
    send: () => void change.run({ body: { action: 'send_credentials', user_ids: [person.id] } }),
  };
}
