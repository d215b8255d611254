import { and, eq, or, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { personNamed } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { materials } from '../../learning/materials/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { build, prepared, tied, type Given, type RowOf } from '../../platform/database/queries.ts';
import { current_versions, forms } from '../forms/tables.ts';
import type * as contract from './contract.ts';
import type * as grants from './grants/contract.ts';
import { outageLosses as lossesOf, timelineOf as happenedAround } from './functions.ts';
import { endOverdue, notTakenBack } from './queries-results.ts';
import { attempts } from './tables.ts';

type Timeline = ResponseOf<typeof contract.attemptTimeline>;
type Outage = ResponseOf<typeof grants.previewOutage>;

/**
 * What happened around an attempt, in the same words for the student and for staff whose hand reaches both course and
 * student. A silence while the page was left is no news. Errors: not_found.
 */
export async function timelineOf(db: Db, scope: Scope, id: number): Promise<Timeline> {
  const { company_id, user_id, user_type, reach } = scope;
  const seeing = attemptSeen({ company_id, user_id, id }, user_type === 'student', reach);
  const [[seen], events] = await db.run(scope, seeing, happenedAround({ attempt: id }));
  if (!seen) throw new AppError('not_found');
  return { events };
}

interface OneAttempt {
  company_id: number;
  user_id: number;
  id: number;
}

/** One's own, or of course and student in reach. */
const attemptSeen = prepared((given: Given<OneAttempt>, student: boolean, reach: Reach) => {
  const reached = and(
    inReach({ reach }, 'courses', materials.course_id),
    inReach({ reach }, 'people', attempts.user_id),
  );
  return build
    .select({ id: attempts.id })
    .from(attempts)
    .innerJoin(forms, tied(forms, attempts, eq(forms.id, attempts.form_id)))
    .innerJoin(materials, tied(materials, forms, eq(materials.id, forms.material_id)))
    .where(
      and(
        eq(attempts.company_id, given.company_id),
        eq(attempts.id, given.id),
        student ? eq(attempts.user_id, given.user_id) : or(eq(attempts.user_id, given.user_id), reached),
        notTakenBack(given, attempts.user_id),
      ),
    );
});

/** What an outage took until now at most; its rows are told by `outageOf`. */
export const outageLosses = prepared(
  (given: Given<{ company_id: number; course: number; from: string; to: string }>) => {
    const to = sql`least(${given.to}::timestamptz, app_now())`;
    const loss = relation(lossesOf({ course: given.course, from: given.from, to }), 'loss');
    return build
      .select({
        status: loss.status,
        attempt_id: loss.attempt_id,
        lost: loss.lost,
        deadline: loss.deadline,
        finished_at: loss.finished_at,
        finished_by: loss.finished_by,
        form: {
          id: sql<number>`${loss.form_id}`,
          name: sql<string>`${current_versions.settings}->>'name'`,
        },
        user: personNamed,
      })
      .from(loss)
      .innerJoin(users, eq(users.id, loss.user_id))
      .innerJoin(
        current_versions,
        and(eq(current_versions.company_id, given.company_id), eq(current_versions.form_id, loss.form_id)),
      )
      .orderBy(loss.form_id, loss.attempt_id);
  },
);

type Loss = RowOf<ReturnType<typeof outageLosses>>;

/** Losses as an answer; minutes are rounded up. */
export function outageOf(losses: readonly Loss[]): Outage {
  return {
    attempts: losses
      .filter(({ status }) => status === 'running')
      .map(({ attempt_id, form, user, lost, deadline }) => {
        const minutes = Math.ceil(lost / 60);
        return {
          attempt_id,
          form,
          user,
          lost_seconds: Math.round(lost),
          minutes,
          deadline: new Date(Date.parse(deadline) + minutes * 60_000).toISOString(),
        };
      }),
    ended: losses
      .filter(({ status }) => status !== 'running')
      .map(({ attempt_id, form, user, finished_at, finished_by }) => ({
        attempt_id,
        form,
        user,
        finished_at,
        finished_by,
      })),
  };
}

/** What an outage took from the attempts of a course, to look at before it is given back. Errors: not_found. */
export async function outagePreview(
  db: Db,
  scope: Scope,
  course_id: number,
  { from, to }: QueryOf<typeof grants.previewOutage>,
): Promise<Outage> {
  if (from >= to) throw new AppError('invalid_choice', { field: 'to' });
  const [, losses] = await db.run(
    scope,
    endOverdue,
    outageLosses({ company_id: scope.company_id, course: course_id, from, to }),
  );
  return outageOf(losses);
}
