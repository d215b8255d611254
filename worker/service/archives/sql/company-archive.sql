-- What a company takes along.

-- People as a company has them: they stand in no table of its own.
create or replace view archived_people
  with (security_invoker = true)
  as
  select
    m.company_id,
    u.id,
    u.email,
    u.phone,
    u.first_name,
    u.last_name,
    u.middle_name,
    u.language,
    u.activated_at,
    u.created_at,
    u.erased_at
  from memberships m join users u on u.id = m.user_id;
grant select on archived_people to osnova_worker;

-- The condition by which a row `t` tells nothing of the key of a test that the caller takes: such rows hang on a form,
-- on an attempt, are entries of history, or questions of the bank that the test asks or may draw. A mark tells besides
-- what one of two gave, while the caller could be the other.
create or replace function others_key_only(p_key_of text) returns text
  language sql
  immutable
  as $$
  select case p_key_of
    when 'form' then 't.form_id not in (' || own.forms || ')'
    when 'question' then
      'coalesce(t.form_id not in (' || own.forms || '), t.id not in (select bank_questions_taken()))'
    when 'bank' then 't.question_id not in (select bank_questions_taken())'
    when 'attempt' then hung.of_attempt
    when 'mark' then hung.of_attempt || '
      and not (t.marker_id is distinct from app_user() and waits_for_other_mark(t.attempt_id, t.question_id))'
    when 'entry' then 'not (t.relation = ''questions''
      and coalesce((coalesce(t.new_object, t.old_object)->>''form_id'')::integer in (' || own.forms || '),
        (coalesce(t.new_object, t.old_object)->''id'')::integer in (select bank_questions_taken())))'
    else 'true' end
    from (values ('select k.form_id from form_takers k where k.company_id = app_company() and k.user_id = app_user()'))
      own(forms)
    cross join lateral (values ('t.attempt_id not in (
      select a.id from attempts a where a.company_id = app_company() and a.form_id in (' || own.forms || '))'))
      hung(of_attempt)
$$;

-- The rows of a table that follow upon one (null: the first), by the columns of its key, as JSON Lines, each with the
-- name of the table and without the columns omitted: as many as the number and the bytes allow, but one in any case.
-- Gives the key of the last one, how many there are in the lines, and how many were found.
create or replace function archive_page(
  p_table text,
  p_key text[],
  p_after jsonb,
  p_omit text[],
  p_key_of text,
  p_rows integer,
  p_bytes integer
) returns table (lines text, last jsonb, count integer, found integer)
  language plpgsql
  stable
  as $$
declare
  v_source text := case p_table when 'users' then 'archived_people' else p_table end;
  v_key text := (select string_agg(format('t.%I', c), ', ' order by n) from unnest(p_key) with ordinality k(c, n));
  v_named text := (select string_agg(format('%1$L, t.%1$I', c), ', ') from unnest(p_key) k(c));
  v_after text := (select string_agg(format('x.%I', c), ', ' order by n) from unnest(p_key) with ordinality k(c, n));
begin
  return query execute format($query$
    with found as materialized (
      select row_number() over (order by %2$s) as n, jsonb_build_object(%5$s) as key,
             jsonb_build_object('table', $1, 'row', to_jsonb(t) - $2)::text as line
        from %1$I t
        where t.company_id = (select app_company()) and %3$s
          and ($3 is null or (%2$s) > (select %4$s from jsonb_populate_record(null::%1$I, $3) x))
        order by %2$s limit $4
    ), sized as (
      select n, key, line, sum(octet_length(line)) over (order by n) as bytes from found
    )
    select string_agg(line, E'\n' order by n), (array_agg(key order by n desc))[1],
           count(*)::integer, (select count(*)::integer from found)
      from sized where bytes <= $5 or n = 1
    $query$, v_source, v_key, others_key_only(p_key_of), v_after, v_named)
    using p_table, p_omit, p_after, p_rows, p_bytes;
end $$;
