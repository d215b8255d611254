import { restoreEntry } from '#contract/insight/history';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { readProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { queryClient } from '../../../../lib/api/use-data.ts';

type Restored = ResponseOf<typeof restoreEntry>;

/** Says that something was restored, with the way to undo that. */
export function useRestoredToast(): (restored: Restored) => void {
  const t = useTranslations('history.restore');
  const undo = useAction(restoreEntry, {
    onDone: ({ count }) => {
      readAgain();
      showSuccess(count > 0 ? t('undone') : t('already'));
    },
  });
  return ({ entry_id, count }) => {
    readAgain();
    if (entry_id === null || count === 0) return showSuccess(t('already'));
    showSuccess(t('done'), {
      label: t('undo'),
      run: () => void undo.run({ params: { id: entry_id } }),
    });
  };
}

/** Restoring is a GET, so nobody else knows that it writes: lists, pages, names and roles in the shell. */
function readAgain(): void {
  void queryClient.invalidateQueries();
  readProfile().catch(() => {});
}
