import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import { materials } from '../materials/tables.ts';
import { media } from '../media/tables.ts';
import type { Index } from './reading/archive.ts';
import type { Item, Manifest } from './reading/manifest.ts';
import type { Completion, Kept, State, Success } from './package.ts';
import type { Activity } from './reading/sequencing.ts';

/** A version of a package: what is known of an archive that is or was the main file of a material. */
export const packages = pgTable(
  'packages',
  {
    company_id: integer().notNull(),
    media_id: integer()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    material_id: integer().notNull(),
    /** Of the material's versions, from 1. */
    number: integer().notNull(),
    standard: text().$type<Manifest['standard']>().notNull(),
    /** As the manifest calls it. */
    edition: text().notNull(),
    title: text().notNull(),
    items: jsonb().$type<Item[]>().notNull(),
    problems: jsonb().$type<Manifest['problems']>().notNull(),
    /** Pages of its contents that are not in it. */
    missing: jsonb().$type<Manifest['missing']>().notNull().default([]),
    /** Its activities with their rules; null: its items are taken in turn. */
    sequencing: jsonb().$type<Activity>(),
    /** Files in it, and their bytes when inflated. */
    file_count: integer().notNull(),
    inflated: bigint({ mode: 'number' }).notNull(),
    /** Whoever is in the middle of an earlier version begins anew. */
    restart: boolean().notNull().default(false),
    /** What the author lets it do besides. */
    allow_popups: boolean().notNull().default(false),
    allow_downloads: boolean().notNull().default(false),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (version) => [
    primaryKey({ columns: [version.company_id, version.media_id] }),
    unique('packages_number').on(version.company_id, version.material_id, version.number),
    check('packages_standard', sql`standard in ('1.2', '2004')`),
    foreignKey({
      name: 'packages_material',
      columns: [version.company_id, version.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }).onDelete('cascade'),
  ],
);

/** Where the files of a package lie in its archive; nothing is unpacked. */
export const package_files = pgTable(
  'package_files',
  {
    company_id: integer().notNull(),
    media_id: integer().notNull(),
    files: jsonb().$type<Index>().notNull(),
  },
  (files) => [
    primaryKey({ columns: [files.company_id, files.media_id] }),
    foreignKey({
      name: 'package_files_package',
      columns: [files.company_id, files.media_id],
      foreignColumns: [packages.company_id, packages.media_id],
    }).onDelete('cascade'),
  ],
);

/** A person's way through a package. */
export const package_tries = pgTable(
  'package_tries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    material_id: integer().notNull(),
    /** The version it goes on with; null: its file is gone. */
    package_id: integer(),
    /** Of the person's tries at the material, from 1. */
    number: integer().notNull(),
    /** How often it was opened: the last opening alone commits. */
    opening: integer().notNull().default(0),
    /** Of the last commit; only a later one changes anything. */
    sequence: integer().notNull().default(0),
    status: text().$type<Completion>().notNull().default('not_attempted'),
    success: text().$type<Success>().notNull().default('unknown'),
    /** From 0 to 100. */
    score: real('score'),
    seconds: integer().notNull().default(0),
    /** The item that was open last. */
    item: text().notNull().default(''),
    /** What the run-time keeps, by item. */
    state: jsonb().$type<State>().notNull().default({}),
    /** How far the rules of the package have got; null: it has none. */
    sequencing: jsonb().$type<Kept>(),
    started_at: instant('started_at').notNull(),
    committed_at: instant('committed_at'),
  },
  (one) => [
    unique('package_tries_tenant').on(one.company_id, one.id),
    unique('package_tries_number').on(one.company_id, one.user_id, one.material_id, one.number),
    index('package_tries_material').on(one.company_id, one.material_id, one.user_id),
    check('package_tries_status', sql`status in ('not_attempted', 'incomplete', 'completed')`),
    check('package_tries_success', sql`success in ('unknown', 'passed', 'failed')`),
    check('package_tries_score', sql`score between 0 and 100`),
    check('package_tries_state', sql`octet_length(state::text) <= 2000000`),
    check('package_tries_sequencing', sql`octet_length(sequencing::text) <= 400000`),
    foreignKey({
      name: 'package_tries_material_fk',
      columns: [one.company_id, one.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'package_tries_package',
      columns: [one.company_id, one.package_id],
      foreignColumns: [packages.company_id, packages.media_id],
    }).onDelete('set null'),
    foreignKey({
      name: 'package_tries_membership',
      columns: [one.company_id, one.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** What was answered in a try, as the package tells it. */
export const package_interactions = pgTable(
  'package_interactions',
  {
    company_id: integer().notNull(),
    try_id: integer().notNull(),
    item: text().notNull(),
    /** In the item, from 0. */
    place: integer().notNull(),
    /** What the package calls it. */
    name: text().notNull(),
    type: text().notNull().default(''),
    description: text().notNull().default(''),
    response: text().notNull().default(''),
    /** Patterns of right answers, one a line. */
    correct: text().notNull().default(''),
    /** correct, wrong, neutral, or a number of points. */
    result: text().notNull().default(''),
    latency: text().notNull().default(''),
  },
  (one) => [
    primaryKey({ columns: [one.company_id, one.try_id, one.item, one.place] }),
    foreignKey({
      name: 'package_interactions_try',
      columns: [one.company_id, one.try_id],
      foreignColumns: [package_tries.company_id, package_tries.id],
    }).onDelete('cascade'),
  ],
);
