import { later } from '../../../../lib/page/later.tsx';

/**
 * A choice of second factors for somebody who has none yet; its `onDone` says that one is set up, and its recovery codes were
 * shown. By itself, since whatever names it would name all that it needs.
 */
export const SecondFactorSetup = later(() => import('./second-factor-choice.tsx'));
