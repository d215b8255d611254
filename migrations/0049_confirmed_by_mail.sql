set role osnova_system;
--> statement-breakpoint
-- As in 0006, but never past a second factor: who was invited by two companies holds two links, and may have set one up
-- after using the first.
create or replace function confirm_email(p_token_hash text, p_device text, p_address text)
  returns table (session_id integer, user_id integer, company_id integer, user_type text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user integer;
  v_company integer;
begin
  select t.user_id, t.company_id into v_user, v_company from use_token('email_confirmation', p_token_hash) t;
  if second_factors_of(v_user) <> '{}' then
    perform fail('token_incorrect', 'token');
  end if;
  update users u set email_verified = true, activated_at = coalesce(u.activated_at, now()) where u.id = v_user;
  return query select * from open_session(v_user, p_device, p_address, v_company);
end $$;
--> statement-breakpoint
reset role;
