import type { Language } from '../../identity/accounts/contract.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { wallClockOf } from '../../platform/formats/sheet-day.ts';
import { writeWorkbook, type Cell, type SheetColumn } from '../../platform/formats/xlsx.ts';
import { EXPORTED_STUDENTS } from './contract.ts';
import type { ExportedStudents } from './queries.ts';

const COLUMNS = [
  'last_name',
  'first_name',
  'email',
  'position',
  'subdivision',
  'assigned',
  'progress',
  'done',
  'total',
  'current',
  'due',
  'finished',
  'late_days',
  'late_steps',
  'overdue',
] as const;
type Column = (typeof COLUMNS)[number];

const WIDTHS: Partial<Record<Column, number>> = { email: 30, position: 24, subdivision: 24, current: 36 };
const OTHER_WIDTH = 16;
const FORMATS: Partial<Record<Column, SheetColumn['format']>> = {
  assigned: 'day',
  progress: 'percent',
  done: 'whole',
  total: 'whole',
  due: 'day',
  finished: 'day',
  late_days: 'whole',
  late_steps: 'whole',
  overdue: 'whole',
};

interface Words {
  sheet: string;
  columns: Record<Column, string>;
  cut: string;
}

const WORDS: Record<Language, Words> = {
  uk: {
    sheet: 'Студенти',
    columns: {
      last_name: 'Прізвище',
      first_name: 'Ім’я',
      email: 'Електронна пошта',
      position: 'Посада',
      subdivision: 'Підрозділ',
      assigned: 'Призначено',
      progress: 'Прогрес',
      done: 'Кроків завершено',
      total: 'Кроків усього',
      current: 'Поточний крок',
      due: 'Пройти до',
      finished: 'Завершено',
      late_days: 'Запізнення, днів',
      late_steps: 'Кроків завершено пізніше',
      overdue: 'Кроків прострочено',
    },
    cut: `У файлі перші ${EXPORTED_STUDENTS} рядків. Звузьте список пошуком, щоб отримати решту.`,
  },
  en: {
    sheet: 'Students',
    columns: {
      last_name: 'Last name',
      first_name: 'First name',
      email: 'Email',
      position: 'Position',
      subdivision: 'Department',
      assigned: 'Assigned',
      progress: 'Progress',
      done: 'Steps done',
      total: 'Steps in all',
      current: 'Current step',
      due: 'Due by',
      finished: 'Finished',
      late_days: 'Days late',
      late_steps: 'Steps done late',
      overdue: 'Steps overdue',
    },
    cut: `The file has the first ${EXPORTED_STUDENTS} rows. Narrow the list by a search to get the rest.`,
  },
  de: {
    sheet: 'Lernende',
    columns: {
      last_name: 'Nachname',
      first_name: 'Vorname',
      email: 'E-Mail',
      position: 'Position',
      subdivision: 'Abteilung',
      assigned: 'Zugewiesen',
      progress: 'Fortschritt',
      done: 'Erledigte Schritte',
      total: 'Schritte insgesamt',
      current: 'Aktueller Schritt',
      due: 'Fällig bis',
      finished: 'Abgeschlossen',
      late_days: 'Tage zu spät',
      late_steps: 'Zu spät erledigte Schritte',
      overdue: 'Überfällige Schritte',
    },
    cut: `Die Datei enthält die ersten ${EXPORTED_STUDENTS} Zeilen. Grenzen Sie die Liste mit der Suche ein, um den Rest zu erhalten.`,
  },
};

/** The students of a program as a sheet; dates are those of the company's clock. */
export async function writeStudents({
  name,
  language,
  time_zone,
  students,
}: ExportedStudents): Promise<FileAnswer> {
  const words = WORDS[language];
  const clock = wallClockOf(time_zone);
  const columns = COLUMNS.map((column) => ({
    header: words.columns[column],
    width: WIDTHS[column] ?? OTHER_WIDTH,
    format: FORMATS[column] ?? 'text',
  }));
  const dayOf = (at: string | null): Cell => at && Math.floor(clock(at));
  const rows = students.map((student) => {
    const cells: Record<Column, Cell> = {
      last_name: student.last_name || (student.email ?? student.phone),
      first_name: student.first_name,
      email: student.email,
      position: student.position,
      subdivision: student.subdivision,
      assigned: dayOf(student.assigned_at),
      progress: student.total === 0 ? null : student.done / student.total,
      done: student.done,
      total: student.total,
      current: student.current && student.current.name,
      due: dayOf(student.due_at),
      finished: dayOf(student.finished_at),
      late_days: student.finished_late_days,
      late_steps: student.late_steps,
      overdue: student.overdue,
    };
    return COLUMNS.map((column) => cells[column]);
  });
  if (students.length === EXPORTED_STUDENTS) rows.push([words.cut]);
  const bytes = await writeWorkbook({ name: words.sheet, columns, rows, frozen: 'heads', filterable: true });
  return { name: `${words.sheet} — ${name}.xlsx`, bytes };
}
