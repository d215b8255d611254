import { sql } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Chronology = ResponseOf<typeof contract.getChronology>;
type StudentRow = ResponseOf<typeof contract.listChronologyStudents>['results'][number];

const thingOf = sql`'name', coalesce(c.name, w.name), 'theme_color', c.theme_color, 'starts_at', w.starts_at,
  'canceled', w.canceled_at is not null`;

/** The timeline of a program in reach, with the student's own standing. Errors: not_found. */
export async function chronologyOf(db: Db, scope: Scope, id: number): Promise<Chronology> {
  const student = scope.user_type === 'student';
  const edits = reachOf('editEducationProgramChronology', scope.user_type) !== null;
  const own = student
    ? sql`case when o.item_id is not null then jsonb_build_object('state', o.state, 'reason', o.reason, 'after', coalesce(o.after, '[]'),
        'opens_at', o.opens_at, 'due_at', o.due_at, 'done_at', o.done_at, 'overdue', o.overdue, 'percent', cp.percent) end`
    : sql`null::jsonb`;
  const [[row]] = await db.run(
    scope,
    statement<Chronology>(sql`
      with items as (
        select i.stage_id, i.position, i.id, jsonb_build_object('id', i.id, 'course_id', i.course_id, 'webinar_id', i.webinar_id,
                 ${thingOf}, 'required', i.required, 'access_rule', i.access_rule, 'access_from', i.access_from,
                 'opens', i.opens, 'opens_on', i.opens_on, 'opens_after_days', i.opens_after_days,
                 'due', i.due, 'due_on', i.due_on, 'due_after_days', i.due_after_days, 'after_due', i.after_due, 'own', ${own}) as item
          from chronology_items i
          left join courses c on c.company_id = i.company_id and c.id = i.course_id and c.deleted_at is null
            and (c.published_at is not null or ${!student}) and exists (
              select from program_courses pc where pc.company_id = i.company_id and pc.program_id = i.program_id and pc.course_id = c.id)
          left join webinars w on w.company_id = i.company_id and w.id = i.webinar_id and w.deleted_at is null and exists (
              select from webinar_programs wp where wp.company_id = i.company_id and wp.program_id = i.program_id and wp.webinar_id = w.id)
          left join chronology_states(${id}, array[${scope.user_id}::integer]) o on ${student} and o.item_id = i.id
          left join course_progress cp on ${student} and cp.company_id = i.company_id and cp.course_id = i.course_id
            and cp.user_id = ${scope.user_id}
          where i.company_id = ${scope.company_id} and i.program_id = ${id} and (c.id is not null or w.id is not null)
      )
      select jsonb_build_object('id', p.id, 'name', p.name) as program, y.time_zone, ${edits}::boolean as may_edit,
             coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'items', coalesce(
                   (select jsonb_agg(i.item order by i.position, i.id) from items i where i.stage_id = s.id), '[]')) order by s.position, s.id)
               from chronology_stages s where s.company_id = p.company_id and s.program_id = p.id
                 and (${!student} or exists (select from items i where i.stage_id = s.id))), '[]') as stages,
             coalesce((select jsonb_agg(jsonb_build_object('course_id', c.id, 'webinar_id', w.id, ${thingOf})
                                        order by u.kind, u.position, w.starts_at, u.id)
               from (select 1 as kind, pc.position, pc.course_id as id from program_courses pc
                       where pc.company_id = p.company_id and pc.program_id = p.id
                     union all
                     select 2, 0, wp.webinar_id from webinar_programs wp
                       where wp.company_id = p.company_id and wp.program_id = p.id) u
               left join courses c on u.kind = 1 and c.company_id = p.company_id and c.id = u.id and c.deleted_at is null
               left join webinars w on u.kind = 2 and w.company_id = p.company_id and w.id = u.id and w.deleted_at is null
               where ${!student} and (c.id is not null or w.id is not null) and not exists (
                 select from chronology_items i where i.company_id = p.company_id and i.program_id = p.id
                   and (i.course_id = c.id or i.webinar_id = w.id))), '[]') as unplaced
        from programs p join companies y on y.id = p.company_id
        where p.company_id = ${scope.company_id} and p.id = ${id} and p.deleted_at is null
          and ${inReach(scope, 'programs', sql`p.id`)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** A page of the students of a program whom the caller reaches; only theirs is worked out. Errors: not_found. */
export async function pageOfChronologyStudents(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listChronologyStudents>,
) {
  const from = sql`
    from (select gm.user_id, min(greatest(gm.created_at, pg.created_at)) as assigned_at
            from program_groups pg
            join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
            join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
            where pg.company_id = ${scope.company_id} and pg.program_id = ${id} and ${inReach(scope, 'people', sql`gm.user_id`)}
            group by gm.user_id) t
    join users u on u.id = t.user_id
    where ${all([matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`u.email`)])}`;
  const order = pageOf(
    query,
    { last_name: alphabetical(sql`u.last_name`), assigned_at: sql`t.assigned_at` },
    'last_name',
    sql`u.id`,
  );
  const [[program], rows, [count]] = await db.run(
    scope,
    statement(sql`select from programs p where p.company_id = ${scope.company_id} and p.id = ${id} and p.deleted_at is null
      and ${inReach(scope, 'programs', sql`p.id`)}`),
    statement<StudentRow>(sql`
      with paged as materialized (
        select row_number() over () as row, shown.* from (
          select u.id, u.first_name, u.last_name, u.email, u.phone, ${photoOf(sql`u.photo_id`)} as photo, t.assigned_at
            ${from} ${order}) shown
      ), states as materialized (
        select * from chronology_states(${id}, array(select id from paged))
      )
      select s.id, s.first_name, s.last_name, s.email, s.phone, s.photo, s.assigned_at,
             coalesce(timed.done, plain.done, 0) as done, coalesce(timed.total, plain.total, 0) as total,
             coalesce(timed.overdue, 0) as overdue,
             (select jsonb_build_object('name', c.name, 'state', c.state) from states c
                where c.user_id = s.id and c.state <> 'done' and not c.canceled order by c.state = 'locked', c.place limit 1) as current
        from paged s
        left join lateral (
          select count(*) filter (where d.counts)::integer as total,
                 count(*) filter (where d.counts and d.state = 'done')::integer as done,
                 count(*) filter (where d.overdue)::integer as overdue
            from states d where d.user_id = s.id having count(*) > 0) timed on true
        left join lateral (
          select count(*)::integer as total, count(*) filter (where cp.state = 'finished')::integer as done
            from program_courses pc
            join courses c on c.company_id = pc.company_id and c.id = pc.course_id and c.deleted_at is null and c.published_at is not null
            left join course_progress cp on cp.company_id = c.company_id and cp.course_id = c.id and cp.user_id = s.id
            where pc.company_id = ${scope.company_id} and pc.program_id = ${id}) plain on true
        order by s.row`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  if (!program) throw new AppError('not_found');
  return listed(rows, count!.count, query);
}
