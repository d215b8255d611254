import { gapsOf } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import type { Question } from '../statistic.ts';
import { CountedAnswers } from './counted-answers.tsx';

/** A text with gaps: of each what was typed most, or how often each of its list was chosen. */
export function GapFigures({ question }: { question: Question }) {
  const t = useTranslations('statistics.questions');
  const { gap_text, answers, responses, gap_accepted, typed_gaps } = question;
  return (
    <>
      <p className="flush anywhere">{gap_text}</p>
      {gapsOf(gap_text).map((gap) => {
        const own = answers.filter((answer) => answer.gap === gap);
        const rights = [
          ...own.filter(({ is_right_answer }) => is_right_answer),
          ...gap_accepted.filter((each) => each.gap === gap),
        ].map(({ title }) => title);
        const rows = typed_gaps.includes(gap)
          ? responses
              .filter((each) => each.gap === gap)
              .map(({ text, count }) => ({ text, count, right: false }))
          : own.map(({ title, chosen, is_right_answer }) => ({
              text: title,
              count: chosen,
              right: is_right_answer,
            }));
        return (
          <section key={gap}>
            <h3 className="flush strong small">{t('gap', { gap })}</h3>
            {typed_gaps.includes(gap) && (
              <p className="flush fine">{t('accepted', { answers: rights.join(' · ') })}</p>
            )}
            <CountedAnswers rows={rows} />
          </section>
        );
      })}
    </>
  );
}
