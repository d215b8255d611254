import { sql, type SQL } from 'drizzle-orm';
import { reachOf } from '../../access/contract.ts';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, photoOf, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type ProgramRow = ResponseOf<typeof contract.listPrograms>['results'][number];

/** Shown to staff only, over `programs p`. */
const internalName = (scope: Scope): SQL =>
  scope.user_type === 'student' ? sql`null::text as internal_name` : sql`p.internal_name`;

/** How many students in reach have the program, over `programs p`; null for a student. */
const studentsOf = (scope: Scope): SQL =>
  scope.user_type === 'student'
    ? sql`null::integer`
    : sql`(select count(distinct gm.user_id)::integer from program_groups pg
        join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
        join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
        where pg.company_id = p.company_id and pg.program_id = p.id and ${inReach(scope, 'groups', sql`g.id`)})`;

/** The educational programs the caller reaches; a student gets the share of courses finished. */
export async function pageOfPrograms(db: Db, scope: Scope, query: QueryOf<typeof contract.listPrograms>) {
  const student = scope.user_type === 'student';
  const where = all([
    sql`p.deleted_at is null`,
    inReach(scope, 'programs', sql`p.id`),
    query.group !== undefined &&
      sql`exists (select from program_groups pg where pg.company_id = p.company_id and pg.program_id = p.id and pg.group_id = ${query.group})`,
    query.course !== undefined &&
      sql`exists (select from program_courses pc where pc.company_id = p.company_id and pc.program_id = p.id and pc.course_id = ${query.course})`,
    !!query.tag && sql`exists (select from unnest(p.tags) tag where lower(tag) = lower(${query.tag}))`,
    matches(query.search, sql`p.name`, ...(student ? [] : [sql`p.internal_name`])),
  ]);
  const from = sql`from programs p where p.company_id = ${scope.company_id} and ${where}`;
  const order = pageOf(
    query,
    { name: alphabetical(sql`p.name`), created_at: sql`p.created_at` },
    'name',
    sql`p.id`,
  );
  const progress =
    scope.user_type === 'student'
      ? sql`(select coalesce(floor(100.0 * count(*) filter (where cp.state = 'finished') / nullif(count(*), 0)), 0)::integer
          from program_courses pc
          join courses c on c.company_id = pc.company_id and c.id = pc.course_id
            and c.deleted_at is null and c.published_at is not null
          left join course_progress cp on cp.company_id = pc.company_id and cp.course_id = pc.course_id
            and cp.user_id = ${scope.user_id}
          where pc.company_id = p.company_id and pc.program_id = p.id)`
      : sql`null::integer`;
  const [rows, [count]] = await db.run(
    scope,
    statement<ProgramRow>(sql`
      select p.id, p.name, ${internalName(scope)}, p.description, ${photoOf(sql`p.photo_id`)} as photo, p.tags,
             p.created_at, ${progress} as progress, ${studentsOf(scope)} as students,
             (select count(*)::integer from program_courses pc
                join courses c on c.company_id = pc.company_id and c.id = pc.course_id and c.deleted_at is null
                where pc.company_id = p.company_id and pc.program_id = p.id) as courses
        ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}

/** One program in reach. Errors: not_found. */
export async function programOf(db: Db, scope: Scope, id: number) {
  const student = scope.user_type === 'student';
  const edits = reachOf('editProgram', scope.user_type) !== null;
  // Worked out once for the program, not for each of its courses.
  const locked = student
    ? sql`(select course_locks(array(select pc.course_id from program_courses pc
        where pc.company_id = ${scope.company_id} and pc.program_id = ${id}))) -> c.id::text`
    : sql`null::jsonb`;
  const [[row]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.getProgram>>(sql`
      select p.id, p.name, ${internalName(scope)}, ${photoOf(sql`p.photo_id`)} as photo, p.tags,
             ${studentsOf(scope)} as students, ${edits}::boolean as may_edit, p.description, p.detailed_description, p.created_at,
             coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'description', c.description,
                                          'theme_color', c.theme_color, 'photo', ${photoOf(sql`c.photo_id`)},
                                          'state', cp.state, 'percent', cp.percent,
                                          'locked', ${locked}) order by pc.position, c.id)
               from program_courses pc join courses c on c.company_id = pc.company_id and c.id = pc.course_id
               left join course_progress cp on ${student} and cp.company_id = c.company_id and cp.course_id = c.id
                 and cp.user_id = ${scope.user_id}
               where pc.company_id = p.company_id and pc.program_id = p.id and c.deleted_at is null
                 and (c.published_at is not null or ${!student})), '[]') as courses,
             coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name collate "uk-x-icu")
               from program_groups pg join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id
               where pg.company_id = p.company_id and pg.program_id = p.id and g.deleted_at is null
                 and ${inReach(scope, 'groups', sql`g.id`)}), '[]') as groups
        from programs p
        where p.company_id = ${scope.company_id} and p.id = ${id} and p.deleted_at is null
          and ${inReach(scope, 'programs', sql`p.id`)}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** The tags of the programs in reach, each once whatever its case. */
export async function pageOfProgramTags(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listProgramTags>,
) {
  const from = sql`from (
    select distinct on (lower(tag)) tag as name from programs p, unnest(p.tags) tag
      where p.company_id = ${scope.company_id} and p.deleted_at is null and ${inReach(scope, 'programs', sql`p.id`)}
      order by lower(tag), tag
  ) named where ${all([matches(query.search, sql`name`)])}`;
  const order = pageOf(query, { name: alphabetical(sql`name`) }, 'name', sql`name`);
  const [rows, [count]] = await db.run(
    scope,
    statement<{ name: string }>(sql`select name ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}
