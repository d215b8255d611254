import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../../lib/page/chunks.ts';
import { loadMessages } from '../../../../lib/words/locale.tsx';

// Few people write, from any page: the texts come with the dialog.
const FeedbackDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    loadChunk(() => import('./feedback-dialog.tsx')),
    loadMessages(['support']),
  ]);
  return dialog;
});

/** A message to whoever runs the product: our own form, or the help widget where one is configured. */
export function Feedback({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <FeedbackDialog onClose={onClose} />
    </Suspense>
  );
}
