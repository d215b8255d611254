import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  optional,
  real,
  rows,
  sqlFunction,
  text,
} from '../../platform/functions.ts';

export const cloneMaterial = sqlFunction('clone_material', { course: integer, material: integer }, integer);

export const ownMaterials = sqlFunction(
  'own_materials',
  { course: integer, user: optional(integer) },
  rows({
    material_id: integer,
    type: text,
    position: integer,
    opened_at: nullable(instant),
    done_at: nullable(instant),
    locked_by: nullable(integer),
  }),
);

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
