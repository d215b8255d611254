import { laterOver } from '../../lib/page/later.tsx';

export const CopyDialog = laterOver(() => import('../../features/learning/copies/copy-dialog.tsx'), {
  words: ['copies'],
});
