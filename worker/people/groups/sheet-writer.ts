import { sheetColumns, surnamed, writeList, type ListColumn } from '../../identity/accounts/exported-list.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { wallClockOf } from '../../platform/formats/sheet-day.ts';
import { EXPORTED_STUDENTS } from './contract.ts';
import type { ExportedStudents } from './queries.ts';

type Student = ReturnType<typeof surnamed<ExportedStudents['students'][number]>>;

const SHEET = { uk: 'Студенти', en: 'Students', de: 'Lernende' };

const ADDED = {
  by_hand: { uk: 'Вручну', en: 'By hand', de: 'Von Hand' },
  by_rule: { uk: 'Правилом', en: 'By the rule', de: 'Durch die Regel' },
  off_rule: {
    uk: 'Правилом, якому вже не відповідає',
    en: 'By the rule, no longer matches it',
    de: 'Durch die Regel, passt nicht mehr',
  },
};

const columnsIn = ({ language, time_zone }: ExportedStudents): ListColumn<Student>[] => [
  ...sheetColumns('last_name', 'first_name', 'middle_name', 'email', 'phone', 'position', 'subdivision'),
  {
    head: { uk: 'Додано до групи', en: 'Added to the group', de: 'In die Gruppe aufgenommen' },
    width: 24,
    cell: ({ off_rule, by_rule }) => ADDED[off_rule ? 'off_rule' : by_rule ? 'by_rule' : 'by_hand'][language],
  },
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
  ...termsIn(time_zone),
];

/** Days are those of the clock on the company's wall. */
function termsIn(time_zone: string): ListColumn<Student>[] {
  const clock = wallClockOf(time_zone);
  return [
    {
      head: { uk: 'Найближчий термін', en: 'Next due date', de: 'Nächster Termin' },
      format: 'day',
      cell: ({ due_at }) => due_at && Math.floor(clock(due_at)),
    },
    {
      head: { uk: 'Курсів прострочено', en: 'Courses overdue', de: 'Überfällige Kurse' },
      format: 'whole',
      cell: ({ overdue }) => overdue ?? 0,
    },
    {
      head: {
        uk: 'Курсів завершено пізніше',
        en: 'Courses finished late',
        de: 'Zu spät abgeschlossene Kurse',
      },
      format: 'whole',
      cell: ({ finished_late }) => finished_late ?? 0,
    },
  ];
}

/** The students of a group as a sheet, each with the group's courses that they have finished. */
export const writeStudents = (exported: ExportedStudents): Promise<FileAnswer> =>
  writeList({
    language: exported.language,
    file: `${SHEET[exported.language]} — ${exported.name}`,
    sheet: SHEET,
    columns: columnsIn(exported),
    rows: exported.students.map(surnamed),
    limit: EXPORTED_STUDENTS,
    narrowed_by: 'search',
  });
