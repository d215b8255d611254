import { useTranslations } from 'use-intl';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import type { Result } from '../attempt.ts';
import classes from './result-questions.module.css';

type Question = Pick<
  NonNullable<Result['score_explanation']>[number],
  'type' | 'answers' | 'feedback' | 'answer_feedback'
>;

/** What its author says of what was answered, and of the question. */
export function ToldFeedback({ question }: { question: Question }) {
  const t = useTranslations('attempts.result');
  const { answers, feedback, answer_feedback = [] } = question;
  if (!feedback && answer_feedback.length === 0) return null;
  const nameOf = ({ id, gap }: (typeof answer_feedback)[number]) =>
    gap === undefined ? answers.find((answer) => answer.id === id)?.title : `${gap}.`;
  return (
    <aside className={`${classes.comment} stack gap-3`} aria-label={t('feedback')}>
      {answer_feedback.map((said) => (
        <p key={said.id ?? said.gap ?? ''} className="flush as-written">
          {nameOf(said) !== undefined && (
            <strong>
              <MathText>{nameOf(said)!}</MathText>
              {said.gap === undefined && ':'}{' '}
            </strong>
          )}
          <MathText>{said.text}</MathText>
        </p>
      ))}
      {feedback && (
        <p className="flush as-written">
          <MathText>{feedback}</MathText>
        </p>
      )}
    </aside>
  );
}
