import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../../platform/context.ts';
import { Db } from '../../platform/database/database.ts';
import { logError } from '../../platform/http/log.ts';
import { mailCertificates } from '../certificates/service.ts';
import { endDueAttempts } from './functions.ts';

const RETRY_MS = 1_000;
/** After this long the minute's sweep is left to do it. */
const GIVE_UP_MS = 10 * 60_000;
/** As many as one statement tells of. */
const CERTIFICATES_TOLD = 1_000;

/**
 * Rings for one second in which attempts end and ends whatever is due then. Its alarm is its only state, so a thousand
 * attempts that end together are one statement, and a clock that rings too early finds nothing to do.
 */
export class ExamClock extends DurableObject<Env> {
  /** Sets the alarm for an instant in milliseconds. */
  async set(at: number): Promise<void> {
    await this.ctx.storage.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    try {
      await new Db(this.env).system(endDueAttempts({}));
    } catch (error) {
      logError({ job: 'exam-clock' }, error);
      const second = Number(this.ctx.id.name) * 1000;
      // The platform's own retries are few; a database that is away for minutes must not leave an exam open.
      if (!(Date.now() - second > GIVE_UP_MS)) await this.ctx.storage.setAlarm(Date.now() + RETRY_MS);
      return;
    }
    // What was earned with it is told at once; what fails here the minute's job tells.
    await this.tellCertificates().catch((error: unknown) => logError({ job: 'exam-clock' }, error));
  }

  private async tellCertificates(): Promise<void> {
    const env = this.env;
    while ((await mailCertificates(env, new Db(env))) === CERTIFICATES_TOLD) continue;
  }
}

/** Makes sure that something ends the attempts due at an instant: at the second that follows it. */
export async function scheduleEnd(env: Env, due_at: string): Promise<void> {
  await ringAt(env, secondOf(due_at));
}

/** The second that follows an instant. */
export const secondOf = (due_at: string): number => Math.ceil(Date.parse(due_at) / 1000);

/** Has the clock of a second ring. */
export async function ringAt(env: Env, second: number): Promise<void> {
  const clocks = env.EXAM_CLOCK as DurableObjectNamespace<ExamClock>;
  await clocks.getByName(String(second)).set(second * 1000);
}
