import { sql, type SQL } from 'drizzle-orm';
import { reachOf } from '../access/contract.ts';
import { inReach } from '../access/authorize.ts';
import { AppError } from '../errors/app-error.ts';
import type { Scope } from '../platform/context.ts';
import type { QueryOf, ResponseOf } from '../platform/contract.ts';
import { all, statement, type Db } from '../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../platform/list.ts';
import type * as contract from './contract.ts';

type CourseRow = ResponseOf<typeof contract.listCourses>['results'][number];
type States = NonNullable<ResponseOf<typeof contract.listCourses>['states']>;
type Course = ResponseOf<typeof contract.getCourse>;

/**
 * State and progress of a course `c` as the caller sees them, as a lateral "seen": a student's own; for staff over the
 * students in reach (new: nobody began, finished: everybody did).
 */
function seenProgress(scope: Scope): SQL {
  if (scope.user_type === 'student') {
    return sql`
      left join lateral (
        select cp.state, cp.percent as progress, null::integer as students from course_progress cp
          where cp.company_id = c.company_id and cp.course_id = c.id and cp.user_id = ${scope.user_id}
      ) seen on true`;
  }
  return sql`
    left join lateral (
      select case when bool_and(cp.state = 'finished') then 'finished'
                  when bool_or(cp.state <> 'new') then 'in_progress' else 'new' end as state,
             coalesce(floor(avg(cp.percent)), 0)::integer as progress
        from course_progress cp
        where cp.company_id = c.company_id and cp.course_id = c.id and ${inReach(scope, 'people', sql`cp.user_id`)}
    ) progressed on true
    left join lateral (
      select progressed.state, progressed.progress,
             (select count(*)::integer from enrolments e
                where e.company_id = c.company_id and e.course_id = c.id and ${inReach(scope, 'people', sql`e.user_id`)}) as students
    ) seen on true`;
}

const courseColumns = sql`
  c.id, c.name, c.description, c.theme_color, c.created_at, c.published_at is not null as published,
  (select jsonb_build_object('id', k.id, 'name', k.name) from course_categories k
     where k.company_id = c.company_id and k.id = c.category_id) as category,
  held.form_type, held.materials, coalesce(seen.state, 'new') as state, coalesce(seen.progress, 0) as progress, seen.students`;

/** What a course holds, as a lateral "held". */
const heldMaterials = sql`
  cross join lateral (
    select count(*)::integer as materials,
           coalesce(jsonb_agg(distinct case m.type when 'exam' then 2 else 1 end) filter (where m.type in ('practice', 'exam')), '[]') as form_type
      from materials m
      where m.company_id = c.company_id and m.course_id = c.id and m.deleted_at is null and m.archived_at is null
  ) held`;

/** The courses the caller reaches, with a student's tab counts. */
export async function pageOfCourses(db: Db, scope: Scope, query: QueryOf<typeof contract.listCourses>) {
  const where = all([
    sql`c.company_id = ${scope.company_id} and c.deleted_at is null`,
    inReach(scope, 'courses', sql`c.id`),
    matches(query.search, sql`c.name`),
    query.group !== undefined &&
      sql`exists (select from course_groups cg where cg.company_id = c.company_id and cg.course_id = c.id and cg.group_id = ${query.group})`,
    query.form_type !== undefined &&
      sql`exists (select from materials m where m.company_id = c.company_id and m.course_id = c.id and m.deleted_at is null
            and m.type = ${query.form_type === 2 ? 'exam' : 'practice'})`,
  ]);
  const order = pageOf(
    query,
    { name: alphabetical(sql`c.name`), created_at: sql`c.created_at` },
    'name',
    sql`c.id`,
  );
  const inState = query.state ? sql`coalesce(seen.state, 'new') = ${query.state}` : sql`true`;
  const counted = query.state ? seenProgress(scope) : sql``;
  const student = scope.user_type === 'student';
  const [rows, [count], states] = await db.run(
    scope,
    statement<CourseRow>(sql`
      select ${courseColumns} from courses c ${heldMaterials} ${seenProgress(scope)} where ${where} and ${inState} ${order}`),
    statement<{ count: number }>(sql`
      select count(*)::integer as count from courses c ${counted} where ${where} and ${inState}`),
    ...(student
      ? [
          statement<States>(sql`
            select count(*)::integer as all, count(*) filter (where coalesce(seen.state, 'new') = 'new')::integer as new,
                   count(*) filter (where seen.state = 'in_progress')::integer as in_progress,
                   count(*) filter (where seen.state = 'finished')::integer as finished
              from courses c ${seenProgress(scope)} where ${where}`),
        ]
      : []),
  );
  return { ...listed(rows, count!.count, query), states: states?.[0] ?? null };
}

/** One course in reach with its materials, as the caller may see them. Errors: not_found. */
export async function courseOf(db: Db, scope: Scope, id: number): Promise<Course> {
  const student = scope.user_type === 'student';
  const edits = reachOf('editCourse', scope.user_type) !== null;
  const editsMaterials = reachOf('editEduMaterials', scope.user_type) !== null;
  const [[row], materials] = await db.run(
    scope,
    statement<Omit<Course, 'education_materials'>>(sql`
      select ${courseColumns}, c.detailed_description, c.material_access,
             ${edits}::boolean as may_edit, ${editsMaterials}::boolean as may_edit_materials,
             coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name collate "uk-x-icu")
               from course_groups cg join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id
               where cg.company_id = c.company_id and cg.course_id = c.id and g.deleted_at is null
                 and (${!student} or ${inReach(scope, 'groups', sql`g.id`)})), '[]') as groups,
             coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name collate "uk-x-icu")
               from program_courses pc join programs p on p.company_id = pc.company_id and p.id = pc.program_id
               where pc.company_id = c.company_id and pc.course_id = c.id and p.deleted_at is null
                 and ${inReach(scope, 'programs', sql`p.id`)}), '[]') as programs,
             coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
                                        order by u.last_name collate "uk-x-icu", u.id)
               from course_members cm join users u on u.id = cm.user_id
               where cm.company_id = c.company_id and cm.course_id = c.id and cm.role = 'coach'), '[]') as coaches
        from courses c ${heldMaterials} ${seenProgress(scope)}
        where c.company_id = ${scope.company_id} and c.id = ${id} and c.deleted_at is null
          and ${inReach(scope, 'courses', sql`c.id`)}`),
    statement<Course['education_materials'][number]>(sql`
      select m.id, m.name, m.description, m.type, m.position, m.archived_at is not null as archived,
             f.id as form_id,
             exists (select from form_versions v where v.company_id = f.company_id and v.form_id = f.id) as form_published,
             own.done_at is not null as done,
             case when running.busy then 'attempt_running' when lock.id is not null then 'previous_not_done' end as locked,
             case when lock.id is not null then jsonb_build_object('id', lock.id, 'name', lock.name) end as opened_by
        from materials m
        left join forms f on f.company_id = m.company_id and f.material_id = m.id
        left join student_materials own
          on own.company_id = m.company_id and own.material_id = m.id and own.user_id = ${scope.user_id}
        left join materials lock on ${student} and lock.company_id = m.company_id and lock.id = locked_by(m.id, ${scope.user_id})
        cross join lateral (
          select ${student} and f.id is null and attempt_runs_in(m.course_id, ${scope.user_id}) as busy
        ) running
        where m.company_id = ${scope.company_id} and m.course_id = ${id} and m.deleted_at is null
          and (${!student} or own.material_id is not null)
        order by m.position, m.id`),
  );
  if (!row) throw new AppError('not_found');
  return { ...row, education_materials: materials };
}
