import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ASSIGNABLE_BY, assignableTo, IMPLIED_TYPES, type UserType } from '../../access/contract.ts';
import { LANGUAGES } from '../../identity/accounts/contract.ts';
import { fullName } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { licences } from '../../identity/accounts/functions.ts';
import { companies } from '../../identity/companies/tables.ts';
import { normalizePhone } from '../../identity/accounts/phone.ts';
import { AppError } from '../../errors/app-error.ts';
import { messageOf, type ErrorCode } from '../../errors/contract.ts';
import { invitationMails } from '../invitations/mails.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import { email as emailShape, type ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { build, prepared, type Given, type RowOf } from '../../platform/database/queries.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { newToken, TOKENS } from '../../platform/secrets/tokens.ts';
import { GROUP_ROLE } from '../users/service.ts';
import { FileRefused } from '../../platform/formats/zip-archive.ts';
import * as call from './functions.ts';
import { groupsIn, recognise, roleNamed, splitName, type Cells, type ImportColumn } from './columns.ts';
import { IMPORT_COLUMNS, IMPORT_ROWS, type importFile } from './contract.ts';
import { readRows, TooManyRows, type SheetRow } from '../../platform/formats/xlsx-reader.ts';
import { plainText } from '../../platform/formats/xlsx.ts';

type Preview = ResponseOf<typeof importFile>;
type PreviewRow = Preview['rows'][number];
interface GivenRow {
  row: number;
  cells: Cells;
}

/** A row as the database judges it; null leaves a field as it is. */
interface WantedPerson {
  /** Its place among the rows. */
  n: number;
  /** It has errors already. */
  refused: boolean;
  email: string | null;
  phone: string | null;
  last_name: string | null;
  first_name: string | null;
  middle_name: string | null;
  company: string | null;
  department: string | null;
  position: string | null;
  comment: string | null;
  types: readonly UserType[] | null;
  group_role: string | null;
  group_ids: number[];
  /** The cell as it stands, where it names groups, and the names in it. */
  groups_text: string | null;
  group_names: string[];
  make_groups: boolean;
}

type JudgedRow = RowOf<ReturnType<typeof call.judgeImport>>;

interface Mode {
  dry_run: boolean;
  all_or_nothing: boolean;
  make_groups: boolean;
}

const HEADER_WITHIN = 5;

/**
 * The rows of an xlsx file below its header, which stands in one of the first five rows.
 * Errors on "file": wrong_file_format, import_too_many_rows, import_no_role_column, import_no_rows.
 */
export function readPeople(bytes: Uint8Array): { columns: Preview['columns']; rows: GivenRow[] } {
  const refused = (code: ErrorCode, params = {}) => new AppError(code, { field: 'file', params });
  const sheet = rowsOfFile(bytes, refused);
  const headers = sheet.slice(0, HEADER_WITHIN).map(({ cells }) => recognise(cells));
  const known = headers.map((fields) => (fields.includes('role') ? fields.filter(Boolean).length : 0));
  const place = known.indexOf(Math.max(...known));
  if (sheet.length === 0) throw refused('import_no_rows');
  if (!known[place]) throw refused('import_no_role_column');
  const fields = headers[place]!;
  const rows = sheet
    .slice(place + 1)
    .map(({ number, cells }) => ({ row: number, cells: cellsOf(fields, cells) }))
    .filter(({ cells }) => Object.keys(cells).length > 0);
  if (rows.length === 0) throw refused('import_no_rows');
  if (rows.length > IMPORT_ROWS) throw refused('import_too_many_rows', { max: IMPORT_ROWS });
  const columns = sheet[place]!.cells.map((header, column) => ({ header, field: fields[column] ?? null }));
  return { columns: columns.filter(({ header }) => header !== ''), rows };
}

function rowsOfFile(bytes: Uint8Array, refused: (code: ErrorCode, params?: object) => AppError): SheetRow[] {
  try {
    return readRows(bytes, IMPORT_ROWS + HEADER_WITHIN);
  } catch (error) {
    if (error instanceof FileRefused) throw refused('wrong_file_format');
    if (error instanceof TooManyRows) throw refused('import_too_many_rows', { max: IMPORT_ROWS });
    throw error;
  }
}

function cellsOf(fields: readonly (ImportColumn | null)[], values: readonly string[]): Cells {
  const cells: Cells = {};
  for (const [column, field] of fields.entries()) {
    const text = plainText(values[column] ?? '').trim();
    if (field && text) cells[field] = text;
  }
  return cells;
}

/**
 * Judges rows and, unless it is a dry run, imports them in one transaction: all or none, or those without errors. Two
 * round trips whatever the number of rows; a second run of the same rows finds nothing to do and writes nothing.
 */
export async function importPeople(
  env: Env,
  db: Db,
  scope: Scope,
  given: { columns?: Preview['columns']; rows: readonly GivenRow[] },
  mode: Mode,
  later: Later,
): Promise<Preview> {
  const write = () => judgeAndWrite(env, db, scope, given, mode, later);
  try {
    return await write();
  } catch (error) {
    // Another company added one of the people meanwhile; the second time they are known.
    if (error instanceof AppError && (error.code === 'email_taken' || error.code === 'phone_taken'))
      return write();
    throw error;
  }
}

const free = relation(licences({ company: companies.id }), 'free');

const importer = prepared((given: Given<{ company_id: number; user_id: number }>) =>
  build
    .select({
      name: companies.name,
      inviter: fullName,
      language: users.language,
      free: sql<number | null>`${free.limit} - ${free.used} - ${free.pending}`,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, given.user_id))
    .crossJoinLateral(free)
    .where(eq(companies.id, given.company_id)),
);

async function judgeAndWrite(
  env: Env,
  db: Db,
  scope: Scope,
  given: { columns?: Preview['columns']; rows: readonly GivenRow[] },
  { dry_run, all_or_nothing, make_groups }: Mode,
  later: Later,
): Promise<Preview> {
  const checked = checkRows(given.rows, scope.user_type, make_groups);
  const wanted = checked.map(({ person }) => person);
  const assignable = assignableTo(scope.user_type);
  const { company_id, user_id } = scope;
  const [judged, [company]] = await db.run(
    scope,
    call.judgeImport({ rows: wanted, assignable }),
    importer({ company_id, user_id }),
  );
  const answer = (rows: readonly JudgedRow[]) => ({
    columns: given.columns ?? [],
    ...previewOf(checked, rows),
    imported: false,
    batch: null,
    need_sheet: [],
  });
  const preview = answer(judged);
  preview.totals.licences_free = company!.free === null ? null : Math.max(0, company!.free);
  if (dry_run || (all_or_nothing && preview.totals.error > 0)) return preview;
  const { create, add_membership, update } = preview.totals;
  if (create + add_membership + update === 0)
    return { ...preview, imported: true, need_sheet: needSheet(judged) };

  const [written, [mark]] = await db.run(
    scope,
    call.importPeople({ rows: wanted, all_or_nothing, assignable, ...invitationsFor(env, company!, judged) }),
    call.currentBatch({}),
  );
  if (judged.some(({ invites }) => invites)) later(sendDueMails(env, db));
  const done = answer(written);
  done.totals.licences_free = preview.totals.licences_free;
  return {
    ...done,
    imported: !all_or_nothing || done.totals.error === 0,
    batch: mark!,
    need_sheet: needSheet(written),
  };
}

/** What those who are invited by a mail get: a token each, and the mail in the importer's language. */
function invitationsFor(
  env: Env,
  { name: company, inviter, language }: RowOf<ReturnType<typeof importer>>,
  judged: readonly JudgedRow[],
) {
  const tokens = judged.flatMap(({ n, invites }) => {
    if (!invites) return [];
    const { secret, kept } = newToken('invitation');
    return [{ n, secret, hash: kept.hash }];
  });
  return {
    tokens,
    lifetime: TOKENS.invitation.lifetime,
    mails: invitationMails(productOf(env), { company, inviter }, '{token}'),
    language: LANGUAGES.includes(language) ? language : ('uk' as const),
  };
}

const needSheet = (rows: readonly JudgedRow[]) =>
  rows.flatMap(({ user_id, needs_sheet }) => (needs_sheet && user_id ? [user_id] : []));

// ── What can be judged without the database ────────────────────────────────────────────────────────

interface CheckedRow extends GivenRow {
  person: WantedPerson;
  errors: PreviewRow['errors'];
}

/** Longest text of a field, as on the screens of a person. */
const LONGEST: Partial<Record<ImportColumn, number>> = {
  last_name: 100,
  first_name: 100,
  middle_name: 100,
  company: 200,
  department: 200,
  position: 200,
  comment: 2000,
};
/** As long as the name of a group made by hand may be. */
const GROUP_NAME = 200;

/** What stands in a cell whose formula failed: nobody is called so. */
const CELL_ERROR =
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)$/;

function checkRows(rows: readonly GivenRow[], user_type: UserType, make_groups: boolean): CheckedRow[] {
  const seen = new Map<string, number>();
  return rows.map((given, n) => {
    const { person, errors } = checkRow(given, n, user_type);
    person.make_groups = make_groups;
    for (const column of ['email', 'phone'] as const) {
      const name = person[column];
      if (!name) continue;
      const before = seen.get(name);
      if (before === undefined) seen.set(name, given.row);
      else errors[column] ??= messageOf('import_duplicate_row', { row: before });
    }
    person.refused = Object.keys(errors).length > 0;
    return { ...given, person, errors };
  });
}

function checkRow({ row, cells }: GivenRow, n: number, user_type: UserType): CheckedRow {
  const errors: PreviewRow['errors'] = {};
  const fail = (column: ImportColumn, code: ErrorCode) => {
    errors[column] ??= messageOf(code);
    return null;
  };
  const text = (column: ImportColumn) => {
    const value = (cells[column] ?? '').toWellFormed().trim();
    return column === 'comment' ? value : value.replace(/\s+/g, ' ');
  };
  const field = (column: ImportColumn, value = text(column)) =>
    value.length > (LONGEST[column] ?? Infinity) ? fail(column, 'too_long') : value || null;

  for (const column of IMPORT_COLUMNS) if (CELL_ERROR.test(text(column))) fail(column, 'import_cell_error');

  const named = roleNamed(text('role'));
  let types: readonly UserType[] | null = null;
  if (named && ASSIGNABLE_BY[named].includes(user_type)) types = IMPLIED_TYPES[named];
  else if (named) fail('role', 'user_type_not_assignable');
  else if (text('role')) fail('role', 'import_unknown_role');

  // The column "login/phone" may hold either.
  const isLogin = text('phone').includes('@');
  const typedEmail = text('email') || (isLogin ? text('phone') : '');
  const email = z.safeParse(emailShape, typedEmail);
  if (typedEmail && !email.success) fail(text('email') ? 'email' : 'phone', 'invalid_email');
  const typedPhone = isLogin ? '' : text('phone');
  const phone = typedPhone ? normalizePhone(typedPhone) : null;
  if (typedPhone && !phone) fail('phone', 'invalid_phone');
  if (!typedEmail && !typedPhone) fail('email', 'email_or_phone_required');

  const groups = groupsIn(cells.manager_department_id ?? '');
  if (groups.group_names.some((name) => name.length > GROUP_NAME)) fail('manager_department_id', 'too_long');

  const isSplit = !text('last_name') && !text('first_name') && !text('middle_name');
  const split = isSplit ? splitName(text('full_name')) : null;
  const name = (column: 'last_name' | 'first_name' | 'middle_name') => {
    if (!split) return field(column);
    return split[column].length > LONGEST[column]! ? fail('full_name', 'too_long') : split[column] || null;
  };
  const person: WantedPerson = {
    n,
    refused: false,
    email: email.success ? email.data : null,
    phone,
    last_name: name('last_name'),
    first_name: name('first_name'),
    middle_name: name('middle_name'),
    company: field('company'),
    department: field('department'),
    position: field('position'),
    comment: field('comment'),
    types,
    group_role: named && GROUP_ROLE[named],
    ...groups,
    make_groups: false,
  };
  return { row, cells, person, errors };
}

function previewOf(checked: readonly CheckedRow[], judged: readonly JudgedRow[]) {
  const judgedRows = new Map(judged.map((row) => [row.n, row]));
  const totals = { create: 0, add_membership: 0, update: 0, unchanged: 0, error: 0 };
  let licences_needed = 0;
  const rows = checked.map(({ row, cells, errors }, n): PreviewRow => {
    const its = judgedRows.get(n)!;
    const { row: ofRow, ...ofCells } = its.errors;
    const found = Object.entries(ofCells) as [ImportColumn, ErrorCode][];
    totals[its.outcome] += 1;
    const lacks_licence = ofRow === 'licences_exhausted';
    if (lacks_licence || its.outcome === 'create' || its.outcome === 'add_membership') licences_needed += 1;
    const messages = found.map(([column, code]) => [
      // The phone that an e-mail stands in, the full name that a name was taken from.
      column === 'email' && !cells.email && cells.phone ? 'phone' : column,
      messageOf(code, { row: its.twin === null ? 0 : checked[its.twin]!.row }),
    ]);
    const kept = its.kept.map((column) => (cells[column] === undefined ? standsIn(column) : column));
    return {
      row,
      cells,
      outcome: its.outcome,
      errors: { ...Object.fromEntries(messages), ...errors },
      lacks_licence,
      adds_types: its.outcome === 'error' ? [] : its.adds_types,
      adds_groups: its.outcome === 'error' ? [] : its.adds_groups,
      kept: its.outcome === 'error' ? [] : [...new Set(kept)],
      differences: its.differences,
      namesake: its.namesake,
      user_id: its.user_id,
    };
  });
  return { rows, totals: { ...totals, licences_needed, licences_free: null as number | null } };
}

const standsIn = (column: ImportColumn): ImportColumn => (column === 'email' ? 'phone' : 'full_name');
