import type { Language } from '../../identity/accounts/contract.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
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
} from '../../platform/functions.ts';
import type * as contract from './contract.ts';
import type { ResultMailKind } from './mails.ts';

type Refusal = ResponseOf<typeof contract.retakeForm>['refused'][number]['code'];
type Preview = ResponseOf<typeof contract.previewRepair>;

export const judgeRetakes = sqlFunction(
  'judge_retakes',
  { form: integer, users: listOf(integer) },
  rows({ user_id: integer, code: nullable(word<Refusal>()) }),
);

export const grantRetakes = sqlFunction(
  'grant_retakes',
  {
    course: integer,
    form: integer,
    users: listOf(integer),
    extra: integer,
    due: nullable(instant),
    reason: text,
    batch: text,
    mails: json(),
  },
  rows({ user_id: integer, code: nullable(word<Refusal>()) }),
);

export const decideAssignments = sqlFunction(
  'decide_assignments',
  {
    course: integer,
    form: integer,
    users: listOf(integer),
    attempts: nullable(listOf(integer)),
    action: text,
    reason: text,
    batch: text,
    mails: json(),
  },
  rows({ user_id: integer, code: nullable(word<Refusal>()) }),
);

export const publishResults = sqlFunction(
  'publish_results',
  { course: integer, form: integer, attempts: nullable(listOf(integer)), batch: text },
  listOf(integer),
);

export const takeResultMails = sqlFunction(
  'take_result_mails',
  { limit: integer },
  rows({ kind: word<ResultMailKind>(), email: nullable(text), language: word<Language>(), result: json() }),
);

export const queueResultMails = sqlFunction(
  'queue_result_mails',
  { taken: listOf(integer), mails: json() },
  nothing,
);

export const saveNotes = sqlFunction('save_notes', { attempt: integer, notes: json() }, nothing);

export const repairKey = sqlFunction(
  'repair_key',
  { course: integer, form: integer, changes: json(), only_raise: boolean, reason: text },
  integer,
);

export const undoRepair = sqlFunction(
  'undo_repair',
  { course: integer, form: integer, repair: integer },
  nothing,
);

export const repairSums = sqlFunction(
  'repair_sums',
  { course: integer, form: integer, changes: json(), only_raise: boolean },
  rows({
    count: integer,
    raised: integer,
    lowered: integer,
    passes_gained: integer,
    passes_lost: integer,
    certificates_gained: integer,
    certificates_lost: integer,
    attempts: json<Preview['attempts']>(),
  }),
);
