import { sql, type SQL } from 'drizzle-orm';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import type * as contract from './contract.ts';

type Today = ResponseOf<typeof contract.getToday>;
type Section = (typeof contract.TODAY_SECTIONS)[number];
type WaitingQuery = QueryOf<typeof contract.listInReview>;
type Query = QueryOf<typeof contract.listSilent>;

/** How many rows of each section the first screen shows. */
const FIRST = { page: 1, page_size: 5 };

/** What waits for the caller: how much of each kind, and the first rows. */
export async function todayOf(db: Db, scope: Scope): Promise<Today> {
  const of = (section: Section) => statement<Today[Section]>(rowsOf(scope, section, FIRST));
  const [, [in_review], [failed_twice], [overdue], [silent]] = await db.run(
    scope,
    endOverdue,
    statement<Today['in_review']>(waitingOf(scope, FIRST)),
    of('failed_twice'),
    of('overdue'),
    of('silent'),
  );
  const { count, results } = in_review!;
  return { in_review: { count, results }, failed_twice: failed_twice!, overdue: overdue!, silent: silent! };
}

export async function pageOfInReview(db: Db, scope: Scope, query: WaitingQuery) {
  const [, [found]] = await db.run(
    scope,
    endOverdue,
    statement<Today['in_review'] & { forms: number }>(waitingOf(scope, query)),
  );
  return listed(found!.results, found!.forms, query);
}

export async function pageOfToday(db: Db, scope: Scope, section: Section, query: Query) {
  const [, [found]] = await db.run(
    scope,
    endOverdue,
    statement<Today[Section]>(rowsOf(scope, section, query)),
  );
  return listed(found!.results, found!.count, query);
}

/** Results that wait, by their forms; `count` is of the results, `forms` of the rows. */
function waitingOf({ company_id }: Scope, query: WaitingQuery): SQL {
  const order = pageOf(
    query,
    {
      since: sql`w.since`,
      count: sql`w.count`,
      form_name: alphabetical(sql`w.form_name`),
      course_name: alphabetical(sql`w.course_name`),
    },
    'since',
    sql`w.form_id`,
  );
  return sql`
    with waiting as materialized (
      select t.form_id, t.course_id, count(*)::integer as count, min(t.finished_at) as since, f.form_type,
             v.settings->>'name' as form_name, c.name as course_name
        from today_in_review() t
        join forms f on f.company_id = ${company_id} and f.id = t.form_id
        join current_versions v on v.company_id = f.company_id and v.form_id = f.id
        join courses c on c.company_id = f.company_id and c.id = t.course_id
        group by t.form_id, t.course_id, f.form_type, v.settings, c.name
    ), found as materialized (
      select * from waiting w where ${matches(query.search, sql`w.form_name`, sql`w.course_name`) ?? sql`true`}
    )
    select (select coalesce(sum(count), 0)::integer from found) as count, (select count(*)::integer from found) as forms,
           coalesce((select jsonb_agg(jsonb_build_object(
               'form', jsonb_build_object('id', p.form_id, 'name', p.form_name, 'form_type', p.form_type),
               'course', jsonb_build_object('id', p.course_id, 'name', p.course_name), 'count', p.count, 'since', p.since) order by p.place)
             from (select w.*, row_number() over () as place from (select * from found w ${order}) w) p), '[]') as results`;
}

/** The rows of a section with how many there are; details are looked up for the page alone. */
function rowsOf({ company_id }: Scope, section: Section, query: Query): SQL {
  const order = pageOf(
    query,
    {
      since: sql`(n.r).since`,
      last_name: alphabetical(sql`(n.last_name || ' ' || n.first_name)`),
      course_name: alphabetical(sql`n.thing`),
    },
    'since',
    sql`(n.r).user_id, (n.r).course_id, (n.r).program_id, (n.r).form_id, (n.r).webinar_id`,
  );
  const named = Boolean(query.search) || query.ordering?.some((term) => !term.endsWith('since'));
  const person = (alias: string) =>
    sql.raw(
      `jsonb_build_object('id', ${alias}.id, 'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name)`,
    );
  return sql`
    with named as materialized (${
      named
        ? sql`
      select r, u.last_name, u.first_name, coalesce(c.name, p.name, '') as thing
        from today_rows(${section}) r
        join users u on u.id = r.user_id
        left join courses c on c.company_id = ${company_id} and c.id = r.course_id
        left join programs p on p.company_id = ${company_id} and p.id = r.program_id
        where ${matches(query.search, sql`u.last_name`, sql`u.first_name`, sql`u.email`, sql`c.name`, sql`p.name`) ?? sql`true`}`
        : sql`select r from today_rows(${section}) r`
    }
    ), page as materialized (
      select shown.*, row_number() over () as place from (select n.r, today_key(n.r) as key from named n ${order}) shown
    ), told as (
      select p.place, jsonb_build_object(
          'key', p.key, 'kind', (p.r).kind, 'user', ${person('u')},
          'course', case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end,
          'program', case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end,
          'form', case when f.id is not null then jsonb_build_object('id', f.id, 'name', v.settings->>'name', 'form_type', f.form_type) end,
          'webinar', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end,
          'since', (p.r).since, 'attempt_id', (p.r).attempt_id,
          'percent', (select k.percent::float8 from gradings k
             where k.company_id = ${company_id} and k.attempt_id = (p.r).attempt_id order by k.id desc limit 1),
          'progress', cp.percent, 'attempts_used', a.attempts_used,
          'attempts_allowed', case when f.id is not null then attempts_allowed(v.settings, coalesce(a.extra_attempts, 0)) end,
          'retake_granted', coalesce(a.status = 4, false),
          'reminded', case when m.id is not null then jsonb_build_object('at', m.created_at,
             'author', case when s.id is not null then ${person('s')} end) end,
          'refusal', e.code,
          'actions', array_remove(array[
             case when f.id is not null and (p.r).kind = 'failed_twice' and exists (
               select from judge_retakes(f.id, array[u.id]) j where j.code is null) then 'retake' end,
             case when e.code is null then 'remind' end], null)) as row
        from page p
        join users u on u.id = (p.r).user_id
        left join courses c on c.company_id = ${company_id} and c.id = (p.r).course_id
        left join programs g on g.company_id = ${company_id} and g.id = (p.r).program_id
        left join webinars w on w.company_id = ${company_id} and w.id = (p.r).webinar_id
        left join forms f on f.company_id = ${company_id} and f.id = (p.r).form_id
        left join lateral (
          select settings from form_versions where company_id = f.company_id and form_id = f.id order by number desc limit 1) v on true
        left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = u.id
        left join course_progress cp on cp.company_id = c.company_id and cp.course_id = c.id and cp.user_id = u.id
        left join lateral last_reminder(p.r) m on true
        left join users s on s.id = m.author_id
        cross join lateral (select reminder_refusal(p.r) as code) e
    )
    select (select count(*)::integer from named) as count, coalesce((select jsonb_agg(row order by place) from told), '[]') as results`;
}
