import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../../platform/context.ts';
import { Db } from '../../platform/database/database.ts';
import { logError } from '../../platform/http/log.ts';
import { mailCertificates } from '../certificates/service.ts';
import { endDueShare } from './functions.ts';

/** A clock rings for what ends within so long. */
const TICK_MS = 500;
/** The clocks of two machines differ a little, and what is due is told finer than in milliseconds. */
const LATE_MS = 20;
const RETRY_MS = 1_000;
/** After this long the minute's sweep is left to do it. */
const GIVE_UP_MS = 10 * 60_000;
/** As many as one statement ends; of a crowd the rest is shared out. */
const ENDED_ALONE = 500;
/** Statements at once, as each is the work of one processor of the database. */
const SHARES = 4;
/** As many as one statement tells of. */
const CERTIFICATES_TOLD = 1_000;

/**
 * Rings for one half of a second in which attempts end and ends whatever is due then. Its alarm is its only state, so
 * some hundred attempts that end together are one statement, and a clock that rings too early finds nothing to do.
 */
export class ExamClock extends DurableObject<Env> {
  /** Sets the alarm for the end of a tick, in milliseconds. */
  async set(tick: number): Promise<void> {
    await this.ctx.storage.setAlarm(tick + LATE_MS);
  }

  override async alarm(): Promise<void> {
    try {
      await endDue(new Db(this.env));
    } catch (error) {
      logError({ job: 'exam-clock' }, error);
      const tick = Number(this.ctx.id.name);
      // The platform's own retries are few; a database that is away for minutes must not leave an exam open.
      if (!(Date.now() - tick > GIVE_UP_MS)) await this.ctx.storage.setAlarm(Date.now() + RETRY_MS);
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

/** Ends what is due: by one statement, or a crowd by several at once. */
async function endDue(db: Db): Promise<void> {
  const [[ended]] = await db.system(
    endDueShare({ assignment: null, share: 0, shares: 1, most: ENDED_ALONE }),
  );
  if (ended! < ENDED_ALONE) return;
  await Promise.all(
    Array.from({ length: SHARES }, (_, share) =>
      db.system(endDueShare({ assignment: null, share, shares: SHARES, most: null })),
    ),
  );
}

/** Makes sure that something ends the attempts due at an instant: right after its tick. */
export async function scheduleEnd(env: Env, due_at: string): Promise<void> {
  await ringAt(env, tickOf(due_at));
}

/** The end of the tick in which an instant lies, in milliseconds. */
export const tickOf = (due_at: string): number => Math.ceil(Date.parse(due_at) / TICK_MS) * TICK_MS;

/** Has the clock of a tick ring. */
export async function ringAt(env: Env, tick: number): Promise<void> {
  const clocks = env.EXAM_CLOCK as DurableObjectNamespace<ExamClock>;
  await clocks.getByName(String(tick)).set(tick);
}
