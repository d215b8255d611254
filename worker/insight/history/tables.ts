import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { companies } from '../../identity/companies/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** Written by the trigger `record_history` alone; the worker may only read it. */
export const history = pgTable(
  'history',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer()
      .notNull()
      .references(() => companies.id),
    author_id: integer(),
    author_type: text(),
    action: text().notNull(),
    section: text().notNull(),
    object_model: text().notNull(),
    object_id: integer().notNull(),
    /** As it was called then. */
    object_label: text().notNull(),
    /** Of a row that belongs to the object: what it ties to it, as it was called then. */
    part_label: text().notNull().default(''),
    /** The table of the row that changed: the object's own, or of what belongs to it. */
    relation: text().notNull(),
    old_object: jsonb(),
    new_object: jsonb(),
    /** The first entry of the same transaction: a request, an import or a bulk action is one change. */
    change_id: integer().notNull(),
    /** Of an import or a clone: the name by which it can be taken back. */
    batch: text(),
    created_at: instant('created_at').notNull(),
  },
  (entry) => [
    // Lists read it newest first, and filter without looking at the rows.
    index('history_entries').on(
      entry.company_id,
      entry.created_at,
      entry.change_id,
      entry.action,
      entry.section,
      entry.author_id,
    ),
    // Changes alone, by their first entries: the list without a filter, and what it counts to a page far back.
    index('history_changes')
      .on(entry.company_id, entry.created_at, entry.change_id)
      .where(sql`id = change_id`),
    index('history_change').on(entry.company_id, entry.change_id, entry.id),
    index('history_author').on(entry.company_id, entry.author_id, entry.created_at),
    index('history_object').on(entry.company_id, entry.object_model, entry.object_id),
    // Imports are listed and taken back by their batch, which few entries have.
    index('history_batch')
      .on(entry.company_id, entry.batch)
      .where(sql`batch is not null`),
    index('history_labels').using('gin', sql`(object_label || ' ' || part_label) gin_trgm_ops`),
  ],
);
