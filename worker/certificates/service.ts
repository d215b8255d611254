import { sql } from 'drizzle-orm';
import { productOf } from '../accounts/service.ts';
import type { Env } from '../platform/context.ts';
import { json, statement, type Db } from '../platform/database.ts';
import { issuedMails } from './mails.ts';

/**
 * Queues the mails about certificates that are new, each once whoever else runs this at the same time. They are issued
 * wherever a result comes into being, also with nobody online.
 * @returns how many mails were queued
 */
export async function mailCertificates(env: Env, db: Db): Promise<number> {
  const [[told]] = await db.system(
    statement<{ mails: number }>(
      sql`select mail_certificates(${json(issuedMails(productOf(env)))}) as mails`,
    ),
  );
  return told!.mails;
}
