import type { Messages, Slice } from '../../../i18n/messages.ts';

export const GUIDES = ['student', 'trainer', 'manager', 'admin'] as const;
export type Guide = (typeof GUIDES)[number];

export type TopicId = keyof Messages['support']['topics'];

export interface Topic {
  id: TopicId;
  guide: Guide;
  steps: number;
  /** What its steps call buttons and sections: keys of the texts that these themselves show, so that the words agree. */
  labels: Record<string, `${Slice}.${string}`>;
}

/** The instructions in their order; each has its texts in support.json and its picture in public/support. */
export const TOPICS: readonly Topic[] = [
  {
    id: 'sign_in',
    guide: 'student',
    steps: 4,
    labels: {
      submit: 'accounts.login.submit',
      forgot: 'accounts.login.forgot',
      menu: 'shell.open_menu',
      send: 'users.row.send_credentials',
    },
  },
  {
    id: 'take_course',
    guide: 'student',
    steps: 4,
    labels: {
      courses: 'shell.entries.courses',
      begin: 'step.go.begin',
      go_on: 'step.go.go_on',
      finish: 'materials.viewer.finish',
    },
  },
  {
    id: 'take_exam',
    guide: 'student',
    steps: 4,
    labels: {
      start: 'attempts.introduction.start',
      mark: 'attempts.question.mark',
      map: 'attempts.map.title',
      finish: 'attempts.finish.open',
    },
  },
  {
    id: 'exam_trouble',
    guide: 'student',
    steps: 4,
    labels: {
      saving: 'attempts.saving.automatic',
      here: 'attempts.introduction.continue_here',
    },
  },
  {
    id: 'results',
    guide: 'student',
    steps: 4,
    labels: {
      profile: 'shell.entries.profile',
      exams: 'profile.tabs.exams',
      certificates: 'profile.tabs.certificates',
      download: 'certificates.download',
    },
  },
  {
    id: 'notices',
    guide: 'student',
    steps: 3,
    labels: {
      webinars: 'shell.entries.webinars',
      join: 'webinars.join.join',
      calendar: 'webinars.add_to_calendar',
      profile: 'shell.entries.profile',
    },
  },
  {
    id: 'materials',
    guide: 'trainer',
    steps: 4,
    labels: {
      manage: 'materials.list.manage',
      add: 'materials.manage.add',
      theory: 'courses.tabs.theory',
    },
  },
  {
    id: 'tests',
    guide: 'trainer',
    steps: 4,
    labels: {
      add: 'forms.add_question',
      bank: 'forms.tools.bank',
      preview: 'forms.tools.preview',
      publish: 'forms.publish',
    },
  },
  {
    id: 'key_repair',
    guide: 'trainer',
    steps: 4,
    labels: {
      results: 'statistics.to_results',
      mend: 'results.mend_key',
      preview: 'results.key.preview',
      raise: 'results.key.only_raise',
      undo: 'results.repairs.undo',
    },
  },
  {
    id: 'analytics',
    guide: 'trainer',
    steps: 4,
    labels: {
      tab: 'courses.tabs.analytics',
      columns: 'statistics.choose.open',
      export: 'statistics.export',
      retake: 'results.actions.retake',
      time: 'statistics.give_time',
      outage: 'statistics.outage',
    },
  },
  {
    id: 'today',
    guide: 'trainer',
    steps: 3,
    labels: {
      today: 'shell.entries.today',
      publish: 'results.actions.publish',
      remind: 'today.remind',
    },
  },
  {
    id: 'groups',
    guide: 'manager',
    steps: 5,
    labels: {
      groups: 'shell.entries.groups',
      create: 'groups.create',
      add: 'groups.add.title',
      courses: 'groups.assign.course_ids',
      rule: 'groups.rule.title',
    },
  },
  {
    id: 'import',
    guide: 'manager',
    steps: 4,
    labels: {
      users: 'shell.entries.users',
      import: 'users.list.import',
      template: 'imports.choose.template',
      run: 'imports.run.confirm',
      undo: 'imports.recent.undo',
    },
  },
  {
    id: 'programs',
    guide: 'manager',
    steps: 3,
    labels: {
      programs: 'shell.entries.programs',
      create: 'programs.create',
      assign: 'groups.assign.program_ids',
      edit: 'chronology.edit',
    },
  },
  {
    id: 'reminders',
    guide: 'manager',
    steps: 3,
    labels: {
      today: 'shell.entries.today',
      silent: 'today.sections.silent.title',
      all: 'today.remind_all',
    },
  },
  {
    id: 'reports',
    guide: 'manager',
    steps: 3,
    labels: {
      tab: 'courses.tabs.analytics',
      columns: 'statistics.choose.open',
      export: 'statistics.export',
      print: 'statistics.print',
    },
  },
  {
    id: 'access',
    guide: 'manager',
    steps: 3,
    labels: {
      users: 'shell.entries.users',
      invite: 'users.list.invite',
      send: 'users.row.send_credentials',
      sheet: 'users.row.sheet',
      block: 'users.row.block',
    },
  },
  {
    id: 'company',
    guide: 'admin',
    steps: 3,
    labels: {
      company: 'shell.entries.company',
      edit: 'companies.edit',
      dashboard: 'shell.entries.dashboard',
      licences: 'shell.licences',
    },
  },
  {
    id: 'people',
    guide: 'admin',
    steps: 3,
    labels: {
      users: 'shell.entries.users',
      create: 'users.list.create',
      import: 'users.list.import',
      student: 'common.roles.student',
      manager: 'common.roles.manager',
      trainer: 'common.roles.trainer',
    },
  },
  {
    id: 'courses',
    guide: 'admin',
    steps: 3,
    labels: {
      create: 'courses.create',
      courses: 'shell.entries.courses',
      materials: 'courses.add_materials',
      settings: 'courses.tabs.settings',
      publish: 'courses.settings.publish',
    },
  },
  {
    id: 'chronology',
    guide: 'admin',
    steps: 4,
    labels: {
      edit: 'chronology.edit',
      stage: 'chronology.add_stage',
      save: 'chronology.preview.save',
      programs: 'shell.entries.programs',
    },
  },
  {
    id: 'library',
    guide: 'admin',
    steps: 3,
    labels: {
      library: 'shell.entries.library',
      clone: 'library.copy',
      review: 'library.changes.review',
    },
  },
  {
    id: 'history',
    guide: 'admin',
    steps: 4,
    labels: {
      history: 'shell.entries.company_history',
      restore: 'history.restore.action',
      undo: 'history.restore.undo',
    },
  },
  {
    id: 'webinars',
    guide: 'admin',
    steps: 3,
    labels: {
      webinars: 'shell.entries.webinars',
      create: 'webinars.create',
      attendance: 'webinars.tabs.attendance',
      export: 'webinars.attendance.export',
    },
  },
  {
    id: 'certificates',
    guide: 'admin',
    steps: 3,
    labels: {
      flag: 'forms.flags.issue_certificate',
      term: 'courses.certificate_term.label',
      settings: 'courses.tabs.settings',
      tab: 'courses.tabs.certificates',
    },
  },
];

/** The slices of texts that a topic borrows its labels from. */
export function slicesOf({ labels }: Topic): Slice[] {
  return [...new Set(Object.values(labels).map((key) => key.split('.')[0] as Slice))];
}

/** Every picture of a topic is a screen of this size, in pixels. */
export const PICTURE = { width: 960, height: 600 };

/** The address of a topic's picture. */
export function pictureOf(language: string, id: TopicId): string {
  return `/support/${language}/${id.replaceAll('_', '-')}.webp`;
}
