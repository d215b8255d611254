import { numberOfStatus } from '#contract/exams/attempts';
import { useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../../../ui/state/status-badge.tsx';
import { TwoLines } from '../../../ui/table/two-lines.tsx';
import type { ResultRow } from './result.ts';

const TONES = {
  assigned: 'neutral',
  running: 'active',
  annulled: 'bad',
  canceled: 'neutral',
  in_review: 'warning',
} as const satisfies Partial<Record<ResultRow['state'], Tone>>;

const REOPENED = numberOfStatus('reopened');
const REJECTED = numberOfStatus('rejected');

type Told = Pick<ResultRow, 'state' | 'passed' | 'unmarked'> &
  Partial<Pick<ResultRow, 'passed_form_status' | 'counts' | 'reason' | 'repaired' | 'notes' | 'late'>>;

/** How an attempt ended, whether it waits to be published, and what was decided about it since. */
export function ResultState({ row }: { row: Told }) {
  const t = useTranslations('results');
  const { state, passed, unmarked, passed_form_status, counts, reason, repaired, notes = 0, late = 0 } = row;
  const ended = state === 'completed' || state === 'in_review';
  // Why one was annulled is no word about the others.
  const isTold = passed_form_status !== REJECTED || state === 'annulled';
  const marks = [
    ...(reason && isTold ? [reason] : []),
    ...(late > 0 ? [t('late', { count: late })] : []),
    ...(repaired ? [t('repaired')] : []),
    ...(notes > 0 ? [t('notes', { count: notes })] : []),
  ];
  return (
    <TwoLines note={marks.join(' · ')}>
      <span className="cluster gap-2">
        {ended && passed !== null && (
          <StatusBadge tone={passed ? 'good' : 'bad'}>{passed ? t('passed') : t('failed')}</StatusBadge>
        )}
        {state !== 'completed' && (
          <StatusBadge tone={TONES[state]}>
            {t(`states.${state === 'in_review' && unmarked > 0 ? 'to_mark' : state}`)}
          </StatusBadge>
        )}
        {passed_form_status === REOPENED && (counts || state === 'annulled') && (
          <StatusBadge tone="active">{t('reopened')}</StatusBadge>
        )}
      </span>
    </TwoLines>
  );
}
