import { sql } from 'drizzle-orm';
import { AppError, Replay } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import { ids, statement, type Db, type Statement } from '../../platform/database.ts';
import type * as contract from './contract.ts';
import { scheduleEnd } from './exam-clock.ts';
import { outageLosses, outageOf } from './queries-events.ts';

type Granted = ResponseOf<typeof contract.grantTime>;
type Given = ResponseOf<typeof contract.giveOutageMinutes>;

interface Judged {
  user_id: number;
  /** null: it was given. */
  code: Granted['refused'][number]['code'] | null;
  attempt_id: number | null;
  deadline: string | null;
  due_at: Date | null;
}

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
      statement<Judged>(sql`
        select * from give_time(${course_id}, ${form_id}, ${user_ids ? ids(user_ids) : sql`null`}, ${group_id}, ${extra_minutes},
          ${extra_attempts}, ${reason}, ${batch})`),
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
      statement<Granted['granted'][number]>(sql`
        select distinct a.user_id, t.id as attempt_id, t.deadline
          from assignment_decisions first
          join assignment_decisions d on d.company_id = first.company_id and d.batch = first.batch
          join assignments a on a.company_id = d.company_id and a.id = d.assignment_id
          left join attempts t on t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'running'
          where first.company_id = ${scope.company_id} and first.id = ${error.row_id} order by a.user_id`),
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
  const losses = outageLosses(scope, course_id, from, sql`least(${to}::timestamptz, app_now())`);
  try {
    const [moved, , given, rest] = await db.run(
      scope,
      statement<{ due_at: Date }>(sql`
        select due_at from give_outage_minutes(${course_id}, ${from}::timestamptz, ${to}::timestamptz, ${reason}, ${batch})`),
      rememberBatch(scope, batch),
      givenBy(scope, sql`d.batch = ${batch}`),
      losses,
    );
    await scheduleEnds(env, moved);
    return { given, ended: outageOf(rest).ended };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    const first = sql`d.batch = (select o.batch from assignment_decisions o
      where o.company_id = ${scope.company_id} and o.id = ${error.row_id})`;
    const [given, rest] = await db.run({ ...scope, idempotency: null }, givenBy(scope, first), losses);
    return { given, ended: outageOf(rest).ended };
  }
}

const givenBy = (scope: Scope, batch: ReturnType<typeof sql>) =>
  statement<Given['given'][number]>(sql`
    select t.id as attempt_id, t.user_id, d.amount as minutes, t.deadline
      from assignment_decisions d join attempts t on t.company_id = d.company_id and t.id = d.attempt_id
      where d.company_id = ${scope.company_id} and ${batch} order by t.id`);

/** Keeps the first decision of a batch beside the caller's idempotency key; 0 when nothing was decided. */
const rememberBatch = (scope: Scope, batch: string): Statement<unknown> =>
  statement(sql`
    update idempotency_keys set row_id = coalesce((
        select min(d.id) from assignment_decisions d where d.company_id = ${scope.company_id} and d.batch = ${batch}), 0)
      where company_id = ${scope.company_id} and user_id = ${scope.user_id} and key = ${scope.idempotency?.key ?? null}`);

/** One clock for each second in which something ends. */
async function scheduleEnds(env: Env, rows: readonly { due_at: Date | null }[]): Promise<void> {
  const seconds = new Set(rows.flatMap(({ due_at }) => (due_at ? Math.ceil(due_at.getTime() / 1000) : [])));
  await Promise.all([...seconds].map((second) => scheduleEnd(env, new Date(second * 1000))));
}
