-- What a person was called before, for as long as it matters to a certificate.

-- How long before a certificate a change of name is told beside it.
create or replace function rename_matters() returns interval
  language sql
  immutable
  parallel safe
  as $$
  select interval '30 days'
$$;

-- Notes when an activated person changes their own name, and what they were called: a certificate says who it is about,
-- and whoever hands it out should know of a name that was changed just before. Of several changes the first name is
-- kept. Nothing is kept of whoever was erased.
create or replace function note_rename() returns trigger
  language plpgsql
  as $$
declare
  v_before text := concat_ws(' ', nullif(old.first_name, ''), nullif(old.middle_name, ''), nullif(old.last_name, ''));
  v_after text := concat_ws(' ', nullif(new.first_name, ''), nullif(new.middle_name, ''), nullif(new.last_name, ''));
begin
  if new.erased_at is not null then
    new.renamed_at := null;
    new.former_name := null;
  elsif old.activated_at is not null and v_before <> '' and v_before <> v_after then
    if old.renamed_at is null or old.renamed_at < app_now() - rename_matters() then
      new.former_name := v_before;
    end if;
    new.renamed_at := app_now();
  end if;
  return new;
end $$;

create trigger note_rename
  before update of first_name, middle_name, last_name, erased_at
  on users
  for each row
  execute function note_rename();
