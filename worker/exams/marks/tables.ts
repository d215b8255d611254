import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/tables.ts';
import { attempts } from '../attempts/tables.ts';

/** What people give for answers that no key can judge; one that was undone or replaced stays. */
export const marks = pgTable(
  'marks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    question_id: integer().notNull(),
    marker_id: integer().notNull(),
    /** 0 to the score of its question, two decimals. */
    score: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    /** By criterion of the rubric the place of its level, from 0; null: there is none. */
    levels: integer().array(),
    /** Between two markers who differ it counts alone. */
    settles: boolean().notNull().default(false),
    /** The marker's words to the student. */
    comment: text().notNull().default(''),
    marked_at: instant('marked_at').notNull(),
    undone_at: instant('undone_at'),
  },
  (mark) => [
    uniqueIndex('marks_one')
      .on(mark.company_id, mark.attempt_id, mark.question_id, mark.marker_id, mark.settles)
      .where(sql`undone_at is null`),
    check('marks_score', sql`score >= 0`),
    foreignKey({
      name: 'marks_attempt',
      columns: [mark.company_id, mark.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);
