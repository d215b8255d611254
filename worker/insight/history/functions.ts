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
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

type Change = ResponseOf<typeof contract.listHistory>['results'][number];
type Entry = ResponseOf<typeof contract.listChangeEntries>['results'][number];

/** What a list of changes is narrowed by; `search` are patterns. */
interface Wanted {
  action: string | undefined;
  section?: string | undefined;
  author: number | undefined;
  search: string | undefined;
  /** Instants, or days of the company, the last one included. */
  after?: string | undefined;
  before?: string | undefined;
}

const page = rows({ count: integer, results: json<Change[]>() });

export const historyPage = sqlFunction(
  'history_page',
  { wanted: json<Wanted>(), ascending: boolean, limit: integer, offset: integer },
  page,
);

export const courseHistoryPage = sqlFunction(
  'course_history_page',
  { course: integer, wanted: json<Wanted>(), ascending: boolean, limit: integer, offset: integer },
  page,
);

export const entriesOfChange = sqlFunction(
  'entries_of_change',
  { entry: integer },
  rows({ id: integer, entry: json<Entry>() }),
);

export const historyAuthors = sqlFunction(
  'history_authors',
  {},
  rows({ id: integer, first_name: text, last_name: text }),
);

const restored = { entry: integer, alone: boolean, name: nullable(text), assignable: listOf(text) };

export const previewRestore = sqlFunction(
  'preview_restore',
  restored,
  json<ResponseOf<typeof contract.previewRestore>>(),
);

export const restoreEntry = sqlFunction(
  'restore_entry',
  restored,
  rows({ entry_id: nullable(integer), count: integer }),
);
