import type { ResponseOf } from '#contract/platform';
import type { listResults } from '#contract/exams/results';
import { useTranslations } from 'use-intl';
import { dateText, dateTimeText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { TwoLines } from '../../../ui/table/two-lines.tsx';

type Attempt = ResponseOf<typeof listResults>['results'][number];

/** When an attempt ended, after how long, and by whom. */
export function FinishedCell({
  row: { finished_at, finished_by, duration },
}: {
  row: Pick<Attempt, 'finished_at' | 'finished_by' | 'duration'>;
}) {
  const t = useTranslations('results');
  const { duration: inWords } = useNumbers();
  if (finished_at === null) return '—';
  // Whoever typed it in ended it, and nobody knows when on that day and how long it took.
  const isPaper = finished_by === 'trainer' && duration === null;
  return (
    <TwoLines
      note={[
        ...(duration === null ? [] : [inWords(duration)]),
        ...(finished_by ? [t(isPaper ? 'by_paper' : `by_${finished_by}`)] : []),
      ].join(' · ')}
    >
      {isPaper ? dateText(finished_at) : dateTimeText(finished_at)}
    </TwoLines>
  );
}
