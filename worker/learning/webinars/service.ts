import { AppError } from '../../errors/app-error.ts';
import { replacePhoto, storePicture, type Photo } from '../media/service.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf } from '../../platform/contract.ts';
import { remember, type Db } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/queries.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { sanitize } from '../../platform/words/rich-text.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { cancelMails, reminderMails } from './mails.ts';

/**
 * Creates a webinar, hosted by the caller unless told. Errors: webinar_provider_mismatch; not_found for what is out of
 * reach; user_type_required for a host who is no trainer; webinar_audience_required where a manager or trainer ties it
 * to nothing, since they would lose sight of it.
 */
export async function createWebinar(db: Db, scope: Scope, body: BodyOf<typeof contract.createWebinar>) {
  const saving = call.saveWebinar({ webinar: null, fields: fieldsOf(body) });
  const [[id]] = await db.run(scope, remember(scope, saving));
  return { id: id! };
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
  await db.run(scope, call.saveWebinar({ webinar: id, fields: fieldsOf(body) }));
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
  await db.run(scope, call.deleteWebinar({ webinar: id }));
}

/** Calls a webinar off and tells those invited. Errors: not_found, webinar_canceled, webinar_ended. */
export async function cancelWebinar(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  { reason = '' }: BodyOf<typeof contract.cancelWebinar>,
  later: Later,
): Promise<undefined> {
  const mails = cancelMails(productOf(env), reason !== '');
  await db.run(scope, call.cancelWebinar({ webinar: id, reason, mails }));
  later(sendDueMails(env, db));
}

type Judged = RowOf<ReturnType<typeof call.noteAttendance>>;

/** Throws what refuses a call about a webinar's time, with the moment from which it could be made. */
function requireOpen({ refusal, opens_at }: Judged): void {
  if (!refusal) return;
  throw new AppError(refusal, refusal === 'webinar_not_open' ? { params: { opens_at } } : {});
}

/** Lets the caller in and notes it. Errors: not_found, and each refusal by name. */
export async function joinWebinar(db: Db, scope: Scope, id: number) {
  const [[joined]] = await db.run(scope, call.joinWebinar({ webinar: id }));
  requireOpen(joined!);
  return { join_url: joined!.join_url };
}

/** Notes that the caller left. Errors: not_found, also for who never joined. */
export async function leaveWebinar(db: Db, scope: Scope, id: number): Promise<undefined> {
  await db.run(scope, call.leaveWebinar({ webinar: id }));
}

/** Notes by hand whether somebody came. Errors: not_found, webinar_canceled, webinar_not_open. */
export async function noteAttendance(
  db: Db,
  scope: Scope,
  id: number,
  { user_id, status }: BodyOf<typeof contract.noteAttendance>,
): Promise<undefined> {
  const [[noted]] = await db.run(scope, call.noteAttendance({ webinar: id, user: user_id, status }));
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
  return replacePhoto(env, db, scope, stored, (photo) => call.setWebinarPhoto({ webinar: id, photo }));
}

/** Removes the picture of a webinar. Errors: not_found. */
export async function removeWebinarPhoto(env: Env, db: Db, scope: Scope, id: number): Promise<undefined> {
  await replacePhoto(env, db, scope, null, (photo) => call.setWebinarPhoto({ webinar: id, photo }));
}

/**
 * Queues the reminders that are due, each once whoever else runs this at the same time.
 * @returns how many mails were queued
 */
export async function remindOfWebinars(env: Env, db: Db): Promise<number> {
  const [[reminded]] = await db.system(call.remindOfWebinars({ mails: reminderMails(productOf(env)) }));
  return reminded!;
}
