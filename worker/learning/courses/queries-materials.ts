import { and, eq } from 'drizzle-orm';
import { build, tied } from '../../platform/database/queries.ts';
import { material_files, materials } from '../materials/tables.ts';
import { materialMinutes } from './functions.ts';

/** Of the recording that a material of the query is: seconds. */
export const durationOfMaterial = build
  .select({ duration: material_files.duration })
  .from(material_files)
  .where(
    and(
      tied(material_files, materials, eq(material_files.material_id, materials.id)),
      eq(material_files.kind, 'main'),
    ),
  )
  .limit(1);

/** How long a material of the query takes, where that can be told. */
export const minutesOfMaterial = materialMinutes({
  type: materials.type,
  letters: materials.letters,
  duration: durationOfMaterial,
}).getSQL();
