import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { forms } from '../forms/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** What is asked for at the start of a test; shown by a trainer where it is taken, and no part of a version. */
export const access_codes = pgTable(
  'access_codes',
  {
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    code: text().notNull(),
    changed_at: instant('changed_at').notNull(),
  },
  (access) => [
    primaryKey({ name: 'access_codes_pkey', columns: [access.company_id, access.form_id] }),
    foreignKey({
      name: 'access_codes_form',
      columns: [access.company_id, access.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }).onDelete('cascade'),
  ],
);
