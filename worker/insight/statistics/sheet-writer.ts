import type { FileAnswer } from '../../platform/contract.ts';
import { writeWorkbook, type Cell, type SheetColumn } from '../../platform/formats/xlsx.ts';
import { columnOf, COURSE_COLUMNS, FORM_COLUMNS, PACKAGE_COLUMNS, type COLUMN_TYPES } from './contract.ts';
import type { ExportedStatistic } from './queries-export.ts';
import { headerOf, WORDS } from './sheet.ts';

type Type = (typeof COLUMN_TYPES)[number];

const WIDTHS: Record<Type, number> = {
  text: 32,
  number: 14,
  percent: 14,
  date: 18,
  duration: 14,
  status: 20,
  ects: 10,
};
const FORMATS: Record<Type, SheetColumn['format']> = {
  text: 'text',
  number: 'number',
  percent: 'percent',
  date: 'date',
  duration: 'duration',
  status: 'text',
  ects: 'text',
};

/** The table as a workbook in the reader's language; numbers, shares and dates stay numbers. */
export async function writeStatistic(
  { language, course_name, forms, packages, rows }: ExportedStatistic,
  keys: readonly string[],
): Promise<FileAnswer> {
  const words = WORDS[language];
  const types: Type[] = [];
  const columns = keys.map((key): SheetColumn => {
    const { form_id, package_id, field } = columnOf(key)!;
    const { type }: { type: Type } = { ...COURSE_COLUMNS, ...FORM_COLUMNS, ...PACKAGE_COLUMNS }[field];
    types.push(type);
    const part = forms.find(({ id }) => id === form_id) ?? packages.find(({ id }) => id === package_id);
    const header = headerOf(language, field, part?.name ?? null);
    const format = field === 'due_at' ? 'day' : FORMATS[type];
    return { header, width: WIDTHS[type], format };
  });
  const inWords = (cell: Cell, place: number): Cell =>
    types[place] === 'status' && cell !== null ? (words.values[cell] ?? cell) : cell;
  function* worded() {
    for (const row of rows) yield row.map(inWords);
  }
  const bytes = await writeWorkbook({
    name: words.sheet,
    columns,
    rows: worded(),
    frozen: 'heads and names',
    filterable: true,
  });
  return { name: `${words.sheet} — ${course_name}.xlsx`, bytes };
}
