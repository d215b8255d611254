import { sql } from 'drizzle-orm';
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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { form_versions, forms, key_repairs } from '../forms/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import type { FormStatus } from './contract.ts';
import { media } from '../../learning/media/tables.ts';
import type { AnswerResponse, FileKind } from '../questions/contract.ts';

/** The appointed form: one form for one student, with its status (§4). Made at the first start. */
export const assignments = pgTable(
  'assignments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    user_id: integer().notNull(),
    status: text().$type<FormStatus>().notNull().default('assigned'),
    attempts_used: integer().notNull().default(0),
    /** Granted beyond the form's own limit. */
    extra_attempts: integer().notNull().default(0),
    /** Minutes beyond the form's own limit, for attempts that start from now on. */
    extra_minutes: integer().notNull().default(0),
    /** By when a granted retake is to be taken. */
    due_at: instant('due_at'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (assignment) => [
    unique('assignments_tenant').on(assignment.company_id, assignment.id),
    unique('assignments_student').on(assignment.company_id, assignment.form_id, assignment.user_id),
    index('assignments_user').on(assignment.company_id, assignment.user_id),
    index('assignments_tried')
      .on(assignment.company_id)
      .where(sql`attempts_used >= 2 and status in ('completed', 'reopened', 'rejected')`),
    index('assignments_due')
      .on(assignment.company_id, assignment.due_at)
      .where(sql`status = 'reopened' and due_at is not null`),
    foreignKey({
      name: 'assignments_form_fk',
      columns: [assignment.company_id, assignment.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
    foreignKey({
      name: 'assignments_membership',
      columns: [assignment.company_id, assignment.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }).onUpdate('cascade'),
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
    /** Orders questions and answers the same way at each reload, with a key of the server's. */
    seed: integer().notNull(),
    /** The questions of the bank that were drawn for it, draw by draw; null: its version draws none. */
    drawn: integer().array(),
    started_at: instant('started_at').notNull(),
    deadline: instant('deadline').notNull(),
    /** Set by a closing page: then the attempt ends unless a page comes back. */
    close_due_at: instant('close_due_at'),
    /** When the server ends it with nobody online: the earlier of deadline + grace and close_due_at. */
    due_at: instant('due_at').notNull(),
    finished_at: instant('finished_at'),
    /** user, timer, page_closed or trainer */
    finished_by: text(),
    /** When the student may see the result; null: a trainer has still to publish it. */
    result_published_at: instant('result_published_at'),
    /** When the page that holds it was last heard of; noted every quarter of a minute at most. */
    last_seen_at: instant('last_seen_at'),
    /** Questions to be looked at again. */
    marked: integer().array().notNull().default([]),
    /** Questions that were left where there is no going back: their answers stay. */
    closed: integer().array().notNull().default([]),
    /** Checked for the last time: their answers change no more. */
    settled: integer().array().notNull().default([]),
    /** By the grading that holds, 0 to 100 with two decimals; null, as `passed`: it runs, or an answer waits for its mark. */
    percent: numeric({ mode: 'number' }),
    passed: boolean(),
  },
  (attempt) => [
    unique('attempts_tenant').on(attempt.company_id, attempt.id),
    unique('attempts_number').on(attempt.company_id, attempt.assignment_id, attempt.number),
    uniqueIndex('attempts_one_running')
      .on(attempt.company_id, attempt.assignment_id)
      .where(sql`status = 'running'`),
    index('attempts_form').on(attempt.company_id, attempt.form_id, attempt.user_id),
    index('attempts_due')
      .on(attempt.due_at)
      .where(sql`status = 'running'`),
    index('attempts_started').on(attempt.company_id, attempt.started_at, attempt.user_id),
    index('attempts_finished')
      .on(attempt.company_id, attempt.finished_at, attempt.id, attempt.user_id)
      .where(sql`status = 'completed'`),
    index('attempts_in_review')
      .on(attempt.company_id, attempt.form_id, attempt.finished_at)
      .where(sql`status = 'completed' and result_published_at is null`),
    index('attempts_recent').on(
      attempt.company_id,
      sql`coalesce(finished_at, started_at) desc`,
      sql`id desc`,
    ),
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

/** Files on their way to an answer, or there; `attempt_answers.answer_ids` names those that are handed in. */
export const attempt_files = pgTable(
  'attempt_files',
  {
    company_id: integer().notNull(),
    media_id: integer()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    attempt_id: integer().notNull(),
    question_id: integer().notNull(),
    kind: text().$type<FileKind>().notNull(),
    /** The attempt has ended, and what was not handed in was thrown away. */
    settled: boolean().notNull().default(false),
  },
  (file) => [
    primaryKey({ columns: [file.company_id, file.media_id] }),
    index('attempt_files_attempt').on(file.company_id, file.attempt_id, file.question_id),
    index('attempt_files_unsettled')
      .on(file.media_id)
      .where(sql`not settled`),
    foreignKey({
      name: 'attempt_files_attempt_fk',
      columns: [file.company_id, file.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);

export const attempt_answers = pgTable(
  'attempt_answers',
  {
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    question_id: integer().notNull(),
    /** What was chosen, sorted; of an ordering, in the order given. */
    answer_ids: integer().array().notNull(),
    /** What was typed, or the pairs made: {answer: match}; null: nothing of the kind. */
    response: jsonb().$type<AnswerResponse>(),
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
    repair_id: integer(),
    created_at: instant('created_at').notNull(),
  },
  (grading) => [
    unique('gradings_tenant').on(grading.company_id, grading.id),
    // With what most ask of the last one.
    index('gradings_attempt').on(
      grading.company_id,
      grading.attempt_id,
      grading.id,
      grading.passed,
      grading.percent,
    ),
    foreignKey({
      name: 'gradings_repair',
      columns: [grading.company_id, grading.repair_id],
      foreignColumns: [key_repairs.company_id, key_repairs.id],
    }),
    foreignKey({
      name: 'gradings_attempt_fk',
      columns: [grading.company_id, grading.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);

/** What the ended attempts of an assignment come to: derived from attempts and gradings, and kept by triggers. */
export const form_results = pgTable(
  'form_results',
  {
    company_id: integer().notNull(),
    assignment_id: integer().notNull(),
    form_id: integer().notNull(),
    user_id: integer().notNull(),
    /** The one that counts, of which percent, ects, passed, finished_by and duration (in seconds) are. */
    attempt_id: integer().notNull(),
    /** Of results alone: null while nothing but attempts that wait for marks has ended. */
    first_score: doublePrecision(),
    last_score: doublePrecision(),
    best_score: doublePrecision(),
    first_percent: doublePrecision(),
    last_percent: doublePrecision(),
    best_percent: doublePrecision(),
    percent: doublePrecision(),
    ects: text(),
    passed: boolean(),
    finished_by: text(),
    duration: integer(),
    /** A trainer has still to publish one of them. */
    in_review: boolean().notNull(),
    /** Of the one that counts: the grading that holds, and the version that was taken. */
    grading_id: integer(),
    form_version_id: integer(),
  },
  (result) => [
    primaryKey({ columns: [result.company_id, result.assignment_id] }),
    index('form_results_form').on(result.company_id, result.form_id, result.user_id),
    index('form_results_user').on(result.company_id, result.user_id),
    foreignKey({
      name: 'form_results_assignment',
      columns: [result.company_id, result.assignment_id],
      foreignColumns: [assignments.company_id, assignments.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'form_results_membership',
      columns: [result.company_id, result.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }).onUpdate('cascade'),
  ],
);

/** What happened around an attempt while it ran, for the neutral timeline that trainer and student see. */
export const attempt_events = pgTable(
  'attempt_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    /**
     * left_page, connection_gap, second_tab or reload; outage: time given back, not to be given twice; late_answers: given
     * without a connection and come when the attempt had ended
     */
    kind: text().notNull(),
    began_at: instant('began_at').notNull(),
    /** Null: at that instant only, or not over yet. */
    ended_at: instant('ended_at'),
    /** Whose answers came late. */
    question_ids: integer().array(),
  },
  (event) => [
    index('attempt_events_attempt').on(event.company_id, event.attempt_id, event.began_at),
    foreignKey({
      name: 'attempt_events_attempt_fk',
      columns: [event.company_id, event.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);

/** What staff decided about somebody's form: append-only, with who, when and why. */
export const assignment_decisions = pgTable(
  'assignment_decisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    assignment_id: integer().notNull(),
    attempt_id: integer(),
    /** minutes, attempts, renewal, retake, annul, cancel, restore, publish or outage */
    kind: text().notNull(),
    /** Minutes or attempts given. */
    amount: integer(),
    reason: text().notNull().default(''),
    /** The same for everything that one click decided. */
    batch: text().notNull(),
    /** null: given by the renewal of a certificate. */
    author_id: integer(),
    created_at: instant('created_at').notNull(),
  },
  (decision) => [
    index('assignment_decisions_assignment').on(decision.company_id, decision.assignment_id, decision.id),
    index('assignment_decisions_batch').on(decision.company_id, decision.batch),
    foreignKey({
      name: 'assignment_decisions_assignment_fk',
      columns: [decision.company_id, decision.assignment_id],
      foreignColumns: [assignments.company_id, assignments.id],
    }),
  ],
);

/** A trainer's words about a result, as a whole or about one question of it. */
export const attempt_notes = pgTable(
  'attempt_notes',
  {
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    /** 0: about the whole. */
    question_id: integer().notNull().default(0),
    text: text().notNull(),
    author_id: integer().notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (note) => [
    primaryKey({ columns: [note.company_id, note.attempt_id, note.question_id] }),
    foreignKey({
      name: 'attempt_notes_attempt_fk',
      columns: [note.company_id, note.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);

/** The tests and exams that a student may be told of, as they are now. */
export const published_forms = pgView('published_forms', {
  company_id: integer().notNull(),
  id: integer().notNull(),
  form_type: integer().notNull(),
  material_id: integer().notNull(),
  course_id: integer().notNull(),
  archived_at: instant('archived_at'),
  course_name: text().notNull(),
  settings: jsonb().notNull(),
  name: text().notNull(),
}).existing();
