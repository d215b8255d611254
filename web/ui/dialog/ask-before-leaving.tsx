import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmProps } from './confirm-modal.tsx';

interface Props extends Omit<ConfirmProps, 'opened' | 'busy' | 'onConfirm' | 'onCancel'> {
  /** There is something to lose. */
  when: boolean;
  /** Asked at the very moment of leaving: it has been kept since. */
  isKept?: () => boolean;
  /** It is left all the same. */
  onLeave?: () => void;
}

/** Asks before something is lost: in our own words on the way to another screen, in the browser's where the page is closed. */
export function AskBeforeLeaving({ when, isKept = () => false, onLeave, ...words }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && !isKept() && placeOf(currentLocation) !== placeOf(nextLocation),
  );
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isKept()) event.preventDefault();
  });
  useEffect(() => {
    if (!when) return;
    const listen = (event: BeforeUnloadEvent) => ask(event);
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, [when]);

  return (
    <ConfirmDialog
      {...words}
      opened={blocker.state === 'blocked'}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    />
  );
}

// A tab is a hash, and leaving it takes its form away as another page does.
const placeOf = ({ pathname, hash }: { pathname: string; hash: string }) => pathname + hash;
