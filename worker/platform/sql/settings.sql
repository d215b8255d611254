-- Who acts, and in which company: settings of the transaction, which `enter` writes. After a commit a
-- transaction-local setting reads '', not null.

-- The company that was entered; null outside of one. Policies ask for it.
create or replace function app_company() returns integer
  language sql
  stable
  parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::integer $$;

-- Who entered; null where nobody did.
create or replace function app_user() returns integer
  language sql
  stable
  parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::integer $$;

-- The role that the caller acts in; null where they act as themselves.
create or replace function app_user_type() returns text
  language sql
  stable
  parallel safe
  as $$ select nullif(current_setting('app.user_type', true), '') $$;

-- What belongs together in the history: an import, a clone, a restore; null outside of one.
create or replace function current_batch() returns text
  language sql
  stable
  parallel safe
  as $$ select nullif(current_setting('app.batch', true), '') $$;

-- Raises an error of the catalogue: SQLSTATE OSAPP, the code as message, the field as hint, a row id as detail.
create or replace function fail(
  p_code text,
  p_field text default '',
  p_detail text default ''
) returns void
  language plpgsql
  as $$
begin
  raise exception '%', p_code using errcode = 'OSAPP', hint = p_field, detail = p_detail;
end $$;
