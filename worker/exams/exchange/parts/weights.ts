import type { Credit } from '../../questions/contract.ts';
import type { LeftOut, WrittenQuestion } from '../exchange.ts';

interface Terms {
  credit: Credit;
  /** What of the weights is lost. */
  lost: LeftOut[];
}

/** Of a choice with one right answer: a wrong one that gives a part of the score. */
export const isNearMiss = (percent: number): boolean => percent > 0 && percent < 99.5;

/** What the percents of a choice with one right answer come to. */
export const termsOfOne = (percents: readonly number[]): Terms => ({
  credit: percents.some(isNearMiss) ? 'parts' : 'all',
  lost: percents.some((percent) => percent < 0) ? ['deductions'] : [],
});

/** The same of several, where each right answer gives as much here, and each wrong one takes as much. */
export function termsOfSeveral(percents: readonly number[]): Terms {
  const rights = percents.filter((percent) => percent > 0);
  const part = 100 / rights.length;
  const isUneven = rights.some((percent) => Math.abs(percent - rights[0]!) > 1);
  // Where one is right, a wrong one leaves nothing of it.
  const takesElse = (percent: number) => (rights.length === 1 ? percent > -99 : Math.abs(percent + part) > 1);
  const isElse = percents.some((percent) => percent <= 0 && takesElse(percent));
  return {
    credit: rights.length > 1 ? 'parts' : 'all',
    lost: [...(isUneven ? (['weights'] as const) : []), ...(isElse ? (['deductions'] as const) : [])],
  };
}

/** What readers of Moodle's formats take for the credit of a question where no note of ours says it. */
export function creditAsRead({ type = 'choice', multiple_right_answers, answers }: WrittenQuestion): Credit {
  if (type === 'matching') return 'parts';
  const isSeveral = type === 'choice' && multiple_right_answers;
  return isSeveral && answers.filter(({ is_right_answer }) => is_right_answer).length > 1 ? 'parts' : 'all';
}
