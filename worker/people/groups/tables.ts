import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { companies, memberships } from '../../identity/companies/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import type { GroupRole } from './contract.ts';

export const study_groups = pgTable(
  'study_groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Whoever has one of these positions, in one of these subdivisions, becomes a student by themselves; both empty: nobody. */
    rule_positions: text().array().notNull().default([]),
    rule_subdivisions: text().array().notNull().default([]),
    /** What a directory calls it (SCIM). */
    external_id: text(),
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (group) => [
    unique('study_groups_tenant').on(group.company_id, group.id),
    uniqueIndex('study_groups_name')
      .on(group.company_id, sql`lower(btrim(name))`)
      .where(sql`deleted_at is null`),
    index('study_groups_search').using('gin', sql`search_text(name) gin_trgm_ops`),
    // Few groups have a rule, and each change of people asks for them.
    index('study_groups_rules')
      .on(group.company_id)
      .where(sql`deleted_at is null and (rule_positions <> '{}' or rule_subdivisions <> '{}')`),
  ],
);

export const group_members = pgTable(
  'group_members',
  {
    company_id: integer().notNull(),
    group_id: integer().notNull(),
    user_id: integer().notNull(),
    role: text().$type<GroupRole>().notNull(),
    /** The group's rule brought them in. */
    by_rule: boolean().notNull().default(false),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (member) => [
    primaryKey({ columns: [member.company_id, member.group_id, member.user_id, member.role] }),
    index('group_members_user').on(member.company_id, member.user_id, member.role),
    index('group_members_managers')
      .on(member.company_id, member.group_id, member.user_id)
      .where(sql`role = 'manager'`),
    foreignKey({
      name: 'group_members_group',
      columns: [member.company_id, member.group_id],
      foreignColumns: [study_groups.company_id, study_groups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'group_members_membership',
      columns: [member.company_id, member.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** Students who were taken out of a group with a rule: it leaves them out, until their place or the rule changes. */
export const group_exceptions = pgTable(
  'group_exceptions',
  {
    company_id: integer().notNull(),
    group_id: integer().notNull(),
    user_id: integer().notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (exception) => [
    primaryKey({ columns: [exception.company_id, exception.group_id, exception.user_id] }),
    index('group_exceptions_user').on(exception.company_id, exception.user_id),
    foreignKey({
      name: 'group_exceptions_group',
      columns: [exception.company_id, exception.group_id],
      foreignColumns: [study_groups.company_id, study_groups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'group_exceptions_membership',
      columns: [exception.company_id, exception.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
