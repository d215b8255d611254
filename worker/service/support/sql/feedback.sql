-- What people tell us.

set role osnova_system;

-- Keeps what somebody wrote to the vendor, so many times a day, and mails it where the installation names an address:
-- in the company's own queue, so that one that writes much holds nobody else up.
create or replace function give_feedback(
  p_feedback jsonb,
  p_screenshot jsonb,
  p_recipient text,
  p_mails jsonb
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_most constant integer := 20;
  v_screenshot integer;
  v_id integer;
  v_mail jsonb;
begin
  -- Two at once count one after the other.
  perform from memberships where company_id = app_company() and user_id = app_user() for no key update;
  if (select count(*) from feedback
        where company_id = app_company() and user_id = app_user() and created_at > v_now - interval '24 hours')
          >= v_most then
    perform fail('feedback_limit', '', v_most::text);
  end if;
  if p_screenshot is not null then
    insert into media (company_id, key, content_type, size)
      values (app_company(), p_screenshot->>'key', p_screenshot->>'content_type', (p_screenshot->>'size')::bigint)
      returning id into v_screenshot;
  end if;
  insert into feedback (company_id, user_id, user_type, category, text, page, device, screenshot_id, created_at)
    values (app_company(), app_user(), app_user_type(), p_feedback->>'category', p_feedback->>'text',
      p_feedback->>'page',
            p_feedback->>'device', v_screenshot, v_now)
    returning id into v_id;
  if p_mails is not null then
    select fill_mail(m.mail, jsonb_build_object(
             'company', c.name, 'company_id', c.id, 'role', m.words->'roles'->>app_user_type(), 'id', v_id,
             'name', coalesce(nullif(person_name(u.last_name, u.first_name), ''), u.email,
               u.phone, ''),
             'email', coalesce(u.email, u.phone, m.words->>'no_email'),
             'screenshot', replace(m.words->>(case when v_screenshot is null then 'none' else 'screenshot' end),
               '{id}', v_id::text)))
      into v_mail
      from companies c, users u
      cross join lateral jsonb_to_record(p_mails->u.language) as m(mail jsonb, words jsonb)
      where c.id = app_company() and u.id = app_user();
    perform queue_company_mail(app_company(), 'feedback', p_recipient, v_mail);
  end if;
  return v_id;
end $$;
grant
  execute
  on
    function give_feedback(jsonb, jsonb, text, jsonb)
  to
  osnova_worker;
