import { useTranslations } from 'use-intl';
import { errorOf, useErrorText } from './errors.ts';
import { useMay } from '../session/session.ts';
import { showSuccess, showWarning } from '../page/toasts.ts';
import type { Removed } from './taken-back.ts';

/**
 * Says what was just removed, with the way to take that back. It goes through the history, which brings everything back as
 * it was (dates of joining, places, due dates). Who may not restore is offered `again`, the ordinary call that does the
 * opposite, where there is one.
 */
export function useRemovedToast(): (
  text: string,
  removed: Removed,
  again?: () => Promise<unknown>,
) => Promise<void> {
  const t = useTranslations('shell.undo');
  const errorText = useErrorText();
  const mayRestore = useMay()('viewCompanyHistory');
  return async (text, removed, again) => {
    const id = mayRestore ? await written(removed) : undefined;
    const back =
      id === undefined ? again : () => import('./taken-back.ts').then(({ restore }) => restore(id));
    if (!back) {
      showSuccess(text);
      return;
    }
    showSuccess(text, {
      label: t('undo'),
      run: () =>
        void back()
          .then(() => showSuccess(t(id === undefined ? 'undone' : 'done')))
          .catch((error: unknown) => showWarning(errorText(errorOf(error)))),
    });
  };
}

/** Says that the things of something were chosen anew, with the way back to those of before, if they were others. */
export function useChosenToast(): (
  text: string,
  removed: Removed,
  chosen: { before: readonly number[]; after: readonly number[] },
  choose: (ids: number[]) => Promise<unknown>,
) => Promise<void> {
  const removedToast = useRemovedToast();
  return async (text, removed, { before, after }, choose) => {
    // Nothing was written then, and the latest entry is of something else.
    const isSame = before.length === after.length && before.every((id) => after.includes(id));
    if (isSame) showSuccess(text);
    else await removedToast(text, removed, () => choose([...before]));
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
