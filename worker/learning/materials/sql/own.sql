-- What decides how far a material lies open is not decided by those who take its test.

-- Hiding, deleting or easing a test takes it out of what its takers have to pass, for the course and for its
-- certificate: nobody does it to a test they take, by whatever way.
create or replace function keep_own_test() returns trigger
  language plpgsql
  as $$
begin
  perform refuse_own_form(f.id) from forms f where f.company_id = new.company_id and f.material_id = new.id;
  return new;
end $$;

create trigger keep_own_test
  before update of archived_at, deleted_at, done_when
  on materials
  for each row
  when (
    old.type in ('practice', 'exam')
      and (old.archived_at, old.deleted_at, old.done_when) is distinct from (
        new.archived_at, new.deleted_at, new.done_when
      )
  )
  execute function keep_own_test();
