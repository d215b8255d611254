import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Instants are timestamptz everywhere: UTC on the wire, the person's zone on the screen. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Mails to be sent. Written in the transaction that causes them, sent after it, so that none is lost or doubled. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    recipient: text().notNull(),
    /** Whose choices and quiet hours apply; null: sent at once whatever they are (sign-in, security). */
    user_id: integer(),
    company_id: integer(),
    /** What it is about; null with `user_id`. */
    kind: text(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    tries: integer().notNull().default(0),
    next_try_at: instant('next_try_at').notNull().defaultNow(),
    sent_at: instant('sent_at'),
  },
  (mail) => [
    index('mails_due')
      .on(mail.next_try_at)
      .where(sql`sent_at is null`),
    // Sign-in and security, which go before everything else.
    index('mails_urgent')
      .on(mail.next_try_at)
      .where(sql`sent_at is null and kind is null`),
  ],
);

/** The row a POST with an `Idempotency-Key` made, so that a replay answers with it instead of making another. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    key: text().notNull(),
    endpoint: text().notNull(),
    row_id: integer(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (key) => [primaryKey({ columns: [key.company_id, key.user_id, key.key] })],
);

/** When each scheduled job last ran; health checks read it. */
export const job_heartbeats = pgTable('job_heartbeats', {
  name: text().primaryKey(),
  ran_at: instant('ran_at').notNull(),
  affected: bigint({ mode: 'number' }).notNull().default(0),
});

/** Answers of 500 and more, counted per hour and endpoint, so that a rise is seen without reading logs. */
export const error_counts = pgTable(
  'error_counts',
  {
    /** Its beginning. */
    hour: instant('hour').notNull(),
    /** `GET /api/v1/course/course/:id`, or the name of a job. */
    place: text().notNull(),
    count: integer().notNull(),
    last_request_id: text().notNull().default(''),
    last_at: instant('last_at').notNull(),
  },
  (counted) => [primaryKey({ columns: [counted.hour, counted.place] })],
);
