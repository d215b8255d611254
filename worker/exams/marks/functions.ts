import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  numeric,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';
import type { Handed } from '../attempts/functions.ts';
import type { KeptQuestion } from '../forms/functions.ts';
import type * as contract from './contract.ts';

type Waiting = NonNullable<ResponseOf<typeof contract.nextAnswerToMark>['answer']>;

export const questionsToMark = sqlFunction(
  'questions_to_mark',
  {},
  rows({
    form_id: integer,
    form_name: text,
    form_type: integer,
    course_id: integer,
    course_name: text,
    question_id: integer,
    question_title: text,
    count: integer,
    since: instant,
  }),
);

/** An answer as it is kept. */
export type KeptAnswer = Omit<Waiting, 'question' | 'response' | 'handed'> & {
  question: KeptQuestion;
  response: string | null;
  handed: Handed[];
};

export const nextAnswer = sqlFunction(
  'next_answer',
  {
    form: nullable(integer),
    question: nullable(integer),
    after_attempt: nullable(integer),
    after_question: nullable(integer),
  },
  rows({ waiting: integer, answer: json<KeptAnswer>() }),
);

export const markedAnswer = sqlFunction(
  'marked_answer',
  { attempt: integer, question: integer },
  rows({
    answer: json<KeptAnswer>(),
    mark: nullable(json<NonNullable<ResponseOf<typeof contract.getMarkedAnswer>['mark']>>()),
    student_sees: boolean,
  }),
);

export const saveMark = sqlFunction(
  'save_mark',
  {
    attempt: integer,
    question: integer,
    score: nullable(numeric),
    levels: nullable(listOf(integer)),
    comment: text,
    settles: boolean,
    /** The mark that the caller has seen and replaces, 0: none; null: any. */
    seen: nullable(integer),
  },
  integer,
);

export const undoMark = sqlFunction('undo_mark', { attempt: integer, mark: integer }, nothing);
