import * as z from 'zod/mini';
import { ACCESS_TERMS, materialSummary } from '../courses/contract.ts';
import {
  byId,
  endpoint,
  id,
  instant,
  listQuery,
  named,
  nothing,
  optionalText,
  page,
} from '../../platform/contract.ts';

const materialType = materialSummary.shape.type;

const libraryRow = {
  id,
  name: z.string(),
  description: z.string(),
  theme_color: z.string(),
  photo: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** By name: it is the library's own, of which the caller's company has at most a namesake. */
  category: z.nullable(z.string()),
  /** How many materials of each type it has, in the order of their first appearance. */
  materials: z.array(z.object({ type: materialType, count: z.int() })),
  /** The kinds of forms it holds: 1 test, 2 exam (derived). */
  form_type: z.array(z.int()),
  created_at: instant,
  /** What the caller's company has made of it. */
  cloned: z.array(z.object({ id, name: z.string(), published: z.boolean() })),
};

export const listLibrary = endpoint({
  method: 'GET',
  path: '/api/v1/library/library',
  access: 'viewLibrary',
  summary: 'The courses of the library',
  query: listQuery({
    page_size: 16,
    ordering: ['name', 'created_at'],
    filters: { category: optionalText(100), tag: optionalText(40) },
  }),
  response: z.extend(page(z.object(libraryRow)), {
    /** What the list can be narrowed by, of all its courses. */
    categories: z.array(z.string()),
    tags: z.array(z.string()),
  }),
});

export const getLibraryCourse = endpoint({
  method: 'GET',
  path: '/api/v1/library/library/:id',
  access: 'viewLibrary',
  summary: 'A course of the library with its outline',
  params: byId,
  response: z.object({
    ...libraryRow,
    detailed_description: z.string(),
    material_access: z.enum(ACCESS_TERMS),
    outline: z.array(
      z.object({
        id,
        name: z.string(),
        description: z.string(),
        type: materialType,
        /** Of a test or exam that is published. */
        questions: z.nullable(z.int()),
      }),
    ),
  }),
});

export const cloneCourse = endpoint({
  method: 'POST',
  path: '/api/v1/library/library/:id/clone_course',
  access: 'viewLibrary',
  summary: 'Copy a course of the library into the company: for groups at once, or without them as a draft',
  params: byId,
  alsoNamed: { study_groups: 'group_ids' },
  body: z.strictObject({ group_ids: z.optional(z.array(id).check(z.maxLength(100))) }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const CHANGE_KINDS = ['changed', 'added', 'removed'] as const;
export const DECISIONS = ['keep', 'accept'] as const;

export const getLibraryChanges = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/library_changes',
  access: 'editEduMaterials',
  summary: 'In what the original of a cloned course is newer than what was taken of it',
  params: byId,
  response: z.object({
    /** Null for a course that was not cloned, and for an original that the library does not show any more. */
    origin: z.nullable(named),
    changes: z.array(
      z.object({
        origin_material_id: id,
        /** The copy; null for one that is new. */
        material_id: z.nullable(id),
        name: z.string(),
        type: materialType,
        kind: z.enum(CHANGE_KINDS),
        /** The copy has changes of the company's own, which taking the original's over would end. */
        edited: z.boolean(),
      }),
    ),
  }),
});

export const decideLibraryChanges = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/library_changes',
  access: 'editEduMaterials',
  summary: 'Take over changes of the original, or keep the copy as it is',
  params: byId,
  body: z.strictObject({
    decisions: z
      .array(z.strictObject({ origin_material_id: id, decision: z.enum(DECISIONS) }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  response: nothing,
  status: 204,
});
