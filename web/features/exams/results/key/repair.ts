import type { BodyInputOf, ResponseOf } from '#contract/platform';
import type { listRepairs, previewRepair } from '#contract/exams/results';

export type Repairs = ResponseOf<typeof listRepairs>;

export type Preview = ResponseOf<typeof previewRepair>;

export type Change = BodyInputOf<typeof previewRepair>['changes'][number];
