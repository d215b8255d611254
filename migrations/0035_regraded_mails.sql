set role osnova_system;

-- Whose published result a mended key has changed is told so.
create function mail_regraded(p_attempts integer[]) returns integer[]
  language sql security definer set search_path = public, pg_temp as $$
  insert into result_mails (company_id, attempt_id, kind)
    select t.company_id, t.id, 'regraded' from attempts t
      cross join lateral (
        select array_agg((g.score, g.max_score, g.passed)::text order by g.id desc) as marks
          from (select * from gradings g where g.company_id = t.company_id and g.attempt_id = t.id order by g.id desc limit 2) g
      ) latest
      where t.company_id = app_company() and t.id = any (p_attempts) and t.result_published_at is not null
        and t.status = 'completed' and latest.marks[1] <> latest.marks[2]
    on conflict do nothing;
  select p_attempts
$$;
revoke execute on function mail_regraded(integer[]) from public;

-- As in 0027, and who is concerned is told.
create or replace function repair_key(p_course integer, p_form integer, p_changes jsonb, p_only_raise boolean, p_reason text) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_changes jsonb;
  v_latest integer;
  v_before jsonb;
  v_repair integer;
begin
  perform require_form(p_course, p_form);
  perform from forms f where f.company_id = app_company() and f.id = p_form for no key update;
  perform lock_key(p_form, true);
  v_changes := repair_changes(p_form, p_changes);
  select v.id into v_latest from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  v_before := mended_keys(v_latest);
  insert into key_repairs (company_id, form_id, changes, only_raise, reason, author_id, created_at)
    values (app_company(), p_form, v_changes, p_only_raise, p_reason, app_user(), app_now()) returning id into v_repair;
  perform settle_progress(mail_regraded(write_gradings(attempts_under(p_form, v_changes), 'repair', v_repair, true)), true);
  perform mend_draft(p_form, v_before, mended_keys(v_latest));
  return v_repair;
end $$;

create or replace function undo_repair(p_course integer, p_form integer, p_repair integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_changes jsonb;
  v_latest integer;
  v_before jsonb;
begin
  perform require_form(p_course, p_form);
  perform from forms f where f.company_id = app_company() and f.id = p_form for no key update;
  perform lock_key(p_form, true);
  select v.id into v_latest from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  v_before := mended_keys(v_latest);
  update key_repairs r set undone_at = app_now()
    where r.company_id = app_company() and r.form_id = p_form and r.id = p_repair and r.undone_at is null
    returning r.changes into v_changes;
  if not found then
    if not exists (select from key_repairs r where r.company_id = app_company() and r.form_id = p_form and r.id = p_repair) then
      perform fail('not_found');
    end if;
    return;
  end if;
  perform settle_progress(mail_regraded(write_gradings(attempts_under(p_form, v_changes), 'undo', p_repair, true)), true);
  perform mend_draft(p_form, v_before, mended_keys(v_latest));
end $$;

reset role;
