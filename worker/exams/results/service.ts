import { sql } from 'drizzle-orm';
import { Replay } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import { ids, json, statement, type Db } from '../../platform/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type * as contract from './contract.ts';
import { decisionMails } from './mails.ts';
import { mailResults } from './service-mails.ts';

type Later = (work: Promise<unknown>) => void;
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
  const mails = json(decisionMails(productOf(env), 'retake', due_at !== null));
  const batch = crypto.randomUUID();
  try {
    const [judged] = await db.run(
      scope,
      statement<Judged>(sql`
        select * from grant_retakes(${course_id}, ${form_id}, ${ids(user_ids)}, ${extra_attempts}, ${due_at}::timestamptz, ${reason},
          ${batch}, ${mails})`),
      statement(sql`
        update idempotency_keys set row_id = coalesce((
            select min(d.id) from assignment_decisions d where d.company_id = ${scope.company_id} and d.batch = ${batch}), 0)
          where company_id = ${scope.company_id} and user_id = ${scope.user_id} and key = ${scope.idempotency?.key ?? null}`),
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
    statement<{ user_id: number }>(sql`
      select a.user_id from assignment_decisions first
        join assignment_decisions d on d.company_id = first.company_id and d.batch = first.batch
        join assignments a on a.company_id = d.company_id and a.id = d.assignment_id
        where first.company_id = ${scope.company_id} and first.id = ${decision_id} order by a.user_id`),
    statement<Judged>(sql`select * from judge_retakes(${form_id}, ${ids(user_ids)})`),
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
  const mails = json(decisionMails(productOf(env), action, false));
  const [judged] = await db.run(
    scope,
    statement<Judged>(sql`
      select * from decide_assignments(${course_id}, ${form_id}, ${ids(user_ids)},
        ${attempt_ids ? ids(attempt_ids) : sql`null`}, ${action}, ${reason}, ${crypto.randomUUID()}, ${mails})`),
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
  const [[published]] = await db.run(
    scope,
    statement<{ attempts: number[] }>(sql`
      select publish_results(${course_id}, ${form_id}, ${attempt_ids ? ids(attempt_ids) : sql`null`},
        ${crypto.randomUUID()}) as attempts`),
  );
  later(mailResults(env, db));
  return { published: published!.attempts };
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
  await db.run(scope, statement(sql`select save_notes(${attempt_id}, ${json(notes)})`));
  later(mailResults(env, db));
}
