import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, pgView, primaryKey, text } from 'drizzle-orm/pg-core';
import type { UserType } from '../../access/contract.ts';
import { users } from '../accounts/tables.ts';
import { media } from '../../learning/media/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** A company ("space" on the wire). */
export const companies = pgTable('companies', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text(),
  /** Without its scheme prefix. */
  website: text().notNull().default(''),
  facebook: text().notNull().default(''),
  instagram: text().notNull().default(''),
  linkedin: text().notNull().default(''),
  photo_id: integer().references(() => media.id, { onDelete: 'set null' }),
  description: text().notNull().default(''),
  owner_id: integer()
    .notNull()
    .references(() => users.id),
  /** null: unlimited. */
  licence_limit: integer(),
  /** In which days of deadlines begin and end: an IANA name. */
  time_zone: text().notNull().default('Europe/Kyiv'),
  is_library: boolean().notNull().default(false),
  /** Owners, admins, managers and trainers act only with a second factor of theirs set up. */
  second_factor_required: boolean().notNull().default(false),
  created_at: instant('created_at').notNull().defaultNow(),
  /** By the vendor: nobody gets in. */
  blocked_at: instant('blocked_at'),
  deleted_at: instant('deleted_at'),
  /** When everything of the company will be erased, unless its owner takes that back before. */
  erase_at: instant('erase_at'),
  /** How its certificates and letters call it stays; every other row is gone. */
  erased_at: instant('erased_at'),
});

/** What ties a person to a company: roles, place in it, blocked state. */
export const memberships = pgTable(
  'memberships',
  {
    company_id: integer()
      .notNull()
      .references(() => companies.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** With the implied ones (decisions, "Identity"). */
    user_types: text().$type<UserType>().array().notNull(),
    /** Of these the ones that were given, without those that come with another. Kept by a trigger. */
    given_types: text().$type<UserType>().array().notNull().default([]),
    /** By what lists sort and count people without a look at each, as `users` has it. Kept by triggers. */
    surname: text().notNull().default(''),
    activated: boolean().notNull().default(false),
    has_email: boolean().notNull().default(false),
    position: text().notNull().default(''),
    subdivision: text().notNull().default(''),
    comment: text().notNull().default(''),
    /** What the person gets beyond the time of every test: percent of it, and minutes. */
    extra_percent: integer().notNull().default(0),
    extra_minutes: integer().notNull().default(0),
    /** The phone that the company typed, by which its files find the person; their own may differ. */
    recorded_phone: text(),
    /** What a directory calls the person (SCIM), and by which number it knows them since `user_id` became another. */
    external_id: text(),
    directory_id: integer(),
    /** How the company proposes to write the person's name, until they answer. */
    proposed_name: jsonb().$type<{ last_name: string; first_name: string; middle_name: string }>(),
    /** Who invited the person, and when they came in by their own will. */
    invited_by: integer(),
    accepted_at: instant('accepted_at'),
    /** When the holder of the mailbox said no. */
    declined_at: instant('declined_at'),
    blocked_at: instant('blocked_at'),
    /** Taken out of the company; results and history stay. */
    deleted_at: instant('deleted_at'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (membership) => [
    primaryKey({ columns: [membership.company_id, membership.user_id] }),
    index('memberships_user').on(membership.user_id),
    index('memberships_phone')
      .on(membership.company_id, membership.recorded_phone)
      .where(sql`recorded_phone is not null`),
    index('memberships_external')
      .on(membership.company_id, membership.external_id)
      .where(sql`external_id is not null`),
    index('memberships_directory')
      .on(membership.company_id, membership.directory_id)
      .where(sql`directory_id is not null`),
    index('memberships_by_surname').on(
      membership.company_id,
      sql`surname collate "uk-x-icu"`,
      membership.user_id,
    ),
    // Places are one in any case and without the blanks around them; the spellings of one lie beside each other.
    index('memberships_position').on(
      membership.company_id,
      sql`lower(btrim(position))`,
      sql`btrim(position)`,
    ),
    index('memberships_subdivision').on(
      membership.company_id,
      sql`lower(btrim(subdivision))`,
      sql`btrim(subdivision)`,
    ),
    index('memberships_counted')
      .on(membership.company_id, membership.activated, membership.blocked_at, membership.given_types)
      .where(sql`deleted_at is null`),
    // They are few: who asks about the others leaves these out.
    index('memberships_absent')
      .on(membership.company_id, membership.user_id)
      .where(sql`deleted_at is not null or blocked_at is not null`),
  ],
);

/**
 * How many people a company has of each kind, in parts: the sum of `people` counts. Kept by triggers, which write a part
 * for each change and change none, so that nobody waits for another.
 */
export const people_sums = pgTable(
  'people_sums',
  {
    company_id: integer().notNull(),
    user_types: text().$type<UserType>().array().notNull(),
    given_types: text().$type<UserType>().array().notNull(),
    has_email: boolean().notNull(),
    activated: boolean().notNull(),
    blocked: boolean().notNull(),
    declined: boolean().notNull(),
    people: integer().notNull(),
  },
  (sums) => [index('people_sums_company').on(sums.company_id)],
);

/** How many people of each kind a company has. */
export const people_totals = pgView('people_totals', {
  company_id: integer().notNull(),
  user_types: text().$type<UserType>().array().notNull(),
  given_types: text().$type<UserType>().array().notNull(),
  has_email: boolean().notNull(),
  activated: boolean().notNull(),
  blocked: boolean().notNull(),
  declined: boolean().notNull(),
  people: integer().notNull(),
}).existing();
