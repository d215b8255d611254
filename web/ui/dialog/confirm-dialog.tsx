import { useEffect, useState } from 'react';
import { online } from '../../lib/page/chunks.ts';
import { laterOver } from '../../lib/page/later.tsx';
import { onTouch } from '../../lib/page/touch.ts';
import type { ConfirmProps } from './confirm-modal.tsx';

const load = () => import('./confirm-modal.tsx');
const ConfirmModal = laterOver(load);

/** When a page that nobody has touched fetches it all the same. */
const SETTLED_MS = 3000;

/**
 * Asks before something that cannot simply be taken back. Few screens ever ask, so its code comes once the page stands: at
 * hand when it is needed, also without a connection or after a new release has taken the old code away.
 */
export function ConfirmDialog(props: ConfirmProps) {
  const [asked, setAsked] = useState(props.opened);
  if (props.opened && !asked) setAsked(true);
  useEffect(() => {
    const fetch = () =>
      void online()
        .then(load)
        .catch(() => {});
    const untouch = onTouch(fetch);
    const timer = setTimeout(fetch, SETTLED_MS);
    return () => {
      untouch();
      clearTimeout(timer);
    };
  }, []);
  return asked ? <ConfirmModal {...props} /> : null;
}
