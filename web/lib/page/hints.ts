import { type Hint, updateProfile } from '#contract/identity/accounts';
import { useTranslations } from 'use-intl';
import { call } from '../api/api.ts';
import { errorOf, useErrorText } from '../api/errors.ts';
import { changeProfile, currentProfile } from '../session/session.ts';
import { showSuccess, showWarning } from './toasts.ts';

/** Each tells all that is gone, so that one which overtook another would bring back what that sent away. */
let lastKept: Promise<unknown> = Promise.resolve();

/** Sends hints away on every device of the person, or has all of them shown again. Seen at once, taken back when refused. */
export function useHints() {
  const t = useTranslations('shell.hints');
  const errorText = useErrorText();

  async function keep(dismissed_hints: Hint[], before: Hint[]): Promise<boolean> {
    const person = currentProfile()?.id;
    const isThere = () => currentProfile()?.id === person;
    changeProfile({ dismissed_hints });
    try {
      const kept = lastKept.then(async () => {
        // Whoever has signed in since has hints of their own.
        if (isThere()) await call(updateProfile, { body: { dismissed_hints }, quiet: true });
      });
      lastKept = kept.catch(() => {});
      await kept;
      return true;
    } catch (error) {
      if (!isThere()) return false;
      changeProfile({ dismissed_hints: before });
      showWarning(errorText(errorOf(error)));
      return false;
    }
  }

  const dismissed = () => currentProfile()?.dismissed_hints ?? [];
  const show = (name: Hint): Promise<boolean> => {
    const before = dismissed();
    return keep(
      before.filter((one) => one !== name),
      before,
    );
  };
  return {
    /** It can be taken back from the toast, which says `gone`. */
    dismiss: async (name: Hint, gone = t('gone')): Promise<void> => {
      const before = dismissed();
      const sent = keep([...before.filter((one) => one !== name), name], before);
      showSuccess(gone, {
        label: t('undo'),
        run: () => void show(name),
      });
      await sent;
    },
    show,
    showAll: async (): Promise<void> => {
      if (await keep([], dismissed())) showSuccess(t('back'));
    },
  };
}
