-- How a directory comes in: by a token of the company's owner, in whose name it acts.

set role osnova_system;

-- The first statement of a directory's batch, in place of `enter`. Refuses (OS001) a token that nobody knows or that
-- was revoked, one whose maker is the company's owner no more or could not act as such now, and a company that is
-- closed. What is written from here on is the directory's, by its batch.
create or replace function enter_directory(p_token text) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_token directory_tokens;
begin
  select t.* into v_token
    from directory_tokens t
    join open_memberships(t.created_by) m on m.company_id = t.company_id and 'owner' = any (m.user_types)
    where t.token_hash = p_token and t.revoked_at is null and not lacks_second_factor(t.company_id, t.created_by);
  if not found then
    raise exception 'token ended' using errcode = 'OS001';
  end if;
  perform set_config('app.company', v_token.company_id::text, true),
          set_config('app.user', v_token.created_by::text, true), set_config('app.user_type', 'owner', true),
          set_config('app.batch', 'directory ' || v_token.id, true);
  if v_token.last_used_at is null or v_token.last_used_at < app_now() - interval '1 minute' then
    update directory_tokens set last_used_at = app_now()
      where id = (select id from directory_tokens where id = v_token.id for update skip locked);
  end if;
end $$;
grant execute on function enter_directory(text) to osnova_worker;

-- The e-mail of a person, or the name of a group, whom a directory named by a number. Null: there is none by it.
create or replace function name_of_refused(
  p_call text,
  p_subject text
) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select case
      when p_subject !~ '^-?[1-9][0-9]{0,8}$' then null
      when p_call like '% Users' then (
        select u.email from users u where u.id = any (people_numbered(array[p_subject::integer])) limit 1)
      when p_call like '% Groups' then (
        select g.name from study_groups g where g.company_id = app_company() and g.id = p_subject::integer
          and g.deleted_at is null) end
$$;

-- Notes what a directory was refused, in a transaction of its own since that one was undone. Twenty are kept, each
-- once: a directory comes back with the same call every round, and one person would hide all others. Who was named by
-- a number is told by what people know them by.
create or replace function note_directory_refusal(
  p_call text,
  p_subject text,
  p_code text,
  p_detail text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_token integer := substring(current_batch() from '^directory ([0-9]+)$');
  v_subject text := left(coalesce(name_of_refused(p_call, p_subject), p_subject), 254);
begin
  perform pg_advisory_xact_lock(hashtext('directory_refusals'), app_company());
  delete from directory_refusals where company_id = app_company() and token_id = v_token and call = p_call
    and subject = v_subject and code = p_code;
  insert into directory_refusals (company_id, token_id, refused_at, call, subject, code, detail)
    values (app_company(), v_token, app_now(), p_call, v_subject, p_code, left(p_detail, 254));
  delete from directory_refusals where company_id = app_company() and id not in (
    select id from directory_refusals where company_id = app_company() order by id desc limit 20);
end $$;
grant
  execute
  on
    function note_directory_refusal(text, text, text, text)
  to
  osnova_worker;

-- Tells the company's owners of a token, whoever of them made it: whoever has it decides about everybody. Who is
-- invited as one and has not come in is nobody's owner yet.
create or replace function tell_of_directory_token(
  p_name text,
  p_mails jsonb
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  select notify_person(m.user_id, (
      select jsonb_object_agg(l.key, fill_mail(l.value, jsonb_build_object('company', c.name, 'token', p_name)))
        from jsonb_each(p_mails) l))
    from companies c
    join memberships m on m.company_id = c.id
    join users u on u.id = m.user_id and u.record_of is null
    where c.id = app_company() and m.user_types @> '{owner}' and m.deleted_at is null and m.blocked_at is null
$$;

-- A new token. Asks for the password anew, since whoever has the token decides about everybody in the company.
-- Errors: password_confirmation_required, too_many_directory_tokens.
create or replace function make_directory_token(
  p_name text,
  p_prefix text,
  p_token text,
  p_most integer,
  p_mails jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_id integer;
begin
  perform require_confirmed();
  -- One at a time, so that two cannot both be the last.
  perform from companies where id = app_company() for update;
  if (select count(*) >= p_most from directory_tokens where company_id = app_company() and revoked_at is null) then
    perform fail('too_many_directory_tokens', '', p_most::text);
  end if;
  insert into directory_tokens (company_id, name, prefix, token_hash, created_by, created_at)
    values (app_company(), p_name, p_prefix, p_token, app_user(), app_now()) returning id into v_id;
  perform tell_of_directory_token(p_name, p_mails);
  return v_id;
end $$;
grant
  execute
  on
    function make_directory_token(text, text, text, integer, jsonb)
  to
  osnova_worker;

-- Ends a token; one that has ended stays so. Errors: not_found.
create or replace function revoke_directory_token(p_token integer) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update directory_tokens set revoked_at = coalesce(revoked_at, app_now())
    where company_id = app_company() and id = p_token;
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function revoke_directory_token(integer) to osnova_worker;
