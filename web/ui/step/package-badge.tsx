import type { PACKAGE_STANDINGS } from '#contract/learning/packages';
import { useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../state/status-badge.tsx';

export type PackageStanding = (typeof PACKAGE_STANDINGS)[number];

const TONES: Record<PackageStanding, Tone> = {
  not_begun: 'neutral',
  incomplete: 'active',
  completed: 'good',
  passed: 'good',
  failed: 'bad',
};

/** How somebody stands in a package, in one word. */
export function PackageBadge({ standing }: { standing: PackageStanding }) {
  return <StatusBadge tone={TONES[standing]}>{useTranslations('step.standings')(standing)}</StatusBadge>;
}
