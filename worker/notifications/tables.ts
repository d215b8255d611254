import { foreignKey, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { memberships } from '../companies/tables.ts';
import { instant } from '../platform/tables.ts';

/** What a person is told in the app; mails are queued beside it. */
export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    kind: text().notNull(),
    /** The same thing is told once. */
    key: text().notNull(),
    /** Where it leads: a path of the product. */
    path: text().notNull(),
    /** What its sentence names, as it was called then. */
    params: jsonb().notNull().default({}),
    created_at: instant('created_at').notNull(),
    read_at: instant('read_at'),
    /** When the mail about it was queued; null: not yet, or none is wanted. */
    mailed_at: instant('mailed_at'),
  },
  (notification) => [
    index('notifications_user').on(notification.company_id, notification.user_id, notification.created_at),
    uniqueIndex('notifications_key').on(notification.company_id, notification.user_id, notification.key),
    foreignKey({
      name: 'notifications_membership',
      columns: [notification.company_id, notification.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }).onDelete('cascade'),
  ],
);

/** A person's choices, the same in every company; without a row everything is mailed at once. */
export const notification_settings = pgTable('notification_settings', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Kinds that are not mailed. */
  muted: text().array().notNull().default([]),
  /** Minutes after midnight in the person's zone; null: no quiet hours. */
  quiet_from: smallint(),
  quiet_to: smallint(),
  /** An IANA name. */
  time_zone: text().notNull().default('Europe/Kyiv'),
});
