import type pg from 'pg';
import { problemsOf, type Stored } from '../../worker/service/health/health.ts';

export type Line = Record<string, string | number | null>;

interface Report {
  companies: Line[];
  /** What is wrong with jobs and mails, in words. */
  problems: string[];
  jobs: Line[];
  mails: Line[];
  errors: Line[];
}

/** How the companies do, and how the product does: licences, activity, jobs, mails, errors of 24 hours. */
export async function reportOf(client: pg.Client): Promise<Report> {
  const companies = await client.query<Line>(`
    select c.id, c.name, l.used, coalesce(l."limit"::text, 'unlimited') as "limit", coalesce(s.week, 0) as active_7, coalesce(s.month, 0) as active_30,
           coalesce(a.week, 0) as attempts_7, coalesce(a.month, 0) as attempts_30,
           concat_ws(', ', case when c.is_library then 'library' end, case when c.blocked_at is not null then 'blocked' end) as marks
      from companies c cross join lateral licences(c.id) l
      left join (select company_id, count(distinct user_id)::integer as month,
                        count(distinct user_id) filter (where last_seen_at > now() - interval '7 days')::integer as week
                   from sessions where last_seen_at > now() - interval '30 days' group by company_id) s on s.company_id = c.id
      left join (select company_id, count(*)::integer as month,
                        count(*) filter (where started_at > now() - interval '7 days')::integer as week
                   from attempts where started_at > now() - interval '30 days' group by company_id) a on a.company_id = c.id
      where c.deleted_at is null order by c.id`);
  const { rows } = await client.query<{ health: Stored }>('select health()');
  const { jobs, mails } = rows[0]!.health;
  const errors = await client.query<Line>(`
    select place, sum(count)::integer as count, max(last_at)::timestamp(0)::text as last, (array_agg(last_request_id order by last_at desc))[1] as request_id
      from error_counts where hour > now() - interval '24 hours' group by place order by 2 desc, 1 limit 50`);
  const answers = { ok: true, ms: 0 };
  const { rows: asked } = await client.query<{ count: number }>(
    `select count(*)::integer as count from mail_limits l
       where l.lift_requested_at is not null and mails_limited_until(l.company_id) is not null`,
  );
  const requests = asked[0]!.count
    ? [`${asked[0]!.count} companies ask to invite more people: see "requests".`]
    : [];
  return {
    companies: companies.rows,
    problems: [...problemsOf({ stored: rows[0]!.health, database: answers, storage: answers }), ...requests],
    jobs: jobs.map(({ name, age }) => ({ job: name, 'seconds ago': age })),
    mails: [{ due: mails.waiting, 'oldest, s': mails.oldest, 'given up in 24 h': mails.given_up }],
    errors: errors.rows,
  };
}
