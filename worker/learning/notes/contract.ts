import * as z from 'zod/mini';
import {
  anyText,
  endpoint,
  id,
  idText,
  instant,
  listQuery,
  named,
  nothing,
  page,
  text,
} from '../../platform/contract.ts';
import { MATERIAL_TYPES, oneMaterial } from '../materials/contract.ts';

/** Where a bookmark lies: the material itself, a heading of its text, a page or slide, a second of a recording. */
export const PLACE_KINDS = ['material', 'heading', 'page', 'second'] as const;

/** Signs of a note. */
export const NOTE_LIMIT = 20_000;

const kept = z.object({
  id,
  /** A note is about the material; all others are bookmarks. */
  kind: z.enum(['note', ...PLACE_KINDS]),
  /** The number of a heading, from 0, of a page, from 1, or of a second. */
  at: z.int(),
  /** The note, or how the place was called. */
  text: z.string(),
  edited_at: instant,
});

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/v1/course/notes',
  access: 'viewTestMaterials',
  summary:
    'The caller’s own notes and bookmarks, the latest first; nobody else reads them. Those of a course in which a test ' +
    'of theirs runs rest until its end',
  query: listQuery({
    page_size: 20,
    ordering: ['edited_at', 'material_name'],
    filters: { course: z.optional(idText), material: z.optional(idText) },
  }),
  response: page(
    z.extend(kept, {
      material: z.object({ id, name: z.string(), type: z.enum(MATERIAL_TYPES) }),
      course: named,
      /** The caller may open the material now. */
      open: z.boolean(),
    }),
  ),
  inDispatch: 'own',
});

export const saveNote = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material/:materialId/note',
  access: 'viewTestMaterials',
  summary: 'Write the caller’s own note on a material; an empty one goes. The latest writing counts',
  params: oneMaterial,
  body: z.strictObject({ text: anyText(NOTE_LIMIT) }),
  response: z.object({ id: z.nullable(id) }),
  inDispatch: 'course',
});

export const addBookmark = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material/:materialId/bookmark',
  access: 'viewTestMaterials',
  summary: 'Keep a place of a material for the caller; the same place again is the same bookmark',
  params: oneMaterial,
  body: z.strictObject({
    kind: z.enum(PLACE_KINDS),
    at: z._default(z.int().check(z.gte(0), z.lte(1_000_000)), 0),
    text: text(200),
  }),
  response: z.object({ id }),
  inDispatch: 'course',
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/notes/:id',
  access: 'viewTestMaterials',
  summary: 'Delete a note or bookmark of the caller; written again, it is there again',
  params: z.strictObject({ id: idText }),
  response: nothing,
  status: 204,
  inDispatch: 'own',
});
