import type { getChronology } from '#contract/learning/chronology';
import type { ResponseOf } from '#contract/platform';

export type Chronology = ResponseOf<typeof getChronology>;
export type Item = Chronology['stages'][number]['items'][number];
export type Own = NonNullable<Item['own']>;
export type ItemState = Own['state'];
