import type { getPackage, listPackageTries } from '#contract/learning/packages';
import type { getMaterial } from '#contract/learning/materials';
import type { ResponseOf } from '#contract/platform';
import type { Tone } from '../../../ui/state/status-badge.tsx';

export type Package = ResponseOf<typeof getPackage>;
export type Try = Package['tries'][number];
export type TryRow = ResponseOf<typeof listPackageTries>['results'][number];
export type Material = ResponseOf<typeof getMaterial>;

/** How a try stands, in one word: whether it was passed says more than whether it ended. */
export const stateOf = ({ status, success }: Pick<Try, 'status' | 'success'>) =>
  success === 'unknown' ? status : success;

export const TONES: Record<ReturnType<typeof stateOf>, Tone> = {
  not_attempted: 'neutral',
  incomplete: 'active',
  completed: 'good',
  passed: 'good',
  failed: 'bad',
};

/** Whether the next try may begin. */
export const isTriedOut = ({ status, success }: Pick<Try, 'status' | 'success'>): boolean =>
  status === 'completed' || success !== 'unknown';
