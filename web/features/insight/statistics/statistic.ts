import type { courseStatistic, questionStatistic } from '#contract/insight/statistics';
import type { ResponseOf } from '#contract/platform';

export type StudentRow = ResponseOf<typeof courseStatistic>['results'][number];

export interface Student {
  id: number;
  name: string;
}

export type Asked =
  | { what: 'outage' }
  | { what: 'grant'; student: Student | null }
  | { what: 'retake'; form_id: number; user: StudentRow['user'] };

export type Statistic = ResponseOf<typeof questionStatistic>;

export type Question = Statistic['questions'][number] & { number: number };

export type Verdict = Question['verdict'];
