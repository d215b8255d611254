import { integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** Accounts at providers that sign a person in. */
export const social_links = pgTable(
  'social_links',
  {
    backend: text().notNull(),
    /** The provider's own id of the person (`sub`). */
    subject: text().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the provider gave it at linking; shown, never matched. */
    email: text().notNull().default(''),
    linked_at: instant('linked_at').notNull().defaultNow(),
  },
  (link) => [
    primaryKey({ columns: [link.backend, link.subject] }),
    uniqueIndex('social_links_user').on(link.user_id, link.backend),
  ],
);
