import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { reachOf } from '../../access/contract.ts';
import { endOverdue } from '../attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Results = ResponseOf<typeof contract.listResults>;
type Row = Results['results'][number];

/** What a row is, by its attempt `t` and the assignment `a`. */
const STATE = sql`
  case when t.id is null then case when a.status = 6 then 'canceled' else 'assigned' end
       when t.status = 'completed' and t.result_published_at is null then 'in_review' else t.status end`;

/** Who has the form, or had it and took it, in reach, with each of their attempts. */
function rowsOf(scope: Scope, course_id: number, form_id: number): SQL {
  return sql`
    from (
      select s.user_id from student_materials s join forms f on f.company_id = s.company_id and f.material_id = s.material_id
        where s.company_id = ${scope.company_id} and s.course_id = ${course_id} and f.id = ${form_id}
      union
      select t.user_id from attempts t where t.company_id = ${scope.company_id} and t.form_id = ${form_id}
    ) who
    join users u on u.id = who.user_id
    join current_versions v on v.company_id = ${scope.company_id} and v.form_id = ${form_id}
    left join assignments a on a.company_id = v.company_id and a.form_id = v.form_id and a.user_id = who.user_id
    left join attempts t on t.company_id = a.company_id and t.assignment_id = a.id
    left join lateral (select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g on true`;
}

/** The attempts of a form as staff see them, with what may be done about each; about one's own nothing. Errors: not_found. */
export async function pageOfResults(
  db: Db,
  scope: Scope,
  { id, formId }: ParamsOf<typeof contract.listResults>,
  query: QueryOf<typeof contract.listResults>,
): Promise<Results> {
  const where = all([
    inReach(scope, 'people', sql`who.user_id`),
    // A completed attempt is one whether or not its result is published.
    query.state === 'completed'
      ? sql`t.status = 'completed'`
      : query.state !== undefined && sql`${STATE} = ${query.state}`,
    query.passed !== undefined && sql`t.status = 'completed' and g.passed = ${query.passed === 'true'}`,
    query.user !== undefined && sql`who.user_id = ${query.user}`,
    query.group !== undefined &&
      sql`exists (select from group_members gm where gm.company_id = v.company_id and gm.group_id = ${query.group} and gm.user_id = who.user_id and gm.role = 'student')`,
    matches(query.search, sql`u.last_name`, sql`u.first_name`),
  ]);
  const from = rowsOf(scope, id, formId);
  const order = pageOf(
    query,
    {
      last_name: alphabetical(sql`u.last_name`),
      percent: sql`coalesce(g.percent, -1)`,
      finished_at: sql`coalesce(t.finished_at, '-infinity')`,
      duration: sql`coalesce(t.finished_at - t.started_at, interval '0')`,
    },
    'last_name',
    sql`u.id, t.number`,
  );
  const [, [form], rows, [count]] = await db.run(
    scope,
    endOverdue,
    statement<{ form: Results['form']; taken: boolean }>(sql`
      select jsonb_build_object('id', f.id, 'name', v.settings->>'name', 'form_type', f.form_type,
               'rating_system', v.settings->>'rating_system', 'result_counts', coalesce(v.settings->>'result_counts', 'best')) as form,
             takes_form(f.id) as taken
        from forms f
        join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
        join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
        join current_versions v on v.company_id = f.company_id and v.form_id = f.id
        where f.company_id = ${scope.company_id} and f.id = ${formId} and m.course_id = ${id} and f.deleted_at is null
          and ${inReach(scope, 'courses', sql`c.id`)}`),
    statement<Row>(sql`
      with page as materialized (
        select shown.*, row_number() over () as place from (
          select who.user_id, a.id as assignment_id, a.status as assignment_status, t.id as attempt_id, ${STATE} as state,
                 t.status as attempt_status
            ${from} where ${where} ${order}) shown
      ), enrolled as materialized (
        select students_of_form(${formId}, array(select distinct user_id from page)) as ids
      ), retakes as materialized (
        select j.user_id from judge_retakes(${formId}, array(select distinct user_id from page)) j where j.code is null
      )
      select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             coalesce((select jsonb_agg(s.name order by s.name collate "uk-x-icu")
               from group_members gm join study_groups s on s.company_id = gm.company_id and s.id = gm.group_id
               where gm.company_id = ${scope.company_id} and gm.user_id = p.user_id and gm.role = 'student' and s.deleted_at is null
                 and ${inReach(scope, 'groups', sql`s.id`)}), '[]') as groups,
             coalesce(p.assignment_status, 3) as passed_form_status, p.attempt_id, t.number, p.state,
             case when t.status = 'completed' then g.passed end as passed,
             g.score::float8 as score, g.max_score::float8 as max_score, g.percent::float8 as percent, g.ects,
             coalesce(counted.attempt_id = t.id, false) as counts, t.started_at, t.finished_at,
             extract(epoch from t.finished_at - t.started_at)::integer as duration, t.finished_by,
             t.result_published_at is not null as published,
             (select count(*)::integer from attempt_notes n where n.company_id = t.company_id and n.attempt_id = t.id) as notes,
             exists (select from gradings k where k.company_id = t.company_id and k.attempt_id = t.id and k.repair_id is not null) as repaired,
             case when p.assignment_status in (4, 5, 6) then
               (decision_on(${scope.company_id}, p.assignment_id, p.assignment_status)->>'reason') end as reason,
             case when p.user_id = ${scope.user_id} then '{}'::text[] else array_remove(array[
               case when p.state = 'in_review' then 'publish' end,
               case when p.user_id in (select user_id from retakes) then 'retake' end,
               case when p.attempt_status = 'running' and p.assignment_status = 1
                      or p.attempt_status = 'completed' and p.assignment_status = 2 then 'annul' end,
               case when coalesce(p.assignment_status, 3) in (3, 4) and p.user_id = any ((select ids from enrolled)::integer[]) then 'cancel' end,
               case when p.assignment_status = 6 and p.user_id = any ((select ids from enrolled)::integer[]) then 'restore' end
             ], null) end as actions
        from page p
        join users u on u.id = p.user_id
        join current_versions v on v.company_id = ${scope.company_id} and v.form_id = ${formId}
        left join attempts t on t.company_id = v.company_id and t.id = p.attempt_id
        left join lateral (select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g on true
        left join lateral counted_result(v.company_id, p.assignment_id, v.settings->>'result_counts', false) counted on true
        order by p.place`),
    statement<{ count: number; in_review: number }>(sql`
      select count(*) filter (where ${where})::integer as count,
             count(*) filter (where t.status = 'completed' and t.result_published_at is null
               and who.user_id <> ${scope.user_id} and ${inReach(scope, 'people', sql`who.user_id`)})::integer as in_review
        ${from}`),
  );
  if (!form) throw new AppError('not_found');
  return {
    ...listed(rows, count!.count, query),
    form: form.form,
    in_review: count!.in_review,
    may_repair: !form.taken && reachOf('editEduMaterials', scope.user_type) !== null,
  };
}
