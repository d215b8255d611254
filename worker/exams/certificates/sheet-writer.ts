import type { Language } from '../../identity/accounts/contract.ts';
import { sheetColumns, writeList, type ListColumn } from '../../identity/accounts/exported-list.ts';
import { type FileAnswer, writtenNumber } from '../../platform/contract.ts';
import { sheetDayOf } from '../../platform/formats/sheet-day.ts';
import { EXPORTED_CERTIFICATES, type CERTIFICATE_FILTERS } from './contract.ts';
import type { ExportedCertificate } from './queries.ts';

const FILE = { uk: 'Реєстр сертифікатів', en: 'Certificate register', de: 'Zertifikatsregister' };
const SHEET = { uk: 'Сертифікати', en: 'Certificates', de: 'Zertifikate' };
const STATUSES: Record<Language, Record<(typeof CERTIFICATE_FILTERS)[number], string>> = {
  uk: {
    valid: 'Дійсний',
    expiring: 'Дійсний, строк спливає',
    expired: 'Строк минув',
    replaced: 'Замінено',
    revoked: 'Анульовано',
  },
  en: {
    valid: 'Valid',
    expiring: 'Valid, expires soon',
    expired: 'Expired',
    replaced: 'Replaced',
    revoked: 'Revoked',
  },
  de: {
    valid: 'Gültig',
    expiring: 'Gültig, läuft bald ab',
    expired: 'Abgelaufen',
    replaced: 'Ersetzt',
    revoked: 'Widerrufen',
  },
};

const columnsIn = (language: Language): ListColumn<ExportedCertificate>[] => [
  { head: { uk: 'Номер', en: 'Number', de: 'Nummer' }, cell: ({ number }) => writtenNumber(number) },
  ...sheetColumns('last_name', 'first_name', 'middle_name', 'position', 'subdivision'),
  { head: { uk: 'Курс', en: 'Course', de: 'Kurs' }, width: 36, cell: ({ course }) => course },
  {
    head: { uk: 'Результат', en: 'Result', de: 'Ergebnis' },
    format: 'percent',
    cell: ({ percent }) => percent / 100,
  },
  { head: { uk: 'ECTS', en: 'ECTS', de: 'ECTS' }, cell: ({ ects }) => ects },
  {
    head: { uk: 'Дата видачі', en: 'Issued', de: 'Ausgestellt' },
    format: 'day',
    cell: ({ issued_on }) => sheetDayOf(issued_on),
  },
  {
    head: { uk: 'Дійсний до', en: 'Valid until', de: 'Gültig bis' },
    format: 'day',
    cell: ({ valid_until }) => valid_until && sheetDayOf(valid_until),
  },
  {
    head: { uk: 'Стан', en: 'Status', de: 'Stand' },
    cell: ({ expiring, status }) => STATUSES[language][expiring ? 'expiring' : status],
  },
  { head: { uk: 'Версія', en: 'Version', de: 'Version' }, format: 'whole', cell: ({ version }) => version },
  {
    head: { uk: 'Ім’я на сертифікаті', en: 'Name on the certificate', de: 'Name auf dem Zertifikat' },
    width: 36,
    cell: ({ name_on_it }) => name_on_it,
  },
];

/** The register as a sheet; days are those that stand on the certificates. */
export const writeCertificates = (
  certificates: readonly ExportedCertificate[],
  language: Language,
): Promise<FileAnswer> =>
  writeList({
    language,
    file: FILE[language],
    sheet: SHEET,
    columns: columnsIn(language),
    rows: certificates,
    limit: EXPORTED_CERTIFICATES,
    narrowed_by: 'filters',
  });
