import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/tables.ts';
import { form_versions, forms } from '../forms/tables.ts';
import type { PrintedParts } from './contract.ts';

/** A published version as it is handed out on paper, in variants that stay what they are. */
export const print_runs = pgTable(
  'print_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    form_version_id: integer().notNull(),
    /** How many: A, B, C … */
    variants: integer().notNull(),
    /** Orders questions and answers of each variant, the same whenever it is printed. */
    seed: uuid().notNull().defaultRandom(),
    /** By variant the questions of the bank that were drawn for it; null: its version draws none. */
    drawn: jsonb().$type<number[][]>(),
    author_id: integer().notNull(),
    created_at: instant('created_at').notNull(),
  },
  (run) => [
    unique('print_runs_tenant').on(run.company_id, run.id),
    index('print_runs_form').on(run.company_id, run.form_id, run.id),
    check('print_runs_variants', sql`variants between 1 and 26`),
    foreignKey({
      name: 'print_runs_form_fk',
      columns: [run.company_id, run.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
    foreignKey({
      name: 'print_runs_version_fk',
      columns: [run.company_id, run.form_version_id],
      foreignColumns: [form_versions.company_id, form_versions.id],
    }),
  ],
);

/** Who made which pages when: what is on paper is read by whoever finds it. */
export const printings = pgTable(
  'printings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    /** null: the draft, as it was. */
    run_id: integer(),
    /** From 1; of a draft none. */
    variants: integer().array().notNull(),
    /** papers, key or both */
    kind: text().$type<PrintedParts>().notNull(),
    author_id: integer().notNull(),
    created_at: instant('created_at').notNull(),
  },
  (printing) => [
    index('printings_form').on(printing.company_id, printing.form_id, printing.id),
    foreignKey({
      name: 'printings_form_fk',
      columns: [printing.company_id, printing.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
    foreignKey({
      name: 'printings_run_fk',
      columns: [printing.company_id, printing.run_id],
      foreignColumns: [print_runs.company_id, print_runs.id],
    }),
  ],
);
