import { sql } from 'drizzle-orm';
import { Replay } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import { json, statement, type Db } from '../../platform/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type * as contract from './contract.ts';
import { reminderMails } from './mails.ts';

type Body = BodyOf<typeof contract.sendReminders>;
type Judged = ResponseOf<typeof contract.previewReminders> & { first_id: number | null };

const call = (env: Env, { section, keys, text = '' }: Body, preview: boolean) => sql`
  send_reminders(${section}, ${keys ? sql`array(select jsonb_array_elements_text(${json(keys)}))` : sql`null`}, ${text},
    ${json(reminderMails(productOf(env), text))}, ${preview})`;

/** Who would get a reminder and what it says; writes nothing. */
export async function previewReminders(env: Env, db: Db, scope: Scope, body: Body) {
  const [[judged]] = await db.run(
    scope,
    statement<{ answer: Judged }>(sql`select ${call(env, body, true)} as answer`),
  );
  const { reminded, refused, mail } = judged!.answer;
  return { reminded, refused, mail: mail && { subject: mail.subject, text: mail.text } };
}

/**
 * Queues a mail to everybody who is concerned now and may be reminded, and says who is not and why. A replay answers with
 * those whom the first call reminded.
 */
export async function sendReminders(
  env: Env,
  db: Db,
  scope: Scope,
  body: Body,
  later: (work: Promise<unknown>) => void,
): Promise<ResponseOf<typeof contract.sendReminders>> {
  try {
    const [[sent]] = await db.run(
      scope,
      statement<{ answer: Judged }>(sql`
        with sent as materialized (select ${call(env, body, false)} as answer), noted as (
          update idempotency_keys set row_id = coalesce((select (answer->>'first_id')::integer from sent), 0)
            where company_id = ${scope.company_id} and user_id = ${scope.user_id} and key = ${scope.idempotency?.key ?? null}
        ) select answer from sent`),
    );
    later(sendDueMails(env, db));
    const { reminded, refused } = sent!.answer;
    return { reminded, refused };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    return remindedBefore(env, db, scope, body, error.row_id);
  }
}

async function remindedBefore(env: Env, db: Db, scope: Scope, body: Body, first_id: number) {
  const [[row]] = await db.run(
    { ...scope, idempotency: null },
    statement<{ reminded: Judged['reminded']; answer: Judged }>(
      sql`select reminded_with(${first_id}) as reminded, ${call(env, body, true)} as answer`,
    ),
  );
  const { reminded, answer } = row!;
  const told = new Set(reminded.map(({ id }) => id));
  return { reminded, refused: answer.refused.filter(({ user }) => !user || !told.has(user.id)) };
}
