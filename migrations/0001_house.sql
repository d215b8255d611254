-- Roles, settings, row-level security, reach and history.
--
-- osnova_system owns the SECURITY DEFINER functions; osnova_worker is what the Worker connects as.
-- Neither bypasses row-level security: the system role has a policy of its own on each table, so nothing
-- here needs BYPASSRLS, which a managed Postgres does not give away. Passwords never stand in migrations.

do $$
begin
  if not exists (select from pg_roles where rolname = 'osnova_system') then
    create role osnova_system nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'osnova_worker') then
    create role osnova_worker login;
  end if;
  -- Needed to hand functions over to the system role; gives no inherited rights.
  execute format('grant osnova_system to %I with inherit false, set true', current_user);
end $$;

grant usage, create on schema public to osnova_system;
grant usage on schema public to osnova_worker;

-- ── Settings of the transaction ───────────────────────────────────────────────────────────────────
-- After a commit a transaction-local setting reads '', not null.

create function app_company() returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::integer $$;
create function app_user() returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::integer $$;
create function app_user_type() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_type', true), '') $$;

-- The database's clock is the clock; a test may stop it with the setting app.now.
create function app_now() returns timestamptz language sql volatile
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()) $$;

-- Raises an error of the catalogue: SQLSTATE OSAPP, the code as message, the field as hint, a row id as detail.
create function fail(p_code text, p_field text default '', p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_code using errcode = 'OSAPP', hint = p_field, detail = p_detail;
end $$;

-- The role's rank: 1 is the strongest.
create function user_type_rank(p_type text) returns integer language sql immutable parallel safe
  as $$ select array_position(array['owner', 'admin', 'manager', 'trainer', 'student'], p_type) $$;

-- ── Row-level security ────────────────────────────────────────────────────────────────────────────

-- Forces row-level security on a tenant table. Each migration that adds one calls this.
create function secure_tenant_table(p_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy tenant on %s to osnova_worker using (company_id = (select app_company())) '
    'with check (company_id = (select app_company()))', p_table);
  execute format('create policy system on %s to osnova_system using (true) with check (true)', p_table);
  execute format('grant select, insert, update, delete on %s to osnova_system', p_table);
end $$;

-- A table that only system functions touch.
create function secure_system_table(p_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy system on %s to osnova_system using (true) with check (true)', p_table);
  execute format('grant select, insert, update, delete on %s to osnova_system', p_table);
end $$;

select secure_tenant_table(name::regclass) from unnest(array[
  'memberships', 'study_groups', 'group_members', 'course_categories', 'courses', 'course_groups', 'course_members',
  'programs', 'program_courses', 'program_groups', 'materials', 'material_progress', 'forms', 'questions',
  'form_versions', 'assignments', 'attempts', 'attempt_answers', 'gradings', 'history', 'idempotency_keys'
]) as name;

select secure_system_table(name::regclass) from unnest(array[
  'companies', 'users', 'credentials', 'sessions', 'one_time_tokens', 'sign_in_failures', 'mails', 'job_heartbeats'
]) as name;

create policy tenant on companies to osnova_worker
  using (id = (select app_company())) with check (id = (select app_company()));

-- A person is visible to the companies they belong to, and to themselves.
create policy colleagues on users for select to osnova_worker using (
  id = (select app_user())
  or exists (select from memberships m where m.company_id = (select app_company()) and m.user_id = users.id)
);
create policy oneself on users for update to osnova_worker using (id = (select app_user()));

grant select, insert, update, delete on
  memberships, study_groups, group_members, course_categories, courses, course_groups, course_members, programs,
  program_courses, program_groups, materials, material_progress, forms, questions, idempotency_keys
  to osnova_worker;
grant select, insert on form_versions to osnova_worker;
-- Attempts and results are written by functions alone; history by its trigger alone.
grant select on assignments, attempts, attempt_answers, gradings, history, users, job_heartbeats to osnova_worker;
grant select, update on companies to osnova_worker;
grant update (first_name, last_name, middle_name, language) on users to osnova_worker;

create policy health on job_heartbeats for select to osnova_worker using (true);

-- Everything that would let one company see another: the Worker refuses to serve while a row comes back.
create function security_problems() returns table (problem text) language sql stable as $$
  select format('role %s bypasses row-level security', rolname) from pg_roles
    where rolname = current_user and (rolsuper or rolbypassrls)
  union all
  select format('table %s belongs to the role that serves', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_get_userbyid(relowner) = current_user
  union all
  select format('table %s has no forced row-level security', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
$$;

-- ── Enrolment, progress, reach ────────────────────────────────────────────────────────────────────

-- Who studies a course: directly, through a group, or through a program of a group; counted once.
create view enrolments with (security_invoker = true) as
  select company_id, course_id, user_id, bool_or(individual) as individual from (
    select company_id, course_id, user_id, true as individual from course_members where role = 'student'
    union all
    select cg.company_id, cg.course_id, gm.user_id, false
      from course_groups cg
      join study_groups g on g.company_id = cg.company_id and g.id = cg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = cg.company_id and gm.group_id = cg.group_id and gm.role = 'student'
    union all
    select pc.company_id, pc.course_id, gm.user_id, false
      from program_courses pc
      join programs p on p.company_id = pc.company_id and p.id = pc.program_id and p.deleted_at is null
      join program_groups pg on pg.company_id = pc.company_id and pg.program_id = pc.program_id
      join study_groups g on g.company_id = pg.company_id and g.id = pg.group_id and g.deleted_at is null
      join group_members gm on gm.company_id = pg.company_id and gm.group_id = pg.group_id and gm.role = 'student'
  ) sources
  group by company_id, course_id, user_id;

-- The materials a student has in a course: an archived one only for those who opened the course before.
create view student_materials with (security_invoker = true) as
  select e.company_id, e.course_id, e.user_id, m.id as material_id, m.type, m.position, p.opened_at, p.done_at
    from enrolments e
    join materials m on m.company_id = e.company_id and m.course_id = e.course_id and m.deleted_at is null
    left join material_progress p
      on p.company_id = m.company_id and p.material_id = m.id and p.user_id = e.user_id
    where m.archived_at is null or exists (
      select from material_progress earlier
        join materials sibling on sibling.company_id = earlier.company_id and sibling.id = earlier.material_id
        where earlier.company_id = m.company_id and earlier.user_id = e.user_id
          and sibling.course_id = m.course_id and earlier.opened_at < m.archived_at);

-- Progress of each student in each course; "additional" materials do not count.
create view course_progress with (security_invoker = true) as
  select company_id, course_id, user_id, total, done, opened_at, last_activity,
         case when opened_at is null then 'new' when done = total then 'finished' else 'in_progress' end as state,
         case when total = 0 then 0 else floor(100.0 * done / total)::integer end as percent
    from (
      select e.company_id, e.course_id, e.user_id,
             count(*) filter (where s.type <> 'additional')::integer as total,
             count(s.done_at) filter (where s.type <> 'additional')::integer as done,
             min(s.opened_at) as opened_at,
             max(greatest(s.opened_at, s.done_at)) as last_activity
        from enrolments e
        left join student_materials s using (company_id, course_id, user_id)
        group by e.company_id, e.course_id, e.user_id
    ) counted;

-- The rows a role's hand reaches (decisions, "Row scope"). Company-wide roles do not ask.
create function groups_in_reach() returns setof integer language sql stable as $$
  select group_id from group_members
    where company_id = app_company() and user_id = app_user()
      and role = case app_user_type() when 'manager' then 'manager' when 'student' then 'student' else 'coach' end
  union
  select cg.group_id from course_groups cg
    join course_members cm on cm.company_id = cg.company_id and cm.course_id = cg.course_id
    where app_user_type() = 'trainer' and cg.company_id = app_company() and cm.user_id = app_user() and cm.role = 'coach'
$$;

create function programs_in_reach() returns setof integer language sql stable as $$
  select program_id from program_groups
    where company_id = app_company() and app_user_type() in ('manager', 'student')
      and group_id in (select groups_in_reach())
  union
  select pc.program_id from program_courses pc
    join course_members cm on cm.company_id = pc.company_id and cm.course_id = pc.course_id
    where app_user_type() = 'trainer' and pc.company_id = app_company() and cm.user_id = app_user() and cm.role = 'coach'
$$;

create function courses_in_reach() returns setof integer language sql stable as $$
  select course_id from course_members
    where app_user_type() = 'trainer' and company_id = app_company() and user_id = app_user() and role = 'coach'
  union
  select e.course_id from enrolments e
    join courses c on c.company_id = e.company_id and c.id = e.course_id and c.published_at is not null
    where app_user_type() = 'student' and e.company_id = app_company() and e.user_id = app_user()
  union
  select course_id from course_groups
    where app_user_type() = 'manager' and company_id = app_company() and group_id in (select groups_in_reach())
  union
  select course_id from program_courses
    where app_user_type() = 'manager' and company_id = app_company() and program_id in (select programs_in_reach())
$$;

create function people_in_reach() returns setof integer language sql stable as $$
  select app_user()
  union
  select user_id from group_members
    where app_user_type() in ('manager', 'student') and company_id = app_company()
      and group_id in (select groups_in_reach())
  union
  select user_id from enrolments
    where app_user_type() = 'trainer' and company_id = app_company() and course_id in (select courses_in_reach())
$$;

-- Refuses to take a group away from a course that has no other one (§5). Locks the courses first, so that two groups
-- taken away at once cannot both count on the other.
create function require_other_groups(p_group integer) returns void language plpgsql as $$
begin
  perform from courses c join course_groups cg on cg.company_id = c.company_id and cg.course_id = c.id
    where c.company_id = app_company() and cg.group_id = p_group and c.deleted_at is null for update of c;
  if exists (
    select from course_groups cg
      join courses c on c.company_id = cg.company_id and c.id = cg.course_id and c.deleted_at is null
      where cg.company_id = app_company() and cg.group_id = p_group and not exists (
        select from course_groups other
          join study_groups g on g.company_id = other.company_id and g.id = other.group_id and g.deleted_at is null
          where other.company_id = cg.company_id and other.course_id = cg.course_id and other.group_id <> p_group)
  ) then
    perform fail('group_required', 'study_groups');
  end if;
end $$;

-- Active in the last 5 minutes in the company entered (decisions, "Identity").
create function is_online(p_user integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from sessions where user_id = p_user and company_id = app_company() and ended_at is null
                   and last_seen_at > now() - interval '5 minutes')
$$;
alter function is_online(integer) owner to osnova_system;

grant select on enrolments, student_materials, course_progress to osnova_worker, osnova_system;

-- ── History ───────────────────────────────────────────────────────────────────────────────────────

-- Arguments: model, section, label column ('' for none), 'main' or 'part', id column.
create function record_history() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row jsonb := coalesce(v_new, v_old);
  v_action text := nullif(current_setting('app.action', true), '');
begin
  if v_old = v_new then
    return null;
  end if;
  if v_action is null then
    v_action := case
      when tg_argv[3] = 'part' then case when tg_op = 'INSERT' then 'add' else 'update_related_model' end
      when tg_op = 'INSERT' then 'create'
      when tg_op = 'DELETE' then 'delete'
      when v_old->>'deleted_at' is null and v_new->>'deleted_at' is not null then 'delete'
      when v_old->>'deleted_at' is not null and v_new->>'deleted_at' is null then 'restore'
      when v_old->>'blocked_at' is null and v_new->>'blocked_at' is not null then 'blocked'
      when v_old->>'blocked_at' is not null and v_new->>'blocked_at' is null then 'unblocked'
      else 'update'
    end;
  end if;
  insert into history (company_id, author_id, author_type, action, section, object_model, object_id, object_label,
                       old_object, new_object, batch, created_at)
  values (coalesce((v_row->>'company_id')::integer, (v_row->>'id')::integer), app_user(), app_user_type(), v_action,
          tg_argv[1], tg_argv[0], (v_row->>tg_argv[4])::integer, coalesce(v_row->>tg_argv[2], ''),
          v_old, v_new, nullif(current_setting('app.batch', true), ''), app_now());
  return null;
end $$;
alter function record_history() owner to osnova_system;

create function record_table(p_table text, p_model text, p_section text, p_label text, p_kind text, p_id text)
  returns void language plpgsql as $$
begin
  execute format('create trigger history after insert or update or delete on %I for each row '
    'execute function record_history(%L, %L, %L, %L, %L)', p_table, p_model, p_section, p_label, p_kind, p_id);
end $$;

select record_table('companies', 'company', 'company', 'name', 'main', 'id');
select record_table('memberships', 'membership', 'users', '', 'main', 'user_id');
select record_table('study_groups', 'group', 'groups', 'name', 'main', 'id');
select record_table('group_members', 'group', 'groups', '', 'part', 'group_id');
select record_table('programs', 'program', 'programs', 'name', 'main', 'id');
select record_table('program_courses', 'program', 'programs', '', 'part', 'program_id');
select record_table('program_groups', 'program', 'programs', '', 'part', 'program_id');
select record_table('courses', 'course', 'courses', 'name', 'main', 'id');
select record_table('course_groups', 'course', 'courses', '', 'part', 'course_id');
select record_table('course_members', 'course', 'courses', '', 'part', 'course_id');
select record_table('materials', 'material', 'courses', 'name', 'main', 'id');
select record_table('forms', 'form', 'courses', 'name', 'main', 'id');
select record_table('questions', 'question', 'courses', 'title', 'main', 'id');
