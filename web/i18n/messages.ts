import type { ErrorCode } from '#contract/errors';

/** The slices of messages and their shape; Ukrainian is the base. A new slice is added here and in the three folders. */
export interface Messages {
  common: typeof import('./uk/common.json');
  /** What the API can refuse, as far as somebody who is signed out meets it. */
  errors: typeof import('./uk/errors.json');
  /** What whoever learns can meet besides, in private screens. */
  refusals: typeof import('./uk/refusals.json');
  /** The rest of it. */
  staff_refusals: typeof import('./uk/staff_refusals.json');
  accounts: typeof import('./uk/accounts.json');
  /** Where a company is registered, which signing in does without. */
  registration: typeof import('./uk/registration.json');
  /** Where the links of mails and sheets lead. */
  links: typeof import('./uk/links.json');
  shell: typeof import('./uk/shell.json');
  profile: typeof import('./uk/profile.json');
  security: typeof import('./uk/security.json');
  /** Companies that invite the person and wait for an answer. */
  invitations: typeof import('./uk/invitations.json');
  companies: typeof import('./uk/companies.json');
  users: typeof import('./uk/users.json');
  imports: typeof import('./uk/imports.json');
  /** What a student does next, how a test stands to them, and the bar of the one that runs. */
  step: typeof import('./uk/step.json');
  learning: typeof import('./uk/learning.json');
  photo: typeof import('./uk/photo.json');
  groups: typeof import('./uk/groups.json');
  programs: typeof import('./uk/programs.json');
  chronology: typeof import('./uk/chronology.json');
  courses: typeof import('./uk/courses.json');
  /** A course copied, out of the library or within the company. */
  copies: typeof import('./uk/copies.json');
  library: typeof import('./uk/library.json');
  history: typeof import('./uk/history.json');
  materials: typeof import('./uk/materials.json');
  /** What is in the browser for when there is no connection. */
  kept: typeof import('./uk/kept.json');
  /** What a person notes on materials, and the places they keep. */
  notes: typeof import('./uk/notes.json');
  /** Courses given into other systems, and how one comes in from there. */
  dispatches: typeof import('./uk/dispatches.json');
  directories: typeof import('./uk/directories.json');
  /** Courses made elsewhere, which run here. */
  packages: typeof import('./uk/packages.json');
  /** Where files are uploaded and offered. */
  files: typeof import('./uk/files.json');
  /** Where rich text is written. */
  editor: typeof import('./uk/editor.json');
  forms: typeof import('./uk/forms.json');
  /** The company's bank of questions, and what tests draw from it. */
  bank: typeof import('./uk/bank.json');
  attempts: typeof import('./uk/attempts.json');
  /** What became of one, and what is given to those in the middle of it. */
  attempt_results: typeof import('./uk/attempt_results.json');
  statistics: typeof import('./uk/statistics.json');
  dashboard: typeof import('./uk/dashboard.json');
  results: typeof import('./uk/results.json');
  /** Answers that people mark. */
  marks: typeof import('./uk/marks.json');
  /** Tests on paper. */
  prints: typeof import('./uk/prints.json');
  /** Answer sheets that are typed in. */
  sheets: typeof import('./uk/sheets.json');
  /** Files that are handed in as answers. */
  handins: typeof import('./uk/handins.json');
  overwritten: typeof import('./uk/overwritten.json');
  certificates: typeof import('./uk/certificates.json');
  webinars: typeof import('./uk/webinars.json');
  today: typeof import('./uk/today.json');
  /** What a person or a company takes along, and what is erased. */
  privacy: typeof import('./uk/privacy.json');
  support: typeof import('./uk/support.json');
  /** Found from anywhere: the palette, and the list of shortcuts. */
  palette: typeof import('./uk/palette.json');
  notifications: typeof import('./uk/notifications.json');
  /** What a new company does first. */
  first_steps: typeof import('./uk/first_steps.json');
  /** A month that a day is chosen from. */
  calendar: typeof import('./uk/calendar.json');
  /** Tips that are read once. */
  hints: typeof import('./uk/hints.json');
}
export type Slice = keyof Messages;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}

type Complete<Base, Translation extends Base> = [Base, Translation];

/**
 * A translation without one of the base's keys, or a catalogue code without its text, does not compile.
 * @public
 */
export type TranslationsAreComplete = [
  Complete<Record<ErrorCode, string>, Messages['errors'] & Messages['refusals'] & Messages['staff_refusals']>,
  Complete<Messages['common'], typeof import('./en/common.json')>,
  Complete<Messages['common'], typeof import('./de/common.json')>,
  Complete<Messages['errors'], typeof import('./en/errors.json')>,
  Complete<Messages['errors'], typeof import('./de/errors.json')>,
  Complete<Messages['refusals'], typeof import('./en/refusals.json')>,
  Complete<Messages['refusals'], typeof import('./de/refusals.json')>,
  Complete<Messages['staff_refusals'], typeof import('./en/staff_refusals.json')>,
  Complete<Messages['staff_refusals'], typeof import('./de/staff_refusals.json')>,
  Complete<Messages['accounts'], typeof import('./en/accounts.json')>,
  Complete<Messages['accounts'], typeof import('./de/accounts.json')>,
  Complete<Messages['registration'], typeof import('./en/registration.json')>,
  Complete<Messages['registration'], typeof import('./de/registration.json')>,
  Complete<Messages['links'], typeof import('./en/links.json')>,
  Complete<Messages['links'], typeof import('./de/links.json')>,
  Complete<Messages['shell'], typeof import('./en/shell.json')>,
  Complete<Messages['shell'], typeof import('./de/shell.json')>,
  Complete<Messages['profile'], typeof import('./en/profile.json')>,
  Complete<Messages['profile'], typeof import('./de/profile.json')>,
  Complete<Messages['security'], typeof import('./en/security.json')>,
  Complete<Messages['security'], typeof import('./de/security.json')>,
  Complete<Messages['invitations'], typeof import('./en/invitations.json')>,
  Complete<Messages['invitations'], typeof import('./de/invitations.json')>,
  Complete<Messages['companies'], typeof import('./en/companies.json')>,
  Complete<Messages['companies'], typeof import('./de/companies.json')>,
  Complete<Messages['users'], typeof import('./en/users.json')>,
  Complete<Messages['users'], typeof import('./de/users.json')>,
  Complete<Messages['imports'], typeof import('./en/imports.json')>,
  Complete<Messages['imports'], typeof import('./de/imports.json')>,
  Complete<Messages['learning'], typeof import('./en/learning.json')>,
  Complete<Messages['learning'], typeof import('./de/learning.json')>,
  Complete<Messages['photo'], typeof import('./en/photo.json')>,
  Complete<Messages['photo'], typeof import('./de/photo.json')>,
  Complete<Messages['groups'], typeof import('./en/groups.json')>,
  Complete<Messages['groups'], typeof import('./de/groups.json')>,
  Complete<Messages['programs'], typeof import('./en/programs.json')>,
  Complete<Messages['programs'], typeof import('./de/programs.json')>,
  Complete<Messages['chronology'], typeof import('./en/chronology.json')>,
  Complete<Messages['chronology'], typeof import('./de/chronology.json')>,
  Complete<Messages['courses'], typeof import('./en/courses.json')>,
  Complete<Messages['courses'], typeof import('./de/courses.json')>,
  Complete<Messages['copies'], typeof import('./en/copies.json')>,
  Complete<Messages['copies'], typeof import('./de/copies.json')>,
  Complete<Messages['library'], typeof import('./en/library.json')>,
  Complete<Messages['library'], typeof import('./de/library.json')>,
  Complete<Messages['history'], typeof import('./en/history.json')>,
  Complete<Messages['history'], typeof import('./de/history.json')>,
  Complete<Messages['editor'], typeof import('./en/editor.json')>,
  Complete<Messages['editor'], typeof import('./de/editor.json')>,
  Complete<Messages['packages'], typeof import('./en/packages.json')>,
  Complete<Messages['packages'], typeof import('./de/packages.json')>,
  Complete<Messages['files'], typeof import('./en/files.json')>,
  Complete<Messages['files'], typeof import('./de/files.json')>,
  Complete<Messages['materials'], typeof import('./en/materials.json')>,
  Complete<Messages['materials'], typeof import('./de/materials.json')>,
  Complete<Messages['directories'], typeof import('./en/directories.json')>,
  Complete<Messages['directories'], typeof import('./de/directories.json')>,
  Complete<Messages['dispatches'], typeof import('./en/dispatches.json')>,
  Complete<Messages['dispatches'], typeof import('./de/dispatches.json')>,
  Complete<Messages['notes'], typeof import('./en/notes.json')>,
  Complete<Messages['notes'], typeof import('./de/notes.json')>,
  Complete<Messages['kept'], typeof import('./en/kept.json')>,
  Complete<Messages['kept'], typeof import('./de/kept.json')>,
  Complete<Messages['forms'], typeof import('./en/forms.json')>,
  Complete<Messages['forms'], typeof import('./de/forms.json')>,
  Complete<Messages['bank'], typeof import('./en/bank.json')>,
  Complete<Messages['bank'], typeof import('./de/bank.json')>,
  Complete<Messages['attempts'], typeof import('./en/attempts.json')>,
  Complete<Messages['attempts'], typeof import('./de/attempts.json')>,
  Complete<Messages['handins'], typeof import('./en/handins.json')>,
  Complete<Messages['handins'], typeof import('./de/handins.json')>,
  Complete<Messages['overwritten'], typeof import('./en/overwritten.json')>,
  Complete<Messages['overwritten'], typeof import('./de/overwritten.json')>,
  Complete<Messages['step'], typeof import('./en/step.json')>,
  Complete<Messages['step'], typeof import('./de/step.json')>,
  Complete<Messages['statistics'], typeof import('./en/statistics.json')>,
  Complete<Messages['statistics'], typeof import('./de/statistics.json')>,
  Complete<Messages['dashboard'], typeof import('./en/dashboard.json')>,
  Complete<Messages['dashboard'], typeof import('./de/dashboard.json')>,
  Complete<Messages['results'], typeof import('./en/results.json')>,
  Complete<Messages['results'], typeof import('./de/results.json')>,
  Complete<Messages['prints'], typeof import('./en/prints.json')>,
  Complete<Messages['prints'], typeof import('./de/prints.json')>,
  Complete<Messages['sheets'], typeof import('./en/sheets.json')>,
  Complete<Messages['sheets'], typeof import('./de/sheets.json')>,
  Complete<Messages['certificates'], typeof import('./en/certificates.json')>,
  Complete<Messages['certificates'], typeof import('./de/certificates.json')>,
  Complete<Messages['webinars'], typeof import('./en/webinars.json')>,
  Complete<Messages['webinars'], typeof import('./de/webinars.json')>,
  Complete<Messages['today'], typeof import('./en/today.json')>,
  Complete<Messages['today'], typeof import('./de/today.json')>,
  Complete<Messages['privacy'], typeof import('./en/privacy.json')>,
  Complete<Messages['privacy'], typeof import('./de/privacy.json')>,
  Complete<Messages['support'], typeof import('./en/support.json')>,
  Complete<Messages['support'], typeof import('./de/support.json')>,
  Complete<Messages['palette'], typeof import('./en/palette.json')>,
  Complete<Messages['palette'], typeof import('./de/palette.json')>,
  Complete<Messages['notifications'], typeof import('./en/notifications.json')>,
  Complete<Messages['notifications'], typeof import('./de/notifications.json')>,
  Complete<Messages['first_steps'], typeof import('./en/first_steps.json')>,
  Complete<Messages['first_steps'], typeof import('./de/first_steps.json')>,
  Complete<Messages['hints'], typeof import('./en/hints.json')>,
  Complete<Messages['hints'], typeof import('./de/hints.json')>,
];
