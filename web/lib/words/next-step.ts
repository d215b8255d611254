import type { NextStep } from '#contract/learning/courses';
import { useTranslations } from 'use-intl';
import { dateTimeText } from './dates.ts';
import { leadsOn } from './leads-on.ts';
import { coursePath, formPath, materialPath } from '../paths/material-paths.ts';

/** Where a step leads: into the material itself, and straight back into a running test. */
export function stepPath(course_id: number, { kind, material }: NextStep): string {
  if (!material) return coursePath(course_id);
  return kind === 'running' && material.form_id !== null
    ? formPath(course_id, material.id, material.form_id)
    : materialPath(course_id, material.id);
}

const EXPLAINED: Partial<Record<NextStep['kind'], 'in_review' | 'exhausted' | 'preparing' | 'closed'>> = {
  in_review: 'in_review',
  closed: 'closed',
  exhausted: 'exhausted',
  rejected: 'exhausted',
  renew_exhausted: 'exhausted',
  preparing: 'preparing',
};

/** A step in words: what it is, what is waited for (or null), the button, and what is known of it. */
export function useStepWords(): (step: NextStep) => {
  lead: string;
  text: string | null;
  action: string;
  facts: string[];
} {
  const t = useTranslations('step');
  return (step) => {
    const { kind, begun, minutes, attempts_left, opens_at, closes_at } = step;
    const leads = leadsOn(step);
    // What a start asks: of no interest once it is made.
    const starts = leads && kind !== 'running';
    const explained = EXPLAINED[kind];
    const actions = {
      running: t('go.running'),
      renew: t('go.renew'),
      renew_soon: t('go.renew'),
      go: t(begun ? 'go.go_on' : 'go.begin'),
    };
    return {
      lead: t(kind === 'go' && !begun ? 'lead.first' : `lead.${kind}`),
      text: explained
        ? t(`text.${explained}`)
        : opens_at && t(kind === 'resting' ? 'text.rests' : 'text.opens', { date: dateTimeText(opens_at) }),
      action: kind in actions ? actions[kind as keyof typeof actions] : t('go.look'),
      facts: [
        ...(leads && minutes !== null ? [t('minutes', { count: minutes })] : []),
        ...(starts && closes_at !== null ? [t('start_by', { date: dateTimeText(closes_at) })] : []),
        ...(starts && attempts_left !== null ? [t('attempts_left', { count: attempts_left })] : []),
      ],
    };
  };
}

/** How many days a due date leaves; 0 on its last day, and null once it is over. */
export function daysLeft(due_at: string, now = Date.now()): number | null {
  const left = Date.parse(due_at) - now;
  return left < 0 ? null : Math.floor(left / 86_400_000);
}
