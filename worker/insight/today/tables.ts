import { sql } from 'drizzle-orm';
import { date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** Reminders that staff sent to people whose learning stands still: append-only. */
export const reminders = pgTable(
  'reminders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    /** Who was reminded. */
    user_id: integer().notNull(),
    /** The section: failed_twice, overdue, certificate_expired or silent. */
    kind: text().notNull(),
    course_id: integer(),
    program_id: integer(),
    form_id: integer(),
    /** The sender's own words. */
    text: text().notNull().default(''),
    author_id: integer().notNull(),
    created_at: instant('created_at').notNull(),
  },
  (reminder) => [
    index('reminders_user').on(reminder.company_id, reminder.user_id, reminder.created_at),
    foreignKey({
      name: 'reminders_membership',
      columns: [reminder.company_id, reminder.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** The weekly mail of who looks after people: for which week it was asked for last, and when it was worked out. */
export const digests = pgTable(
  'digests',
  {
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    /** Its Monday in the company's calendar. */
    week_on: date({ mode: 'string' }).notNull(),
    /** null: it waits for the minute's job; kept also where there was nothing to tell. */
    judged_at: instant('judged_at'),
  },
  (digest) => [
    primaryKey({ columns: [digest.company_id, digest.user_id] }),
    index('digests_waiting')
      .on(digest.company_id, digest.user_id)
      .where(sql`judged_at is null`),
    foreignKey({
      name: 'digests_membership',
      columns: [digest.company_id, digest.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
