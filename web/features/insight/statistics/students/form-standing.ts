import { numberOfStatus } from '#contract/exams/attempts';
import type { StudentRow } from '../statistic.ts';

export type FormStanding =
  | 'running'
  | 'reopened'
  | 'rejected'
  | 'canceled'
  | 'to_mark'
  | 'passed'
  | 'failed'
  | 'assigned';

const BY_STATUS: Partial<Record<number, FormStanding>> = {
  [numberOfStatus('in_progress')]: 'running',
  [numberOfStatus('reopened')]: 'reopened',
  [numberOfStatus('rejected')]: 'rejected',
  [numberOfStatus('canceled')]: 'canceled',
};

const COMPLETED = numberOfStatus('completed');

/** How a form stands to a student, in one word; what is completed and has no result waits for marks. */
export function formStanding({
  status,
  passed,
}: Pick<StudentRow['forms'][number], 'status' | 'passed'>): FormStanding {
  const decided = BY_STATUS[status];
  if (decided) return decided;
  if (passed !== null) return passed ? 'passed' : 'failed';
  return status === COMPLETED ? 'to_mark' : 'assigned';
}
