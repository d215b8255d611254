import type { firstSteps } from '#contract/accounts';
import type * as z from 'zod/mini';
import type { Profile } from '../../lib/session.ts';
import { safely } from '../../lib/safely.ts';

export type Steps = z.infer<typeof firstSteps>;

export const STEPS = ['company', 'group', 'people', 'course', 'test', 'given', 'result'] as const;

// By company: an administrator who joins later is congratulated on nothing they saw unfinished.
const key = (company: number) => `osnova.first_steps.${company}`;

/** What a person sees of them: the list, or once that the last one is done. */
export function stepsShown(profile: Profile, steps: Steps | null): 'list' | 'finished' | null {
  if (!steps || profile.dismissed_hints.includes('first_steps')) return null;
  if (!STEPS.every((step) => steps[step])) return 'list';
  return localStorage.getItem(key(profile.current_login_info.space_pk)) ? 'finished' : null;
}

/** They were seen unfinished, so that their end is worth a word. */
export const noteUnfinished = (company: number): void =>
  safely(() => localStorage.setItem(key(company), 'true'));

export const forgetUnfinished = (company: number): void => localStorage.removeItem(key(company));
