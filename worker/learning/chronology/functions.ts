import type { ResponseOf } from '../../platform/contract.ts';
import type * as contract from './contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/database/functions.ts';

type Chronology = ResponseOf<typeof contract.getChronology>;
type Student = ResponseOf<typeof contract.listChronologyStudents>['results'][number];

export const holdChronology = sqlFunction(
  'hold_chronology',
  { program: integer, revision: nullable(text) },
  nothing,
);

export const changeChronology = sqlFunction(
  'change_chronology',
  { program: integer, stages: json() },
  nothing,
);

export const previewChronology = sqlFunction(
  'preview_chronology',
  { program: integer, stages: json() },
  json<ResponseOf<typeof contract.previewChronology>>(),
);

export const chronologyRevision = sqlFunction('chronology_revision', { program: integer }, text);

export const chronologyStagesOf = sqlFunction(
  'chronology_stages_of',
  { program: integer },
  json<Chronology['stages']>(),
);

export const chronologyUnplaced = sqlFunction(
  'chronology_unplaced',
  { program: integer },
  json<Chronology['unplaced']>(),
);

export const chronologyStudents = sqlFunction(
  'chronology_students',
  { program: integer, users: listOf(integer) },
  rows({
    id: integer,
    first_name: text,
    last_name: text,
    email: nullable(text),
    phone: nullable(text),
    photo: nullable(text),
    position: text,
    subdivision: text,
    assigned_at: instant,
    done: integer,
    total: integer,
    overdue: integer,
    due_at: nullable(instant),
    finished_at: nullable(instant),
    finished_late_days: nullable(integer),
    late_steps: integer,
    current: nullable(json<NonNullable<Student['current']>>()),
  }),
);

/** By when a course is due, also to who has finished it, and how late those were; users null: all. */
export const courseTerms = sqlFunction(
  'course_terms',
  { course: integer, users: nullable(listOf(integer)) },
  rows({
    user_id: integer,
    due_at: instant,
    overdue: boolean,
    finished_at: nullable(instant),
    finished_late_days: nullable(integer),
  }),
);

type Dues = ResponseOf<typeof contract.setCourseDueDate>;

export const setCourseDue = sqlFunction(
  'set_course_due',
  { course: integer, groups: listOf(integer), users: listOf(integer), due: json(), dry_run: boolean },
  json<Dues>(),
);
