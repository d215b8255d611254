import { Suspense } from 'react';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { later } from '../../../../lib/page/later.tsx';

/** By itself, since whatever names it would name all that it needs. */
const Choice = later(() => import('./second-factor-choice.tsx'));

/**
 * A choice of second factors for somebody who has none yet.
 * @param onDone one is set up, and its recovery codes were shown
 */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  return (
    <Suspense fallback={<Skeleton height={180} />}>
      <Choice onDone={onDone} />
    </Suspense>
  );
}
