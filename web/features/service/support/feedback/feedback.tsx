import { laterOver } from '../../../../lib/page/later.tsx';

// Few people write, from any page: the texts come with the dialog.
const FeedbackDialog = laterOver(() => import('./feedback-dialog.tsx'), { words: ['support'] });

/** A message to whoever runs the product: our own form, or the help widget where one is configured. */
export function Feedback({ onClose }: { onClose: () => void }) {
  return <FeedbackDialog onClose={onClose} />;
}
