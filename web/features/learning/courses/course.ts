import type { getCourse } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';

export type Course = ResponseOf<typeof getCourse>;
