import { sheetColumns, surnamed, writeList, type ListColumn } from '../../identity/accounts/exported-list.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { wallClockOf } from '../../platform/formats/sheet-day.ts';
import { EXPORTED_STUDENTS } from './contract.ts';
import type { ExportedStudents } from './queries.ts';

type Student = ReturnType<typeof surnamed<ExportedStudents['students'][number]>>;

const SHEET = { uk: 'Студенти', en: 'Students', de: 'Lernende' };

/** Of days as the clock on the company's wall has them. */
function columnsOf(time_zone: string): ListColumn<Student>[] {
  const clock = wallClockOf(time_zone);
  const dayOf = (at: string | null) => at && Math.floor(clock(at));
  return [
    ...sheetColumns('last_name', 'first_name', 'email', 'position', 'subdivision'),
    {
      head: { uk: 'Призначено', en: 'Assigned', de: 'Zugewiesen' },
      format: 'day',
      cell: ({ assigned_at }) => dayOf(assigned_at),
    },
    {
      head: { uk: 'Прогрес', en: 'Progress', de: 'Fortschritt' },
      format: 'percent',
      cell: ({ done, total }) => (total === 0 ? null : done / total),
    },
    {
      head: { uk: 'Кроків завершено', en: 'Steps done', de: 'Erledigte Schritte' },
      format: 'whole',
      cell: ({ done }) => done,
    },
    {
      head: { uk: 'Кроків усього', en: 'Steps in all', de: 'Schritte insgesamt' },
      format: 'whole',
      cell: ({ total }) => total,
    },
    {
      head: { uk: 'Поточний крок', en: 'Current step', de: 'Aktueller Schritt' },
      width: 36,
      cell: ({ current }) => current && current.name,
    },
    {
      head: { uk: 'Пройти до', en: 'Due by', de: 'Fällig bis' },
      format: 'day',
      cell: ({ due_at }) => dayOf(due_at),
    },
    {
      head: { uk: 'Завершено', en: 'Finished', de: 'Abgeschlossen' },
      format: 'day',
      cell: ({ finished_at }) => dayOf(finished_at),
    },
    ...LATENESS,
  ];
}

const LATENESS: ListColumn<Student>[] = [
  {
    head: { uk: 'Запізнення, днів', en: 'Days late', de: 'Tage zu spät' },
    format: 'whole',
    cell: ({ finished_late_days }) => finished_late_days,
  },
  {
    head: { uk: 'Кроків завершено пізніше', en: 'Steps done late', de: 'Zu spät erledigte Schritte' },
    format: 'whole',
    cell: ({ late_steps }) => late_steps,
  },
  {
    head: { uk: 'Кроків прострочено', en: 'Steps overdue', de: 'Überfällige Schritte' },
    format: 'whole',
    cell: ({ overdue }) => overdue,
  },
];

/** The students of a program as a sheet; dates are those of the company's clock. */
export const writeStudents = ({
  name,
  language,
  time_zone,
  students,
}: ExportedStudents): Promise<FileAnswer> =>
  writeList({
    language,
    file: `${SHEET[language]} — ${name}`,
    sheet: SHEET,
    columns: columnsOf(time_zone),
    rows: students.map(surnamed),
    limit: EXPORTED_STUDENTS,
    narrowed_by: 'search',
  });
