import type { Language } from '../../identity/accounts/contract.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { writeWorkbook, type Cell, type SheetColumn } from '../../platform/formats/xlsx.ts';
import {
  columnOf,
  COURSE_COLUMNS,
  FORM_COLUMNS,
  PACKAGE_COLUMNS,
  type COLUMN_TYPES,
  type CourseColumn,
  type FormColumn,
  type PackageColumn,
} from './contract.ts';
import type { ExportedStatistic } from './queries-export.ts';

interface Words {
  sheet: string;
  columns: Record<CourseColumn | FormColumn | PackageColumn, string>;
  /** What stands in cells of statuses. */
  values: Record<string, string>;
}

const WORDS: Record<Language, Words> = {
  uk: {
    sheet: 'Аналітика',
    columns: {
      last_name: 'Студент',
      email: 'Електронна пошта',
      position: 'Посада',
      subdivision: 'Підрозділ',
      groups: 'Групи',
      blocked_in_course: 'Заблоковано в курсі',
      state: 'Стан',
      progress: 'Прогрес',
      materials_done: 'Опрацьовано матеріалів',
      started_at: 'Початок',
      last_activity: 'Остання активність',
      completed_at: 'Завершення',
      due_at: 'Пройти до',
      late_days: 'Запізнення, днів',
      certificate_number: 'Номер сертифіката',
      time_spent: 'Витрачений час',
      can_download_certificate: 'Сертифікат',
      retake_allowed: 'Перескладання можливе',
      status: 'Стан',
      attempts_used: 'Використано спроб',
      first_score: 'Бали: перша спроба',
      last_score: 'Бали: остання спроба',
      best_score: 'Бали: найкраща спроба',
      first_percent: 'Відсоток: перша спроба',
      last_percent: 'Відсоток: остання спроба',
      best_percent: 'Відсоток: найкраща спроба',
      percent: 'Результат',
      ects: 'ECTS',
      passed: 'Складено',
      duration: 'Тривалість',
      finished_by: 'Як завершено',
      standing: 'Стан',
      score: 'Бал',
      tries: 'Спроби',
      time: 'Час',
    },
    values: {
      yes: 'так',
      no: 'ні',
      new: 'Не розпочато',
      in_progress: 'У процесі',
      finished: 'Завершено',
      running: 'Триває',
      reopened: 'Перескладання',
      rejected: 'Анульовано',
      canceled: 'Скасовано',
      to_mark: 'Чекає на оцінку',
      passed: 'Складено',
      failed: 'Не складено',
      assigned: 'Призначено',
      user: 'завершив студент',
      timer: 'вичерпано час',
      page_closed: 'сторінку закрито',
      trainer: 'завершив тренер',
      package_not_begun: 'Не розпочато',
      package_incomplete: 'У процесі',
      package_completed: 'Завершено',
      package_passed: 'Складено',
      package_failed: 'Не складено',
    },
  },
  en: {
    sheet: 'Analytics',
    columns: {
      last_name: 'Student',
      email: 'Email',
      position: 'Position',
      subdivision: 'Department',
      groups: 'Groups',
      blocked_in_course: 'Blocked in the course',
      state: 'State',
      progress: 'Progress',
      materials_done: 'Materials done',
      started_at: 'Started',
      last_activity: 'Last activity',
      completed_at: 'Completed',
      due_at: 'Due by',
      late_days: 'Days late',
      certificate_number: 'Certificate number',
      time_spent: 'Time spent',
      can_download_certificate: 'Certificate',
      retake_allowed: 'Retake possible',
      status: 'Status',
      attempts_used: 'Attempts used',
      first_score: 'Points, first attempt',
      last_score: 'Points, last attempt',
      best_score: 'Points, best attempt',
      first_percent: 'Percent, first attempt',
      last_percent: 'Percent, last attempt',
      best_percent: 'Percent, best attempt',
      percent: 'Result',
      ects: 'ECTS',
      passed: 'Passed',
      duration: 'Duration',
      finished_by: 'How it ended',
      standing: 'Status',
      score: 'Score',
      tries: 'Attempts',
      time: 'Time',
    },
    values: {
      yes: 'yes',
      no: 'no',
      new: 'Not started',
      in_progress: 'In progress',
      finished: 'Finished',
      running: 'In progress',
      reopened: 'Retake',
      rejected: 'Annulled',
      canceled: 'Canceled',
      to_mark: 'Waits for a mark',
      passed: 'Passed',
      failed: 'Not passed',
      assigned: 'Assigned',
      user: 'handed in',
      timer: 'time ran out',
      page_closed: 'page closed',
      trainer: 'ended by a trainer',
      package_not_begun: 'Not started',
      package_incomplete: 'In progress',
      package_completed: 'Completed',
      package_passed: 'Passed',
      package_failed: 'Not passed',
    },
  },
  de: {
    sheet: 'Auswertung',
    columns: {
      last_name: 'Lernende',
      email: 'E-Mail',
      position: 'Position',
      subdivision: 'Abteilung',
      groups: 'Gruppen',
      blocked_in_course: 'Im Kurs gesperrt',
      state: 'Stand',
      progress: 'Fortschritt',
      materials_done: 'Erledigte Materialien',
      started_at: 'Beginn',
      last_activity: 'Letzte Aktivität',
      completed_at: 'Abschluss',
      due_at: 'Fällig bis',
      late_days: 'Tage zu spät',
      certificate_number: 'Zertifikatsnummer',
      time_spent: 'Zeitaufwand',
      can_download_certificate: 'Zertifikat',
      retake_allowed: 'Wiederholung möglich',
      status: 'Stand',
      attempts_used: 'Genutzte Versuche',
      first_score: 'Punkte, erster Versuch',
      last_score: 'Punkte, letzter Versuch',
      best_score: 'Punkte, bester Versuch',
      first_percent: 'Prozent, erster Versuch',
      last_percent: 'Prozent, letzter Versuch',
      best_percent: 'Prozent, bester Versuch',
      percent: 'Ergebnis',
      ects: 'ECTS',
      passed: 'Bestanden',
      duration: 'Dauer',
      finished_by: 'Wie beendet',
      standing: 'Stand',
      score: 'Punkte',
      tries: 'Versuche',
      time: 'Zeit',
    },
    values: {
      yes: 'ja',
      no: 'nein',
      new: 'Nicht begonnen',
      in_progress: 'In Arbeit',
      finished: 'Abgeschlossen',
      running: 'Läuft',
      reopened: 'Wiederholung',
      rejected: 'Annulliert',
      canceled: 'Abgesagt',
      to_mark: 'Wartet auf Bewertung',
      passed: 'Bestanden',
      failed: 'Nicht bestanden',
      assigned: 'Zugewiesen',
      user: 'abgegeben',
      timer: 'Zeit abgelaufen',
      page_closed: 'Seite geschlossen',
      trainer: 'durch Trainer beendet',
      package_not_begun: 'Nicht begonnen',
      package_incomplete: 'In Arbeit',
      package_completed: 'Abgeschlossen',
      package_passed: 'Bestanden',
      package_failed: 'Nicht bestanden',
    },
  },
};

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
    const header = part ? `${part.name}: ${words.columns[field]}` : words.columns[field];
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
