import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { attempts } from '../attempts/tables.ts';
import { instant } from '../../platform/tables.ts';

/** Results whose mail is still to be queued. */
export const result_mails = pgTable(
  'result_mails',
  {
    company_id: integer().notNull(),
    attempt_id: integer().notNull(),
    /** finished, published or notes */
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
