import type { firstSteps } from '#contract/identity/accounts';
import type * as z from 'zod/mini';
import type { Profile } from '../../../lib/session/session.ts';

export type Steps = z.infer<typeof firstSteps>;

export const STEPS = ['company', 'group', 'people', 'course', 'test', 'given', 'result'] as const;

/** Where a browser keeps that they were seen unfinished: who joins later is congratulated on nothing they saw so. */
export const unfinishedKey = (company: number): string => `osnova.first_steps.${company}`;

/** What a person sees of them: the list, or once that the last one is done. */
export function stepsShown(profile: Profile, steps: Steps | null): 'list' | 'finished' | null {
  if (!steps || profile.dismissed_hints.includes('first_steps')) return null;
  if (!STEPS.every((step) => steps[step])) return 'list';
  return localStorage.getItem(unfinishedKey(profile.current_login_info.space_pk)) ? 'finished' : null;
}
