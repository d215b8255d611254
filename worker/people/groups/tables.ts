import { sql } from 'drizzle-orm';
import {
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
    created_at: instant('created_at').notNull().defaultNow(),
    deleted_at: instant('deleted_at'),
  },
  (group) => [
    unique('study_groups_tenant').on(group.company_id, group.id),
    uniqueIndex('study_groups_name')
      .on(group.company_id, sql`lower(btrim(name))`)
      .where(sql`deleted_at is null`),
    index('study_groups_search').using('gin', sql`search_text(name) gin_trgm_ops`),
  ],
);

export const group_members = pgTable(
  'group_members',
  {
    company_id: integer().notNull(),
    group_id: integer().notNull(),
    user_id: integer().notNull(),
    role: text().$type<GroupRole>().notNull(),
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
