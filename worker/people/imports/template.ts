import { ASSIGNABLE_BY, type UserType } from '../../access/contract.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import { writeWorkbook, type SheetColumn } from '../../platform/formats/xlsx.ts';
import { GROUP_ROLE } from '../users/service.ts';
import { cellOfGroups, HEADERS, IMPORT_TYPES, ROLE_NAMES, type ImportColumn } from './columns.ts';
import { IMPORT_ROWS } from './contract.ts';
import type { ExportedPerson, NumberedGroup } from './queries.ts';

/** As §3 lists them. */
const TEMPLATE_COLUMNS = [
  'role',
  'email',
  'phone',
  'full_name',
  'company',
  'department',
  'position',
  'comment',
  'manager_department_id',
] as const satisfies ImportColumn[];

const EXPORT_COLUMNS = [
  'role',
  'email',
  'phone',
  'last_name',
  'first_name',
  'middle_name',
  'department',
  'position',
  'comment',
  'manager_department_id',
] as const satisfies ImportColumn[];

const WIDTHS: Partial<Record<ImportColumn, number>> = {
  role: 18,
  email: 32,
  phone: 20,
  full_name: 36,
  comment: 36,
};
const OTHER_WIDTH = 22;

interface Words {
  people: string;
  instructions: string;
  groups: string;
  group_name: string;
  template_file: string;
  people_file: string;
  how: string[];
  column: string;
  meaning: string;
  columns: Record<(typeof TEMPLATE_COLUMNS)[number], string>;
  roles: string;
  role_meanings: Record<(typeof IMPORT_TYPES)[number], string>;
  wrong_role: string;
}

const WORDS: Record<Language, Words> = {
  uk: {
    people: 'Користувачі',
    instructions: 'Інструкція',
    groups: 'Групи',
    group_name: 'Назва групи',
    template_file: 'Шаблон імпорту користувачів.xlsx',
    people_file: 'Користувачі.xlsx',
    how: [
      'Заповніть перший аркуш: одна людина — один рядок. Порядок стовпців довільний, зайві стовпці буде пропущено.',
      `Один файл — не більше ${IMPORT_ROWS} рядків і 500 КБ.`,
      'Перед імпортом ви побачите, що станеться з кожним рядком, і зможете виправити помилки.',
      'Людей розпізнаємо за електронною поштою, а якщо її немає — за телефоном. Порожня клітинка нічого не змінює.',
      'Імпорт нікого не видаляє і не забирає ролей чи груп.',
    ],
    column: 'Стовпець',
    meaning: 'Що вказати',
    columns: {
      role: 'Обов’язково для нової людини. Виберіть зі списку.',
      email: 'На цю адресу надійде запрошення. Потрібна пошта або телефон.',
      phone:
        'Телефон у будь-якому звичному записі. Людина без пошти входить за телефоном: надрукуйте для неї аркуш для входу.',
      full_name: 'Прізвище, ім’я, по батькові — саме в такому порядку.',
      company: 'Необов’язково. Якщо вказано, має збігатися з назвою вашої компанії.',
      department: 'Необов’язково, до 200 символів.',
      position: 'Необов’язково, до 200 символів.',
      comment: 'Необов’язково, до 2000 символів.',
      manager_department_id:
        'Назва групи або її номер з аркуша «Групи»; кілька — через кому. Якщо групи ще немає, її можна створити під час імпорту. Менеджер керуватиме групою, тренер навчатиме її, студент навчатиметься в ній.',
    },
    roles: 'Ролі',
    role_meanings: {
      admin:
        'Керує всією компанією: людьми, групами, курсами, програмами та результатами. Може бути також тренером і студентом.',
      manager:
        'Керує своїми групами: людьми в них, їхніми курсами, програмами та результатами. Може бути також тренером і студентом.',
      trainer: 'Веде свої курси: матеріали, студентів, результати. Може бути також студентом.',
      student: 'Навчається на призначених курсах і складає тести та іспити.',
    },
    wrong_role: 'Виберіть роль зі списку.',
  },
  en: {
    people: 'People',
    instructions: 'Instructions',
    groups: 'Groups',
    group_name: 'Group name',
    template_file: 'People import template.xlsx',
    people_file: 'People.xlsx',
    how: [
      'Fill in the first sheet, one row for each person. Columns may stand in any order; other columns are skipped.',
      `A file has at most ${IMPORT_ROWS} rows and 500 KB.`,
      'Before anything is imported you see what becomes of each row and can correct errors.',
      'People are recognized by email or, without one, by phone. An empty cell changes nothing.',
      'An import removes nobody and takes no roles or groups away.',
    ],
    column: 'Column',
    meaning: 'What to enter',
    columns: {
      role: 'Required for a new person. Choose from the list.',
      email: 'The invitation goes to this address. Enter an email or a phone.',
      phone:
        'A phone in any usual form. Somebody without email signs in by phone: print a sign-in sheet for them.',
      full_name: 'Last, first and middle name, in this order.',
      company: 'Optional. If given, it has to be the name of your company.',
      department: 'Optional, up to 200 characters.',
      position: 'Optional, up to 200 characters.',
      comment: 'Optional, up to 2,000 characters.',
      manager_department_id:
        'The name of a group, or its number from the sheet “Groups”; separate several by commas. A group that does not exist yet can be made by the import. A manager will manage the group, a trainer will teach it, a student will learn in it.',
    },
    roles: 'Roles',
    role_meanings: {
      admin:
        'Runs the whole company: people, groups, courses, programs and results. May also act as trainer and student.',
      manager:
        'Runs their own groups: the people in them, their courses, programs and results. May also act as trainer and student.',
      trainer: 'Teaches their own courses: materials, students, results. May also act as student.',
      student: 'Takes the assigned courses, tests and exams.',
    },
    wrong_role: 'Choose a role from the list.',
  },
  de: {
    people: 'Personen',
    instructions: 'Anleitung',
    groups: 'Gruppen',
    group_name: 'Name der Gruppe',
    template_file: 'Vorlage für den Personenimport.xlsx',
    people_file: 'Personen.xlsx',
    how: [
      'Füllen Sie das erste Blatt aus: eine Zeile je Person. Die Reihenfolge der Spalten ist beliebig, andere Spalten werden übergangen.',
      `Eine Datei hat höchstens ${IMPORT_ROWS} Zeilen und 500 KB.`,
      'Vor dem Import sehen Sie, was mit jeder Zeile geschieht, und können Fehler korrigieren.',
      'Personen werden an der E-Mail erkannt, ohne E-Mail an der Telefonnummer. Eine leere Zelle ändert nichts.',
      'Ein Import entfernt niemanden und nimmt keine Rollen oder Gruppen weg.',
    ],
    column: 'Spalte',
    meaning: 'Was Sie eintragen',
    columns: {
      role: 'Pflicht für neue Personen. Wählen Sie aus der Liste.',
      email: 'An diese Adresse geht die Einladung. Nötig ist eine E-Mail oder eine Telefonnummer.',
      phone:
        'Telefonnummer in üblicher Schreibweise. Wer keine E-Mail hat, meldet sich mit der Telefonnummer an: Drucken Sie dafür ein Anmeldeblatt.',
      full_name: 'Nachname, Vorname, zweiter Vorname, in dieser Reihenfolge.',
      company: 'Freiwillig. Falls angegeben, muss es der Name Ihres Unternehmens sein.',
      department: 'Freiwillig, bis 200 Zeichen.',
      position: 'Freiwillig, bis 200 Zeichen.',
      comment: 'Freiwillig, bis 2.000 Zeichen.',
      manager_department_id:
        'Name einer Gruppe oder ihre Nummer vom Blatt „Gruppen“; mehrere durch Komma getrennt. Eine Gruppe, die es noch nicht gibt, kann der Import anlegen. Ein Manager leitet die Gruppe, ein Trainer unterrichtet sie, wer die Rolle „Lernende:r“ hat, lernt in ihr.',
    },
    roles: 'Rollen',
    role_meanings: {
      admin:
        'Verwaltet das ganze Unternehmen: Personen, Gruppen, Kurse, Programme und Ergebnisse. Kann auch lehren und lernen.',
      manager:
        'Verwaltet die eigenen Gruppen: deren Personen, Kurse, Programme und Ergebnisse. Kann auch lehren und lernen.',
      trainer: 'Unterrichtet die eigenen Kurse: Materialien, Lernende, Ergebnisse. Kann auch lernen.',
      student: 'Absolviert die zugewiesenen Kurse, Tests und Prüfungen.',
    },
    wrong_role: 'Wählen Sie eine Rolle aus der Liste.',
  },
};

/** The template of an import, with the roles that the caller may give and the groups that they reach. */
export async function writeTemplate(
  given: { language: Language; company: string; groups: readonly NumberedGroup[] },
  user_type: UserType,
): Promise<FileAnswer> {
  const words = WORDS[given.language];
  const headers = HEADERS[given.language];
  const roles = IMPORT_TYPES.filter((role) => ASSIGNABLE_BY[role].includes(user_type));
  const roleNames = roles.map((role) => ROLE_NAMES[given.language][role]);
  const bytes = await writeWorkbook(
    {
      name: words.people,
      columns: columnsOf(given.language, TEMPLATE_COLUMNS, roleNames),
      rows: [],
      frozen: 'heads',
    },
    {
      name: words.instructions,
      how: words.how,
      tables: [
        {
          heads: [words.column, words.meaning],
          rows: TEMPLATE_COLUMNS.map((column) => [headers[column], words.columns[column]]),
        },
        {
          heads: [words.roles],
          rows: roles.map((role) => [ROLE_NAMES[given.language][role], words.role_meanings[role]]),
        },
      ],
    },
    {
      name: words.groups,
      columns: [
        { header: headers.manager_department_id, width: 18, format: 'number' },
        { header: words.group_name, width: 60, format: 'text' },
      ],
      rows: given.groups.map(({ id, name }) => [id, name]),
    },
  );
  return { name: words.template_file, bytes };
}

/**
 * People as a file that can be imported again: each with their strongest role that an import knows, and those groups in
 * which they are what this role makes of them. By the others, a manager who studies in a group would come to manage it.
 */
export async function writePeople(
  people: readonly ExportedPerson[],
  language: Language,
): Promise<FileAnswer> {
  const rows = people.map((person) => {
    const role = IMPORT_TYPES.find((each) => person.user_types.includes(each));
    const groupRole = GROUP_ROLE[role ?? 'owner'];
    const cells: Record<(typeof EXPORT_COLUMNS)[number], string> = {
      role: role ? ROLE_NAMES[language][role] : '',
      email: person.email ?? '',
      phone: person.phone ?? '',
      last_name: person.last_name,
      first_name: person.first_name,
      middle_name: person.middle_name,
      department: person.subdivision,
      position: person.position,
      comment: person.comment,
      manager_department_id: cellOfGroups(person.groups.filter((group) => group.role === groupRole)),
    };
    return EXPORT_COLUMNS.map((column) => cells[column]);
  });
  const columns = columnsOf(language, EXPORT_COLUMNS);
  const words = WORDS[language];
  return {
    name: words.people_file,
    bytes: await writeWorkbook({ name: words.people, columns, rows, frozen: 'heads' }),
  };
}

/** @param roles of which one may be chosen, where they are given */
function columnsOf(
  language: Language,
  columns: readonly ImportColumn[],
  roles?: readonly string[],
): SheetColumn[] {
  return columns.map((column) => ({
    header: HEADERS[language][column],
    width: WIDTHS[column] ?? OTHER_WIDTH,
    format: 'text',
    ...(column === 'role' && roles
      ? { choices: { of: roles, rows: IMPORT_ROWS, error: WORDS[language].wrong_role } }
      : {}),
  }));
}
