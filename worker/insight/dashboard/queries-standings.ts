import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';
import { requireOwnCompany } from './queries.ts';

type Standing = ResponseOf<typeof contract.listGroupStandings>['results'][number];
type StandingQuery = QueryOf<typeof contract.listGroupStandings>;
type Expiring = ResponseOf<typeof contract.listExpiringCertificates>['results'][number];

/** Groups with where their students stand. Errors: not_found. */
export function pageOfGroupStandings(db: Db, scope: Scope, id: number, query: StandingQuery) {
  requireOwnCompany(scope, id);
  return pageOfStandings(db, scope, query, {
    table: sql`study_groups`,
    standings: (ids) =>
      sql`(select group_id as id, students, new, in_progress, finished, progress from group_standings(${ids}))`,
    overdue: (ids) => sql`(select group_id as id, students from overdue_students(null, ${ids}))`,
  });
}

/** Programs with where their students stand. Errors: not_found. */
export function pageOfProgramStandings(db: Db, scope: Scope, id: number, query: StandingQuery) {
  requireOwnCompany(scope, id);
  return pageOfStandings(db, scope, query, {
    table: sql`programs`,
    standings: (ids) =>
      sql`(select program_id as id, students, new, in_progress, finished, progress from program_standings(${ids}))`,
    overdue: (ids) => sql`(select program_id as id, students from overdue_students(${ids}, null))`,
  });
}

interface Kind {
  table: SQL;
  /** Rows by `id` of the things named by an SQL array; null: of all. */
  standings: (ids: SQL) => SQL;
  overdue: (ids: SQL) => SQL;
}

/** By name, only the page is worked out; by a figure, everything, since the page is not known before. */
async function pageOfStandings(db: Db, scope: Scope, query: StandingQuery, kind: Kind) {
  const where = all([
    sql`t.company_id = ${scope.company_id} and t.deleted_at is null`,
    matches(query.search, sql`t.name`),
  ]);
  const name = alphabetical(sql`t.name`);
  const byName = query.ordering?.every((term) => term.endsWith('name')) ?? false;
  const order = pageOf(
    query,
    {
      name,
      students: sql`s.students`,
      // Without courses nobody is behind.
      progress: sql`coalesce(s.progress, 101)`,
      finished: sql`coalesce(100 * s.finished / nullif(s.new + s.in_progress + s.finished, 0), 101)`,
    },
    'progress',
    sql`s.students desc, t.id`,
  );
  const plain = pageOf(query, { name, students: name, progress: name, finished: name }, 'name', sql`t.id`);
  const paged = byName
    ? sql`select row_number() over () as place, t.* from (select t.id, t.name from ${kind.table} t where ${where} ${plain}) t`
    : sql`select row_number() over () as place, t.* from (
        select t.id, t.name, s.students, s.new, s.in_progress, s.finished, s.progress
          from ${kind.table} t join ${kind.standings(sql`null`)} s on s.id = t.id where ${where} ${order}) t`;
  const ids = sql`array(select id from paged)`;
  const figures = byName ? sql`join ${kind.standings(ids)} s on s.id = p.id` : sql``;
  const from = byName ? sql.raw('s') : sql.raw('p');
  const [rows, [count]] = await db.run(
    scope,
    statement<Standing>(sql`
      with paged as materialized (${paged})
      select p.id, p.name, ${from}.students, ${from}.new, ${from}.in_progress, ${from}.finished, ${from}.progress,
             coalesce(o.students, 0) as overdue
        from paged p ${figures} left join ${kind.overdue(ids)} o on o.id = p.id order by p.place`),
    statement<{ count: number }>(sql`select count(*)::integer as count from ${kind.table} t where ${where}`),
  );
  return listed(rows, count!.count, query);
}

/** Certificates that have expired and were not renewed, and that will expire soon. Errors: not_found. */
export async function pageOfExpiringCertificates(
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.listExpiringCertificates>,
) {
  requireOwnCompany(scope, id);
  const days = query.within === 'expired' ? 0 : Number(query.within ?? 90);
  const from = sql`from certificates k
    join memberships m on m.company_id = k.company_id and m.user_id = k.user_id and m.deleted_at is null
    join users u on u.id = k.user_id
    join courses c on c.company_id = k.company_id and c.id = k.course_id
    where ${all([
      sql`k.company_id = ${scope.company_id} and k.expires_at is not null and k.replaced_at is null and k.revoked_at is null`,
      sql`k.expires_at <= app_now() + make_interval(days => ${days})`,
      query.within !== undefined && query.within !== 'expired' && sql`k.expires_at > app_now()`,
      query.course !== undefined && sql`k.course_id = ${query.course}`,
      matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`c.name`),
    ])}`;
  const order = pageOf(
    query,
    {
      expires_at: sql`k.expires_at`,
      name: alphabetical(sql`u.last_name`),
      course: alphabetical(sql`c.name`),
    },
    'expires_at',
    sql`k.id`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<Expiring>(sql`
      select k.id, k.number, jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             jsonb_build_object('id', c.id, 'name', c.name) as course, k.expires_at, k.expires_at <= app_now() as expired,
             coalesce(k.expired_mailed_at, k.expiry_mailed_at) as reminded_at
        ${from} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count ${from}`),
  );
  return listed(rows, count!.count, query);
}
