import type { ErrorCode } from '../errors/contract.ts';

/** What publishing judges of a draft. */
export interface Draft {
  passing_score_type: 'points' | 'percentages';
  passing_score: number;
  questions: readonly {
    multiple_right_answers: boolean;
    score: number;
    answers: readonly { title: string; is_right_answer: boolean }[];
  }[];
}

/** Why a draft cannot be published (decisions, "Forms"), with the question it lies in, or null. */
export function publishingFault(draft: Draft): { code: ErrorCode; question: number | null } | null {
  if (!draft.questions.length) return { code: 'form_without_questions', question: null };
  for (const [question, { answers, multiple_right_answers }] of draft.questions.entries()) {
    const right = answers.filter((answer) => answer.is_right_answer).length;
    if (answers.length < 2) return { code: 'question_too_few_answers', question };
    if (right === 0) return { code: 'question_without_right_answer', question };
    if (right > 1 && !multiple_right_answers) return { code: 'question_single_right_answer', question };
  }
  const sum = draft.questions.reduce((total, question) => total + question.score, 0);
  const unreachable = draft.passing_score_type === 'points' ? draft.passing_score > sum : sum === 0;
  return unreachable ? { code: 'passing_score_above_sum', question: null } : null;
}

/** The first question that holds the same answer twice, blanks and case aside (§5), or null. */
export function questionWithDuplicates(
  questions: readonly { answers: readonly { title: string }[] }[],
): number | null {
  const found = questions.findIndex(({ answers }) => {
    const titles = answers.map((answer) => answer.title.trim().toLowerCase().replace(/\s+/g, ' '));
    return new Set(titles).size < titles.length;
  });
  return found < 0 ? null : found;
}
