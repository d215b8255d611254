-- What tables need before they are made: defaults, generated columns and indexes call these. Applied before the
-- migrations.

-- The database's clock is the clock; a test may stop it with the setting app.now.
create or replace function app_now() returns timestamptz
  language sql
  volatile
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()) $$;

-- What is compared: small letters after a blank, apostrophes left out however they are written, and what stands between
-- words as a blank, so that a word begins wherever a blank does. Wildcards stay letters like others.
create or replace function search_text(p_text text) returns text
  language sql
  immutable
  parallel safe
  as $$
  select ' ' || regexp_replace(regexp_replace(lower(p_text), '[''’ʼ`´‘′]', '', 'g'), '[-‐–—/«»"“”„()\[\],;:…\s]+', ' ',
    'g')
$$;
