/** A table of a company's archive. */
export interface ArchivedTable {
  table: string;
  /** What a row is, for whoever reads the archive. */
  about: string;
  /** The rest of its key besides the company: pages follow it. */
  key: readonly [string, ...string[]];
  /** Columns that are nobody's business outside. */
  omit?: readonly string[];
  /** Its rows tell of a key: those of a test that the caller takes are left out. Where the test is named. Of marks also that of one of two. */
  key_of?: 'form' | 'question' | 'bank' | 'attempt' | 'mark' | 'entry';
}

/** What a company takes along, in an order in which it can be read in again. */
export const ARCHIVED: readonly ArchivedTable[] = [
  {
    table: 'memberships',
    about: 'who belongs or belonged to the company, with roles',
    key: ['user_id'],
    omit: ['given_types', 'surname', 'activated', 'has_email'],
  },
  {
    table: 'directory_tokens',
    about: 'tokens of directories that keep people up to date',
    key: ['id'],
    omit: ['token_hash'],
  },
  { table: 'directory_refusals', about: 'what directories were refused lately', key: ['id'] },
  { table: 'study_groups', about: 'groups', key: ['id'] },
  { table: 'group_members', about: 'people of groups', key: ['group_id', 'user_id', 'role'] },
  {
    table: 'group_exceptions',
    about: 'students taken out of groups that fill themselves',
    key: ['group_id', 'user_id'],
  },
  { table: 'course_categories', about: 'categories of courses', key: ['id'] },
  { table: 'courses', about: 'courses', key: ['id'] },
  { table: 'course_groups', about: 'groups of courses', key: ['course_id', 'group_id'] },
  {
    table: 'course_members',
    about: 'coaches and students of courses',
    key: ['course_id', 'user_id', 'role'],
  },
  { table: 'course_blocks', about: 'who is kept out of a course', key: ['user_id', 'course_id'] },
  { table: 'course_states', about: 'how far a student is in a course', key: ['course_id', 'user_id'] },
  {
    table: 'group_progress',
    about: 'how far a student of a group is in the courses it gives',
    key: ['group_id', 'user_id'],
  },
  { table: 'materials', about: 'materials of courses, with their texts', key: ['id'] },
  { table: 'material_files', about: 'files of materials; media_id is that of a file', key: ['media_id'] },
  {
    table: 'material_origins',
    about: 'what cloned materials come from',
    key: ['course_id', 'origin_material_id'],
  },
  {
    table: 'material_progress',
    about: 'what a student has opened and done',
    key: ['user_id', 'material_id'],
  },
  { table: 'material_unlocks', about: 'materials opened for one student', key: ['user_id', 'material_id'] },
  { table: 'forms', about: 'tests and exams', key: ['id'] },
  {
    table: 'questions',
    about: 'questions as they are edited, with answers',
    key: ['id'],
    key_of: 'question',
  },
  { table: 'question_files', about: 'files of questions', key: ['media_id'] },
  { table: 'bank_folders', about: 'folders of the bank of questions', key: ['id'] },
  { table: 'bank_entries', about: 'questions of the bank: where they lie', key: ['question_id'] },
  {
    table: 'bank_versions',
    about: 'questions of the bank, each version',
    key: ['question_id', 'number'],
    key_of: 'bank',
  },
  { table: 'form_versions', about: 'tests as they were published', key: ['id'], key_of: 'form' },
  { table: 'form_pools', about: 'what published tests draw from', key: ['form_version_id', 'question_id'] },
  { table: 'key_repairs', about: 'repairs of keys', key: ['id'], key_of: 'form' },
  { table: 'assignments', about: 'tests given to students, with their status', key: ['id'] },
  { table: 'assignment_decisions', about: 'retakes, renewals, minutes, annulments', key: ['id'] },
  { table: 'retake_requests', about: 'requests for another attempt', key: ['id'] },
  { table: 'packages', about: 'versions of packages', key: ['media_id'] },
  { table: 'dispatches', about: 'courses given into other systems', key: ['id'] },
  {
    table: 'dispatch_learners',
    about: 'who came from other systems, as those call them',
    key: ['dispatch_id', 'learner_id'],
  },
  {
    table: 'package_tries',
    about: 'tries at packages, with what each keeps',
    key: ['id'],
    omit: ['opening', 'sequence'],
  },
  { table: 'package_interactions', about: 'answers in packages', key: ['try_id', 'item', 'place'] },
  {
    table: 'attempts',
    about: 'attempts',
    key: ['id'],
    // What they come to stands with their gradings.
    omit: ['holder', 'seed', 'percent', 'passed'],
  },
  {
    table: 'form_results',
    about: 'what the attempts of a student at a test come to',
    key: ['assignment_id'],
  },
  {
    table: 'attempt_answers',
    about: 'answers of attempts',
    key: ['attempt_id', 'question_id'],
    key_of: 'attempt',
  },
  {
    table: 'answer_checks',
    about: 'answers of practices that were checked while they were taken',
    key: ['attempt_id', 'question_id', 'number'],
    key_of: 'attempt',
  },
  {
    table: 'attempt_files',
    about: 'files handed in as answers; media_id is that of a file, which its answer names',
    key: ['media_id'],
    key_of: 'attempt',
    omit: ['settled'],
  },
  { table: 'attempt_events', about: 'what happened during attempts', key: ['id'] },
  {
    table: 'attempt_notes',
    about: 'notes of trainers',
    key: ['attempt_id', 'question_id'],
    key_of: 'attempt',
  },
  {
    table: 'marks',
    about: 'marks given by people; undone ones too, none by one of two whose second could be you',
    key: ['id'],
    key_of: 'mark',
  },
  { table: 'print_runs', about: 'tests as they were laid out on paper', key: ['id'], omit: ['seed'] },
  { table: 'printings', about: 'who printed what of a test', key: ['id'] },
  {
    table: 'paper_sheets',
    about: 'answer sheets that were typed in',
    key: ['attempt_id'],
    key_of: 'attempt',
  },
  { table: 'gradings', about: 'results of attempts; the latest counts', key: ['id'], key_of: 'attempt' },
  { table: 'certificates', about: 'certificates, each version', key: ['id'] },
  { table: 'programs', about: 'programs', key: ['id'] },
  { table: 'program_groups', about: 'groups of programs', key: ['program_id', 'group_id'] },
  { table: 'program_courses', about: 'courses of programs', key: ['program_id', 'course_id'] },
  { table: 'webinars', about: 'webinars', key: ['id'] },
  { table: 'webinar_hosts', about: 'co-hosts', key: ['webinar_id', 'user_id'] },
  { table: 'webinar_courses', about: 'courses of webinars', key: ['webinar_id', 'course_id'] },
  { table: 'webinar_groups', about: 'groups of webinars', key: ['webinar_id', 'group_id'] },
  { table: 'webinar_programs', about: 'programs of webinars', key: ['webinar_id', 'program_id'] },
  { table: 'webinar_files', about: 'files of webinars', key: ['media_id'] },
  { table: 'webinar_attendance', about: 'who took part', key: ['webinar_id', 'user_id'] },
  { table: 'chronology_stages', about: 'stages of timelines', key: ['id'] },
  { table: 'chronology_items', about: 'steps of timelines', key: ['id'] },
  { table: 'chronology_opened', about: 'steps that were open to whom', key: ['user_id', 'item_id'] },
  { table: 'reminders', about: 'reminders sent', key: ['id'] },
  { table: 'notifications', about: 'what people were told in the app', key: ['id'] },
  { table: 'feedback', about: 'messages to the vendor', key: ['id'] },
  { table: 'history', about: 'history: who changed what, before and after', key: ['id'], key_of: 'entry' },
  {
    table: 'media',
    about: 'files; "url" gives the bytes until "files_until"',
    key: ['id'],
    omit: ['upload_id', 'uploading_since', 'user_id'],
  },
];

/** Rows that this archive does not hold, told to whoever opens it. */
export const OWN_TESTS_LEFT_OUT =
  'of the tests that you take yourself: questions with their keys, answers, notes, results, and their history';

/** Tables with rows of companies that no archive holds, and why. */
export const LEFT_OUT: Record<string, string> = {
  course_sums: 'sums over course_states, which are there',
  people_sums: 'sums over memberships, which are there',
  answer_sums: 'what gradings and answers say, which are there',
  sessions: 'the people’s own, not the company’s',
  one_time_tokens: 'secrets of links under way',
  idempotency_keys: 'so that a request is not done twice; gone in a day',
  mails: 'letters to people, sent or about to be',
  result_mails: 'letters not written yet',
  invited_addresses: 'whom the company invited lately, as hashes, so that nobody is invited twice a day',
  mail_refusals: 'who wants no letters of the company, as hashes; their own, not the company’s',
  mail_days: 'how many strangers a young company invites on which day',
  mail_limits: 'what the vendor noted of the company as a sender',
  uploads: 'files under way',
  access_codes: 'what is asked for at the start of a test today; worth nothing tomorrow',
  notes: 'what people noted for themselves: nobody else reads it; each finds it in their own archive',
  package_files: 'where the files of a package lie in its archive; follows from the archive',
  digests: 'for which week the weekly mail was sent last',
  course_waits: 'of whom is told when a timeline opens a course; follows from the timelines',
  webinar_waits: 'who is invited when a timeline opens a webinar; follows from the timelines',
};

/** What stands in a person's archive, told to whoever opens it. */
export const OWN_ARCHIVE_ABOUT: Record<string, string> = {
  person: 'your account: name, e-mail, phone, language',
  photo: 'your photo’s type and size in bytes; the picture itself is in your profile',
  sign_in: 'how you sign in, and the sessions with device, address and times; no passwords or keys',
  notification_settings: 'which mails you turned off, and your quiet hours',
  companies: 'one entry for each company that you belong or belonged to',
  'companies.membership': 'your roles, position, subdivision and what the company wrote beside them',
  'companies.courses': 'courses you study: materials in total and done',
  'companies.materials': 'materials you opened and finished',
  'companies.notes': 'your notes and bookmarks in materials',
  'companies.packages': 'your tries at packages: how they stand, what each keeps, and what you answered',
  'companies.attempts':
    'your attempts with your answers; a result once it is published; a question only where copying it is not forbidden',
  'companies.certificates': 'your certificates, each version',
  'companies.history': 'what you changed; names of other people are left out',
};
