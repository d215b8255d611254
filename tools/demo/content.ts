/** A question as written down: its text, then its answers; a leading plus marks a right one. */
export type WrittenQuestion = readonly [title: string, ...answers: string[]];

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
  more?: Readonly<Record<string, boolean>>;
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

/** Answers and rightness of a written question; several right answers count double. */
export function readQuestion([title, ...rest]: WrittenQuestion) {
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
