import type { NextStep } from '#contract/learning/courses';

/** Whether a step can be taken by oneself; at every other one somebody else has the word, or nothing is left. */
export const leadsOn = (step: NextStep | null): step is NextStep =>
  step !== null && (step.kind === 'running' || step.kind === 'go' || step.kind === 'renew');
