import type { Language } from '../../identity/accounts/contract.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { writeWorkbook, type Cell, type SheetColumn } from '../../platform/formats/xlsx.ts';
import { EXPORTED_STUDENTS } from './contract.ts';
import type { ExportedStudents } from './queries.ts';

const COLUMNS = [
  'last_name',
  'first_name',
  'email',
  'phone',
  'position',
  'subdivision',
  'progress',
  'finished',
  'courses',
] as const;
type Column = (typeof COLUMNS)[number];

const WIDTHS: Partial<Record<Column, number>> = { email: 30, position: 24, subdivision: 24 };
const OTHER_WIDTH = 18;
const FORMATS: Partial<Record<Column, SheetColumn['format']>> = {
  progress: 'percent',
  finished: 'whole',
  courses: 'whole',
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
      phone: 'Телефон',
      position: 'Посада',
      subdivision: 'Підрозділ',
      progress: 'Частка завершених',
      finished: 'Курсів завершено',
      courses: 'Курсів усього',
    },
    cut: `У файлі перші ${EXPORTED_STUDENTS} рядків. Звузьте список пошуком, щоб отримати решту.`,
  },
  en: {
    sheet: 'Students',
    columns: {
      last_name: 'Last name',
      first_name: 'First name',
      email: 'Email',
      phone: 'Phone',
      position: 'Position',
      subdivision: 'Department',
      progress: 'Share finished',
      finished: 'Courses finished',
      courses: 'Courses in all',
    },
    cut: `The file has the first ${EXPORTED_STUDENTS} rows. Narrow the list by a search to get the rest.`,
  },
  de: {
    sheet: 'Lernende',
    columns: {
      last_name: 'Nachname',
      first_name: 'Vorname',
      email: 'E-Mail',
      phone: 'Telefon',
      position: 'Position',
      subdivision: 'Abteilung',
      progress: 'Anteil abgeschlossen',
      finished: 'Abgeschlossene Kurse',
      courses: 'Kurse insgesamt',
    },
    cut: `Die Datei enthält die ersten ${EXPORTED_STUDENTS} Zeilen. Grenzen Sie die Liste mit der Suche ein, um den Rest zu erhalten.`,
  },
};

/** The students of a group as a sheet, each with the group's courses that they have finished. */
export async function writeStudents({ name, language, students }: ExportedStudents): Promise<FileAnswer> {
  const words = WORDS[language];
  const columns = COLUMNS.map((column) => ({
    header: words.columns[column],
    width: WIDTHS[column] ?? OTHER_WIDTH,
    format: FORMATS[column] ?? 'text',
  }));
  const rows = students.map((student) => {
    const { finished, courses } = student;
    const cells: Record<Column, Cell> = {
      last_name: student.last_name || (student.email ?? student.phone),
      first_name: student.first_name,
      email: student.email,
      phone: student.phone,
      position: student.position,
      subdivision: student.subdivision,
      progress: courses === 0 ? null : finished / courses,
      finished,
      courses,
    };
    return COLUMNS.map((column) => cells[column]);
  });
  if (students.length === EXPORTED_STUDENTS) rows.push([words.cut]);
  const bytes = await writeWorkbook({ name: words.sheet, columns, rows, frozen: 'heads', filterable: true });
  return { name: `${words.sheet} — ${name}.xlsx`, bytes };
}
