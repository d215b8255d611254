import { boolean, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { courses } from '../courses/tables.ts';
import { materials } from '../materials/tables.ts';

/** What a cloned course knows of each material of its original: the copy, and the revision it was taken or kept at. */
export const material_origins = pgTable(
  'material_origins',
  {
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    origin_material_id: integer().notNull(),
    /** Null for one that came later and was not taken, and for a copy that is gone. */
    material_id: integer(),
    /** The original's revision that was taken, or was seen and not wanted. */
    revision: integer().notNull(),
    /** What the copy was when it was taken (material_mark): another one now has changes of the company's own. */
    copy_mark: text(),
    /** The original is gone, and the copy is kept all the same. */
    kept_without_original: boolean().notNull().default(false),
  },
  (origin) => [
    primaryKey({ columns: [origin.company_id, origin.course_id, origin.origin_material_id] }),
    index('material_origins_material').on(origin.company_id, origin.material_id),
    foreignKey({
      name: 'material_origins_course',
      columns: [origin.company_id, origin.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'material_origins_material_fk',
      columns: [origin.company_id, origin.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }),
  ],
);
