-- Where questions of the bank lie, and with which tags.

-- Tags with some more and without others, whatever their case.
create or replace function changed_tags(
  p_tags text[],
  p_added text[],
  p_removed text[]
) returns text[]
  language sql
  immutable
  as $$
  with kept as (
    select t, n from unnest(p_tags) with ordinality k(t, n)
      where lower(t) <> all (select lower(r) from unnest(p_removed) r)
  )
  select array(select t from kept order by n) || array(
    select a from unnest(p_added) with ordinality m(a, n)
      where lower(a) <> all (select lower(t) from kept) order by n)
$$;

-- Moves questions, gives and takes tags, puts them away or takes them back; what is null stays. None has more tags than
-- p_most.
create or replace function place_bank_questions(
  p_questions integer[],
  p_folder integer,
  p_tags text[],
  p_archived boolean,
  p_added text[],
  p_removed text[],
  p_most integer
) returns void
  language plpgsql
  as $$
declare
  v_tags text[] := spelled_tags(p_tags);
  v_added text[] := spelled_tags(p_added);
begin
  if p_folder is not null then
    perform require_folder(p_folder);
  end if;
  perform hold_bank_question(id) from unnest(p_questions) id order by id;
  update bank_entries e set folder_id = coalesce(p_folder, e.folder_id),
      tags = changed_tags(coalesce(v_tags, e.tags), v_added, p_removed),
      archived_at = case p_archived when true then coalesce(e.archived_at, app_now()) when false then null
        else e.archived_at end
    where e.company_id = app_company() and e.question_id = any (p_questions);
  if exists (select from bank_entries e where e.company_id = app_company() and e.question_id = any (p_questions)
      and cardinality(e.tags) > p_most) then
    perform fail('too_many_tags', 'add_tags', p_most::text);
  end if;
end $$;
