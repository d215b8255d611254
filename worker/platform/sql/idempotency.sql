-- A request that is sent twice is carried out once.

-- Claims an idempotency key in the batch that makes the row: a replay raises OS010 with the row's id, and waits for a
-- twin that is still running. `p_request`: a digest of what is asked for, which keys of an older release do not have.
create or replace function claim_key(
  p_key text,
  p_endpoint text,
  p_request text
) returns void
  language plpgsql
  as $$
declare
  v_claimed idempotency_keys;
begin
  insert into idempotency_keys (company_id, user_id, key, endpoint, request)
    values (app_company(), app_user(), p_key, p_endpoint, p_request)
    on conflict do nothing;
  if found then
    return;
  end if;
  select * into v_claimed from idempotency_keys
    where company_id = app_company() and user_id = app_user() and key = p_key;
  if v_claimed.endpoint <> p_endpoint or v_claimed.request <> p_request then
    perform fail('idempotency_mismatch');
  end if;
  raise exception 'replayed' using errcode = 'OS010', detail = v_claimed.row_id::text;
end $$;
