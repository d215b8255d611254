import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { attempts } from '../attempts/tables.ts';
import { forms } from '../forms/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** Results whose mail is still to be queued. */
export const result_mails = pgTable(
  'result_mails',
  {
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    /** finished, published, ready, notes, regraded or remarked */
    kind: text().notNull(),
    due_at: instant('due_at').notNull().defaultNow(),
  },
  (mail) => [
    primaryKey({ name: 'result_mails_pk', columns: [mail.company_id, mail.attempt_id] }),
    index('result_mails_due').on(mail.due_at),
    foreignKey({
      name: 'result_mails_attempt',
      columns: [mail.company_id, mail.attempt_id],
      foreignColumns: [attempts.company_id, attempts.id],
    }),
  ],
);

/** What students asked for who have no attempt left: one open request for a person and form. */
export const retake_requests = pgTable(
  'retake_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    form_id: integer().notNull(),
    user_id: integer().notNull(),
    /** The student's own words. */
    message: text().notNull().default(''),
    created_at: instant('created_at').notNull(),
    ended_at: instant('ended_at'),
    /** granted, declined, or lapsed: an attempt came otherwise */
    outcome: text().$type<'granted' | 'declined' | 'lapsed'>(),
    /** What the student was told with a refusal. */
    answer: text().notNull().default(''),
    ended_by: integer(),
  },
  (request) => [
    uniqueIndex('retake_requests_open')
      .on(request.company_id, request.form_id, request.user_id)
      .where(sql`ended_at is null`),
    index('retake_requests_user').on(request.company_id, request.user_id, request.form_id, request.id),
    check('retake_requests_ended', sql`(ended_at is null) = (outcome is null)`),
    foreignKey({
      name: 'retake_requests_form',
      columns: [request.company_id, request.form_id],
      foreignColumns: [forms.company_id, forms.id],
    }),
    foreignKey({
      name: 'retake_requests_membership',
      columns: [request.company_id, request.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);
