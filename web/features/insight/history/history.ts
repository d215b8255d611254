import type { previewRestore } from '#contract/insight/history';
import type { ResponseOf } from '#contract/platform';

export type Preview = ResponseOf<typeof previewRestore>;

/** What a restoring is to whoever does it. */
export type Way = 'undo' | 'restore';
