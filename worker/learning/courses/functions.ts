import type { ResponseOf } from '../../platform/contract.ts';
import type * as contract from './contract.ts';
import type { CourseLock, NextStep } from './contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  real,
  optional,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';

type Student = ResponseOf<typeof contract.listCourseStudents>['results'][number];
type State = 'new' | 'in_progress' | 'finished';

export const blockInCourse = sqlFunction(
  'block_in_course',
  { course: integer, user: integer, blocked: boolean },
  nothing,
);

export const refuseBlocked = sqlFunction(
  'refuse_blocked',
  { course: nullable(integer), form: optional(nullable(integer)), attempt: optional(integer) },
  nothing,
);

export const courseSummaries = sqlFunction(
  'course_summaries',
  { courses: listOf(integer), people: nullable(listOf(integer)) },
  rows({
    id: integer,
    name: text,
    description: text,
    theme_color: text,
    photo: nullable(text),
    tags: listOf(text),
    created_at: instant,
    published: boolean,
    category: nullable(json<{ id: number; name: string }>()),
    materials: integer,
    form_type: json<number[]>(),
    students: integer,
    state: word<State>(),
    progress: integer,
    blocked: boolean,
  }),
);

/** Which courses of the company the patterns of a search find by name. */
export const coursesMatching = sqlFunction('courses_matching', { pattern: text }, rows({ id: integer }));

/** Makes one of the many parts that changes have left of a course's sums. */
export const joinCourseSums = sqlFunction('join_course_sums', {}, integer);

export const addCoursePeople = sqlFunction(
  'add_course_people',
  { course: integer, role: text, users: listOf(integer), due: json() },
  integer,
);

/** By when a course is due to the caller, whatever gives it. */
export const ownCourseDue = sqlFunction(
  'own_course_due',
  { course: integer },
  rows({
    due_at: instant,
    overdue: boolean,
    finished_at: nullable(instant),
    finished_late_days: nullable(integer),
  }),
);

export const removeCoursePerson = sqlFunction(
  'remove_course_person',
  { course: integer, role: text, user: integer },
  nothing,
);

export const leaveCourse = sqlFunction('leave_course', { course: integer }, nothing);

export const saveCourse = sqlFunction('save_course', { course: nullable(integer), fields: json() }, integer);

export const setCoursePhoto = sqlFunction(
  'set_course_photo',
  { course: integer, photo: nullable(json()) },
  rows({ id: integer, dropped: nullable(text) }),
);

export const courseStudents = sqlFunction(
  'course_students',
  { course: integer, users: listOf(integer) },
  rows({
    id: integer,
    first_name: text,
    last_name: text,
    email: nullable(text),
    phone: nullable(text),
    photo: nullable(text),
    state: word<State>(),
    percent: integer,
    done: integer,
    total: integer,
    last_activity: nullable(instant),
    blocked_in_course: boolean,
    can_download_certificate: boolean,
    certificate_expired: boolean,
    is_individual_student: boolean,
    groups: json<Student['groups']>(),
    due_on: nullable(text),
    due_after_days: nullable(integer),
    due_at: nullable(instant),
    overdue: boolean,
    finished_at: nullable(instant),
    finished_late_days: nullable(integer),
    retakes: json<Student['retakes']>(),
  }),
);

export const courseLocks = sqlFunction(
  'course_locks',
  { courses: listOf(integer) },
  json<Record<string, CourseLock>>(),
);

export const courseLock = sqlFunction('course_lock', { course: integer }, nullable(json<CourseLock>()));

type Standing = ResponseOf<typeof contract.getCourse>['education_materials'][number];

/** Who and what is tied to a course, as far as the caller sees it; `everything`: they reach the whole company. */
export const courseTies = sqlFunction(
  'course_ties',
  { course: integer, everything: boolean },
  rows({
    groups: json<ResponseOf<typeof contract.getCourse>['groups']>(),
    programs: json<ResponseOf<typeof contract.getCourse>['programs']>(),
    coaches: json<ResponseOf<typeof contract.getCourse>['coaches']>(),
    managers: json<ResponseOf<typeof contract.getCourse>['managers']>(),
  }),
);

/** How each material of a course stands to the student who asks. */
export const standingMaterials = sqlFunction(
  'standing_materials',
  { course: integer },
  rows({
    material_id: integer,
    done: boolean,
    locked: nullable(word<NonNullable<Standing['locked']>>()),
    opened_by: nullable(json<NonNullable<Standing['opened_by']>>()),
    waits_for: nullable(word<NonNullable<Standing['waits_for']>>()),
    opens_at: nullable(instant),
    closes_at: nullable(instant),
    state: nullable(word<NonNullable<Standing['state']>>()),
    attempts_left: nullable(integer),
    minutes: nullable(integer),
  }),
);

/** Whether somebody who passes a test of the course gets a certificate. */
export const courseCertifies = sqlFunction('course_certifies', { course: integer }, boolean);

/** The window of a published form that has one. */
export const formWindow = sqlFunction(
  'form_window',
  { form: integer },
  rows({
    waits_for: nullable(word<'not_open' | 'closed'>()),
    opens_at: nullable(instant),
    closes_at: nullable(instant),
  }),
);

export const nextStep = sqlFunction(
  'next_step',
  { course: integer, user: optional(integer) },
  nullable(json<NextStep>()),
);

export const ownMaterials = sqlFunction(
  'own_materials',
  { course: integer, user: optional(integer) },
  rows({
    material_id: integer,
    type: text,
    position: integer,
    opened_at: nullable(instant),
    done_at: nullable(instant),
    locked_by: nullable(integer),
  }),
);

/** What a cloned course may take over of its original in the library. */
export const libraryNews = sqlFunction(
  'library_news',
  { course: integer },
  nullable(json<{ id: number; name: string; changes: number }>()),
);

export const attemptRunsIn = sqlFunction('attempt_runs_in', { course: integer, user: integer }, boolean);
/** Whether a material of a type shows a file. */
export const showsFile = sqlFunction('shows_file', { type: text }, boolean);

export const materialMinutes = sqlFunction(
  'material_minutes',
  { type: text, letters: integer, duration: nullable(real) },
  nullable(integer),
);
