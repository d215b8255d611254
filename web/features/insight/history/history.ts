import type { previewRestore } from '#contract/insight/history';
import type { ResponseOf } from '#contract/platform';

export type Preview = ResponseOf<typeof previewRestore>;
