import { sweepAttempts } from './exams/attempts/service.ts';
import { mailCertificates, remindOfCertificates } from './exams/certificates/service.ts';
import { sendDigests } from './insight/today/service.ts';
import { joinPeopleSums } from './identity/companies/service.ts';
import { eraseDueCompanies } from './service/erasure/service.ts';
import { joinCourseSums } from './learning/courses/service.ts';
import { discardStaleFiles } from './learning/media/service.ts';
import { sweepNotifications } from './service/notifications/service.ts';
import type { Env } from './platform/context.ts';
import { Db } from './platform/database/database.ts';
import { ROUNDS_A_MINUTE, sendDueMails } from './platform/mail.ts';
import { runNamed } from './platform/http/operations.ts';
import { mailResults } from './exams/results/service-mails.ts';
import { remindOfWebinars } from './learning/webinars/service.ts';

/** The work of each minute, by the names that health checks tell. */
export async function runJobs(env: Env): Promise<void> {
  const db = new Db(env);
  await runNamed(env, {
    sweep: () => sweepAttempts(db),
    result_mails: () => mailResults(env, db),
    course_sums: () => joinCourseSums(db),
    people_sums: () => joinPeopleSums(db),
    stale_files: () => discardStaleFiles(env, db),
    erasure: () => eraseDueCompanies(env, db),
    mails: () => sendDueMails(env, db, ROUNDS_A_MINUTE),
    webinar_reminders: () => remindOfWebinars(env, db),
    certificate_mails: () => mailCertificates(env, db),
    certificate_reminders: () => remindOfCertificates(env, db),
    notifications: () => sweepNotifications(env, db),
    digests: () => sendDigests(env, db),
  });
}
