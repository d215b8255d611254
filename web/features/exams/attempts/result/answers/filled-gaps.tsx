import { gapParts, gapsOf } from '#contract/exams/questions';
import { MathText } from '../../../../../ui/rich-text/math-text.tsx';
import type { Result } from '../../attempt.ts';
import { answerLines } from '../answer-lines.ts';
import classes from '../result-questions.module.css';
import { useLocale, useTranslations } from 'use-intl';

type Question = NonNullable<Result['score_explanation']>[number];

/** A text with what stands in its gaps, each by its number as the lines below name it. */
export function FilledGaps({ question }: { question: Question }) {
  const t = useTranslations('attempts.told');
  const locale = useLocale();
  const { gap_text = '', answers } = question;
  const gaps = gapsOf(gap_text);
  const lines = answerLines(t, question, locale);
  return (
    <p className={classes.text}>
      {gapParts(gap_text).map((part, at) => {
        if (typeof part === 'string')
          return (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
            <span key={at}>
              <MathText>{part}</MathText>
            </span>
          );
        const place = gaps.indexOf(part);
        return (
          <span key={part} className={classes.filled} data-kind={lines[place]?.kind}>
            <sup>{place + 1}</sup> <MathText>{answers[place]?.title || '…'}</MathText>
          </span>
        );
      })}
    </p>
  );
}
