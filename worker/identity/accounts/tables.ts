import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { media } from '../../learning/media/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import type { Language } from './contract.ts';

/**
 * An account, which is one person with one sign-in for all companies; or a company's own record of somebody who has none
 * here: invited and not there yet, or gone. An account is never made, matched or read by what a company types.
 */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The company whose record this is; null: an account. */
    record_of: integer(),
    /** The account whose place in the company a record keeps since they left it. */
    account_id: integer(),
    /** Stored in lower case; of an account it is one's own, of a record what the company typed. */
    email: text(),
    /** Proved by a token that was mailed there, and by nothing else. */
    email_verified: boolean().notNull().default(false),
    /** E.164. A name to sign in with, never an identity: several accounts may have the same one. */
    phone: text(),
    first_name: text().notNull().default(''),
    last_name: text().notNull().default(''),
    middle_name: text().notNull().default(''),
    language: text().$type<Language>().notNull().default('uk'),
    photo_id: integer().references(() => media.id, { onDelete: 'set null' }),
    /** When the person first set a password of their own. */
    activated_at: instant('activated_at'),
    /** Everywhere, by the vendor; a company blocks its own membership. */
    blocked_at: instant('blocked_at'),
    created_at: instant('created_at').notNull().defaultNow(),
    /** Hints that the person has read and sent away. */
    dismissed_hints: text().array().notNull().default([]),
    /** What searches compare, over everything that names the person. */
    search_words: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_text(last_name || ' ' || first_name || ' ' || middle_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))`,
      ),
    /** When everything that names the person was taken out, on their wish; results stay without a name. */
    erased_at: instant('erased_at'),
    /** When the person last changed their own name, once activated; kept by a trigger. */
    renamed_at: instant('renamed_at'),
    /** What they were called before, and before any other change within 30 days. */
    former_name: text(),
  },
  (user) => [
    uniqueIndex('users_email')
      .on(user.email)
      .where(sql`record_of is null`),
    index('users_phone').on(user.phone),
    index('users_records')
      .on(user.email, user.record_of)
      .where(sql`record_of is not null`),
    index('users_account').on(user.account_id),
    index('users_blocked')
      .on(user.id)
      .where(sql`blocked_at is not null`),
    // Nobody stands behind a record: it has no sign-in, and no mailbox was proved for it.
    check('users_record', sql`record_of is null or (activated_at is null and not email_verified)`),
    index('users_search').using('gin', sql`search_words gin_trgm_ops`),
  ],
);

/** Password hashes, apart from people: the worker's role cannot read this table. */
export const credentials = pgTable('credentials', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** PHC string of scrypt. */
  password_hash: text().notNull(),
  changed_at: instant('changed_at').notNull().defaultNow(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant('created_at').notNull().defaultNow(),
    last_seen_at: instant('last_seen_at').notNull().defaultNow(),
    expires_at: instant('expires_at').notNull(),
    ended_at: instant('ended_at'),
    /** When the person last proved to be themselves: what protects the account asks for it again. */
    confirmed_at: instant('confirmed_at').notNull().defaultNow(),
    /** The company and role acted under last; the next sign-in begins there. */
    company_id: integer(),
    user_type: text(),
    device: text().notNull().default(''),
    address: text().notNull().default(''),
  },
  (session) => [
    index('sessions_user').on(session.user_id, session.last_seen_at),
    index('sessions_seen').on(session.company_id, session.last_seen_at, session.created_at, session.user_id),
  ],
);

/** Single-use tokens of mails and sheets, stored hashed and consumed atomically. */
export const one_time_tokens = pgTable(
  'one_time_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    purpose: text().notNull(),
    token_hash: text().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    company_id: integer(),
    payload: jsonb().notNull().default({}),
    created_at: instant('created_at').notNull().defaultNow(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (token) => [
    uniqueIndex('one_time_tokens_hash').on(token.token_hash),
    index('one_time_tokens_open')
      .on(token.user_id, token.purpose)
      .where(sql`used_at is null`),
  ],
);

/** Devices on which an account signed in before: their tries are counted apart from those of strangers. */
export const known_devices = pgTable(
  'known_devices',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of what its cookie holds. */
    device_hash: text().notNull(),
    last_used_at: instant('last_used_at').notNull().defaultNow(),
  },
  (device) => [
    primaryKey({ columns: [device.user_id, device.device_hash] }),
    index('known_devices_device').on(device.device_hash),
  ],
);

/** Failed sign-ins per account, per known device of it and per address. */
export const sign_in_failures = pgTable('sign_in_failures', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  last_failed_at: instant('last_failed_at').notNull(),
  locked_until: instant('locked_until'),
});
