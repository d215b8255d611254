import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import { materials } from '../materials/tables.ts';
import type { PLACE_KINDS } from './contract.ts';

/** What a person wrote on a material for themselves, and the places of it that they keep. Nobody else reads it. */
export const notes = pgTable(
  'notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    user_id: integer().notNull(),
    material_id: integer().notNull(),
    kind: text().$type<'note' | (typeof PLACE_KINDS)[number]>().notNull(),
    at: integer().notNull().default(0),
    text: text().notNull(),
    edited_at: instant('edited_at').notNull(),
  },
  (note) => [
    unique('notes_place').on(note.company_id, note.user_id, note.material_id, note.kind, note.at),
    check('notes_kind', sql`kind in ('note', 'material', 'heading', 'page', 'second')`),
    foreignKey({
      name: 'notes_material',
      columns: [note.company_id, note.material_id],
      foreignColumns: [materials.company_id, materials.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'notes_membership',
      columns: [note.company_id, note.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
