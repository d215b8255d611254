import * as z from 'zod/mini';
import { USER_TYPES } from '../../access/contract.ts';
import {
  byId,
  endpoint,
  flag,
  givenDate,
  givenInstant,
  id,
  idText,
  instant,
  listQuery,
  nameText,
  page,
  person,
  personWithPhoto,
} from '../../platform/contract.ts';

/** Changes that a list counts and leads to; what lies further back is found by its filters. */
export const CHANGES_COUNTED = 10_000;

export const ACTIONS = [
  'create',
  'update',
  'delete',
  'add',
  'update_related_model',
  'blocked',
  'unblocked',
  'restore',
] as const;

export const SECTIONS = ['company', 'users', 'groups', 'programs', 'courses', 'webinars'] as const;

export const MODELS = [
  'company',
  'membership',
  'group',
  'program',
  'course',
  'material',
  'form',
  'question',
  'webinar',
] as const;

/** What belongs to an object and comes and goes with entries of its own. */
export const PARTS = [
  'person',
  'blocked_person',
  'unlocked_person',
  'host',
  'group',
  'course',
  'program',
  'webinar',
  'file',
  'package',
  'dispatch',
  'directory_token',
  'stage',
  'step',
  'version',
  'printed',
  'printed_key',
  'printed_draft',
  'paper_sheet',
] as const;

const fieldChange = z.object({ field: z.string(), old: z.nullable(z.string()), new: z.nullable(z.string()) });

/** One row that changed, or would change. */
const changed = z.object({
  object_model: z.enum(MODELS),
  object_id: id,
  object_label: z.string(),
  /** The object is deleted now: there is no page of it. */
  deleted: z.boolean(),
  /** Of what lies in a course: where it is edited. */
  place: z.nullable(z.object({ course_id: id, material_id: id })),
  /** Of the object itself: null. */
  part: z.nullable(
    z.object({
      kind: z.enum(PARTS),
      label: z.string(),
      /** As what a person belongs to it: student, coach or manager. */
      role: z.nullable(z.string()),
      /** Added to the object, taken from it, or changed. */
      effect: z.enum(['added', 'removed', 'changed']),
    }),
  ),
  /** What changed, as plain text around the first difference; null where there was or is nothing. */
  fields: z.array(fieldChange),
});

const entry = z.extend(changed, {
  id,
  /** Null for what the product did by itself. */
  author: z.nullable(personWithPhoto),
  author_type: z.nullable(z.enum(USER_TYPES)),
  action: z.enum(ACTIONS),
  section: z.enum(SECTIONS),
  created_at: instant,
  /** Taking it back is always refused. */
  lasting: z.boolean(),
  /** The recorded fields before; null before a creation. */
  old_object: z.nullable(z.record(z.string(), z.unknown())),
  /** The recorded fields after; null after a deletion. */
  new_object: z.nullable(z.record(z.string(), z.unknown())),
});

/** A change: what one request, import or bulk action did, told by the first of its entries that is asked for. */
const change = z.extend(entry, {
  /** How many entries stand behind this one. */
  more: z.int(),
  /** What made the whole of it; null for an ordinary request. */
  kind: z.nullable(z.enum(['import', 'undo_import', 'clone', 'copy', 'library', 'directory'])),
  /** Of an import: when it was taken back. */
  undone_at: z.nullable(instant),
});

const day = z.union([givenInstant, givenDate]);

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/v1/history/history',
  access: 'viewCompanyHistory',
  summary: 'What was done in the company, newest first; a request, an import or a bulk action is one entry',
  query: listQuery({
    page_size: 10,
    ordering: ['created_at'],
    filters: {
      action: z.optional(z.enum(ACTIONS)),
      section: z.optional(z.enum(SECTIONS)),
      author: z.optional(idText),
      /** An instant, or a day of the company's time zone. */
      created_at_after: z.optional(day),
      /** The last instant, or the last day. */
      created_at_before: z.optional(day),
    },
  }),
  response: page(change),
});

export const listCourseHistory = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/history',
  access: 'viewCourseHistory',
  summary:
    'What was done to a course, its materials, tests and questions, newest first; a bulk action is one entry',
  params: byId,
  query: listQuery({
    page_size: 10,
    ordering: ['created_at'],
    filters: { action: z.optional(z.enum(ACTIONS)), author: z.optional(idText) },
  }),
  response: page(change),
});

export const listHistoryAuthors = endpoint({
  method: 'GET',
  path: '/api/v1/history/authors',
  access: 'viewCompanyHistory',
  summary: 'Everybody who stands in the history of the company, to filter it by',
  response: z.array(person),
});

export const listChangeEntries = endpoint({
  method: 'GET',
  path: '/api/v1/history/history/:id/entries',
  access: 'viewCompanyHistory',
  summary: 'Every entry of the change that an entry belongs to, in the order they were written',
  params: byId,
  query: listQuery({ page_size: 10, ordering: ['id'] }),
  response: page(entry),
});

/** The whole change that an entry belongs to is restored, unless the entry is to be alone. */
const restoreQuery = {
  alone: z.optional(flag),
  /** In the place of a name that somebody else has by now. */
  name: z.optional(nameText()),
};

export const previewRestore = endpoint({
  method: 'GET',
  path: '/api/v1/history/history/:id/restore_preview',
  access: 'viewCompanyHistory',
  summary: 'What restoring an entry would change: everything becomes as it was before the entry',
  params: byId,
  query: z.strictObject(restoreQuery),
  response: z.object({
    /** Rows that would change; 0: everything is that way already. A change of more than 1,000 is told without trying. */
    count: z.int(),
    /** The first of them; `parent`: deleted, and brought back because the rest belongs to it. */
    changes: z.array(
      z.extend(changed, {
        effect: z.enum(['created', 'deleted', 'restored', 'changed']),
        parent: z.boolean(),
      }),
    ),
    /** A name that has to be another one, with one that is free. */
    name_taken: z.nullable(
      z.object({ object_model: z.enum(MODELS), name: z.string(), suggestion: z.string() }),
    ),
    /** Why it cannot be done: a code of the error catalogue. */
    refusal: z.nullable(z.string()),
    /** Who and what hangs on the objects that would change. */
    depends: z.array(
      z.object({
        what: z.enum(['students', 'courses', 'materials', 'programs', 'groups', 'results']),
        count: z.int(),
      }),
    ),
    /** Files that are not kept any more, and stay away. */
    files_gone: z.array(z.string()),
    /** A draft of a test or exam changes: students get it once it is published. */
    draft: z.boolean(),
    /** Of an import: people whom it leaves alone, since they accepted or were changed since. */
    kept: z.int(),
  }),
});

export const restoreEntry = endpoint({
  method: 'GET',
  path: '/api/v1/history/history/:id/restore',
  access: 'viewCompanyHistory',
  summary:
    'Make everything as it was before an entry. An entry itself, so it can be undone; done again it changes nothing',
  params: byId,
  query: z.strictObject(restoreQuery),
  response: z.object({
    /** The entry of the restoring; null: everything was that way already. */
    entry_id: z.nullable(id),
    /** Rows that changed. */
    count: z.int(),
  }),
});
