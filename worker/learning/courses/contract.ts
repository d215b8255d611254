import * as z from 'zod/mini';
import { removePhoto, uploadPhoto } from '../media/contract.ts';
import {
  byId,
  dueFields,
  dueMoment,
  dueRule,
  endpoint,
  flag,
  id,
  idText,
  instant,
  listQuery,
  listsRead,
  named,
  nameText,
  nothing,
  optionalText,
  page,
  personWithPhoto,
  tags,
} from '../../platform/contract.ts';

export const COURSE_STATES = ['new', 'in_progress', 'finished'] as const;
export const courseState = z.enum(COURSE_STATES);
/** The kinds of tests (§4), by the numbers that the interface and the tables know them by. */
export const PRACTICE = 1;
export const EXAM = 2;
export const ACCESS_TERMS = ['all_materials_access', 'chain_access'] as const;
export type MaterialAccess = z.output<typeof materialAccess>;
const materialAccess = z.enum(ACCESS_TERMS);
export const CERTIFICATE_MONTHS = { min: 1, max: 120 };

/** What closes a course to a student; also in the body of course_locked, as `lock`. */
export type CourseLock = z.output<typeof courseLock>;
export const courseLock = z.object({
  program: named,
  reason: z.enum(['previous_not_done', 'previous_not_passed', 'date', 'overdue']),
  /** What opens it. */
  after: z.array(named),
  opens_at: z.nullable(instant),
});

const courseRow = {
  ...named.shape,
  description: z.string(),
  theme_color: z.string(),
  photo: z.nullable(z.string()),
  tags: z.array(z.string()),
  category: z.nullable(named),
  /** The kinds of forms it holds, `PRACTICE` or `EXAM` (derived). */
  form_type: z.array(z.int()),
  materials: z.int(),
  /** For a student: own state and progress in percent; for staff: over the students in reach. */
  state: courseState,
  progress: z.int(),
  students: z.nullable(z.int()),
  published: z.boolean(),
  /** The student who asks is kept out of it. */
  blocked: z.boolean(),
  /** Why it is not open yet to the student who asks, by the chronology of the program that gives it. */
  locked: z.nullable(courseLock),
  created_at: instant,
};

const countsByState = z.object({ all: z.int(), new: z.int(), in_progress: z.int(), finished: z.int() });

export const listCourses = endpoint({
  method: 'GET',
  path: '/api/v1/course/course',
  access: 'viewCourse',
  summary: 'Courses in reach',
  query: listQuery({
    page_size: 10,
    ordering: ['name', 'created_at'],
    filters: {
      state: z.optional(courseState),
      group: z.optional(idText),
      program: z.optional(idText),
      category: z.optional(idText),
      coach: z.optional(idText),
      tag: optionalText(40),
      form_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
    },
  }),
  response: z.extend(page(z.object(courseRow)), {
    /** A student's counts for the list's tabs, under the same filters except the state; null for staff. */
    states: z.nullable(countsByState),
  }),
});

const courseBody = {
  name: nameText(),
  description: optionalText(500),
  detailed_description: optionalText(20_000),
  group_ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
  /** Of the groups that this call adds. */
  ...dueFields,
  coach_ids: z.optional(z.array(id).check(z.maxLength(100))),
  program_ids: z.optional(z.array(id).check(z.maxLength(100))),
  category_id: z.optional(z.nullable(id)),
  tags: z.optional(tags),
  theme_color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
  material_access: z.optional(materialAccess),
  /** Months for which a certificate holds that is issued from now on; null: for good. */
  certificate_months: z.optional(
    z.nullable(z.int().check(z.gte(CERTIFICATE_MONTHS.min), z.lte(CERTIFICATE_MONTHS.max))),
  ),
  /** Whether a certificate asks for everything in the course, and not for its tests alone; a new course does. */
  certificate_needs_all: z.optional(z.boolean()),
  /** Whether its tests open again by themselves before a certificate runs out; a new course's do. */
  renews_itself: z.optional(z.boolean()),
};

/** As the course itself is answered, and as §3 and §8 call its groups and programs. */
const answered = {
  study_groups: 'group_ids',
  groups: 'group_ids',
  coaches: 'coach_ids',
  programs: 'program_ids',
  education_programs: 'program_ids',
  category: 'category_id',
};

export const createCourse = endpoint({
  method: 'POST',
  path: '/api/v1/course/course',
  access: 'createCourse',
  summary: 'Create a course for at least one group, at once or as a draft',
  alsoNamed: answered,
  body: z.strictObject({
    ...courseBody,
    /** false: a draft, which nobody is told of until it is published. */
    published: z._default(z.boolean(), true),
  }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

const materialType = z.enum([
  'theory',
  'video',
  'audio',
  'presentation',
  'pdf',
  'practice',
  'exam',
  'additional',
  'package',
]);
/** How a test stands to a student, in one word wherever it is told. */
export const FORM_STATES = [
  'assigned',
  'in_progress',
  'in_review',
  'passed',
  'failed',
  'reopened',
  'rejected',
  'canceled',
] as const;
export const formState = z.enum(FORM_STATES);
const WAITS = ['running', 'in_review', 'not_open', 'resting', 'closed', 'exhausted', 'rejected'] as const;
/** What a student waits for at a test: its end, a trainer's word, its opening, the pause's end, or another attempt. */
export const formWaits = z.enum([...WAITS, 'canceled']);

/** From when and until when a test can be started: null where now, or whenever one likes. */
const window = { opens_at: z.nullable(instant), closes_at: z.nullable(instant) };

export type NextStep = z.output<typeof nextStep>;
/** What a student does next in a course; the same everywhere. begun: something is done. */
export const nextStep = z.object({
  /** renew, renew_soon: the certificate has expired, or will and is to be renewed; its test can be taken again. */
  kind: z.enum([...WAITS, 'go', 'renew', 'renew_soon', 'renew_exhausted', 'preparing', 'done']),
  /** Where it leads, or what is waited for; null when everything is done. */
  material: z.nullable(z.extend(named, { type: materialType, form_id: z.nullable(id) })),
  /** How long it takes, where that can be told. */
  minutes: z.nullable(z.int()),
  /** Of a test; null: as many as one likes. */
  attempts_left: z.nullable(z.int()),
  ...window,
  begun: z.boolean(),
});

/** One material as the course page lists it, with the caller's own progress when a student. */
export const materialSummary = z.object({
  ...named.shape,
  description: z.string(),
  type: materialType,
  position: z.int(),
  archived: z.boolean(),
  form_id: z.nullable(id),
  /** A form without a published version cannot be taken yet; nor read what lacks its file, which only staff are told. */
  form_published: z.boolean(),
  lacks_file: z.optional(z.boolean()),
  done: z.boolean(),
  /** Why it cannot be opened now, or null. */
  locked: z.nullable(z.enum(['previous_not_done', 'attempt_running'])),
  /** The material whose completion opens this one. */
  opened_by: z.nullable(named),
  /** What a student waits for at its test while it is not done; for others, what its window says. */
  waits_for: z.nullable(formWaits),
  ...window,
  /** How its test stands to the student. */
  state: z.nullable(formState),
  /** Of its test; null: as many as one likes. */
  attempts_left: z.nullable(z.int()),
  /** How long it takes, where that can be told. */
  minutes: z.nullable(z.int()),
});

export const getCourse = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id',
  access: 'viewCourse',
  summary: 'A course with its materials',
  params: byId,
  response: z.object({
    ...courseRow,
    detailed_description: z.string(),
    material_access: materialAccess,
    certificate_months: z.nullable(z.int()),
    certificate_needs_all: z.boolean(),
    renews_itself: z.boolean(),
    /** Whether a published test of it leads to a certificate. */
    certifies: z.boolean(),
    /** Each with the due date that it was given with the course. */
    groups: z.array(z.extend(named, dueRule)),
    programs: z.array(named),
    coaches: z.array(personWithPhoto),
    /** The managers of its groups; for a student, those of their own. */
    managers: z.array(personWithPhoto),
    education_materials: z.array(materialSummary),
    /** Of the student who asks. */
    next_step: z.nullable(nextStep),
    ...dueMoment,
    /** A student's own, in its newest version; null: none, or revoked. */
    certificate: z.nullable(
      z.object({
        number: z.string(),
        issued_at: instant,
        expires_at: z.nullable(instant),
        expired: z.boolean(),
      }),
    ),
    /** What the caller may do with this very course, beyond the role's permissions. */
    may_edit: z.boolean(),
    may_edit_materials: z.boolean(),
    /** For those who may take it over: in how much the library's original of a cloned course is newer; null for nothing. */
    library_news: z.nullable(z.object({ id, name: z.string(), changes: z.int() })),
    may_leave: z.boolean(),
  }),
  inDispatch: 'course',
});

export const listMaterials = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/educational_material',
  access: 'viewCourse',
  summary: 'The materials of a course in their order, as its page has them',
  params: byId,
  query: listQuery({ page_size: 100, ordering: ['position'] }),
  response: page(materialSummary),
});

export const updateCourse = endpoint({
  method: 'PATCH',
  path: '/api/v1/course/course/:id',
  access: 'editCourse',
  summary: 'Change a course',
  params: byId,
  alsoNamed: answered,
  body: z.partial(
    z.strictObject({
      ...courseBody,
      published: z.boolean(),
      lists_read: listsRead('group_ids', 'coach_ids', 'program_ids'),
    }),
  ),
  response: nothing,
  status: 204,
});

export const deleteCourse = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/course/:id',
  access: 'deleteCourse',
  summary: 'Delete a course (hidden, restorable)',
  params: byId,
  response: nothing,
  status: 204,
});

const PICTURE = { at: '/api/v1/course/course/:id', access: 'editCourse', of: 'a course’s picture' } as const;
export const uploadCoursePhoto = uploadPhoto(PICTURE);
export const removeCoursePhoto = removePhoto(PICTURE);

export const listCourseStudents = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/students',
  access: 'viewCourseStudents',
  summary: 'The students of a course in reach, with their progress',
  params: byId,
  query: listQuery({
    page_size: 10,
    ordering: ['last_name', 'percent', 'last_activity'],
    filters: { group: z.optional(idText), state: z.optional(courseState), blocked: z.optional(flag) },
  }),
  response: page(
    z.extend(personWithPhoto, {
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      /** The groups through which they have the course, in the caller’s reach. */
      groups: z.array(named),
      /** Enrolled directly, and not through a group. */
      is_individual_student: z.boolean(),
      ...dueRule,
      ...dueMoment,
      state: courseState,
      percent: z.int(),
      done: z.int(),
      total: z.int(),
      last_activity: z.nullable(instant),
      blocked_in_course: z.boolean(),
      can_download_certificate: z.boolean(),
      /** It was not renewed. */
      certificate_expired: z.boolean(),
      /** The tests and exams of which they may be granted a retake. */
      retakes: z.array(z.object({ form_id: id, form_name: z.string() })),
    }),
  ),
});

const people = z.strictObject({ user_ids: z.array(id).check(z.minLength(1), z.maxLength(1000)) });
export const oneOfCourse = z.strictObject({ id: idText, user_id: idText });

export const addCourseStudents = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/students',
  access: 'editCourse',
  summary: 'Enrol people of the company directly; who is enrolled already stays so',
  params: byId,
  body: z.extend(people, dueFields),
  response: z.object({ added: z.int() }),
  status: 201,
});

export const removeCourseStudent = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/course/:id/students/:user_id',
  access: 'viewCourseStudents',
  summary: 'Take out a student who is enrolled directly; whoever has the course through a group keeps it',
  params: oneOfCourse,
  response: nothing,
  status: 204,
});

export const listCoachCandidates = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/coach_candidates',
  access: 'editCourseCoach',
  summary:
    'Trainers of the company who do not coach the course yet; of whom nothing but name and photo is told',
  params: byId,
  query: listQuery({ page_size: 10, ordering: ['last_name'] }),
  response: page(personWithPhoto),
});

export const addCourseCoaches = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/coaches',
  access: 'editCourseCoach',
  summary: 'Add coaches to a course',
  params: byId,
  body: people,
  response: z.object({ added: z.int() }),
  status: 201,
});

export const removeCourseCoach = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/course/:id/coaches/:user_id',
  access: 'editCourse',
  summary: 'Take a coach out of a course',
  params: oneOfCourse,
  response: nothing,
  status: 204,
});

export const leaveCourse = endpoint({
  method: 'POST',
  alsoBy: 'DELETE',
  path: '/api/v1/course/course/:id/leave_course',
  access: 'leaveCourse',
  summary: 'Coach a course no longer',
  params: byId,
  response: nothing,
  status: 204,
});

export const getStatusInfo = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/status_info_for_student',
  access: 'viewCourseStatus',
  summary: 'How many of one’s own courses stand where',
  response: countsByState,
});

export const listCourseNames = endpoint({
  method: 'GET',
  path: '/api/v1/directory/course_names',
  access: 'viewCourse',
  summary: 'Names of the courses in reach',
  query: listQuery({ page_size: 10, ordering: ['name'] }),
  response: page(named),
});

export const listCourseTags = endpoint({
  method: 'GET',
  path: '/api/v1/directory/course_tags',
  access: 'viewCourse',
  summary: 'Tags of the courses in reach',
  query: listQuery({ page_size: 10, ordering: ['name'] }),
  response: page(z.object({ name: z.string() })),
});

export const listCourseCategories = endpoint({
  method: 'GET',
  path: '/api/v1/directory/course_category',
  access: 'viewCourse',
  summary: 'Categories of courses',
  query: listQuery({ page_size: 100, ordering: ['name'] }),
  response: page(z.extend(named, { courses: z.int() })),
});

export const getCourseCategory = endpoint({
  method: 'GET',
  path: '/api/v1/directory/course_category/:id',
  access: 'viewCourse',
  summary: 'A category of courses',
  params: byId,
  response: z.extend(named, { courses: z.int() }),
});

export const CATEGORY_NAME_LENGTH = 100;
export const createCourseCategory = endpoint({
  method: 'POST',
  path: '/api/v1/directory/course_category',
  access: 'createCourse',
  summary: 'Add a category',
  body: z.strictObject({ name: nameText(CATEGORY_NAME_LENGTH) }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const updateCourseCategory = endpoint({
  method: 'PATCH',
  path: '/api/v1/directory/course_category/:id',
  access: 'createCourse',
  summary: 'Rename a category',
  params: byId,
  body: z.strictObject({ name: nameText(CATEGORY_NAME_LENGTH) }),
  response: nothing,
  status: 204,
});

export const deleteCourseCategory = endpoint({
  method: 'DELETE',
  path: '/api/v1/directory/course_category/:id',
  access: 'createCourse',
  summary: 'Delete a category; its courses are left without one',
  params: byId,
  response: nothing,
  status: 204,
});
