-- The rows a role's hand reaches. Company-wide roles do not ask. What is deleted gives no reach, until it is restored.

-- The role's rank: 1 is the strongest.
create or replace function user_type_rank(p_type text) returns integer
  language sql
  immutable
  parallel safe
  as $$ select array_position(array['owner', 'admin', 'manager', 'trainer', 'student'], p_type) $$;

-- Roles, the strongest first.
create or replace function ranked(p_types text[]) returns text[]
  language sql
  immutable
  parallel safe
  as $$
  select array(select t from unnest(p_types) t order by user_type_rank(t))
$$;

-- Owner and admin reach the whole company.
create or replace function reaches_all() returns boolean
  language sql
  stable
  parallel safe
  as $$ select app_user_type() in ('owner', 'admin') $$;

-- In PL/pgSQL since that keeps its plans: inlined into a query, these cost more to plan than the query takes to run.
create or replace function groups_in_reach() returns setof integer
  language plpgsql
  stable
  as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_type text := app_user_type();
begin
  return query select gm.group_id from group_members gm
    join study_groups g on g.company_id = v_company and g.id = gm.group_id and g.deleted_at is null
    where gm.company_id = v_company and gm.user_id = v_user
      and gm.role = case v_type when 'manager' then 'manager' when 'student' then 'student' else 'coach' end;
  if v_type = 'trainer' then
    return query select cg.group_id from course_members cm
      join courses c on c.company_id = v_company and c.id = cm.course_id and c.deleted_at is null
      join course_groups cg on cg.company_id = v_company and cg.course_id = cm.course_id
      join study_groups g on g.company_id = v_company and g.id = cg.group_id and g.deleted_at is null
      where cm.company_id = v_company and cm.user_id = v_user and cm.role = 'coach';
  end if;
end $$;

-- Programs that a manager, student or trainer reaches: of their groups, or of what they coach.
create or replace function programs_in_reach() returns setof integer
  language plpgsql
  stable
  as $$
declare
  v_company integer := app_company();
begin
  if app_user_type() in ('manager', 'student') then
    return query select pg.program_id from program_groups pg
      join programs p on p.company_id = v_company and p.id = pg.program_id and p.deleted_at is null
      where pg.company_id = v_company and pg.group_id in (select groups_in_reach());
  elsif app_user_type() = 'trainer' then
    return query select pc.program_id from course_members cm
      join courses c on c.company_id = v_company and c.id = cm.course_id and c.deleted_at is null
      join program_courses pc on pc.company_id = v_company and pc.course_id = cm.course_id
      join programs p on p.company_id = v_company and p.id = pc.program_id and p.deleted_at is null
      where cm.company_id = v_company and cm.user_id = app_user() and cm.role = 'coach';
  end if;
end $$;

-- Courses that a trainer coaches, a student has, a manager's groups or programs have.
create or replace function courses_in_reach() returns setof integer
  language plpgsql
  stable
  as $$
declare
  v_company integer := app_company();
  v_user integer := app_user();
  v_type text := app_user_type();
begin
  if v_type = 'trainer' then
    return query select cm.course_id from course_members cm
      join courses c on c.company_id = v_company and c.id = cm.course_id and c.deleted_at is null
      where cm.company_id = v_company and cm.user_id = v_user and cm.role = 'coach';
  elsif v_type = 'student' then
    return query select s.course_id from course_states s
      join courses c on c.company_id = v_company and c.id = s.course_id and c.published_at is not null
      where s.company_id = v_company and s.user_id = v_user;
  elsif v_type = 'manager' then
    return query select cg.course_id from course_groups cg
      where cg.company_id = v_company and cg.group_id in (select groups_in_reach());
    return query select pc.course_id from program_courses pc
      where pc.company_id = v_company and pc.program_id in (select programs_in_reach());
  end if;
end $$;

-- The caller, and who shares a manager's or student's group, or studies what a trainer coaches.
create or replace function people_in_reach() returns setof integer
  language plpgsql
  stable
  as $$
declare
  v_company integer := app_company();
begin
  return next app_user();
  if app_user_type() in ('manager', 'student') then
    return query select gm.user_id from group_members gm
      where gm.company_id = v_company and gm.group_id in (select groups_in_reach());
  elsif app_user_type() = 'trainer' then
    return query select s.user_id from course_states s
      where s.company_id = v_company and s.course_id in (select courses_in_reach());
  end if;
end $$;

-- The e-mail of a person, else the phone, for staff who reach them; students see no addresses.
create or replace function address_in_reach(p_id integer) returns text
  language plpgsql
  stable
  parallel safe
  as $$
begin
  if reaches_all() or app_user_type() in ('manager', 'trainer') and p_id in (select people_in_reach()) then
    return (select coalesce(email, phone) from users where id = p_id);
  end if;
  return null;
end $$;
