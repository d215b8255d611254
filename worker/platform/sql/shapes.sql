-- Shapes that many answers hold, each in one place.

-- A thing by its name.
create or replace function named(p_id integer, p_name text) returns jsonb
  language sql
  immutable
  parallel safe
  as $$
  select jsonb_build_object('id', p_id, 'name', p_name)
$$;

-- What stands for the name of somebody who has none yet: their address, where the caller may know it.
create or replace function nameless_address(
  p_id integer,
  p_first_name text,
  p_last_name text
) returns text
  language sql
  stable
  parallel safe
  as $$
  select case when p_first_name || p_last_name = '' then address_in_reach(p_id) end
$$;

-- A person by their name, or with the `address` that stands for it.
create or replace function person(
  p_id integer,
  p_first_name text,
  p_last_name text
) returns jsonb
  language sql
  stable
  parallel safe
  as $$
  select case when p_first_name || p_last_name = ''
    then jsonb_build_object('id', p_id, 'first_name', '', 'last_name', '', 'address', address_in_reach(p_id))
    else jsonb_build_object('id', p_id, 'first_name', p_first_name, 'last_name', p_last_name) end
$$;

-- How people are named in mails, the bell and on paper: as personName() in web/lib/words/person-name.ts.
create or replace function person_name(
  p_last_name text,
  p_first_name text,
  p_middle_name text default ''
) returns text
  language sql
  immutable
  parallel safe
  as $$
  select concat_ws(' ', nullif(p_last_name, ''), nullif(p_first_name, ''), nullif(p_middle_name, ''))
$$;

-- An instant on the clock of a zone, with the zone as people know it: 01.07.2030, 12:00 (Київ, GMT+3).
-- As zoneText() in web/lib/words/zones.ts.
create or replace function zoned_text(
  p_at timestamptz,
  p_zone text,
  p_language text
) returns text
  language sql
  stable
  parallel safe
  as $$
  select to_char(local.clock, 'DD.MM.YYYY, HH24:MI') || ' ('
      || case when p_zone in ('Europe/Kyiv', 'Europe/Kiev')
           then case p_language when 'uk' then 'Київ' when 'de' then 'Kyjiw' else 'Kyiv' end
           else replace(regexp_replace(p_zone, '^.*/', ''), '_', ' ') end
      || ', GMT' || case sign(local.minutes) when 1 then '+' when -1 then '−' else '' end
      || case when local.minutes <> 0 then (abs(local.minutes) / 60)::text else '' end
      || case when local.minutes % 60 <> 0 then to_char(abs(local.minutes) % 60, 'FM:00') else '' end || ')'
    from (select p_at at time zone p_zone as clock,
            (extract(epoch from (p_at at time zone p_zone) - (p_at at time zone 'UTC')) / 60)::integer as minutes) local
$$;

-- How a text is asked for a word of a search (`patternOf`), as an operator and what stands right of it: one of fewer
-- than three letters, by which no index finds anything, has to begin a word. The longest first. What may stand before a
-- word is named sign by sign, none behind U+07FE: from \m, \W or a longer list no index of trigrams takes anything.
create or replace function word_tests(
  p_pattern text
) returns table (operator text, pattern text)
  language sql
  immutable
  parallel safe
  as $$
  select case when starts then '~*' else 'ilike' end,
         case when starts then '(^|[] /«»"''().,;:_#+[-])' || regexp_replace(word, '(\W)', '\\\1', 'g') else each end
    from unnest(string_to_array(p_pattern, ' ')) each
    cross join lateral (select substr(each, 2, length(each) - 2) as word) inner_word
    cross join lateral (select length(word) < 3 and word ~ '^\w' as starts) short
    order by length(each) desc
$$;

-- The patterns of like over search_text(), where apostrophes are left out, for the words of a search (`patternOf`): the
-- longest first, of which an index gives the fewest to look at. A short one has to begin a word, as above.
create or replace function words_patterns(p_pattern text) returns text[]
  language sql
  immutable
  parallel safe
  as $$
  select array_agg(case when length(word) < 3 then '% ' else '%' end
                   || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by length(word) desc)
    from unnest(string_to_array(p_pattern, ' ')) pattern
    cross join lateral (select substr(search_text(
      regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)|_', '\1', 'g')), 2) as word) each
$$;

-- What is to stand where somebody sends a list that they read as another (null: it is sent as a whole): what they put
-- in and took out counts, and what others have changed since stays (decisions, "Groups, programs, courses").
create or replace function list_as_meant(
  p_given integer[],
  p_read jsonb,
  p_now integer[]
) returns integer[]
  language sql
  immutable
  parallel safe
  as $$
  select case when p_read is null then p_given else array(
    with was as (
      select value::integer as id from jsonb_array_elements_text(p_read) value
    ), taken_out as (
      select id from was except select unnest(p_given)
    ), put_in as (
      select unnest(p_given) as id except select id from was
    )
    select unnest(p_now) except select id from taken_out union select id from put_in) end
$$;
