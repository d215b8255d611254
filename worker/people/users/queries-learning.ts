import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { reachOf } from '../../access/contract.ts';
import { bestAndLast, endOverdue } from '../../exams/attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import type * as contract from './contract.ts';

/** The tests and exams of the course `c` that the member `m` has, in their order, each with the result that counts. */
const testsOf = (own: boolean): SQL => sql`
  select jsonb_agg(jsonb_build_object('form_id', f.id, 'name', v.settings->>'name', 'form_type', f.form_type, 'material_id', f.material_id,
           'passed_form_status', coalesce(a.status, 3), 'passed_successfully', best.passed, 'percent', best.percent, 'ects', best.ects,
           'in_review', coalesce(last.status = 'completed' and last.result_published_at is null, false),
           'last_attempt_id', last.id) order by sm.position, f.id)
    from student_materials sm
    join forms f on f.company_id = sm.company_id and f.material_id = sm.material_id
    cross join lateral (
      select settings from form_versions where company_id = f.company_id and form_id = f.id order by number desc limit 1) v
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = sm.user_id ${bestAndLast(own)}
    where sm.company_id = m.company_id and sm.course_id = c.id and sm.user_id = m.user_id`;

/** When the last of what counts in the course `c` was done. */
const doneAt = sql`(
  select max(mp.done_at) from materials t join material_progress mp on mp.company_id = t.company_id and mp.material_id = t.id
    where t.company_id = m.company_id and t.course_id = c.id and t.deleted_at is null and t.type <> 'additional' and mp.user_id = m.user_id)`;

/**
 * What a person learns, with how far they are, their results and what is due: anybody's own, and of people in reach for
 * those who may view users. Groups, courses and programs out of the caller's reach are left out. Errors: not_found.
 */
export async function learningOf(db: Db, scope: Scope, id: number) {
  const reach = reachOf('viewUser', scope.user_type);
  const own = id === scope.user_id;
  if (!own && reach === null) throw new AppError('not_found');
  const within = { ...scope, reach: reach ?? 'own' };
  // Of oneself everything, whatever the role reaches.
  const reaches = (noun: 'groups' | 'courses' | 'programs', column: SQL) =>
    own ? sql`true` : inReach(within, noun, column);
  // Worked out once for all courses, not for each of them.
  const locked = own
    ? sql`(select course_locks(array(select p.course_id from course_progress p
        where p.company_id = ${scope.company_id} and p.user_id = ${id}))) ? c.id::text`
    : sql`false`;
  const [, [row]] = await db.run(
    scope,
    endOverdue,
    statement<ResponseOf<typeof contract.getUserLearning>>(sql`
      with studied as materialized (
        select distinct p.id, p.name from group_members gm
          join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id and g.deleted_at is null
          join program_groups pg on pg.company_id = gm.company_id and pg.group_id = gm.group_id
          join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
          where gm.company_id = ${scope.company_id} and gm.user_id = ${id} and gm.role = 'student' and ${reaches('programs', sql`p.id`)}
      ), steps as materialized (
        select s.id as program_id, t.course_id, t.due_at, t.overdue
          from studied s cross join lateral chronology_states(s.id, array[${id}::integer]) t
          where t.due_at is not null and t.done_at is null
      )
      select
        coalesce((select jsonb_agg(to_jsonb(c) order by c.name collate "uk-x-icu", c.role) from (
          select c.id, c.name, c.theme_color, 'student' as role, p.state, p.percent, p.opened_at, p.last_activity,
                 case p.state when 'finished' then ${doneAt} end as finished_at,
                 (select min(t.due_at) from steps t where t.course_id = c.id) as due_at,
                 coalesce((select bool_or(t.overdue) from steps t where t.course_id = c.id), false) as overdue,
                 ${locked} as locked,
                 (select k.number from certificates k where k.company_id = m.company_id and k.course_id = c.id and k.user_id = m.user_id
                    and k.replaced_at is null and k.revoked_at is null) as certificate,
                 coalesce((${testsOf(own)}), '[]') as tests
            from course_progress p join courses c on c.company_id = p.company_id and c.id = p.course_id
            where p.company_id = m.company_id and p.user_id = m.user_id and c.deleted_at is null
              and c.published_at is not null and ${reaches('courses', sql`c.id`)}
          union all
          select c.id, c.name, c.theme_color, 'coach', null, null, null, null, null, null, false, false, null, '[]'
            from course_members cm join courses c on c.company_id = cm.company_id and c.id = cm.course_id
            where cm.company_id = m.company_id and cm.user_id = m.user_id and cm.role = 'coach' and c.deleted_at is null
              and ${reaches('courses', sql`c.id`)}
        ) c), '[]') as courses,
        coalesce((select jsonb_agg(to_jsonb(p) order by p.name collate "uk-x-icu") from (
          select p.id, p.name, count(c.id)::integer as courses,
                 coalesce(floor(100.0 * count(*) filter (where cp.state = 'finished') / nullif(count(c.id), 0)), 0)::integer as percent,
                 coalesce(jsonb_agg(c.id order by pc.position, c.id) filter (where c.id is not null), '[]') as course_ids,
                 min(cp.opened_at) as opened_at, max(cp.last_activity) as last_activity,
                 case when count(c.id) > 0 and count(c.id) = count(*) filter (where cp.state = 'finished') then max(${doneAt}) end as finished_at,
                 (select min(t.due_at) from steps t where t.program_id = p.id) as due_at,
                 (select count(*)::integer from steps t where t.program_id = p.id and t.overdue) as overdue
            from studied p
            left join program_courses pc on pc.company_id = m.company_id and pc.program_id = p.id
            left join courses c on c.company_id = pc.company_id and c.id = pc.course_id and c.deleted_at is null
              and c.published_at is not null
            left join course_progress cp on cp.company_id = c.company_id and cp.course_id = c.id and cp.user_id = m.user_id
            group by p.id, p.name
        ) p), '[]') as programs,
        coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'role', gm.role)
                                   order by g.name collate "uk-x-icu", gm.role)
          from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
          where gm.company_id = m.company_id and gm.user_id = m.user_id and g.deleted_at is null
            and ${reaches('groups', sql`g.id`)}), '[]') as groups
        from memberships m
        where m.company_id = ${scope.company_id} and m.user_id = ${id} and m.deleted_at is null
          and (m.user_id = ${scope.user_id} or ${inReach(within, 'people', sql`m.user_id`)})`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}
