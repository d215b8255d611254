import type { getPassedForm } from '#contract/exams/attempts';
import type { ResponseOf } from '#contract/platform';

export type Result = ResponseOf<typeof getPassedForm>;
