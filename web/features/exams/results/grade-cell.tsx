import type { ResponseOf } from '#contract/platform';
import type { listResults } from '#contract/exams/results';
import { useTranslations } from 'use-intl';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { TwoLines } from '../../../ui/table/two-lines.tsx';

type Page = ResponseOf<typeof listResults>;

interface Grade {
  score: number | null;
  max_score: number | null;
  percent: number | null;
  ects: string | null;
  unmarked: number;
}

/** A grade in the form's own system first, the other two below it. */
export function GradeCell({
  row,
  rating_system,
}: {
  row: Grade;
  rating_system: Page['form']['rating_system'];
}) {
  const t = useTranslations('results');
  const format = useNumbers();
  const { score, max_score, percent, ects, unmarked } = row;
  if (score === null || max_score === null || percent === null || ects === null) return '—';
  // What a grade would be says nothing yet.
  if (unmarked > 0)
    return <TwoLines note={t('points_so_far')}>{t('points_of', { score, max: max_score })}</TwoLines>;
  const words = {
    points: t('points_of', { score, max: max_score }),
    percentages: format.result(percent),
    ects,
  };
  const { [rating_system]: first, ...others } = words;
  return (
    <TwoLines note={Object.values(others).join(' · ')}>
      <strong>{first}</strong>
    </TwoLines>
  );
}
