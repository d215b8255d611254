import { useTranslations } from 'use-intl';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import { CountedAnswers, type Counted } from './counted-answers.tsx';
import type { Question } from '../statistic.ts';

/** Of each place of an order what was put there, and of each answer of a matching what it was matched with. */
export function MadeFigures({ question: { type, answers, made } }: { question: Question }) {
  const t = useTranslations('statistics.questions');
  const told = answers.filter(({ title }) => title !== '');
  return told.map(({ id, title, match = '' }, at) => {
    const isOrder = type === 'ordering';
    const rows = made
      .filter(({ answer, place }) => (isOrder ? place === at + 1 : answer === id))
      .map((each) => ({
        text: isOrder ? (told.find((answer) => answer.id === each.answer)?.title ?? '') : (each.match ?? ''),
        count: each.count,
        share: Number(isOrder ? each.answer === id : each.match === match),
      }));
    return (
      <section key={id}>
        <h3 className="flush strong small">
          {isOrder ? t('place', { place: at + 1 }) : <MathText>{title}</MathText>}
        </h3>
        <CountedAnswers rows={withRight(rows, isOrder ? title : match)} />
      </section>
    );
  });
}

/** What is right is told where nobody gave it, too. */
const withRight = (rows: Counted[], right: string): Counted[] =>
  rows.some((row) => row.share === 1) ? rows : [{ text: right, count: 0, share: 1 }, ...rows];
