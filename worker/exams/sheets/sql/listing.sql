-- Sheets that were typed in, and whose may be.

-- People who take a form ([{user_id}]), in this order, with what keeps each from having a sheet of these variants typed
-- in.
create or replace function people_of_sheets(
  p_course integer,
  p_form integer,
  p_run integer,
  p_page jsonb,
  p_all_groups boolean
) returns table ("user" jsonb, groups text[], refused text, typed integer)
  language sql
  stable
  as $$
  with page as materialized (
    select * from rows from (jsonb_to_recordset(p_page) as (user_id integer)) with ordinality p(user_id, place)
  )
  select person(u.id, u.first_name, u.last_name), names_of_groups(u.id, p_all_groups), j.code, typed_sheet(p_run, u.id)
    from page p
    join users u on u.id = p.user_id
    join judge_sheets(p_course, p_form, array(select user_id from page)) j on j.user_id = p.user_id
    order by p.place
$$;

-- The sheets of a run with what each came to.
create or replace function sheets_of_run(
  p_run integer
) returns table (
  attempt_id integer,
  user_id integer,
  first_name text,
  last_name text,
  variant integer,
  sat_on date,
  author jsonb,
  typed_at timestamptz,
  undone boolean,
  score double precision,
  max_score double precision,
  passed boolean,
  may_undo boolean
)
  language sql
  stable
  as $$
  select s.attempt_id, u.id, u.first_name, u.last_name, s.variant, s.sat_on,
         case when w.id is not null then person(w.id, w.first_name, w.last_name) end, s.typed_at,
         t.status = 'annulled', g.score::float8, g.max_score::float8,
         case when not awaits_marks(g.explanation) then g.passed end,
         t.status = 'completed' and a.status = 'completed' and s.user_id <> app_user()
    from paper_sheets s
    join attempts t on t.company_id = s.company_id and t.id = s.attempt_id
    join assignments a on a.company_id = t.company_id and a.id = t.assignment_id
    join users u on u.id = s.user_id
    left join users w on w.id = s.author_id
    join results g on g.company_id = s.company_id and g.attempt_id = s.attempt_id
    where s.company_id = app_company() and s.run_id = p_run
$$;
