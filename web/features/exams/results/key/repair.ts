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
  /** Of a matching: what belongs to which answer. */
  pairs: { answer_id: number; match: string }[];
  annulled: boolean;
}

/** The key as it is. */
export function keyOf(question: Repairs['questions'][number]): Mended {
  return {
    right: question.answers.filter((answer) => answer.is_right_answer).map((answer) => answer.id),
    accepted: question.accepted,
    gap_accepted: question.gap_accepted,
    area_accepted: question.area_accepted ?? [],
    pairs: question.answers
      .filter(({ title, match }) => title !== '' && match !== undefined)
      .map(({ id, match = '' }) => ({ answer_id: id, match })),
    annulled: question.annulled,
  };
}
