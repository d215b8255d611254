import type { Env } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import * as call from './functions.ts';
import { expiryMails, issuedMails } from './mails.ts';

/**
 * Mails about certificates that are new, each once whoever else runs this at the same time. They are issued wherever a
 * result comes into being, also with nobody online: the minute's job finds what no request has told.
 * @returns how many mails were queued
 */
export async function mailCertificates(env: Env, db: Db): Promise<number> {
  const [[mails]] = await db.system(call.mailCertificates({ mails: issuedMails(productOf(env)) }));
  if (mails) await sendDueMails(env, db);
  return mails!;
}

/**
 * Opens the tests of certificates that near their end again, then queues the mails about those that will expire or have;
 * each once whoever else runs this at the same time.
 * @returns how many mails were queued
 */
export async function remindOfCertificates(env: Env, db: Db): Promise<number> {
  const [, [mails]] = await db.system(
    call.openRenewals({}),
    call.remindOfCertificates({ mails: expiryMails(productOf(env)) }),
  );
  return mails!;
}
