import type { Area } from '#contract/exams/questions';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import type { listRepairs, previewRepair } from '#contract/exams/results';

export type Repairs = ResponseOf<typeof listRepairs>;

export type Preview = ResponseOf<typeof previewRepair>;

export type Change = BodyInputOf<typeof previewRepair>['changes'][number];

/** What is to be right of a question. */
export interface Mended {
  right: number[];
  /** Texts that a typed answer may be besides. */
  accepted: string[];
  /** The same of the gaps of a text. */
  gap_accepted: { gap: number; title: string }[];
  /** Areas of a picture besides. */
  area_accepted: { title: string; area: Area }[];
  annulled: boolean;
}
