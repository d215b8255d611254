import {
  personColumns,
  surnamed,
  writeList,
  type ListColumn,
} from '../../identity/accounts/exported-list.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { EXPORTED_STUDENTS } from './contract.ts';
import type { ExportedStudents } from './queries.ts';

type Student = ReturnType<typeof surnamed<ExportedStudents['students'][number]>>;

const SHEET = { uk: 'Студенти', en: 'Students', de: 'Lernende' };

const COLUMNS: ListColumn<Student>[] = [
  ...personColumns('last_name', 'first_name', 'email', 'phone', 'position', 'subdivision'),
  {
    head: { uk: 'Частка завершених', en: 'Share finished', de: 'Anteil abgeschlossen' },
    format: 'percent',
    cell: ({ finished, courses }) => (courses === 0 ? null : finished / courses),
  },
  {
    head: { uk: 'Курсів завершено', en: 'Courses finished', de: 'Abgeschlossene Kurse' },
    format: 'whole',
    cell: ({ finished }) => finished,
  },
  {
    head: { uk: 'Курсів усього', en: 'Courses in all', de: 'Kurse insgesamt' },
    format: 'whole',
    cell: ({ courses }) => courses,
  },
];

/** The students of a group as a sheet, each with the group's courses that they have finished. */
export const writeStudents = ({ name, language, students }: ExportedStudents): Promise<FileAnswer> =>
  writeList({
    language,
    file: `${SHEET[language]} — ${name}`,
    sheet: SHEET,
    columns: COLUMNS,
    rows: students.map(surnamed),
    limit: EXPORTED_STUDENTS,
    narrowed_by: 'search',
  });
