import { sql, type SQL } from 'drizzle-orm';
import type { Language } from '../../identity/accounts/contract.ts';
import { endOverdue } from '../attempts/queries-results.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import { EXPORTED_RESULTS, type listCompanyResults } from './contract.ts';

type Query = QueryOf<typeof listCompanyResults>;
export type CompanyResult = ResponseOf<typeof listCompanyResults>['results'][number];

/** A page of the company's attempts; details are looked up for it alone. */
export async function pageOfCompanyResults(db: Db, scope: Scope, query: Query) {
  const from = attemptsOf(scope, query);
  const [, rows, [count]] = await db.run(
    scope,
    endOverdue,
    statement<CompanyResult>(detailed(scope, sql`select t.id ${from} ${orderOf(query)}`)),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}

/** The filtered list as it is exported, with the caller's language and the company's time zone. */
export async function resultsToExport(db: Db, scope: Scope, query: Query) {
  const whole = { ...query, page: 1, page_size: EXPORTED_RESULTS };
  const [, [own], results] = await db.run(
    scope,
    endOverdue,
    statement<{ language: Language; time_zone: string }>(sql`
      select u.language, c.time_zone from companies c join users u on u.id = ${scope.user_id} where c.id = ${scope.company_id}`),
    statement<CompanyResult>(detailed(scope, sql`select t.id ${attemptsOf(scope, query)} ${orderOf(whole)}`)),
  );
  return { ...own!, results };
}

/** The attempts that the filters leave. */
function attemptsOf(scope: Scope, query: Query): SQL {
  const { user, course, form, group, form_type, state, passed, finished_from, finished_to } = query;
  const startOf = (day: SQL) =>
    sql`(${day})::timestamp at time zone (select time_zone from companies where id = ${scope.company_id})`;
  const states: Record<NonNullable<typeof state>, SQL> = {
    running: sql`t.status = 'running'`,
    in_review: sql`t.status = 'completed' and t.result_published_at is null`,
    completed: sql`t.status = 'completed'`,
    annulled: sql`t.status = 'annulled'`,
  };
  const people = matches(query.search, sql`w.last_name`, sql`w.first_name`, sql`w.email`);
  const graded = passed !== undefined || query.ordering?.some((term) => term.endsWith('percent'));
  const where = all([
    user !== undefined && sql`t.user_id = ${user}`,
    course !== undefined && sql`c.id = ${course}`,
    form !== undefined && sql`f.id = ${form}`,
    group !== undefined &&
      sql`t.user_id in (select user_id from group_members where company_id = ${scope.company_id} and group_id = ${group} and role = 'student')`,
    form_type !== undefined && sql`f.form_type = ${form_type}`,
    state !== undefined && states[state],
    passed !== undefined && sql`t.status = 'completed' and g.passed = ${passed === 'true'}`,
    finished_from !== undefined && sql`t.finished_at >= ${startOf(sql`${finished_from}::date`)}`,
    finished_to !== undefined && sql`t.finished_at < ${startOf(sql`${finished_to}::date + 1`)}`,
    people &&
      sql`(t.user_id in (select w.id from users w join memberships b on b.company_id = ${scope.company_id} and b.user_id = w.id where ${people})
        or ${matches(query.search, sql`(v.settings->>'name')`, sql`c.name`)})`,
  ]);
  return sql`
    from attempts t
    join forms f on f.company_id = t.company_id and f.id = t.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
    join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
    join users u on u.id = t.user_id
    ${graded ? LATEST : sql``}
    where t.company_id = ${scope.company_id} and ${where}`;
}

const LATEST = sql`
  left join lateral (select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g on true`;

/** Whatever has no grade or has not ended comes last, whichever way the list runs. */
function orderOf(query: Query): SQL {
  const falls = (field: 'percent' | 'duration') => query.ordering?.some((term) => term === `-${field}`);
  return pageOf(
    query,
    {
      last_name: alphabetical(sql`(u.last_name || ' ' || u.first_name)`),
      form_name: alphabetical(sql`(v.settings->>'name')`),
      course_name: alphabetical(sql`c.name`),
      percent: sql`case when t.status = 'completed' then coalesce(g.percent, -1) else ${falls('percent') ? sql`-2` : sql`101`} end`,
      // What runs is the latest of all.
      finished_at: sql`coalesce(t.finished_at, t.started_at)`,
      duration: sql`coalesce(t.finished_at - t.started_at, ${falls('duration') ? sql`interval '-1 second'` : sql`interval '100 years'`})`,
    },
    '-finished_at',
    sql`t.id desc`,
  );
}

function detailed(scope: Scope, page: SQL): SQL {
  return sql`
    with page as materialized (select shown.*, row_number() over () as place from (${page}) shown)
    select t.id as attempt_id, t.number,
           jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
           coalesce((select jsonb_agg(s.name order by s.name collate "uk-x-icu")
             from group_members gm join study_groups s on s.company_id = gm.company_id and s.id = gm.group_id and s.deleted_at is null
             where gm.company_id = t.company_id and gm.user_id = t.user_id and gm.role = 'student'), '[]') as groups,
           jsonb_build_object('id', f.id, 'name', v.settings->>'name', 'form_type', f.form_type,
             'rating_system', v.settings->>'rating_system') as form,
           jsonb_build_object('id', c.id, 'name', c.name) as course,
           case when t.status = 'completed' and t.result_published_at is null then 'in_review' else t.status end as state,
           case when t.status = 'completed' then g.passed end as passed,
           g.score::float8 as score, g.max_score::float8 as max_score, g.percent::float8 as percent, g.ects,
           t.started_at, t.finished_at, extract(epoch from t.finished_at - t.started_at)::integer as duration, t.finished_by
      from page p
      join attempts t on t.company_id = ${scope.company_id} and t.id = p.id
      join forms f on f.company_id = t.company_id and f.id = t.form_id
      join materials m on m.company_id = f.company_id and m.id = f.material_id
      join courses c on c.company_id = m.company_id and c.id = m.course_id
      join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
      join users u on u.id = t.user_id ${LATEST}
      order by p.place`;
}
