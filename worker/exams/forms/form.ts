import type { ErrorCode } from '../../errors/contract.ts';

/** What publishing judges of a draft. */
export interface Draft {
  passing_score_type: 'points' | 'percentages';
  passing_score: number;
  questions: readonly {
    title: string;
    multiple_right_answers: boolean;
    score: number;
    answers: readonly { title: string; is_right_answer: boolean }[];
  }[];
}

/** Why a draft cannot be published (decisions, "Forms"), with the question it lies in, or null. */
export function publishingFault(draft: Draft): { code: ErrorCode; question: number | null } | null {
  if (!draft.questions.length) return { code: 'form_without_questions', question: null };
  for (const [question, { title, answers, multiple_right_answers }] of draft.questions.entries()) {
    if (title === '') return { code: 'question_without_text', question };
    const right = answers.filter((answer) => answer.is_right_answer).length;
    if (answers.length < 2) return { code: 'question_too_few_answers', question };
    if (answers.some((answer) => answer.title === '')) return { code: 'answer_without_text', question };
    if (right === 0) return { code: 'question_without_right_answer', question };
    if (right > 1 && !multiple_right_answers) return { code: 'question_single_right_answer', question };
  }
  const sum = draft.questions.reduce((total, question) => total + question.score, 0);
  const unreachable = draft.passing_score_type === 'points' ? draft.passing_score > sum : sum === 0;
  return unreachable ? { code: 'passing_score_above_sum', question: null } : null;
}

/** A text as it is compared with others: blanks and case aside. */
const sameText = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, ' ');

/** Whether an answer stands there twice, blanks and case aside (§5); what is not written yet repeats nothing. */
export function hasDuplicates(answers: readonly { title: string }[]): boolean {
  const titles = answers.map(({ title }) => sameText(title)).filter(Boolean);
  return new Set(titles).size < titles.length;
}

/** The first question that holds the same answer twice, or null. */
export function questionWithDuplicates(
  questions: readonly { answers: readonly { title: string }[] }[],
): number | null {
  const found = questions.findIndex(({ answers }) => hasDuplicates(answers));
  return found < 0 ? null : found;
}
