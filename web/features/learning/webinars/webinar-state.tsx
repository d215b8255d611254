import type { WebinarState } from '#contract/learning/webinars';
import { useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../../../ui/state/status-badge.tsx';

const TONES: Record<WebinarState, Tone> = {
  scheduled: 'active',
  live: 'good',
  ended: 'neutral',
  recorded: 'neutral',
  canceled: 'bad',
};

export function WebinarStateBadge({ state }: { state: WebinarState }) {
  const t = useTranslations('webinars.states');
  return <StatusBadge tone={TONES[state]}>{t(state)}</StatusBadge>;
}
