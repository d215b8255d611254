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
import { instant } from '../../platform/database/tables.ts';
import { form_versions, listedQuestion, questions } from '../forms/tables.ts';

/** Folders of the bank, one tree for a company. */
export const bank_folders = pgTable(
  'bank_folders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    /** null: at the top. */
    parent_id: integer(),
    name: text().notNull(),
  },
  (folder) => [
    unique('bank_folders_tenant').on(folder.company_id, folder.id),
    unique('bank_folders_name').on(folder.company_id, folder.parent_id, folder.name).nullsNotDistinct(),
    foreignKey({
      name: 'bank_folders_parent',
      columns: [folder.company_id, folder.parent_id],
      foreignColumns: [folder.company_id, folder.id],
      // Only a company's erasure takes away a folder that holds others.
    }).onDelete('cascade'),
  ],
);

/** A question as it lies in the bank: its words are a row of `questions` that belongs to no form. */
export const bank_entries = pgTable(
  'bank_entries',
  {
    company_id: integer().notNull(),
    question_id: integer().notNull(),
    folder_id: integer().notNull(),
    tags: text().array().notNull().default([]),
    /** Its present version. */
    version: integer().notNull(),
    archived_at: instant('archived_at'),
  },
  (entry) => [
    primaryKey({ columns: [entry.company_id, entry.question_id] }),
    index('bank_entries_folder').on(entry.company_id, entry.folder_id),
    foreignKey({
      name: 'bank_entries_question',
      columns: [entry.company_id, entry.question_id],
      foreignColumns: [questions.company_id, questions.id],
    }),
    foreignKey({
      name: 'bank_entries_folder_fk',
      columns: [entry.company_id, entry.folder_id],
      foreignColumns: [bank_folders.company_id, bank_folders.id],
    }),
  ],
);

/** A question of the bank as it was at a time, append-only: what is asked of it is asked from here. */
export const bank_versions = pgTable(
  'bank_versions',
  {
    company_id: integer().notNull(),
    question_id: integer().notNull(),
    number: integer().notNull(),
    /** In the shape of a published form. */
    question: jsonb().notNull(),
    /** What an answer is checked against; a trigger takes it from `question`. */
    choice: jsonb(),
    author_id: integer().notNull(),
    created_at: instant('created_at').notNull(),
  },
  (version) => [
    primaryKey({ columns: [version.company_id, version.question_id, version.number] }),
    foreignKey({
      name: 'bank_versions_entry',
      columns: [version.company_id, version.question_id],
      foreignColumns: [bank_entries.company_id, bank_entries.question_id],
    }),
  ],
);

/** What a published form draws from, as the bank was when it was published. */
export const form_pools = pgTable(
  'form_pools',
  {
    company_id: integer().notNull(),
    form_version_id: integer().notNull(),
    question_id: integer().notNull(),
    bank_version: integer().notNull(),
    /** Which draws may take it: bit 0 is the first of them. */
    draws: integer().notNull(),
  },
  (pool) => [
    primaryKey({ columns: [pool.company_id, pool.form_version_id, pool.question_id] }),
    index('form_pools_question').on(pool.company_id, pool.question_id),
    foreignKey({
      name: 'form_pools_form_version',
      columns: [pool.company_id, pool.form_version_id],
      foreignColumns: [form_versions.company_id, form_versions.id],
    }),
    foreignKey({
      name: 'form_pools_bank_version',
      columns: [pool.company_id, pool.question_id, pool.bank_version],
      foreignColumns: [bank_versions.company_id, bank_versions.question_id, bank_versions.number],
    }),
  ],
);

/** The questions of the bank as its editors find them. */
export const banked_questions = pgView('banked_questions', {
  id: integer().notNull(),
  company_id: integer().notNull(),
  folder_id: integer().notNull(),
  folder_name: text().notNull(),
  tags: text().array().notNull(),
  version: integer().notNull(),
  archived: boolean().notNull(),
  ...listedQuestion,
  changed_at: instant('changed_at').notNull(),
}).existing();
