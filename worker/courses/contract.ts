import * as z from 'zod/mini';
import {
  byId,
  endpoint,
  id,
  idText,
  instant,
  listQuery,
  nothing,
  optionalText,
  page,
  text,
} from '../platform/contract.ts';

export const COURSE_STATES = ['new', 'in_progress', 'finished'] as const;
export const courseState = z.enum(COURSE_STATES);

export const ACCESS_TERMS = ['all_materials_access', 'chain_access'] as const;
const materialAccess = z.enum(ACCESS_TERMS);

const named = z.object({ id, name: z.string() });

const courseRow = {
  id,
  name: z.string(),
  description: z.string(),
  theme_color: z.string(),
  category: z.nullable(named),
  /** The kinds of forms it holds: 1 test, 2 exam (derived). */
  form_type: z.array(z.int()),
  materials: z.int(),
  /** For a student: own state and progress in percent; for staff: over the students in reach. */
  state: courseState,
  progress: z.int(),
  students: z.nullable(z.int()),
  published: z.boolean(),
  created_at: instant,
};

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
      form_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
    },
  }),
  response: z.extend(page(z.object(courseRow)), {
    /** A student's counts for the list's tabs, under the same filters except the state; null for staff. */
    states: z.nullable(z.object({ all: z.int(), new: z.int(), in_progress: z.int(), finished: z.int() })),
  }),
});

const courseBody = {
  name: text(200),
  description: optionalText(500),
  detailed_description: optionalText(20_000),
  group_ids: z.array(id).check(z.minLength(1), z.maxLength(100)),
  coach_ids: z.optional(z.array(id).check(z.maxLength(100))),
  theme_color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
  material_access: z.optional(materialAccess),
};

export const createCourse = endpoint({
  method: 'POST',
  path: '/api/v1/course/course',
  access: 'createCourse',
  summary: 'Create a course for at least one group',
  body: z.strictObject(courseBody),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

/** One material as the course page lists it, with the caller's own progress when a student. */
export const materialSummary = z.object({
  id,
  name: z.string(),
  description: z.string(),
  type: z.enum(['theory', 'video', 'audio', 'presentation', 'pdf', 'practice', 'exam', 'additional']),
  position: z.int(),
  archived: z.boolean(),
  form_id: z.nullable(id),
  /** A form without a published version cannot be taken yet. */
  form_published: z.boolean(),
  done: z.boolean(),
  /** Why it cannot be opened now, or null. */
  locked: z.nullable(z.enum(['previous_not_done', 'attempt_running'])),
  /** The material whose completion opens this one. */
  opened_by: z.nullable(named),
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
    groups: z.array(named),
    programs: z.array(named),
    coaches: z.array(z.object({ id, first_name: z.string(), last_name: z.string() })),
    education_materials: z.array(materialSummary),
    /** What the caller may do with this very course, beyond the role's permissions. */
    may_edit: z.boolean(),
    may_edit_materials: z.boolean(),
  }),
});

export const updateCourse = endpoint({
  method: 'PATCH',
  path: '/api/v1/course/course/:id',
  access: 'editCourse',
  summary: 'Change a course',
  params: byId,
  body: z.partial(z.strictObject(courseBody)),
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
