import { date, foreignKey, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import { attempts } from '../attempts/tables.ts';
import { print_runs } from '../prints/tables.ts';

/** Answer sheets that were typed in: each is an attempt. */
export const paper_sheets = pgTable(
  'paper_sheets',
  {
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    form_id: integer().notNull(),
    run_id: integer().notNull(),
    /** From 1. */
    variant: integer().notNull(),
    /** Who wrote it. */
    user_id: integer().notNull(),
    /** The day on which it was written. */
    sat_on: date().notNull(),
    /** Who typed it in. */
    author_id: integer().notNull(),
    typed_at: instant('typed_at').notNull(),
    /** Taken back: its attempt is annulled, and may be typed in anew. */
    undone_at: instant('undone_at'),
    undone_by: integer(),
  },
  (sheet) => [
    primaryKey({ columns: [sheet.company_id, sheet.attempt_id] }),
    index('paper_sheets_run').on(sheet.company_id, sheet.run_id, sheet.user_id),
    foreignKey({
      name: 'paper_sheets_attempt',
      columns: [sheet.company_id, sheet.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
    foreignKey({
      name: 'paper_sheets_run_fk',
      columns: [sheet.company_id, sheet.run_id],
      foreignColumns: [print_runs.company_id, print_runs.id],
    }),
    foreignKey({
      name: 'paper_sheets_membership',
      columns: [sheet.company_id, sheet.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }).onUpdate('cascade'),
  ],
);
