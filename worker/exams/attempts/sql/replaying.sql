-- Decisions about several people, kept by their batch so that a repeated call answers as the first.

-- Keeps the first decision of a batch beside the caller's idempotency key; 0 when nothing was decided.
create or replace function remember_batch(p_batch text, p_key text) returns void
  language sql
  as $$
  update idempotency_keys set row_id = coalesce((
      select min(d.id) from assignment_decisions d where d.company_id = app_company() and d.batch = p_batch), 0)
    where company_id = app_company() and user_id = app_user() and key = p_key
$$;

-- To whom the batch of a decision gave, with the attempts of theirs that run.
create or replace function granted_by(
  p_decision integer
) returns table (user_id integer, attempt_id integer, deadline timestamptz)
  language sql
  stable
  as $$
  select distinct a.user_id, t.id, t.deadline
    from assignment_decisions first
    join assignment_decisions d on d.company_id = first.company_id and d.batch = first.batch
    join assignments a on a.company_id = d.company_id and a.id = d.assignment_id
    left join attempts t on t.company_id = a.company_id and t.assignment_id = a.id and t.status = 'running'
    where first.company_id = app_company() and first.id = p_decision order by a.user_id
$$;

-- The minutes that a batch gave, which is named itself or by its first decision.
create or replace function minutes_of_batch(
  p_batch text,
  p_decision integer
) returns table (
  attempt_id integer,
  user_id integer,
  minutes integer,
  deadline timestamptz
)
  language sql
  stable
  as $$
  select t.id, t.user_id, d.amount, t.deadline
    from assignment_decisions d
    join attempts t on t.company_id = d.company_id and t.id = d.attempt_id
    where d.company_id = app_company() and d.batch = coalesce(p_batch, (
      select o.batch from assignment_decisions o where o.company_id = app_company() and o.id = p_decision))
    order by t.id
$$;
