import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { gradings } from '../../exams/attempts/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** What a grading says question by question, as a number that adds up: derived from it and from what was answered. */
export const answer_sums = pgTable(
  'answer_sums',
  {
    company_id: integer().notNull(),
    grading_id: integer().notNull(),
    form_version_id: integer().notNull(),
    sums: numeric().notNull(),
  },
  (sum) => [
    primaryKey({ columns: [sum.company_id, sum.grading_id] }),
    index('answer_sums_version').on(sum.company_id, sum.form_version_id, sum.grading_id),
    foreignKey({
      name: 'answer_sums_grading',
      columns: [sum.company_id, sum.grading_id],
      foreignColumns: [gradings.company_id, gradings.id],
    }).onDelete('cascade'),
  ],
);

/** The published forms of courses, each as it is now. */
export const course_forms = pgView('course_forms', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  id: integer().notNull(),
  material_id: integer().notNull(),
  position: integer().notNull(),
  form_type: integer().notNull(),
  settings: jsonb().notNull(),
  name: text().notNull(),
}).existing();

/** What people's ended attempts at the forms of a course come to, one row per person and form. */
export const form_facts = pgView('form_facts', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  form_id: integer().notNull(),
  user_id: integer().notNull(),
  first_score: doublePrecision(),
  last_score: doublePrecision(),
  best_score: doublePrecision(),
  first_percent: doublePrecision(),
  last_percent: doublePrecision(),
  best_percent: doublePrecision(),
  /** These of the one that counts. */
  attempt_id: integer().notNull(),
  percent: doublePrecision(),
  ects: text(),
  passed: boolean(),
  finished_by: text().notNull(),
  /** Seconds. */
  duration: integer().notNull(),
  in_review: boolean().notNull(),
}).existing();

/** The materials of courses that show a package, by the names of the materials. */
export const course_packages = pgView('course_packages', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  id: integer().notNull(),
  position: integer().notNull(),
  name: text().notNull(),
}).existing();

/** What people's tries at the packages of a course come to, one row per person and material. */
export const package_facts = pgView('package_facts', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  material_id: integer().notNull(),
  user_id: integer().notNull(),
  standing: text().notNull(),
  /** Percent, of the try that counts. */
  score: doublePrecision(),
  tries: integer().notNull(),
  /** Seconds of all tries. */
  time: integer().notNull(),
}).existing();

/** When people finished everything that counts in a course: one row per person who has done any of it. */
export const course_finishes = pgView('course_finishes', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  user_id: integer().notNull(),
  at: instant('at').notNull(),
}).existing();

/** The seconds that are known of people in a course. */
export const times_spent = pgView('times_spent', {
  company_id: integer().notNull(),
  course_id: integer().notNull(),
  user_id: integer().notNull(),
  seconds: integer().notNull(),
}).existing();
