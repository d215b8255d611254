-- Folders of the bank.

-- How many levels of folders a bank has at most.
create or replace function folder_levels() returns integer
  language sql
  immutable
  as $$
  select 10
$$;

-- On which level a folder would lie, from 1, and how many it has itself, with those within it.
create or replace function levels_with(
  p_folder integer,
  p_parent integer
) returns integer
  language sql
  stable
  as $$
  with recursive above as (
    select f.id, f.parent_id from bank_folders f where f.company_id = app_company() and f.id = p_parent
    union
    select f.id, f.parent_id from above a join bank_folders f on f.company_id = app_company() and f.id = a.parent_id
  ), branch as (
    select p_folder as id, 1 as level
    union all
    select f.id, b.level + 1 from branch b
      join bank_folders f on f.company_id = app_company() and f.parent_id = b.id
  )
  select (select count(*) from above)::integer + (select max(level) from branch)
$$;

-- Makes a folder, or names and moves one; none lies within itself, nor too deep. Gives its id.
create or replace function save_folder(
  p_folder integer,
  p_name text,
  p_parent integer
) returns integer
  language plpgsql
  as $$
declare
  v_id integer := p_folder;
begin
  -- One after another in a company: two moves at once could put each of two folders into the other.
  perform pg_advisory_xact_lock(hashtext('bank_folders'), app_company());
  if p_folder is not null then
    perform require_folder(p_folder);
  end if;
  if p_parent is not null then
    perform require_folder(p_parent);
    if p_parent in (select folder_branch(p_folder, true)) then
      perform fail('folder_within_itself', 'parent_id');
    elsif levels_with(p_folder, p_parent) > folder_levels() then
      perform fail('folder_too_deep', 'parent_id', folder_levels()::text);
    end if;
  end if;
  if exists (select from bank_folders f where f.company_id = app_company() and f.parent_id is not distinct from p_parent
      and lower(f.name) = lower(p_name) and f.id is distinct from p_folder) then
    perform fail('folder_name_taken', 'name');
  end if;
  if p_folder is null then
    insert into bank_folders (company_id, parent_id, name) values (app_company(), p_parent, p_name)
      returning id into v_id;
  else
    update bank_folders set name = p_name, parent_id = p_parent where company_id = app_company() and id = p_folder;
  end if;
  return v_id;
end $$;

-- Takes an empty folder away: nothing lies in it, not even put away, and no test draws from it.
create or replace function delete_folder(p_folder integer) returns void
  language plpgsql
  as $$
begin
  perform from bank_folders where company_id = app_company() and id = p_folder for update;
  if not found then
    perform fail('not_found');
  elsif exists (select from bank_entries where company_id = app_company() and folder_id = p_folder)
     or exists (select from bank_folders where company_id = app_company() and parent_id = p_folder)
     or exists (select from forms where company_id = app_company()
          and draws @> jsonb_build_array(jsonb_build_object('folder_id', p_folder))) then
    perform fail('folder_not_empty');
  end if;
  delete from bank_folders where company_id = app_company() and id = p_folder;
end $$;

-- The folders of the company, each with the number of questions that lie in it and are not put away.
create or replace function folders_of_bank() returns table (
  id integer,
  parent_id integer,
  name text,
  questions integer
)
  language sql
  stable
  as $$
  select f.id, f.parent_id, f.name,
         (select count(*)::integer from bank_entries e
            where e.company_id = f.company_id and e.folder_id = f.id and e.archived_at is null)
    from bank_folders f where f.company_id = app_company() order by f.name collate "uk-x-icu", f.id
$$;

-- The tags of questions in the bank, the most used first; of those that differ by case alone one, as most are written.
create or replace function tags_of_bank() returns table (
  tag text,
  questions integer
)
  language sql
  stable
  as $$
  select (array_agg(s.tag order by s.questions desc, s.tag))[1], sum(s.questions)::integer
    from (
      select t as tag, count(*) as questions from bank_entries e, unnest(e.tags) t
        where e.company_id = app_company() and e.archived_at is null group by t) s
    group by lower(s.tag) order by 2 desc, 1 limit 200
$$;
