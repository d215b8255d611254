import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/tables.ts';

/** A file in object storage: of a company, or a person's photo, which is seen wherever that person belongs. */
export const media = pgTable('media', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  company_id: integer(),
  user_id: integer(),
  /** In the bucket; random, so that it says nothing. */
  key: text().notNull(),
  content_type: text().notNull(),
  /** Bytes. */
  size: integer().notNull(),
  created_at: instant('created_at').notNull().defaultNow(),
});
