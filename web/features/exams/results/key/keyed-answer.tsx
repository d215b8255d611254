import { tolerantText } from '#contract/exams/forms';
import { useLocale, useTranslations } from 'use-intl';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import type { Repairs } from './repair.ts';

type Question = Repairs['questions'][number];

/** An answer of the key: how far off it may be, and what of the points it gives where that is not all. */
export function KeyedAnswer({
  answer: { title, tolerance, percent, is_right_answer },
  question: { credit },
}: {
  answer: Question['answers'][number];
  question: Question;
}) {
  const t = useTranslations('results.key');
  const locale = useLocale();
  const gives = is_right_answer || credit === 'parts' ? percent : undefined;
  return (
    <>
      <MathText>{tolerance ? tolerantText(title, tolerance, locale) : title}</MathText>
      {gives !== undefined && <span className="dim"> {t('part', { percent: gives })}</span>}
    </>
  );
}
