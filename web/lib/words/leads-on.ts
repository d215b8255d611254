import type { NextStep } from '#contract/learning/courses';

const OWN: ReadonlySet<NextStep['kind']> = new Set(['running', 'go', 'renew', 'renew_soon']);

/** Whether a step can be taken by oneself; at every other one somebody else has the word, or nothing is left. */
export const leadsOn = (step: NextStep | null): step is NextStep => step !== null && OWN.has(step.kind);
