import type { Language } from '../../identity/accounts/contract.ts';
import { type FileAnswer, writtenNumber } from '../../platform/contract.ts';
import { sheetDayOf } from '../../platform/formats/sheet-day.ts';
import { writeWorkbook, type Cell, type SheetColumn } from '../../platform/formats/xlsx.ts';
import { EXPORTED_CERTIFICATES, type CERTIFICATE_FILTERS } from './contract.ts';
import type { ExportedCertificate } from './queries.ts';

const COLUMNS = [
  'number',
  'last_name',
  'first_name',
  'middle_name',
  'position',
  'subdivision',
  'course',
  'percent',
  'ects',
  'issued',
  'valid_until',
  'status',
  'version',
  'name_on_it',
] as const;
type Column = (typeof COLUMNS)[number];

const WIDTHS: Partial<Record<Column, number>> = { position: 24, subdivision: 24, course: 36, name_on_it: 36 };
const OTHER_WIDTH = 16;
const FORMATS: Partial<Record<Column, SheetColumn['format']>> = {
  percent: 'percent',
  issued: 'day',
  valid_until: 'day',
  version: 'whole',
};

interface Words {
  file: string;
  sheet: string;
  columns: Record<Column, string>;
  statuses: Record<(typeof CERTIFICATE_FILTERS)[number], string>;
  cut: string;
}

const WORDS: Record<Language, Words> = {
  uk: {
    file: 'Реєстр сертифікатів.xlsx',
    sheet: 'Сертифікати',
    columns: {
      number: 'Номер',
      last_name: 'Прізвище',
      first_name: 'Ім’я',
      middle_name: 'По батькові',
      position: 'Посада',
      subdivision: 'Підрозділ',
      course: 'Курс',
      percent: 'Результат',
      ects: 'ECTS',
      issued: 'Дата видачі',
      valid_until: 'Дійсний до',
      status: 'Стан',
      version: 'Версія',
      name_on_it: 'Ім’я на сертифікаті',
    },
    statuses: {
      valid: 'Дійсний',
      expiring: 'Дійсний, строк спливає',
      expired: 'Строк минув',
      replaced: 'Замінено',
      revoked: 'Анульовано',
    },
    cut: `У файлі перші ${EXPORTED_CERTIFICATES} рядків. Звузьте список фільтрами, щоб отримати решту.`,
  },
  en: {
    file: 'Certificate register.xlsx',
    sheet: 'Certificates',
    columns: {
      number: 'Number',
      last_name: 'Last name',
      first_name: 'First name',
      middle_name: 'Middle name',
      position: 'Position',
      subdivision: 'Department',
      course: 'Course',
      percent: 'Result',
      ects: 'ECTS',
      issued: 'Issued',
      valid_until: 'Valid until',
      status: 'Status',
      version: 'Version',
      name_on_it: 'Name on the certificate',
    },
    statuses: {
      valid: 'Valid',
      expiring: 'Valid, expires soon',
      expired: 'Expired',
      replaced: 'Replaced',
      revoked: 'Revoked',
    },
    cut: `The file has the first ${EXPORTED_CERTIFICATES} rows. Narrow the list by filters to get the rest.`,
  },
  de: {
    file: 'Zertifikatsregister.xlsx',
    sheet: 'Zertifikate',
    columns: {
      number: 'Nummer',
      last_name: 'Nachname',
      first_name: 'Vorname',
      middle_name: 'Zweiter Vorname',
      position: 'Position',
      subdivision: 'Abteilung',
      course: 'Kurs',
      percent: 'Ergebnis',
      ects: 'ECTS',
      issued: 'Ausgestellt',
      valid_until: 'Gültig bis',
      status: 'Stand',
      version: 'Version',
      name_on_it: 'Name auf dem Zertifikat',
    },
    statuses: {
      valid: 'Gültig',
      expiring: 'Gültig, läuft bald ab',
      expired: 'Abgelaufen',
      replaced: 'Ersetzt',
      revoked: 'Widerrufen',
    },
    cut: `Die Datei enthält die ersten ${EXPORTED_CERTIFICATES} Zeilen. Grenzen Sie die Liste mit Filtern ein, um den Rest zu erhalten.`,
  },
};

/** The register as a sheet; days are those that stand on the certificates. */
export async function writeCertificates(
  certificates: readonly ExportedCertificate[],
  language: Language,
): Promise<FileAnswer> {
  const words = WORDS[language];
  const columns = COLUMNS.map((column) => ({
    header: words.columns[column],
    width: WIDTHS[column] ?? OTHER_WIDTH,
    format: FORMATS[column] ?? 'text',
  }));
  function* rows(): Generator<Cell[]> {
    for (const one of certificates) {
      const cells: Record<Column, Cell> = {
        number: writtenNumber(one.number),
        last_name: one.last_name,
        first_name: one.first_name,
        middle_name: one.middle_name,
        position: one.position,
        subdivision: one.subdivision,
        course: one.course,
        percent: one.percent / 100,
        ects: one.ects,
        issued: sheetDayOf(one.issued_on),
        valid_until: one.valid_until && sheetDayOf(one.valid_until),
        status: words.statuses[one.expiring ? 'expiring' : one.status],
        version: one.version,
        name_on_it: one.name_on_it,
      };
      yield COLUMNS.map((column) => cells[column]);
    }
    if (certificates.length === EXPORTED_CERTIFICATES) yield [words.cut];
  }
  const bytes = await writeWorkbook({
    name: words.sheet,
    columns,
    rows: rows(),
    frozen: 'heads',
    filterable: true,
  });
  return { name: words.file, bytes };
}
