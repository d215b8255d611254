import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { courses } from '../courses/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import { programs } from '../programs/tables.ts';
import { webinars } from '../webinars/tables.ts';

/** The stages of a program's timeline; the items of one run in parallel. */
export const chronology_stages = pgTable(
  'chronology_stages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    program_id: integer().notNull(),
    /** '' shows its number. */
    name: text().notNull().default(''),
    position: integer().notNull(),
  },
  (stage) => [
    unique('chronology_stages_tenant').on(stage.company_id, stage.id),
    index('chronology_stages_program').on(stage.company_id, stage.program_id, stage.position),
    foreignKey({
      name: 'chronology_stages_program_fk',
      columns: [stage.company_id, stage.program_id],
      foreignColumns: [programs.company_id, programs.id],
    }).onDelete('cascade'),
  ],
);

/** One step of the timeline: a course or a webinar, and when it is open and due. */
export const chronology_items = pgTable(
  'chronology_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    program_id: integer().notNull(),
    stage_id: integer().notNull(),
    position: integer().notNull(),
    course_id: integer(),
    webinar_id: integer(),
    required: boolean().notNull().default(true),
    /** always, previous_done, previous_passed, all_previous_passed or from_date */
    access_rule: text().notNull().default('always'),
    /** The first day of from_date. */
    access_from: date(),
    /** none, date, after_assignment or after_previous */
    opens: text().notNull().default('none'),
    opens_on: date(),
    opens_after_days: integer(),
    /** none, date, after_assignment or after_previous */
    due: text().notNull().default('none'),
    due_on: date(),
    due_after_days: integer(),
    /** block or allow_late */
    after_due: text().notNull().default('allow_late'),
  },
  (item) => [
    unique('chronology_items_tenant').on(item.company_id, item.id),
    index('chronology_items_program').on(item.company_id, item.program_id),
    index('chronology_items_course').on(item.company_id, item.course_id),
    index('chronology_items_webinar').on(item.company_id, item.webinar_id),
    check('chronology_items_one_thing', sql`num_nonnulls(course_id, webinar_id) = 1`),
    foreignKey({
      name: 'chronology_items_program_fk',
      columns: [item.company_id, item.program_id],
      foreignColumns: [programs.company_id, programs.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'chronology_items_stage',
      columns: [item.company_id, item.stage_id],
      foreignColumns: [chronology_stages.company_id, chronology_stages.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'chronology_items_course_fk',
      columns: [item.company_id, item.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'chronology_items_webinar_fk',
      columns: [item.company_id, item.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
  ],
);

/** Items that were open to a student once: no change of the timeline locks them again. */
export const chronology_opened = pgTable(
  'chronology_opened',
  {
    company_id: integer().notNull(),
    item_id: integer().notNull(),
    user_id: integer().notNull(),
    opened_at: instant('opened_at').notNull().defaultNow(),
  },
  (opened) => [
    primaryKey({ columns: [opened.company_id, opened.user_id, opened.item_id] }),
    foreignKey({
      name: 'chronology_opened_item',
      columns: [opened.company_id, opened.item_id],
      foreignColumns: [chronology_items.company_id, chronology_items.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'chronology_opened_membership',
      columns: [opened.company_id, opened.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** Who has a program, and since when. */
export const program_students = pgView('program_students', {
  company_id: integer().notNull(),
  program_id: integer().notNull(),
  user_id: integer().notNull(),
  assigned_at: instant('assigned_at').notNull(),
}).existing();
