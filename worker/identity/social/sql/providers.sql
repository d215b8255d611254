-- Signing in with an account elsewhere.

set role osnova_system;

-- Signs in by the provider's id, or links by an e-mail that both the provider (else it comes as '') and we have
-- verified. An account is made only by an invitation to that very e-mail, under the names that the provider gives, if
-- it does.
create or replace function social_sign_in(
  p_backend text,
  p_subject text,
  p_email text,
  p_names jsonb,
  p_device text,
  p_address text,
  p_ticket jsonb,
  p_mails jsonb,
  p_along jsonb
) returns table (
  session_id integer,
  user_id integer,
  company_id integer,
  user_type text,
  two_factor text[]
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user integer;
  v_along jsonb := p_along;
  v_invited users;
begin
  select l.user_id into v_user from social_links l where l.backend = p_backend and l.subject = p_subject;
  if not found then
    select u.id into v_user from users u
      where u.email = p_email and u.email_verified and u.activated_at is not null and u.blocked_at is null;
    if not found then
      select r.* into v_invited from invited_by_link(p_along->>'invitation') l join users r on r.id = l.user_id
        where l.email = p_email;
      if not found then
        perform fail('social_unknown');
      end if;
      v_along := '{}';
      select account into v_user from account_by_link(p_along->>'invitation',
        coalesce(p_names->>'first_name', v_invited.first_name), coalesce(p_names->>'last_name', v_invited.last_name));
    end if;
    insert into social_links (backend, subject, user_id, email) values (p_backend, p_subject, v_user, p_email)
      on conflict on constraint social_links_backend_subject_pk do nothing;
    perform notify_person(v_user, p_mails);
  end if;
  return query select * from sign_in(v_user, p_device, p_address, p_ticket, null, v_along);
end $$;
grant
  execute
  on
    function
      social_sign_in(
        text,
        text,
        text,
        jsonb,
        text,
        text,
        jsonb,
        jsonb,
        jsonb
      )
  to
  osnova_worker;

-- Ties an account elsewhere to the caller's, in place of one of the same provider. `p_subject`: the provider's id of
-- it. Errors: social_taken.
create or replace function link_social(
  p_backend text,
  p_subject text,
  p_email text,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  if exists (select from social_links where backend = p_backend and subject = p_subject and user_id <> app_user()) then
    perform fail('social_taken');
  end if;
  delete from social_links where backend = p_backend and user_id = app_user();
  insert into social_links (backend, subject, user_id, email) values (p_backend, p_subject, app_user(), p_email);
  perform notify_person(app_user(), p_mails);
end $$;
grant execute on function link_social(text, text, text, jsonb) to osnova_worker;

-- Unties the caller's account at a provider. Errors: not_found.
create or replace function unlink_social(
  p_backend text,
  p_mails jsonb
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform require_confirmed();
  delete from social_links where backend = p_backend and user_id = app_user();
  if not found then
    perform fail('not_found');
  end if;
  perform notify_person(app_user(), p_mails);
end $$;
grant execute on function unlink_social(text, jsonb) to osnova_worker;
