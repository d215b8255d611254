import type { FileAnswer } from '../../platform/contract.ts';
import { writeWorkbook, type Cell, type SheetColumn } from '../../platform/formats/xlsx.ts';
import type { Language } from './contract.ts';

/** What something is called, by language. */
type Words = Readonly<Record<Language, string>>;

export interface ListColumn<Row> {
  head: Words;
  cell: (row: Row) => Cell;
  /** In characters. */
  width?: number;
  format?: SheetColumn['format'];
}

interface ExportedList<Row> {
  language: Language;
  /** Without its ending. */
  file: string;
  sheet: Words;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  /** How many rows are read for it; where there are as many, the last one says that there may be more, and how to get them. */
  limit: number;
  narrowed_by: keyof typeof NARROWED;
}

const WIDTH = 16;

const NARROWED = {
  search: { uk: 'пошуком', en: 'by a search', de: 'mit der Suche' },
  filters: { uk: 'фільтрами', en: 'by filters', de: 'mit Filtern' },
} as const;

const CUT: Record<Language, (limit: number, by: string) => string> = {
  uk: (limit, by) => `У файлі перші ${limit} рядків. Звузьте список ${by}, щоб отримати решту.`,
  en: (limit, by) => `The file has the first ${limit} rows. Narrow the list ${by} to get the rest.`,
  de: (limit, by) =>
    `Die Datei enthält die ersten ${limit} Zeilen. Grenzen Sie die Liste ${by} ein, um den Rest zu erhalten.`,
};

type PersonColumn =
  | 'last_name'
  | 'first_name'
  | 'middle_name'
  | 'email'
  | 'phone'
  | 'position'
  | 'subdivision';
/** What lists of people say of each, with the widths that it takes. */
const PERSON_COLUMNS: Record<PersonColumn, Omit<ListColumn<never>, 'cell'>> = {
  last_name: { head: { uk: 'Прізвище', en: 'Last name', de: 'Nachname' } },
  first_name: { head: { uk: 'Ім’я', en: 'First name', de: 'Vorname' } },
  middle_name: { head: { uk: 'По батькові', en: 'Middle name', de: 'Zweiter Vorname' } },
  email: { head: { uk: 'Електронна пошта', en: 'Email', de: 'E-Mail' }, width: 30 },
  phone: { head: { uk: 'Телефон', en: 'Phone', de: 'Telefon' }, width: 18 },
  position: { head: { uk: 'Посада', en: 'Position', de: 'Position' }, width: 24 },
  subdivision: { head: { uk: 'Підрозділ', en: 'Department', de: 'Abteilung' }, width: 24 },
};

/** Columns of a person, from fields of the row that are called so. */
export const sheetColumns = <Name extends PersonColumn>(
  ...names: readonly Name[]
): ListColumn<Record<Name, string | null>>[] =>
  names.map((name) => ({ ...PERSON_COLUMNS[name], cell: (row) => row[name] }));

/** Who has no surname is listed by the address. */
export const surnamed = <Row extends Record<'last_name' | 'email' | 'phone', string | null>>(row: Row) => ({
  ...row,
  last_name: row.last_name || (row.email ?? row.phone),
});

/** A list as a sheet of one table, with its heads in the reader's language. */
export async function writeList<Row>(list: ExportedList<Row>): Promise<FileAnswer> {
  const { language, columns, limit } = list;
  function* rows(): Generator<Cell[]> {
    for (const row of list.rows) yield columns.map(({ cell }) => cell(row));
    if (list.rows.length === limit) yield [CUT[language](limit, NARROWED[list.narrowed_by][language])];
  }
  const bytes = await writeWorkbook({
    name: list.sheet[language],
    columns: columns.map(({ head, width = WIDTH, format = 'text' }) => ({
      header: head[language],
      width,
      format,
    })),
    rows: rows(),
    frozen: 'heads',
    filterable: true,
  });
  return { name: `${list.file}.xlsx`, bytes };
}
