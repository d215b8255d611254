import { sql, type SQL } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type CourseRow = ResponseOf<typeof contract.listCourses>['results'][number];
type States = NonNullable<ResponseOf<typeof contract.listCourses>['states']>;
type Course = ResponseOf<typeof contract.getCourse>;

/** The people whose progress the caller sums up; null: everybody. */
function peopleOf(scope: Scope): SQL {
  if (scope.user_type === 'student') return sql`array[${scope.user_id}::integer]`;
  return scope.reach === 'company' ? sql`null::integer[]` : sql`array(select people_in_reach())`;
}

const someState = (condition: SQL): SQL =>
  sql`exists (select from course_states s where s.company_id = c.company_id and s.course_id = c.id and ${condition})`;
const someBegan = someState(sql`s.opened_at is not null`);
const someUnfinished = someState(sql`(s.done < s.total or s.opened_at is null)`);

/** The state of a course over all its students (decisions, "Groups, programs, courses"), over `courses c`. */
const STATE_OF_ALL = {
  new: sql`not ${someBegan}`,
  in_progress: sql`${someBegan} and ${someUnfinished}`,
  finished: sql`${someBegan} and not ${someUnfinished}`,
};

/** The courses the caller reaches, with a student's tab counts. */
export async function pageOfCourses(db: Db, scope: Scope, query: QueryOf<typeof contract.listCourses>) {
  const student = scope.user_type === 'student';
  const wanted = all([
    sql`c.company_id = ${scope.company_id} and c.deleted_at is null`,
    student ? sql`c.published_at is not null` : inReach(scope, 'courses', sql`c.id`),
    matches(query.search, sql`c.name`),
    query.program !== undefined &&
      sql`exists (select from program_courses pc where pc.company_id = c.company_id and pc.course_id = c.id and pc.program_id = ${query.program})`,
    query.category !== undefined && sql`c.category_id = ${query.category}`,
    query.coach !== undefined &&
      sql`exists (select from course_members cm where cm.company_id = c.company_id and cm.course_id = c.id
            and cm.user_id = ${query.coach} and cm.role = 'coach')`,
    !!query.tag && sql`exists (select from unnest(c.tags) tag where lower(tag) = lower(${query.tag}))`,
    query.group !== undefined &&
      sql`exists (select from course_groups cg where cg.company_id = c.company_id and cg.course_id = c.id and cg.group_id = ${query.group})`,
    query.form_type !== undefined &&
      sql`exists (select from materials m where m.company_id = c.company_id and m.course_id = c.id and m.deleted_at is null
            and m.type = ${query.form_type === 2 ? 'exam' : 'practice'})`,
  ]);
  const people = peopleOf(scope);
  // A student's own courses are few: read once, they give the page, its count and the tabs.
  const matching = student
    ? sql`with matching as materialized (
        select c.id, c.name, c.created_at, seen.state from course_progress seen
          join courses c on c.company_id = seen.company_id and c.id = seen.course_id
          where seen.company_id = ${scope.company_id} and seen.user_id = ${scope.user_id} and ${wanted})`
    : sql``;
  // Over everybody a state is seen without summing; over some people the sums are made of all that match.
  const whole = scope.reach === 'company';
  const summed = sql`courses c join course_summaries(array(select c.id from courses c where ${wanted}), ${people}) seen on seen.id = c.id`;
  const from = student ? sql`matching c` : query.state && !whole ? summed : sql`courses c`;
  const inState = !query.state
    ? sql`true`
    : whole
      ? STATE_OF_ALL[query.state]
      : sql`${student ? sql`c` : sql`seen`}.state = ${query.state}`;
  const where = student ? inState : sql`${wanted} and ${inState}`;
  const order = pageOf(
    query,
    { name: alphabetical(sql`c.name`), created_at: sql`c.created_at` },
    'name',
    sql`c.id`,
  );
  const counted = student
    ? sql`select count(*)::integer as all, count(*) filter (where seen.state = 'new')::integer as new,
                 count(*) filter (where seen.state = 'in_progress')::integer as in_progress,
                 count(*) filter (where seen.state = 'finished')::integer as finished,
                 count(*) filter (where ${query.state ? sql`seen.state = ${query.state}` : sql`true`})::integer as count
            from matching seen`
    : sql`select count(*)::integer as count from ${from} where ${where}`;
  const page = sql`array(select c.id from ${from} where ${where} ${order})`;
  // Worked out once for the page, not for each of its rows.
  const locked = student ? sql`(select course_locks(${page})) -> s.id::text` : sql`null::jsonb`;
  // One statement for counts and page; an empty page is one row without an id.
  const [found] = await db.run(
    scope,
    statement<CourseRow & { counts: States & { count: number } }>(sql`
      ${matching} select s.*, ${locked} as locked, to_jsonb(counts) as counts from (${counted}) counts
        left join course_summaries(${page}, ${people}) s on true`),
  );
  const { count, ...states } = found[0]!.counts;
  const rows = found
    .filter(({ id }) => id !== null)
    .map(({ counts: _counts, ...row }) => (student ? { ...row, students: null } : row));
  return { ...listed(rows, count, query), states: student ? states : null };
}

const personOf = sql`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
  'photo', ${photoOf(sql`u.photo_id`)})`;

/** One course in reach with its materials, as the caller may see them. Errors: not_found, blocked_in_course, course_locked. */
export async function courseOf(db: Db, scope: Scope, id: number): Promise<Course> {
  const student = scope.user_type === 'student';
  const edits = reachOf('editCourse', scope.user_type) !== null;
  const editsMaterials = reachOf('editEduMaterials', scope.user_type) !== null;
  const leaves = reachOf('leaveCourse', scope.user_type) !== null;
  const certificate = sql`(select jsonb_build_object('number', k.number, 'issued_at', k.issued_at, 'expires_at', k.expires_at,
      'expired', coalesce(k.expires_at <= app_now(), false))
    from certificates k where k.company_id = c.company_id and k.course_id = c.id and k.user_id = ${scope.user_id}
      and k.replaced_at is null and k.revoked_at is null order by k.id desc limit 1)`;
  const libraryNews = sql`case when c.origin_id is not null then (
      select jsonb_build_object('id', o.id, 'name', o.name, 'changes', news.count)
        from library_origin(c.id) o, lateral (select count(*)::integer as count from library_changes(c.id)) news
        where news.count > 0) end`;
  const [[row], materials] = await db.run(
    scope,
    statement<Omit<Course, 'education_materials'>>(sql`
      select s.id, s.name, s.description, s.theme_color, s.photo, s.tags, s.created_at, s.published, s.blocked, s.category, s.form_type, s.materials,
             s.state, s.progress, ${student ? sql`course_lock(s.id)` : sql`null::jsonb`} as locked, ${student ? sql`null::integer` : sql`s.students`} as students, c.detailed_description, c.material_access, c.certificate_months,
             ${student ? certificate : sql`null::jsonb`} as certificate,
             ${edits}::boolean as may_edit, ${editsMaterials}::boolean as may_edit_materials,
             ${editsMaterials ? libraryNews : sql`null::jsonb`} as library_news,
             ${leaves}::boolean and exists (select from course_members cm where cm.company_id = c.company_id
               and cm.course_id = c.id and cm.user_id = ${scope.user_id} and cm.role = 'coach') as may_leave,
             coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name collate "uk-x-icu")
               from course_groups cg join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id
               where cg.company_id = c.company_id and cg.course_id = c.id and g.deleted_at is null
                 and (${!student} or ${inReach(scope, 'groups', sql`g.id`)})), '[]') as groups,
             coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name collate "uk-x-icu")
               from program_courses pc join programs p on p.company_id = pc.company_id and p.id = pc.program_id
               where pc.company_id = c.company_id and pc.course_id = c.id and p.deleted_at is null
                 and ${inReach(scope, 'programs', sql`p.id`)}), '[]') as programs,
             coalesce((select jsonb_agg(${personOf} order by u.last_name collate "uk-x-icu", u.id)
               from course_members cm join users u on u.id = cm.user_id
               where cm.company_id = c.company_id and cm.course_id = c.id and cm.role = 'coach'), '[]') as coaches,
             coalesce((select jsonb_agg(${personOf} order by u.last_name collate "uk-x-icu", u.id)
               from users u where u.id in (
                 select gm.user_id from course_groups cg
                   join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
                   join group_members gm on gm.company_id = cg.company_id and gm.group_id = cg.group_id and gm.role = 'manager'
                   where cg.company_id = c.company_id and cg.course_id = c.id
                     and (${!student} or ${inReach(scope, 'groups', sql`g.id`)}))), '[]') as managers
        from courses c join course_summaries(array[${id}::integer], ${peopleOf(scope)}) s on s.id = c.id
        where c.company_id = ${scope.company_id} and c.id = ${id} and c.deleted_at is null
          and ${inReach(scope, 'courses', sql`c.id`)}`),
    statement<Course['education_materials'][number]>(sql`
      select m.id, m.name, m.description, m.type, m.position, m.archived_at is not null as archived,
             f.id as form_id,
             exists (select from form_versions v where v.company_id = f.company_id and v.form_id = f.id) as form_published,
             own.done_at is not null as done,
             case when running.busy and f.id is null then 'attempt_running' when lock.id is not null then 'previous_not_done' end as locked,
             case when lock.id is not null then jsonb_build_object('id', lock.id, 'name', lock.name) end as opened_by
        from materials m
        left join forms f on f.company_id = m.company_id and f.material_id = m.id
        left join own_materials(${student ? id : null}) own on own.material_id = m.id
        left join materials lock on lock.company_id = m.company_id and lock.id = own.locked_by
        cross join (select ${student} and attempt_runs_in(${id}, ${scope.user_id}) as busy) running
        where m.company_id = ${scope.company_id} and m.course_id = ${id} and m.deleted_at is null
          and (${!student} or own.material_id is not null)
        order by m.position, m.id`),
  );
  if (!row) throw new AppError('not_found');
  if (row.blocked) throw new AppError('blocked_in_course');
  if (row.locked) throw new AppError('course_locked', { extra: { lock: row.locked } });
  return { ...row, education_materials: materials };
}

/** The materials of a course as its page has them. Errors: as courseOf. */
export async function pageOfMaterials(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listMaterials>,
) {
  const { education_materials } = await courseOf(db, scope, id);
  const words = query.search?.toLowerCase() ?? '';
  const found = education_materials.filter(({ name }) => name.toLowerCase().includes(words));
  if (String(query.ordering) === '-position') found.reverse();
  const from = (query.page - 1) * query.page_size;
  return listed(found.slice(from, from + query.page_size), found.length, query);
}
