import * as z from 'zod/mini';
import { removePhoto, uploadPhoto } from '../media/contract.ts';
import { courseLock } from '../courses/contract.ts';
import {
  byId,
  endpoint,
  exactText,
  id,
  idText,
  instant,
  listQuery,
  named,
  nameText,
  nothing,
  optionalText,
  page,
  tags,
} from '../../platform/contract.ts';

const revision = exactText(32);

/** Groups of a program that who may edit it does not reach, and their students who are in none that they do. */
export const elsewhere = z.object({ groups: z.int(), students: z.int() });

export const listPrograms = endpoint({
  method: 'GET',
  path: '/api/v1/educational_program/educational_program',
  access: 'viewProgram',
  summary: 'Educational programs in reach',
  query: listQuery({
    page_size: 10,
    ordering: ['name', 'created_at'],
    filters: { group: z.optional(idText), course: z.optional(idText), tag: optionalText(40) },
  }),
  response: page(
    z.object({
      id,
      name: z.string(),
      /** Shown to staff only. */
      internal_name: z.nullable(z.string()),
      description: z.string(),
      photo: z.nullable(z.string()),
      tags: z.array(z.string()),
      courses: z.int(),
      /** Null for a student. */
      students: z.nullable(z.int()),
      /** Share of its courses the student has finished, 0 to 100; null for staff. */
      progress: z.nullable(z.int()),
      created_at: instant,
    }),
  ),
});

export const getProgram = endpoint({
  method: 'GET',
  path: '/api/v1/educational_program/educational_program/:id',
  access: 'viewProgram',
  summary: 'An educational program',
  params: byId,
  response: z.object({
    id,
    name: z.string(),
    /** Shown to staff only. */
    internal_name: z.nullable(z.string()),
    description: z.string(),
    detailed_description: z.string(),
    photo: z.nullable(z.string()),
    tags: z.array(z.string()),
    courses: z.array(
      z.extend(named, {
        description: z.string(),
        theme_color: z.string(),
        photo: z.nullable(z.string()),
        /** The student’s own; null for staff. */
        state: z.nullable(z.enum(['new', 'in_progress', 'finished'])),
        percent: z.nullable(z.int()),
        /** How many are in the middle of it, whatever gave it to them; null but for who may edit the program. */
        in_progress: z.nullable(z.int()),
        /** Why it is not open yet to the student who asks. */
        locked: z.nullable(courseLock),
      }),
    ),
    groups: z.array(named),
    webinars: z.array(z.extend(named, { starts_at: instant })),
    /** Its timeline in order, without the settings that `…/chronology` tells. */
    chronology: z.array(
      z.object({
        id,
        stage_id: id,
        course_id: z.nullable(id),
        webinar_id: z.nullable(id),
        name: z.string(),
        required: z.boolean(),
      }),
    ),
    students: z.nullable(z.int()),
    may_edit: z.boolean(),
    /** Of its courses and groups: saved with them, it tells whether they changed meanwhile. Null but for who may edit. */
    revision: z.nullable(revision),
    elsewhere: z.nullable(elsewhere),
    created_at: instant,
  }),
});

const programBody = {
  name: nameText(),
  internal_name: z.optional(nameText(200, 0)),
  description: optionalText(500),
  detailed_description: optionalText(20_000),
  tags: z.optional(tags),
  /** In their order. */
  course_ids: z.optional(z.array(id).check(z.maxLength(200))),
  group_ids: z.optional(z.array(id).check(z.maxLength(200))),
};

/** As the program itself is answered (§3). */
const answered = { courses: 'course_ids', groups: 'group_ids' };

export const createProgram = endpoint({
  method: 'POST',
  path: '/api/v1/educational_program/educational_program',
  access: 'editProgram',
  summary: 'Create an educational program; a manager gives it to a group of theirs',
  alsoNamed: answered,
  body: z.strictObject(programBody),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const updateProgram = endpoint({
  method: 'PATCH',
  path: '/api/v1/educational_program/educational_program/:id',
  access: 'editProgram',
  summary: 'Change an educational program',
  params: byId,
  alsoNamed: answered,
  body: z.partial(
    z.strictObject({
      ...programBody,
      /** Of the courses and groups that were read: others by now are not replaced (409). Without one any are. */
      revision,
    }),
  ),
  response: nothing,
  status: 204,
});

export const deleteProgram = endpoint({
  method: 'DELETE',
  path: '/api/v1/educational_program/educational_program/:id',
  access: 'editProgram',
  summary: 'Delete an educational program (hidden, restorable)',
  params: byId,
  response: nothing,
  status: 204,
});

const PICTURE = {
  at: '/api/v1/educational_program/educational_program/:id',
  access: 'editProgram',
  of: 'a program’s picture',
  formats: 'PNG, JPEG, GIF or SVG',
} as const;
export const uploadProgramPhoto = uploadPhoto(PICTURE);
export const removeProgramPhoto = removePhoto(PICTURE);

export const listProgramTags = endpoint({
  method: 'GET',
  path: '/api/v1/directory/educational_program_tags',
  access: 'viewProgram',
  summary: 'Tags of the programs in reach',
  query: listQuery({ page_size: 10, ordering: ['name'] }),
  response: page(z.object({ name: z.string() })),
});
