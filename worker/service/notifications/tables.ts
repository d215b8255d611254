import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/accounts/tables.ts';
import { memberships } from '../../identity/companies/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { webinars } from '../../learning/webinars/tables.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { instant } from '../../platform/database/tables.ts';
import type * as contract from './contract.ts';

type Notification = ResponseOf<typeof contract.listNotifications>['results'][number];

/** What a person is told in the app; mails are queued beside it. */
export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    kind: text().$type<Notification['kind']>().notNull(),
    /** The same thing is told once. */
    key: text().notNull(),
    /** Where it leads: a path of the product. */
    path: text().notNull(),
    /** What its sentence names, as it was called then. */
    params: jsonb().$type<Notification['params']>().notNull().default({}),
    created_at: instant('created_at').notNull(),
    read_at: instant('read_at'),
    /** When the mail about it was queued, by whatever queues it; null: it waits for the minute's job. */
    mailed_at: instant('mailed_at'),
  },
  (notification) => [
    index('notifications_user').on(notification.company_id, notification.user_id, notification.created_at),
    uniqueIndex('notifications_key').on(notification.company_id, notification.user_id, notification.key),
    index('notifications_unread')
      .on(notification.company_id, notification.user_id)
      .where(sql`read_at is null`),
    index('notifications_unmailed')
      .on(notification.kind, notification.created_at)
      .where(sql`mailed_at is null`),
    index('notifications_old').on(notification.created_at),
    foreignKey({
      name: 'notifications_membership',
      columns: [notification.company_id, notification.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
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
  /** An IANA name; null: never chosen. */
  time_zone: text(),
});

/** A course that a program's timeline still closed when it came to a student: told of once it opens. */
export const course_waits = pgTable(
  'course_waits',
  {
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    user_id: integer().notNull(),
  },
  (wait) => [
    primaryKey({ columns: [wait.company_id, wait.course_id, wait.user_id] }),
    foreignKey({
      name: 'course_waits_course',
      columns: [wait.company_id, wait.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'course_waits_membership',
      columns: [wait.company_id, wait.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** A webinar that timelines still closed when it came to somebody: they are invited once it opens. */
export const webinar_waits = pgTable(
  'webinar_waits',
  {
    company_id: integer().notNull(),
    webinar_id: integer().notNull(),
    user_id: integer().notNull(),
  },
  (wait) => [
    primaryKey({ columns: [wait.company_id, wait.webinar_id, wait.user_id] }),
    foreignKey({
      name: 'webinar_waits_webinar',
      columns: [wait.company_id, wait.webinar_id],
      foreignColumns: [webinars.company_id, webinars.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'webinar_waits_membership',
      columns: [wait.company_id, wait.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
