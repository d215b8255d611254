import type { Language } from '../../identity/accounts/contract.ts';
import { EXAM } from '../../learning/courses/contract.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { wallClockOf } from '../../platform/formats/sheet-day.ts';
import { writeWorkbook, type Cell, type SheetColumn } from '../../platform/formats/xlsx.ts';
import { EXPORTED_RESULTS } from './contract.ts';
import type { CompanyResult } from './queries-company.ts';

const COLUMNS = [
  'last_name',
  'first_name',
  'middle_name',
  'email',
  'position',
  'subdivision',
  'groups',
  'course',
  'form',
  'kind',
  'version',
  'number',
  'state',
  'outcome',
  'score',
  'max_score',
  'percent',
  'ects',
  'started',
  'finished',
  'duration',
  'annulled',
  'annulled_by',
  'reason',
] as const;
type Column = (typeof COLUMNS)[number];

const WIDTHS: Partial<Record<Column, number>> = {
  email: 30,
  groups: 30,
  course: 36,
  form: 36,
  started: 18,
  finished: 18,
  annulled: 18,
  annulled_by: 30,
  reason: 36,
};
const OTHER_WIDTH = 16;
const FORMATS: Partial<Record<Column, SheetColumn['format']>> = {
  version: 'number',
  number: 'number',
  score: 'number',
  max_score: 'number',
  percent: 'percent',
  started: 'date',
  finished: 'date',
  duration: 'duration',
  annulled: 'date',
};

interface Words {
  file: string;
  sheet: string;
  columns: Record<Column, string>;
  states: Record<CompanyResult['state'] | 'to_mark', string>;
  test: string;
  exam: string;
  passed: string;
  failed: string;
  cut: string;
}

const WORDS: Record<Language, Words> = {
  uk: {
    file: 'Результати.xlsx',
    sheet: 'Результати',
    columns: {
      last_name: 'Прізвище',
      first_name: 'Ім’я',
      middle_name: 'По батькові',
      email: 'Електронна пошта',
      position: 'Посада',
      subdivision: 'Підрозділ',
      groups: 'Групи',
      course: 'Курс',
      form: 'Тест або іспит',
      kind: 'Вид',
      version: 'Версія',
      number: 'Спроба',
      state: 'Стан',
      outcome: 'Результат',
      score: 'Бали',
      max_score: 'Максимум',
      percent: 'Відсоток',
      ects: 'ECTS',
      started: 'Розпочато',
      finished: 'Завершено',
      duration: 'Тривалість',
      annulled: 'Анульовано',
      annulled_by: 'Хто анулював',
      reason: 'Причина анулювання',
    },
    states: {
      running: 'Триває',
      in_review: 'На перевірці',
      to_mark: 'Чекає на оцінку',
      completed: 'Завершено',
      annulled: 'Анульовано',
    },
    test: 'Тест',
    exam: 'Іспит',
    passed: 'Складено',
    failed: 'Не складено',
    cut: `У файлі перші ${EXPORTED_RESULTS} рядків. Звузьте список фільтрами, щоб отримати решту.`,
  },
  en: {
    file: 'Results.xlsx',
    sheet: 'Results',
    columns: {
      last_name: 'Last name',
      first_name: 'First name',
      middle_name: 'Middle name',
      email: 'Email',
      position: 'Position',
      subdivision: 'Department',
      groups: 'Groups',
      course: 'Course',
      form: 'Test or exam',
      kind: 'Kind',
      version: 'Version',
      number: 'Attempt',
      state: 'State',
      outcome: 'Result',
      score: 'Points',
      max_score: 'Maximum',
      percent: 'Percent',
      ects: 'ECTS',
      started: 'Started',
      finished: 'Finished',
      duration: 'Duration',
      annulled: 'Annulled',
      annulled_by: 'Annulled by',
      reason: 'Reason of the annulment',
    },
    states: {
      running: 'In progress',
      in_review: 'In review',
      to_mark: 'Waits for a mark',
      completed: 'Completed',
      annulled: 'Annulled',
    },
    test: 'Test',
    exam: 'Exam',
    passed: 'Passed',
    failed: 'Not passed',
    cut: `The file has the first ${EXPORTED_RESULTS} rows. Narrow the list by filters to get the rest.`,
  },
  de: {
    file: 'Ergebnisse.xlsx',
    sheet: 'Ergebnisse',
    columns: {
      last_name: 'Nachname',
      first_name: 'Vorname',
      middle_name: 'Zweiter Vorname',
      email: 'E-Mail',
      position: 'Position',
      subdivision: 'Abteilung',
      groups: 'Gruppen',
      course: 'Kurs',
      form: 'Test oder Prüfung',
      kind: 'Art',
      version: 'Version',
      number: 'Versuch',
      state: 'Stand',
      outcome: 'Ergebnis',
      score: 'Punkte',
      max_score: 'Höchstzahl',
      percent: 'Prozent',
      ects: 'ECTS',
      started: 'Begonnen',
      finished: 'Beendet',
      duration: 'Dauer',
      annulled: 'Annulliert',
      annulled_by: 'Annulliert von',
      reason: 'Grund der Annullierung',
    },
    states: {
      running: 'Läuft',
      in_review: 'Wartet auf Freigabe',
      to_mark: 'Wartet auf Bewertung',
      completed: 'Abgeschlossen',
      annulled: 'Annulliert',
    },
    test: 'Test',
    exam: 'Prüfung',
    passed: 'Bestanden',
    failed: 'Nicht bestanden',
    cut: `Die Datei enthält die ersten ${EXPORTED_RESULTS} Zeilen. Grenzen Sie die Liste mit Filtern ein, um den Rest zu erhalten.`,
  },
};

const nameOf = ({ last_name, first_name, address }: CompanyResult['user']) =>
  `${last_name} ${first_name}`.trim() || (address ?? '');

/** Results as a sheet; numbers are numbers and dates are dates of the company's clock. */
export async function writeResults(
  results: readonly CompanyResult[],
  language: Language,
  time_zone: string,
): Promise<FileAnswer> {
  const words = WORDS[language];
  const clock = wallClockOf(time_zone);
  const columns = COLUMNS.map((column) => ({
    header: words.columns[column],
    width: WIDTHS[column] ?? OTHER_WIDTH,
    format: FORMATS[column] ?? 'text',
  }));
  const rows = results.map((result) => {
    // A sheet cannot say that points are those so far: sums over it would count them.
    const is_graded = result.unmarked === 0;
    const cells: Record<Column, Cell> = {
      last_name: result.user.last_name || (result.user.address ?? ''),
      first_name: result.user.first_name,
      middle_name: result.middle_name,
      email: result.email,
      position: result.position,
      subdivision: result.subdivision,
      groups: result.groups.join(', '),
      course: result.course.name,
      form: result.form.name,
      kind: result.form.form_type === EXAM ? words.exam : words.test,
      version: result.version,
      number: result.number,
      state: words.states[is_graded || result.state !== 'in_review' ? result.state : 'to_mark'],
      outcome: result.passed === null ? '' : result.passed ? words.passed : words.failed,
      score: is_graded ? result.score : null,
      max_score: result.max_score,
      percent: is_graded && result.percent !== null ? result.percent / 100 : null,
      ects: is_graded ? result.ects : null,
      started: clock(result.started_at),
      finished: result.finished_at === null ? null : clock(result.finished_at),
      duration: result.duration === null ? null : (result.duration * 1000) / DAY,
      annulled: result.annulled && clock(result.annulled.created_at),
      annulled_by: result.annulled && nameOf(result.annulled.author),
      reason: result.annulled && result.annulled.reason,
    };
    return COLUMNS.map((column) => cells[column]);
  });
  if (results.length === EXPORTED_RESULTS) rows.push([words.cut]);
  return {
    name: words.file,
    bytes: await writeWorkbook({ name: words.sheet, columns, rows, frozen: 'heads' }),
  };
}

const DAY = 24 * 60 * 60 * 1000;
