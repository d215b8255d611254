import { sweepAttempts } from './attempts/service.ts';
import { mailCertificates, remindOfCertificates } from './certificates/service.ts';
import { eraseDueCompanies } from './erasure/service.ts';
import { discardStaleFiles } from './media/service.ts';
import { sweepNotifications } from './notifications/service.ts';
import type { Env } from './platform/context.ts';
import { Db } from './platform/database.ts';
import { sendDueMails } from './platform/mail.ts';
import { mailResults } from './results/service-mails.ts';
import { remindOfWebinars } from './webinars/service.ts';

/** 300 mails a minute: an import's invitations are due at 250. */
const MAIL_ROUNDS = 6;

/** The work of each minute. One job's failure leaves the others to run. */
export async function runJobs(env: Env): Promise<void> {
  const db = new Db(env);
  await Promise.allSettled([
    sweepAttempts(db),
    mailResults(env, db),
    discardStaleFiles(env, db),
    eraseDueCompanies(env, db),
    sendDueMails(env, db, MAIL_ROUNDS),
    remindOfWebinars(env, db),
    mailCertificates(env, db),
    remindOfCertificates(env, db),
    sweepNotifications(env, db),
  ]);
}
