-- Giving what a company holds of somebody to another row: when a record is accepted, and when an account leaves.

set role osnova_system;

-- An object of the history with one person's id in place of another's.
create or replace function with_person(
  p_object jsonb,
  p_key text,
  p_to integer
) returns jsonb
  language sql
  immutable
  as $$
  select p_object || jsonb_build_object(p_key, p_to) where p_object is not null
$$;

-- Gives all that a company holds of people to others, one for one: from a record to the account that accepted, and from
-- an account that leaves to the record that stays. Rows tied to the membership follow it by their foreign keys.
create or replace function move_people(
  p_company integer,
  p_from integer[],
  p_to integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_before text := begin_erasing();
begin
  create temp table moving on commit drop as select * from unnest(p_from, p_to) as v(was, becomes);
  -- What somebody noted for themselves is nobody's after them: a record may be accepted by another one.
  delete from notes n using moving v where n.company_id = p_company and n.user_id = v.was;
  -- A directory goes on knowing them by the number that it was told.
  update memberships m set user_id = v.becomes, directory_id = coalesce(m.directory_id, m.user_id) from moving v
    where m.company_id = p_company and m.user_id = v.was;
  update attempts t set user_id = v.becomes from moving v where t.company_id = p_company and t.user_id = v.was;
  update assignment_decisions d set author_id = v.becomes from moving v
    where d.company_id = p_company and d.author_id = v.was;
  update attempt_notes n set author_id = v.becomes from moving v where n.company_id = p_company and n.author_id = v.was;
  update marks m set marker_id = v.becomes from moving v where m.company_id = p_company and m.marker_id = v.was;
  update print_runs r set author_id = v.becomes from moving v where r.company_id = p_company and r.author_id = v.was;
  update printings r set author_id = v.becomes from moving v where r.company_id = p_company and r.author_id = v.was;
  update paper_sheets s set author_id = v.becomes from moving v where s.company_id = p_company and s.author_id = v.was;
  update paper_sheets s set undone_by = v.becomes from moving v where s.company_id = p_company and s.undone_by = v.was;
  update key_repairs r set author_id = v.becomes from moving v where r.company_id = p_company and r.author_id = v.was;
  update reminders r set author_id = v.becomes from moving v where r.company_id = p_company and r.author_id = v.was;
  update retake_requests r set ended_by = v.becomes from moving v
    where r.company_id = p_company and r.ended_by = v.was;
  update material_unlocks u set unlocked_by = v.becomes from moving v
    where u.company_id = p_company and u.unlocked_by = v.was;
  update memberships m set invited_by = v.becomes from moving v where m.company_id = p_company and m.invited_by = v.was;
  update companies c set owner_id = v.becomes from moving v where c.id = p_company and c.owner_id = v.was;
  update history h set author_id = v.becomes from moving v where h.company_id = p_company and h.author_id = v.was;
  update history h set object_id = v.becomes,
      old_object = with_person(h.old_object, case when h.relation = 'users' then 'id' else 'user_id' end, v.becomes),
      new_object = with_person(h.new_object, case when h.relation = 'users' then 'id' else 'user_id' end, v.becomes)
    from moving v where h.company_id = p_company and h.object_model = 'membership' and h.object_id = v.was;
  update history h set old_object = with_person(h.old_object, 'user_id', v.becomes),
                       new_object = with_person(h.new_object, 'user_id', v.becomes)
    from moving v where h.company_id = p_company and h.object_model <> 'membership'
      and coalesce(h.new_object, h.old_object) ? 'user_id'
      and (coalesce(h.new_object, h.old_object)->'user_id')::integer = v.was;
  delete from idempotency_keys k using moving v where k.company_id = p_company and k.user_id = v.was;
  drop table moving;
  perform set_config('app.erasing', v_before, true);
end $$;

-- Takes records out of the company: no groups, no courses, no link that still opens.
create or replace function retire_records(
  p_company integer,
  p_records integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from group_members where company_id = p_company and user_id = any (p_records);
  delete from course_members where company_id = p_company and user_id = any (p_records);
  update one_time_tokens set used_at = now() where user_id = any (p_records) and used_at is null;
  perform recall_invitations(p_company, p_records);
  -- A name that nobody answered any more goes with the person.
  update memberships set deleted_at = now(), proposed_name = null
    where company_id = p_company and user_id = any (p_records) and deleted_at is null;
end $$;
