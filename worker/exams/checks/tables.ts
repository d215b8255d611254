import { foreignKey, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/tables.ts';
import { attempts } from '../attempts/tables.ts';
import type { AnswerResponse } from '../questions/contract.ts';

/** Answers of a running practice that were checked, each as it was then. */
export const answer_checks = pgTable(
  'answer_checks',
  {
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    question_id: integer().notNull(),
    /** From 1. */
    number: integer().notNull(),
    /** Of the answer that was checked. */
    seq: integer().notNull(),
    answer_ids: integer().array().notNull(),
    response: jsonb().$type<AnswerResponse>(),
    outcome: text().$type<'right' | 'partly' | 'wrong'>().notNull(),
    checked_at: instant('checked_at').notNull(),
  },
  (check) => [
    primaryKey({ columns: [check.company_id, check.attempt_id, check.question_id, check.number] }),
    foreignKey({
      name: 'answer_checks_attempt',
      columns: [check.company_id, check.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);
