-- Taking an import back.

set role osnova_system;

-- What of a membership somebody may have changed since a file did.
create or replace function terms_of(p_membership jsonb) returns jsonb
  language sql
  immutable
  parallel safe
  as $$
  select jsonb_build_object('user_types', p_membership->'user_types', 'position', p_membership->'position',
    'subdivision', p_membership->'subdivision', 'comment', p_membership->'comment',
    'blocked_at', p_membership->'blocked_at', 'extra_percent', p_membership->'extra_percent',
    'extra_minutes', p_membership->'extra_minutes')
$$;

-- Whom the import brought in and somebody has changed since: in their membership or name, or where they are.
create or replace function newcomers_changed() returns setof integer
  language plpgsql
  stable
  as $$
begin
  return query
  with given as (
    select user_id, array_agg(group_id || role order by group_id, role) as places from leaving group by user_id
  ), held as (
    select gm.user_id, array_agg(gm.group_id || gm.role order by gm.group_id, gm.role) as places
      from undoing u join group_members gm on gm.company_id = app_company() and gm.user_id = u.user_id
      where u.joined group by gm.user_id
  )
  select u.user_id from undoing u
    join memberships m on m.company_id = app_company() and m.user_id = u.user_id
    left join given on given.user_id = u.user_id
    left join held on held.user_id = u.user_id
    where u.joined and (terms_of(to_jsonb(m)) <> terms_of(u.made) or given.places is distinct from held.places
      or exists (select from course_members cm where cm.company_id = m.company_id and cm.user_id = m.user_id)
      or exists (select from history h
        where h.company_id = m.company_id and h.object_model = 'membership' and h.object_id = m.user_id
          and h.relation = 'users' and h.change_id > u.change_id));
end $$;

-- Whom taking an import back leaves alone: whoever accepted since, or was changed since, or has roles that the caller
-- may not take; and the caller.
create or replace function kept_by_undoing(
  p_assignable text[]
) returns integer[]
  language plpgsql
  stable
  as $$
begin
  return array(
    select u.user_id from undoing u
      join memberships m on m.company_id = app_company() and m.user_id = u.user_id and m.deleted_at is null
      where m.user_id = app_user() or not m.user_types <@ p_assignable
         or exists (select from companies c where c.id = m.company_id and c.owner_id = m.user_id)
         or case when u.joined
              then exists (select from users x where x.id = m.user_id and x.record_of is null)
                or u.user_id in (select newcomers_changed())
              else terms_of(to_jsonb(m)) not in (terms_of(u.made), terms_of(u.was)) end
      order by u.user_id);
end $$;

-- Nobody is in a group by the import any more; no link lets in who joined by it, nor goes to them any more.
create or replace function leave_imported_places(p_kept integer[]) returns void
  language plpgsql
  as $$
begin
  delete from group_members gm using leaving l
    where gm.company_id = app_company() and gm.group_id = l.group_id and gm.user_id = l.user_id and gm.role = l.role
      and gm.user_id <> all (p_kept);
  update one_time_tokens t set used_at = now() from undoing u
    where u.joined and t.company_id = app_company() and t.user_id = u.user_id and t.purpose = 'invitation'
      and t.used_at is null and t.user_id <> all (p_kept);
  perform recall_invitations(app_company(),
    array(select u.user_id from undoing u where u.joined and u.user_id <> all (p_kept)));
end $$;

-- Groups that the import made go with it, unless somebody else is in them by now, or something was given to them.
create or replace function groups_left_empty(
  p_batch text,
  p_kept integer[]
) returns setof integer
  language plpgsql
  stable
  as $$
begin
  return query
  select g.id from history h
    join study_groups g on g.company_id = h.company_id and g.id = h.object_id and g.deleted_at is null
    where h.company_id = app_company() and h.batch = p_batch and h.object_model = 'group'
      and h.relation = 'study_groups' and h.old_object is null and h.action <> 'restore'
      and (app_user_type() in ('owner', 'admin') or h.author_id = app_user())
      and not exists (
        select from group_members m
          where m.company_id = g.company_id and m.group_id = g.id
            and (m.user_id, m.role) is distinct from (h.author_id, 'manager')
            and (m.user_id = any (p_kept) or not exists (
              select from leaving l where (l.group_id, l.user_id, l.role) = (m.group_id, m.user_id, m.role))))
      and not exists (select from course_groups l where l.company_id = g.company_id and l.group_id = g.id)
      and not exists (select from program_groups l where l.company_id = g.company_id and l.group_id = g.id)
      and not exists (select from webinar_groups l where l.company_id = g.company_id and l.group_id = g.id);
end $$;

-- What an import did, as taking it back needs it, of what the caller may take back: the people (`undoing`) and their
-- places in groups (`leaving`). It locks nothing. Errors: not_found.
create or replace function read_import(p_batch text) returns void
  language plpgsql
  as $$
begin
  create temp table undoing on commit drop as
    select h.object_id as user_id, h.change_id, h.old_object as was, h.new_object as made,
           h.old_object is null or h.old_object->>'deleted_at' is not null as joined
      from history h
      where h.company_id = app_company() and h.batch = p_batch and h.object_model = 'membership'
        -- The entry of a corrected name knows nothing of the membership, and the name stays.
        and h.relation = 'memberships'
        and (app_user_type() in ('owner', 'admin') or h.author_id = app_user());
  create temp table leaving on commit drop as
    select (h.new_object->>'group_id')::integer as group_id, (h.new_object->>'user_id')::integer as user_id,
           h.new_object->>'role' as role
      from history h
      where h.company_id = app_company() and h.batch = p_batch and h.object_model = 'group' and h.old_object is null
        and h.action <> 'restore' and (app_user_type() in ('owner', 'admin') or h.author_id = app_user());
  if not exists (
    select from history h
      where h.company_id = app_company() and h.batch = p_batch and h.object_model in ('membership', 'group')
        and (app_user_type() in ('owner', 'admin') or h.author_id = app_user())) then
    perform fail('not_found');
  end if;
end $$;

-- The entries of an import that taking it back undoes: what of it still holds.
create or replace function import_entries_held(
  p_batch text,
  p_kept integer[]
) returns setof history
  language plpgsql
  stable
  as $$
begin
  return query
  select h.* from history h
    where h.company_id = app_company() and h.batch = p_batch and case h.relation
      when 'memberships' then h.object_id in (
        select u.user_id from undoing u
          join memberships m on m.company_id = app_company() and m.user_id = u.user_id and m.deleted_at is null
          where m.user_id <> all (p_kept) and (u.joined or terms_of(to_jsonb(m)) <> terms_of(u.was)))
      when 'group_members' then h.old_object is null and ((h.new_object->'group_id')::integer,
          (h.new_object->'user_id')::integer, h.new_object->>'role') in (
        select gm.group_id, gm.user_id, gm.role from leaving l
          join group_members gm on gm.company_id = app_company() and gm.group_id = l.group_id
            and gm.user_id = l.user_id and gm.role = l.role
          where gm.user_id <> all (p_kept))
      when 'study_groups' then h.object_id in (select groups_left_empty(p_batch, p_kept))
      else false end;
end $$;

-- Takes an import back, as one batch named after it that history shows: who joined by it leaves, what it changed is as
-- before, and nobody is in a group by it any more. Gives how many, and whom it left alone.
create or replace function undo_import(
  p_batch text,
  p_assignable text[]
) returns table (undone integer, kept integer[])
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_empty integer[];
begin
  perform from companies where id = app_company() for update;
  perform read_import(p_batch);
  kept := kept_by_undoing(p_assignable);
  v_empty := array(select groups_left_empty(p_batch, kept));
  perform set_config('app.batch', 'undo ' || p_batch, true), set_config('app.action', 'restore', true);
  perform leave_imported_places(kept);
  update study_groups set deleted_at = now() where company_id = app_company() and id = any (v_empty);
  with changed as (
    update memberships m set
        deleted_at = case when u.joined then now() end,
        user_types = case when u.was is null then m.user_types
          else array(select jsonb_array_elements_text(u.was->'user_types')) end,
        position = coalesce(u.was->>'position', m.position),
        subdivision = coalesce(u.was->>'subdivision', m.subdivision),
        comment = coalesce(u.was->>'comment', m.comment)
      from undoing u
      where m.company_id = app_company() and m.user_id = u.user_id and m.deleted_at is null and m.user_id <> all (kept)
        and (u.joined or terms_of(to_jsonb(m)) <> terms_of(u.was))
      returning m.user_id
  )
  select count(*) into undone from changed;
  return next;
end $$;
grant execute on function undo_import(text, text[]) to osnova_worker;
