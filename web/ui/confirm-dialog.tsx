import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../lib/chunks.ts';
import { onTouch } from '../lib/touch.ts';
import type { ConfirmProps } from './confirm-modal.tsx';

const load = () => import('./confirm-modal.tsx');
const ConfirmModal = lazy(() => loadChunk(load));

/**
 * Asks before something that cannot simply be taken back. Few screens ever ask, so its code comes with the first touch of
 * the page: at hand when it is needed, also after a new release has taken the old code away.
 */
export function ConfirmDialog(props: ConfirmProps) {
  const [asked, setAsked] = useState(props.opened);
  if (props.opened && !asked) setAsked(true);
  useEffect(() => onTouch(() => void load().catch(() => {})), []);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmModal {...props} />
    </Suspense>
  );
}
