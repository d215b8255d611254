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
import { companies } from '../../identity/companies/tables.ts';
import { courses } from '../courses/tables.ts';
import { study_groups } from '../../people/groups/tables.ts';
import { media } from '../media/tables.ts';
import { instant } from '../../platform/database/tables.ts';

export const programs = pgTable(
  'programs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    /** Shown to staff only. */
    internal_name: text().notNull().default(''),
    description: text().notNull().default(''),
    detailed_description: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    photo_id: integer().references(() => media.id, { onDelete: 'set null' }),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (program) => [
    unique('programs_tenant').on(program.company_id, program.id),
    uniqueIndex('programs_name')
      .on(program.company_id, sql`lower(btrim(name))`)
      .where(sql`deleted_at is null`),
    index('programs_search').using('gin', sql`search_text(name || ' ' || internal_name) gin_trgm_ops`),
  ],
);

export const program_courses = pgTable(
  'program_courses',
  {
    company_id: integer().notNull(),
    program_id: integer().notNull(),
    course_id: integer().notNull(),
    position: integer().notNull().default(0),
    /** When the program got the course; null: before that was noted. */
    created_at: instant('created_at').default(sql`app_now()`),
  },
  (link) => [
    primaryKey({ columns: [link.company_id, link.program_id, link.course_id] }),
    index('program_courses_course').on(link.company_id, link.course_id),
    foreignKey({
      name: 'program_courses_program',
      columns: [link.company_id, link.program_id],
      foreignColumns: [programs.company_id, programs.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'program_courses_course_fk',
      columns: [link.company_id, link.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
  ],
);

export const program_groups = pgTable(
  'program_groups',
  {
    company_id: integer().notNull(),
    program_id: integer().notNull(),
    group_id: integer().notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (link) => [
    primaryKey({ columns: [link.company_id, link.program_id, link.group_id] }),
    index('program_groups_group').on(link.company_id, link.group_id),
    foreignKey({
      name: 'program_groups_program',
      columns: [link.company_id, link.program_id],
      foreignColumns: [programs.company_id, programs.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'program_groups_group_fk',
      columns: [link.company_id, link.group_id],
      foreignColumns: [study_groups.company_id, study_groups.id],
    }).onDelete('cascade'),
  ],
);
