import type { IMPORT_COLUMNS, importFile, ROW_OUTCOMES } from '#contract/people/imports';
import type { ResponseOf } from '#contract/platform';

export type Preview = ResponseOf<typeof importFile>;
export type ImportRow = Preview['rows'][number];
export type Totals = Preview['totals'];
export type Column = (typeof IMPORT_COLUMNS)[number];
export type Outcome = (typeof ROW_OUTCOMES)[number];
/** Which rows are shown. */
export type Filter = 'all' | Outcome | 'renamed' | 'no_licence' | 'left_out';

/** What has to be known of a person stands first. */
const ORDER: readonly Column[] = [
  'full_name',
  'last_name',
  'first_name',
  'middle_name',
  'role',
  'email',
  'phone',
  'department',
  'position',
  'manager_department_id',
  'comment',
  'company',
];

/** The columns of the file, those that errors stand at, and the address that an invitation needs. */
export function columnsOf(found: Preview['columns'], rows: readonly ImportRow[]): Column[] {
  const shown = new Set<string | null>(['email', ...found.map(({ field }) => field)]);
  for (const { errors } of rows) for (const column of Object.keys(errors)) shown.add(column);
  return ORDER.filter((column) => shown.has(column));
}

/** What a row is called: the person's name, else how they sign in. */
export function nameOfRow({ cells }: Pick<ImportRow, 'cells'>): string {
  const parts = [cells.last_name, cells.first_name, cells.middle_name].filter(Boolean).join(' ');
  return parts || (cells.full_name ?? cells.email ?? cells.phone ?? '');
}

export function hasText({ cells }: ImportRow, lowerCase: string): boolean {
  return Object.values(cells).some((cell) => cell.toLowerCase().includes(lowerCase));
}

/** People that the rows add or change. */
export function changesOf({ create, add_membership, update }: Totals): number {
  return create + add_membership + update;
}

const NAMES: readonly Column[] = ['last_name', 'first_name', 'middle_name'];

/** The row gives a person whom it knows another name: it may mean somebody else. */
export function renames({ differences }: Pick<ImportRow, 'differences'>): boolean {
  return differences.some(({ field, before }) => before !== '' && NAMES.includes(field));
}

/** Licences that are lacking for all rows. */
export function lackingLicences({ licences_needed, licences_free }: Totals): number {
  return licences_free === null ? 0 : Math.max(0, licences_needed - licences_free);
}
