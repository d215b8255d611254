import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import { DAILY_LIMIT, PERIOD_LIMIT } from './contract.ts';
import type * as contract from './contract.ts';

type Dashboard = ResponseOf<typeof contract.getDashboard>;
type Query = QueryOf<typeof contract.getDashboard>;
type Counted = Dashboard['activity']['total'] & { is_before: boolean; from: string | null };

/** A dashboard tells of the company entered, and of no other. Throws not_found. */
export function requireOwnCompany(scope: Scope, id: number): void {
  if (id !== scope.company_id) throw new AppError('not_found');
}

const DEFAULT_DAYS = 30;
const DAY = 24 * 3_600_000;

/** Fewer attempts, or students, say nothing of a course. */
const ENOUGH = 5;
const SHOWN = 5;

/** How the company does in a period. Errors: not_found; invalid_choice for a period that ends before it begins, or is too long. */
export async function dashboardOf(db: Db, scope: Scope, id: number, query: Query): Promise<Dashboard> {
  requireOwnCompany(scope, id);
  const { from, to } = periodOf(scope, query);
  const span = sql`case when ${to} - ${from} < ${DAILY_LIMIT} then 1 else 7 end`;
  const [[state], activity, seldomPassed, notBegun] = await db.run(
    scope,
    statement<Omit<Dashboard, 'activity' | 'seldom_passed' | 'not_begun'>>(stateOf(scope, from, to)),
    statement<Counted>(sql`
      select is_before, to_char(began_on, 'YYYY-MM-DD') as from, people, materials, attempts, passed
        from company_activity(${from}, ${to}, ${span}) order by began_on`),
    statement<Dashboard['seldom_passed'][number]>(seldomPassedIn(scope, from, to)),
    statement<Dashboard['not_begun'][number]>(notBegunOf(scope)),
  );
  const { period, ...rest } = state!;
  const figures = ({ people, materials, attempts, passed }: Counted) => ({
    people,
    materials,
    attempts,
    passed,
  });
  const sum = (before: boolean) =>
    figures(activity.find((row) => row.from === null && row.is_before === before)!);
  return {
    period,
    activity: {
      points: activity.flatMap((row) => (row.from === null ? [] : [{ from: row.from, ...figures(row) }])),
      total: sum(false),
      before: sum(true),
    },
    seldom_passed: seldomPassed,
    not_begun: notBegun,
    ...rest,
  };
}

/** Both days as SQL, of the company's calendar. */
function periodOf(scope: Scope, { days = DEFAULT_DAYS, from, to }: Query): { from: SQL; to: SQL } {
  if ((from === undefined) !== (to === undefined)) {
    throw new AppError('required', { field: from === undefined ? 'from' : 'to' });
  }
  if (from === undefined || to === undefined) {
    const today = sql`(select (app_now() at time zone time_zone)::date from companies where id = ${scope.company_id})`;
    return { from: sql`(${today} - ${days - 1}::integer)`, to: today };
  }
  const told = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (told < 1 || told > PERIOD_LIMIT) throw new AppError('invalid_choice', { field: 'to' });
  return { from: sql`${from}::date`, to: sql`${to}::date` };
}

const stateOf = (scope: Scope, from: SQL, to: SQL): SQL => sql`
  with seats as materialized (
    select used, pending, "limit" from licences(${scope.company_id})
  ), held as (
    select k.expires_at - app_now() as rest from certificates k
      join memberships m on m.company_id = k.company_id and m.user_id = k.user_id and m.deleted_at is null
      where k.company_id = ${scope.company_id} and k.expires_at is not null and k.replaced_at is null and k.revoked_at is null
        and k.expires_at <= app_now() + interval '90 days'
  )
  select jsonb_build_object('from', ${from}, 'to', ${to},
           'span', case when ${to} - ${from} < ${DAILY_LIMIT} then 'day' else 'week' end) as period,
         (select jsonb_build_object('active', used, 'not_activated', pending, 'blocked', (
            select count(*) from memberships m
              where m.company_id = ${scope.company_id} and m.deleted_at is null and m.blocked_at is not null)) from seats) as people,
         (select to_jsonb(seats) from seats) as licences,
         (select to_jsonb(stored) from stored_files() stored) as files,
         (select jsonb_build_object(
            'expired', count(*) filter (where rest <= interval '0'),
            'in_30_days', count(*) filter (where rest > interval '0' and rest <= interval '30 days'),
            'in_60_days', count(*) filter (where rest > interval '0' and rest <= interval '60 days'),
            'in_90_days', count(*) filter (where rest > interval '0')) from held) as certificates,
         first_steps() as first_steps`;

/** Courses of whose attempts in the period fewer than half were passed. */
const seldomPassedIn = (scope: Scope, from: SQL, to: SQL): SQL => sql`
  with company as materialized (
    select time_zone from companies where id = ${scope.company_id}
  ), ended as (
    select t.form_id, g.passed from attempts t
      cross join lateral (
        select passed from gradings where company_id = t.company_id and attempt_id = t.id order by id desc limit 1) g
      where t.company_id = ${scope.company_id} and t.status = 'completed'
        and t.finished_at >= (select ${from}::timestamp at time zone time_zone from company)
        and t.finished_at < (select (${to} + 1)::timestamp at time zone time_zone from company)
  ), taken as (
    select form_id, count(*) as attempts, count(*) filter (where passed) as passed from ended group by form_id
  )
  select c.id, c.name, sum(t.attempts)::integer as attempts, sum(t.passed)::integer as passed
    from taken t
    join forms f on f.company_id = ${scope.company_id} and f.id = t.form_id and f.deleted_at is null
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
    group by c.id, c.name
    having sum(t.attempts) >= ${ENOUGH} and sum(t.passed) * 2 < sum(t.attempts)
    order by sum(t.passed)::numeric / sum(t.attempts), sum(t.attempts) desc, c.id limit ${SHOWN}`;

/** Courses that half of their students or more have not begun, two weeks after they were made or later. */
const notBegunOf = (scope: Scope): SQL => sql`
  select c.id, c.name, s.students::integer as students, (s.students - s.begun)::integer as not_begun
    from (select course_id, count(*) as students, count(opened_at) as begun from course_states
            where company_id = ${scope.company_id} group by course_id
            having count(*) >= ${ENOUGH} and count(opened_at) * 2 <= count(*)) s
    join courses c on c.company_id = ${scope.company_id} and c.id = s.course_id and c.deleted_at is null
      and c.published_at <= app_now() - interval '14 days'
    order by s.students - s.begun desc, c.id limit ${SHOWN}`;
