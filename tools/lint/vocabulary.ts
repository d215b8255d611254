import { singularOf } from './directions.ts';

const BASE = ['platform', 'access', 'errors'];
const IN_EVERY_SLICE = ['contract', 'routes', 'service', 'queries', 'functions', 'tables'];
const SPLIT_BY_NOUN = /^(routes|service|queries)-[a-z]+(-[a-z]+)*$/;
/** Files that a slice has besides; a new one is a decision. */
const DECIDED: Record<string, string[]> = {
  accounts: ['common-passwords', 'exported-list', 'mails', 'phone'],
  attempts: ['exam-clock', 'save-queue', 'shown-answers'],
  certificates: ['mails', 'sheet-writer'],
  chronology: ['sheet-writer'],
  companies: ['web-address'],
  dispatches: ['dispatch', 'launch-script', 'link-package'],
  erasure: ['mails'],
  exchange: ['sheet', 'sheet-writer'],
  groups: ['sheet-writer'],
  imports: ['columns', 'template'],
  invitations: ['mails'],
  notifications: ['mails'],
  results: ['mails', 'sheet-writer'],
  social: ['provider'],
  statistics: ['sheet', 'sheet-writer'],
  support: ['mails'],
  today: ['mails', 'mails-digest'],
  webinars: ['calendar', 'mails'],
};
/** Rooms of a slice that has grown, each with its files. */
const ROOMS: Record<string, Record<string, string[]>> = {
  // A contract of its own: the screens that set a password have it, and the first of all does not.
  accounts: { password: ['contract'] },
  // Extra minutes: what staff give to attempts is another matter than taking them.
  attempts: { grants: ['contract', 'service'] },
  // Who is kept out of a course: its settings alone have them.
  courses: { blocking: ['contract'] },
  // What the standard of directories says, without the product's rules.
  directories: { scim: ['changes', 'filter', 'refusal', 'resources', 'schemas', 'sought'] },
  exchange: {
    moodle: ['cloze', 'gift', 'gift-text', 'gift-writer', 'moodle-xml', 'moodle-xml-writer'],
    qti: ['qti', 'qti-item', 'qti-item-writer', 'qti-prose', 'qti-writer', 'xhtml'],
    parts: ['categories', 'feedback', 'marked-gaps', 'places', 'prose', 'upload-terms', 'weights', 'written'],
  },
  // What a person learns, which the profile shows: the columns of a course are another matter.
  statistics: { learning: ['contract'] },
  packages: {
    content: ['content', 'content-files', 'content-token'],
    reading: ['archive', 'manifest', 'manifest-xml', 'prerequisites', 'sequencing'],
  },
};
const SAYS_NOTHING = /^(utils?|helpers?|common|misc|shared|index)$/;

/** What is wrong with a file's name below worker/ or web/, or null. */
export function nameProblem(path: string): string | null {
  const [part, wing = '', slice = '', ...rest] = path.split('/');
  const file = path.split('/').at(-1)!.replace(/\..*$/, '');
  if (part !== 'worker' && part !== 'web') return null;
  if (SAYS_NOTHING.test(file) && path !== 'worker/index.ts')
    return `the name ${file} does not say what is inside`;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(file)) return 'file names are kebab-case';
  if (part === 'web' || slice === '' || BASE.includes(wing)) return null;
  if (rest.length === 0) return 'a file stands in a slice, and a slice in a wing';
  if (rest.length > 1)
    return rest.length === 2 && ROOMS[slice]?.[rest[0]!]?.includes(file)
      ? null
      : 'a slice has no folders but the rooms that are decided';
  const isKnown =
    IN_EVERY_SLICE.includes(file) ||
    SPLIT_BY_NOUN.test(file) ||
    file === singularOf(slice) ||
    DECIDED[slice]?.includes(file);
  return isKnown ? null : `${file} is not in the vocabulary of a slice`;
}
