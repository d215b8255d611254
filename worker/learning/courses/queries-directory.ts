import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db, type Statement } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Names = QueryOf<typeof contract.listCourseNames>;

/** The courses in reach, as conditions over `courses c`; a student's are the published ones. */
const reached = (scope: Scope): SQL =>
  all([
    sql`c.company_id = ${scope.company_id} and c.deleted_at is null`,
    inReach(scope, 'courses', sql`c.id`),
    scope.user_type === 'student' && sql`c.published_at is not null`,
  ]);

/** Names of the courses in reach. */
export function pageOfCourseNames(db: Db, scope: Scope, query: Names) {
  return namesOf(
    db,
    scope,
    query,
    statement<{ id: number; name: string }>(sql`select c.id, c.name from courses c where ${reached(scope)}`),
  );
}

/** The tags of the courses in reach, each once whatever its case. */
export function pageOfCourseTags(db: Db, scope: Scope, query: Names) {
  return namesOf(
    db,
    scope,
    query,
    statement<{ name: string }>(sql`
      select distinct on (lower(tag)) tag as name from courses c, unnest(c.tags) tag where ${reached(scope)}
        order by lower(tag), tag`),
  );
}

/** The categories of the company, with how many courses in reach each has. */
export function pageOfCategories(db: Db, scope: Scope, query: Names) {
  return namesOf(
    db,
    scope,
    query,
    statement<{ id: number; name: string; courses: number }>(sql`
      select k.id, k.name, (select count(*)::integer from courses c where c.category_id = k.id and ${reached(scope)}) as courses
        from course_categories k where k.company_id = ${scope.company_id}`),
  );
}

/** One category. Errors: not_found. */
export async function categoryOf(db: Db, scope: Scope, id: number) {
  const [[row]] = await db.run(
    scope,
    statement<{ id: number; name: string; courses: number }>(sql`
      select k.id, k.name, (select count(*)::integer from courses c where c.category_id = k.id and ${reached(scope)}) as courses
        from course_categories k where k.company_id = ${scope.company_id} and k.id = ${id}`),
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** A page of rows with a name, found by it and sorted by it. */
async function namesOf<R>(db: Db, scope: Scope, query: Names, rows: Statement<R>) {
  const from = sql`from (${rows.sql}) named where ${all([matches(query.search, sql`name`)])}`;
  const order = pageOf(query, { name: alphabetical(sql`name`) }, 'name', sql`name`);
  const [found, [count]] = await db.run(
    scope,
    statement<R>(sql`select named.* ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(found, count!.count, query);
}

/** How many of a student's own courses stand where; the same figures as the list's tabs. */
export async function statusInfo(db: Db, scope: Scope) {
  const [[counts]] = await db.run(
    scope,
    statement<ResponseOf<typeof contract.getStatusInfo>>(sql`
      select count(*)::integer as all, count(*) filter (where p.state = 'new')::integer as new,
             count(*) filter (where p.state = 'in_progress')::integer as in_progress,
             count(*) filter (where p.state = 'finished')::integer as finished
        from course_progress p join courses c on c.company_id = p.company_id and c.id = p.course_id
        where p.company_id = ${scope.company_id} and p.user_id = ${scope.user_id} and c.deleted_at is null
          and c.published_at is not null`),
  );
  return counts!;
}
