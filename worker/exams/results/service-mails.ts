import { shownResult, type ResultRow } from '../attempts/queries-results.ts';
import type { Env } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { queueResultMails, takeResultMails } from './functions.ts';
import { resultMail } from './mails.ts';

const ROUND = 50;

/** Writes to students whose results were published or annotated: exactly what they see on the result's page. */
export async function mailResults(env: Env, db: Db): Promise<void> {
  const [taken] = await db.system(takeResultMails({ limit: ROUND }));
  if (!taken.length) return;
  const results = taken.map((each) => ({ ...each, result: each.result as ResultRow }));
  const mails = results.flatMap(({ kind, space, company, email, language, result, told }) =>
    email === null
      ? []
      : {
          attempt_id: result.id,
          recipient: email,
          mail: resultMail(
            { ...productOf(env), space, company },
            language,
            kind,
            shownResult(result, true),
            result.settings.send_email_with_answers,
            told,
          ),
        },
  );
  await db.system(queueResultMails({ taken: results.map(({ result }) => result.id), mails }));
  await sendDueMails(env, db);
  if (taken.length === ROUND) await mailResults(env, db);
}
