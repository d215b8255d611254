import { Replay } from '../../errors/app-error.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type * as contract from './contract.ts';
import { grantedBy, rememberBatch } from '../attempts/functions.ts';
import * as call from './functions.ts';
import { decisionMails } from './mails.ts';
import { mailResults } from './service-mails.ts';

type Refused = ResponseOf<typeof contract.retakeForm>['refused'];

interface Judged {
  user_id: number;
  /** null: it was done. */
  code: Refused[number]['code'] | null;
}

const doneOf = (judged: readonly Judged[]): number[] =>
  judged.filter(({ code }) => code === null).map(({ user_id }) => user_id);
const refusedOf = (judged: readonly Judged[]): Refused =>
  judged.flatMap(({ user_id, code }) => (code === null ? [] : [{ user_id, code }]));

/**
 * Reopens a form for everybody who may have a retake, and tells them; names what refuses the others. A replay answers
 * with those whom the first call granted it. Errors: not_found for a form out of reach.
 */
export async function retakeForm(
  env: Env,
  db: Db,
  scope: Scope,
  course_id: number,
  body: BodyOf<typeof contract.retakeForm>,
  later: Later,
): Promise<ResponseOf<typeof contract.retakeForm>> {
  const { form_id, user_ids, extra_attempts, reason, due_at = null } = body;
  const mails = decisionMails(productOf(env), 'retake', due_at !== null);
  const batch = crypto.randomUUID();
  try {
    const [judged] = await db.run(
      scope,
      call.grantRetakes({
        course: course_id,
        form: form_id,
        users: user_ids,
        extra: extra_attempts,
        due: due_at,
        reason,
        batch,
        mails,
      }),
      rememberBatch({ batch, key: scope.idempotency?.key ?? null }),
    );
    later(sendDueMails(env, db));
    return { granted: doneOf(judged), refused: refusedOf(judged) };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    return retakesGranted(db, scope, body, error.row_id);
  }
}

async function retakesGranted(
  db: Db,
  scope: Scope,
  { form_id, user_ids }: BodyOf<typeof contract.retakeForm>,
  decision_id: number,
): Promise<ResponseOf<typeof contract.retakeForm>> {
  const [granted, judged] = await db.run(
    { ...scope, idempotency: null },
    grantedBy({ decision: decision_id }),
    call.judgeRetakes({ form: form_id, users: user_ids }),
  );
  const given = granted.map(({ user_id }) => user_id);
  return {
    granted: given,
    refused: refusedOf(judged.filter(({ user_id }) => !given.includes(user_id))),
  };
}

/** Annuls, cancels or restores, and tells those concerned. Errors: not_found for a form out of reach. */
export async function changePassedFormStatus(
  env: Env,
  db: Db,
  scope: Scope,
  course_id: number,
  { form_id, user_ids, attempt_ids, action, reason }: BodyOf<typeof contract.changePassedFormStatus>,
  later: Later,
): Promise<ResponseOf<typeof contract.changePassedFormStatus>> {
  const mails = decisionMails(productOf(env), action, false);
  const [judged] = await db.run(
    scope,
    call.decideAssignments({
      course: course_id,
      form: form_id,
      users: user_ids,
      attempts: attempt_ids ?? null,
      action,
      reason,
      batch: crypto.randomUUID(),
      mails,
    }),
  );
  later(sendDueMails(env, db));
  return { changed: doneOf(judged), refused: refusedOf(judged) };
}

/** Shows students results that wait for it; takes nothing back. Errors: not_found for what is out of reach. */
export async function publishResults(
  env: Env,
  db: Db,
  scope: Scope,
  course_id: number,
  { form_id, attempt_ids }: BodyOf<typeof contract.publishResults>,
  later: Later,
): Promise<ResponseOf<typeof contract.publishResults>> {
  const publishing = { course: course_id, form: form_id, attempts: attempt_ids ?? null };
  const [[published]] = await db.run(
    scope,
    call.publishResults({ ...publishing, batch: crypto.randomUUID() }),
  );
  later(mailResults(env, db));
  return { published: published! };
}

/** Writes notes about a result. Errors: not_found, test_already_started while it runs, invalid_choice. */
export async function saveNotes(
  env: Env,
  db: Db,
  scope: Scope,
  attempt_id: number,
  { notes }: BodyOf<typeof contract.saveNotes>,
  later: Later,
): Promise<undefined> {
  await db.run(scope, call.saveNotes({ attempt: attempt_id, notes }));
  later(mailResults(env, db));
}
