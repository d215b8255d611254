import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { media } from '../../learning/media/tables.ts';
import { materials } from '../../learning/materials/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import type { Area, Credit, Hotspot, Marking, QuestionType, Section, Work } from '../questions/contract.ts';
import type { DrawRule } from './contract.ts';

/** The draft of a test or exam, one to one with its material; students get a published version. */
export const forms = pgTable(
  'forms',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    material_id: integer().notNull(),
    /** 1 test, 2 exam */
    form_type: integer().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Minutes; null: ends after 120. */
    time_limit: integer(),
    is_one_attempt_allowed: boolean().notNull().default(true),
    attempt_limit: integer(),
    passing_score_type: text().notNull().default('percentages'),
    passing_score: integer().notNull().default(60),
    rating_system: text().notNull().default('percentages'),
    max_score_for_questions: integer().notNull().default(100),
    text_after_success_passing: text().notNull().default(''),
    text_after_failure_passing: text().notNull().default(''),
    shuffle_questions: boolean().notNull().default(false),
    shuffle_answers: boolean().notNull().default(false),
    show_uncounted_answers: boolean().notNull().default(true),
    show_right_answers: boolean().notNull().default(false),
    show_points_for_answers: boolean().notNull().default(true),
    send_email_with_answers: boolean().notNull().default(false),
    disable_autosave_for_all_respondents: boolean().notNull().default(false),
    issue_certificate: boolean().notNull().default(false),
    publication_after_passing: boolean().notNull().default(true),
    /** Which of several results counts: best or last. */
    result_counts: text().notNull().default('best'),
    /** What is drawn of the bank at each start, in this order. */
    draws: jsonb().$type<DrawRule[]>().notNull().default([]),
    /** Its window: started no earlier and no later; null: whenever one likes. */
    opens_at: instant('opens_at'),
    closes_at: instant('closes_at'),
    /** What an attempt gets that runs when the window closes: continue (its own time) or end. */
    at_close: text().$type<'continue' | 'end'>().notNull().default('continue'),
    /** Between the end of an attempt and the next start; null: none. */
    pause_minutes: integer(),
    /** Its parts, in this order; empty: it has none. */
    sections: jsonb().$type<Section[]>().notNull().default([]),
    /** How its questions are shown: all, unless the student likes them one by one, or on pages. */
    pages: text().$type<'all' | 'one' | 'section'>().notNull().default('all'),
    /** Of pages: whether one that was left can be gone back to. */
    may_go_back: boolean().notNull().default(true),
    /** Of a practice: answers are checked one by one while it is taken, so many times each. */
    learning_mode: boolean().notNull().default(false),
    tries_per_question: integer().notNull().default(2),
    /** While answers are marked nobody reads whose they are. */
    names_hidden: boolean().notNull().default(false),
    /** Two people mark each answer. */
    two_markers: boolean().notNull().default(false),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (form) => [
    unique('forms_tenant').on(form.company_id, form.id),
    unique('forms_material').on(form.company_id, form.material_id),
    foreignKey({
      name: 'forms_material_fk',
      columns: [form.company_id, form.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }),
  ],
);

/** An answer as it is kept; what its question's type does not need is absent. */
export interface DraftAnswer {
  id: number;
  /** What is offered, accepted or matched: by the type of its question (docs/decisions/question-types.md). */
  title: string;
  is_right_answer: boolean;
  /** Of a number: how far off it may be, absolute (`0.5`) or relative (`5%`). */
  tolerance?: string;
  /** What it gives of the score, 1 to 99; absent: all of it, or nothing where it is wrong. */
  percent?: number;
  /** What belongs to the title, in a matching. */
  match?: string;
  /** By which `match` is chosen: another id than the answer's own, which would tell the pair. */
  match_id?: number;
  /** Of a text with gaps: which of them it belongs to. */
  gap?: number;
  /** Of places on a picture: where it is. */
  area?: Area;
  /** Told to whoever gave it, where the key is shown. */
  feedback?: string;
}

export const questions = pgTable(
  'questions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    /** null: a question of the bank. */
    form_id: integer(),
    position: integer().notNull(),
    /** To which of its form's sections it belongs; one that the form does not have: to the last. */
    section: integer(),
    title: text().notNull(),
    description: text().notNull().default(''),
    type: text().$type<QuestionType>().notNull().default('choice'),
    /** What an answer that is partly right gives: nothing (all), or its part. */
    credit: text().$type<Credit>().notNull().default('all'),
    /** Of a short answer: capitals count. */
    match_case: boolean().notNull().default(false),
    /** Of a number: what it counts; may be typed behind it. */
    unit: text().notNull().default(''),
    /** Of what is marked by hand: what its student is told of it, and what only markers read. */
    work: jsonb().$type<Work>().notNull().default({}),
    marking: jsonb().$type<Marking>().notNull().default({}),
    /** Of a text with gaps: the text, with `[[1]]` for its first gap. */
    gap_text: text().notNull().default(''),
    /** Of places on a picture: how many are asked for, and what it shows. */
    hotspot: jsonb().$type<Partial<Hotspot>>().notNull().default({}),
    /** Told with the key. */
    feedback: text().notNull().default(''),
    multiple_right_answers: boolean().notNull().default(false),
    required: boolean().notNull().default(false),
    score: integer().notNull().default(1),
    answers: jsonb().$type<DraftAnswer[]>().notNull().default([]),
    /** Of a draft: taken from the bank as it was in this version, and not to be changed here. */
    bank_question_id: integer(),
    bank_version: integer(),
    deleted_at: instant('deleted_at'),
  },
  (question) => [
    unique('questions_tenant').on(question.company_id, question.id),
    index('questions_form').on(question.company_id, question.form_id, question.position),
    index('questions_bank')
      .on(question.company_id, question.bank_question_id)
      .where(sql`bank_question_id is not null`),
    foreignKey({
      name: 'questions_form_fk',
      columns: [question.company_id, question.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
    foreignKey({
      name: 'questions_bank_fk',
      columns: [question.company_id, question.bank_question_id],
      foreignColumns: [question.company_id, question.id],
    }).onDelete('set null'),
  ],
);

/** A form as published: an attempt keeps the version it started with, whatever the draft becomes. */
export const form_versions = pgTable(
  'form_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    number: integer().notNull(),
    /** The form's fields at the time. */
    settings: jsonb().notNull(),
    /** The questions at the time, each with `right`: the sorted ids of its right answers. */
    questions: jsonb().notNull(),
    /** What may be chosen, by the id of a question; a trigger takes it from `questions`, so it is never null. */
    choices: jsonb(),
    max_score: integer().notNull(),
    /** Some of its questions are marked by hand. */
    by_hand: boolean().generatedAlwaysAs(
      sql`jsonb_path_exists(questions, '$[*] ? (@.type == "essay" || @.type == "upload")')`,
    ),
    published_at: instant('published_at').notNull().defaultNow(),
  },
  (version) => [
    unique('form_versions_tenant').on(version.company_id, version.id),
    unique('form_versions_number').on(version.company_id, version.form_id, version.number),
    // Few have a window, and every few minutes those are asked which has opened.
    index('form_versions_opening')
      .on(version.company_id, version.form_id)
      .where(sql`settings ? 'opens_at'`),
    foreignKey({
      name: 'form_versions_form_fk',
      columns: [version.company_id, version.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
  ],
);

/** The files of a question. One that was removed from the draft stays for the versions that show it. */
export const question_files = pgTable(
  'question_files',
  {
    company_id: integer().notNull(),
    question_id: integer().notNull(),
    media_id: integer()
      .notNull()
      .references(() => media.id),
    position: integer().notNull().default(0),
    removed_at: instant('removed_at'),
  },
  (file) => [
    primaryKey({ columns: [file.company_id, file.media_id] }),
    index('question_files_question').on(file.company_id, file.question_id, file.position),
    foreignKey({
      name: 'question_files_question_fk',
      columns: [file.company_id, file.question_id],
      foreignColumns: [questions.company_id, questions.id],
    }),
  ],
);

/**
 * Right answers mended in a published form, for attempts that are over: each affected attempt gets a grading that names
 * the repair; undoing it grades them anew without it.
 */
export const key_repairs = pgTable(
  'key_repairs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    /** Per question: its id with the sorted ids of the right answers, or annulled. */
    changes: jsonb().notNull(),
    /** A result that would fall stays as it is. */
    only_raise: boolean().notNull(),
    reason: text().notNull().default(''),
    author_id: integer().notNull(),
    created_at: instant('created_at').notNull(),
    undone_at: instant('undone_at'),
  },
  (repair) => [
    unique('key_repairs_tenant').on(repair.company_id, repair.id),
    index('key_repairs_form').on(repair.company_id, repair.form_id, repair.id),
    foreignKey({
      name: 'key_repairs_form_fk',
      columns: [repair.company_id, repair.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
  ],
);

/** The latest version of each form, which is the one that is taken. */
export const current_versions = pgView('current_versions', {
  id: integer().notNull(),
  company_id: integer().notNull(),
  form_id: integer().notNull(),
  number: integer().notNull(),
  settings: jsonb().notNull(),
  questions: jsonb().notNull(),
  published_at: instant('published_at').notNull(),
}).existing();

/** Whom a form's key is kept from (decisions, "Nobody decides about themselves"). */
export const form_takers = pgView('form_takers', {
  company_id: integer().notNull(),
  form_id: integer().notNull(),
  user_id: integer().notNull(),
}).existing();

/** A question as lists show it. */
export const listedQuestion = {
  title: text().notNull(),
  type: text().$type<QuestionType>().notNull(),
  multiple_right_answers: boolean().notNull(),
  score: integer().notNull(),
  answers: jsonb().$type<DraftAnswer[]>().notNull(),
};

/** The questions of drafts that may be found and copied elsewhere. */
export const bank_questions = pgView('bank_questions', {
  id: integer().notNull(),
  company_id: integer().notNull(),
  form_id: integer().notNull(),
  form_name: text().notNull(),
  course_id: integer().notNull(),
  course_name: text().notNull(),
  course_tags: text().array().notNull(),
  ...listedQuestion,
  may_copy: boolean().notNull(),
  /** Blanks and case aside. */
  words: text().notNull(),
}).existing();
