import type { UserType } from '../../access/contract.ts';
import type { ErrorCode } from '../../errors/contract.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  integer,
  json,
  listOf,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

type Row = ResponseOf<typeof contract.importFile>['rows'][number];
type Column = contract.ImportColumn;

/** What becomes of a row: the type `judged_row`. */
const JUDGED = {
  n: integer,
  found_id: nullable(integer),
  user_id: nullable(integer),
  outcome: word<Row['outcome']>(),
  errors: json<Partial<Record<Column | 'row', ErrorCode>>>(),
  twin: nullable(integer),
  adds_types: listOf(word<UserType>()),
  adds_groups: json<Row['adds_groups']>(),
  joins_as: nullable(text),
  kept: listOf(word<Column>()),
  corrects: boolean,
  differences: json<Row['differences']>(),
  invites: boolean,
  needs_sheet: boolean,
  namesake: nullable(json<NonNullable<Row['namesake']>>()),
};

export const judgeImport = sqlFunction(
  'judge_import',
  { rows: json(), assignable: listOf(text) },
  rows(JUDGED),
);

export const importPeople = sqlFunction(
  'import_people',
  {
    rows: json(),
    all_or_nothing: boolean,
    tokens: json(),
    lifetime: integer,
    mails: json(),
    language: text,
    assignable: listOf(text),
  },
  rows(JUDGED),
);

export const undoImport = sqlFunction(
  'undo_import',
  { batch: text, assignable: listOf(text) },
  rows({ undone: integer, kept: listOf(integer) }),
);

export const currentBatch = sqlFunction('current_batch', {}, nullable(text));
