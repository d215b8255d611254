import { ANSWER_FEEDBACK_LENGTH, FEEDBACK_LENGTH } from '../../questions/contract.ts';
import { readMarkedGaps } from './marked-gaps.ts';
import type { ReadAnswer, ReadQuestion } from '../exchange.ts';

/** Feedback of one text, absent where there is none. */
export const saying = (text: string): { feedback?: string } => (text.trim() ? { feedback: text.trim() } : {});

/** The feedback of answers in their order, as one text; undefined where none has any. */
export const feedbackOfAnswers = (answers: readonly ReadAnswer[]): string | undefined =>
  answers.some(({ feedback }) => feedback)
    ? JSON.stringify(answers.map(({ feedback = '' }) => feedback))
    : undefined;

/** Answers with feedback in their order; anything that is no text counts for nothing. */
export function withFeedback<Answer extends ReadAnswer>(
  answers: readonly Answer[],
  texts: readonly unknown[],
): Answer[] {
  return answers.map((answer, at) => {
    const text = texts[at];
    return { ...answer, ...(typeof text === 'string' && saying(text)) };
  });
}

/** A text with gaps as it was kept beside what other systems read of it. */
export function keptGaps(gaps: string, feedback: string | undefined): ReturnType<typeof readMarkedGaps> {
  const read = readMarkedGaps(gaps);
  return { ...read, answers: withFeedback(read.answers, listIn(feedback ?? '[]')) };
}

function listIn(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** A question without feedback that is longer than one here may be, which is then named. */
export function withFittingFeedback(question: ReadQuestion): ReadQuestion {
  const { feedback = '', answers, left_out = [] } = question;
  const isLong = ({ feedback: text = '' }: ReadAnswer) => text.length > ANSWER_FEEDBACK_LENGTH;
  if (feedback.length <= FEEDBACK_LENGTH && !answers.some(isLong)) return question;
  const { feedback: _long, ...rest } = question;
  return {
    ...rest,
    ...(feedback.length <= FEEDBACK_LENGTH && saying(feedback)),
    answers: answers.map(({ feedback: text = '', ...answer }) => ({
      ...answer,
      ...(text.length <= ANSWER_FEEDBACK_LENGTH && saying(text)),
    })),
    left_out: [...new Set([...left_out, 'feedback' as const])],
  };
}
