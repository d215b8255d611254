import type { Started } from '../../run/attempt-run.ts';
import type { Given } from '../../run/outbox.ts';

type Question = Started['questions'][number];

export interface AnswersProps {
  question: Question;
  /** The language that the author wrote in, as far as it can be told. */
  lang: string | undefined;
  given: Given;
  locked: boolean;
  onAnswer: (given: Given) => void;
}

/** What is matched, or stands in gaps. */
export const byKey = ({ response }: Given): Record<string, string | number> =>
  typeof response === 'object' && !Array.isArray(response) ? response : {};

/** A choice with an answer pressed: the only one, or one more or less of several. */
export function toggled(
  { multiple_right_answers }: Question,
  { answer_ids }: Given,
  answer_id: number,
): Given {
  if (!multiple_right_answers) return { answer_ids: [answer_id] };
  const isChosen = answer_ids.includes(answer_id);
  return {
    answer_ids: isChosen ? answer_ids.filter((id) => id !== answer_id) : [...answer_ids, answer_id],
  };
}

/** The answers of an ordering as they stand now: as given, or as they were asked. */
export function orderOf({ answers }: Question, { answer_ids }: Given): Question['answers'] {
  const place = (id: number) => (answer_ids.includes(id) ? answer_ids.indexOf(id) : answer_ids.length);
  return answers.toSorted((a, b) => place(a.id) - place(b.id));
}
