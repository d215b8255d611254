import type { ResponseOf } from '#contract/platform';
import type { listResults } from '#contract/exams/results';
import { useTranslations } from 'use-intl';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { TwoLines } from '../../../ui/table/two-lines.tsx';

type Attempt = ResponseOf<typeof listResults>['results'][number];

/** When an attempt ended, after how long, and by whom. */
export function FinishedCell({
  row: { finished_at, finished_by, duration },
}: {
  row: Pick<Attempt, 'finished_at' | 'finished_by' | 'duration'>;
}) {
  const t = useTranslations('results');
  if (finished_at === null) return '—';
  return (
    <TwoLines
      note={[
        ...(duration === null ? [] : [t('minutes', { minutes: Math.max(1, Math.round(duration / 60)) })]),
        // Whoever typed it in ended it, and nobody knows how long it took.
        ...(finished_by
          ? [t(finished_by === 'trainer' && duration === null ? 'by_paper' : `by_${finished_by}`)]
          : []),
      ].join(' · ')}
    >
      {dateTimeText(finished_at)}
    </TwoLines>
  );
}
