import type { getProgram } from '#contract/learning/programs';
import type { ResponseOf } from '#contract/platform';

export type Program = ResponseOf<typeof getProgram>;
