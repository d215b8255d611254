import * as z from 'zod/mini';
import type { ErrorCode } from '../../errors/contract.ts';
import { elsewhere } from '../programs/contract.ts';
import {
  byId,
  day,
  days,
  DAYS_LIMIT,
  dueFields,
  endpoint,
  fileAnswer,
  exactText,
  id,
  instant,
  listQuery,
  named,
  nothing,
  optionalText,
  page,
  person,
  personWithPhoto,
} from '../../platform/contract.ts';

/** Letters of the name of a stage. */
export const STAGE_NAME_LENGTH = 100;

export const ACCESS_RULES = [
  'always',
  'previous_done',
  'previous_passed',
  'all_previous_passed',
  'from_date',
] as const;
export const MOMENTS = ['none', 'date', 'after_assignment', 'after_previous'] as const;
export const AFTER_DUE = ['allow_late', 'block'] as const;
export const ITEM_STATES = ['locked', 'open', 'in_progress', 'done', 'overdue'] as const;
export const LOCK_REASONS = [
  'previous_not_done',
  'previous_not_passed',
  'date',
  'overdue',
  'canceled',
] as const;

export const STAGE_LIMIT = 50;
export const ITEM_LIMIT = 200;

const settings = {
  required: z.boolean(),
  access_rule: z.enum(ACCESS_RULES),
  access_from: z.nullable(day),
  opens: z.enum(MOMENTS),
  opens_on: z.nullable(day),
  opens_after_days: z.nullable(days),
  due: z.enum(MOMENTS),
  due_on: z.nullable(day),
  due_after_days: z.nullable(days),
  after_due: z.enum(AFTER_DUE),
};

const thing = {
  course_id: z.nullable(id),
  webinar_id: z.nullable(id),
  name: z.string(),
  /** Of a course. */
  theme_color: z.nullable(z.string()),
  /** Of a webinar. */
  starts_at: z.nullable(instant),
  canceled: z.boolean(),
  /** Of a course: there is something to pass in it. */
  has_tests: z.boolean(),
};
const itemState = z.enum(ITEM_STATES);
const lockReason = z.nullable(z.enum(LOCK_REASONS));
const revision = exactText(32);

export const getChronology = endpoint({
  method: 'GET',
  path: '/api/v1/educational_program/educational_program/:id/chronology',
  access: 'viewProgram',
  summary: 'The timeline of a program; a student gets where they stand in it',
  params: byId,
  response: z.object({
    program: named,
    /** In it days begin and end. */
    time_zone: z.string(),
    may_edit: z.boolean(),
    /** Tells the present timeline from an earlier one. */
    revision,
    elsewhere: z.nullable(elsewhere),
    stages: z.array(
      z.object({
        id,
        /** '' shows its number. */
        name: z.string(),
        items: z.array(
          z.object({
            id,
            ...thing,
            ...settings,
            /** The student’s own; null for staff. */
            own: z.nullable(
              z.object({
                state: itemState,
                reason: lockReason,
                /** The items that open it. */
                after: z.array(named),
                opens_at: z.nullable(instant),
                due_at: z.nullable(instant),
                done_at: z.nullable(instant),
                overdue: z.boolean(),
                /** Of a course. */
                percent: z.nullable(z.int()),
              }),
            ),
          }),
        ),
      }),
    ),
    /** What the program holds and the timeline does not, in the program’s order; nothing for a student. */
    unplaced: z.array(z.object(thing)),
  }),
});

const item = z.strictObject({
  id: z.optional(id),
  course_id: z.optional(z.nullable(id)),
  webinar_id: z.optional(z.nullable(id)),
  required: z._default(settings.required, true),
  access_rule: z._default(settings.access_rule, 'always'),
  access_from: z._default(settings.access_from, null),
  opens: z._default(settings.opens, 'none'),
  opens_on: z._default(settings.opens_on, null),
  opens_after_days: z._default(settings.opens_after_days, null),
  due: z._default(settings.due, 'none'),
  due_on: z._default(settings.due_on, null),
  due_after_days: z._default(settings.due_after_days, null),
  after_due: z._default(settings.after_due, 'allow_late'),
});

const body = z.strictObject({
  stages: z
    .array(
      z.strictObject({
        id: z.optional(id),
        name: optionalText(STAGE_NAME_LENGTH),
        items: z.array(item).check(z.maxLength(ITEM_LIMIT)),
      }),
    )
    .check(z.maxLength(STAGE_LIMIT)),
  /** Of the timeline that this one is to replace: refused with 409 where another stands there by now. */
  revision: z.optional(revision),
});

type Item = z.output<typeof item>;

/**
 * The broken rules of a timeline beyond its shape, by field: a course or webinar stands in it once, what a rule or a date
 * needs is given, and nothing is due before it opens.
 */
export function problemsOf(stages: z.output<typeof body>['stages']): Record<string, ErrorCode> {
  const problems: Record<string, ErrorCode> = {};
  const seen = new Set<string>();
  let count = 0;
  stages.forEach(({ items }, stage) =>
    items.forEach((one, place) => {
      const at = `stages.${stage}.items.${place}`;
      const kind = one.course_id ? 'course_id' : 'webinar_id';
      const key = `${kind} ${one[kind]}`;
      if (!one.course_id === !one.webinar_id)
        problems[`${at}.${kind}`] = one.course_id ? 'invalid_choice' : 'required';
      else if (seen.has(key)) problems[`${at}.${kind}`] = 'already_in_chronology';
      seen.add(key);
      count += 1;
      if (count > ITEM_LIMIT) problems['stages'] = 'too_long';
      for (const [field, code] of Object.entries(itemProblemsOf(one))) problems[`${at}.${field}`] = code;
    }),
  );
  const ids = stages.flatMap((one) => one.id ?? []);
  if (new Set(ids).size < ids.length) problems['stages'] = 'invalid_choice';
  return problems;
}

/** The broken rules of one item, by field. */
export function itemProblemsOf(
  one: Pick<Item, keyof typeof settings>,
): Partial<Record<keyof typeof settings, ErrorCode>> {
  const { access_from, opens, opens_on, opens_after_days, due, due_on, due_after_days } = one;
  const isFrom = one.access_rule === 'from_date';
  const problems: Partial<Record<keyof typeof settings, ErrorCode>> = {};
  if (isFrom && access_from === null) problems.access_from = 'required';
  if (opens === 'date' && opens_on === null) problems.opens_on = 'required';
  if (opens.startsWith('after') && opens_after_days === null) problems.opens_after_days = 'required';
  if (due === 'date' && due_on === null) problems.due_on = 'required';
  if (due.startsWith('after') && due_after_days === null) problems.due_after_days = 'required';
  if (due === 'date' && due_on !== null) {
    const first = [opens === 'date' ? opens_on : null, isFrom ? access_from : null];
    if (first.some((from) => from !== null && from > due_on)) problems.due_on = 'due_before_opens';
  }
  if (
    due === 'after_assignment' &&
    opens === 'after_assignment' &&
    (opens_after_days ?? 0) > (due_after_days ?? DAYS_LIMIT)
  )
    problems.due_after_days = 'due_before_opens';
  return problems;
}

export const saveChronology = endpoint({
  method: 'POST',
  path: '/api/v1/educational_program/educational_program/:id/chronology',
  access: 'editEducationProgramChronology',
  summary: 'Replace the timeline of a program; what was open to a student stays open',
  params: byId,
  body,
  readAs: getChronology.response,
  response: nothing,
  status: 204,
});

const change = {
  from: z.nullable(itemState),
  to: z.nullable(itemState),
  /**
   * By when it is due afterwards, the first and the last of the students, and by when it was; null: as before, both null: not
   * at all.
   */
  due: z.nullable(
    z.object({
      from: z.nullable(instant),
      to: z.nullable(instant),
      was_from: z.nullable(instant),
      was_to: z.nullable(instant),
    }),
  ),
};

export const previewChronology = endpoint({
  method: 'POST',
  path: '/api/v1/educational_program/educational_program/:id/chronology/preview',
  access: 'editEducationProgramChronology',
  summary: 'What saving a timeline would change, and for whom; writes nothing',
  params: byId,
  body,
  response: z.object({
    /** How many students. */
    affected: z.int(),
    items: z.array(
      z.object({
        course_id: z.nullable(id),
        webinar_id: z.nullable(id),
        name: z.string(),
        changes: z.array(z.object({ ...change, students: z.int() })),
      }),
    ),
    /** The first whom the caller reaches. */
    students: z.array(
      z.extend(person, {
        changes: z.array(z.object({ name: z.string(), ...change })),
      }),
    ),
  }),
});

export const listChronologyStudents = endpoint({
  method: 'GET',
  path: '/api/v1/educational_program/educational_program/:id/chronology/students',
  access: 'viewCourseStudents',
  summary: 'The students of a program in reach, and where they stand in its timeline',
  params: byId,
  query: listQuery({ page_size: 10, ordering: ['last_name', 'assigned_at'] }),
  response: page(
    z.extend(personWithPhoto, {
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      position: z.string(),
      subdivision: z.string(),
      assigned_at: instant,
      /** Of the required items; of the program’s courses where it has no timeline. */
      done: z.int(),
      total: z.int(),
      overdue: z.int(),
      /** Of the next step that is not done; of who has finished, of the step that was latest. */
      due_at: z.nullable(instant),
      finished_at: z.nullable(instant),
      /** Of who has finished, days after that; 0: in time, null: nothing was due. */
      finished_late_days: z.nullable(z.int()),
      /** Steps done after they were due. */
      late_steps: z.int(),
      current: z.nullable(z.object({ name: z.string(), state: itemState })),
    }),
  ),
});

/** Rows of an exported file at most: the first ones of the list in its order. */
export const EXPORTED_STUDENTS = 10_000;

export const exportChronologyStudents = endpoint({
  method: 'GET',
  path: '/api/v1/educational_program/educational_program/:id/chronology/students_export',
  access: 'viewCourseStudents',
  summary: 'The list of a program’s students as an xlsx file',
  params: byId,
  query: listChronologyStudents.query,
  response: fileAnswer,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const setCourseDueDate = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/due_date',
  access: 'editCourse',
  summary: 'Set by when a course is due to groups that have it and to people who were given it directly',
  params: byId,
  body: z.strictObject({
    group_ids: z._default(z.array(id).check(z.maxLength(100)), []),
    user_ids: z._default(z.array(id).check(z.maxLength(1000)), []),
    ...dueFields,
    /** true: nothing is written. */
    dry_run: z._default(z.boolean(), false),
  }),
  response: z.object({
    /** For how many students something else is due now than before, and how many of them are late at once. */
    changed: z.int(),
    overdue: z.int(),
    /** By when it is due to them, the first and the last. */
    from: z.nullable(instant),
    to: z.nullable(instant),
  }),
});
