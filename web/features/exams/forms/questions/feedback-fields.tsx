import {
  ANSWER_FEEDBACK_LENGTH,
  FEEDBACK_LENGTH,
  gapsOf,
  hasAnswerFeedback,
} from '#contract/exams/questions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import type { AnswerDraft, QuestionDraft } from '../draft.ts';

interface Props {
  question: QuestionDraft;
  errorAt: (name: string) => string | undefined;
  onTouch: (name: string) => void;
  onChange: (name: string, next: Partial<QuestionDraft>) => void;
}

/** What is told with the key, of the question and of each answer: folded, since most questions have none. */
export function FeedbackFields({ question, errorAt, onTouch, onChange }: Props) {
  const t = useTranslations('forms.feedback');
  const [open, setOpen] = useState(false);
  const { answers, feedback, type, gap_text } = question;
  const own = hasAnswerFeedback(type) ? answers : [];
  const written = [feedback, ...own.map((answer) => answer.feedback)].filter((text) => text.trim()).length;
  const gaps = gapsOf(gap_text);
  const nameOf = ({ title, gap }: AnswerDraft, place: number) => {
    const words = title.trim() || t('answer', { number: place + 1 });
    return gap > 0 ? `${gaps.indexOf(gap) + 1}. ${words}` : words;
  };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="unfolds">{written > 0 ? t('title_some', { count: written }) : t('title')}</summary>
      {open && (
        <div className="stack gap-5">
          <p className="note flush">{t(hasAnswerFeedback(type) ? 'hint' : 'hint_whole')}</p>
          <Textarea
            label={t('whole')}
            minRows={2}
            maxRows={10}
            maxLength={FEEDBACK_LENGTH}
            value={feedback}
            error={errorAt('feedback')}
            onBlur={() => onTouch('feedback')}
            onChange={(event) => onChange('feedback', { feedback: event.currentTarget.value })}
          />
          {own.map((answer, place) => (
            <Textarea
              key={answer.key}
              label={t('of', { answer: nameOf(answer, place) })}
              minRows={1}
              maxRows={6}
              maxLength={ANSWER_FEEDBACK_LENGTH}
              value={answer.feedback}
              error={errorAt(`answers.${place}.feedback`)}
              onBlur={() => onTouch(`answers.${place}.feedback`)}
              onChange={(event) =>
                onChange(`${answer.key}.feedback`, {
                  answers: answers.with(place, { ...answer, feedback: event.currentTarget.value }),
                })
              }
            />
          ))}
        </div>
      )}
    </details>
  );
}
