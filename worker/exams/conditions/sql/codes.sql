-- Access codes: shown by a trainer where the test is taken, and asked for at its start.

-- A code as it is compared: capitals, blanks and dashes are no matter.
create or replace function plain_code(p_code text) returns text
  language sql
  immutable
  parallel safe
  as $$
  select upper(regexp_replace(p_code, '[[:space:]‐-―-]+', '', 'g'))
$$;

-- What the caller is told of the start of a form of theirs: never the code.
create or replace function told_terms(
  p_settings jsonb,
  p_assignment assignments,
  p_form integer
) returns jsonb
  language sql
  stable
  as $$
  select jsonb_build_object('waits_for', t.waits_for, 'opens_at', t.opens_at, 'closes_at', t.closes_at,
      'ends_at', ended_by_window(p_settings, p_assignment), 'pause_minutes', (p_settings->'pause_minutes'),
      'needs_code', has_access_code(p_form), 'one_way', is_one_way(p_settings),
      'by_section', coalesce(p_settings->>'pages' = 'section', false),
      'extra_minutes', minutes_beyond(p_settings, p_assignment))
    from start_terms(p_settings, p_assignment) t
$$;

-- A form of a course in reach, published or not, that the caller does not take.
create or replace function require_code_form(
  p_course integer,
  p_form integer
) returns void
  language plpgsql
  as $$
begin
  perform require_in_reach('{}', array[p_course]);
  perform from forms f
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
      and m.deleted_at is null
    where f.company_id = app_company() and f.id = p_form and f.deleted_at is null;
  if not found then
    perform fail('not_found');
  end if;
  perform refuse_own_form(p_form);
end $$;

set role osnova_system;

-- The code of a form, for those who show it.
create or replace function access_code_of(
  p_course integer,
  p_form integer
) returns table (form_name text, code text, changed_at timestamptz)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_code_form(p_course, p_form);
  return query
  select f.name, c.code, c.changed_at from forms f
    left join access_codes c on c.company_id = f.company_id and c.form_id = f.id
    where f.company_id = app_company() and f.id = p_form;
end $$;
grant execute on function access_code_of(integer, integer) to osnova_worker;

-- Sets the code of a form, from now on; null: it needs none.
create or replace function set_access_code(
  p_course integer,
  p_form integer,
  p_code text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_code_form(p_course, p_form);
  if p_code is null then
    delete from access_codes where company_id = app_company() and form_id = p_form;
  else
    insert into access_codes as c (company_id, form_id, code, changed_at)
      values (app_company(), p_form, p_code, app_now())
      on conflict (company_id, form_id) do update set code = excluded.code, changed_at = excluded.changed_at;
  end if;
end $$;
grant
  execute
  on
    function set_access_code(integer, integer, text)
  to
  osnova_worker;

-- Whether a test asks for a code before it starts.
create or replace function has_access_code(p_form integer) returns boolean
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select exists (select from access_codes c where c.company_id = app_company() and c.form_id = p_form)
$$;
grant execute on function has_access_code(integer) to osnova_worker;

-- Takes the code that a student typed, before the start in the same transaction: a wrong one is counted, which a
-- refusal would take back. Outcomes: none is needed; missing, wrong, locked until an instant; shown.
create or replace function show_access_code(
  p_form integer,
  p_code text
) returns table (outcome text, locked_until timestamptz)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_key text := 'access:' || p_form || ':' || app_user();
  v_code text;
  v_locked timestamptz;
begin
  perform set_config('app.code_shown', '', true);
  select c.code into v_code from access_codes c where c.company_id = app_company() and c.form_id = p_form;
  if not found then
    return query select 'none', null::timestamptz;
  elsif coalesce(plain_code(p_code), '') = '' then
    return query select 'missing', null::timestamptz;
  else
    v_locked := count_try(v_key, 'access');
    if v_locked is null and plain_code(p_code) = plain_code(v_code) then
      perform forget_tries(v_key);
      perform set_config('app.code_shown', p_form::text, true);
    end if;
    return query select case when v_locked is not null then 'locked'
      when plain_code(p_code) = plain_code(v_code) then 'shown' else 'wrong' end, v_locked;
  end if;
end $$;
grant execute on function show_access_code(integer, text) to osnova_worker;

-- Whether the code of a form was shown in this transaction, or it has none.
create or replace function access_code_shown(p_form integer) returns boolean
  language sql
  stable
  as $$
  select not has_access_code(p_form) or coalesce(current_setting('app.code_shown', true), '') = p_form::text
$$;
