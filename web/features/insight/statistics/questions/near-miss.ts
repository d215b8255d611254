import type { Question } from '../statistic.ts';

/** Percent of the points that a wrong answer gives: something of a near miss alone, where parts count. */
export const nearMiss = (
  { is_right_answer, percent = 0 }: Question['answers'][number],
  credit: Question['credit'],
): number => (is_right_answer || credit === 'all' ? 0 : percent);
