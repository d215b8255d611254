import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Instants are timestamptz everywhere: UTC on the wire, where they are text, the person's zone on the screen. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** Mails to be sent. Written in the transaction that causes them, sent after it, so that none is lost or doubled. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    recipient: text().notNull(),
    /** Whose choices and quiet hours apply; null: sent at once whatever they are (sign-in, security). */
    user_id: integer(),
    /** On whose behalf; null: the product's own. */
    company_id: integer(),
    /** What it is about; null: sign-in and security, which go before everything else. */
    kind: text(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    tries: integer().notNull().default(0),
    next_try_at: instant('next_try_at').notNull().defaultNow(),
    sent_at: instant('sent_at'),
    /** When a sender took it last: whose company was served longest ago is next. */
    taken_at: instant('taken_at'),
  },
  (mail) => [
    index('mails_due')
      .on(mail.next_try_at)
      .where(sql`sent_at is null`),
    // Sign-in and security, which go before everything else.
    index('mails_urgent')
      .on(mail.next_try_at)
      .where(sql`sent_at is null and kind is null`),
    // One queue per company, from which is taken in turn.
    index('mails_queues')
      .on(sql`coalesce(company_id, 0)`, mail.next_try_at, mail.id)
      .where(sql`sent_at is null and kind is not null and tries < 12`),
    index('mails_turns')
      .on(sql`coalesce(company_id, 0)`, mail.taken_at)
      .where(sql`taken_at is not null`),
    // How many a company sent today, and how many wait.
    index('mails_invitations')
      .on(mail.company_id, mail.sent_at)
      .where(sql`kind = 'invitation'`),
  ],
);

/** When a company last invited an address: at most once a day. Outlives the mail, so that erasing somebody begins no new count. */
export const invited_addresses = pgTable(
  'invited_addresses',
  {
    company_id: integer().notNull(),
    /** SHA-256, so that an erased person stands here without a name. */
    address_hash: text().notNull(),
    invited_at: instant('invited_at').notNull(),
  },
  (invited) => [primaryKey({ columns: [invited.company_id, invited.address_hash] })],
);

/** Whoever said "I do not know this company": it mails them no more. */
export const mail_refusals = pgTable(
  'mail_refusals',
  {
    company_id: integer().notNull(),
    /** SHA-256. */
    address_hash: text().notNull(),
    refused_at: instant('refused_at').notNull().defaultNow(),
  },
  (refusal) => [primaryKey({ columns: [refusal.company_id, refusal.address_hash] })],
);

/** How many strangers a young company invites on a day, the days to come included. */
export const mail_days = pgTable(
  'mail_days',
  {
    company_id: integer().notNull(),
    /** UTC. */
    day: date().notNull(),
    strangers: integer().notNull(),
  },
  (day) => [primaryKey({ columns: [day.company_id, day.day] })],
);

/** What the vendor knows of a company as a sender. Not in `companies`, which its owner edits and restores. */
export const mail_limits = pgTable('mail_limits', {
  company_id: integer().primaryKey(),
  vouched_at: instant('vouched_at'),
  lift_requested_at: instant('lift_requested_at'),
  lift_requested_by: integer(),
});

/** The row a POST with an `Idempotency-Key` made, so that a replay answers with it instead of making another. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    key: text().notNull(),
    endpoint: text().notNull(),
    /** A digest of what was asked for; null: claimed by a release that kept none. */
    request: text(),
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
