import { useTranslations } from 'use-intl';
import { errorOf, useErrorText } from './errors.ts';
import { useMay } from './session.ts';
import { showSuccess, showWarning } from './toasts.ts';

export interface Removed {
  object_model: 'group' | 'program' | 'course' | 'material';
  object_id: number;
  name: string;
}

/**
 * Says what was just removed, with the way to take that back. It goes through the history, which brings everything back as
 * it was (dates of joining, places, due dates), so that only who may restore is offered it.
 */
export function useRemovedToast(): (text: string, removed: Removed) => Promise<void> {
  const t = useTranslations('shell.undo');
  const errorText = useErrorText();
  const mayRestore = useMay()('viewCompanyHistory');
  return async (text, removed) => {
    const id = mayRestore ? await written(removed) : undefined;
    if (id === undefined) {
      showSuccess(text);
      return;
    }
    showSuccess(text, {
      label: t('undo'),
      run: () =>
        void import('./taken-back.ts')
          .then(({ restore }) => restore(id))
          .then(() => showSuccess(t('done')))
          .catch((error: unknown) => showWarning(errorText(errorOf(error)))),
    });
  };
}

/** Without an answer there is nothing to offer. */
async function written(removed: Removed): Promise<number | undefined> {
  try {
    return await (await import('./taken-back.ts')).entryOf(removed);
  } catch {
    return undefined;
  }
}
