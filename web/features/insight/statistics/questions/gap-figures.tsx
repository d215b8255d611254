import { gapsOf } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import type { Question } from '../statistic.ts';
import { Accepted, CountedAnswers } from './counted-answers.tsx';
import { nearMiss } from './near-miss.ts';

/** A text with gaps: of each what was typed most, or how often each of its list was chosen. */
export function GapFigures({ question }: { question: Question }) {
  const t = useTranslations('statistics.questions');
  const { gap_text, answers, credit, responses, gap_accepted, typed_gaps } = question;
  return (
    <>
      <p className="flush anywhere">{gap_text}</p>
      {gapsOf(gap_text).map((gap) => {
        const own = answers.filter((answer) => answer.gap === gap);
        const rights = [
          ...own.filter(({ is_right_answer }) => is_right_answer),
          ...gap_accepted.filter((each) => each.gap === gap),
        ];
        const rows = typed_gaps.includes(gap)
          ? responses
              .filter((each) => each.gap === gap)
              .map(({ text, count, share = 0 }) => ({ text, count, share }))
          : own.map((answer) => ({
              text: answer.title,
              count: answer.chosen,
              share: answer.is_right_answer ? 1 : nearMiss(answer, credit) / 100,
            }));
        return (
          <section key={gap}>
            <h3 className="flush strong small">{t('gap', { gap })}</h3>
            {typed_gaps.includes(gap) && <Accepted answers={rights} />}
            <CountedAnswers rows={rows} />
          </section>
        );
      })}
    </>
  );
}
