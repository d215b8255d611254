import type { DraftAnswer } from '../forms/tables.ts';
import type { Credit, Marking, QuestionType, Work } from '../questions/contract.ts';
import type { LEFT_OUT, QUESTION_PROBLEMS } from './contract.ts';

/** What the answers of a statement that is true or false are called. */
export interface TruthWords {
  right: string;
  wrong: string;
}

/** A question as a file says it. */
export interface ReadQuestion {
  /** Row of the sheet or line of the text. */
  line: number;
  title: string;
  /** Rich text. */
  description: string;
  type: QuestionType;
  credit: Credit;
  match_case: boolean;
  unit: string;
  work?: Work;
  marking?: Marking;
  gap_text: string;
  /** Told with the key; absent: none. */
  feedback?: string;
  multiple_right_answers: boolean;
  required: boolean;
  score: number;
  answers: ReadAnswer[];
  problems: (typeof QUESTION_PROBLEMS)[number][];
  /** The file of a package that it stands in. */
  source?: string;
  /** What the file calls its type. */
  named?: string;
  /** Of a question that can be taken. */
  left_out?: (typeof LEFT_OUT)[number][];
  files?: ReadFile[];
}

/** An answer without an id. */
export type ReadAnswer = Omit<DraftAnswer, 'id' | 'match_id'>;

/** A file that comes with a question. */
export interface ReadFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** inline: a picture of the description, which names it by its place here, from 1 (`/api/v1/media/1`). */
  kind: 'inline' | 'attachment';
}

/** A file of a question that goes out with it. */
export interface WrittenFile {
  id: number;
  name: string;
  content_type: string;
  kind: 'inline' | 'attachment';
  bytes: Uint8Array<ArrayBuffer>;
}

/** A question as a file says it; what is absent is as in a choice of all or nothing. */
export interface WrittenQuestion {
  title: string;
  description: string;
  type?: QuestionType;
  credit?: Credit;
  match_case?: boolean;
  unit?: string;
  work?: Work;
  marking?: Marking;
  gap_text?: string;
  feedback?: string;
  multiple_right_answers: boolean;
  required: boolean;
  score: number;
  answers: readonly ReadAnswer[];
  files?: readonly WrittenFile[];
}
