import type { FORM_STATES } from '#contract/learning/courses';
import { useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../state/status-badge.tsx';

export type TestState = (typeof FORM_STATES)[number];

const TONES: Record<TestState, Tone> = {
  assigned: 'neutral',
  in_progress: 'active',
  in_review: 'warning',
  passed: 'good',
  failed: 'bad',
  reopened: 'active',
  rejected: 'bad',
  canceled: 'neutral',
};

/** How a test or exam stands to a student, in the one word that every screen has for it. */
export function TestBadge({ state }: { state: TestState }) {
  return <StatusBadge tone={TONES[state]}>{useTranslations('step.states')(state)}</StatusBadge>;
}
