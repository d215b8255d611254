import * as z from 'zod/mini';
import {
  beginUpload,
  completeUpload,
  partsOfUpload,
  removeFile,
  announcedFile,
  completion,
  FILE_GROUPS,
  storedFile,
} from '../media/contract.ts';
import {
  endpoint,
  exactText,
  id,
  idText,
  instant,
  named,
  nameText,
  nothing,
  optionalText,
  person,
} from '../../platform/contract.ts';

export const MATERIAL_TYPES = [
  'theory',
  'video',
  'audio',
  'presentation',
  'pdf',
  'practice',
  'exam',
  'additional',
  'package',
] as const;

/** What opens the next material under chain access (decisions, "Material access"). */
export const NEXT_ACCESS = ['after_viewing', 'after_passing', 'free'] as const;
/** When a practice or a package is done; a package that judges nothing is passed when it is completed. */
export const DONE_WHEN = ['passed', 'finished'] as const;

/** What the main file of a material may be; the other types have attachments only. */
export const MAIN_EXTENSIONS = {
  video: FILE_GROUPS.video,
  audio: FILE_GROUPS.audio,
  pdf: ['pdf'],
  presentation: ['pptx', 'ppt', 'odp', 'pdf'],
  package: ['zip'],
} as const satisfies Partial<Record<(typeof MATERIAL_TYPES)[number], readonly string[]>>;
/** Of a picture in a text. */
export const INLINE_EXTENSIONS = ['png', 'jpeg', 'jpg', 'gif'] as const;
export const CAPTION_EXTENSIONS = ['vtt'] as const;
/** Files of one material. */
export const FILES_LIMIT = 50;

const inCourse = z.strictObject({ id: idText });
export const oneMaterial = z.strictObject({ id: idText, materialId: idText });

const materialBody = {
  name: nameText(),
  description: optionalText(500),
  /** Rich text as HTML; what is not allowed is removed on write. */
  text: optionalText(200_000),
  next_access: z.optional(z.enum(NEXT_ACCESS)),
  /** Heeded by a practice and a package only. */
  done_when: z.optional(z.enum(DONE_WHEN)),
};

const textRevision = exactText(32);

const changedMaterial = z.partial(
  z.strictObject({
    ...materialBody,
    archived: z.boolean(),
    /** Of the text that `text` was written over: refused with 409 where another stands there by now. */
    revision: textRevision,
  }),
);

export const FILE_KINDS = ['main', 'captions', 'attachment', 'inline'] as const;
const fileKind = z.enum(FILE_KINDS);
const captionLanguage = z.enum(['uk', 'en', 'de']);

export const materialFile = z.extend(storedFile, {
  kind: fileKind,
  language: z.nullable(captionLanguage),
  /** Seconds; null where no browser could tell. */
  duration: z.nullable(z.number()),
});

export const createMaterial = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material',
  access: 'editEduMaterials',
  summary: 'Add a material to a course; a practice or an exam comes with its form',
  params: inCourse,
  body: z.strictObject({ ...materialBody, type: z.enum(MATERIAL_TYPES) }),
  response: z.object({ id, form_id: z.nullable(id) }),
  status: 201,
  idempotent: true,
});

export const getMaterial = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/educational_material/:materialId',
  access: 'viewTestMaterials',
  summary: 'A material; opening it counts as the beginning of the course for a student',
  params: oneMaterial,
  response: z.object({
    id,
    course_id: id,
    course_name: z.string(),
    theme_color: z.string(),
    name: z.string(),
    description: z.string(),
    type: z.enum(MATERIAL_TYPES),
    text: z.string(),
    /** Tells the present text from an earlier one. */
    revision: textRevision,
    archived: z.boolean(),
    next_access: z.enum(NEXT_ACCESS),
    done_when: z.enum(DONE_WHEN),
    files: z.array(materialFile),
    form_id: z.nullable(id),
    done: z.boolean(),
    /** Where the student goes on: seconds of a video or audio, the page of a pdf or presentation; 0 from the beginning. */
    resume_at: z.number(),
    /** Percent of a video or audio that was played; null for other types. */
    watched_share: z.nullable(z.int()),
    previous_id: z.nullable(id),
    next_id: z.nullable(id),
    next_name: z.nullable(z.string()),
    /** The material that has to be done before the next one opens to the student: this one, or one before it. */
    next_locked_by: z.nullable(id),
    /** The next one is a test at which the student has to wait. */
    next_waits: z.boolean(),
    /** Which of the course's materials it is, from 1, and of how many. */
    place: z.int(),
    total: z.int(),
    /** How long it takes, where that can be told. */
    minutes: z.nullable(z.int()),
    may_edit: z.boolean(),
  }),
  inDispatch: 'course',
});

export const updateMaterial = endpoint({
  method: 'PATCH',
  path: '/api/v1/course/course/:id/educational_material/:materialId',
  access: 'editEduMaterials',
  summary: 'Change a material',
  params: oneMaterial,
  body: changedMaterial,
  response: nothing,
  status: 204,
});

export const replaceMaterial = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material/:materialId',
  access: 'editEduMaterials',
  summary: 'The same as PATCH, as the specification lists it',
  params: oneMaterial,
  body: changedMaterial,
  response: nothing,
  status: 204,
});

export const deleteMaterial = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/course/:id/educational_material/:materialId',
  access: 'editEduMaterials',
  summary: 'Delete a material (hidden, restorable)',
  params: oneMaterial,
  response: nothing,
  status: 204,
});

export const updateMaterialsSequence = endpoint({
  method: 'POST',
  alsoBy: 'PATCH',
  path: '/api/v1/course/course/:id/update_materials_sequence',
  access: 'editEduMaterials',
  summary: 'Put the materials of a course in order',
  params: inCourse,
  body: z.strictObject({ material_ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
  response: nothing,
  status: 204,
});

export const finishMaterial = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material/:materialId/finish',
  access: 'viewCourseStatus',
  summary: 'The student confirms having read a material to its end',
  params: oneMaterial,
  response: nothing,
  status: 204,
  inDispatch: 'course',
});

export const reportProgress = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material/:materialId/progress',
  access: 'viewCourseStatus',
  summary:
    'Where the student is in a material, and what of a video or audio was played since the last report',
  params: oneMaterial,
  body: z.strictObject({
    resume_at: z.number().check(z.gte(0), z.lte(1_000_000)),
    /** Seconds from and to; each is counted once however often it is played. */
    watched: z.optional(
      z
        .array(z.tuple([z.number().check(z.gte(0)), z.number().check(z.gte(0), z.lte(1_000_000))]))
        .check(z.maxLength(200)),
    ),
    /** What was played: of a file whose place another has taken nothing counts. */
    file_id: z.optional(id),
  }),
  response: z.object({ watched_share: z.nullable(z.int()), done: z.boolean() }),
  inDispatch: 'course',
});

export const cloneMaterial = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material/:materialId/clone',
  access: 'editEduMaterials',
  summary: 'Copy a material with its form and files; the copy stands behind the original',
  params: oneMaterial,
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const listStudentMaterials = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/student_materials/:userId',
  access: 'viewCourseStudents',
  summary: 'The materials of a course as one student has them: done, open, locked, unblocked by whom',
  params: z.strictObject({ id: idText, userId: idText }),
  response: z.object({
    results: z.array(
      z.object({
        id,
        name: z.string(),
        type: z.enum(MATERIAL_TYPES),
        archived: z.boolean(),
        opened_at: z.nullable(instant),
        done_at: z.nullable(instant),
        watched_share: z.nullable(z.int()),
        /** The material whose completion opens this one; null when it is open. */
        opened_by: z.nullable(named),
        unblocked: z.nullable(z.object({ at: instant, by: person })),
      }),
    ),
  }),
});

export const unblockMaterial = endpoint({
  method: 'POST',
  path: '/api/v1/course/unblock_material',
  access: 'unblockMaterial',
  summary: 'Open one chained material for one student',
  body: z.strictObject({ material_id: id, user_id: id }),
  response: nothing,
  status: 204,
});

const UPLOADER = '/api_uploader/v1/course/course/:id/educational_material/:materialId';
const UPLOAD = `${UPLOADER}/upload_file/:fileId`;
export const oneFile = z.extend(oneMaterial, { fileId: idText });

export const uploadFile = beginUpload({
  path: `${UPLOADER}/upload_file`,
  access: 'editEduMaterials',
  of: 'a material',
  params: oneMaterial,
  query: z.strictObject({
    name: z.optional(exactText(255)),
    kind: z.optional(fileKind),
    language: z.optional(captionLanguage),
  }),
  /** Without a kind: the main file, where the material shows such a one and has none; else an attachment. */
  body: z.extend(announcedFile, { kind: z.optional(fileKind), language: z.optional(captionLanguage) }),
});

export const listFileParts = partsOfUpload({
  path: `${UPLOAD}/parts`,
  access: 'editEduMaterials',
  params: oneFile,
});

export const completeFile = completeUpload({
  path: `${UPLOAD}/complete`,
  access: 'editEduMaterials',
  params: oneFile,
  body: completion,
  response: materialFile,
});

export const deleteFile = removeFile({
  path: `${UPLOADER}/delete_file/:fileId`,
  alsoBy: 'POST',
  access: 'editEduMaterials',
  params: oneFile,
});
