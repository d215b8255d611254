import { sql } from 'drizzle-orm';
import type { Env } from '../../platform/context.ts';
import { json, statement, type Db } from '../../platform/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import { expiryMails, issuedMails } from './mails.ts';

/**
 * Mails about certificates that are new, each once whoever else runs this at the same time. They are issued wherever a
 * result comes into being, also with nobody online: the minute's job finds what no request has told.
 * @returns how many mails were queued
 */
export async function mailCertificates(env: Env, db: Db): Promise<number> {
  const [[told]] = await db.system(
    statement<{ mails: number }>(
      sql`select mail_certificates(${json(issuedMails(productOf(env)))}) as mails`,
    ),
  );
  if (told!.mails) await sendDueMails(env, db);
  return told!.mails;
}

/**
 * Queues the mails about certificates that will expire or have, each once whoever else runs this at the same time.
 * @returns how many mails were queued
 */
export async function remindOfCertificates(env: Env, db: Db): Promise<number> {
  const mails = json(expiryMails(productOf(env)));
  const [[reminded]] = await db.system(
    statement<{ mails: number }>(sql`select remind_of_certificates(${mails}) as mails`),
  );
  return reminded!.mails;
}
