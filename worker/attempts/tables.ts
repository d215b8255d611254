import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { memberships } from '../companies/tables.ts';
import { form_versions, forms } from '../forms/tables.ts';
import { instant } from '../platform/tables.ts';

/** The appointed form: one form for one student, with the status of the decisions. Made at the first start. */
export const assignments = pgTable(
  'assignments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    user_id: integer().notNull(),
    status: integer().notNull().default(3),
    attempts_used: integer().notNull().default(0),
    /** Granted beyond the form's own limit. */
    extra_attempts: integer().notNull().default(0),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (assignment) => [
    unique('assignments_tenant').on(assignment.company_id, assignment.id),
    unique('assignments_student').on(assignment.company_id, assignment.form_id, assignment.user_id),
    index('assignments_user').on(assignment.company_id, assignment.user_id),
    foreignKey({
      name: 'assignments_form_fk',
      columns: [assignment.company_id, assignment.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
    foreignKey({
      name: 'assignments_membership',
      columns: [assignment.company_id, assignment.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }),
  ],
);

export const attempts = pgTable(
  'attempts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    assignment_id: integer().notNull(),
    form_id: integer().notNull(),
    form_version_id: integer().notNull(),
    user_id: integer().notNull(),
    number: integer().notNull(),
    /** running, completed or annulled */
    status: text().notNull().default('running'),
    /** The tab that holds the attempt. */
    holder: text().notNull(),
    /** Orders questions and answers the same way at each reload. */
    seed: integer().notNull(),
    started_at: instant('started_at').notNull(),
    deadline: instant('deadline').notNull(),
    /** Set by a closing page: 60 s later the attempt ends unless a page comes back. */
    close_due_at: instant('close_due_at'),
    /** When the server ends it with nobody online: the earlier of deadline + 5 s and close_due_at. */
    due_at: instant('due_at').notNull(),
    finished_at: instant('finished_at'),
    /** user, timer, page_closed or trainer */
    finished_by: text(),
    /** When the student may see the result; null: a trainer has still to publish it. */
    result_published_at: instant('result_published_at'),
  },
  (attempt) => [
    unique('attempts_tenant').on(attempt.company_id, attempt.id),
    unique('attempts_number').on(attempt.company_id, attempt.assignment_id, attempt.number),
    uniqueIndex('attempts_one_running')
      .on(attempt.company_id, attempt.assignment_id)
      .where(sql`status = 'running'`),
    index('attempts_due')
      .on(attempt.due_at)
      .where(sql`status = 'running'`),
    index('attempts_running_user')
      .on(attempt.company_id, attempt.user_id)
      .where(sql`status = 'running'`),
    foreignKey({
      name: 'attempts_assignment_fk',
      columns: [attempt.company_id, attempt.assignment_id],
      foreignColumns: [assignments.company_id, assignments.id],
    }),
    foreignKey({
      name: 'attempts_version_fk',
      columns: [attempt.company_id, attempt.form_version_id],
      foreignColumns: [form_versions.company_id, form_versions.id],
    }),
  ],
);

export const attempt_answers = pgTable(
  'attempt_answers',
  {
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    question_id: integer().notNull(),
    /** Sorted. */
    answer_ids: integer().array().notNull(),
    seq: integer().notNull(),
    saved_at: instant('saved_at').notNull(),
  },
  (answer) => [
    primaryKey({ columns: [answer.company_id, answer.attempt_id, answer.question_id] }),
    foreignKey({
      name: 'attempt_answers_attempt_fk',
      columns: [answer.company_id, answer.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);

/** Results, append-only: the latest grading of an attempt counts. */
export const gradings = pgTable(
  'gradings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    score: numeric({ mode: 'number' }).notNull(),
    max_score: numeric({ mode: 'number' }).notNull(),
    /** 0 to 100, two decimals. */
    percent: numeric({ mode: 'number' }).notNull(),
    ects: text().notNull(),
    passed: boolean().notNull(),
    /** Per question: id, earned, maximum, outcome. */
    explanation: jsonb().notNull(),
    reason: text().notNull().default('finished'),
    created_at: instant('created_at').notNull(),
  },
  (grading) => [
    unique('gradings_tenant').on(grading.company_id, grading.id),
    index('gradings_attempt').on(grading.company_id, grading.attempt_id, grading.id),
    foreignKey({
      name: 'gradings_attempt_fk',
      columns: [grading.company_id, grading.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);
