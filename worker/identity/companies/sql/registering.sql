-- Companies come into being.

set role osnova_system;

-- Founds a company with its owner, who is in it by their own will. Its contact is the e-mail, which whoever founds it
-- is told; the phone that they sign in with is none. Where nothing says its zone (null), it is in Ukraine. `p_more`:
-- phone, website, facebook, instagram, linkedin, description.
create or replace function found_company(
  p_user integer,
  p_name text,
  p_email text,
  p_zone text,
  p_more jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer;
begin
  insert into companies (name, email, owner_id, time_zone, phone, website, facebook, instagram, linkedin, description)
    values (p_name, p_email, p_user, coalesce(p_zone, 'Europe/Kyiv'), p_more->>'phone',
            coalesce(p_more->>'website', ''), coalesce(p_more->>'facebook', ''), coalesce(p_more->>'instagram', ''),
            coalesce(p_more->>'linkedin', ''), coalesce(p_more->>'description', ''))
    returning id into v_company;
  perform set_config('app.consenting', p_user::text, true);
  insert into memberships (company_id, user_id, user_types, accepted_at)
    values (v_company, p_user, array['owner', 'admin', 'manager', 'trainer', 'student'], now());
  perform set_config('app.consenting', '', true);
  return v_company;
end $$;
grant
  execute
  on
    function found_company(integer, text, text, text, jsonb)
  to
  public;

-- Registers a company with its owner and queues the confirmation mail (§7 space_registration). An address that somebody
-- registered with and did not prove while the link lived is free again.
create or replace function register_company(
  p_company jsonb,
  p_owner jsonb,
  p_password_hash text,
  p_token jsonb,
  p_mail jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
  v_company integer;
begin
  if not exists (
    select from users u join one_time_tokens t on t.user_id = u.id and t.used_at is null and t.expires_at > now()
      where u.email = p_owner->>'email' and u.record_of is null and u.activated_at is null) then
    perform void_registrations(p_owner->>'email');
  end if;
  insert into users (email, phone, first_name, last_name, language)
    values (p_owner->>'email', nullif(p_owner->>'phone', ''), p_owner->>'first_name', p_owner->>'last_name',
            p_owner->>'language')
    returning id into v_user;
  insert into credentials (user_id, password_hash) values (v_user, p_password_hash);
  perform set_config('app.user', v_user::text, true), set_config('app.user_type', 'owner', true);
  v_company := found_company(v_user, p_company->>'name', p_owner->>'email', p_company->>'time_zone', '{}');
  perform keep_token(p_token, v_user, v_company);
  perform queue_mail(p_owner->>'email', p_mail);
  return v_company;
end $$;
grant
  execute
  on
    function register_company(jsonb, jsonb, text, jsonb, jsonb)
  to
  osnova_worker;

-- One more company of the signed-in person (§7 new_space), with their e-mail and where theirs is unless told; the
-- caller has entered. `p_company`: name, and perhaps email, time_zone and what else found_company takes.
create or replace function create_company(p_company jsonb) returns integer
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select found_company(u.id, p_company->>'name', coalesce(p_company->>'email', u.email, ''),
      coalesce(p_company->>'time_zone', (select time_zone from companies where id = app_company())), p_company)
    from users u where u.id = app_user()
$$;
grant execute on function create_company(jsonb) to public;

-- Founds a company for somebody whom the vendor names by e-mail: its owner is a record until they accept.
create or replace function found_company_for(
  p_name text,
  p_email text,
  p_language text,
  p_token jsonb,
  p_mails jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_company integer := nextval('companies_id_seq');
  v_owner integer;
begin
  insert into users (record_of, email, language) values (v_company, p_email, p_language) returning id into v_owner;
  insert into companies (id, name, email, owner_id) overriding system value
    values (v_company, p_name, p_email, v_owner);
  perform set_config('app.company', v_company::text, true), set_config('app.user', v_owner::text, true),
          set_config('app.user_type', 'owner', true);
  insert into memberships (company_id, user_id, user_types)
    values (v_company, v_owner, array['owner', 'admin', 'manager', 'trainer', 'student']);
  -- Whom the vendor makes a company for is known.
  perform vouch_company(v_company);
  perform invite_by_mail(v_owner, p_token, p_mails);
  return v_company;
end $$;
