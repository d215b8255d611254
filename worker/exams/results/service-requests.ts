import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { decisionMails } from './mails.ts';

/**
 * Asks for another attempt. Errors: not_found, blocked_in_course, test_already_started, and retake_not_needed where an
 * attempt is left or a result is awaited.
 */
export async function askForRetake(
  db: Db,
  scope: Scope,
  { form_id, message = '' }: BodyOf<typeof contract.askForRetake>,
) {
  const [[created_at]] = await db.run(scope, call.askForRetake({ form: form_id, message }));
  return { created_at: created_at! };
}

/** Says no, and tells the student. Errors: not_found out of reach, own_assignment, retake_not_needed: nobody asks. */
export async function declineRetake(
  env: Env,
  db: Db,
  scope: Scope,
  course_id: number,
  { form_id, user_id, reason }: BodyOf<typeof contract.declineRetake>,
  later: Later,
): Promise<undefined> {
  const mails = decisionMails(productOf(env), 'decline', false);
  await db.run(
    scope,
    call.declineRetake({ course: course_id, form: form_id, user: user_id, answer: reason, mails }),
  );
  later(sendDueMails(env, db));
}
