import { rowsOf } from '../../worker/exams/forms/service.ts';
import type { DraftAnswer } from '../../worker/exams/forms/tables.ts';
import type { DrawRule } from '../../worker/exams/forms/contract.ts';
import type { Marking, QuestionType, Work } from '../../worker/exams/questions/contract.ts';

/** A choice as written down: its text, then its answers; a leading plus marks a right one. */
type WrittenChoice = readonly [title: string, ...answers: string[]];

/** A question of another type; what is not told of it is as a new one has it. */
interface WrittenTask {
  type: Exclude<QuestionType, 'choice'>;
  title: string;
  score?: number;
  credit?: 'all' | 'parts';
  unit?: string;
  gap_text?: string;
  work?: Work;
  marking?: Marking;
  answers?: readonly (Partial<DraftAnswer> & { title: string })[];
}

export type WrittenQuestion = WrittenChoice | WrittenTask;

/** So many questions of a folder of the bank. */
type WrittenDraw = Pick<DrawRule, 'position' | 'count' | 'score'> & { folder: string };

export interface WrittenForm {
  /** Minutes; null for the product's default. */
  time_limit: number | null;
  /** null: unlimited. */
  attempts: number | null;
  passing_score_type: 'points' | 'percentages';
  passing_score: number;
  rating_system: 'points' | 'percentages' | 'ects';
  success: string;
  failure: string;
  /** Settings that differ from the product's defaults. */
  more?: Readonly<Record<string, boolean | string>>;
  draws?: readonly WrittenDraw[];
  questions: readonly WrittenQuestion[];
}

export type WrittenMaterial =
  | { type: 'theory' | 'additional'; name: string; description: string; text: string }
  | { type: 'practice' | 'exam'; name: string; description: string; form: WrittenForm };

export interface WrittenCourse {
  key: string;
  name: string;
  description: string;
  detailed_description: string;
  category: string;
  theme_color: string;
  material_access: 'all_materials_access' | 'chain_access';
  /** For how long its certificates hold; for good unless told. */
  certificate_months?: number;
  materials: readonly WrittenMaterial[];
}

/** Questions as a draft keeps them. */
export const readQuestions = (written: readonly WrittenQuestion[]) =>
  rowsOf(written.map((question) => ('type' in question ? readTask(question) : readChoice(question))));

function readTask({ answers = [], ...task }: WrittenTask) {
  return { ...task, answers: answers.map((answer) => ({ is_right_answer: true, ...answer })) };
}

/** Answers and rightness of a choice; several right answers count double. */
function readChoice([title, ...rest]: WrittenChoice) {
  // What begins with a tag is the description.
  const [description = ''] = rest.filter((text) => text.startsWith('<'));
  const answers = rest.filter((text) => !text.startsWith('<'));
  const read = answers.map((answer) => ({
    title: answer.replace(/^\+/, ''),
    is_right_answer: answer.startsWith('+'),
  }));
  const multiple_right_answers = read.filter((answer) => answer.is_right_answer).length > 1;
  const score = multiple_right_answers ? 2 : 1;
  return { title, description, multiple_right_answers, score, answers: read };
}
