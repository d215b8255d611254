import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db, type Statement } from '../../platform/database.ts';
import type * as contract from './contract.ts';
import { endOverdue } from './queries-results.ts';

type Timeline = ResponseOf<typeof contract.attemptTimeline>;
type Outage = ResponseOf<typeof contract.previewOutage>;

/**
 * What happened around an attempt, in the same words for the student and for staff whose hand reaches both course and
 * student. A silence while the page was left is no news. Errors: not_found.
 */
export async function timelineOf(db: Db, scope: Scope, id: number): Promise<Timeline> {
  const others =
    scope.user_type === 'student'
      ? sql`false`
      : sql`${inReach(scope, 'courses', sql`m.course_id`)} and ${inReach(scope, 'people', sql`t.user_id`)}`;
  const company = scope.company_id;
  const [[seen], events] = await db.run(
    scope,
    statement(sql`
      select t.id from attempts t
        join forms f on f.company_id = t.company_id and f.id = t.form_id
        join materials m on m.company_id = f.company_id and m.id = f.material_id
        where t.company_id = ${company} and t.id = ${id} and (t.user_id = ${scope.user_id} or ${others})`),
    statement<Timeline['events'][number]>(sql`
      select kind, began_at, ended_at, amount from (
        select e.id, e.kind, e.began_at, e.ended_at, null::integer as amount from attempt_events e
          where e.company_id = ${company} and e.attempt_id = ${id} and e.kind <> 'outage' and not (
            e.kind = 'connection_gap' and exists (
              select from attempt_events away
                where away.company_id = e.company_id and away.attempt_id = e.attempt_id and away.kind = 'left_page'
                  and away.began_at <= e.began_at + interval '30 seconds' and away.ended_at >= e.ended_at - interval '5 seconds'))
        union all
        select d.id, case d.kind when 'outage' then 'outage_minutes' else d.kind end, d.created_at, null, d.amount
          from attempts t
          join assignment_decisions d on d.company_id = t.company_id and d.assignment_id = t.assignment_id and d.attempt_id = t.id
          where t.company_id = ${company} and t.id = ${id} and d.kind in ('minutes', 'outage')
      ) happened order by began_at, id`),
  );
  if (!seen) throw new AppError('not_found');
  return { events };
}

interface Loss {
  status: string;
  attempt_id: number;
  form: { id: number; name: string };
  user: { id: number; first_name: string; last_name: string };
  lost: number;
  deadline: Date;
  finished_at: string;
  finished_by: Outage['ended'][number]['finished_by'];
}

/** What an outage took, as a statement; its rows are told by `outageOf`. */
export function outageLosses(scope: Scope, course_id: number, from: string, to: SQL): Statement<Loss> {
  return statement<Loss>(sql`
    select l.status, l.attempt_id, l.lost, l.deadline, l.finished_at, l.finished_by,
           jsonb_build_object('id', l.form_id, 'name', v.settings->>'name') as form,
           jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user
      from outage_losses(${course_id}, ${from}::timestamptz, ${to}) l
      join users u on u.id = l.user_id
      join current_versions v on v.company_id = ${scope.company_id} and v.form_id = l.form_id
      order by l.form_id, l.attempt_id`);
}

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
          deadline: new Date(deadline.getTime() + minutes * 60_000).toISOString(),
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
  { from, to }: QueryOf<typeof contract.previewOutage>,
): Promise<Outage> {
  if (from >= to) throw new AppError('invalid_choice', { field: 'to' });
  const [, losses] = await db.run(
    scope,
    endOverdue,
    outageLosses(scope, course_id, from, sql`least(${to}::timestamptz, app_now())`),
  );
  return outageOf(losses);
}
