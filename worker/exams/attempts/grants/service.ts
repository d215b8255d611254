import { AppError, Replay } from '../../../errors/app-error.ts';
import type { Env, Scope } from '../../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../../platform/contract.ts';
import type { Db } from '../../../platform/database/database.ts';
import type * as contract from './contract.ts';
import { ringAt, tickOf } from '../exam-clock.ts';
import * as call from '../functions.ts';
import { outageLosses, outageOf } from '../queries-events.ts';

type Granted = ResponseOf<typeof contract.grantTime>;
type Given = ResponseOf<typeof contract.giveOutageMinutes>;

/**
 * Gives minutes and attempts; a running attempt gets its later deadline at once. Never shortens anything. A replay
 * answers with those to whom the first call gave. Errors: not_found for a form or a group out of reach.
 */
export async function grantTime(
  env: Env,
  db: Db,
  scope: Scope,
  course_id: number,
  body: BodyOf<typeof contract.grantTime>,
): Promise<Granted> {
  const { form_id, user_ids, group_id = null, extra_minutes = null, extra_attempts = null, reason } = body;
  const batch = crypto.randomUUID();
  try {
    const [judged] = await db.run(
      scope,
      call.giveTime({
        course: course_id,
        form: form_id,
        users: user_ids ?? null,
        group: group_id,
        minutes: extra_minutes,
        attempts: extra_attempts,
        reason,
        batch,
      }),
      rememberBatch(scope, batch),
    );
    await scheduleEnds(env, judged);
    return {
      granted: judged
        .filter(({ code }) => code === null)
        .map(({ user_id, attempt_id, deadline }) => ({ user_id, attempt_id, deadline })),
      refused: judged.flatMap(({ user_id, code }) => (code === null ? [] : [{ user_id, code }])),
    };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    const [granted] = await db.run(
      { ...scope, idempotency: null },
      call.grantedBy({ decision: error.row_id }),
    );
    return { granted, refused: [] };
  }
}

/**
 * Gives running attempts of a course back the minutes that an outage took, once; what ended in it is named beside.
 * Errors: not_found.
 */
export async function giveOutageMinutes(
  env: Env,
  db: Db,
  scope: Scope,
  course_id: number,
  { from, to, reason }: BodyOf<typeof contract.giveOutageMinutes>,
): Promise<Given> {
  if (from >= to) throw new AppError('invalid_choice', { field: 'to' });
  const batch = crypto.randomUUID();
  const losses = outageLosses({ company_id: scope.company_id, course: course_id, from, to });
  try {
    const [moved, , given, rest] = await db.run(
      scope,
      call.giveOutageMinutes({ course: course_id, from, to, reason, batch }),
      rememberBatch(scope, batch),
      call.minutesOfBatch({ batch, decision: null }),
      losses,
    );
    await scheduleEnds(env, moved);
    return { given, ended: outageOf(rest).ended };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    const first = call.minutesOfBatch({ batch: null, decision: error.row_id });
    const [given, rest] = await db.run({ ...scope, idempotency: null }, first, losses);
    return { given, ended: outageOf(rest).ended };
  }
}

const rememberBatch = ({ idempotency }: Scope, batch: string) =>
  call.rememberBatch({ batch, key: idempotency?.key ?? null });

/** One clock for each tick in which something ends. */
async function scheduleEnds(env: Env, rows: readonly { due_at: string | null }[]): Promise<void> {
  const ticks = new Set(rows.flatMap(({ due_at }) => (due_at ? tickOf(due_at) : [])));
  await Promise.all([...ticks].map((tick) => ringAt(env, tick)));
}
