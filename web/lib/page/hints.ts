import { type Hint, updateProfile } from '#contract/identity/accounts';
import { useTranslations } from 'use-intl';
import { call } from '../api/api.ts';
import { errorOf, useErrorText } from '../api/errors.ts';
import { changeProfile, currentProfile } from '../session/session.ts';
import { showSuccess, showWarning } from './toasts.ts';

/** Sends hints away on every device of the person, or has all of them shown again. Seen at once, taken back when refused. */
export function useHints() {
  const t = useTranslations('shell.hints');
  const errorText = useErrorText();

  async function keep(dismissed_hints: Hint[], before: Hint[]): Promise<boolean> {
    changeProfile({ dismissed_hints });
    try {
      await call(updateProfile, { body: { dismissed_hints }, quiet: true });
      return true;
    } catch (error) {
      changeProfile({ dismissed_hints: before });
      showWarning(errorText(errorOf(error)));
      return false;
    }
  }

  const dismissed = () => currentProfile()?.dismissed_hints ?? [];
  return {
    /** It can be taken back from the toast, which says `gone`. */
    dismiss: async (name: Hint, gone = t('gone')): Promise<void> => {
      const before = dismissed();
      const sent = keep([...before.filter((one) => one !== name), name], before);
      showSuccess(gone, {
        label: t('undo'),
        run: () =>
          // After the first one, whose answer may come later.
          void sent.then(() => {
            const now = dismissed();
            return keep(
              now.filter((one) => one !== name),
              now,
            );
          }),
      });
      await sent;
    },
    show: (name: Hint): Promise<boolean> => {
      const before = dismissed();
      return keep(
        before.filter((one) => one !== name),
        before,
      );
    },
    showAll: async (): Promise<void> => {
      if (await keep([], dismissed())) showSuccess(t('back'));
    },
  };
}
