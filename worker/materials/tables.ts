import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { memberships } from '../companies/tables.ts';
import { courses } from '../courses/tables.ts';
import { instant } from '../platform/tables.ts';

export const materials = pgTable(
  'materials',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    type: text().notNull(),
    /** Sanitized HTML. */
    text: text().notNull().default(''),
    position: integer().notNull(),
    /** Hidden from students who open the course after this instant. */
    archived_at: instant('archived_at'),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (material) => [
    unique('materials_tenant').on(material.company_id, material.id),
    uniqueIndex('materials_name')
      .on(material.company_id, material.course_id, sql`lower(btrim(name))`)
      .where(sql`deleted_at is null`),
    index('materials_course').on(material.company_id, material.course_id, material.position),
    foreignKey({
      name: 'materials_course_fk',
      columns: [material.company_id, material.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }),
  ],
);

/** What one student has opened and done. The one truth that every progress figure is counted from. */
export const material_progress = pgTable(
  'material_progress',
  {
    company_id: integer().notNull(),
    material_id: integer().notNull(),
    user_id: integer().notNull(),
    opened_at: instant('opened_at').notNull().defaultNow(),
    done_at: instant('done_at'),
  },
  (progress) => [
    primaryKey({ columns: [progress.company_id, progress.user_id, progress.material_id] }),
    index('material_progress_material').on(progress.company_id, progress.material_id),
    foreignKey({
      name: 'material_progress_material_fk',
      columns: [progress.company_id, progress.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'material_progress_membership',
      columns: [progress.company_id, progress.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }).onDelete('cascade'),
  ],
);
