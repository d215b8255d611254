import { and, eq, notExists, sql } from 'drizzle-orm';
import { anyOf, build, tied } from '../../platform/database/queries.ts';
import { material_files, materials } from '../materials/tables.ts';
import { materialMinutes, showsFile } from './functions.ts';

const isMain = and(
  tied(material_files, materials, eq(material_files.material_id, materials.id)),
  eq(material_files.kind, 'main'),
);

/** Of the recording that a material of the query is: seconds. */
export const durationOfMaterial = build
  .select({ duration: material_files.duration })
  .from(material_files)
  .where(isMain)
  .limit(1);

/** Whether a material of the query is to show a file that nobody has added: no student can get it done. */
export const lacksFile = sql<boolean>`${and(showsFile({ type: materials.type }).getSQL(), notExists(anyOf(material_files, isMain)))}`;

/** How long a material of the query takes, where that can be told. */
export const minutesOfMaterial = materialMinutes({
  type: materials.type,
  letters: materials.letters,
  duration: durationOfMaterial,
}).getSQL();
