import type { Language } from '../../identity/accounts/contract.ts';
import type { UserType } from '../../access/contract.ts';
import type { z } from 'zod/mini';
import { IMPORT_COLUMNS, type importColumn } from './contract.ts';

export type ImportColumn = z.output<typeof importColumn>;
export type Cells = Partial<Record<ImportColumn, string>>;
/** The roles of an import file (§3), strongest first. */
export const IMPORT_TYPES = ['admin', 'manager', 'trainer', 'student'] as const satisfies UserType[];

/** How the columns are headed in a file of ours. */
export const HEADERS: Record<Language, Record<ImportColumn, string>> = {
  uk: {
    role: 'Роль',
    email: 'Електронна пошта',
    phone: 'Логін / телефон',
    last_name: 'Прізвище',
    first_name: 'Ім’я',
    middle_name: 'По батькові',
    full_name: 'ПІБ',
    company: 'Компанія',
    department: 'Підрозділ',
    position: 'Посада',
    comment: 'Коментар',
    manager_department_id: 'Група',
  },
  en: {
    role: 'Role',
    email: 'Email',
    phone: 'Login / phone',
    last_name: 'Last name',
    first_name: 'First name',
    middle_name: 'Middle name',
    full_name: 'Full name',
    company: 'Company',
    department: 'Department',
    position: 'Position',
    comment: 'Comment',
    manager_department_id: 'Group',
  },
  de: {
    role: 'Rolle',
    email: 'E-Mail',
    phone: 'Login / Telefon',
    last_name: 'Nachname',
    first_name: 'Vorname',
    middle_name: 'Zweiter Vorname',
    full_name: 'Vollständiger Name',
    company: 'Unternehmen',
    department: 'Abteilung',
    position: 'Position',
    comment: 'Kommentar',
    manager_department_id: 'Gruppe',
  },
};

/** Names of the roles as the screens show them. */
export const ROLE_NAMES: Record<Language, Record<(typeof IMPORT_TYPES)[number], string>> = {
  uk: { admin: 'Адміністратор', manager: 'Менеджер', trainer: 'Тренер', student: 'Студент' },
  en: { admin: 'Administrator', manager: 'Manager', trainer: 'Trainer', student: 'Student' },
  de: { admin: 'Administrator', manager: 'Manager', trainer: 'Trainer', student: 'Lernende:r' },
};

/** What people also write above a column. */
const OTHER_HEADERS: Record<ImportColumn, string[]> = {
  role: ['user type', 'тип користувача', 'роль користувача', 'benutzerrolle'],
  email: ['mail', 'email address', 'пошта', 'ел. пошта', 'емейл', 'імейл', 'e-mail-adresse', 'mailadresse'],
  phone: [
    'login',
    'phone',
    'phone number',
    'mobile',
    'логін',
    'телефон',
    'номер телефону',
    'мобільний',
    'telefon',
    'telefonnummer',
    'mobil',
    'handy',
  ],
  last_name: ['surname', 'family name', 'familienname'],
  first_name: ['given name'],
  middle_name: ['patronymic', 'vatersname'],
  full_name: [
    'name',
    'прізвище, ім’я, по батькові',
    'прізвище та ім’я',
    'прізвище ім’я',
    'повне ім’я',
    'vor- und nachname',
  ],
  company: ['organization', 'organisation', 'організація', 'підприємство', 'firma'],
  department: ['subdivision', 'division', 'відділ', 'департамент', 'структурний підрозділ', 'bereich'],
  position: ['job title', 'job position', 'stelle', 'funktion'],
  comment: ['comments', 'note', 'notes', 'примітка', 'коментарі', 'bemerkung', 'anmerkung'],
  manager_department_id: [
    'department id',
    'group id',
    'group number',
    'group name',
    'groups',
    'id групи',
    'номер групи',
    'назва групи',
    'навчальна група',
    'групи',
    'id підрозділу менеджера',
    'gruppen-id',
    'gruppennummer',
    'gruppenname',
    'gruppen',
    'lerngruppe',
  ],
};

const OTHER_ROLES: Record<(typeof IMPORT_TYPES)[number], string[]> = {
  admin: ['адмін', 'administratorin'],
  manager: ['менеджерка', 'керівник', 'керівниця', 'managerin'],
  trainer: ['coach', 'тренерка', 'викладач', 'викладачка', 'trainerin'],
  student: [
    'студентка',
    'учень',
    'учениця',
    'слухач',
    'слухачка',
    'learner',
    'teilnehmer',
    'teilnehmerin',
    'lernende',
    'lernender',
  ],
};

/** Letters and digits alone, so that case, blanks and punctuation do not count. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|ʼ/gu, '');

const LANGUAGES = ['uk', 'en', 'de'] as const;
const columnsByName = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, ...LANGUAGES.map((language) => HEADERS[language][column]), ...OTHER_HEADERS[column]].map(
      (name) => [bare(name), column] as const,
    ),
  ),
);
const rolesByName = new Map(
  IMPORT_TYPES.flatMap((role) =>
    [role, ...LANGUAGES.map((language) => ROLE_NAMES[language][role]), ...OTHER_ROLES[role]].map(
      (name) => [bare(name), role] as const,
    ),
  ),
);

/** The role that a cell names, or null. */
export function roleNamed(text: string): (typeof IMPORT_TYPES)[number] | null {
  return rolesByName.get(bare(text)) ?? null;
}

/**
 * What each header is recognised as; null for one that is not, and for the second of a kind. A plain "name" beside a
 * column of its own for the one is the other.
 */
export function recognise(headers: readonly string[]): (ImportColumn | null)[] {
  const fields: (ImportColumn | null)[] = [];
  for (const header of headers) {
    const field = columnsByName.get(bare(header)) ?? null;
    fields.push(field !== null && fields.includes(field) ? null : field);
  }
  const plain = headers.findIndex((header, place) => bare(header) === 'name' && fields[place] !== null);
  const [hasLast, hasFirst] = [fields.includes('last_name'), fields.includes('first_name')];
  if (plain >= 0 && hasLast !== hasFirst) fields[plain] = hasLast ? 'first_name' : 'last_name';
  return fields;
}

/** The parts of a full name in the Ukrainian order: last, first, middle. */
export function splitName(full: string) {
  const [last_name = '', first_name = '', ...rest] = full.split(/[\s,]+/).filter(Boolean);
  return { last_name, first_name, middle_name: rest.join(' ') };
}

/** A name in a cell, between commas, semicolons or lines: in quotation marks it may hold these, and its own are doubled. */
const GROUP_NAME = /(?<=^|[,;\n])\s*"((?:[^"]|"")*)"\s*(?=[,;\n]|$)|[^,;\n]+/g;

/** The groups of a cell: their numbers, or else the cell as it stands and the names in it. */
export function groupsIn(cell: string) {
  const text = cell.toWellFormed().trim();
  const ids = text.split(/[\s,;]+/).filter(Boolean);
  if (ids.every((id) => /^\d+$/.test(id) && Number(id) > 0 && Number(id) < 2 ** 31))
    return { group_ids: [...new Set(ids.map(Number))], groups_text: null, group_names: [] };
  const names = [...text.matchAll(GROUP_NAME)].map(([plain, quoted]) =>
    (quoted?.replaceAll('""', '"') ?? plain.replace(/\s+/g, ' ')).trim(),
  );
  const different = new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  return {
    group_ids: [],
    groups_text: text.replace(/\s+/g, ' '),
    group_names: [...different.values()],
  };
}

/** The cell that an import reads as these groups: their names, in quotation marks where it would read one otherwise. */
export function cellOfGroups(groups: readonly { name: string }[]): string {
  const names = groups.map(({ name }) => name.trim());
  const [only = ''] = names;
  // A name alone is tried whole, so that it may hold what separates names.
  if (names.length === 1 && groupsIn(only).groups_text === only) return only;
  return names.map((name) => (isPlain(name) ? name : `"${name.replaceAll('"', '""')}"`)).join(', ');
}

function isPlain(name: string): boolean {
  const { group_names } = groupsIn(name);
  return group_names.length === 1 && group_names[0] === name && !name.startsWith('"');
}
