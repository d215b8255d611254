import { Replay } from '../../errors/app-error.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { leftFailed, tellLeft } from '../../platform/http/operations.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { digestMails } from './mails-digest.ts';
import { reminderMails } from './mails.ts';

type Body = BodyOf<typeof contract.sendReminders>;

/** Whom a reminder is for, and its words. */
const reminding = (env: Env, { section, keys, text = '' }: Body) => ({
  section,
  keys: keys ?? null,
  text,
  mails: reminderMails(productOf(env), text),
});

/** Who would get a reminder and what it says; writes nothing. */
export async function previewReminders(env: Env, db: Db, scope: Scope, body: Body) {
  const [[judged]] = await db.run(scope, call.sendReminders({ ...reminding(env, body), preview: true }));
  const { reminded, refused, gone, mail } = judged!;
  return { reminded, refused, gone, mail: mail && { subject: mail.subject, text: mail.text } };
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
  later: Later,
): Promise<ResponseOf<typeof contract.sendReminders>> {
  try {
    const key = scope.idempotency?.key ?? null;
    const [[sent]] = await db.run(scope, call.sendRemindersOnce({ ...reminding(env, body), key }));
    later(sendDueMails(env, db));
    const { reminded, refused, gone } = sent!;
    return { reminded, refused, gone };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    const { section, keys = null } = body;
    const before = call.remindedBefore({ section, keys, first: error.row_id });
    const [[told]] = await db.run({ ...scope, idempotency: null }, before);
    const { reminded, refused, gone } = told!;
    return { reminded, refused, gone };
  }
}

/**
 * The minute's job: queues the digests of Monday morning, each once whoever else runs this at the same time. Fails, once
 * everybody else has theirs, where somebody's cannot be worked out.
 * @returns how many mails were queued
 */
export async function sendDigests(env: Env, db: Db): Promise<number> {
  const mails = digestMails(productOf(env));
  const [[queued], left] = await db.system(call.sendDigests({ mails }), leftFailed({}));
  tellLeft(left);
  return queued!;
}
