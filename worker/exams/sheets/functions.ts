import {
  boolean,
  day,
  double,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type * as contract from './contract.ts';

type Sheet = ResponseOf<typeof contract.listSheets>['results'][number];
type Person = ResponseOf<typeof contract.listSheetPeople>['results'][number];

export const requireSheets = sqlFunction(
  'require_sheets',
  { course: integer, form: integer, run: integer },
  nothing,
);

export const peopleOfSheets = sqlFunction(
  'people_of_sheets',
  { course: integer, form: integer, run: integer, page: json(), all_groups: boolean },
  rows({
    user: json<Person['user']>(),
    groups: listOf(text),
    refused: nullable(word<NonNullable<Person['refused']>>()),
    typed: nullable(integer),
  }),
);

export const sheetsOfRun = sqlFunction(
  'sheets_of_run',
  { run: integer },
  rows({
    attempt_id: integer,
    user_id: integer,
    first_name: text,
    last_name: text,
    variant: integer,
    sat_on: day,
    author: nullable(json<NonNullable<Sheet['author']>>()),
    typed_at: instant,
    undone: boolean,
    score: double,
    max_score: double,
    passed: nullable(boolean),
    may_undo: boolean,
  }),
);

export const typeSheet = sqlFunction(
  'type_sheet',
  {
    course: integer,
    form: integer,
    run: integer,
    variant: integer,
    user: integer,
    sat_on: day,
    answers: json(),
    on_paper: json(),
    again: boolean,
  },
  integer,
);

export const undoSheet = sqlFunction(
  'undo_sheet',
  { course: integer, form: integer, run: integer, attempt: integer, reason: text, batch: text },
  nothing,
);
