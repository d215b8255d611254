import type { Language } from '../../identity/accounts/contract.ts';
import { sheetColumns, writeList, type ListColumn } from '../../identity/accounts/exported-list.ts';
import { EXAM } from '../../learning/courses/contract.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { wallClockOf } from '../../platform/formats/sheet-day.ts';
import { EXPORTED_RESULTS } from './contract.ts';
import type { CompanyResult } from './queries-company.ts';

const SHEET = { uk: 'Результати', en: 'Results', de: 'Ergebnisse' };

interface Words {
  states: Record<CompanyResult['state'] | 'to_mark', string>;
  test: string;
  exam: string;
  passed: string;
  failed: string;
}

const WORDS: Record<Language, Words> = {
  uk: {
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
  },
  en: {
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
  },
  de: {
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
  },
};

type Row = ReturnType<typeof rowOf>;
type Column = ListColumn<Row>;

/** Of points that are those so far a sheet cannot say so: sums over it would count them. */
const rowOf = (result: CompanyResult) => ({
  ...result,
  last_name: result.user.last_name || (result.user.address ?? ''),
  first_name: result.user.first_name,
  is_graded: result.unmarked === 0,
});

const WHAT: readonly Column[] = [
  { head: { uk: 'Групи', en: 'Groups', de: 'Gruppen' }, width: 30, cell: ({ groups }) => groups.join(', ') },
  { head: { uk: 'Курс', en: 'Course', de: 'Kurs' }, width: 36, cell: ({ course }) => course.name },
  {
    head: { uk: 'Тест або іспит', en: 'Test or exam', de: 'Test oder Prüfung' },
    width: 36,
    cell: ({ form }) => form.name,
  },
];

const whichOf = ({ exam, test, states, passed, failed }: Words): Column[] => [
  {
    head: { uk: 'Вид', en: 'Kind', de: 'Art' },
    cell: ({ form }) => (form.form_type === EXAM ? exam : test),
  },
  { head: { uk: 'Версія', en: 'Version', de: 'Version' }, format: 'number', cell: ({ version }) => version },
  { head: { uk: 'Спроба', en: 'Attempt', de: 'Versuch' }, format: 'number', cell: ({ number }) => number },
  {
    head: { uk: 'Стан', en: 'State', de: 'Stand' },
    cell: ({ is_graded, state }) => states[is_graded || state !== 'in_review' ? state : 'to_mark'],
  },
  {
    head: { uk: 'Результат', en: 'Result', de: 'Ergebnis' },
    cell: (result) => (result.passed === null ? '' : result.passed ? passed : failed),
  },
];

const POINTS: readonly Column[] = [
  {
    head: { uk: 'Бали', en: 'Points', de: 'Punkte' },
    format: 'number',
    cell: ({ is_graded, score }) => (is_graded ? score : null),
  },
  {
    head: { uk: 'Максимум', en: 'Maximum', de: 'Höchstzahl' },
    format: 'number',
    cell: ({ max_score }) => max_score,
  },
  {
    head: { uk: 'Відсоток', en: 'Percent', de: 'Prozent' },
    format: 'percent',
    cell: ({ is_graded, percent }) => (is_graded && percent !== null ? percent / 100 : null),
  },
  {
    head: { uk: 'ECTS', en: 'ECTS', de: 'ECTS' },
    cell: ({ is_graded, ects }) => (is_graded ? ects : null),
  },
];

const DAY = 24 * 60 * 60 * 1000;

const whenOf = (clock: (instant: string) => number): Column[] => [
  {
    head: { uk: 'Розпочато', en: 'Started', de: 'Begonnen' },
    width: 18,
    format: 'date',
    cell: ({ started_at }) => clock(started_at),
  },
  {
    head: { uk: 'Завершено', en: 'Finished', de: 'Beendet' },
    width: 18,
    format: 'date',
    cell: ({ finished_at }) => finished_at && clock(finished_at),
  },
  {
    head: { uk: 'Тривалість', en: 'Duration', de: 'Dauer' },
    format: 'duration',
    cell: ({ duration }) => (duration === null ? null : (duration * 1000) / DAY),
  },
  {
    head: { uk: 'Анульовано', en: 'Annulled', de: 'Annulliert' },
    width: 18,
    format: 'date',
    cell: ({ annulled }) => annulled && clock(annulled.created_at),
  },
];

const nameOf = ({ last_name, first_name, address }: CompanyResult['user']) =>
  `${last_name} ${first_name}`.trim() || (address ?? '');

const WHY: readonly Column[] = [
  {
    head: { uk: 'Хто анулював', en: 'Annulled by', de: 'Annulliert von' },
    width: 30,
    cell: ({ annulled }) => annulled && nameOf(annulled.author),
  },
  {
    head: { uk: 'Причина анулювання', en: 'Reason of the annulment', de: 'Grund der Annullierung' },
    width: 36,
    cell: ({ annulled }) => annulled && annulled.reason,
  },
];

/** Results as a sheet; numbers are numbers and dates are dates of the company's clock. */
export const writeResults = (
  results: readonly CompanyResult[],
  language: Language,
  time_zone: string,
): Promise<FileAnswer> =>
  writeList({
    language,
    file: SHEET[language],
    sheet: SHEET,
    columns: [
      ...sheetColumns('last_name', 'first_name', 'middle_name', 'email', 'position', 'subdivision'),
      ...WHAT,
      ...whichOf(WORDS[language]),
      ...POINTS,
      ...whenOf(wallClockOf(time_zone)),
      ...WHY,
    ],
    rows: results.map(rowOf),
    limit: EXPORTED_RESULTS,
    narrowed_by: 'filters',
  });
