import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { media } from '../../learning/media/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** What people wrote to the vendor, from the support page or the feedback form. */
export const feedback = pgTable(
  'feedback',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    user_type: text().notNull(),
    /** question, problem, idea or praise */
    category: text().notNull(),
    text: text().notNull(),
    /** The path of the screen it was written on. */
    page: text().notNull().default(''),
    /** The browser, as it names itself. */
    device: text().notNull().default(''),
    screenshot_id: integer().references(() => media.id, { onDelete: 'set null' }),
    created_at: instant('created_at').notNull(),
  },
  (message) => [
    index('feedback_company').on(message.company_id, message.created_at),
    index('feedback_screenshot')
      .on(message.screenshot_id)
      .where(sql`screenshot_id is not null`),
    foreignKey({
      name: 'feedback_membership',
      columns: [message.company_id, message.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
