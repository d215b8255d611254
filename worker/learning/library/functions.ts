import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  optional,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

type Change = ResponseOf<typeof contract.getLibraryChanges>['changes'][number];
type Entry = ResponseOf<typeof contract.getLibraryCourse>;

export const takeLibraryChanges = sqlFunction(
  'take_library_changes',
  { course: integer, decisions: json() },
  nothing,
);

export const libraryCourses = sqlFunction(
  'library_courses',
  { course: optional(integer) },
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
    type: word<Change['type']>(),
    position: integer,
    questions: nullable(integer),
  }),
);

export const cloneLibraryCourse = sqlFunction(
  'clone_library_course',
  { course: integer, groups: listOf(integer) },
  integer,
);

export const libraryEntries = sqlFunction(
  'library_entries',
  { courses: listOf(integer) },
  rows({
    id: integer,
    name: text,
    description: text,
    detailed_description: text,
    theme_color: text,
    material_access: word<Entry['material_access']>(),
    photo: nullable(text),
    tags: listOf(text),
    category: nullable(text),
    created_at: instant,
    materials: json<Entry['materials']>(),
    form_type: json<number[]>(),
    cloned: json<Entry['cloned']>(),
  }),
);

export const libraryFacets = sqlFunction(
  'library_facets',
  {},
  rows({ categories: listOf(text), tags: listOf(text) }),
);

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
    material_id: nullable(integer),
    name: text,
    type: word<Change['type']>(),
    kind: word<Change['kind']>(),
    edited: boolean,
    revision: integer,
  }),
);
