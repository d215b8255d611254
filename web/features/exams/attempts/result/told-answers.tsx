import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'use-intl';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import type { Result } from '../attempt.ts';
import { type AnswerLine, answerLines, saidOf } from './answer-lines.ts';
import classes from './result-questions.module.css';

type Question = Pick<
  NonNullable<Result['score_explanation']>[number],
  'type' | 'answers' | 'feedback' | 'answer_feedback'
>;

/** What its author says of what was answered, and of the question. */
export function ToldFeedback({ question }: { question: Question }) {
  const t = useTranslations('attempts.told');
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

/** What was answered and what would have been right, a line each. */
export function AnswerLines({ question }: { question: Parameters<typeof answerLines>[1] }) {
  const t = useTranslations('attempts.told');
  const locale = useLocale();
  const lines = answerLines(t, question, locale);
  if (lines.length === 0) return null;
  return (
    <ul className={classes.answers}>
      {lines.map((line) => {
        const { key, kind, text, note } = line;
        const said = saidOf(t, question, line);
        return (
          <li key={key} className={`${classes.answer} narrow-two`} data-kind={kind}>
            <Sign kind={kind} />
            <span>
              <MathText>{text}</MathText>
              {said && <span className="unseen"> ({said})</span>}
            </span>
            {note && (
              <span className={`${classes.note} narrow-second`}>
                <MathText>{note}</MathText>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Sign({ kind }: { kind: AnswerLine['kind'] }) {
  if (kind === 'right') return <IconCheck size={18} aria-hidden />;
  if (kind === 'wrong') return <IconX size={18} aria-hidden />;
  return <IconCircleDashed size={18} aria-hidden opacity={kind === 'chosen' ? 1 : 0.4} />;
}
