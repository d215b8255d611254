import * as z from 'zod/mini';
import { FINISHED_BY, getPassedForm } from '../../exams/attempts/contract.ts';
import { answerTerms, CREDITS, mark, questionType } from '../../exams/questions/contract.ts';
import { mendedTerms } from '../../exams/results/contract.ts';
import { COURSE_STATES, courseState } from '../../learning/courses/contract.ts';
import { PACKAGE_STANDINGS, packageResult } from '../../learning/packages/contract.ts';
import {
  byComma,
  byId,
  endpoint,
  fileAnswer,
  flag,
  id,
  idText,
  instant,
  listQuery,
  page,
  person,
} from '../../platform/contract.ts';
import { oneForm } from '../../exams/forms/contract.ts';

export const COLUMN_TYPES = ['text', 'number', 'percent', 'date', 'duration', 'status', 'ects'] as const;

interface ColumnKind {
  type: (typeof COLUMN_TYPES)[number];
  sortable: boolean;
  filterable: boolean;
  /** Shown until somebody chooses. */
  default_visible: boolean;
}

const shown = { sortable: true, filterable: true, default_visible: true };
const offered = { ...shown, default_visible: false };

/** The columns of the course's students, in their order, and the group that each stands in. */
export const COURSE_COLUMNS = {
  last_name: { group: 'student', type: 'text', ...shown, filterable: false },
  email: { group: 'student', type: 'text', ...offered, sortable: false, filterable: false },
  position: { group: 'student', type: 'text', ...offered, sortable: false, filterable: false },
  subdivision: { group: 'student', type: 'text', ...offered, sortable: false, filterable: false },
  groups: { group: 'student', type: 'text', ...offered, sortable: false },
  blocked_in_course: { group: 'student', type: 'status', ...offered },
  state: { group: 'progress', type: 'status', ...shown },
  progress: { group: 'progress', type: 'percent', ...shown },
  materials_done: { group: 'progress', type: 'number', ...offered, filterable: false },
  started_at: { group: 'progress', type: 'date', ...offered },
  last_activity: { group: 'progress', type: 'date', ...shown },
  completed_at: { group: 'progress', type: 'date', ...offered },
  due_at: { group: 'progress', type: 'date', ...offered },
  late_days: { group: 'progress', type: 'number', ...offered },
  time_spent: { group: 'progress', type: 'duration', ...offered, filterable: false },
  certificate_number: { group: 'outcome', type: 'text', ...offered },
  can_download_certificate: { group: 'outcome', type: 'status', ...offered, sortable: false },
  retake_allowed: { group: 'outcome', type: 'status', ...offered, sortable: false },
} as const satisfies Record<string, ColumnKind & { group: string }>;

/** The columns of each test and exam. The last five tell of the result that counts. */
export const FORM_COLUMNS = {
  status: { type: 'status', ...shown },
  attempts_used: { type: 'number', ...offered, filterable: false },
  first_score: { type: 'number', ...offered, filterable: false },
  last_score: { type: 'number', ...offered, filterable: false },
  best_score: { type: 'number', ...offered, filterable: false },
  first_percent: { type: 'percent', ...offered, filterable: false },
  last_percent: { type: 'percent', ...offered, filterable: false },
  best_percent: { type: 'percent', ...offered, filterable: false },
  percent: { type: 'percent', ...shown },
  ects: { type: 'ects', ...offered, filterable: false },
  passed: { type: 'status', ...offered },
  duration: { type: 'duration', ...offered, filterable: false },
  finished_by: { type: 'status', ...offered, filterable: false },
} as const satisfies Record<string, ColumnKind>;

/** The columns of each package: its tries, and of them the one that counts. */
export const PACKAGE_COLUMNS = {
  standing: { type: 'status', ...shown },
  score: { type: 'percent', ...shown },
  tries: { type: 'number', ...offered, filterable: false },
  time: { type: 'duration', ...offered, filterable: false },
} as const satisfies Record<string, ColumnKind>;

export type CourseColumn = keyof typeof COURSE_COLUMNS;
export type FormColumn = keyof typeof FORM_COLUMNS;
export type PackageColumn = keyof typeof PACKAGE_COLUMNS;

const KINDS = { course: COURSE_COLUMNS, form: FORM_COLUMNS, package: PACKAGE_COLUMNS };
/** Ids are integers of Postgres. */
const PART_KEY = /^(form|package)_([1-9]\d{0,8})_([a-z_]+)$/;

type KeyMeaning =
  | { form_id: null; package_id: null; field: CourseColumn; sortable: boolean }
  | { form_id: number; package_id: null; field: FormColumn; sortable: boolean }
  | { form_id: null; package_id: number; field: PackageColumn; sortable: boolean };

/**
 * What the key of a column means: of the course, `form_12_percent` of one of its forms, or `package_34_score` of the
 * material that shows a package; null for any other word.
 */
export function columnOf(key: string): KeyMeaning | null {
  const [, part = 'course', number, field = key] = PART_KEY.exec(key) ?? [];
  const kinds: Record<string, ColumnKind> = KINDS[part as keyof typeof KINDS];
  if (!Object.hasOwn(kinds, field)) return null;
  const of = (name: string) => (part === name ? Number(number) : null);
  const meaning = { form_id: of('form'), package_id: of('package'), field, sortable: kinds[field]!.sortable };
  return meaning as KeyMeaning;
}

/** A list of words in one value, each of which has to pass. */
function words(most: number, passes: (word: string) => boolean) {
  const word = z.string().check((checked) => {
    if (!passes(checked.value))
      checked.issues.push({ code: 'invalid_value', values: [], input: checked.value, path: [] });
  });
  return z.pipe(byComma, z.array(word).check(z.maxLength(most)));
}

const ordering = z.optional(words(5, (term) => columnOf(term.replace(/^-/, ''))?.sortable === true));
/** Keys of columns, in the order asked for. */
const columns = words(200, (key) => columnOf(key) !== null);
const SHOWN_FIRST = ['last_name', 'state', 'progress', 'last_activity'];

/** Where a student stands in a form, or in any of the course where none is told. */
export const FORM_OUTCOMES = ['passed', 'failed', 'not_taken', 'running', 'in_review'] as const;
/** "started": in progress or finished. */
export const STUDENT_STATES = [...COURSE_STATES, 'started'] as const;

/** Where a student stands with the due date of the course: not finished before it or after, finished so, or without one. */
export const TERM_STATES = ['to_come', 'overdue', 'in_time', 'late', 'none'] as const;

/** A text with how often it was typed, and of its points what it gives, 0 to 1, unless its question is annulled. */
const typedText = { text: z.string(), count: z.int(), share: z.optional(z.number()) };
const share = z.optional(z.coerce.number().check(z.gte(0), z.lte(100)));
/** A day of the company; the last one of a range is included. */
const day = z.optional(z.iso.date().check(z.refine((value) => value >= '2000' && value < '2062')));
const yes = z.optional(flag);

const filters = {
  state: z.optional(z.enum(STUDENT_STATES)),
  group: z.optional(idText),
  blocked: yes,
  certificate: yes,
  retake_allowed: yes,
  progress_from: share,
  progress_to: share,
  started_from: day,
  started_to: day,
  last_activity_from: day,
  last_activity_to: day,
  completed_from: day,
  completed_to: day,
  term: z.optional(z.enum(TERM_STATES)),
  due_from: day,
  due_to: day,
  /** The form that `result` and `percent_…` are about. */
  form: z.optional(idText),
  result: z.optional(z.enum(FORM_OUTCOMES)),
  percent_from: share,
  percent_to: share,
  /** The material of the package that `standing` and `score_…` are about; without it any of the course. */
  package: z.optional(idText),
  standing: z.optional(z.enum(PACKAGE_STANDINGS)),
  score_from: share,
  score_to: share,
};

const students = z.extend(listQuery({ page_size: 10, ordering: ['last_name'], filters }), { ordering });

const formResult = z.object({
  form_id: id,
  form_name: z.string(),
  form_type: z.int(),
  status: z.int(),
  attempts_used: z.int(),
  attempts_allowed: z.nullable(z.int()),
  first_score: z.nullable(z.number()),
  last_score: z.nullable(z.number()),
  best_score: z.nullable(z.number()),
  first_percent: z.nullable(z.number()),
  last_percent: z.nullable(z.number()),
  best_percent: z.nullable(z.number()),
  percent: z.nullable(z.number()),
  ects: z.nullable(z.string()),
  passed: z.nullable(z.boolean()),
  /** Seconds. */
  duration: z.nullable(z.int()),
  finished_by: z.nullable(z.enum(FINISHED_BY)),
  /** A result waits to be published. */
  in_review: z.boolean(),
  retake_allowed: z.boolean(),
  last_attempt_id: z.nullable(id),
});

export const STUDENT_ACTIONS = ['retake', 'certificate', 'view_user', 'give_time'] as const;

export const courseStatistic = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/statistic',
  access: 'viewCourseAnalytics',
  summary: "The course's students with progress and results",
  params: byId,
  query: students,
  response: page(
    z.object({
      user: person,
      email: z.nullable(z.string()),
      position: z.string(),
      subdivision: z.string(),
      groups: z.array(z.string()),
      blocked_in_course: z.boolean(),
      state: courseState,
      progress: z.int(),
      materials_done: z.int(),
      materials_total: z.int(),
      started_at: z.nullable(instant),
      last_activity: z.nullable(instant),
      completed_at: z.nullable(instant),
      /** The earliest of all that give it, also once it is finished; null: not due. */
      due_at: z.nullable(instant),
      /** Days from that to the finish; 0: in time, null: not finished, or not due. */
      late_days: z.nullable(z.int()),
      /** Seconds of ended attempts, of packages, and of video and audio played, each second counted once. */
      time_spent: z.int(),
      /** Of the certificate in its newest version. */
      certificate_number: z.nullable(z.string()),
      can_download_certificate: z.boolean(),
      retake_allowed: z.boolean(),
      forms: z.array(formResult),
      packages: z.array(packageResult),
      actions: z.array(z.enum(STUDENT_ACTIONS)),
    }),
  ),
});

const listOfColumns = z.object({
  columns: z.array(
    z.object({
      /** What the column is called in `columns` and, where it is sortable, in `ordering`. */
      key: z.string(),
      field: z.string(),
      form_id: z.nullable(id),
      /** The material that shows the package. */
      package_id: z.nullable(id),
      /** What stands above it, in the reader's language; the screens have words of their own. */
      label: z.string(),
      /** The name of its form or package; null: it tells of the course. */
      part_name: z.nullable(z.string()),
      type: z.enum(COLUMN_TYPES),
      group: z.string(),
      sortable: z.boolean(),
      filterable: z.boolean(),
      default_visible: z.boolean(),
      /** Always shown. */
      locked: z.boolean(),
    }),
  ),
});

export const statisticColumns = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/statistic_columns',
  access: 'viewCourseAnalytics',
  summary: "What the table of the course's students can show",
  params: byId,
  response: listOfColumns,
});

export const formStatisticColumns = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/statistic_columns/:formId',
  access: 'viewCourseAnalytics',
  summary: 'What that table can show of one form',
  params: oneForm,
  response: listOfColumns,
});

export const courseAttempt = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/statistic/:attemptId',
  access: getPassedForm.access,
  summary: 'The result of an attempt at a form of the course, as the caller may see it',
  params: z.strictObject({ id: idText, attemptId: idText }),
  response: getPassedForm.response,
  inDispatch: 'course',
});

export const statisticExport = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/statistic_export',
  access: 'viewCourseAnalytics',
  summary: 'The filtered table of students as an xlsx file; without columns, the first of the course',
  params: byId,
  query: z.extend(students, { columns: z._default(columns, SHOWN_FIRST) }),
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const statisticSummary = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/statistic_summary',
  access: 'viewCourseAnalytics',
  summary: "Figures over the course's students in reach",
  params: byId,
  query: z.strictObject({ group: z.optional(idText) }),
  response: z.object({
    students: z.int(),
    started: z.int(),
    finished: z.int(),
    /** In whole percents, rounded down as progress is everywhere; null: nobody. */
    average_progress: z.nullable(z.int()),
    /** Results that count, one per student and form. */
    results: z.int(),
    passed: z.int(),
    average_percent: z.nullable(z.number()),
    /** Students with a result that waits to be published. */
    in_review: z.int(),
  }),
});

export const BUCKETS = ['day', 'week', 'month', 'year'] as const;

export const dynamicStatistic = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/dynamic_statistic',
  access: 'viewCourseAnalytics',
  summary: 'Attempts at the tests and exams of a course over time, in days of the company',
  params: byId,
  query: z.strictObject({
    /** Only the latest attempt of each student at each form. */
    only_recent: yes,
    /** So many days until `to`, where no `from` is told. */
    days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(3660)), 30),
    from: day,
    /** Today, unless told. */
    to: day,
    form: z.optional(idText),
    group: z.optional(idText),
  }),
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    time_zone: z.string(),
    /** What a point stands for: chosen by the length of the period, so that there are 62 points at most. */
    bucket: z.enum(BUCKETS),
    points: z.array(
      z.object({
        /** Its first day within the period. */
        date: z.iso.date(),
        started: z.int(),
        completed: z.int(),
        passed: z.int(),
        failed: z.int(),
        /** Percent of those completed. */
        average: z.nullable(z.number()),
      }),
    ),
  }),
});

/** What to think of a question, by `verdictOf`. */
export const VERDICTS = [
  'too_few',
  'annulled',
  'check_key',
  'too_hard',
  'too_easy',
  'does_not_tell_apart',
  'good',
  /** A person marks it: right and wrong say nothing of its key. */
  'by_hand',
] as const;

export const questionStatistic = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/form/:formId/question_statistic',
  access: 'viewCourseAnalytics',
  summary:
    'How the questions of a published form were answered, by the results that count of the version with this number, or of the newest that somebody finished',
  params: oneForm,
  query: z.strictObject({ group: z.optional(idText), version: z.optional(idText) }),
  response: z.object({
    form: z.object({ id, name: z.string(), form_type: z.int(), version: z.int() }),
    /** Attempts that are counted, one per student. */
    attempts: z.int(),
    /** The current one and those of results that count, with how many; the newest first. */
    versions: z.array(
      z.object({ version: z.int(), attempts: z.int(), is_current: z.boolean(), published_at: instant }),
    ),
    average_percent: z.nullable(z.number()),
    /** Each section over those attempts, but for what still waits for marks; none of a form without sections. */
    sections: z.array(
      z.object({
        title: z.string(),
        questions: z.int(),
        /** Points on average, of so many; null: nobody was graded. */
        average: z.nullable(z.number()),
        maximum: z.nullable(z.number()),
        average_percent: z.nullable(z.number()),
      }),
    ),
    /** The caller may mend the key. */
    may_repair: z.boolean(),
    questions: z.array(
      z.object({
        id,
        title: z.string(),
        type: questionType,
        credit: z.enum(CREDITS),
        multiple_right_answers: z.boolean(),
        /** Attempts in which it was asked. */
        asked: z.int(),
        right: z.int(),
        partly: z.int(),
        not_answered: z.int(),
        /** Answers that wait for their mark. */
        in_review: z.int(),
        /** Points that what was answered got on the average, of `score`; null: nothing was. */
        average: z.nullable(z.number()),
        score: z.int(),
        /** Share right among the strong less that among the weak, -1 to 1; null with too few attempts. */
        discrimination: z.nullable(z.number()),
        verdict: z.enum(VERDICTS),
        answers: z.array(
          z.object({
            id,
            title: z.string(),
            is_right_answer: z.boolean(),
            chosen: z.int(),
            /** How many of the strong chose it. */
            chosen_by_strong: z.number(),
            ...answerTerms,
          }),
        ),
        ...mendedTerms,
        /** What was marked last on a picture, at most 500 places. */
        marks: z.array(mark),
        /** Of all marks those that lie in none of its areas. */
        besides: z.int(),
        /** What was typed most, at most ten texts, of a text with gaps in each. */
        responses: z.array(z.object({ gap: z.optional(z.int()), ...typedText })),
        /** How often an answer was put at a place, or matched with what: the ten most frequent of each place or answer. */
        made: z.array(
          z.object({ answer: id, place: z.optional(z.int()), match: z.optional(z.string()), count: z.int() }),
        ),
        /** The wrong answer chosen most, if any was. */
        most_chosen_wrong: z.nullable(id),
      }),
    ),
  }),
});
