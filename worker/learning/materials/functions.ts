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
  type Type,
} from '../../platform/database/functions.ts';

export const cloneMaterial = sqlFunction('clone_material', { course: integer, material: integer }, integer);

export const openMaterial = sqlFunction('open_material', { course: integer, material: integer }, nothing);

export const unblockMaterial = sqlFunction('unblock_material', { material: integer, user: integer }, nothing);

export const reportProgress = sqlFunction(
  'report_progress',
  { course: integer, material: integer, resume_at: real, watched: json() },
  rows({ watched_share: nullable(integer), done: boolean }),
);

export const finishMaterial = sqlFunction('finish_material', { course: integer, material: integer }, nothing);

export const lockCourse = sqlFunction('lock_course', { course: integer }, nothing);

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

export const lockedBy = sqlFunction('locked_by', { material: integer, user: integer }, nullable(integer));

/** The stretches that were played, as the database keeps them. */
const stretches: Type<unknown> = { name: 'nummultirange' };
export const watchedShare = sqlFunction(
  'watched_share',
  { watched: stretches, duration: real },
  nullable(integer),
);
