import type { listDispatches, DISPATCH_STATES } from '#contract/learning/dispatches';
import type { ResponseOf } from '#contract/platform';
import { readsAsDate } from '../../../lib/words/wall-clock.ts';
import type { Tone } from '../../../ui/state/status-badge.tsx';

export type Dispatch = ResponseOf<typeof listDispatches>['results'][number];

export const TONES: Record<(typeof DISPATCH_STATES)[number], Tone> = {
  open: 'good',
  ended: 'neutral',
  withdrawn: 'bad',
};

/** The day of an instant in the person's own zone, as `2026-11-23`. */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** When a day ends in the person's own zone; null for none, and what is no day as it was typed. */
export const endOf = (day: string): string | null =>
  readsAsDate(day) ? new Date(`${day}T23:59:59`).toISOString() : day || null;
