import {
  boolean,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  real,
  rows,
  sqlFunction,
  text,
  type Type,
} from '../../platform/database/functions.ts';

export const cloneMaterial = sqlFunction('clone_material', { course: integer, material: integer }, integer);

export const refuseDuringTests = sqlFunction(
  'refuse_during_tests',
  { course: integer, material: integer },
  nothing,
);

export const openMaterial = sqlFunction('open_material', { course: integer, material: integer }, nothing);

export const unblockMaterial = sqlFunction('unblock_material', { material: integer, user: integer }, nothing);

export const reportProgress = sqlFunction(
  'report_progress',
  { course: integer, material: integer, resume_at: real, watched: json(), file: nullable(integer) },
  rows({ watched_share: nullable(integer), done: boolean }),
);

export const finishMaterial = sqlFunction('finish_material', { course: integer, material: integer }, nothing);

export const lockCourse = sqlFunction('lock_course', { course: integer }, nothing);

export const holdText = sqlFunction(
  'hold_text',
  { course: integer, material: integer, revision: text },
  nothing,
);

export const textRevision = sqlFunction('text_revision', { text }, text);

export const createMaterial = sqlFunction(
  'create_material',
  { course: integer, fields: json() },
  rows({ id: integer, form_id: nullable(integer) }),
);

export const orderMaterials = sqlFunction(
  'order_materials',
  { course: integer, materials: listOf(integer) },
  nothing,
);

/** Where a material stands among those of its course: of a student's own, or (null) of all. */
export const materialPlace = sqlFunction(
  'material_place',
  { material: integer, student: nullable(integer) },
  rows({
    place: integer,
    total: integer,
    previous_id: nullable(integer),
    next_id: nullable(integer),
    next_name: nullable(text),
    next_locked_by: nullable(integer),
    next_waits: boolean,
    in_review: boolean,
  }),
);

/** The stretches that were played, as the database keeps them. */
const stretches: Type<unknown> = { name: 'nummultirange' };
export const watchedShare = sqlFunction(
  'watched_share',
  { watched: stretches, duration: real },
  nullable(integer),
);
