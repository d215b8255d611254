import * as z from 'zod/mini';
import { userType } from '../../identity/accounts/contract.ts';
import {
  byId,
  endpoint,
  fileAnswer,
  flag,
  id,
  instant,
  person,
  text,
  type Upload,
} from '../../platform/contract.ts';
import { listUsers } from '../users/contract.ts';

/** §5: xlsx only, at most 500 KB. */
export const IMPORT_FILE: Upload = { field: 'file', limit: 500 * 1024, refusal: 'import_file_too_large' };
export const IMPORT_ROWS = 5000;

/** The columns of an import file (§3). */
export const IMPORT_COLUMNS = [
  'role',
  'email',
  'phone',
  'last_name',
  'first_name',
  'middle_name',
  'full_name',
  'company',
  'department',
  'position',
  'comment',
  'manager_department_id',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
export const importColumn = z.enum(IMPORT_COLUMNS);

/** As long as a cell of a spreadsheet can be: what is too long for its field is an error of that cell. */
const cells = z.partialRecord(importColumn, text(32_767, 0));

/** What becomes of a row: a new person, somebody who was here once and is invited again, a change, nothing, or an error. */
export const ROW_OUTCOMES = ['create', 'add_membership', 'update', 'unchanged', 'error'] as const;

export const importPreview = z.object({
  /** Of each column of the file: its header, and the field it was recognised as. */
  columns: z.array(z.object({ header: z.string(), field: z.nullable(importColumn) })),
  rows: z.array(
    z.object({
      /** As numbered in the file. */
      row: z.int(),
      cells,
      outcome: z.enum(ROW_OUTCOMES),
      /** Messages of the error catalogue, by field. */
      errors: z.partialRecord(importColumn, z.string()),
      /** Nothing is wrong with the row, but no licence is left for it. */
      lacks_licence: z.boolean(),
      /** Roles and groups that the row adds. */
      adds_types: z.array(userType),
      adds_groups: z.array(
        z.object({
          /** Null: the import will make it. */
          id: z.nullable(id),
          name: z.string(),
        }),
      ),
      /** Cells that change nothing: only the person may change name, e-mail and phone. */
      kept: z.array(importColumn),
      /** Fields of a known person that the row changes, and from what to what: a name only until they accept. */
      differences: z.array(z.object({ field: importColumn, before: z.string(), after: z.string() })),
      /** Of a row that makes a person: somebody here without e-mail who has the same name, and another phone. */
      namesake: z.nullable(z.object({ id, phone: z.string() })),
      /** The person of the company the row was matched to. */
      user_id: z.nullable(id),
    }),
  ),
  totals: z.object({
    create: z.int(),
    add_membership: z.int(),
    update: z.int(),
    unchanged: z.int(),
    error: z.int(),
    /** Licences that the rows ask for, and those that are free (null: unlimited). */
    licences_needed: z.int(),
    licences_free: z.nullable(z.int()),
  }),
  /** Whether the rows are written: false for a dry run, and where an error stopped all of them. */
  imported: z.boolean(),
  /** Of a run that changed something: its batch in the history. */
  batch: z.nullable(z.string()),
  /** People without e-mail who have not signed in yet and need a sheet. */
  need_sheet: z.array(id),
});

const flagOr = (otherwise: 'true' | 'false') =>
  z.pipe(
    z._default(flag, otherwise),
    z.transform((given: 'true' | 'false') => given === 'true'),
  );

export const importFile = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/user_data/:id',
  access: 'importUser',
  summary:
    'Import the people of an xlsx file in one transaction, or with dry_run=true tell what that would do',
  params: byId,
  query: z.strictObject({
    dry_run: flagOr('false'),
    all_or_nothing: flagOr('true'),
    /** true: groups that rows name and that do not exist are made. */
    make_groups: flagOr('false'),
  }),
  upload: IMPORT_FILE,
  response: importPreview,
});

export const importRows = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/user_data/:id/rows',
  access: 'importUser',
  summary: 'Import rows as corrected in the browser in one transaction, or with dry_run judge them',
  params: byId,
  /** As the call with a file has it; a trial is what either says is one. */
  query: z.strictObject({ dry_run: z.optional(flag) }),
  body: z.strictObject({
    rows: z
      .array(z.strictObject({ row: z.int().check(z.gte(1), z.lte(1_048_576)), cells }))
      .check(z.minLength(1), z.maxLength(IMPORT_ROWS)),
    dry_run: z._default(z.boolean(), false),
    /** false: rows with errors are left out instead of stopping the import. */
    all_or_nothing: z._default(z.boolean(), true),
    make_groups: z._default(z.boolean(), false),
  }),
  bodyLimit: 8 * 1024 * 1024,
  response: importPreview,
});

export const listImports = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user_data/:id/imports',
  access: 'importUser',
  summary: 'The latest imports: of the company, or for a manager their own',
  params: byId,
  response: z.array(
    z.object({
      batch: z.string(),
      created_at: instant,
      author: z.object({ first_name: z.string(), last_name: z.string() }),
      /** People, as the answer to the import counts them. */
      joined: z.int(),
      changed: z.int(),
      /** When it was taken back. */
      undone_at: z.nullable(instant),
    }),
  ),
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/user_data/:id/undo',
  access: 'importUser',
  summary: 'Take an import back as one; whoever signed in or was changed since is left alone and named',
  params: byId,
  body: z.strictObject({ batch: z.uuid() }),
  response: z.object({
    undone: z.int(),
    kept: z.array(
      z.extend(person, {
        email: z.nullable(z.string()),
        phone: z.nullable(z.string()),
      }),
    ),
  }),
});

export const importTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user_data_template',
  access: 'importUser',
  summary: 'The xlsx template of an import, in the caller’s language',
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user_data/:id',
  access: 'importUser',
  summary: 'The people of the filtered list as an xlsx file',
  params: byId,
  query: listUsers.query,
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
