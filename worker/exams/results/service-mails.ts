import { sql } from 'drizzle-orm';
import type { Language } from '../../identity/accounts/contract.ts';
import { shownResult, type ResultRow } from '../attempts/queries-results.ts';
import type { Env } from '../../platform/context.ts';
import { ids, json, statement, type Db } from '../../platform/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { resultMail, type ResultMailKind } from './mails.ts';

interface Taken {
  kind: ResultMailKind;
  /** null: nobody to write to. */
  email: string | null;
  language: Language;
  result: ResultRow & { settings: { send_email_with_answers: boolean } };
}

const ROUND = 50;

/** Writes to students whose results were published or annotated: exactly what they see on the result's page. */
export async function mailResults(env: Env, db: Db): Promise<void> {
  const [taken] = await db.system(statement<Taken>(sql`select * from take_result_mails(${ROUND})`));
  if (!taken.length) return;
  const mails = taken.flatMap(({ kind, email, language, result }) =>
    email === null
      ? []
      : {
          attempt_id: result.id,
          recipient: email,
          mail: resultMail(
            productOf(env),
            language,
            kind,
            shownResult(result, true),
            result.settings.send_email_with_answers,
          ),
        },
  );
  await db.system(
    statement(sql`select queue_result_mails(${ids(taken.map(({ result }) => result.id))}, ${json(mails)})`),
  );
  await sendDueMails(env, db);
  if (taken.length === ROUND) await mailResults(env, db);
}
