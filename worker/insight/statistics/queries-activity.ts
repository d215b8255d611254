import { sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';
import { formsOf, requireForms } from './queries.ts';
import { courseForms, formFacts, GRADED, inGroup, reachedCourse, zoneOf } from './queries-facts.ts';

type Summary = ResponseOf<typeof contract.statisticSummary>;
type Activity = ResponseOf<typeof contract.dynamicStatistic>;

/** Figures over the students of a course in reach, and over the results of theirs that count. Errors: not_found. */
export async function summaryOf(
  db: Db,
  scope: Scope,
  course_id: number,
  { group }: QueryOf<typeof contract.statisticSummary>,
): Promise<Summary> {
  const where = all([
    sql`cp.company_id = ${scope.company_id} and cp.course_id = ${course_id}`,
    inReach(scope, 'people', sql`cp.user_id`),
    inGroup(scope, group, sql`cp.user_id`),
  ]);
  const [, [course], [figures]] = await db.run(
    scope,
    endOverdue,
    statement(reachedCourse(scope, course_id)),
    statement<Summary>(sql`
      with ${courseForms(scope, course_id)}, people as materialized (
        select cp.user_id, cp.state, cp.percent from course_progress cp where ${where}
      ), facts as materialized (
        select r.user_id, r.passed, r.percent, r.in_review from (${formFacts(scope, sql`true`)}) r
          where r.user_id in (select user_id from people)
      )
      select p.*, r.* from (
        select count(*)::integer as students, count(*) filter (where state <> 'new')::integer as started,
               count(*) filter (where state = 'finished')::integer as finished, avg(percent)::float8 as average_progress
          from people
      ) p cross join (
        select count(*)::integer as results, count(*) filter (where passed)::integer as passed,
               avg(percent)::float8 as average_percent,
               count(distinct user_id) filter (where in_review)::integer as in_review
          from facts
      ) r`),
  );
  if (!course) throw new AppError('not_found');
  return figures!;
}

/**
 * Attempts of people in reach at the course's forms by day, week, month or year; an annulled one counts nowhere.
 * Errors: not_found; invalid_choice on "form", or on "to" before "from".
 */
export async function activityOf(
  db: Db,
  scope: Scope,
  course_id: number,
  query: QueryOf<typeof contract.dynamicStatistic>,
): Promise<Activity> {
  const { days, from = null, to = null, form, group, only_recent } = query;
  if (from && to && to < from) throw new AppError('invalid_choice', { field: 'to' });
  const taken = all([
    sql`t.status <> 'annulled'`,
    form !== undefined && sql`f.id = ${form}`,
    inReach(scope, 'people', sql`t.user_id`),
    inGroup(scope, group, sql`t.user_id`),
    only_recent === 'true' &&
      sql`not exists (select from attempts l where l.company_id = t.company_id and l.assignment_id = t.assignment_id
            and l.number > t.number and l.status <> 'annulled')`,
  ]);
  const [, [course], forms, rows] = await db.run(
    scope,
    endOverdue,
    statement(reachedCourse(scope, course_id)),
    formsOf(scope, course_id),
    statement<Omit<Activity, 'points'> & Activity['points'][number]>(sql`
      with ${courseForms(scope, course_id)}, asked as materialized (
        select z.zone, coalesce(${from}::date, coalesce(${to}::date, z.today) - ${days - 1}::integer) as first,
               coalesce(${to}::date, greatest(${from}::date, z.today)) as last
          from (select y.zone, (app_now() at time zone y.zone)::date as today from (select ${zoneOf(scope)} as zone) y) z
      ), period as materialized (
        select a.*, case when a.last - a.first < 62 then 'day' when a.last - a.first < 62 * 7 - 6 then 'week'
                         when a.last - a.first < 61 * 28 then 'month' else 'year' end as bucket
          from asked a
      ), taken as materialized (
        select t.company_id, t.id, t.status, t.started_at at time zone d.zone as began, t.finished_at at time zone d.zone as ended
          from course_forms f
          join attempts t on t.company_id = ${scope.company_id} and t.form_id = f.id
          cross join period d
          where ${taken} and (
            t.started_at >= d.first::timestamp at time zone d.zone and t.started_at < (d.last + 1)::timestamp at time zone d.zone
            or t.finished_at >= d.first::timestamp at time zone d.zone and t.finished_at < (d.last + 1)::timestamp at time zone d.zone)
      ), starts as (
        select date_trunc(d.bucket, t.began) as point, count(*)::integer as started from taken t cross join period d
          where t.began >= d.first and t.began < d.last + 1 group by 1
      ), ends as (
        select date_trunc(d.bucket, t.ended) as point, count(*)::integer as completed,
               count(*) filter (where g.passed)::integer as passed, count(*) filter (where not g.passed)::integer as failed,
               avg(g.percent)::float8 as average
          from taken t cross join period d ${GRADED}
          where t.status = 'completed' and t.ended >= d.first and t.ended < d.last + 1 group by 1
      )
      select d.first::text as from, d.last::text as to, d.zone as time_zone, d.bucket,
             greatest(p.point::date, d.first)::text as date, coalesce(s.started, 0) as started, coalesce(e.completed, 0) as completed,
             coalesce(e.passed, 0) as passed, coalesce(e.failed, 0) as failed, e.average
        from period d
        cross join lateral generate_series(date_trunc(d.bucket, d.first::timestamp), d.last::timestamp, ('1 ' || d.bucket)::interval) as p(point)
        left join starts s on s.point = p.point
        left join ends e on e.point = p.point
        order by p.point`),
  );
  if (!course) throw new AppError('not_found');
  requireForms(forms, query);
  const { from: first, to: last, time_zone, bucket } = rows[0]!;
  return {
    from: first,
    to: last,
    time_zone,
    bucket,
    points: rows.map(({ date, started, completed, passed, failed, average }) => ({
      date,
      started,
      completed,
      passed,
      failed,
      average,
    })),
  };
}
