import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Scope } from '../../platform/context.ts';

/** In whose days a course's figures are told. */
export const zoneOf = (scope: Scope): SQL =>
  sql`(select y.time_zone from companies y where y.id = ${scope.company_id})`;

/** The published forms of a course, each as it is now, as the CTE `course_forms`. */
export function courseForms(scope: Scope, course_id: number): SQL {
  return sql`course_forms as materialized (
    select f.id, f.material_id, f.form_type, v.id as version_id, v.settings, v.settings->>'name' as name,
           coalesce(v.settings->>'result_counts', 'best') = 'last' as counts_last,
           row_number() over (order by m.position, m.id) as place
      from materials m
      join forms f on f.company_id = m.company_id and f.material_id = m.id and f.deleted_at is null
      cross join lateral (
        select w.id, w.settings from form_versions w
          where w.company_id = f.company_id and w.form_id = f.id order by w.number desc limit 1) v
      where m.company_id = ${scope.company_id} and m.course_id = ${course_id} and m.deleted_at is null
  )`;
}

/** Whether a course is there and in reach. */
export function reachedCourse(scope: Scope, course_id: number): SQL {
  return sql`select from courses c where c.company_id = ${scope.company_id} and c.id = ${course_id} and c.deleted_at is null
    and ${inReach(scope, 'courses', sql`c.id`)}`;
}

/** The grading of an attempt `t` that holds, as a lateral `g`. */
export const GRADED = sql`
  cross join lateral (
    select k.score, k.max_score, k.percent, k.ects, k.passed, k.explanation from gradings k
      where k.company_id = t.company_id and k.attempt_id = t.id order by k.id desc limit 1) g`;

// The order of counted_result.
const COUNTS_FIRST = sql`case when f.counts_last then t.number end desc nulls last, g.passed desc, g.percent desc, t.number`;
const counting = (value: SQL): SQL => sql`(array_agg(${value} order by ${COUNTS_FIRST}))[1]`;

/**
 * What people's ended attempts at forms of `course_forms` come to, one row per person and form. What is not read of it
 * is not worked out.
 * @param forms which of them, by a condition on `f.id`
 * @param people whose, by a condition on `t.user_id`; those of the whole course without one
 */
export function formFacts(scope: Scope, forms: SQL, people: SQL = sql`true`): SQL {
  return sql`
    select t.user_id, f.id as form_id,
           (array_agg(g.score order by t.number))[1]::float8 as first_score,
           (array_agg(g.score order by t.number desc))[1]::float8 as last_score, max(g.score)::float8 as best_score,
           (array_agg(g.percent order by t.number))[1]::float8 as first_percent,
           (array_agg(g.percent order by t.number desc))[1]::float8 as last_percent, max(g.percent)::float8 as best_percent,
           ${counting(sql`t.id`)} as attempt_id, ${counting(sql`g.percent`)}::float8 as percent, ${counting(sql`g.ects`)} as ects,
           ${counting(sql`g.passed`)} as passed, ${counting(sql`t.finished_by`)} as finished_by,
           extract(epoch from ${counting(sql`t.finished_at - t.started_at`)})::integer as duration,
           bool_or(t.result_published_at is null) as in_review
      from course_forms f
      join attempts t on t.company_id = ${scope.company_id} and t.form_id = f.id and t.status = 'completed'
      ${GRADED}
      where ${forms} and ${people}
      group by t.user_id, f.id`;
}

/** When people finished everything that counts in a course: one row per person who has done any of it. */
export function finishes(scope: Scope, course_id: number, people: SQL = sql`true`): SQL {
  return sql`
    select p.user_id, max(p.done_at) as at
      from materials m
      join material_progress p on p.company_id = m.company_id and p.material_id = m.id and p.done_at is not null
      where m.company_id = ${scope.company_id} and m.course_id = ${course_id} and m.deleted_at is null
        and m.type <> 'additional' and ${people}
      group by p.user_id`;
}

/**
 * The seconds that are known of people in a course: of ended attempts, and of video and audio played, each second once.
 * @param attempting whose attempts, by a condition on `t.user_id`
 * @param playing whose playing, by a condition on `p.user_id`
 */
export function timesSpent(
  scope: Scope,
  course_id: number,
  attempting: SQL = sql`true`,
  playing: SQL = sql`true`,
): SQL {
  return sql`
    select spent.user_id, round(sum(spent.seconds))::integer as seconds from (
      select t.user_id, extract(epoch from t.finished_at - t.started_at) as seconds
        from course_forms f
        join attempts t on t.company_id = ${scope.company_id} and t.form_id = f.id and t.finished_at is not null
        where ${attempting}
      union all
      select p.user_id, (select sum(upper(played) - lower(played)) from unnest(p.watched) played)
        from materials m
        join material_progress p on p.company_id = m.company_id and p.material_id = m.id and p.watched <> '{}'
        where m.company_id = ${scope.company_id} and m.course_id = ${course_id} and m.deleted_at is null and ${playing}
    ) spent group by spent.user_id`;
}

/** The condition that somebody studies in a group. */
export function inGroup(scope: Scope, group: number | undefined, person: SQL): SQL | false {
  if (group === undefined) return false;
  return sql`exists (select from group_members gm where gm.company_id = ${scope.company_id} and gm.group_id = ${group}
    and gm.user_id = ${person} and gm.role = 'student')`;
}
