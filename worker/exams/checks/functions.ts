import {
  instant,
  integer,
  json,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';
import type { KeptCheck } from '../attempts/shown-answers.ts';
import type { KeptQuestion } from '../forms/functions.ts';

export const checkAnswer = sqlFunction(
  'check_answer',
  { attempt: integer, holder: text, answer: json() },
  rows({
    server_time: instant,
    deadline: instant,
    question: nullable(json<KeptQuestion>()),
    kept: nullable(json<KeptCheck>()),
  }),
);
