import {
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
} from '../../platform/functions.ts';

export const libraryOrigin = sqlFunction(
  'library_origin',
  { course: integer },
  rows({ id: integer, name: text }),
);

export const libraryChanges = sqlFunction(
  'library_changes',
  { course: integer },
  rows({
    origin_material_id: integer,
    material_id: integer,
    name: text,
    type: text,
    kind: text,
    revision: integer,
  }),
);

export const takeLibraryChanges = sqlFunction(
  'take_library_changes',
  { course: integer, decisions: json() },
  nothing,
);

export const libraryCourses = sqlFunction(
  'library_courses',
  { course: nullable(integer) },
  rows({
    id: integer,
    name: text,
    description: text,
    detailed_description: text,
    theme_color: text,
    material_access: text,
    photo: nullable(text),
    tags: listOf(text),
    category: nullable(text),
    created_at: instant,
  }),
);

export const libraryOutline = sqlFunction(
  'library_outline',
  { courses: listOf(integer) },
  rows({
    course_id: integer,
    id: integer,
    name: text,
    description: text,
    type: text,
    position: integer,
    questions: integer,
  }),
);

export const cloneLibraryCourse = sqlFunction(
  'clone_library_course',
  { course: integer, groups: listOf(integer) },
  integer,
);
