import { restoreEntry } from '#contract/insight/history';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { refreshProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import type { Way } from '../history.ts';
import { queryClient } from '../../../../lib/api/use-data.ts';

type Restored = ResponseOf<typeof restoreEntry>;

const DONE = { undo: 'done_undo', invite: 'done_invite', restore: 'done' } as const;

/** Says what was done, restoring or undoing, with the way to undo that. */
export function useRestoredToast(): (restored: Restored, way: Way) => void {
  const t = useTranslations('history.restore');
  const undo = useAction(restoreEntry);

  async function takeBack(id: number, way: Way): Promise<void> {
    const back = await undo.run({ params: { id } });
    if (!back) return;
    readAgain();
    showSuccess(t(back.count === 0 ? 'already' : way === 'undo' ? 'undone_undo' : 'undone'));
  }

  return ({ entry_id, count }, way) => {
    readAgain();
    if (entry_id === null || count === 0) return showSuccess(t('already'));
    showSuccess(t(DONE[way]), {
      label: t('undo'),
      run: () => void takeBack(entry_id, way),
    });
  };
}

/** Restoring is a GET, so nobody else knows that it writes: lists, pages, names and roles in the shell. */
function readAgain(): void {
  void queryClient.invalidateQueries();
  void refreshProfile();
}
