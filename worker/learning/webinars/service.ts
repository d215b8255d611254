import { sql } from 'drizzle-orm';
import { productOf } from '../../identity/accounts/service.ts';
import { AppError } from '../../errors/app-error.ts';
import { replacePhoto, storePicture, type Photo } from '../media/service.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { json, remembered, statement, type Db } from '../../platform/database.ts';
import { sendDueMails } from '../../platform/mail.ts';
import { sanitize } from '../../platform/rich-text.ts';
import type * as contract from './contract.ts';
import { cancelMails, reminderMails } from './mails.ts';

/**
 * Creates a webinar, hosted by the caller unless told. Errors: webinar_provider_mismatch; not_found for what is out of
 * reach; user_type_required for a host who is no trainer; webinar_audience_required where a manager or trainer ties it
 * to nothing, since they would lose sight of it.
 */
export async function createWebinar(db: Db, scope: Scope, body: BodyOf<typeof contract.createWebinar>) {
  const [[created]] = await db.run(
    scope,
    statement<{ id: number }>(sql`
      with created as (
        select save_webinar(null, ${json(fieldsOf(body))}) as id
      )${remembered(scope)} select id from created`),
  );
  return created!;
}

/**
 * Changes a webinar in reach; a list that is given replaces the one before as far as the caller reaches. Another time is
 * reminded of again. Errors: as createWebinar, and webinar_canceled.
 */
export async function updateWebinar(
  db: Db,
  scope: Scope,
  id: number,
  body: BodyOf<typeof contract.updateWebinar>,
): Promise<undefined> {
  await db.run(scope, statement(sql`select save_webinar(${id}, ${json(fieldsOf(body))})`));
}

function fieldsOf<B extends BodyOf<typeof contract.updateWebinar>>(body: B): B {
  const { description, join_url, recording_url } = body;
  return {
    ...body,
    ...(description !== undefined && { description: sanitize(description) }),
    ...(join_url && { join_url: new URL(join_url).href }),
    ...(recording_url && { recording_url: new URL(recording_url).href }),
  };
}

/** Hides a webinar. Errors: not_found. */
export async function deleteWebinar(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, statement(sql`select delete_webinar(${id})`));
}

/** Calls a webinar off and tells those invited. Errors: not_found, webinar_canceled, webinar_ended. */
export async function cancelWebinar(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  { reason = '' }: BodyOf<typeof contract.cancelWebinar>,
  later: (work: Promise<unknown>) => void,
): Promise<undefined> {
  const mails = json(cancelMails(productOf(env), reason !== ''));
  await db.run(scope, statement(sql`select cancel_webinar(${id}, ${reason}, ${mails})`));
  later(sendDueMails(env, db));
}

type Refusal =
  | 'webinar_canceled'
  | 'webinar_not_open'
  | 'webinar_ended'
  | 'webinar_without_address'
  | 'webinar_full';

interface Judged {
  refusal: Refusal | null;
  opens_at: Date | string;
}

/** Throws what refuses a call about a webinar's time, with the moment from which it could be made. */
function requireOpen({ refusal, opens_at }: Judged): void {
  if (!refusal) return;
  const from = new Date(opens_at).toISOString();
  throw new AppError(refusal, refusal === 'webinar_not_open' ? { params: { opens_at: from } } : {});
}

/** Lets the caller in and notes it. Errors: not_found, and each refusal by name. */
export async function joinWebinar(db: Db, scope: Scope, id: number) {
  const [[joined]] = await db.run(
    scope,
    statement<Judged & { join_url: string }>(sql`select * from join_webinar(${id})`),
  );
  requireOpen(joined!);
  return { join_url: joined!.join_url };
}

/** Notes that the caller left. Errors: not_found, also for who never joined. */
export async function leaveWebinar(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, statement(sql`select leave_webinar(${id})`));
}

/** Notes by hand whether somebody came. Errors: not_found, webinar_canceled, webinar_not_open. */
export async function noteAttendance(
  db: Db,
  scope: Scope,
  id: number,
  { user_id, status }: BodyOf<typeof contract.noteAttendance>,
): Promise<undefined> {
  const [[noted]] = await db.run(
    scope,
    statement<Judged>(sql`select * from note_attendance(${id}, ${user_id}, ${status})`),
  );
  requireOpen(noted!);
}

/** Sets the picture of a webinar. Errors: file_too_large, wrong_file_format on "photo"; not_found. */
export async function uploadWebinarPhoto(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  upload: () => Promise<Photo>,
) {
  const stored = await storePicture(env, await upload());
  return replacePhoto(env, db, scope, stored, (photo) => sql`set_webinar_photo(${id}, ${photo})`);
}

/** Removes the picture of a webinar. Errors: not_found. */
export async function removeWebinarPhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  await replacePhoto(env, db, scope, null, (photo) => sql`set_webinar_photo(${id}, ${photo})`);
}

/**
 * Queues the reminders that are due, each once whoever else runs this at the same time.
 * @returns how many mails were queued
 */
export async function remindOfWebinars(env: Env, db: Db): Promise<number> {
  const mails = json(reminderMails(productOf(env)));
  const [[reminded]] = await db.system(
    statement<{ mails: number }>(sql`select remind_of_webinars(${mails}) as mails`),
  );
  return reminded!.mails;
}
